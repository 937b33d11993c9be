// The list of moves beside the board; a click shows the board as it was.
import { byId, element } from './dom.js';

/**
 * Lists the moves of a timeline. `names` are those of the seats, `jump(at)` shows a frame.
 *
 * Where moves alone do not tell what happened, because frames have news, it is a log with a paragraph each.
 */
export function showMoves(timeline, names, jump) {
  const { frames, at } = timeline;
  const asLog = frames.some(frame => frame.news?.length);
  const rows = asLog ? logRows(frames, at, names, jump) : tableRows(frames, at, names.length, jump);
  const head = asLog
    ? element('h2', { text: 'What happened' })
    : element('h2', {}, element('span'), ...names.map(name => element('span', { text: name })));
  const list = element('ol', {}, ...rows);
  byId('moves').classList.toggle('log', asLog);
  byId('moves').replaceChildren(head, list);
  byId('moves').hidden = frames.length < 2;
  scrollTo(list, asLog);
}

function moveButton(frame, number, at, jump, extra) {
  return element('button', {
    type: 'button',
    text: frame.option,
    'aria-current': number === at ? 'step' : null,
    on: { click: () => jump(number) },
    ...extra,
  });
}

/** A row for each round, in which every seat has a column. */
function tableRows(frames, at, seats, jump) {
  const rows = [];
  for (let first = 1; first < frames.length; first += seats) {
    const row = element('li', {}, element('span', { text: (first - 1) / seats + 1 }));
    frames.slice(first, first + seats).forEach((frame, column) => {
      const number = first + column;
      row.append(moveButton(frame, number, at, jump, { 'aria-label': `Move ${number}: ${frame.option}` }));
    });
    rows.push(row);
  }
  return rows;
}

/** A row for each move: whose it was, and what came of it. */
function logRows(frames, at, names, jump) {
  return frames.slice(1).map((frame, before) => {
    const name = names[frame.seat];
    const label = `Move ${before + 1}, ${name}: ${frame.option}`;
    const button = moveButton(frame, before + 1, at, jump, { 'data-who': name, 'aria-label': label });
    return element('li', {}, button, ...(frame.news || []).map(text => element('p', { text })));
  });
}

/** Scrolls the list, and nothing else, so that the current move is seen. */
function scrollTo(list, asLog) {
  const current = list.querySelector('[aria-current]');
  if (!current) return;
  if (asLog) {
    const row = current.parentElement;
    list.scrollTop = row.offsetTop - list.offsetTop + Math.min(0, row.offsetHeight - list.clientHeight);
  } else {
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    list.scrollLeft = current.offsetLeft - list.offsetLeft - list.clientWidth / 2;
  }
}
