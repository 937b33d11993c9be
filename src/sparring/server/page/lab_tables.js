// What a test of a deck has found out, as tables: the field as a heat map, opening hands, cards, and a swap.
import { element } from './base.js';

const percent = share => `${Math.round(100 * share)}`;
const between = ({ low, high }) => `${percent(low)}–${percent(high)}`;
const head = (text, scope = 'col') => element('th', { scope, text });
const row = (...cells) => element('tr', {}, ...cells);

/** How strongly the hottest cell is coloured, in percent. */
const MOST_HEAT = 46;

/** A cell that is warm where the deck wins and cold where it loses. */
function heat(told, sum = false) {
  if (told.rate == null) return element('td', { class: 'wait' }, element('span', { text: '…' }));
  const cell = element('td', { class: sum ? 'sum' : told.rate >= 0.5 ? 'hot' : 'cool' });
  const strength = Math.min(MOST_HEAT, Math.abs(told.rate - 0.5) * 2 * MOST_HEAT);
  cell.style.setProperty('--heat', `${strength}%`);
  cell.title = `${told.wins} of ${told.games} games won`;
  cell.append(element('b', { text: percent(told.rate) }), element('small', { text: between(told) }));
  return cell;
}

/** A table that scrolls sideways where it is too wide, also by keys. */
const scrolling = (name, made) =>
  element('div', { class: 'scrolling', tabindex: 0, role: 'group', 'aria-label': name }, made);

const heated = (...parts) => scrolling('Against the field', element('table', { class: 'heat' }, ...parts));

/** The field: a column for each deck on a desk, a row for each on a phone. */
export function heatMap(report, isNarrow) {
  const turns = [
    ['first', 'You first'],
    ['second', 'You second'],
  ];
  const { against } = report;
  const name = (deck, scope) =>
    element(
      'th',
      { scope, title: deck.title },
      element('b', { text: deck.deck }),
      element('small', { text: deck.title }),
    );
  if (isNarrow) {
    const rows = against.map(deck => row(name(deck, 'row'), heat(deck.first), heat(deck.second)));
    return heated(
      element('thead', {}, row(head('Against'), ...turns.map(([, text]) => head(text)))),
      element('tbody', {}, ...rows, row(head('All', 'row'), heat(report.first, true), heat(report.second, true))),
    );
  }
  const rows = turns.map(([turn, text]) =>
    row(head(text, 'row'), ...against.map(deck => heat(deck[turn])), heat(report[turn], true)),
  );
  const both = row(head('Both', 'row'), ...against.map(deck => heat(deck)), heat(report, true));
  const columns = against.map(deck => name(deck, 'col'));
  return heated(
    element('thead', {}, row(head('Against'), ...columns, head('All'))),
    element('tbody', {}, ...rows, both),
  );
}

/** A share with its interval and how many games it stands on. */
function share(told) {
  if (told.rate == null) return element('td', { class: 'quiet', text: '–' });
  const games = `${told.games} ${told.games === 1 ? 'game' : 'games'}`;
  return element(
    'td',
    {},
    element('b', { text: `${percent(told.rate)} %` }),
    ' ',
    element('small', { text: between(told) }),
    ' ',
    element('small', { text: games }),
  );
}

/** The advice on opening hands, and what it is based on. */
export function handTables({ kept, another, marks, advice }) {
  const rows = [
    ['Kept', kept],
    ['Put back, another one taken', another],
  ].map(([text, told]) => row(head(text, 'row'), share(told)));
  const told = marks.map(({ mark, with: has, without }) =>
    row(head(`With ${mark}`, 'row'), share(has), share(without)),
  );
  return [
    element('ul', { class: 'advice' }, ...advice.map(text => element('li', { text }))),
    table(['The first hand', 'Won'], rows),
    table(['Hands that were kept', 'Won', 'Won without it'], told),
  ];
}

/** The cards of the deck, and how often it won with each. */
export function cardTable(cards) {
  const rows = cards.map(({ name, held, played, without, opening }) =>
    row(head(name, 'row'), share(held), share(played), share(without), share(opening)),
  );
  return table(['Card', 'In hand', 'Played', 'Without it', 'In a hand that was kept'], rows);
}

const table = (heads, rows) =>
  scrolling(
    heads[0],
    element(
      'table',
      { class: 'shares' },
      element('thead', {}, row(...heads.map(text => head(text)))),
      element('tbody', {}, ...rows),
    ),
  );

const VERDICTS = {
  better: 'The deck is better with the swap.',
  worse: 'The deck is worse with the swap.',
  'no difference that matters': 'The swap makes no difference that matters.',
  open: 'It is not sure yet what the swap does.',
};

/** What a swap changes, in sentences. */
export function swapTold({ swap, cards }) {
  const name = id => cards.find(({ card }) => card === id)?.name || id;
  const difference = 100 * (swap.difference ?? 0);
  const points = `${Math.abs(difference).toFixed(1)} points ${difference < 0 ? 'fewer' : 'more'}`;
  const matters = Math.round(100 * swap.matters);
  const lines = [
    element('p', { text: `${swap.count} × ${name(swap.out)} out, ${swap.count} × ${name(swap.in)} in` }),
    element('p', {}, element('b', { text: VERDICTS[swap.verdict] })),
  ];
  if (swap.pairs) {
    const alike = `${swap.same} of ${swap.pairs} times two games ended alike`;
    lines.push(element('p', { text: `With the same seeds it won ${points}; ${alike}.` }));
  }
  const error = Math.round(100 * swap.error);
  lines.push(
    element('p', {
      class: 'small quiet',
      text: `A verdict is wrong at most ${error} times in 100. What matters is ${matters} points or more.`,
    }),
  );
  return lines;
}
