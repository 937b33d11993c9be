// The page on which a position is set up: its form, what is impossible about it, and what can be found out from it.
import { Address } from './address.js';
import { byId, element, query, showHeader, storage } from './base.js';
import { showNotices } from './notices.js';
import { drawPicture } from './scene.js';
import { beginMatch, call, gamePath } from './server.js';
import { fieldOf } from './setup_fields.js';
import { SideForm } from './setup_side.js';

/** How long changes are waited for before the position is looked at, in milliseconds. */
const SOON = 200;
/** How long the strongest brain looks at the position, in seconds. */
const LOOK = 3;
const SHOWN = 6;

const NAMES = ['You', 'Your opponent'];

class SetUp {
  #game = null;
  #form = null;
  #cards = new Map();
  /** The position as it is sent. */
  #position = {};
  /** What the server says of it. */
  #found = null;
  #timer = 0;
  #looks = 0;

  async open() {
    const games = (await call('GET', '/games')).filter(game => game.sets_up);
    showNotices(games);
    this.#game = games.find(({ name }) => name === query.get('game')) || games[0];
    if (!this.#game) throw new Error('No game here has positions to set up.');
    const path = gamePath(this.#game.name);
    const [{ form, cards }, opponents] = await Promise.all([
      call('GET', `${path}/setup`),
      call('GET', `${path}/opponents`),
    ]);
    this.#form = form;
    this.#cards = new Map(cards.map(card => [card.id, card]));
    this.#position = this.#kept() || this.#fresh();
    const options = opponents
      .filter(({ talks, adapts }) => !talks && !adapts)
      .map(({ name, default: usual }) => element('option', { value: name, text: name, selected: usual }));
    byId('opponent').replaceChildren(...options);
    byId('clear').addEventListener('click', () => {
      this.#position = this.#fresh();
      this.#show();
    });
    byId('lethal').addEventListener('click', () => this.#ask(this.#lethal));
    byId('analyse').addEventListener('click', () => this.#ask(this.#analyse));
    byId('play').addEventListener('click', () => this.#ask(this.#play));
    this.#show();
    document.body.classList.remove('loading');
  }

  get #key() {
    return `setup.${this.#game.name}`;
  }

  #kept() {
    try {
      const kept = JSON.parse(storage.get(this.#key) || 'null');
      return kept && this.#form.sides.every(side => kept[side]) ? kept : null;
    } catch {
      return null;
    }
  }

  #fresh() {
    const sides = this.#form.sides.map(side => {
      const started = {};
      for (const { name, needed, kinds, number } of this.#form.zones) {
        if (needed) started[name] = { id: [...this.#cards.values()].find(({ kind }) => kinds.includes(kind)).id };
        if (number) started[name] = number.default;
      }
      return [side, started];
    });
    return { ...Object.fromEntries(sides), ...Object.fromEntries(this.#form.whole.map(f => [f.name, f.default])) };
  }

  #show() {
    const changed = () => this.#changed();
    const sides = this.#form.sides.map((side, at) =>
      new SideForm(NAMES[at], this.#form, this.#position[side], this.#cards, changed).show(),
    );
    byId('sides').replaceChildren(...sides);
    this.#showWhole();
    this.#changed();
  }

  #showWhole() {
    const named = value => NAMES[this.#form.sides.indexOf(value)] || value;
    const fields = this.#form.whole.map(field =>
      fieldOf(field, this.#position[field.name], named, value => {
        this.#position[field.name] = value;
        this.#showGroups();
        this.#changed();
      }),
    );
    byId('whole').replaceChildren(...fields);
    this.#showGroups();
  }

  #showGroups() {
    byId('groups').replaceChildren(...this.#form.groups.map(group => this.#group(group)));
  }

  /** Fields that are given together, or not at all. */
  #group({ name, label, fields }) {
    const given = this.#position[name];
    const toggle = { name, label, kind: 'switch' };
    const first = () => Object.fromEntries(fields.map(field => [field.name, field.default]));
    const set = on => {
      this.#position[name] = on ? first() : undefined;
      this.#showGroups();
      this.#changed();
    };
    const inside = given
      ? fields.map(field =>
          fieldOf(this.#withCards(field), given[field.name], this.#cardName, value => {
            given[field.name] = value;
            this.#changed();
          }),
        )
      : [];
    return element(
      'div',
      {},
      fieldOf(toggle, Boolean(given), String, set),
      element('div', { class: 'fields' }, ...inside),
    );
  }

  #cardName = id => this.#cards.get(id)?.name || id;

  /** A field for a card, with the cards that there are to choose from now. */
  #withCards(field) {
    if (field.kind !== 'card') return field;
    const mover = this.#form.sides.indexOf(this.#position.to_move ?? this.#form.sides[0]);
    const side = this.#form.sides[field.whose === 'mover' ? mover : 1 - mover];
    const found = field.zones.flatMap(zone => [this.#position[side][zone] ?? []].flat());
    return { ...field, choices: ['leader', ...new Set(found.map(card => card.id ?? card))] };
  }

  // ---- looking at it

  #changed() {
    storage.set(this.#key, JSON.stringify(this.#position));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look().catch(showTrouble), SOON);
  }

  get #text() {
    return JSON.stringify(this.#position);
  }

  async #look() {
    const look = ++this.#looks;
    byId('answer').replaceChildren();
    const found = await call('POST', `${gamePath(this.#game.name)}/setup`, { position: this.#text });
    if (look !== this.#looks) return;
    this.#found = found;
    const { ok, faults, scene } = found;
    const fine = element('li', { class: 'fine', text: 'This position is possible.' });
    byId('faults').replaceChildren(...(ok ? [fine] : faults.map(text => element('li', { text }))));
    for (const id of ['lethal', 'analyse', 'play']) byId(id).disabled = !ok;
    if (!ok) return;
    const host = element('div', { class: 'still' });
    byId('picture').replaceChildren(host);
    drawPicture(host, new Address(this.#form.sides, NAMES, 0).message({ scene }).scene);
  }

  // ---- what can be found out

  /** Does something that takes a while, with the buttons off. */
  async #ask(work) {
    const buttons = ['lethal', 'analyse', 'play'].map(byId);
    for (const button of buttons) button.disabled = true;
    byId('answer').replaceChildren(element('p', { class: 'quiet', text: 'Thinking …' }));
    try {
      await work.call(this);
    } catch (error) {
      byId('answer').replaceChildren(element('p', { class: 'wrong', text: this.#addressed(error.message) }));
    }
    for (const button of buttons) button.disabled = !this.#found?.ok;
  }

  /** A sentence in which the seats are called what the reader calls them. */
  #addressed(text) {
    const [me, other] = this.#form.sides;
    const told = text.replace(new RegExp(`\\b${me} wins\\b`, 'g'), 'You win').replaceAll(me, 'you');
    const named = told.replaceAll(other, 'your opponent');
    return named[0].toUpperCase() + named.slice(1);
  }

  async #lethal() {
    const { words, line } = await call('POST', `${gamePath(this.#game.name)}/lethal`, { position: this.#text });
    const steps = line.map(text => element('li', { text: this.#addressed(text) }));
    byId('answer').replaceChildren(
      element('p', { text: this.#addressed(words) }),
      element('ol', { class: 'steps' }, ...steps),
    );
  }

  async #analyse() {
    const asked = { position: this.#text, any_position: true, time: LOOK };
    const { options } = await call('POST', `${gamePath(this.#game.name)}/analyse`, asked);
    const best = [...options].sort((one, other) => (other.chance ?? 0) - (one.chance ?? 0));
    const rows = best.slice(0, SHOWN).map(({ move, chance }) => {
      const told = chance == null ? '' : `${Math.round(100 * chance)} %`;
      return element('li', {}, element('span', { text: move }), element('b', { text: told }));
    });
    byId('answer').replaceChildren(
      element('p', { text: 'What the side to move would score, by the strongest opponent’s judgement:' }),
      element('ol', { class: 'judged' }, ...rows),
    );
  }

  async #play() {
    await beginMatch({ game: this.#found.game, opponents: ['human', byId('opponent').value] }, 0);
  }
}

function showTrouble(error) {
  byId('trouble').hidden = false;
  byId('trouble').textContent = error.message;
}

showHeader({ tabs: true });
new SetUp().open().catch(showTrouble);
