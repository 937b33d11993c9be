// Seeds: a scene says how many lie in each place; here each gets a name, so that it can be seen to travel.

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
