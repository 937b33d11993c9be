// The first page: games, a match that suits the visitor, opponents by strength, a friend, two opponents to watch.
import { byId, element, icons, query, showHeader, storage } from './base.js';
import { DeckChoice } from './decks.js';
import { Drawer } from './drawer.js';
import { offerLessons } from './first_game.js';
import { FriendDrawer } from './friend.js';
import { byStrength, levelsGroup, parted } from './levels.js';
import { showNotices } from './notices.js';
import { breakable, displayName, face, opponentsPath, showLevel } from './people.js';
import { drawPicture } from './scene.js';
import { beginMatch, call } from './server.js';
import { aboutScore, bar } from './standing.js';

const MOST_OWN_MATCHES = 6;
const LOOKED_THROUGH = 24; // the latest matches, of which some are over
const AIMS = ['Easier', 'Even', 'Harder'];
/** Milliseconds between two attempts to reach a server that does not answer. */
const ASK_AGAIN = 2000;
const NOBODY = { matches: [], ratings: [] };
const SEATS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const NUMBERS = [null, 'one', 'two', 'three', 'four', 'five', 'six'];

class Gallery {
  games = [];
  /** The game whose opponents are shown. */
  chosen = null;
  decks = new DeckChoice();
  /** What the server knows of the visitor. */
  me = NOBODY;

  async open() {
    byId('watch').addEventListener('click', () => this.#watch());
    byId('play-mixed').addEventListener('click', () => this.#playMixed());
    byId('to-games').prepend(iconOf('back'));
    byId('to-games').addEventListener('click', () => history.back());
    addEventListener('popstate', () => this.#enter(history.state?.game));
    this.friend = new FriendDrawer(error => showTrouble(error));
    this.drawer = new Drawer(chosen => this.#play(byId('drawer-play'), chosen));
    await this.#load();
  }

  /** Loads everything; where the server does not answer, again and again until it does. */
  async #load() {
    try {
      const [games, me] = await Promise.all([
        call('GET', '/games'),
        call('GET', `/players/me?limit=${LOOKED_THROUGH}`).catch(() => NOBODY),
      ]);
      this.me = me;
      this.games = this.#lastPlayedFirst(games);
      this.#showGames();
      showNotices(games);
      this.#listOwnMatches();
      const wanted = query.get('game') || storage.get('game');
      const first = me.matches.length ? this.games[0] : this.games.at(-1);
      this.choose(this.games.find(game => game.name === wanted) || first);
      this.#enter(query.get('game'));
      byId('trouble').hidden = true;
    } catch (error) {
      showTrouble(error);
      if (!error.status) setTimeout(() => this.#load(), ASK_AGAIN);
    }
  }

  /** The games, those played last first. */
  #lastPlayedFirst(games) {
    const played = this.me.matches.map(match => match.game.split(':')[0]);
    const when = ({ name }) => (played.includes(name) ? played.indexOf(name) : played.length);
    return games.toSorted((one, other) => when(one) - when(other));
  }

  #showGames() {
    for (const game of this.games) {
      const stage = element('span', { class: 'stage' });
      const mine = this.me.ratings.find(({ game: name }) => name === game.name)?.rating;
      const button = element(
        'button',
        {
          class: 'game',
          type: 'button',
          'data-game': game.name,
          'aria-pressed': 'false',
          on: { click: () => this.#tap(game) },
        },
        stage,
        element(
          'span',
          { class: 'words' },
          element('span', { class: 'name', text: game.title }),
          element('span', { class: 'quiet small', text: mine ? `You: ${Math.round(mine)}` : 'No rating yet' }),
        ),
      );
      byId('games').append(button);
      call('GET', `/games/${encodeURIComponent(game.name)}/picture`)
        .then(scene => drawPicture(stage, scene))
        .catch(showTrouble);
    }
  }

  /** Shows a game's opponents; on a phone they take the place of the games. */
  #tap(game) {
    const inside = document.body.classList.contains('in-game');
    if (!inside) history.pushState({ game: game.name }, '', `?game=${encodeURIComponent(game.name)}`);
    else history.replaceState({ game: game.name }, '', `?game=${encodeURIComponent(game.name)}`);
    this.choose(game);
    this.#enter(game.name);
  }

  #enter(game) {
    document.body.classList.toggle('in-game', Boolean(game));
    if (game) byId('who').scrollIntoView({ block: 'nearest' });
  }

  /** Shows a game's opponents: the match that suits the visitor, then from the weakest to the strongest. */
  async choose(game) {
    this.chosen = game;
    storage.set('game', game.name);
    for (const button of byId('games').children) {
      button.setAttribute('aria-pressed', button.dataset.game === game.name);
    }
    byId('who').textContent = game.title;
    byId('rule').textContent = game.how[0] || game.about;
    this.decks.offer(game);
    const isOfGame = match => match.game.split(':')[0] === game.name;
    offerLessons(game, this.me.matches.some(isOfGame), showTrouble);
    this.#offer(false); // the opponents on the page are still those of another game
    const path = `/players/me/games/${encodeURIComponent(game.name)}`;
    const [opponents, standing] = await Promise.all([
      call('GET', opponentsPath(game.name)),
      call('GET', path).catch(() => null),
    ]);
    if (this.chosen !== game) return;
    this.#showOpponents(opponents, standing);
    this.#offer(true);
  }

  #showOpponents(opponents, standing) {
    const all = byStrength(opponents.filter(({ adapts }) => !adapts));
    const [characters, levels] = parted(all);
    const mine = standing?.rating.rating;
    const expected = name => (mine ? standing.opponents.find(rung => rung.name === name)?.expected : null);
    const rung = opponent => this.#rung(opponent, expected(opponent.name));
    const rungs = characters.map(rung);
    if (mine) {
      const above = characters.findIndex(({ rating }) => rating > mine);
      const mark = element('li', { class: 'you-are', text: `You, ${Math.round(mine)}` });
      rungs.splice(above < 0 ? rungs.length : above, 0, mark);
    }
    byId('ladder').replaceChildren(...rungs);
    byId('levels').replaceChildren(...levelsGroup(levels, expected, rung));
    const adaptive = opponents.find(({ adapts }) => adapts);
    byId('your-match').hidden = !adaptive;
    if (adaptive) this.#showYourMatch(adaptive, standing);
    byId('others').replaceChildren(this.#friend());
    this.#offerSeats(characters, levels);
    document.body.classList.remove('loading');
  }

  /** Offers a choice for every seat: of opponents to watch, and in a game for several of whom to play with. */
  #offerSeats(characters, levels) {
    const opponents = [...characters, ...levels];
    const { seats } = this.chosen;
    byId('begins').hidden = this.chosen.first_varies;
    const several = seats.length > 2;
    byId('watch-head').textContent = `Or watch ${NUMBERS[seats.length] || seats.length} of them`;
    byId('watched').replaceChildren(
      ...seats.flatMap((name, at) => {
        const select = seatSelect(SEATS[at], name, opponents, at === 0 ? characters.length - 1 : 0);
        return at === 0 ? [select] : [element('span', { text: 'against' }), select];
      }),
    );
    byId('mixing').hidden = !several;
    const others = seats.slice(1).map((_, at) => `Opponent ${at + 1}`);
    const friend = { name: 'human' };
    byId('mixed').replaceChildren(
      ...(several ? others.map((name, at) => seatSelect(`other-${at}`, name, [...opponents, friend], 0)) : []),
    );
  }

  /** Lets opponents be chosen, or not. */
  #offer(offered) {
    for (const list of [byId('people'), byId('watching'), byId('mixing')]) list.inert = !offered;
  }

  // ---- the match that suits the visitor

  #showYourMatch(adaptive, standing) {
    const aims = standing?.matches || [];
    const text = element('p', { class: 'quiet' });
    const aimed = () => aims.find(aim => String(aim.target) === aimOf()) || aims[1];
    const describe = () => {
      text.textContent = this.#promise(standing, aimed());
    };
    const options = aims.map(({ target }, at) => {
      const input = element('input', { type: 'radio', name: 'aim', value: target, checked: at === 1 });
      input.addEventListener('change', describe);
      const share = element('small', { text: `${Math.round(target * 100)} %` });
      return element('label', {}, input, element('span', {}, AIMS[at], share));
    });
    const button = playButton('adaptive', 'button main');
    button.addEventListener('click', () => this.#play(button, { opponent: `adaptive:target=${aimOf()}` }));
    const head = element(
      'div',
      { class: 'headline' },
      element('h3', { class: 'name', text: 'Your match' }),
      this.#settingsButton(adaptive, null),
    );
    byId('your-match').replaceChildren(
      element('span', { drawing: face('adaptive', adaptive.level) }),
      element('div', {}, head, text),
      element(
        'div',
        { class: 'aim' },
        element('span', { class: 'small quiet', text: 'How much will you score?' }),
        element('div', { class: 'choice', role: 'radiogroup', 'aria-label': 'How hard' }, ...options),
      ),
      button,
    );
    describe();
  }

  /** How strong it will be, said before the match. */
  #promise(standing, aim) {
    if (!aim) return 'As strong as you need it to be.';
    const who = displayName(aim.plays_as);
    if (!aim.rating) return `Plays like ${who}. ${standing.why} So it cannot follow your strength yet.`;
    const strength = `Plays like ${who}, rated ${Math.round(aim.rating)}`;
    const mine = standing.rating.rating;
    if (!mine) return `${strength}. It learns how strong you are, and changes between matches, never during one.`;
    const there = Math.abs(aim.rating - mine) < 40 ? 'level with you' : aim.rating > mine ? 'above you' : 'below you';
    return `${strength}, ${there}. It changes between matches, never during one.`;
  }

  // ---- opponents by strength

  #rung(opponent, expected) {
    const { name, level, about, default: suggested } = opponent;
    const button = playButton(name, suggested ? 'button main' : 'button');
    button.addEventListener('click', () => this.#play(button, { opponent: name }));
    const levelLine = element('p', { class: 'level' });
    showLevel(levelLine, opponent);
    const score =
      expected == null
        ? []
        : [element('small', { text: 'You score' }), element('b', { text: aboutScore(expected) }), bar(expected)];
    return element(
      'li',
      { class: suggested ? 'person default' : 'person' },
      element('span', { class: 'portrait', drawing: face(name, level) }),
      element('div', {}, element('h3', { class: 'name' }, ...breakable(displayName(name))), levelLine),
      element('p', { class: 'line', text: about }),
      element('div', { class: 'score' }, ...score),
      this.#settingsButton(opponent, expected),
      button,
    );
  }

  /** Opens the settings of an opponent; `expected` is what the visitor would score. */
  #settingsButton(opponent, expected) {
    return element('button', {
      class: 'iconbutton',
      type: 'button',
      'aria-label': `Settings of ${displayName(opponent.name)}`,
      'data-settings': opponent.name,
      drawing: icons.settings,
      on: { click: () => this.drawer.open({ opponent, game: this.chosen, expected }) },
    });
  }

  #friend() {
    const button = element('button', {
      class: 'button',
      type: 'button',
      text: 'Play a friend',
      'data-opponent': 'human',
    });
    button.addEventListener('click', () =>
      this.friend.open({ game: this.chosen, seat: this.#chosenSeat(), clock: chosenClock() }),
    );
    return button;
  }

  /** Begins a match against an opponent, who takes every other seat; the game may have settings. */
  #play(button, { opponent, game }) {
    const others = this.chosen.seats.slice(1).map(() => opponent);
    return this.#playThese(button, others, game);
  }

  /** Begins a match against these, who sit around the visitor's seat in their order. */
  #playThese(button, others, game = this.chosen.name) {
    const seat = this.#chosenSeat();
    const opponents = others.toSpliced(seat, 0, 'human');
    return this.#begin(button, { game, opponents, paced: true, ...chosenClock() }, seat);
  }

  #watch() {
    const opponents = [...byId('watched').querySelectorAll('select')].map(select => select.value);
    this.#begin(byId('watch'), { opponents }, null);
  }

  #playMixed() {
    const others = [...byId('mixed').querySelectorAll('select')].map(select => select.value);
    this.#playThese(byId('play-mixed'), others);
  }

  /** The seat that the visitor takes; if others begin, it is the last one. */
  #chosenSeat() {
    if (this.chosen.first_varies) return 0; // the game itself asks who begins
    const { value } = document.querySelector('[name=seat]:checked');
    const { length } = this.chosen.seats;
    if (value === 'toss') return Math.floor(Math.random() * length);
    return value === '0' ? 0 : length - 1;
  }

  async #begin(button, request, seat) {
    button.disabled = true;
    try {
      await beginMatch({ game: this.chosen.name, ...this.decks.asked(seat), ...request }, seat);
    } catch (error) {
      byId('drawer').close();
      showTrouble(error);
      button.disabled = false;
    }
  }

  // ---- the visitor's own matches

  #listOwnMatches() {
    const open = this.me.matches.filter(match => match.result === 'open');
    const running = [...new Map(open.map(match => [match.id, match])).values()].slice(0, MOST_OWN_MATCHES);
    const links = running.map(match => matchLink(match, open.filter(({ id }) => id === match.id).length > 1));
    byId('own').hidden = running.length === 0;
    byId('own-list').replaceChildren(...links.map(link => element('li', {}, link)));
  }
}

/** A link to a match; `shared` if the visitor has several seats in it, because it is played at one screen. */
function matchLink({ id, title, opponent, seat, moves }, shared) {
  const names = opponent
    .split(' and ')
    .map(name => (name === 'human' ? 'a friend' : displayName(name)))
    .join(' and ');
  const text = `${title} ${shared ? 'at this screen' : `against ${names}`}, ${moves ? `${moves} moves` : 'not begun'}`;
  const href = `/match/${id}?seat=${seat}${shared ? '&screen=turns' : ''}`;
  return element('a', { class: 'button', href, text });
}

const iconOf = name => element('span', { class: 'icon', drawing: icons[name] });

const playButton = (name, kind) =>
  element('button', {
    class: kind,
    type: 'button',
    text: 'Play',
    'aria-label': `Play ${displayName(name)}`,
    'data-opponent': name,
  });

/** A choice of who takes a seat. */
function seatSelect(id, label, opponents, selected) {
  const options = opponents.map(({ name }, at) =>
    element('option', {
      value: name,
      text: name === 'human' ? 'A friend' : displayName(name),
      selected: at === selected,
    }),
  );
  return element(
    'label',
    { class: 'select' },
    element('span', { class: 'hidden', text: label }),
    element('select', { id }, ...options),
  );
}

const aimOf = () => document.querySelector('[name=aim]:checked')?.value;

/** The chosen clock: seconds, and with a plus the seconds that each move adds. */
function chosenClock() {
  const [clock, increment = 0] = byId('clock').value.split('+').map(Number);
  return clock ? { clock, increment } : {};
}

function showTrouble(error) {
  byId('trouble').hidden = false;
  byId('trouble').textContent = error.message;
}

showHeader({ tabs: true });
new Gallery().open();
