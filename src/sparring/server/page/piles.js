// The piles of a card table that can be looked through: both trashes, and what is left in one's own deck.
import { cardArticle } from './answers.js';
import { byId, element, icons } from './base.js';

const FOOT = [
  ['power', ''],
  ['counter', '+'],
];

/** Opens the piles, one under the other; the one that lies at a `place` first. */
export async function openPiles(session, place) {
  const { piles } = await session.piles();
  const first = piles.filter(pile => pile.place === place);
  const dialog = byId('piles');
  const close = element('button', {
    class: 'iconbutton',
    type: 'button',
    'aria-label': 'Close',
    drawing: icons.close,
    on: { click: () => dialog.close() },
  });
  const shown = [...first, ...piles.filter(pile => pile.place !== place)];
  dialog.replaceChildren(
    element('header', {}, element('h2', { text: 'Cards' }), close),
    element('div', { class: 'body' }, ...shown.map(pile => section(pile, session))),
  );
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
}

function section({ title, about, cards }, session) {
  const total = cards.reduce((sum, card) => sum + card.count, 0);
  return element(
    'section',
    { class: 'pile' },
    element('h3', { text: `${session.address.text(title)}: ${total || 'no'} ${total === 1 ? 'card' : 'cards'}` }),
    ...(about ? [element('p', { class: 'small quiet', text: session.address.text(about) })] : []),
    element('ul', {}, ...cards.map(row)),
  );
}

/** A card in a line, which unfolds to its text. */
function row(card) {
  const numbers = FOOT.filter(([name]) => card[name]).map(([name, sign]) => element('b', { text: sign + card[name] }));
  return element(
    'li',
    {},
    element(
      'details',
      {},
      element(
        'summary',
        {},
        element('span', { class: 'copies', text: `${card.count} ×` }),
        element('span', { class: `cost c-${card.colour}-bg`, text: card.cost ?? '' }),
        element('span', { class: 'name', text: card.name }),
        element('span', { class: 'numbers' }, ...(numbers.length ? numbers : [element('i', { text: card.type })])),
      ),
      cardArticle(card),
    ),
  );
}
