// Finding and making elements of the page.

export const byId = id => document.getElementById(id);

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
