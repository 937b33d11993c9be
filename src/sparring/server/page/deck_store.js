// The decks of the visitor's own: kept with the player on the server, and in this browser, which works without it too.
import { storage } from './base.js';
import { call } from './server.js';

const key = game => `own-decks.${game}`;

/** How long changes of a deck are collected before they are sent, in milliseconds. */
const SOON = 600;
const timers = new Map();

/** The decks of a game that are kept here, each { id, content }, the one that was changed last first. */
export function ownDecks(game) {
  return all(game).filter(({ content }) => content);
}

/** Everything that is kept here: decks, and the ids of deleted ones that the server does not know of yet. */
function all(game) {
  try {
    const kept = JSON.parse(storage.get(key(game)) || '[]');
    return kept.filter(({ id, content }) => id && (content === null || Array.isArray(content?.cards)));
  } catch {
    return [];
  }
}

/** Keeps a deck, in place of the one with the same id; `told(sent)` hears whether the server has it too. */
export function keepDeck(game, { id, content }, told = () => {}) {
  const others = all(game).filter(deck => deck.id !== id);
  storage.set(key(game), JSON.stringify([{ id, content, unsent: true }, ...others]));
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => send(game, id).then(told), SOON),
  );
}

export function forgetDeck(game, id) {
  keepDeck(game, { id, content: null });
}

/** Sends a deck that has changed to the server; true if the server has it now. */
async function send(game, id) {
  const deck = all(game).find(kept => kept.id === id);
  if (!deck) return true;
  const sent = JSON.stringify(deck.content);
  try {
    if (deck.content) await call('PUT', `/players/me/decks/${id}`, { game, content: deck.content });
    else await call('DELETE', `/players/me/decks/${id}?game=${game}`);
  } catch {
    return false; // it stays unsent, and goes with the next visit
  }
  const now = all(game);
  const mine = now.find(kept => kept.id === id);
  if (!mine || JSON.stringify(mine.content) !== sent) return true; // it has changed again, and is sent again
  mine.unsent = false;
  storage.set(key(game), JSON.stringify(now.filter(kept => kept !== mine || mine.content)));
  return true;
}

/** Brings this browser and the server to the same decks; what has changed here and was not sent yet counts. */
export async function syncDecks(game) {
  let theirs;
  try {
    theirs = await call('GET', `/players/me/decks?game=${game}`);
  } catch {
    return; // the browser's own will do
  }
  const here = all(game);
  const unsent = here.filter(({ unsent: isUnsent }) => isUnsent !== false);
  const changedHere = new Set(unsent.map(({ id }) => id));
  const known = new Map(theirs.map(deck => [deck.id, deck]));
  const elsewhere = theirs.filter(({ id, content }) => content && !changedHere.has(id));
  const lost = here.filter(({ id, unsent: isUnsent }) => isUnsent === false && !known.has(id));
  const kept = [
    ...unsent,
    ...elsewhere.map(({ id, content }) => ({ id, content, unsent: false })),
    ...lost.map(deck => ({ ...deck, unsent: true })), // the server knows nothing of it, so it gets it again
  ];
  storage.set(key(game), JSON.stringify(kept));
  for (const { id } of [...unsent, ...lost]) await send(game, id);
}

/** Forgets every deck in this browser, because its player is forgotten here. */
export function forgetAllHere() {
  for (const name of storage.names('own-decks.')) storage.set(name, '[]');
}
