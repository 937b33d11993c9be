// One side of a position that is set up: its zones with their cards, and the choice of a card.
import { byId, element, icons } from './base.js';
import { fieldOf } from './setup_fields.js';

/** How many cards are listed to choose from. */
const LISTED = 60;

/** The entry of a card's list that a mark is about. */
const entryOf = (card, { name, entry }) =>
  card[name]?.find(given => Object.entries(entry).every(([key, value]) => given[key] === value));

/** What a mark says of a card now. */
const markOf = (card, field) => (field.entry ? entryOf(card, field)?.value : card[field.name]) ?? field.default;

/** What a card has under the name of a mark, once that says something else. */
function marked(card, field, value) {
  if (!field.entry) return value;
  const others = (card[field.name] || []).filter(given => given !== entryOf(card, field));
  return value === field.default ? others : [...others, { ...field.entry, value }];
}

export class SideForm {
  #title;
  #form;
  #side;
  #cards;
  #changed;

  /** `side` is the part of the position that this form fills in; `changed()` is told of every change. */
  constructor(title, form, side, cards, changed) {
    this.#title = title;
    this.#form = form;
    this.#side = side;
    this.#cards = cards;
    this.#changed = changed;
  }

  show() {
    const numbers = this.#form.numbers.map(field =>
      fieldOf(field, this.#side[field.name], String, value => {
        this.#side[field.name] = value;
        this.#changed();
      }),
    );
    return element(
      'section',
      { class: 'sheet pad side-form', 'aria-label': this.#title },
      element('h2', { text: this.#title }),
      element('div', { class: 'fields' }, ...numbers),
      ...this.#form.zones.map(zone => this.#zone(zone)),
    );
  }

  /** The cards of a zone as a list, also where there is one, a number, or nothing. */
  #listed({ name }) {
    const given = this.#side[name];
    return given == null || typeof given === 'number' ? [] : [given].flat();
  }

  #keep({ name, most, number }, cards) {
    if (cards.length) this.#side[name] = most === 1 ? cards[0] : cards;
    else if (number) this.#side[name] = number.default;
    else delete this.#side[name];
    this.#changed();
  }

  #zone(zone) {
    const host = element('div', { class: 'zone' });
    const draw = () => {
      const cards = this.#listed(zone);
      const items = cards.map((card, at) => this.#card(zone, card, at, draw));
      const add = element('button', {
        class: 'button',
        type: 'button',
        text: zone.most === 1 ? 'Choose' : 'Add',
        'aria-label': `${zone.most === 1 ? 'Choose' : 'Add'}: ${zone.label}, ${this.#title}`,
        on: { click: () => this.#choose(zone, draw) },
      });
      const count = cards.length && zone.most !== 1 ? ` (${cards.length})` : '';
      const head = element('div', { class: 'zone-head' }, element('h3', { text: `${zone.label}${count}` }), add);
      host.replaceChildren(head, ...this.#number(zone, cards), element('ul', {}, ...items));
    };
    draw();
    return host;
  }

  /** The number of cards, where that is enough and no cards are named. */
  #number(zone, cards) {
    if (!zone.number || cards.length) return [];
    const change = value => {
      this.#side[zone.name] = value;
      this.#changed();
    };
    return [fieldOf(zone.number, this.#side[zone.name], String, change)];
  }

  #card(zone, given, at, draw) {
    const card = typeof given === 'string' ? { id: given } : given;
    const { name = card.id, facts = '' } = this.#cards.get(card.id) || {};
    const put = next => {
      const cards = this.#listed(zone);
      cards.splice(at, 1, ...next);
      this.#keep(zone, cards);
    };
    const mark = field =>
      fieldOf(field, markOf(card, field), String, value => {
        card[field.name] = marked(card, field, value);
        put([card]);
      });
    const marks = zone.marks.filter(field => !field.entry).map(mark);
    const listed = zone.marks.filter(field => field.entry).map(mark);
    const remove = element('button', {
      class: 'iconbutton',
      type: 'button',
      'aria-label': `Remove ${name} from ${zone.label}`,
      drawing: icons.close,
      on: {
        click: () => {
          put([]);
          draw();
        },
      },
    });
    const told = element('span', { class: 'card-name', title: facts }, element('b', { text: name }));
    const more = marks.length ? [element('div', { class: 'marks' }, ...marks)] : [];
    if (listed.length) {
      const effects = element('div', { class: 'marks' }, ...listed);
      const open = zone.marks.some(field => field.entry && entryOf(card, field));
      more.push(element('details', { open }, element('summary', { text: 'Effects on it this turn' }), effects));
    }
    return element('li', {}, told, ...(zone.needed ? [] : [remove]), ...more);
  }

  // ---- choosing a card

  #choose(zone, draw) {
    const dialog = byId('drawer');
    const search = element('input', { type: 'search', placeholder: 'Name, number or text', 'aria-label': 'Search' });
    const list = element('ul', { class: 'choices' });
    const fill = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const text = card => `${card.id} ${card.name} ${card.facts} ${card.text}`.toLowerCase();
      const fits = card => zone.kinds.includes(card.kind) && words.every(word => text(card).includes(word));
      const found = [...this.#cards.values()].filter(fits).slice(0, LISTED);
      list.replaceChildren(...found.map(card => this.#choice(zone, card, dialog, draw)));
    };
    search.addEventListener('input', fill);
    fill();
    const close = element('button', {
      class: 'iconbutton',
      type: 'button',
      'aria-label': 'Close',
      drawing: icons.close,
      on: { click: () => dialog.close() },
    });
    dialog.replaceChildren(
      element('header', {}, element('h2', { text: zone.label }), close),
      element('div', { class: 'body' }, search, list),
    );
    dialog.showModal();
  }

  #choice(zone, { id, name, cost, power, facts, text }, dialog, draw) {
    const numbers = [cost == null ? '' : `cost ${cost}`, power == null ? '' : `power ${power}`].filter(Boolean);
    const about = element('small', { class: 'quiet', text: [...numbers, facts].filter(Boolean).join(' · ') });
    const choose = () => {
      const cards = zone.most === 1 ? [] : this.#listed(zone);
      this.#keep(zone, [...cards, zone.marks.length ? { id, ...this.#started(zone) } : id]);
      draw();
      if (zone.most && this.#listed(zone).length >= zone.most) dialog.close();
    };
    const inside = [element('b', { text: name }), about, element('span', { class: 'small', text })];
    return element('li', {}, element('button', { type: 'button', on: { click: choose } }, ...inside));
  }

  /** Marks that a card needs from the start. */
  #started = ({ marks }) =>
    Object.fromEntries(
      marks.filter(({ kind, entry }) => kind === 'choice' && !entry).map(field => [field.name, field.default]),
    );
}
