// The pen that shapes are drawn with: it knows how large the scene is on the screen, and where everything is.
import { escaped } from './svg.js';

/** Average width of a letter, as a share of the font's size. */
const LETTER = 0.56;

export class Pen {
  /** `zoom` is how many pixels a unit of the scene has, `number` tells this scene from others on the page. */
  constructor({ zoom, number, tall, places, held }) {
    Object.assign(this, { zoom, number, tall, places, held });
  }

  /** Pixels as units of the scene: what must be readable keeps its size on the screen when the scene shrinks. */
  units(pixels) {
    return pixels / this.zoom;
  }

  pixels(units) {
    return units * this.zoom;
  }

  fits(text, width, size) {
    return this.#width(text, size) <= this.pixels(width);
  }

  /** Text of a font size in pixels; if it is wider than `room` (in units, 0 for no limit) it is condensed. */
  text(text, x, y, size, look, room = 0) {
    const condensed = room && !this.fits(text, room, size);
    const length = condensed ? ` textLength="${room}" lengthAdjust="spacingAndGlyphs"` : '';
    const at = `x="${x}" y="${y}" font-size="${this.units(size)}" text-anchor="middle"`;
    return `<text class="${look}" ${at}${length}>${escaped(text)}</text>`;
  }

  #width(text, size) {
    return String(text).length * size * LETTER;
  }
}
