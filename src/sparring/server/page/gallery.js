// The first page: games, opponents, a friend, two opponents to watch, and the visitor's own matches.
import { byId, element, query, showHeader, storage } from './base.js';
import { breakable, displayName, face, opponentsPath, showLevel } from './people.js';
import { drawPicture } from './scene.js';
import { beginMatch, call } from './server.js';

const MOST_OWN_MATCHES = 6;
const LOOKED_THROUGH = 24; // the latest matches, of which some are over

class Gallery {
  games = [];
  /** The game whose opponents are shown. */
  chosen = null;

  async open() {
    byId('watch').addEventListener('click', () => this.#watch());
    try {
      this.games = await call('GET', '/games');
      this.#showGames();
      const wanted = query.get('game') || storage.get('game');
      this.choose(this.games.find(game => game.name === wanted) || this.games.at(-1));
      await this.#listOwnMatches();
    } catch (error) {
      showTrouble(error);
    }
  }

  #showGames() {
    for (const game of this.games) {
      const stage = element('span', { class: 'stage' });
      const button = element(
        'button',
        {
          class: 'game',
          type: 'button',
          'data-game': game.name,
          'aria-pressed': 'false',
          on: { click: () => this.choose(game) },
        },
        stage,
        element('span', { class: 'name', text: game.title }),
        element('span', { class: 'quiet small', text: game.about }),
      );
      byId('games').append(button);
      call('GET', `/games/${encodeURIComponent(game.name)}/picture`)
        .then(scene => drawPicture(stage, scene))
        .catch(showTrouble);
    }
  }

  /** Shows a game's opponents: the suggested one first, then from the weakest to the strongest. */
  async choose(game) {
    this.chosen = game;
    storage.set('game', game.name);
    for (const button of byId('games').children) {
      button.setAttribute('aria-pressed', button.dataset.game === game.name);
    }
    byId('rule').textContent = `${game.title}. ${game.how[0] || game.about}`;
    this.#offer(false); // the opponents on the page are still those of another game
    const opponents = await call('GET', opponentsPath(game.name));
    if (this.chosen !== game) return;
    opponents.sort((one, other) => other.default - one.default || one.level - other.level);
    byId('people').replaceChildren(...opponents.map(opponent => this.#opponentCard(opponent)), this.#friendCard());
    fillSelect(byId('first'), opponents, opponents.length - 1);
    fillSelect(byId('second'), opponents, 0);
    this.#offer(true);
  }

  /** Lets opponents be chosen, or not. */
  #offer(offered) {
    for (const list of [byId('people'), byId('watching')]) list.inert = !offered;
  }

  #opponentCard({ name, level, rating, about, default: suggested }) {
    const button = element('button', {
      class: suggested ? 'button main' : 'button',
      type: 'button',
      text: 'Play',
      'aria-label': `Play ${name}`,
      'data-opponent': name,
    });
    button.addEventListener('click', () => {
      const seat = chosenSeat();
      const opponents = seat === 0 ? ['human', name] : [name, 'human'];
      this.#begin(button, { opponents, paced: true, ...chosenClock() }, seat);
    });
    const levelLine = element('p', { class: 'level' });
    showLevel(levelLine, { level, rating });
    return personCard({ name, level, levelLine, about, suggested, button });
  }

  #friendCard() {
    const button = element('button', {
      class: 'button',
      type: 'button',
      text: 'Invite a friend',
      'data-opponent': 'human',
    });
    const request = () => ({ opponents: ['human', 'human'], ...chosenClock() });
    button.addEventListener('click', () => this.#begin(button, request(), chosenSeat()));
    const levelLine = element('p', { class: 'level', text: 'A person' });
    const about = 'Send somebody a link, and play each other.';
    return personCard({ name: 'Friend', level: 3, levelLine, about, suggested: false, button });
  }

  #watch() {
    const opponents = [byId('first').value, byId('second').value];
    this.#begin(byId('watch'), { opponents }, null);
  }

  async #begin(button, request, seat) {
    button.disabled = true;
    try {
      await beginMatch({ game: this.chosen.name, ...request }, seat);
    } catch (error) {
      showTrouble(error);
      button.disabled = false;
    }
  }

  async #listOwnMatches() {
    const matches = await call('GET', `/matches?limit=${LOOKED_THROUGH}`);
    const running = matches.filter(match => !match.over).slice(0, MOST_OWN_MATCHES);
    byId('own').hidden = running.length === 0;
    byId('own-list').replaceChildren(...running.map(match => element('li', {}, this.#matchLink(match))));
  }

  #matchLink(match) {
    const title = this.games.find(game => game.name === match.game.split(':')[0])?.title || match.game;
    const others = match.players.filter((_, seat) => seat !== match.seat);
    const names = others.map(name => (name === 'human' ? 'a friend' : displayName(name))).join(' and ');
    const text = `${title} against ${names}, ${match.moves ? `${match.moves} moves` : 'not begun'}`;
    return element('a', { class: 'button', href: `/match/${match.id}?seat=${match.seat}`, text });
  }
}

function personCard({ name, level, levelLine, about, suggested, button }) {
  return element(
    'article',
    { class: suggested ? 'person default' : 'person' },
    element('span', { drawing: face(name, level) }),
    element('h3', { class: 'name' }, ...breakable(displayName(name))),
    levelLine,
    element('p', { class: 'line', text: about }),
    button,
  );
}

function fillSelect(select, opponents, selected) {
  const option = ({ name }, at) =>
    element('option', { value: name, text: displayName(name), selected: at === selected });
  select.replaceChildren(...opponents.map(option));
}

/** The seat that the visitor takes. */
function chosenSeat() {
  const { value } = document.querySelector('[name=seat]:checked');
  return value === 'toss' ? Math.floor(Math.random() * 2) : Number(value);
}

const chosenClock = () => (byId('clock').value ? { clock: Number(byId('clock').value) } : {});

function showTrouble(error) {
  byId('trouble').hidden = false;
  byId('trouble').textContent = error.message;
}

showHeader();
new Gallery().open();
