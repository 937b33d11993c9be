// Quiet sounds made on the spot: wood on wood, two notes at the end. Nothing is loaded.
const kept = () => { try { return localStorage.getItem('sparring.quiet'); } catch { return null; } };
let silent = kept() === 'yes', context = null;

export const quiet = () => silent;
export function setQuiet(wanted) {
  silent = wanted;
  try { localStorage.setItem('sparring.quiet', wanted ? 'yes' : 'no'); } catch { /* a private window */ }
}

function tone(frequency, at, length, loud, shape = 'sine') {
  const source = context.createOscillator(), gain = context.createGain(), start = context.currentTime + at;
  source.type = shape;
  source.frequency.setValueAtTime(frequency, start);
  source.frequency.exponentialRampToValueAtTime(frequency * .6, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(.0001, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

const sounds = {
  move: () => tone(320, 0, .07, .09, 'triangle'),
  drop: () => { tone(240, 0, .09, .1, 'triangle'); tone(180, .11, .05, .04, 'triangle'); },
  refuse: () => tone(110, 0, .12, .07, 'triangle'),
  over: () => { tone(392, 0, .3, .07); tone(587, .16, .45, .07); },
};

/** Plays a sound by name, if sounds are wanted and the browser lets us. */
export function play(name) {
  if (silent || navigator.userActivation?.hasBeenActive === false) return;    // before the first click it would only complain
  try {
    context ||= new AudioContext();
    if (context.state === 'running') sounds[name]?.();
    else context.resume().catch(() => {});
  } catch { /* a browser without sound */ }
}
