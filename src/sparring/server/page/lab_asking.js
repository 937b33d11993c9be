// What a new test of a deck is asked for: the deck, who plays it, how many games, and a swap.
import { byId, element } from './base.js';
import { ownDecks, syncDecks } from './deck_store.js';
import { call, gamePath } from './server.js';

const GAMES = [4, 10, 20, 40, 100];
const USUAL = 10;

export class Asking {
  #game;
  #begun;
  #known = null;
  /** The names of cards by their ids. */
  #names = new Map();

  /** `begun(test)` is told of a test that was begun. */
  constructor(game, begun) {
    this.#game = game;
    this.#begun = begun;
  }

  /** Fills the form, with one of the visitor's own decks chosen by its id. */
  async open(wanted) {
    const [known, opponents] = await Promise.all([
      call('GET', `${gamePath(this.#game)}/decks`),
      call('GET', `${gamePath(this.#game)}/opponents`),
      syncDecks(this.#game),
    ]);
    this.#known = known;
    for (const { id, name } of known.cards) this.#names.set(id, name);
    const own = ownDecks(this.#game);
    const option = (value, text, selected) => element('option', { value, text, selected });
    const mine = own.map(({ id, content }) => option(`own:${id}`, content.name || 'Without a name', id === wanted));
    const others = known.decks.map(({ name, title }) => option(name, `${name}: ${title}`));
    byId('deck').replaceChildren(
      ...(mine.length ? [element('optgroup', { label: 'Your decks' }, ...mine)] : []),
      element('optgroup', { label: 'Decks of the game' }, ...others),
    );
    const pilots = opponents.filter(({ talks, adapts }) => !talks && !adapts);
    const usual = pilots.find(({ name }) => name === 'medium') || pilots.find(pilot => pilot.default) || pilots[0];
    byId('pilot').replaceChildren(...pilots.map(({ name }) => option(name, name, name === usual.name)));
    byId('games').replaceChildren(...GAMES.map(games => option(games, `${games}`, games === USUAL)));
    byId('deck').addEventListener('change', () => this.#offerSwap());
    byId('out').addEventListener('change', () => this.#offerCopies());
    byId('asking').addEventListener('submit', event => {
      event.preventDefault();
      this.#ask();
    });
    this.#offerSwap();
  }

  /** The deck that is chosen: its content if it is the visitor's own, else its name. */
  get #deck() {
    const { value } = byId('deck');
    return ownDecks(this.#game).find(({ id }) => value === `own:${id}`)?.content || value;
  }

  get #content() {
    const deck = this.#deck;
    return typeof deck === 'string' ? this.#known.decks.find(({ name }) => name === deck).content : deck;
  }

  #name = ({ id, name }) => name || this.#names.get(id) || id;

  #offerSwap() {
    const { cards, leader } = this.#content;
    const mine = cards.filter(({ id }) => id !== leader);
    const colours = this.#known.cards.find(({ id }) => id === leader)?.colours || [];
    const fits = card => card.kind !== 'leader' && card.colours.every(colour => colours.includes(colour));
    const option = card => element('option', { value: card.id, text: this.#name(card) });
    const byName = (one, other) => this.#name(one).localeCompare(this.#name(other));
    byId('out').replaceChildren(...[...mine].sort(byName).map(option));
    byId('into').replaceChildren(...this.#known.cards.filter(fits).sort(byName).map(option));
    this.#offerCopies();
  }

  #offerCopies() {
    const copies = this.#content.cards.find(({ id }) => id === byId('out').value)?.count ?? 1;
    const counts = Array.from({ length: copies }, (_, at) => at + 1);
    byId('count').replaceChildren(...counts.map(count => element('option', { value: count, text: `${count}` })));
  }

  async #ask() {
    const swap = byId('swap').open
      ? { out: byId('out').value, into: byId('into').value, count: Number(byId('count').value) }
      : null;
    byId('begin').disabled = true;
    byId('refused').textContent = '';
    try {
      const asked = { deck: this.#deck, opponent: byId('pilot').value, games: Number(byId('games').value), swap };
      this.#begun(await call('POST', `${gamePath(this.#game)}/labs`, asked));
    } catch (error) {
      byId('refused').textContent = error.message;
    } finally {
      byId('begin').disabled = false;
    }
  }
}
