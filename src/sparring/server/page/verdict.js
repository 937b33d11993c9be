// What is said about one move of a review: the word, a sentence, two numbers, and the better line.
import { quoted } from './advice.js';
import { byId, element, icons } from './base.js';
import { nameOfWord, percent, sign } from './course.js';
import { displayName } from './people.js';

const RESULTS = new Map([
  [1, 'a sure win'],
  [0.5, 'a draw'],
  [0, 'a loss'],
]);
const LEVEL = /^level(\d+)$/;

/** The sentences about a move. `mine` is whether the visitor made it, `levels` how many levels the game has. */
function sentences(move, mine, levels) {
  const played = quoted(move.move);
  if (move.forced) return { head: `${played} was the only move.`, why: 'There was nothing to choose.' };
  if (move.word === 'best') return { head: `${played} was the best move.`, why: move.explanation ?? '' };
  const head =
    move.best && move.best !== move.move ? `${quoted(move.best)} was better.` : 'There was something better.';
  const points = Math.round(move.loss * 100);
  const about = move.error ? `, give or take ${Math.max(1, Math.round(2 * move.error * 100))}` : '';
  const much = `${points} ${points === 1 ? 'point' : 'points'} of expected score${about}`;
  const cost = `${played} cost ${mine ? 'you' : 'them'} ${much}.`;
  const told = move.exact ? `${played} turned ${RESULTS.get(move.before)} into ${RESULTS.get(move.after)}.` : cost;
  const fine = move.word === 'good' ? `${played} was fine.` : head;
  return { head: fine, why: [told, whoSees(move, levels), move.explanation].filter(Boolean).join(' ') };
}

/** How strong somebody must be to see the better move, so that nobody is scolded for what only a solver sees. */
function whoSees({ seen_by: level }, levels) {
  const number = Number(LEVEL.exec(level ?? '')?.[1]);
  if (!number) return '';
  if (number >= levels) return 'Only perfect play sees that.';
  return number === 1 ? 'Even Level 1 sees that.' : `${displayName(level)} is the lowest that sees that.`;
}

/** Shows what is said about a move. `names` are those of the seats; `step(at)` shows a move of the better line. */
export function showVerdict(move, { name, mine, levels, ahead, step }) {
  const { head, why } = sentences(move, mine, levels);
  byId('when').innerHTML = `${sign(move.word)}<span class="word ${move.word}">${nameOfWord(move.word)}</span>`;
  byId('when').append(element('span', { class: 'quiet', text: `Move ${move.ply}, ${mine ? 'yours' : `by ${name}`}` }));
  byId('head').textContent = head;
  byId('why').textContent = why;
  const whose = mine ? 'Your expected score' : `Expected score of ${name}`;
  const number = (text, value, word = '') =>
    element(
      'div',
      {},
      element('span', { text }),
      element('b', { class: word && `word ${word}`, text: percent(value) }),
    );
  const same = move.word === 'best' || move.forced;
  byId('swing').replaceChildren(
    element('p', { class: 'quiet', text: `${whose}:` }),
    ...(same
      ? [number(`With ${move.move}`, move.after)]
      : [
          number(move.best ? `With ${move.best}` : 'At best', move.before),
          element('span', { class: 'to', drawing: icons.forward, 'aria-hidden': 'true' }),
          number(`With ${move.move}`, move.after, move.word),
        ]),
  );
  const chip = (text, at) =>
    element('button', {
      type: 'button',
      text,
      'aria-current': ahead === at + 1 ? 'step' : null,
      on: { click: () => step(at + 1) },
    });
  const line = same || !move.line.length ? [] : move.line;
  byId('line').replaceChildren(
    ...(line.length
      ? [
          element('h3', { class: 'sub', text: 'The better line' }),
          element('div', { class: line.every(text => text.length < 4) ? 'chips' : 'chips words' }, ...line.map(chip)),
        ]
      : []),
  );
}
