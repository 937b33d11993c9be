// Opponents in the order of their strength; the levels of a game, which are many and alike, as one row to choose from.
import { element } from './base.js';
import { displayName, isLevel } from './people.js';

/** The share of the points at which two players are equal. */
const EVEN = 0.5;

/** The most levels in a row on a phone; rows are about equally long. */
const LONGEST_ROW = 6;

/** All opponents, the weakest first; whoever was not measured comes after those of its level. */
export function byStrength(opponents) {
  const ordered = opponents.filter(({ rating }) => rating != null).sort((one, other) => one.rating - other.rating);
  const unmeasured = opponents.filter(({ rating }) => rating == null).sort((one, other) => one.level - other.level);
  for (const opponent of unmeasured) {
    ordered.splice(ordered.findLastIndex(({ level }) => level <= opponent.level) + 1, 0, opponent);
  }
  return ordered;
}

/** The number of a level. */
const numberOf = ({ name }) => Number(name.slice('level'.length));

/** The characters of a game, and its levels by their numbers, whatever their measured ratings say. */
export const parted = opponents => [
  opponents.filter(({ name }) => !isLevel(name)),
  opponents.filter(({ name }) => isLevel(name)).sort((one, other) => numberOf(one) - numberOf(other)),
];

/**
 * The levels of a game: a row of numbers, and the rung of the one that is chosen.
 *
 * `expected(name)` is what the visitor would score, if that is known; `rung(opponent)` makes a rung.
 */
export function levelsGroup(levels, expected, rung) {
  if (!levels.length) return [];
  const first = nearest(levels, expected);
  const shown = element('ol', { class: 'ladder', 'aria-live': 'polite' }, rung(first));
  const options = levels.map(level => {
    const input = element('input', {
      type: 'radio',
      name: 'level',
      value: level.name,
      checked: level === first,
      'aria-label': displayName(level.name),
    });
    input.addEventListener('change', () => shown.replaceChildren(rung(level)));
    return element('label', {}, input, `${numberOf(level)}`);
  });
  const row = element('div', { class: 'choice', role: 'radiogroup', 'aria-label': 'Level' }, ...options);
  row.style.setProperty('--columns', Math.ceil(levels.length / Math.ceil(levels.length / LONGEST_ROW)));
  return [
    element(
      'div',
      { class: 'levels' },
      element('h3', { text: 'Levels' }),
      element('p', { class: 'quiet small', text: 'From a beginner to the best of the game, step by step.' }),
      row,
    ),
    shown,
  ];
}

/** The level at which the visitor scores about half; the one in the middle if nobody knows. */
function nearest(levels, expected) {
  const away = ({ name }) => Math.abs((expected(name) ?? Number.NaN) - EVEN);
  const known = levels.filter(level => !Number.isNaN(away(level)));
  if (!known.length) return levels[Math.floor((levels.length - 1) / 2)];
  return known.reduce((best, level) => (away(level) < away(best) ? level : best));
}
