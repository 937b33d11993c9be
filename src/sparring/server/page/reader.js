// A card's whole text, for scenes that have cards.
import { isOpen } from './cards.js';
import { byId, element } from './dom.js';

/** Shows a card beside the table; one that cannot be read leaves there what was shown before. */
export function readCard(card) {
  if (!card || !isOpen(card)) return;
  byId('reader').hidden = false;
  byId('reader').replaceChildren(...cardArticle(card).childNodes);
}

/** A card as it is printed, with its whole text. */
export function cardArticle(card) {
  const cost = card.cost == null ? [] : [element('b', { text: card.cost })];
  const name = element('h3', { class: 'name', text: card.name });
  const power = element('b', { text: card.power ?? '' });
  return element(
    'article',
    { class: 'reader' },
    element('header', { class: `c-${card.colour}-bg` }, ...cost, name),
    element('div', { class: 'facts' }, power, element('span', { class: 'meta small', text: facts(card) })),
    element('p', { text: card.text || 'No effect.' }),
  );
}

/** What else is printed on a card; a game that does not put it into words has it listed. */
function facts(card) {
  const counter = card.counter ? `counter +${card.counter}` : '';
  return card.facts ?? [card.attribute, card.type, counter].filter(Boolean).join(' · ');
}
