// The first page: games, opponents, a friend, two opponents to watch, and one's own matches.
import { face, pips } from './faces.js';
import { picture } from './scene.js';
import { $, begin, call, element, header, keep, query, shown } from './shell.js';

header();
const trouble = error => { $('trouble').hidden = false; $('trouble').textContent = error.message; };
const chosenSeat = () => { const value = document.querySelector('[name=seat]:checked').value; return value === 'toss' ? Math.floor(Math.random() * 2) : +value; };
const clock = () => ($('clock').value ? { clock: +$('clock').value } : {});
let games = [], chosen = null;

try {
  games = await call('GET', '/games');
  shelve();
  choose(games.find(game => game.name === (query.get('game') || keep.get('game'))) || games[games.length - 1]);
  await list();
} catch (error) { trouble(error); }

function shelve() {
  for (const game of games) {
    const stage = element('span', { className: 'stage' });
    const button = element('button', { className: 'game', type: 'button', 'data-game': game.name, 'aria-pressed': 'false', on: { click: () => choose(game) } },
      stage, element('span', { className: 'name', text: game.title }), element('span', { className: 'quiet small', text: game.about }));
    $('games').append(button);
    call('GET', `/games/${encodeURIComponent(game.name)}/picture`).then(scene => picture(stage, scene)).catch(trouble);
  }
}

async function choose(game) {
  chosen = game;
  keep.set('game', game.name);
  for (const button of $('games').children) button.setAttribute('aria-pressed', button.dataset.game === game.name);
  $('rule').textContent = `${game.title}. ${game.how[0] || game.about}`;
  const people = (await call('GET', `/games/${encodeURIComponent(game.name)}/opponents`)).sort((a, b) => b.default - a.default || a.level - b.level);
  if (chosen !== game) return;
  $('people').replaceChildren(...people.map(card), friend());
  for (const [id, at] of [['first', people.length - 1], ['second', 0]]) {
    $(id).replaceChildren(...people.map((person, k) => element('option', { value: person.name, text: shown(person.name), selected: k === at })));
  }
}

function person(name, level, line, tag, main, action) {
  const title = element('h3', { className: 'name' });
  for (const part of shown(name).split(/(?<=[a-z])(?=[A-Z])/)) title.append(part, element('wbr'));
  return element('article', { className: 'person' + (main ? ' default' : '') },
    element('span', { html: face(name, level) }), title,
    element('p', { className: 'level', html: pips(level) + ' ' }, element('span', { text: tag })),
    element('p', { className: 'line', text: line }), action);
}

function card(one) {
  const play = element('button', { className: 'button' + (one.default ? ' main' : ''), type: 'button', text: 'Play', 'aria-label': `Play ${one.name}`, 'data-opponent': one.name });
  play.onclick = () => {
    const seat = chosenSeat(), opponents = seat === 0 ? ['human', one.name] : [one.name, 'human'];
    go(play, begin({ game: chosen.name, opponents, paced: true, ...clock() }, seat));
  };
  return person(one.name, one.level, one.about, one.rating ? `Rated ${Math.round(one.rating)}` : `Level ${one.level}`, one.default, play);
}

function friend() {
  const play = element('button', { className: 'button', type: 'button', text: 'Invite a friend', 'data-opponent': 'human' });
  play.onclick = () => go(play, begin({ game: chosen.name, opponents: ['human', 'human'], ...clock() }, chosenSeat()));
  const made = person('Friend', 3, 'Send somebody a link, and play each other.', 'A person', false, play);
  made.querySelector('.level').replaceChildren('A person');
  return made;
}

$('watch').onclick = () => go($('watch'), begin({ game: chosen.name, opponents: [$('first').value, $('second').value] }, null));

async function go(button, beginning) {
  button.disabled = true;
  try { await beginning; } catch (error) { trouble(error); button.disabled = false; }
}

async function list() {
  const own = (await call('GET', '/matches?limit=24')).filter(match => !match.over).slice(0, 6);
  $('own').hidden = own.length === 0;
  $('own-list').replaceChildren(...own.map(match => {
    const game = games.find(one => one.name === match.game.split(':')[0]), other = match.players.filter((_, seat) => seat !== match.seat).map(name => (name === 'human' ? 'a friend' : shown(name))).join(' and ');
    return element('li', {}, element('a', { className: 'button', href: `/match/${match.id}?seat=${match.seat}`, text: `${game ? game.title : match.game} against ${other}, ${match.moves ? `${match.moves} moves` : 'not begun'}` }));
  }));
}
