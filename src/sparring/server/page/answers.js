// Options beside the board, and the menu of a shape that stands for several of them.
import { byId, element } from './dom.js';
import { cardArticle } from './reader.js';

/** Offers as buttons the options that no shape stands for. */
export function showAnswers(options, choose) {
  const buttons = options
    .filter(option => !option.on)
    .map(option =>
      element(
        'button',
        {
          class: option.best ? 'button main' : 'button',
          type: 'button',
          'data-option': option.id,
          on: { click: () => choose(option) },
        },
        element('div', { text: option.label }, ...score(option, 'span')),
      ),
    );
  byId('decision').replaceChildren(...buttons);
}

const score = (option, tag) => (option.score == null ? [] : [element(tag, { text: option.score })]);

/** Distance in pixels of the menu from the edges of the window, and from what it was opened at. */
const MARGIN = 8;
const GAP = 4;

/** The menu; it closes when something else is clicked. */
export class Menu {
  #menu = byId('menu');
  #openedAt = null;

  constructor() {
    document.addEventListener('pointerdown', event => {
      if (!this.#menu.contains(event.target)) this.close();
    });
    document.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.closeAndReturn();
    });
  }

  /** Opens the menu at a node; with a `card`, it can be read there before it is chosen. */
  open(options, node, choose, card = null) {
    const items = options.map(option => this.#item(option, choose));
    const list = element('div', { class: 'items', role: 'menu' }, ...items);
    this.#menu.replaceChildren(...(card ? [cardArticle(card)] : []), ...(items.length ? [list] : []));
    this.#menu.hidden = false;
    this.#menu.onkeydown = event => this.#key(event, items);
    this.#openedAt = node;
    this.#place(node.getBoundingClientRect());
    items[0]?.focus();
  }

  close() {
    this.#menu.hidden = true;
  }

  /** Closes the menu and returns to where it was opened. */
  closeAndReturn() {
    if (this.#menu.hidden) return;
    this.close();
    this.#openedAt.focus();
  }

  #item(option, choose) {
    const chosen = () => {
      this.close();
      choose(option);
    };
    return element(
      'button',
      { class: 'button', type: 'button', role: 'menuitem', 'data-option': option.id, on: { click: chosen } },
      element('span', { text: option.label }),
      ...score(option, 'b'),
    );
  }

  /** Below the box, or above it where there is more room, and always inside the window. */
  #place(box) {
    const { offsetWidth: width, offsetHeight: height, style } = this.#menu;
    const above = box.top - height - GAP;
    const below = box.bottom + GAP;
    const top = below + height > innerHeight - MARGIN && above > MARGIN ? above : below;
    const inside = (at, size, room) => Math.max(MARGIN, Math.min(at, room - size - MARGIN));
    style.left = `${inside(box.left, width, innerWidth)}px`;
    style.top = `${inside(top, height, innerHeight) + scrollY}px`;
  }

  #key(event, items) {
    if (event.key === 'Tab') this.closeAndReturn();
    const at = items.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next == null) return;
    event.preventDefault();
    items.at(next % items.length).focus();
  }
}
