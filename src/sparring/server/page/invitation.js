// Links: what a friend is sent, what the friend sees first, and the link for those who watch.
import { byId, element, icons, storage } from './base.js';
import { drawPicture } from './scene.js';
import { call, tokenKey } from './server.js';

// ---- what an invitation says

const minutes = seconds =>
  seconds % 60 ? `${seconds} seconds` : `${seconds / 60} ${seconds === 60 ? 'minute' : 'minutes'}`;

/** The clock of a match in a sentence; nothing if there is none. */
function clockText({ clock, increment }) {
  if (!clock) return '';
  const more = increment ? `, and ${increment} seconds more for every move` : '';
  return `Each player has ${minutes(clock)}${more}.`;
}

/** Who invites whom to what. */
const headline = (match, seat, game) => {
  const host = match.names.find((name, at) => name && at !== seat);
  return host ? `${host} invites you to ${game.title}` : `You are invited to ${game.title}`;
};

/** Which seat it is, and the clock. */
function terms(match, seat, game) {
  const plays = game.seats[seat].length > 1 ? `You play ${game.seats[seat]}. ` : '';
  return `${plays}${turn(match, seat)}. ${clockText(match)}`.trim();
}

function turn({ players, names }, seat) {
  if (seat === 0) return 'You begin';
  return players.length > 2 ? `You are number ${seat + 1}` : `${names[0] || 'Your friend'} begins`;
}

// ---- beside the board: the link for a friend, and the one for watchers

/** Shows the link for a friend while their seat is empty. */
export function showInvitation(session) {
  const { id, match, seat, game } = session;
  const empty = match.seated.findIndex((taken, at) => !taken && at !== seat);
  const token = empty >= 0 && !session.screen ? storage.get(tokenKey(id, empty)) : null;
  const waits = Boolean(token) && !match.over;
  if (!waits && byId('invite').dataset.kind !== 'watch') byId('invite').hidden = true;
  if (!waits) return;
  const which = match.players.length > 2 ? 'an empty' : 'the other';
  showLink({
    kind: 'friend',
    head: 'Invite your friend',
    text: `Send this link to your friend. It opens ${which} seat, once, in any browser and without an account.`,
    link: `${location.origin}/match/${id}#${token}`,
    note: `Your friend will read: “${headline(match, empty, game)}. ${terms(match, empty, game)}”`,
  });
}

/** Shows the link for those who watch, or hides it again. */
export async function toggleWatchersLink(session) {
  const panel = byId('invite');
  if (!panel.hidden && panel.dataset.kind === 'watch') {
    panel.dataset.kind = '';
    panel.hidden = true;
    return;
  }
  const key = `watchers.${session.id}.${session.seat}`;
  const token = storage.get(key) || (await session.inviteWatchers()).token;
  storage.set(key, token);
  const hidden = session.game.hides ? ' Cards that are hidden from one of you are hidden from them.' : '';
  showLink({
    kind: 'watch',
    head: 'Let others watch',
    text: `Whoever has this link sees the match as it happens, and can do nothing in it.${hidden}`,
    link: `${location.origin}/match/${session.id}#watch=${token}`,
    note: '',
  });
}

function showLink({ kind, head, text, link, note }) {
  const panel = byId('invite');
  const changed = panel.dataset.kind !== kind;
  panel.dataset.kind = kind;
  panel.hidden = false;
  byId('invite-head').textContent = head;
  byId('invitation').textContent = text;
  byId('invite-note').textContent = note;
  byId('link').value = link;
  byId('link').setAttribute('aria-label', kind === 'watch' ? 'Link for watchers' : 'Link for your friend');
  if (changed) byId('copy').textContent = 'Copy';
  byId('send').hidden = !navigator.share;
}

byId('copy')?.addEventListener('click', async () => {
  byId('link').select();
  try {
    await navigator.clipboard.writeText(byId('link').value);
  } catch {
    document.execCommand('copy'); // where the page is not served securely
  }
  byId('copy').textContent = 'Copied';
});

byId('send')?.addEventListener('click', () => {
  navigator.share({ title: document.title, url: byId('link').value }).catch(() => {}); // closed without sending
});

// ---- instead of the board: what a friend sees first, and what somebody sees who cannot come in

/** Asks a friend to sit down; resolves with the name that they give, which may be empty. */
export async function welcome(match) {
  const games = await call('GET', '/games');
  const game = games.find(({ name }) => name === match.game.split(':')[0]);
  if (!game || match.over) return '';
  const stage = element('span', { class: 'stage' });
  const name = element('input', {
    id: 'your-name',
    maxlength: 40,
    autocomplete: 'nickname',
    placeholder: 'If you like',
  });
  name.value = storage.get('name') || '';
  const form = element(
    'form',
    {},
    element('label', { for: 'your-name', text: 'Your name' }),
    name,
    element('button', { class: 'button main', id: 'sit-down', text: 'Sit down and play' }),
  );
  showDoor(
    stage,
    element('h1', { text: headline(match, match.seat, game) }),
    element('p', { text: terms(match, match.seat, game) }),
    form,
    rulesOf(game),
  );
  const picture = await call('GET', `/games/${encodeURIComponent(game.name)}/picture`).catch(() => null);
  if (picture) drawPicture(stage, picture);
  return new Promise(done => {
    form.addEventListener('submit', event => {
      event.preventDefault();
      storage.set('name', name.value.trim());
      closeDoor();
      done(name.value.trim());
    });
  });
}

const rulesOf = game =>
  element(
    'details',
    {},
    element('summary', { text: 'How it works' }),
    element('ul', {}, ...game.how.map(text => element('li', { text }))),
  );

const WAYS = [
  { href: '/', text: 'Choose a game', icon: 'board', main: true },
  { href: '/you', text: 'Your matches', icon: 'person' },
];

/** Says why there is nothing to see here, with ways on. */
export function turnAway(error) {
  const [head, text] = reason(error);
  const ways = WAYS.map(({ href, text: label, icon, main }) =>
    element(
      'a',
      { class: main ? 'button main' : 'button', href, drawing: icons[icon] },
      element('span', { text: label }),
    ),
  );
  showDoor(element('h1', { text: head }), element('p', { text }), element('div', { class: 'ways' }, ...ways));
  document.body.dataset.ready = 'lost';
}

function reason({ status, used, message }) {
  if (used) {
    const detail =
      'It opens a seat once, for whoever comes first. Ask your friend for another match, or to let you watch.';
    return ['This link has been used.', detail];
  }
  if (status === 401 && new URLSearchParams(location.search).has('watch')) {
    const detail = 'A player has made a new link for watchers since, and only that one works: ask for it.';
    return ['This link does not work any more.', detail];
  }
  if (status === 404) {
    const detail = 'Perhaps a part of the link is missing, or the match was deleted by whoever played it.';
    return ['There is no such match.', detail];
  }
  if (status === 401) {
    const detail = 'If it is yours, open it in the browser in which you play it. To watch, ask a player for a link.';
    return ['This seat is somebody else’s.', detail];
  }
  return ['This did not work.', message];
}

function showDoor(...children) {
  const door = byId('door');
  door.replaceChildren(...children);
  door.hidden = false;
  document.body.classList.add('at-door');
}

function closeDoor() {
  byId('door').hidden = true;
  document.body.classList.remove('at-door');
}
