// What has to be said about games, at the foot of a page.
import { byId, element } from './base.js';

export function showNotices(games) {
  const told = games.filter(({ notice }) => notice);
  byId('notices').replaceChildren(...told.map(({ title, notice }) => element('p', { text: `${title}: ${notice}` })));
}
