// The decks of a match: what a game's name says of them, and the choice of one for each side.
import { byId, element, storage } from './base.js';
import { ownDecks, syncDecks } from './deck_store.js';

/** The settings of a game that stand for decks, in the order of the seats; none in a game without decks. */
const deckSettings = game => game.settings?.filter(({ seat }) => seat != null) || [];

/** The decks that the name of a match's game holds, for each seat; null for one that chance chose. */
export function decksOf(name, game) {
  const settings = deckSettings(game);
  if (!settings.length) return null;
  const given = new Map(
    name
      .slice(name.indexOf(':') + 1)
      .split(',')
      .map(part => part.split('=')),
  );
  return settings.map(setting => given.get(setting.name) || null);
}

/** What the decks of both sides were last in a game: { mine, theirs }, each a name, or empty for any deck. */
function remembered(game) {
  try {
    return JSON.parse(storage.get(`decks.${game}`)) || {};
  } catch {
    return {};
  }
}

/** The choice of decks on the first page. */
export class DeckChoice {
  #game = null;
  #fields = {};
  /** The visitor's own decks, by their values in the lists. */
  #own = new Map();
  /** The games whose decks were fetched from the server. */
  #synced = new Set();

  /** Offers the decks of a game; nothing for a game without any. */
  offer(game) {
    this.#game = game;
    const [setting] = deckSettings(game);
    const host = byId('deck-choice');
    host.hidden = !setting;
    host.replaceChildren();
    if (!setting) return;
    const before = remembered(game.name);
    const own = game.builds_decks ? ownDecks(game.name) : [];
    this.#own = new Map(own.map(({ id, content }) => [`own:${id}`, content]));
    this.#fields = {
      mine: deckSelect('deck-mine', 'Your deck', setting, this.#own, before.mine),
      theirs: deckSelect('deck-theirs', 'Their deck', setting, this.#own, before.theirs),
    };
    const note = element('p', { class: 'small quiet', role: 'status' });
    const tell = () => {
      note.textContent = this.#isChosen ? 'With a deck of your choice the match does not count for your rating.' : '';
    };
    for (const { select } of Object.values(this.#fields)) {
      select.addEventListener('change', () => {
        storage.set(`decks.${game.name}`, JSON.stringify(this.#chosen));
        tell();
      });
    }
    tell();
    this.#fetch(game, own);
    const build = element('a', { class: 'button', href: `/decks?game=${game.name}`, text: 'Build a deck' });
    host.append(...Object.values(this.#fields).map(({ label }) => label), ...(game.builds_decks ? [build] : []), note);
  }

  /** Offers the decks that the visitor has built elsewhere, once they are here. */
  async #fetch(game, known) {
    if (!game.builds_decks || this.#synced.has(game.name)) return;
    this.#synced.add(game.name);
    await syncDecks(game.name);
    const names = decks => JSON.stringify(decks.map(({ id, content }) => [id, content.name]));
    if (this.#game === game && names(ownDecks(game.name)) !== names(known)) this.offer(game);
  }

  get #chosen() {
    return { mine: this.#fields.mine.select.value, theirs: this.#fields.theirs.select.value };
  }

  get #isChosen() {
    const { mine, theirs } = this.#chosen;
    return Boolean(mine || theirs);
  }

  /** What a request for a match says about decks; `seat` is the visitor's, or null for whoever watches. */
  asked(seat) {
    if (!deckSettings(this.#game).length || !this.#isChosen) return {};
    const { mine, theirs } = this.#chosen;
    const given = value => this.#own.get(value) || value || null;
    return { decks: this.#game.seats.map((_, at) => given(at === (seat ?? 0) ? mine : theirs)) };
  }
}

function deckSelect(id, name, { choices, titles }, own, chosen) {
  const all = [
    ...[...own].map(([value, content]) => ({ value, text: `Yours: ${content.name}` })),
    ...choices.map(value => ({ value, text: titles?.[value] || value })),
  ];
  const options = all.map(({ value, text }) => element('option', { value, text, selected: value === chosen }));
  const select = element('select', { id }, element('option', { value: '', text: 'Any deck' }), ...options);
  const label = element('label', { class: 'select' }, element('span', { class: 'small', text: name }), select);
  return { label, select };
}
