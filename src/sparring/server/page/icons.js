// Small drawings: the icons of buttons, the pieces of each side, and the logo.

const icon = path =>
  `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"
    stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

/** Icons by the id of the button that they are on. */
export const icons = {
  hint: icon('M7 14.5h6M8 17.5h4M10 2.5a5.2 5.2 0 0 0-3 9.4v2.6h6v-2.6a5.2 5.2 0 0 0-3-9.4z'),
  judge: icon('M10 3v14M5 17h10M10 5L4 7l-2 5h4.5l-2-5M10 5l6 2 2 5h-4.5l2-5'),
  undo: icon('M4 8h8a4.5 4.5 0 0 1 0 9H8M7.5 4L3.5 8l4 4'),
  resign: icon('M5 18V3M5 4c4-2 6 2 11 0v7c-5 2-7-2-11 0'),
  swap: icon('M3 7h12M12 3.5L15.5 7 12 10.5M17 13H5M8 9.5L4.5 13 8 16.5'),
  rematch: icon('M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 2.5v4h-4'),
  threats: icon('M10 4.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM10 2v4M10 14v4M2 10h4M14 10h4'),
  play: icon('M6.5 4v12l9.5-6z'),
  pause: icon('M7 4.5v11M13 4.5v11'),
  back: icon('M12.5 4.5L7 10l5.5 5.5'),
  forward: icon('M7.5 4.5L13 10l-5.5 5.5'),
  close: icon('M5 5l10 10M15 5L5 15'),
  theme: icon('M16.5 12A7 7 0 1 1 8 3.5 5.5 5.5 0 0 0 16.5 12z'),
  sound: icon('M3 8v4h3l4 3.5v-11L6 8zM13 7.5a4 4 0 0 1 0 5M15.2 5a7 7 0 0 1 0 10'),
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
export const pieceIcon = side =>
  PIECES[side] ? `<svg viewBox="-17 -17 34 34" aria-hidden="true">${PIECES[side]}</svg>` : '';

export const logo = `<svg viewBox="0 0 38 26" aria-hidden="true">
  <circle class="moon" cx="25" cy="13" r="11.5"/>
  <path class="moon-mark" transform="translate(27 13) scale(.62)" d="${STAR}"/>
  <circle class="sun" cx="13" cy="13" r="11.5"/><circle class="sun-mark" cx="13" cy="13" r="6.4" stroke-width="2"/>
</svg>`;
