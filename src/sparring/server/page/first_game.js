// The teaching game of a game: offered to newcomers, begun, and remembered.
import { byId, element, storage } from './base.js';
import { beginMatch } from './server.js';

/** What this device remembers of a game's lessons: which were told, and that none are wanted any more. */
export const toldKey = game => `lessons.${game}`;
export const doneKey = game => `learned.${game}`;

/** Begins the teaching game of a game, with all lessons as if none had been told. */
export function beginLessons({ name, first_game: first }) {
  storage.set(toldKey(name), '');
  storage.switch(doneKey(name), false);
  return beginMatch({ ...first, paced: true, teach: true }, first.opponents.indexOf('human'));
}

/** Offers the teaching game on the first page, unless the visitor has `played` the game or does not want it. */
export function offerLessons(game, played, onError) {
  const card = byId('first-game');
  card.hidden = !game.first_game || played || storage.isOn(doneKey(game.name));
  if (card.hidden) return;
  const begin = () => beginLessons(game).catch(onError);
  const decline = () => {
    storage.switch(doneKey(game.name), true);
    card.hidden = true;
  };
  const about = `An easy opponent, and every rule of ${game.title} explained when it comes up. It does not count.`;
  card.replaceChildren(
    element(
      'div',
      {},
      element('h3', { class: 'name', text: 'Your first game? Learn as you play' }),
      element('p', { class: 'quiet', text: about }),
    ),
    element('button', { class: 'button', type: 'button', text: 'No, thanks', on: { click: decline } }),
    element('button', { class: 'button main', type: 'button', id: 'learn', text: 'Learn', on: { click: begin } }),
  );
}
