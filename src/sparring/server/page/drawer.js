// The drawer of settings: a form made from what an opponent and a game declare, the sensible ones first.
import { byId, element, icons } from './base.js';
import { displayName, face } from './people.js';
import { aboutScore } from './standing.js';

/** Settings that most people understand; all others are under More. Paces are chosen together. */
const FIRST = ['depth', 'style', 'difficulty'];
/** The same for an opponent that is as strong as its visitor needs it to be. */
const FIRST_IF_ADAPTS = ['target', 'style'];
const PACE = ['pace_min', 'pace_max'];
/** What says who is meant, and not how it plays. */
const LEFT_OUT = ['as'];

const PACES = [
  { value: 'at once', text: 'At once', settings: { pace_min: 0, pace_max: 0 } },
  { value: '', text: 'Natural', settings: {} },
  { value: 'slow', text: 'Slow', settings: { pace_min: 3, pace_max: 5 } },
];

/** So many whole numbers fit a slider; more are typed. */
const SLIDER = 24;
/** So many words fit side by side; more are in a list. */
const ROW = 4;

const words = name => name[0].toUpperCase() + name.slice(1).replace(/_/g, ' ');

export class Drawer {
  /** The settings of the opponent that were changed, by name; and those of the game. */
  #changed = {};
  #ofGame = {};

  /** `onPlay({ opponent, game })` begins a match with what was chosen. */
  constructor(onPlay) {
    this.dialog = byId('drawer');
    this.onPlay = onPlay;
    this.dialog.addEventListener('click', event => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  /** Opens the settings of an opponent in a game; `expected` is what the visitor would score. */
  open({ opponent, game, expected }) {
    Object.assign(this, { opponent, game, expected });
    this.#fill();
    this.dialog.showModal();
  }

  #fill() {
    this.#changed = {};
    this.#ofGame = {};
    const { opponent, game } = this;
    const own = opponent.settings.filter(({ name }) => ![...PACE, ...LEFT_OUT].includes(name));
    const rank = ({ name }) => (opponent.adapts ? FIRST_IF_ADAPTS : FIRST).indexOf(name);
    const first = own.filter(setting => rank(setting) >= 0).sort((one, other) => rank(one) - rank(other));
    const more = own.filter(setting => rank(setting) < 0);
    const ofBoard = game.settings.filter(({ seat }) => seat == null); // decks are chosen beside the opponents
    const ofGame = ofBoard.map(setting => this.#field(setting, this.#ofGame));
    const pace = choiceRow('Pace', 'pace', PACES, value => this.#setPace(value));
    const main = first.map(setting => this.#field(setting, this.#changed));
    const rest = more.map(setting => this.#field(setting, this.#changed));
    this.note = element('p', { class: 'small quiet', role: 'status' });
    const who = element('div', {}, element('b', { class: 'name', text: displayName(opponent.name) }), this.note);
    this.dialog.replaceChildren(
      element('header', {}, element('h2', { text: 'Settings' }), this.#button('Close', icons.close)),
      element(
        'div',
        { class: 'body' },
        element('div', { class: 'd-who' }, element('span', { drawing: face(opponent.name, opponent.level) }), who),
        ...ofGame,
        ...main,
        pace,
        element('details', { class: 'setting' }, element('summary', { text: 'More' }), ...rest),
      ),
      element('footer', {}, this.#reset(), this.#play()),
    );
    this.#describe();
  }

  #button(label, drawing) {
    const close = () => this.dialog.close();
    return element('button', {
      class: 'iconbutton',
      type: 'button',
      'aria-label': label,
      drawing,
      on: { click: close },
    });
  }

  #reset() {
    return element('button', { class: 'button', type: 'button', text: 'Reset', on: { click: () => this.#fill() } });
  }

  #play() {
    const text = this.opponent.adapts ? 'Play your match' : `Play ${displayName(this.opponent.name)}`;
    const play = () => this.onPlay(this.chosen);
    return element('button', { class: 'button main', type: 'button', id: 'drawer-play', text, on: { click: play } });
  }

  /** What was chosen: the opponent and the game as texts. */
  get chosen() {
    const text = (name, settings) => {
      const given = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
      return given.length ? `${name}:${given.join(',')}` : name;
    };
    return {
      opponent: text(this.opponent.name, this.#changed),
      game: text(this.game.name, this.#ofGame),
    };
  }

  #setPace(value) {
    for (const name of PACE) delete this.#changed[name];
    Object.assign(this.#changed, PACES.find(pace => pace.value === value).settings);
  }

  #field(setting, into, label = words(setting.name)) {
    const set = value => {
      if (value === '' || value === String(setting.default)) delete into[setting.name];
      else into[setting.name] = value;
      this.#describe();
    };
    return fieldFor(setting, label, set);
  }

  /** Says how strong this opponent is, and whether the match counts. */
  #describe() {
    const harmless = [...PACE, 'target'];
    const stronger = Object.keys(this.#changed).some(name => !harmless.includes(name));
    const { rating, adapts } = this.opponent;
    const told = () => {
      if (adapts && !Object.keys(this.#ofGame).length) return 'As strong as you need it to be.';
      if (!rating && !adapts) return 'Its strength has not been measured, so the match does not count.';
      if (stronger || Object.keys(this.#ofGame).length) {
        return 'With these settings its strength has not been measured, so the match does not count.';
      }
      const score = this.expected == null ? '' : ` You score ${aboutScore(this.expected)}.`;
      return `Rated ${Math.round(rating)}.${score}`;
    };
    this.note.textContent = told();
  }
}

// ---- the fields of a form

export function fieldFor(setting, label, set) {
  const { type, min, max } = setting;
  if (type === 'choice' || type === 'switch') return choiceField(setting, label, set);
  return type === 'integer' && max - min <= SLIDER ? slider(setting, label, set) : numberField(setting, label, set);
}

function slider({ name, min, max, default: usual, about }, label, set) {
  const shown = element('b', { text: usual ?? '–' });
  const input = element('input', { type: 'range', id: `set-${name}`, min, max, value: usual ?? min });
  input.addEventListener('input', () => {
    shown.textContent = input.value;
    set(input.value);
  });
  return setting(element('label', { for: `set-${name}` }, label, shown), input, about);
}

function numberField({ name, type, min, max, default: usual, optional, about }, label, set) {
  const input = element('input', {
    type: 'number',
    id: `set-${name}`,
    min,
    max,
    step: type === 'integer' ? 1 : 'any',
    placeholder: usual ?? (optional ? 'none' : ''),
  });
  input.addEventListener('input', () => set(input.validity.valid ? input.value : ''));
  return setting(element('label', { for: `set-${name}`, text: label }), input, about);
}

function choiceField({ name, choices, titles, default: usual, about }, label, set) {
  if (choices.length > ROW) {
    const any = usual == null ? [element('option', { value: '', text: 'Any' })] : [];
    const options = choices.map(value =>
      element('option', { value, text: titles?.[value] || value, selected: value === usual }),
    );
    const select = element('select', { id: `set-${name}` }, ...any, ...options);
    select.addEventListener('change', () => set(select.value));
    return setting(element('label', { for: `set-${name}`, text: label }), select, about);
  }
  const free = usual == null ? [{ value: '', text: 'Its own' }] : [];
  const row = [...free, ...choices.map(value => ({ value, text: words(titles?.[value] || value) }))];
  return choiceRow(label, `set-${name}`, row, set, usual ?? '', about);
}

export function choiceRow(label, name, choices, set, chosen = '', about = '') {
  const options = choices.map(({ value, text }) => {
    const input = element('input', { type: 'radio', name, value, checked: value === chosen });
    input.addEventListener('change', () => set(value));
    return element('label', {}, input, text);
  });
  return element(
    'fieldset',
    { class: 'setting' },
    element('legend', { text: label }),
    element('div', { class: 'choice' }, ...options),
    ...(about ? [element('p', { class: 'small quiet', text: asSentence(about) })] : []),
  );
}

const setting = (label, input, about) =>
  element('div', { class: 'setting' }, label, input, element('p', { class: 'small quiet', text: asSentence(about) }));

const asSentence = text => `${text[0].toUpperCase()}${text.slice(1)}.`;
