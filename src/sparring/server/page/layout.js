// Where every shape of a scene is: a place has the middle `x`, `y`, the size `w`, `h`, and what its shape says.
import { arrange } from './arrange.js';
import { isToken } from './cards.js';

/** The share of the smallest place that counts seeds which is the radius of a seed. */
const SEED = 0.12;
const DISC = 0.4;
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
    if (box) places.set(shape.id, { ...shape, ...(tall && shape.tall), ...middle(box) });
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
  return arrange[arrangement(place)](lifted, sized).map((at, number) => ({ ...sized[number], ...at }));
}

function arrangement(place) {
  if (place.kind === 'card') return 'under';
  return place.flow || (place.seeds == null ? 'stack' : 'scatter');
}
