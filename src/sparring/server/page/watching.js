// How fast a match is shown. Opponents that are watched play as fast as they can; whoever watches sets the pace.
import { pause } from './drawing.js';

/** Milliseconds in which a move is seen before anything else happens. */
export const MOMENT = 260;

/** Milliseconds in which it is seen what chance decided. */
export const FALL = 700;

/** Milliseconds between two moves, by the chosen speed. */
const PACES = { pause: Number.POSITIVE_INFINITY, slow: 2200, normal: 1000, fast: 250 };

export const chosenSpeed = () => document.querySelector('[name=speed]:checked').value;

/** Waits until the next move is to be shown. */
export async function untilItIsTime() {
  const began = performance.now();
  while (performance.now() - began < PACES[chosenSpeed()]) await pause(60);
}

const key = id => `watched.${id}`;

/** The number of the last event of a match that was watched in this tab; 0 for none. */
export const watchedUpTo = id => Number(sessionStorage.getItem(key(id)) || 0);

export const rememberWatched = (id, number) => sessionStorage.setItem(key(id), number);
