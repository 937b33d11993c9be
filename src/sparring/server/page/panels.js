// What stands around the board of a match: who plays, clocks, what is said, and the moves so far.
import { readCard } from './answers.js';
import { byId, element, pieceIcon, sound, storage } from './base.js';
import { breakable, displayName, face, opponentsPath, showLevel } from './people.js';
import { call, tokenKey } from './server.js';

// ---- the opponent, the sides, the rules in short, an invitation for a friend

/** A board that is so many times wider than high gets a column of its own. */
const BROAD = 1.6;

/** Fills the panels of a match; returns what the catalogue says about the opponent, if it is in there. */
export async function showPanels(session) {
  document.title = `${session.game.title}: Sparring`;
  const opponents = await call('GET', opponentsPath(session.match.game)).catch(() => []);
  const name = session.match.players[session.opponentSeat].split(':')[0];
  const known = opponents.find(opponent => opponent.name === name);
  byId('face').innerHTML = face(name, known?.level || 3);
  byId('name').replaceChildren(...breakable(session.nameOf(session.opponentSeat)));
  if (known) showLevel(byId('level'), known);
  else byId('level').replaceChildren(element('span', { text: 'A person' }));
  byId('legend').replaceChildren(...legend(session));
  byId('how').replaceChildren(...howItWorks(session.game.how));
  byId('speed').hidden = !session.watching;
  arrangePanels(session.match.scene);
  showInvitation(session);
  return known;
}

function legend({ match, watching, names }) {
  const sides = match.scene?.sides || [];
  const name = seat => (watching ? displayName(match.players[seat]) : names[seat]);
  return sides.map((side, seat) => element('div', { drawing: pieceIcon(side) }, element('span', { text: name(seat) })));
}

function howItWorks(rules) {
  if (!rules.length) return [];
  const items = rules.map(text => element('li', { text }));
  return [element('h2', { text: 'How it works' }), element('ul', {}, ...items)];
}

/** Gives cards and broad boards the room that they need. */
function arrangePanels(scene) {
  if (!scene) return;
  const [centre, side] = [document.querySelector('.centre'), document.querySelector('.side')];
  if (scene.shapes.some(shape => shape.kind === 'card')) {
    // Cards have much to be read: beside the table are what is to be decided, a card's text, and what happened.
    byId('play').classList.add('table');
    centre.append(byId('tools'));
    byId('decision').before(byId('prompt'));
    byId('moves').before(byId('reader'));
    readCard(scene.shapes.findLast(shape => shape.kind === 'card' && shape.text));
  } else if (scene.view[0] > BROAD * scene.view[1]) {
    byId('play').classList.add('broad');
    centre.append(byId('tools'));
    side.append(byId('how'));
  }
}

/** Shows the link for a friend while their seat is empty. */
export function showInvitation({ id, match, seat }) {
  const empty = match.seated.findIndex((taken, at) => !taken && at !== seat);
  const token = empty >= 0 ? storage.get(tokenKey(id, empty)) : null;
  byId('invite').hidden = !token || match.over;
  if (token) byId('link').value = `${location.origin}/match/${id}#${token}`;
}

byId('copy').addEventListener('click', async () => {
  byId('link').select();
  try {
    await navigator.clipboard.writeText(byId('link').value);
  } catch {
    document.execCommand('copy'); // where the page is not served securely
  }
  byId('copy').textContent = 'Copied';
});

// ---- the clocks of both seats, of which one may run

const SHORT = 20; // seconds
const REDRAW = 200; // milliseconds

export class Clocks {
  /** The seconds that each seat had left, or nothing in a match without clocks. */
  #left = [];
  #running = null;
  #since = 0;

  constructor(seat) {
    this.seat = seat;
    setInterval(() => this.#draw(), REDRAW);
  }

  /** Sets the seconds that each seat has left, and which of them runs, if any. */
  set(left, running) {
    this.#left = left || [];
    this.#running = running;
    this.#since = performance.now();
    this.#draw();
  }

  stop() {
    this.set(this.#left, null);
  }

  #draw() {
    this.#left.forEach((seconds, seat) => {
      const clock = byId(seat === this.seat ? 'clock-near' : 'clock-far');
      clock.hidden = seconds == null;
      if (seconds == null) return;
      const runs = seat === this.#running;
      const now = Math.max(0, seconds - (runs ? (performance.now() - this.#since) / 1000 : 0));
      clock.textContent = `${Math.floor(now / 60)}:${String(Math.floor(now % 60)).padStart(2, '0')}`;
      clock.classList.toggle('runs', runs);
      clock.classList.toggle('short', now < SHORT);
    });
  }
}

// ---- the sentences of a match: what is to be done, what the opponent says, what went wrong

/** How long it is said why something cannot be done, in milliseconds. */
const REFUSAL = 2600;

export class Notices {
  #refusal = 0;

  /** `afterRefusal` says again what is to be done. */
  constructor(afterRefusal) {
    this.afterRefusal = afterRefusal;
  }

  /** The sentence below the board, and a second one in smaller letters. */
  prompt(head, detail = '') {
    const prompt = byId('prompt');
    prompt.classList.remove('refuse');
    prompt.firstElementChild.textContent = head;
    prompt.lastElementChild.textContent = detail;
  }

  /** Says for a moment why something cannot be done. */
  refuse(why) {
    if (!why) return;
    sound.play('refuse');
    this.prompt(why);
    byId('prompt').classList.add('refuse');
    clearTimeout(this.#refusal);
    this.#refusal = setTimeout(this.afterRefusal, REFUSAL);
  }

  /** What the opponent says. */
  remark(text) {
    byId('remark').textContent = text;
    byId('bubble').hidden = !text;
  }

  /** Whether the opponent is seen to think. */
  thinking(on) {
    byId('thinking').hidden = !on;
    byId('bubble').hidden = !on && !byId('remark').textContent;
  }

  /** For those who do not see the board. */
  say(text) {
    byId('say').textContent = text;
  }

  /** Across the top of the page, until it is empty again. */
  banner(text) {
    byId('banner').hidden = !text;
    byId('banner').textContent = text;
  }

  /** There is no match here for whoever opened the page. */
  lost(error) {
    const heads = { 404: 'There is no such match.', 401: 'This seat is somebody else’s.' };
    const taken = 'A link opens a seat once, for whoever comes first. Ask for another match.';
    this.prompt(heads[error.status] || 'This did not work.', error.status === 401 ? taken : error.message);
    document.body.dataset.ready = 'lost';
  }
}

/** What there is to say about a match as it stands: a sentence, and a detail. */
export function situation(session, pending) {
  const { match, timeline, seat, toMove, result } = session;
  if (!timeline.live) return [`This is how it was after move ${timeline.at}.`, 'Go to the latest move to play on.'];
  if (match.over && result) return [outcome(session), asSentence(result.reason)];
  if (session.watching) return [match.players.map(displayName).join(' against '), 'You watch.'];
  if (toMove === seat) {
    const asked = pending ? 'One moment …' : timeline.current.scene.prompt;
    return [asked, timeline.frames.length === 1 ? `You are ${session.game.seats[seat]}.` : ''];
  }
  if (!match.seated[toMove ?? 0]) return ['Waiting for your friend.'];
  return [`${session.nameOf(toMove)} ${session.isPerson(toMove) ? 'is to move.' : 'is thinking …'}`];
}

function outcome(session) {
  const { winner } = session.result;
  if (winner == null) return 'A draw.';
  return winner === session.seat ? 'You win.' : `${session.nameOf(winner)} wins.`;
}

const asSentence = text => text && `${text[0].toUpperCase()}${text.slice(1)}.`;

// ---- the list of moves; a click shows the board as it was

/**
 * Lists the moves of a timeline. `names` are those of the seats, `jump(at)` shows a frame.
 *
 * Where moves alone do not tell what happened, because frames have news, it is a log with a paragraph each.
 */
export function showMoves(timeline, names, jump) {
  const { frames, at } = timeline;
  const asLog = frames.some(frame => frame.news?.length);
  const rows = asLog ? logRows(frames, at, names, jump) : tableRows(frames, at, names.length, jump);
  const head = asLog
    ? element('h2', { text: 'What happened' })
    : element('h2', {}, element('span'), ...names.map(name => element('span', { text: name })));
  const list = element('ol', {}, ...rows);
  byId('moves').classList.toggle('log', asLog);
  byId('moves').replaceChildren(head, list);
  byId('moves').hidden = frames.length < 2;
  scrollTo(list, asLog);
}

function moveButton(frame, number, at, jump, extra) {
  return element('button', {
    type: 'button',
    text: frame.option,
    'aria-current': number === at ? 'step' : null,
    on: { click: () => jump(number) },
    ...extra,
  });
}

/** A row for each round, in which every seat has a column. */
function tableRows(frames, at, seats, jump) {
  const rows = [];
  for (let first = 1; first < frames.length; first += seats) {
    const row = element('li', {}, element('span', { text: (first - 1) / seats + 1 }));
    frames.slice(first, first + seats).forEach((frame, column) => {
      const number = first + column;
      row.append(moveButton(frame, number, at, jump, { 'aria-label': `Move ${number}: ${frame.option}` }));
    });
    rows.push(row);
  }
  return rows;
}

/** A row for each move: whose it was, and what came of it. */
function logRows(frames, at, names, jump) {
  return frames.slice(1).map((frame, before) => {
    const name = names[frame.seat];
    const label = `Move ${before + 1}, ${name}: ${frame.option}`;
    const button = moveButton(frame, before + 1, at, jump, { 'data-who': name, 'aria-label': label });
    return element('li', {}, button, ...(frame.news || []).map(text => element('p', { text })));
  });
}

/** Scrolls the list, and nothing else, so that the current move is seen. */
function scrollTo(list, asLog) {
  const current = list.querySelector('[aria-current]');
  if (!current) return;
  if (asLog) {
    const row = current.parentElement;
    list.scrollTop = row.offsetTop - list.offsetTop + Math.min(0, row.offsetHeight - list.clientHeight);
  } else {
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    list.scrollLeft = current.offsetLeft - list.offsetLeft - list.clientWidth / 2;
  }
}
