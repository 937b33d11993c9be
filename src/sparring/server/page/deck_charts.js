// A deck in charts: how many cards there are of each cost, and how many with each mark.
import { element } from './base.js';

const DEAREST = 8;

/** The charts of a deck, given as a list of { card, count }. */
export function charts(entries) {
  const sum = fits => entries.reduce((total, { card, count }) => total + (fits(card) ? count : 0), 0);
  const costs = Array.from({ length: DEAREST }, (_, at) => at + 1);
  const curve = costs.map(cost => {
    const last = cost === DEAREST;
    return [
      last ? `${cost}+` : `${cost}`,
      sum(card => (last ? card.cost >= cost : Math.max(1, card.cost ?? 0) === cost)),
    ];
  });
  const total = sum(() => true);
  const mean = total ? entries.reduce((all, { card, count }) => all + (card.cost || 0) * count, 0) / total : 0;
  const counters = [...new Set(entries.map(({ card }) => card.counter).filter(Boolean))].sort((a, b) => b - a);
  const marks = [...new Set(entries.flatMap(({ card }) => card.marks))].sort();
  const kinds = [...new Set(entries.map(({ card }) => card.kind))].sort();
  const flat = [
    ...counters.map(value => [`Counter +${value}`, sum(card => card.counter === value)]),
    ['No counter', sum(card => !card.counter && !card.marks.includes('Counter event'))],
    ...marks.map(mark => [mark, sum(card => card.marks.includes(mark))]),
    ...kinds.map(kind => [kind[0].toUpperCase() + kind.slice(1), sum(card => card.kind === kind)]),
  ];
  return [
    figure('Cost', `mean ${mean.toFixed(1)}`, columns(curve)),
    figure('Counters, triggers and the rest', '', bars(flat, total)),
  ];
}

const figure = (head, detail, chart) =>
  element(
    'figure',
    {},
    element('figcaption', { text: head }, element('span', { class: 'quiet small', text: detail })),
    chart,
  );

function columns(values) {
  const most = Math.max(1, ...values.map(([, count]) => count));
  const told = values.map(([cost, count]) => `${count} of cost ${cost}`).join(', ');
  const drawn = values.map(([cost, count]) => {
    const bar = element('i');
    bar.style.height = `${(100 * count) / most}%`;
    return element('div', {}, element('b', { text: count }), element('span', { class: 'bar-room' }, bar), cost);
  });
  return element('div', { class: 'curve', role: 'img', 'aria-label': told }, ...drawn);
}

function bars(values, total) {
  const drawn = values.map(([name, count]) => {
    const bar = element('i');
    bar.style.width = `${(100 * count) / Math.max(1, total)}%`;
    return element(
      'li',
      {},
      element('span', { text: name }),
      element('span', { class: 'bar-room' }, bar),
      element('b', { text: count }),
    );
  });
  return element('ul', { class: 'bars' }, ...drawn);
}
