// How opponents and people are called and rated on the page.
import { element } from './dom.js';
import { pips } from './faces.js';

/** An opponent's name as people read it: "hard:depth=4" is "Hard, depth 4". */
export const displayName = name =>
  name
    .replace(/^[a-z]/, letter => letter.toUpperCase())
    .replace(':', ', ')
    .replace(/=/g, ' ');

/** A name as text that may break where its words meet: "ChampionChimp" in a narrow column takes two lines. */
export const breakable = name => name.split(/(?<=[a-z])(?=[A-Z])/).flatMap(part => [part, element('wbr')]);

/** The opponents that a game offers. */
export const opponentsPath = game => `/games/${encodeURIComponent(game)}/opponents`;

/** Fills `line` with an opponent's level and its rating, where it was measured. */
export function showLevel(line, { level, rating }) {
  line.innerHTML = `${pips(level)} `;
  line.append(element('span', { text: rating ? `Rated ${Math.round(rating)}` : `Level ${level}` }));
}
