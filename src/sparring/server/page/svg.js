// Small tools for drawing.

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
