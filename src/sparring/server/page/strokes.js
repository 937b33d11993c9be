// What faces are made of: strokes, areas and rings on a token of 64 × 64.

export const INK = '#271e17';
export const GOLD = '#e3b23c';

export const area = (path, fill) => `<path d="${path}" fill="${fill}"/>`;
export const circle = (x, y, radius, fill) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
export const ellipse = (x, y, wide, high, fill) =>
  `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${high}" fill="${fill}"/>`;
export const ring = (x, y, radius, colour, width) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
export const stroke = (path, width = 1.8, colour = INK) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"
    stroke-linejoin="round"/>`;

/** The same on the left and on the right of the middle, `apart` from it. */
export const both = (apart, drawn) => drawn(32 - apart) + drawn(32 + apart);
export const eyes = (y, apart = 8, radius = 3) =>
  both(apart, x => circle(x, y, radius, INK) + circle(x + 1, y - 1, radius * 0.32, '#fff'));
export const ears = (apart, y, radius, fur, inner) =>
  both(apart, x => circle(x, y, radius, fur) + circle(x, y, radius * 0.55, inner));
export const nostrils = y => both(2.4, x => ellipse(x, y, 1.1, 1.5, INK));
