// The decks of the visitor's own, which this browser keeps: { id, content } by game.
import { storage } from './base.js';

const key = game => `own-decks.${game}`;

/** The decks of a game that are kept here, the one that was changed last first. */
export function ownDecks(game) {
  try {
    const kept = JSON.parse(storage.get(key(game)) || '[]');
    return kept.filter(({ id, content }) => id && content && Array.isArray(content.cards));
  } catch {
    return [];
  }
}

/** Keeps a deck, in place of the one with the same id. */
export function keepDeck(game, deck) {
  const others = ownDecks(game).filter(({ id }) => id !== deck.id);
  storage.set(key(game), JSON.stringify([deck, ...others]));
}

export function forgetDeck(game, id) {
  storage.set(key(game), JSON.stringify(ownDecks(game).filter(deck => deck.id !== id)));
}
