// How minimax looks ahead from the position of a match: a tree to unfold, with what alpha-beta left out.
import { byId, element } from './base.js';

const DEPTHS = [1, 2, 3, 4];
const USUAL = 2;

export class ThoughtTree {
  #details = byId('tree');
  #result = element('div', { class: 'result', 'aria-live': 'polite' });
  /** The decision that the tree was made for. */
  #decision = null;

  /** `onHelp` is called after a tree was shown, which counts as a hint. */
  constructor(session, onHelp) {
    Object.assign(this, { session, onHelp });
    const depth = element('select', { id: 'tree-depth' });
    depth.append(...DEPTHS.map(plies => element('option', { value: plies, text: plies, selected: plies === USUAL })));
    const show = () => this.#show(Number(depth.value));
    this.#details.append(
      element('summary', { text: 'How it thinks' }),
      element('p', {
        class: 'small quiet',
        text: 'What minimax looks at from here, and what it leaves out. Like a hint, it makes the match not count.',
      }),
      element(
        'div',
        { class: 'set' },
        element('label', { for: 'tree-depth', text: 'Moves to look ahead' }),
        depth,
        element('button', { class: 'button', type: 'button', id: 'show-tree', text: 'Show', on: { click: show } }),
      ),
      this.#result,
    );
  }

  /** Offers the tree while there is something to decide, and forgets one of an earlier decision. */
  follow() {
    const { session } = this;
    const { decision, match, timeline } = session;
    const offered = session.alone && !session.watching && session.game.has_tree && !match.over;
    this.#details.hidden = !offered;
    byId('show-tree').disabled = !decision || !timeline.live;
    if (decision?.number !== this.#decision) this.#result.replaceChildren();
  }

  async #show(depth) {
    const { decision } = this.session;
    if (!decision) return;
    this.#result.replaceChildren(element('p', { class: 'quiet', text: 'Let me see …' }));
    this.#decision = decision.number;
    try {
      const { about, root, to_move: mover } = await this.session.tree(depth);
      if (this.session.decision?.number !== decision.number) return;
      const looked = root.children.filter(({ cut }) => !cut);
      const example = looked.find(({ children }) => children.some(({ cut }) => cut)); // shows what a cut is
      const roots = looked.map(child => branch(child, mover, child === example));
      this.#result.replaceChildren(element('p', { text: about }), element('ul', {}, ...roots, ...leftOut(root)));
      this.onHelp();
    } catch (error) {
      this.#result.replaceChildren(element('p', { text: error.message }));
    }
  }
}

/** A position with those below it; what both sides would play is unfolded, and what is `open`. */
function branch(node, mover, open = false) {
  const kind = node.best ? 'best' : '';
  const side = node.to_move && node.children.length ? (node.to_move === mover ? 'own' : 'other') : 'end';
  const name = element(
    'span',
    { class: `node ${side} ${kind}`, title: node.why },
    element('b', { text: node.move }),
    ` ${node.says}`,
  );
  if (!node.children.length) return element('li', {}, name);
  const below = node.children.filter(({ cut }) => !cut).map(child => branch(child, mover));
  return element(
    'li',
    {},
    element(
      'details',
      { open: open || node.best },
      element('summary', {}, name),
      element('ul', {}, ...below, ...leftOut(node)),
    ),
  );
}

/** The moves that were left out of a position, and why. */
function leftOut({ children }) {
  const cut = children.filter(child => child.cut);
  if (!cut.length) return [];
  const names = cut.map(({ move }) => move).join(', ');
  return [
    element('li', { class: 'cut' }, element('b', { text: `✂ ${names} ` }), element('span', { text: cut[0].why })),
  ];
}
