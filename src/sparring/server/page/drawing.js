// Tools for drawing: SVG elements, a pen for text, and time.

// ---- elements and source

const NAMESPACE = 'http://www.w3.org/2000/svg';

export function svgElement(tag, attributes = {}) {
  const node = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text that is safe inside SVG source. */
export const escaped = text => String(text ?? '').replace(/[&<>"]/g, letter => ESCAPES[letter]);

/** A number that is always the same for the same text. */
export const hash = text => [...String(text)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

/** A rectangle around 0,0. */
export const rectangle = (look, width, height, round) =>
  `<rect class="${look}" x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${round}"/>`;

/** The marks of discs, in shares of the radius, so that seats differ in more than colour. */
const MARKS = {
  leaf: 'M-.46 .46Q-.56 -.5 .5 -.5Q.5 .5 -.46 .46z',
  plum: 'M-.4 -.4H.4V.4H-.4z',
  corn: 'M-.52 -.13H-.13V-.52H.13V-.13H.52V.13H.13V.52H-.13V.13H-.52z',
  stone: 'M-.56 -.15H.56V.15H-.56z',
};

/** The points of a path, given as shares of a radius. */
export const scaled = (radius, path) => path.replace(/-?[\d.]+/g, share => ` ${share * radius}`);

/** A disc with a mark on it; nothing if no disc has this face. */
export const markedDisc = (face, radius) =>
  MARKS[face]
    ? `<circle class="${face}" r="${radius}"/><path class="${face}-mark" d="${scaled(radius, MARKS[face])}"/>`
    : '';

// ---- the pen that shapes are drawn with: it knows how large the scene is on the screen, and where everything is

/** Measures text in the page's own font, and remembers each width at one pixel. */
const measuring = document.createElement('canvas').getContext('2d');
const widths = new Map();

function widthOf(text) {
  if (!widths.size) {
    const family = getComputedStyle(document.documentElement).getPropertyValue('--sans');
    measuring.font = `600 100px ${family || 'sans-serif'}`;
  }
  if (!widths.has(text)) widths.set(text, measuring.measureText(text).width / 100);
  return widths.get(text);
}

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
    return widthOf(String(text)) * size;
  }
}

// ---- how long things take, and whether anything moves at all

/** True for those who asked their device for less motion. */
export const lessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A duration of tokens.css in milliseconds, such as "--d-move". */
export const duration = name => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));

export const pause = time => new Promise(done => setTimeout(done, time));
