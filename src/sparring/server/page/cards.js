// Cards: what the renderer has to know about them, and how they look.
import { rectangle } from './drawing.js';

/** True for a small card without a face, like all others of its sort (a DON!! card). */
export const isToken = card => Boolean(card.token);

/** True for a card that can be read. */
export const isOpen = card => !card.down && !isToken(card);

/** What a card is recognised by when it appears in another place; cards that show their backs are all alike. */
export function cardIdentity(shape) {
  if (shape.kind !== 'card') return null;
  if (isToken(shape)) return 'token';
  return shape.down ? 'back' : shape.name;
}

// ---- how a card looks: its face, its back, or a token; the less room there is, the less is printed on it

/** One sign for each attribute, so that a card is recognised before it is read. */
const SIGNS = {
  Strike: 'M0-10A10 10 0 1 0 0 10 10 10 0 1 0 0-10M0-4A4 4 0 1 1 0 4 4 4 0 1 1 0-4',
  Slash: 'M-10 7L7-10l3 3L-7 10zM-10-5l5-5 3 3-5 5zM2 7l5-5 3 3-5 5z',
  Ranged: 'M-2-11h4v7h7v4H2v11h-4V0h-7v-4h7z',
  Special: 'M0-11l3 8 8 3-8 3-3 8-3-8-8-3 8-3z',
  Wisdom: 'M-10-8q6-2 10 1 4-3 10-1V8Q4 6 0 9q-4-3-10-1zM-1-4v10h2V-4z',
  event: 'M1-12L-8 2h6l-3 10L8-3H1z',
  stage: 'M-11 3h22l-4 7H-7zM-1-11h2V1h-2zM2-9l8 8H2z',
};

/** What stands at the foot of a card that has no power. */
const TYPE_NAMES = { event: 'Event', stage: 'Stage' };

const SHIELD = 'M-8-8q8 0 8-3 0 3 8 3v7Q8 7 0 11-8 7-8-1z';

/** Draws a card, as `draw` of looks.js does. */
export function drawCard(card, place, pen) {
  if (isToken(card)) return token(card, place);
  if (card.down) return back(place);
  const metrics = measure(card, place, pen);
  const parts = [band, sign, foot, shield, counter, badge, used, keywords];
  const front = parts.map(part => part(card, metrics, pen)).join('');
  return frame('card', place) + front + frame(card.threat ? 'card-line aimed' : 'card-line', place);
}

const frame = (look, { w, h }) => rectangle(look, w, h, Math.max(3, w * 0.07));

/** A token that was used is only an outline. */
function token(card, { w, h }) {
  if (card.rested) return frame('token used', { w: w - 1, h: h - 1 });
  const mark = `M${-w * 0.22} ${-h * 0.2}h${w * 0.12}q${w * 0.5} ${h * 0.2} 0 ${h * 0.4}h${-w * 0.12}z`;
  return `${frame('token', { w, h })}<path class="token-mark" d="${mark}"/>`;
}

function back({ w, h }) {
  const [x, y] = [w * 0.16, w * 0.22];
  return (
    frame('card-back', { w, h }) +
    rectangle('card-back-line', w * 0.8, h - w * 0.2, 2) +
    `<path class="card-back-mark" d="M0 ${-y}l${x} ${y}l${-x} ${y}l${-x} ${-y}z"/>`
  );
}

/** Sizes on a card's face, in units of the scene. */
function measure(card, place, pen) {
  const { w: width, h: height } = place;
  const small = pen.pixels(place.w) < 75;
  const tiny = pen.pixels(place.w) < 44;
  const line = pen.units(small ? 17 : 20);
  const padding = width * 0.06;
  const nameRoom = width - (card.cost == null ? 0 : line) - padding * 2;
  const textSize = 12;
  const names = tiny ? [] : nameLines(card, nameRoom, textSize, small, pen);
  const left = -width / 2;
  const top = -height / 2;
  const bandHeight = line + Math.max(0, names.length - 1) * pen.units(14);
  const belowBand = top + bandHeight;
  const baseline = height / 2 - pen.units(small ? 5 : 8);
  const tone = `c-${card.colour || 'black'}`;
  return {
    width,
    left,
    top,
    small,
    tiny,
    line,
    padding,
    nameRoom,
    textSize,
    names,
    bandHeight,
    belowBand,
    baseline,
    tone,
  };
}

/** The most that a name is wider than its room, into which it is condensed: in two lines, and as one word. */
const CONDENSED = 1.25;
const CONDENSED_WORD = 1.5;

/** A name in one line, else in two, else only its last word. */
function nameLines(card, room, size, small, pen) {
  if (pen.fits(card.name, room, size)) return [card.name];
  const words = card.name.split(/(?<=\.)|\s+/).filter(Boolean);
  const mayTakeTwo = !small && !card.rested && words.length > 1;
  const two = mayTakeTwo ? evenHalves(words) : null;
  if (two?.every(line => pen.fits(line, room * CONDENSED, size))) return two;
  return [shortened(card.name, text => pen.fits(text, room * CONDENSED_WORD, size))];
}

/** Words in two lines, as equally long as can be. */
function evenHalves(words) {
  const joined = part => part.join(' ').replace(/\. /g, '.');
  const splits = words.slice(1).map((_, at) => [joined(words.slice(0, at + 1)), joined(words.slice(at + 1))]);
  const longer = split => Math.max(...split.map(line => line.length));
  return splits.sort((one, other) => longer(one) - longer(other))[0];
}

/** The last word of a name, with a number behind it; it is cut off where even that is too long. */
function shortened(name, fits) {
  const words = name
    .replace(/"/g, ' ')
    .split(/[\s.]+/)
    .filter(Boolean);
  const at = Math.max(
    0,
    words.findLastIndex(word => /\p{L}{2}/u.test(word)),
  );
  const [word, ...number] = words.slice(at);
  const behind = number.map(text => ` ${text}`).join('');
  if (fits(word + behind)) return word + behind;
  let length = word.length - 1;
  while (length > 2 && !fits(`${word.slice(0, length)}…${behind}`)) length -= 1;
  return `${word.slice(0, length)}…${behind}`;
}

// ---- the parts of a face, from the top

/** The coloured band with cost and name, and the wash of the same colour below it. */
function band(card, metrics, pen) {
  const { width, left, top, small, line, padding, nameRoom, textSize, bandHeight, belowBand, baseline, tone } = metrics;
  const washHeight = Math.max(0, baseline - pen.units(small ? 15 : 19) - belowBand);
  const path = `M${left} ${belowBand}v${-bandHeight + 4}q0-4 4-4h${width - 8}q4 0 4 4v${bandHeight - 4}z`;
  const nameX = card.cost == null ? 0 : (left + line + width / 2 - padding) / 2;
  const names = metrics.names.map((text, at) =>
    pen.text(text, nameX, top + line * 0.72 + at * pen.units(13), textSize, 'band-text', nameRoom + padding),
  );
  return (
    `<rect class="wash ${tone}" x="${left}" y="${belowBand - 1}" width="${width}" height="${washHeight}"/>` +
    `<path class="${tone}" d="${path}"/>` +
    (card.cost == null ? '' : pen.text(card.cost, left + line * 0.5, top + line * 0.76, textSize + 3, 'cost')) +
    names.join('')
  );
}

function sign(card, { width, small, tiny, belowBand, baseline, tone }, pen) {
  if (card.rested) return hatching(width, belowBand, baseline - pen.units(small ? 15 : 19));
  const y = (belowBand + baseline - pen.units(small ? 15 : 22)) / 2;
  const alone = tiny && card.power == null;
  const size = alone ? width * 0.3 : Math.min(width * 0.26, (baseline - pen.units(18) - belowBand) * 0.36);
  const path = SIGNS[card.attribute] || SIGNS[card.type] || SIGNS.Strike;
  const transform = `translate(0 ${y}) scale(${Math.max(0.3, size / 11)})`;
  return `<path class="sign ${tone}" transform="${transform}" d="${path}"/>`;
}

/** What shows that a card was used. */
function hatching(width, top, bottom) {
  const high = bottom - top;
  let path = '';
  for (let x = -width / 2 - high; x < width / 2; x += 8) {
    const [from, to] = [Math.max(x, -width / 2), Math.min(x + high, width / 2)];
    path += `M${from} ${bottom - (from - x)}L${to} ${bottom - (to - x)}`;
  }
  return `<path class="hatching" d="${path}"/>`;
}

/** Its power, marked where it is not the printed one; without a power, what sort of card it is. */
function foot(card, { width, small, tiny, baseline }, pen) {
  if (card.power == null) {
    if (tiny) return '';
    return pen.text(TYPE_NAMES[card.type] || '', 0, baseline, 12, 'card-kind', width - 4);
  }
  const size = tiny ? 12 : small ? 15 : 20;
  return pen.text(card.power, 0, baseline, size, `power${changed(card)}`, width - 4);
}

function changed({ power, base }) {
  if (base == null || power === base) return '';
  return power > base ? ' up' : ' down';
}

function shield(card, { width, small, belowBand }, pen) {
  if (!card.keywords?.includes('Blocker') || card.rested) return '';
  const scale = pen.units(small ? 0.62 : 0.85);
  const transform = `translate(${width / 2 - 9 * scale - 3} ${belowBand + 11 * scale}) scale(${scale})`;
  return `<g transform="${transform}"><path class="shield" d="${SHIELD}"/></g>`;
}

/** What it adds as a counter, at the left, where no shield and no sign is. */
function counter(card, { left, small, tiny, belowBand }, pen) {
  if (!card.counter || tiny) return '';
  const words = small && card.counter % 100 === 0 ? `+${card.counter / 1000}k` : `+${card.counter}`;
  const w = pen.units(words.length * 8.4 + 3);
  const [x, y] = [left + 3, belowBand + 3];
  return (
    `<rect class="counter-chip" x="${x}" y="${y}" width="${w}" height="${pen.units(16)}" rx="3"/>` +
    pen.text(words, x + w / 2, y + pen.units(12.4), 12, 'counter')
  );
}

function badge(card, { left, small, belowBand }, pen) {
  if (!card.badge) return '';
  const height = pen.units(15);
  const width = pen.units(card.badge.length * 8.4 + 3);
  const [x, y] = [left + 3, belowBand + pen.units(small ? 1 : 3)];
  return (
    `<rect class="badge" x="${x}" y="${y}" width="${width}" height="${height}" rx="3"/>` +
    pen.text(card.badge, x + width / 2, y + height * 0.8, 12, 'badge-text')
  );
}

/** The word for a card that was used, beside its badge. */
function used(card, { width, left, small, tiny, belowBand }, pen) {
  if (!card.rested || tiny) return '';
  const from = left + (card.badge ? pen.units(card.badge.length * 8.4 + 6) : 0);
  const x = (from + width / 2 - 2) / 2;
  return pen.text('rested', x, belowBand + pen.units(small ? 12.5 : 15), 12, 'card-kind', width / 2 - from - 7);
}

function keywords(card, { width, small, baseline }, pen) {
  const words = (card.keywords || []).filter(word => word !== 'Blocker').join(', ');
  if (!words || small || card.rested) return '';
  return pen.text(words, 0, baseline - pen.units(21), 12, 'card-kind', width - 6);
}
