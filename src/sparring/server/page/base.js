// What every page has: elements, what this device remembers, icons, sounds, and the header.
import { markedDisc } from './drawing.js';

// ---- finding and making elements of the page

export const byId = id => document.getElementById(id);

/** True for a finger, which cannot point at something without choosing it: cards are read in a menu first. */
export const cannotHover = () => matchMedia('(hover: none)').matches;

/** The parameters in the page's address. */
export const query = new URLSearchParams(location.search);

/**
 * Makes an HTML element.
 *
 * `text` is shown as it is, so nothing that a player or a game says is ever read as HTML. `drawing` is SVG source, and
 * only ever our own. `on` maps events to listeners. Everything else is an attribute: `true` sets it without a value,
 * `false`, `null` and `undefined` leave it out.
 */
export function element(tag, { text, drawing, on = {}, ...attributes } = {}, ...children) {
  const node = document.createElement(tag);
  if (text != null) node.textContent = text;
  if (drawing != null) node.innerHTML = drawing;
  for (const [event, listener] of Object.entries(on)) node.addEventListener(event, listener);
  for (const [name, value] of Object.entries(attributes)) {
    if (value != null && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children);
  return node;
}

// ---- what this device remembers between visits

// A private window may refuse to remember anything; the page works without.

const PREFIX = 'sparring.';

export const storage = {
  get(key) {
    try {
      return localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  },

  set(key, value) {
    try {
      localStorage.setItem(PREFIX + key, value);
    } catch {
      // Nothing is remembered here.
    }
  },

  /** The names that begin so. */
  names(beginning) {
    try {
      const all = Object.keys(localStorage).filter(name => name.startsWith(PREFIX + beginning));
      return all.map(name => name.slice(PREFIX.length));
    } catch {
      return [];
    }
  },

  /** A setting that is on or off; off unless it was switched on. */
  isOn: key => storage.get(key) === 'yes',
  switch: (key, on) => storage.set(key, on ? 'yes' : 'no'),
};

// ---- small drawings: the icons of buttons, the pieces of each side, and the logo

const icon = path =>
  `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"
    stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

/** Icons by the id of the button that they are on. */
export const icons = {
  hint: icon('M7 14.5h6M8 17.5h4M10 2.5a5.2 5.2 0 0 0-3 9.4v2.6h6v-2.6a5.2 5.2 0 0 0-3-9.4z'),
  judge: icon('M10 3v14M5 17h10M10 5L4 7l-2 5h4.5l-2-5M10 5l6 2 2 5h-4.5l2-5'),
  undo: icon('M4 8h8a4.5 4.5 0 0 1 0 9H8M7.5 4L3.5 8l4 4'),
  resign: icon('M5 18V3M5 4c4-2 6 2 11 0v7c-5 2-7-2-11 0'),
  share: icon('M10 3v14M7 6.5L3.5 10 7 13.5M13 6.5l3.5 3.5-3.5 3.5'),
  draw: icon('M4 7.5h12M4 12.500h12'),
  withdraw: icon('M5 5l10 10M15 5L5 15'),
  cards: icon('M3 5.500h8v12H3zM7 5.500V2.500h9v12h-5'),
  passes: icon('M4 4.500l6 5.500-6 5.500zM11 4.500l6 5.500-6 5.500z'),
  watchers: icon('M2.500 10q7.500-10 15 0-7.500 10-15 0zM10 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z'),
  accept: icon('M4 10.5l4 4 8-9'),
  decline: icon('M6.5 4v12l9.5-6z'),
  swap: icon('M3 7h12M12 3.5L15.5 7 12 10.5M17 13H5M8 9.5L4.5 13 8 16.5'),
  rematch: icon('M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 2.5v4h-4'),
  threats: icon('M10 4.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM10 2v4M10 14v4M2 10h4M14 10h4'),
  play: icon('M6.5 4v12l9.5-6z'),
  pause: icon('M7 4.5v11M13 4.5v11'),
  back: icon('M12.5 4.5L7 10l5.5 5.5'),
  forward: icon('M7.5 4.5L13 10l-5.5 5.5'),
  first: icon('M5 4.5v11M14.5 4.5L9 10l5.5 5.5'),
  last: icon('M15 4.5v11M5.5 4.5L11 10l-5.5 5.5'),
  close: icon('M5 5l10 10M15 5L5 15'),
  moon: icon('M16.5 12A7 7 0 1 1 8 3.5 5.5 5.5 0 0 0 16.5 12z'),
  sun: icon('M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7M10 2v2m0 12v2m-8-8h2m12 0h2M4 4l2 2m8 8l2 2M4 16l2-2m8-8l2-2'),
  sound: icon('M3 8v4h3l4 3.5v-11L6 8zM13 7.5a4 4 0 0 1 0 5M15.2 5a7 7 0 0 1 0 10'),
  rules: icon('M4 3.5h5a2 2 0 0 1 2 2v11a2 2 0 0 0-2-2H4zM18 3.5h-5a2 2 0 0 0-2 2v11a2 2 0 0 1 2-2h5z'),
  review: icon('M3 17h14M3 13l4-4 3 3 6-7'),
  board: icon('M3.5 3.5h13v13h-13zM10 3.5v13M3.5 10h13'),
  puzzle: icon('M4 6h3.500a2 2 0 1 1 4 0H16v4a2 2 0 1 0 0 3.500V17H4z'),
  person: icon('M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3.5 17q1-5 6.5-5t6.5 5'),
  settings: icon('M3 6h8M15 6h2M3 14h3M10 14h7M13 4v4M8 12v4'),
  decks: icon('M3 6.5h8v11H3zM6 6.500v-3h8v11h-3M9 3.500v-1h8v11h-3'),
  minus: icon('M4 10h12'),
  plus: icon('M4 10h12M10 4v12'),
  in: icon('M10 12V3M6.5 6.5L10 3l3.5 3.5M4 16h12'),
  more: icon('M4 10h.1M10 10h.1M16 10h.1'),
  pen: icon('M12.5 4.5l3 3L7 16l-4 1 1-4z'),
  out: icon('M10 3v9M6.5 8.5L10 12l3.5-3.5M4 16h12'),
  bin: icon('M4 6h12M8 6V4h4v2M5.5 6l1 11h7l1-11M8.5 9v5M11.500 9v5'),
  silence: icon('M3 8v4h3l4 3.5v-11L6 8zM13.5 8l4 4M17.5 8l-4 4'),
};

const STAR = 'M0-10Q2-2 10 0 2 2 0 10-2 2-10 0-2-2 0-10z';

const PIECES = {
  sun: '<circle class="sun" r="15"/><circle class="sun-mark" r="8.7" stroke-width="2.4"/>',
  moon: `<circle class="moon" r="15"/><path class="moon-mark" d="${STAR}"/>`,
  cross: '<path class="brush sun-ink" stroke-width="5" d="M-10-10L10 10M10-10L-10 10"/>',
  ring: '<circle class="brush moon-ink" r="11" stroke-width="5"/>',
};

/** The piece of a side, small enough to stand in a line of text; nothing for a side without pieces. */
export const pieceIcon = side => {
  const piece = PIECES[side] || markedDisc(side, 15);
  return piece && `<svg viewBox="-17 -17 34 34" aria-hidden="true">${piece}</svg>`;
};

/** What the pieces of a side are called; nothing for a side without pieces that everybody has a word for. */
export const nameOfPieces = side => NAMES[side];

const NAMES = {
  cross: 'crosses',
  ring: 'rings',
  sun: 'orange discs',
  moon: 'blue discs',
  peg: 'pegs',
  stone: 'stones',
};

const logo = `<svg viewBox="0 0 38 26" aria-hidden="true">
  <circle class="moon" cx="25" cy="13" r="11.5"/>
  <path class="moon-mark" transform="translate(27 13) scale(.62)" d="${STAR}"/>
  <circle class="sun" cx="13" cy="13" r="11.5"/><circle class="sun-mark" cx="13" cy="13" r="6.4" stroke-width="2"/>
</svg>`;

// ---- quiet sounds, made on the spot: wood on wood, two notes at the end; nothing is loaded

/** Each sound is a list of tones: [frequency in Hz, start in s, length in s, loudness, wave form]. */
const SOUNDS = {
  move: [[320, 0, 0.07, 0.09, 'triangle']],
  drop: [
    [240, 0, 0.09, 0.1, 'triangle'],
    [180, 0.11, 0.05, 0.04, 'triangle'],
  ],
  refuse: [[110, 0, 0.12, 0.07, 'triangle']],
  over: [
    [392, 0, 0.3, 0.07, 'sine'],
    [587, 0.16, 0.45, 0.07, 'sine'],
  ],
};

class Sound {
  #muted = storage.isOn('quiet');
  #context = null;

  get muted() {
    return this.#muted;
  }

  mute(muted) {
    this.#muted = muted;
    storage.switch('quiet', muted);
  }

  /** Plays a sound by name, if sounds are wanted and the browser allows them. */
  play(name) {
    const browserWouldRefuse = navigator.userActivation?.hasBeenActive === false; // before the first click
    if (this.#muted || browserWouldRefuse) return;
    try {
      this.#context ||= new AudioContext();
      if (this.#context.state === 'running') for (const tone of SOUNDS[name]) this.#tone(...tone);
      else this.#context.resume().catch(() => {});
    } catch {
      // This browser has no sound.
    }
  }

  #tone(frequency, at, length, loudness, wave) {
    const source = this.#context.createOscillator();
    const gain = this.#context.createGain();
    const start = this.#context.currentTime + at;
    source.type = wave;
    source.frequency.setValueAtTime(frequency, start);
    source.frequency.exponentialRampToValueAtTime(frequency * 0.6, start + length);
    gain.gain.setValueAtTime(loudness, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    source.connect(gain).connect(this.#context.destination);
    source.start(start);
    source.stop(start + length);
  }
}

export const sound = new Sound();

// ---- the header: the way home, sounds, light and dark

/** Light or dark: what the visitor chose, else what the device prefers. */
const theme = {
  get current() {
    return document.documentElement.dataset.theme;
  },
  show(name) {
    document.documentElement.dataset.theme = name;
  },
  toggle() {
    theme.show(theme.current === 'dark' ? 'light' : 'dark');
    storage.set('theme', theme.current);
  },
  get preferred() {
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  },
};

/** The pages outside a match, each { href, text, icon }: words in the header, on a phone tabs at the bottom. */
const PAGES = [
  { href: '/', text: 'Play', icon: 'board' },
  { href: '/puzzles', text: 'Puzzles', icon: 'puzzle' },
  { href: '/decks', text: 'Decks', icon: 'decks' },
  { href: '/you', text: 'You', icon: 'person' },
  { href: '/docs', text: 'Docs', icon: 'rules' },
];

/** Sets the theme and puts the header at the top of the page; `tabs` says whether a phone shows tabs too. */
export function showHeader({ tabs = false } = {}) {
  theme.show(query.get('theme') || storage.get('theme') || theme.preferred);
  const home = element('a', { class: 'logo', href: '/', drawing: logo }, 'Sparring');
  const current = href => (location.pathname === href ? 'page' : null);
  const words = PAGES.map(({ href, text }) =>
    element('a', { class: 'word', href, text, 'aria-current': current(href) }),
  );
  const links = element('nav', { 'aria-label': 'Main' }, ...words, soundButton(), themeButton());
  document.body.prepend(element('header', { class: 'top' }, home, links));
  if (!tabs) return;
  const tab = ({ href, text, icon }) =>
    element('a', { href, 'aria-current': current(href), drawing: icons[icon] }, element('span', { text }));
  document.body.append(element('nav', { class: 'tabs', 'aria-label': 'Pages' }, ...PAGES.map(tab)));
}

/** A button that shows what there will be after it is pressed. */
function themeButton() {
  return switchButton(theme.toggle, () =>
    theme.current === 'dark' ? [icons.sun, 'Switch to light colours'] : [icons.moon, 'Switch to dark colours'],
  );
}

function soundButton() {
  const press = () => sound.mute(!sound.muted);
  return switchButton(press, () =>
    sound.muted ? [icons.silence, 'Switch sounds on'] : [icons.sound, 'Switch sounds off'],
  );
}

/** A button with an icon, whose `face()` is the drawing and the name that it has now. */
function switchButton(press, face) {
  const button = element('button', { type: 'button' });
  const show = () => {
    const [drawing, name] = face();
    button.innerHTML = drawing;
    button.title = name;
    button.setAttribute('aria-label', name);
  };
  button.addEventListener('click', () => {
    press();
    show();
  });
  show();
  return button;
}
