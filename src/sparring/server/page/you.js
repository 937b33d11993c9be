// The page about the visitor: ratings, results, matches, and what they can do with all of it.
import { byId, element, icons, showHeader } from './base.js';
import { forgetAllHere } from './deck_store.js';
import { breakable, displayName, face } from './people.js';
import { call } from './server.js';
import { aboutScore, bar, changeText, courseLine } from './standing.js';

const DAY = 86_400;
const RESULTS = { won: 'Won', drawn: 'Drawn', lost: 'Lost', open: 'Open' };
const LISTED = 12;
/** The level of a face that stands for no opponent. */
const SOMEBODY = 3;

class YouPage {
  async open() {
    byId('face').innerHTML = face('you', SOMEBODY);
    byId('rename').innerHTML = icons.pen;
    byId('export').innerHTML = icons.out;
    byId('export').append('Export');
    byId('delete').innerHTML = icons.bin;
    byId('delete').append('Delete');
    this.#listen();
    await this.#load();
  }

  async #load() {
    try {
      this.me = await call('GET', '/players/me');
      this.#show();
    } catch (error) {
      byId('since').textContent = error.message;
    } finally {
      document.body.classList.remove('loading');
    }
  }

  #show() {
    const { me } = this;
    byId('name').textContent = me.name || 'You';
    byId('since').textContent = introduction(me);
    showNext(me.next);
    const played = me.ratings.toSorted((one, other) => other.matches - one.matches);
    byId('rates').replaceChildren(...played.map(rateCard));
    byId('puzzles').replaceChildren(...(me.puzzles.length ? me.puzzles.map(puzzleCard) : [noPuzzles()]));
    const games = me.ratings.filter(({ game }) => me.results.some(row => row.game.split(':')[0] === game));
    const latest = me.matches[0]?.game.split(':')[0];
    const option = ({ game, title }) => element('option', { value: game, text: title, selected: game === latest });
    byId('game').replaceChildren(...games.map(option));
    byId('game').closest('label').hidden = games.length < 2;
    this.#showResults();
    const matches = me.matches.slice(0, LISTED).map(matchRow);
    const none = element('li', { class: 'quiet', text: 'Your matches will be listed here.' });
    byId('matches').replaceChildren(...(matches.length ? matches : [none]));
    const count = `${me.played} finished ${me.played === 1 ? 'match' : 'matches'}`;
    byId('what-goes').textContent =
      `Your name, your ratings, ${count} and those under way are deleted. Nobody can bring them back.`;
    byId('delete').disabled = !me.known;
    byId('export').disabled = !me.known;
  }

  #showResults() {
    const rows = this.me.results.filter(row => row.game.split(':')[0] === byId('game').value);
    const none = element('tr', {}, element('td', { class: 'quiet', colspan: 4, text: 'Nobody yet.' }));
    byId('versus').replaceChildren(...(rows.length ? rows.map(resultRow) : [none]));
  }

  // ---- what can be done

  #listen() {
    const on = (id, act) => byId(id).addEventListener('click', act);
    byId('game').addEventListener('change', () => this.#showResults());
    on('rename', () => {
      byId('new-name').value = this.me?.name || '';
      byId('naming').showModal();
    });
    byId('naming').addEventListener('close', () => this.#rename());
    on('export', () => this.#export());
    on('export-first', () => this.#export());
    on('delete', () => byId('deleting').showModal());
    on('keep', () => byId('deleting').close());
    on('really', () => this.#delete());
    on('device', () => this.#showKey());
    on('use-key', () => this.#useKey());
    on('drop-key', () => this.#dropKey());
    on('done', () => byId('moving').close());
  }

  async #rename() {
    const name = byId('new-name').value.trim();
    if (byId('naming').returnValue !== 'keep' || !name) return;
    await call('PATCH', '/players/me', { name }).catch(error => {
      byId('since').textContent = error.message;
    });
    await this.#load();
  }

  async #export() {
    const all = await call('GET', '/players/me/export');
    const file = new Blob([JSON.stringify(all, null, 1)], { type: 'application/json' });
    const link = element('a', { href: URL.createObjectURL(file), download: 'sparring.json' });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async #delete() {
    await call('DELETE', '/players/me');
    forgetAllHere();
    byId('deleting').close();
    await this.#load();
  }

  async #showKey() {
    const { key } = await call('GET', '/players/me/key');
    byId('key').value = key || '';
    byId('key').placeholder = 'You get one with your first match.';
    byId('other-key').value = '';
    byId('key-told').textContent = '';
    byId('moving').showModal();
  }

  async #useKey() {
    try {
      await call('PUT', '/players/me/key', { key: byId('other-key').value.trim() });
      byId('moving').close();
      await this.#load();
    } catch (error) {
      byId('key-told').textContent = error.status === 404 ? error.message : 'This is not a key.';
    }
  }

  async #dropKey() {
    await call('DELETE', '/players/me/key');
    forgetAllHere();
    byId('moving').close();
    await this.#load();
  }
}

function introduction({ known, played, since }) {
  if (!known || !played) return 'Known on this device only, without an account. Play a match, and your record begins.';
  const month = new Date(since * 1000).toLocaleDateString('en', { month: 'long', year: 'numeric' });
  const count = `${played} ${played === 1 ? 'match' : 'matches'}`;
  return `${count} since ${month}. Known by a key on this device, without an account.`;
}

function showNext(next) {
  byId('next').hidden = !next;
  if (!next) return;
  byId('next').href = `/?game=${encodeURIComponent(next.game)}`;
  const score = next.expected == null ? '' : `You score ${aboutScore(next.expected)}`;
  byId('next').replaceChildren(
    element('span', { drawing: face(next.opponent, next.level) }),
    element(
      'span',
      {},
      element('small', { text: 'Next for you' }),
      element('b', { class: 'name', text: `${displayName(next.opponent)} in ${next.title}` }),
      element('small', { text: score }),
    ),
    element('span', { class: 'icon', drawing: icons.forward }),
  );
}

// ---- ratings

function rateCard(rating) {
  const parts = rating.rating == null ? unrated(rating) : rated(rating);
  return element('li', { class: 'sheet' }, element('h3', { text: rating.title }), ...parts);
}

function rated({ rating, low, high, matches, change, course }) {
  const within = `between ${Math.round(low)} and ${Math.round(high)}`;
  const recent = change ? [changeText(change), ' in thirty days'] : ['Steady'];
  return [
    element('p', { class: 'big' }, element('b', { text: Math.round(rating) }), element('span', { text: within })),
    element('span', { drawing: courseLine(course) }),
    element('p', { class: 'small quiet' }, ...recent, element('br'), `${matches} rated matches`),
  ];
}

function unrated({ matches, needed, why }) {
  const nothing = element('p', { class: 'big' }, element('b', { text: '–' }));
  if (why) return [nothing, element('p', { class: 'small', text: why })];
  const left = needed - matches;
  const more = matches ? `${left} more rated ${left === 1 ? 'match' : 'matches'}` : `Play ${needed} rated matches`;
  return [
    nothing,
    element('p', { class: 'small', text: `${more} and you have a rating.` }),
    bar(matches / needed, `${matches} of ${needed} matches`),
    element('p', { class: 'small quiet', text: `${matches} of ${needed} matches` }),
  ];
}

// ---- puzzles

function puzzleCard({ game, title, rating, low, high, tried, solved, needed }) {
  const within = rating == null ? '' : `between ${Math.round(low)} and ${Math.round(high)}`;
  const left = needed - tried;
  const more = rating == null && left > 0 ? `${left} more rated ${left === 1 ? 'puzzle' : 'puzzles'} for a rating` : '';
  return element(
    'li',
    { class: 'sheet' },
    element('h3', {}, element('a', { href: `/puzzles?game=${encodeURIComponent(game)}`, text: title })),
    element(
      'p',
      { class: 'big' },
      element('b', { text: rating == null ? '–' : Math.round(rating) }),
      element('span', { text: within }),
    ),
    element('p', { class: 'small quiet', text: `${solved} of ${tried} solved at the first try` }),
    ...(more ? [element('p', { class: 'small quiet', text: more })] : []),
  );
}

const noPuzzles = () =>
  element(
    'li',
    { class: 'sheet none' },
    element('p', { text: 'You have not tried any puzzle yet.' }),
    element('a', { class: 'button', href: '/puzzles', text: 'Solve the puzzle of the day' }),
  );

// ---- results and matches

/** "adaptive:as=hard" is an opponent of its own on this page, because it says how strong it was. */
function nameOf(opponent) {
  const as = /^adaptive:(?:.*,)?as=([^,]+)/.exec(opponent)?.[1];
  if (as) return `Your match, as ${displayName(as)}`;
  return opponent === 'human' ? 'A friend' : displayName(opponent);
}

const faceOf = ({ opponent, level }) =>
  element('span', { drawing: face(opponent === 'human' ? 'you' : opponent.split(':')[0], level ?? SOMEBODY) });

function resultRow(row) {
  const { opponent, wins, draws, losses, rating, expected } = row;
  const played = wins + draws + losses;
  const share = (count, kind) => {
    const part = element('i', { class: kind, text: count });
    part.style.flex = count;
    return count ? [part] : [];
  };
  const label = `${wins} won, ${draws} drawn, ${losses} lost`;
  const parts = [...share(wins, 'w'), ...share(draws, 'd'), ...share(losses, 'l')];
  const strength = element('small', { text: rating ? `Rated ${Math.round(rating)}` : 'Not rated' });
  const scored = Math.round(((wins + draws / 2) / played) * 100);
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, faceOf(row), element('span', {}, ...breakable(nameOf(opponent)), strength)),
    element('td', {}, element('span', { class: 'wdl', role: 'img', 'aria-label': label }, ...parts)),
    element('td', {}, element('b', { text: `${scored} %` })),
    element('td', { class: 'expected', text: expected == null ? '–' : `${Math.round(expected * 100)} %` }),
  );
}

function matchRow(match) {
  const { id, seat, opponent, title, when, result, change, why } = match;
  const signed = change == null ? 'counted' : `${change < 0 ? '−' : '+'}${Math.abs(Math.round(change))}`;
  const changed = result === 'open' ? 'Go on' : why ? 'not rated' : signed;
  return element(
    'li',
    {},
    element(
      'a',
      { href: `/match/${id}?seat=${seat}`, title: why },
      element('i', { class: `how ${result}`, text: RESULTS[result] }),
      faceOf(match),
      element(
        'span',
        { class: 'what' },
        element('b', {}, ...breakable(nameOf(opponent))),
        element('small', { text: `${title}, ${dayOf(when)}` }),
      ),
      element('span', { class: 'change', text: changed }),
      element('span', { class: 'icon', drawing: icons.forward }),
    ),
  );
}

function dayOf(when) {
  const days = Math.floor(Date.now() / 1000 / DAY) - Math.floor(when / DAY);
  if (days < 1) return 'today';
  return days < 2 ? 'yesterday' : new Date(when * 1000).toLocaleDateString('en', { day: 'numeric', month: 'short' });
}

showHeader({ tabs: true });
new YouPage().open();
