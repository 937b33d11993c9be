// The page of decks: find cards, put them into a deck, see what is wrong with it, keep it, and play it.
import { byId, element, icons, query, showHeader, storage } from './base.js';
import { charts } from './deck_charts.js';
import { openShare } from './deck_files.js';
import { forgetDeck, keepDeck, ownDecks, syncDecks } from './deck_store.js';
import { showNotices } from './notices.js';
import { call, gamePath } from './server.js';

/** How long typing is waited for before the deck is checked, in milliseconds. */
const SOON = 150;
const COSTS = 7;
const NOBODY = { name: '', leader: null, cards: [] };

class Builder {
  games = [];
  game = null;
  /** What the server says of the game's decks: size, copies, decks, cards. */
  known = null;
  /** The cards by their ids; those of the deck's own are added. */
  cards = new Map();
  /** The deck that is built: { id, content }. */
  deck = null;
  filter = { colours: new Set(), costs: new Set(), kinds: new Set() };
  #checks = 0;
  #timer = 0;

  async open() {
    const games = await call('GET', '/games');
    this.games = games.filter(game => game.builds_decks);
    showNotices(this.games);
    byId('game').replaceChildren(
      ...this.games.map(({ name, title }) => element('option', { value: name, text: title })),
    );
    byId('game').parentElement.hidden = this.games.length < 2;
    byId('game').addEventListener('change', () => this.#choose(byId('game').value));
    byId('deck').addEventListener('change', () => this.#openDeck(byId('deck').value));
    byId('new').addEventListener('click', () =>
      this.#begin({ ...NOBODY, name: 'New deck', leader: this.#leaders[0]?.id }),
    );
    byId('share').addEventListener('click', () => this.#share());
    byId('delete').addEventListener('click', () => this.#delete());
    byId('test').addEventListener('click', () => {
      location.href = `/lab?game=${encodeURIComponent(this.game)}&deck=${encodeURIComponent(this.deck.id)}`;
    });
    byId('play').addEventListener('click', () => this.#play());
    byId('search').addEventListener('input', () => this.#showFound());
    byId('name').addEventListener('input', () => this.#change({ name: byId('name').value }));
    byId('leader').addEventListener('change', () => this.#change({ leader: byId('leader').value }));
    for (const tab of document.querySelectorAll('[name=tab]')) {
      tab.addEventListener('change', () => {
        byId('builder').dataset.tab = tab.value;
      });
    }
    const wanted = this.games.find(({ name }) => name === query.get('game')) || this.games[0];
    if (!wanted) throw new Error('No game here has decks to build.');
    await this.#choose(wanted.name);
    document.body.classList.remove('loading');
  }

  async #choose(name) {
    this.game = name;
    byId('game').value = name;
    [this.known] = await Promise.all([call('GET', `${gamePath(name)}/decks`), syncDecks(name)]);
    this.cards = new Map(this.known.cards.map(card => [card.id, card]));
    const [latest] = ownDecks(name);
    if (latest) this.#show(latest);
    else this.#begin({ ...this.known.decks[0].content, deck: undefined, name: 'My first deck' });
  }

  get #leaders() {
    return this.known.cards.filter(({ kind }) => kind === 'leader');
  }

  /** Begins a deck with some content. */
  #begin(content) {
    this.#show({ id: crypto.getRandomValues(new Uint32Array(2)).join('-'), content: { ...content } });
    this.#changed();
  }

  /** Opens one of the visitor's own decks, or a copy of one that comes with the game. */
  #openDeck(value) {
    const own = ownDecks(this.game).find(({ id }) => id === value);
    if (own) {
      this.#show(own);
      return;
    }
    const { title, content } = this.known.decks.find(({ name }) => name === value);
    this.#begin({ ...content, deck: undefined, name: `${title}, changed` });
  }

  #show(deck) {
    this.deck = deck;
    for (const item of deck.content.cards) if (item.name) this.cards.set(item.id, ownCard(item));
    byId('name').value = deck.content.name || '';
    const leaders = [...this.cards.values()].filter(({ kind }) => kind === 'leader');
    const option = ({ id, name, colours }) =>
      element('option', { value: id, text: `${name} (${colours.join(', ')})`, selected: id === deck.content.leader });
    byId('leader').replaceChildren(...leaders.map(option));
    this.#showDecks();
    this.#showFilters();
    this.#draw();
  }

  #showDecks() {
    const own = ownDecks(this.game);
    const named = own.some(({ id }) => id === this.deck.id) ? own : [this.deck, ...own];
    const options = named.map(({ id, content }) =>
      element('option', { value: id, text: content.name || 'Without a name', selected: id === this.deck.id }),
    );
    const copies = this.known.decks.map(({ name, title }) =>
      element('option', { value: name, text: `${name}: ${title}` }),
    );
    byId('deck').replaceChildren(
      element('optgroup', { label: 'Your decks' }, ...options),
      element('optgroup', { label: 'Begin with a copy of' }, ...copies),
    );
  }

  // ---- changing the deck

  #change(change) {
    Object.assign(this.deck.content, change);
    this.#changed();
  }

  /** How many copies of a card the deck has. */
  #count(id) {
    return this.deck.content.cards.find(item => item.id === id)?.count ?? 0;
  }

  /** Puts one more of a card into the deck, or takes one out. */
  #add(id, more) {
    const { cards } = this.deck.content;
    const at = cards.findIndex(item => item.id === id);
    const count = Math.max(0, this.#count(id) + more);
    if (at < 0) cards.push({ id, count });
    else if (count) cards[at] = { ...cards[at], count };
    else cards.splice(at, 1);
    this.#changed();
  }

  #changed() {
    keepDeck(this.game, this.deck, sent => {
      byId('kept').textContent = sent ? 'Kept with you.' : 'Kept in this browser; the server does not answer.';
    });
    this.#showDecks();
    this.#draw();
  }

  #draw() {
    this.#showFound();
    this.#showRows([]);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), SOON);
  }

  /** Asks the server what is wrong with the deck. */
  async #check() {
    const check = ++this.#checks;
    try {
      const { faults } = await call('POST', `${gamePath(this.game)}/decks/check`, { deck: this.deck.content });
      if (check === this.#checks) this.#tell(faults);
    } catch (error) {
      if (check === this.#checks) this.#tell([{ text: error.message, card: null }]);
    }
  }

  // ---- what is wrong, and the deck as a list

  get #total() {
    const counted = this.deck.content.cards.filter(({ id }) => this.cards.get(id)?.kind !== 'leader');
    return counted.reduce((total, { count = 1 }) => total + count, 0);
  }

  #tell(faults) {
    const { size } = this.known;
    const count = element('p', {}, element('b', { text: this.#total }), ` of ${size} cards`);
    const listed = faults.map(({ text, card }) => {
      const remove = card && this.#count(card) > 0 ? [this.#remover(card)] : [];
      return element('li', {}, element('span', { text }), ...remove);
    });
    const ready = element('li', { class: 'fine', text: 'It can be played.' });
    byId('verdict').replaceChildren(count, element('ul', {}, ...(faults.length ? listed : [ready])));
    if (faults.length) byId('play').setAttribute('aria-disabled', 'true');
    else byId('play').removeAttribute('aria-disabled');
    byId('play').title = faults[0]?.text || '';
    this.#showRows(faults.map(({ card }) => card));
  }

  #remover(id) {
    const name = this.cards.get(id)?.name || id;
    return element('button', {
      class: 'linkish',
      type: 'button',
      text: 'Remove one',
      'aria-label': `Remove one ${name}`,
      on: { click: () => this.#add(id, -1) },
    });
  }

  #entries() {
    const cost = ({ card }) => card.cost ?? 0;
    return this.deck.content.cards
      .map(({ id, count = 1 }) => ({ card: this.cards.get(id) || unknown(id), count }))
      .filter(({ card }) => card.kind !== 'leader')
      .sort((one, other) => cost(one) - cost(other) || one.card.name.localeCompare(other.card.name));
  }

  #showRows(wrong) {
    const entries = this.#entries();
    byId('tab-count').textContent = this.#total;
    const rows = entries.map(({ card, count }) =>
      element(
        'li',
        { class: wrong.includes(card.id) ? 'bad' : null },
        element('b', { class: `cost c-${card.colours[0]}-bg`, text: card.cost ?? '–' }),
        element('span', { text: card.name, title: `${card.facts}\n${card.text}` }),
        element('small', { class: 'quiet', text: card.counter ? `+${card.counter}` : '' }),
        this.#stepper(card, count),
      ),
    );
    const focused = document.activeElement?.dataset.step;
    byId('rows').replaceChildren(...rows);
    byId('charts').replaceChildren(...charts(entries));
    if (focused) document.querySelector(`[data-step="${CSS.escape(focused)}"]`)?.focus();
  }

  #stepper(card, count, where = 'list') {
    const button = (drawing, words, more, off) =>
      element('button', {
        class: 'iconbutton',
        type: 'button',
        'aria-label': `${words} ${card.name}`,
        'data-step': `${where} ${card.id} ${more}`,
        disabled: off,
        drawing,
        on: { click: () => this.#add(card.id, more) },
      });
    return element(
      'span',
      { class: 'stepper' },
      button(icons.minus, 'One less of', -1, count === 0),
      element('b', { text: count }),
      button(icons.plus, 'One more of', 1, count >= this.known.copies),
    );
  }

  // ---- finding cards

  #showFilters() {
    const { cards } = this.known;
    const colours = [...new Set(cards.flatMap(card => card.colours))];
    const kinds = [...new Set(cards.map(card => card.kind))].filter(kind => kind !== 'leader');
    const marks = [...new Set(cards.flatMap(card => card.marks))].sort();
    const costs = Array.from({ length: COSTS }, (_, at) => at + 1);
    const group = (name, label, values, text = value => `${value}`) =>
      element(
        'div',
        { role: 'group', 'aria-label': label },
        ...values.map(value => this.#filterButton(this.filter[name], value, text(value))),
      );
    const leader = this.cards.get(this.deck.content.leader);
    this.filter = { colours: new Set(leader?.colours), costs: new Set(), kinds: new Set() };
    byId('filters').replaceChildren(
      group('colours', 'Colour', colours),
      group('costs', 'Cost', costs, cost => (cost === COSTS ? `${cost}+` : `${cost}`)),
      group('kinds', 'Kind', [...kinds, ...marks, 'counter']),
    );
  }

  #filterButton(chosen, value, text) {
    const button = element('button', {
      class: 'button',
      type: 'button',
      text: text[0].toUpperCase() + text.slice(1),
      'aria-pressed': String(chosen.has(value)),
    });
    button.addEventListener('click', () => {
      if (!chosen.delete(value)) chosen.add(value);
      button.setAttribute('aria-pressed', String(chosen.has(value)));
      this.#showFound();
    });
    return button;
  }

  #fits(card, words) {
    const { colours, costs, kinds } = this.filter;
    const is = kind => card.kind === kind || card.marks.includes(kind) || (kind === 'counter' && card.counter > 0);
    const text = `${card.name} ${card.facts} ${card.text}`.toLowerCase();
    return (
      card.kind !== 'leader' &&
      (!colours.size || card.colours.some(colour => colours.has(colour))) &&
      (!costs.size || costs.has(Math.min(COSTS, Math.max(1, card.cost ?? 0)))) &&
      [...kinds].every(is) &&
      words.every(word => text.includes(word))
    );
  }

  #showFound() {
    const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [...this.cards.values()].filter(card => this.#fits(card, words));
    found.sort((one, other) => (one.cost ?? 0) - (other.cost ?? 0) || one.name.localeCompare(other.name));
    byId('found-count').textContent = `${found.length} ${found.length === 1 ? 'card' : 'cards'}`;
    const focused = document.activeElement?.dataset.step;
    byId('found').replaceChildren(...found.map(card => this.#foundCard(card)));
    if (focused) document.querySelector(`[data-step="${CSS.escape(focused)}"]`)?.focus();
  }

  #foundCard(card) {
    const numbers = [card.power ?? '', card.counter ? `counter +${card.counter}` : ''].filter(String).join(' · ');
    return element(
      'li',
      {},
      element('b', { class: `cost c-${card.colours[0]}-bg`, text: card.cost ?? '–' }),
      element(
        'div',
        {},
        element('b', { class: 'name', text: card.name }),
        element('small', { class: 'quiet', text: [numbers, card.facts].filter(Boolean).join(' · ') }),
        element('p', { class: 'small', text: card.text }),
      ),
      this.#stepper(card, this.#count(card.id), 'found'),
    );
  }

  // ---- import and export, deleting, playing

  #share() {
    const lines = this.#entries().map(({ card, count }) => `${count}x${card.id}`);
    openShare(byId('drawer'), this.deck.content, lines, content => this.#import(content));
  }

  /** Begins a deck with content from elsewhere. */
  async #import(content) {
    const { content: whole } = await call('POST', `${gamePath(this.game)}/decks/check`, { deck: content });
    this.#begin({ name: 'Imported deck', ...(whole || content) });
  }

  #delete() {
    const button = byId('delete');
    if (button.textContent === 'Delete') {
      button.textContent = 'Really?';
      setTimeout(() => {
        button.textContent = 'Delete';
      }, 3000);
      return;
    }
    button.textContent = 'Delete';
    forgetDeck(this.game, this.deck.id);
    this.#choose(this.game).catch(showTrouble);
  }

  /** Goes to the opponents of the game, with this deck chosen. */
  #play() {
    if (byId('play').getAttribute('aria-disabled') === 'true') return;
    const key = `decks.${this.game}`;
    const before = JSON.parse(storage.get(key) || '{}');
    storage.set(key, JSON.stringify({ ...before, mine: `own:${this.deck.id}` }));
    location.href = `/?game=${encodeURIComponent(this.game)}`;
  }
}

const unknown = id => ({ id, name: id, kind: '', colours: ['black'], cost: null, marks: [], facts: '', text: '' });

/** A card that a deck describes itself, as far as it says what it is. */
const ownCard = item => ({
  ...unknown(item.id),
  ...item,
  kind: item.category || '',
  colours: [item.color].flat().filter(Boolean),
  marks: [...(item.keywords || []), ...(item.trigger?.length ? ['Trigger'] : [])],
  facts: [item.attribute, ...(item.types || [])].filter(Boolean).join(' · '),
  text: '',
});

function showTrouble(error) {
  byId('trouble').hidden = false;
  byId('trouble').textContent = error.message;
}

showHeader({ tabs: true });
new Builder().open().catch(showTrouble);
