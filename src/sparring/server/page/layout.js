// Where every shape of a scene is: a place has the middle `x`, `y`, the size `w`, `h`, and what its shape says.
import { isToken } from './cards.js';
import { hash } from './drawing.js';

/** The share of the smallest place that counts seeds which is the radius of a seed. */
const SEED = 0.12;
const DISC = 0.4;
/** How high a rested card is, as a share of its height. */
const RESTED = 0.68;
/** A piece that is painted on its cell. */
const PAINTED = 0.33;
/** The size of a token that lies under a card, on wide and on narrow screens. */
const TOKEN = [24, 33];
const TALL_TOKEN = [16, 22];

export const discRadius = (place, painted) => Math.min(place.w, place.h) * (painted ? PAINTED : DISC);

/**
 * Lays out the shapes of a scene, for narrow screens if `tall`.
 *
 * Returns the places by the shapes' ids, and how many shapes each place holds.
 */
export function layOut(shapes, tall) {
  const places = new Map();
  const inside = new Map();
  for (const shape of shapes.values()) {
    if (shape.in) inside.set(shape.in, [...(inside.get(shape.in) || []), shape]);
    const box = (tall && shape.tallBox) || shape.box;
    if (box && !(tall && shape.wideOnly)) places.set(shape.id, { ...shape, ...(tall && shape.tall), ...middle(box) });
  }
  const seedRadius = smallestSeedPlace(places) * SEED;
  const isCard = id => shapes.get(id)?.kind === 'card';
  const settle = id => {
    for (const placed of settled(places.get(id), inside.get(id), seedRadius, tall)) places.set(placed.id, placed);
  };
  const holders = [...inside.keys()].filter(id => shapes.has(id));
  for (const id of holders) if (!isCard(id)) settle(id);
  for (const id of holders) if (isCard(id)) settle(id); // after the cards themselves have a place
  return { places, held: new Map([...inside].map(([id, items]) => [id, items.length])) };
}

const middle = ([left, top, w, h]) => ({ x: left + w / 2, y: top + h / 2, w, h });

function smallestSeedPlace(places) {
  const counting = [...places.values()].filter(place => place.seeds != null);
  return Math.min(...counting.map(place => Math.min(place.w, place.h)));
}

/** The places of what lies in a place; none if that is not drawn itself. */
function settled(place, items, seedRadius, tall) {
  if (!place) return [];
  const sized = items.map(item => {
    const token = isToken(item) && place.kind === 'card' && (tall ? TALL_TOKEN : TOKEN);
    const [w, h] = token || place.card || [place.w, place.h];
    return { ...item, w, h, r: item.kind === 'seed' ? seedRadius : discRadius(place, item.face) };
  });
  const lifted = { ...place, y: place.y + (place.lift || 0) };
  return arrange[arrangement(place)](lifted, sized).map((at, number) => lowered({ ...sized[number], ...at }));
}

/** A rested card is lower, and stands on the same line as the others: nothing turns, so five fit into a row. */
function lowered(item) {
  if (!item.rested) return item;
  const h = item.h * RESTED;
  return { ...item, h, y: item.y + (item.h - h) / 2 };
}

function arrangement(place) {
  if (place.kind === 'card') return 'under';
  return place.flow || (place.seeds == null ? 'stack' : 'scatter');
}

// ---- how a place arranges what lies in it

// Each function gets the place and its items, all with sizes, and says where the middle of each item is; `turn` is
// in degrees, `w` and `h` are given where an item has to be smaller than it was.

const GOLDEN_ANGLE = 2.39996;

const arrange = {
  /** All in the middle: a piece on its cell. */
  stack: (place, items) => items.map(() => ({ x: place.x, y: place.y })),

  /** Seeds in a spiral, like those of a sunflower; where there are many they fill the place, whatever its form. */
  scatter(place, items) {
    const radius = items[0].r;
    const spacing = radius * 1.55;
    const reach = spacing * Math.sqrt(items.length - 0.65);
    const room = side => Math.max(side / 2 - radius - 7, 1) / reach;
    const wide = room(place.w);
    const high = room(place.h);
    const stretchX = Math.min(wide, 1 / Math.min(high, 1));
    const stretchY = Math.min(high, 1 / Math.min(wide, 1));
    return items.map((item, at) => {
      const angle = at * GOLDEN_ANGLE + 0.6;
      const distance = spacing * Math.sqrt(at + 0.35);
      return {
        x: place.x + Math.cos(angle) * distance * stretchX,
        y: place.y + Math.sin(angle) * distance * stretchY,
        turn: hash(item.id) % 180,
      };
    });
  },

  /** Side by side; where there is no room for that, they overlap evenly. */
  row(place, items) {
    const widths = items.map(item => item.w);
    const total = widths.reduce((sum, width) => sum + width, 0) + place.gap * (items.length - 1);
    if (items.length > 1 && total > place.w) return overlapping(place, items, widths);
    let left = place.x - total / 2;
    return items.map((_, at) => {
      const x = left + widths[at] / 2;
      left += widths[at] + place.gap;
      return { x, y: place.y };
    });
  },

  /** One on the other; the uppermost are moved a little, so that it looks like a pile. */
  pile: (place, items) =>
    items.map((_, at) => {
      const raised = Math.max(0, at - items.length + 3);
      return { x: place.x + raised * 1.5, y: place.y - raised * 2 };
    }),

  /** In the number of rows that allows the largest cards, no larger than cards are here. */
  fit(place, items) {
    const count = items.length;
    const size = rows => fittingSize(place, count, rows);
    let rows = 1;
    for (let more = 2; more <= count; more++) if (size(more) > size(rows)) rows = more;
    const columns = Math.ceil(count / rows);
    const [w, h] = place.card.map(side => side * size(rows));
    return items.map((_, at) => {
      const row = Math.floor(at / columns);
      const inRow = Math.min(columns, count - row * columns);
      return {
        w,
        h,
        x: place.x + ((at % columns) - (inRow - 1) / 2) * (w + place.gap),
        y: place.y + (row - (rows - 1) / 2) * (h + place.gap),
      };
    });
  },

  /** Under the middle of a card, which covers them. */
  under: (card, items) => items.map(() => ({ x: card.x, y: card.y })),
};

function overlapping(place, items, widths) {
  const first = place.x - place.w / 2 + widths[0] / 2;
  const last = place.x + place.w / 2 - widths.at(-1) / 2;
  const x = at => first + ((last - first) * at) / (items.length - 1);
  return items.map((_, at) => ({ x: x(at), y: place.y }));
}

/** How large a card can be in this many rows, as a share of the size that cards have in this place. */
function fittingSize(place, count, rows) {
  const columns = Math.ceil(count / rows);
  const width = (place.w - place.gap * (columns - 1)) / columns;
  const height = (place.h - place.gap * (rows - 1)) / rows;
  return Math.min(1, width / place.card[0], height / place.card[1]);
}

// ---- seeds: a scene says how many lie in each place; here each gets a name, so that it can be seen to travel

const isSeed = shape => shape.kind === 'seed';
const countsSeeds = shape => shape.seeds != null;

/** The seeds that lie in a place, in the order in which they came. */
export const seedsIn = (shapes, place) => [...shapes.values()].filter(shape => isSeed(shape) && shape.in === place);

/**
 * Adds to a scene's shapes the seeds that its places count. As many as possible stay where they are drawn now; the
 * others come from places that have too many, or are new.
 */
export function withSeeds(shapes, drawn) {
  const places = shapes.filter(countsSeeds);
  if (!places.length) return shapes;
  const staying = new Map(places.map(place => [place.id, seedsIn(drawn, place.id).slice(0, place.seeds)]));
  const spare = spareSeeds(places, staying, drawn);
  const seeds = places.flatMap(place =>
    Array.from({ length: place.seeds }, (_, at) => ({
      id: staying.get(place.id)[at]?.id ?? spare.shift(),
      kind: 'seed',
      in: place.id,
    })),
  );
  const above = shapes.indexOf(places.at(-1)) + 1; // above all places, so that no seed travels below one of them
  return [...shapes.slice(0, above), ...seeds, ...shapes.slice(above)];
}

/** The names of seeds that do not stay where they are, then new names. */
function spareSeeds(places, staying, drawn) {
  const kept = new Set([...staying.values()].flat());
  const known = [...drawn.values()].filter(isSeed);
  const names = new Set(known.map(seed => seed.id));
  const total = places.reduce((sum, place) => sum + place.seeds, 0);
  const fresh = Array.from({ length: total }, (_, at) => `seed ${at}`).filter(name => !names.has(name));
  return [...known.filter(seed => !kept.has(seed)).map(seed => seed.id), ...fresh];
}

/** True if the seeds drawn now lie where the scene's steps begin. After a jump to another move they do not. */
export function stepsBeginHere({ shapes, steps }, drawn) {
  const before = new Map(shapes.filter(countsSeeds).map(place => [place.id, place.seeds]));
  for (const [from, to, count] of steps.flatMap(step => step.move)) {
    before.set(from, before.get(from) + count);
    before.set(to, before.get(to) - count);
  }
  return [...before].every(([place, count]) => seedsIn(drawn, place).length === count);
}
