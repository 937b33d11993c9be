// The drawer in which a match between people is set up: where they sit, what they are called, and the game's settings.
import { byId, element, icons, storage } from './base.js';
import { choiceRow, fieldFor } from './drawer.js';
import { beginMatch, call, tokenKey } from './server.js';

/** Where people sit, and what that means; `hides` tells games in which something is hidden. */
const PLACES = [
  {
    value: 'link',
    text: 'By a link',
    about: () => 'You get a link to send. Your friend needs a browser, and no account.',
  },
  {
    value: 'turns',
    text: 'At this screen',
    about: hides => `You take turns at this screen.${hides ? ' A curtain covers the cards between your turns.' : ''}`,
  },
  {
    value: 'both',
    text: 'Both sides',
    about: hides =>
      `You choose for every side.${hides ? ' You see the cards of whoever is to choose: good for trying a deck.' : ''}`,
  },
];

export class FriendDrawer {
  #place = 'link';
  #ofGame = {};

  /** `onTrouble(error)` is told what the server refuses. */
  constructor(onTrouble) {
    this.dialog = byId('friend');
    this.onTrouble = onTrouble;
    this.dialog.addEventListener('click', event => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  /** Opens the drawer for a game; `seat()` is the visitor's seat, `clock()` what is set about clocks. */
  open({ game, seat, clock }) {
    Object.assign(this, { game, seat, clock });
    this.#place = 'link';
    this.#ofGame = {};
    this.about = element('p', { class: 'small quiet', role: 'status' });
    this.names = element('div', {});
    this.button = element('button', { class: 'button main', id: 'friend-begin', text: 'Begin' });
    const where = choiceRow('Where', 'where', PLACES, value => this.#choosePlace(value), 'link');
    where.append(this.about);
    const settings = game.settings.map(setting =>
      fieldFor(setting, label(setting, seat), value => this.#set(setting, value)),
    );
    const close = element('button', {
      class: 'iconbutton',
      type: 'button',
      'aria-label': 'Close',
      drawing: icons.close,
      on: { click: () => this.dialog.close() },
    });
    const form = element('form', { class: 'body', id: 'friend-form' }, where, this.names, ...settings);
    form.addEventListener('submit', event => {
      event.preventDefault();
      this.#begin();
    });
    this.button.setAttribute('form', 'friend-form');
    this.dialog.replaceChildren(
      element('header', {}, element('h2', { text: `${game.title} with a friend` }), close),
      form,
      element('footer', {}, this.button),
    );
    this.#choosePlace('link');
    this.dialog.showModal();
  }

  #choosePlace(value) {
    this.#place = value;
    const { about } = PLACES.find(place => place.value === value);
    this.about.textContent = about(this.game.hides);
    const others = this.game.seats
      .slice(1)
      .map((_, at) => (this.game.seats.length > 2 ? `Player ${at + 2}` : 'The other player'));
    const fields = { link: ['Your name'], turns: ['Your name', ...others], both: [] }[value];
    this.names.replaceChildren(...fields.map(nameField));
    this.button.textContent = value === 'link' ? 'Get the link' : 'Begin';
  }

  #set({ name, default: usual }, value) {
    if (value === '' || value === String(usual)) delete this.#ofGame[name];
    else this.#ofGame[name] = value;
  }

  async #begin() {
    const { game, seat } = this;
    this.button.disabled = true;
    const [name = '', ...others] = [...this.names.querySelectorAll('input')].map(input => input.value.trim());
    if (name) storage.set('name', name);
    const given = Object.entries(this.#ofGame).map(([key, value]) => `${key}=${value}`);
    const request = {
      game: given.length ? `${game.name}:${given.join(',')}` : game.name,
      opponents: game.seats.map(() => 'human'),
      ...this.clock,
      ...(name && { player: name }),
    };
    try {
      if (this.#place === 'link') await beginMatch(request, seat);
      else await beginHere({ ...request, seat }, others, this.#place);
    } catch (error) {
      this.dialog.close();
      this.onTrouble(error);
    }
  }
}

/** Begins a match of which all seats are at this screen. */
async function beginHere(request, names, place) {
  const match = await call('POST', '/matches', request);
  const rest = [...names];
  for (const [seat, token] of match.tokens.entries()) {
    if (seat === request.seat) {
      storage.set(tokenKey(match.id, seat), token);
      continue;
    }
    const name = rest.shift();
    const taken = await call('POST', `/matches/${match.id}/seat`, name ? { player: name } : {}, token);
    storage.set(tokenKey(match.id, seat), taken.token);
  }
  location.href = `/match/${match.id}?seat=0&screen=${place}`;
}

function nameField(text, at) {
  const input = element('input', { id: `name-${at}`, maxlength: 40, autocomplete: 'off', placeholder: 'If you like' });
  if (at === 0) input.value = storage.get('name') || '';
  return element('div', { class: 'setting' }, element('label', { for: `name-${at}`, text }), input);
}

/** The deck of a seat is yours or theirs. */
function label({ name, seat }, own) {
  if (seat == null) return name[0].toUpperCase() + name.slice(1).replace(/_/g, ' ');
  return seat === own ? 'Your deck' : 'Their deck';
}
