// How long things take, and whether anything moves at all.

/** True for those who asked their device for less motion. */
export const lessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A duration of tokens.css in milliseconds, such as "--d-move". */
export const duration = name => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));

export const pause = time => new Promise(done => setTimeout(done, time));
