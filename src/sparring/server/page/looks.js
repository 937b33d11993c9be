// How each kind of shape looks. A look is drawn around 0,0 and knows no game.
import { drawCard } from './cards.js';
import { escaped, hash, markedDisc, rectangle, scaled } from './drawing.js';

// ---- pieces

const STAR = radius => {
  const tip = radius * 0.66;
  const bend = radius * 0.13;
  return (
    `M0 ${-tip}Q${bend} ${-bend} ${tip} 0Q${bend} ${bend} 0 ${tip}` +
    `Q${-bend} ${bend} ${-tip} 0Q${-bend} ${-bend} 0 ${-tip}z`
  );
};

const CROSS = 'M-.7 -.74Q-.1 -.05 .74 .68M.72 -.68Q.06 -.04 -.7 .74';
const RING =
  'M.1 -.78C-.5 -.84 -.84 -.4 -.78 .08C-.74 .56 -.34 .82 .06 .78' +
  'C.56 .72 .84 .36 .78 -.1C.72 -.52 .42 -.78 -.06 -.76';
const brush = (ink, width, path) => `<path class="brush ${ink}" stroke-width="${width}" d="${path}"/>`;

/** A piece by its face; those that are painted are a little uneven on purpose. */
const piece = {
  sun: radius =>
    `<circle class="sun" r="${radius}"/>` +
    `<circle class="sun-mark" r="${radius * 0.58}" stroke-width="${radius * 0.13}"/>`,
  moon: radius => `<circle class="moon" r="${radius}"/><path class="moon-mark" d="${STAR(radius)}"/>`,
  cross: radius => brush('sun-ink', radius * 0.32, scaled(radius, CROSS)),
  ring: radius => brush('moon-ink', radius * 0.3, scaled(radius, RING)),
};

/** A piece of a radius, marked if it was put there last. */
export const drawDisc = ({ face, side, last }, radius) =>
  (piece[face || side]?.(radius) ?? markedDisc(face || side, radius)) +
  (last ? `<circle class="last-ring" r="${radius * 0.8}" stroke-width="${radius * 0.12}"/>` : '');

function drawSeed({ id }, { r }) {
  const glint = `M${-r * 0.5} ${-r * 0.2}q${r * 0.2} ${-r * 0.4} ${r * 0.6} ${-r * 0.36}`;
  return (
    `<ellipse class="seed seed-${1 + (hash(id) % 3)}" rx="${r}" ry="${r * 0.86}"/>` +
    `<path class="seed-glint" d="${glint}"/>`
  );
}

// ---- plates

/** The corners of a plate, by its look. */
const ROUND = { wood: 16, felt: 14, backing: 4 };

function drawPlate(shape, place, pen) {
  if (shape.holes) return holedPlate(shape, place, pen);
  const { w, h } = place;
  const round = ROUND[shape.look] ?? ROUND.wood;
  const plate = rectangle(shape.look, w, h, round);
  if (shape.look !== 'wood') return plate;
  const inset = 7;
  const inner = rectangle('wood-inner', w - 2 * inset, h - 2 * inset, round - inset);
  return plate + grain(w, h, shape.id) + rectangle('wood-edge', w, h, round) + inner;
}

/** A board with holes: pieces are seen through them, and fall behind it. */
function holedPlate(shape, place, pen) {
  const { w, h } = place;
  const holes = shape.holes.map(id => {
    const hole = pen.places.get(id);
    return { x: hole.x - place.x, y: hole.y - place.y, radius: Math.min(hole.w, hole.h) * 0.41 };
  });
  const cut = holes.map(({ x, y, radius }) => {
    const arc = `a${radius} ${radius} 0 1 0`;
    return `M${x - radius} ${y}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0z`;
  });
  const rims = holes.map(({ x, y, radius }) => `<circle class="rim" cx="${x}" cy="${y}" r="${radius}"/>`);
  const body =
    `M${-w / 2 + 16} ${-h / 2}h${w - 32}q16 0 16 16v${h - 32}q0 16-16 16` +
    `h${32 - w}q-16 0-16-16v${32 - h}q0-16 16-16z`;
  const mask = `holes-${pen.number}-${hash(shape.id)}`;
  return (
    `<mask id="${mask}"><path d="${body}" fill="#fff"/><path d="${cut.join('')}" fill="#000"/></mask>` +
    `<g mask="url(#${mask})"><path class="wood" d="${body}"/>${grain(w, h, shape.id)}</g>` +
    `<path class="wood-edge" d="${body}"/>${rims.join('')}`
  );
}

/** The grain of wood: lines across a plate with round corners, different for every seed. */
function grain(w, h, seed) {
  const round = ROUND.wood;
  let path = '';
  for (let line = 0; line < (h - 50) / 46; line++) {
    const y = -h / 2 + 30 + line * 46 + (hash(seed + line) % 13);
    const bend = 4 + (hash(line + seed) % 8);
    const intoCorner = Math.max(0, round - (h / 2 - Math.abs(y) - bend));
    const inset = 9 + (intoCorner > 0 ? round - Math.sqrt(Math.max(0, round ** 2 - intoCorner ** 2)) : 0);
    const half = w * 0.5 - inset;
    path += `M${-w / 2 + inset} ${y}c${w * 0.25} ${-bend} ${w * 0.3} ${bend} ${half} 0s${w * 0.3} ${-bend} ${half} 0`;
  }
  return `<path class="grain" d="${path}"/>`;
}

// ---- cells

/** How a place looks, by its look; `last` marks where something just happened. */
const cellLooks = {
  none: () => '',
  tile: ({ w, h, last }) => rectangle(last ? 'tile last' : 'tile', w - 10, h - 10, 8),
  slot: ({ w, h }) => rectangle('slot', w, h, 6),
  dimple({ w, h }) {
    const radius = Math.min(w, h) * 0.36;
    const shade =
      `M${-radius} 0a${radius} ${radius} 0 0 1 ${2 * radius} 0` +
      `a${radius} ${Math.min(w, h) * 0.3} 0 0 0 ${-2 * radius} 0z`;
    return `<circle class="dimple" r="${radius}"/><path class="dimple-shade" d="${shade}"/>`;
  },
  /** Carved into the wood: a dark wall above, the floor below. */
  bowl({ w, h, last }) {
    const wide = w / 2 - 5;
    const high = h / 2 - 5;
    const wall = Math.min(11, high * 0.2);
    const round = Math.min(wide - 3, high - wall / 2 - 1);
    return (
      rectangle(last ? 'bowl last' : 'bowl', 2 * wide, 2 * high, Math.min(wide, high)) +
      `<rect class="bowl-floor" x="${-wide + 3}" y="${-high + wall}" width="${2 * wide - 6}"
        height="${2 * high - wall - 2}" rx="${round}"/>`
    );
  },
};

function drawCell(shape, place, pen) {
  const drawn = cellLooks[shape.look]?.(place) ?? '';
  if (!place.title) return drawn;
  return drawn + pen.text(place.title, 0, place.h / 2 - pen.units(5), 12, 'slot-title', place.w - 4);
}

// ---- words, lines and arrows

/** The width of serif letters, in which names are written, beside those that texts are measured with. */
const SERIF = 0.86;

const TEXT_SIZES = { onwood: 13, count: 19, total: 30, who: 15, zone: 12 };

function drawLabel(shape, place, pen) {
  const size = TEXT_SIZES[shape.look] || 16;
  const text = shape.counts ? pen.held.get(shape.counts) || 0 : shape.text;
  const fits = shape.look === 'who' && pen.fits(text, place.w, size * SERIF);
  return pen.text(text, 0, pen.units(size * 0.35), size, shape.look, fits ? 0 : place.w);
}

function drawMark(shape, _place, pen) {
  const from = pen.places.get(shape.from);
  const to = pen.places.get(shape.to);
  if (shape.how === 'arrow') return arrow(shape, from, to, pen);
  const path = `M${from.x} ${from.y}L${to.x} ${to.y}`;
  return `<path class="win-case" d="${path}"/><path class="win-line" d="${path}"/>`;
}

/** An arrow from the edge of one card to the edge of another, with a few words on it. */
function arrow(shape, from, to, pen) {
  if (shape.around) return bentArrow(shape, from, to, pen);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const start = { x: from.x + dx * from.h * 0.54, y: from.y + dy * from.h * 0.54 };
  const tip = { x: to.x - dx * to.h * 0.54, y: to.y - dy * to.h * 0.54 };
  const size = pen.units(15);
  const neck = { x: tip.x - dx * size, y: tip.y - dy * size };
  const half = size * 0.55;
  const head =
    `M${tip.x} ${tip.y}L${neck.x - dy * half} ${neck.y + dx * half}` + `L${neck.x + dy * half} ${neck.y - dx * half}z`;
  const shaft = `M${start.x} ${start.y}L${neck.x} ${neck.y}`;
  return (
    `<path class="arrow" stroke-width="${pen.units(5)}" d="${shaft}"/><path class="arrow-head" d="${head}"/>` +
    (shape.label ? arrowLabel(shape, start, tip, pen) : '')
  );
}

/** How far a bent arrow ends from the middle of a card, at its side or at its edge towards the level. */
function bentEnd(card, level, lane, isAround, gap) {
  if (!isAround) return [{ x: card.x, y: card.y + Math.sign(level - card.y) * (card.h / 2 + gap) }];
  return [
    { x: card.x - card.w / 2 - gap, y: card.y },
    { x: lane, y: card.y },
  ];
}

/** An arrow that bends at its level and in its lane, so that it crosses no card; its words stand at the level. */
function bentArrow(shape, from, to, pen) {
  const [level, lane] = pen.tall ? [shape.tallLevel, shape.tallLane] : [shape.level, shape.lane];
  const size = pen.units(13);
  const begin = bentEnd(from, level, lane, shape.around[0], 0);
  const end = bentEnd(to, level, lane, shape.around[1], 2).reverse();
  const points = [...begin, { x: begin.at(-1).x, y: level }, { x: end[0].x, y: level }, ...end];
  const tip = points.at(-1);
  const before = points.at(-2);
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [dx, dy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const neck = { x: tip.x - dx * size, y: tip.y - dy * size };
  const half = size * 0.55;
  const head =
    `M${tip.x} ${tip.y}L${neck.x - dy * half} ${neck.y + dx * half}` + `L${neck.x + dy * half} ${neck.y - dx * half}z`;
  const shaft = [...points.slice(0, -1), neck].map(({ x, y }, at) => `${at ? 'L' : 'M'}${x} ${y}`).join('');
  const lines =
    `<path class="arrow" stroke-width="${pen.units(4)}" stroke-linejoin="round" d="${shaft}"/>` +
    `<path class="arrow-head" d="${head}"/>`;
  if (!shape.label) return lines;
  const w = pen.units(shape.label.length * 7.6 + 20);
  const x = Math.max((begin.at(-1).x + end[0].x) / 2, w / 2 + lane);
  return lines + arrowChip(shape.label, x, level, w, pen);
}

/** The words on an arrow stand at the height that the scene asks for, or in the arrow's middle. */
function arrowLabel(shape, start, tip, pen) {
  const level = pen.tall ? shape.tallLevel : shape.level;
  const rise = tip.y - start.y;
  const along = level == null || Math.abs(rise) < 1 ? 0.5 : Math.max(0, Math.min(1, (level - start.y) / rise));
  const x = start.x + (tip.x - start.x) * along;
  const y = start.y + rise * along;
  return arrowChip(shape.label, x, y, pen.units(shape.label.length * 7.6 + 20), pen);
}

function arrowChip(label, x, y, w, pen) {
  const h = pen.units(24);
  return (
    `<rect class="arrow-chip" x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="${pen.units(4)}"/>` +
    pen.text(label, x, y + pen.units(5), 13, 'arrow-text')
  );
}

/**
 * Draws a shape by its kind, as SVG source: `draw[shape.kind](shape, place, pen)`.
 *
 * `place` says how large it is (see layout.js); `pen` draws text, and knows where everything else is.
 */
export const draw = {
  plate: drawPlate,
  cell: drawCell,
  disc: (shape, place) => drawDisc(shape, place.r),
  seed: drawSeed,
  label: drawLabel,
  mark: drawMark,
  card: drawCard,
};

/**
 * Marks a place where sides could win: a ring around a small piece for each of them.
 *
 * `seats` are the sides that could win here, `faces` the pieces of all sides.
 */
export function drawThreat({ id, x, y, w, h }, seats, faces) {
  const size = Math.min(w, h);
  const shared = seats.length > 1; // then one ring lies within the other, and the pieces side by side
  const rings = seats.map((seat, at) => {
    const radius = size * (shared ? 0.35 - at * 0.085 : 0.33);
    const dashes = seat ? ` stroke-dasharray="${size * 0.11} ${size * 0.08}"` : '';
    const look = seat ? 'threat-moon' : 'threat-sun';
    return `<circle class="${look}" r="${radius}" stroke-width="${size * 0.05}"${dashes}/>`;
  });
  const pieces = seats.map((seat, at) => {
    const shift = shared ? (at - 0.5) * size * 0.2 : 0;
    const drawn = piece[faces[seat]]?.(size * (shared ? 0.085 : 0.13));
    return drawn ? `<g transform="translate(${shift} 0)">${drawn}</g>` : '';
  });
  return `<g data-in="${escaped(id)}" transform="translate(${x} ${y})">${rings.join('')}${pieces.join('')}</g>`;
}

/** The arrow to a target before it is confirmed, as it will run then: `aim` says where it bends. */
export const drawAim = (aim, from, to, pen) => bentArrow(aim, from, to, pen);

/** An arrow from a card towards another one, or towards a point; `unit` is a pixel in units of the scene. */
export function drawPointing(from, to, unit) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const reach = ({ w, h }) => Math.min(h / 2 / Math.max(Math.abs(dy), 0.01), w / 2 / Math.max(Math.abs(dx), 0.01));
  const at = along => ({ x: from.x + dx * along, y: from.y + dy * along });
  const tip = length - Math.min(reach(to), length / 2);
  const [begin, neck, end] = [Math.min(reach(from), length / 2), tip - 13 * unit, tip].map(at);
  const half = 7 * unit;
  return (
    `<path class="arrow" stroke-width="${4 * unit}" d="M${begin.x} ${begin.y}L${neck.x} ${neck.y}"/>` +
    `<path class="arrow-head" d="M${end.x} ${end.y}L${neck.x - dy * half} ${neck.y + dx * half}` +
    `L${neck.x + dy * half} ${neck.y - dx * half}z"/>`
  );
}

/** A ring around a place, if there is one; two rings around the same place do not cover each other. */
export function drawRing(place, look) {
  if (!place) return '';
  const [w, h] = (place.turn || 0) % 180 ? [place.h, place.w] : [place.w, place.h];
  const round = place.look === 'bowl' || place.look === 'dimple' ? Math.min(w, h) / 2 : 8;
  const box = `x="${place.x - w / 2}" y="${place.y - h / 2}" width="${w}" height="${h}" rx="${round}"`;
  return `<rect class="ring-under" ${box}/><rect class="${look}" ${box}/>`;
}
