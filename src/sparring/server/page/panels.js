// What stands around the board of a match: who plays, clocks, what is said, and the moves so far.
import { readCard } from './answers.js';
import { byId, element, nameOfPieces, pieceIcon, sound } from './base.js';
import { ending, outcome, points } from './ending.js';
import { explain } from './glossary.js';
import { showInvitation } from './invitation.js';
import { breakable, displayName, face, opponentsPath, showLevel } from './people.js';
import { arrangeForPhone } from './phone.js';
import { showSeats } from './seats.js';
import { call } from './server.js';

// ---- the opponent, the sides, the rules in short, an invitation for a friend

/** A board that is this many times wider than high gets a column of its own. */
const BROAD = 1.6;

/** Fills the panels of a match; returns what the catalogue says about the opponent, if it is in there. */
export async function showPanels(session) {
  document.title = `${session.game.title}: Sparring`;
  session.catalogue = await call('GET', opponentsPath(session.match.game)).catch(() => []);
  const known = showNames(session);
  byId('how').replaceChildren(...howItWorks(session.game.how));
  byId('speed').hidden = !session.replays;
  arrangePanels(session.match.scene);
  showInvitation(session);
  return known;
}

/** Shows who plays; returns what the catalogue says about the opponent. */
export function showNames(session) {
  const known = showOpponent(session, session.opponentSeat);
  showSeats(session);
  byId('legend').replaceChildren(...legend(session));
  return known;
}

/** Shows who sits in a seat; returns what the catalogue says about them, if anything. */
function showOpponent(session, seat) {
  const name = session.match.players[seat].split(':')[0];
  const known = session.catalogue.find(opponent => opponent.name === name);
  byId('face').innerHTML = face(name, known?.level || 3);
  byId('name').replaceChildren(...breakable(session.shortNameOf(seat)));
  if (known) showLevel(byId('level'), known);
  else showPresence(session, seat);
  return known;
}

/** Shows whether a person follows the match now. */
export function showPresence(session, seat = session.opponentSeat) {
  if (!session.isPerson(seat)) return;
  const { match, screen } = session;
  const known = match.here?.[seat];
  const text = !match.seated[seat] ? 'Not here yet' : known == null || screen ? 'A person' : known ? 'Here' : 'Away';
  const look = known == null || screen ? null : `presence${known ? '' : ' away'}`;
  byId('level').replaceChildren(element('span', { class: look, text }));
}

function legend({ match, watching, names }) {
  const sides = match.scene?.sides || [];
  const name = seat => (watching && match.players[seat] !== 'human' ? displayName(match.players[seat]) : names[seat]);
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
    arrangeForPhone();
    readCard(scene.shapes.findLast(shape => shape.kind === 'card' && shape.text));
  } else if (scene.view[0] > BROAD * scene.view[1]) {
    byId('play').classList.add('broad');
    centre.append(byId('tools'));
    side.append(byId('how'));
  }
}

// ---- the clocks of all seats, of which one may run

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

  /** Shows the clocks for another seat at this screen. */
  turn(seat) {
    this.seat = seat;
    this.#draw();
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
      const clock = byId(`clock-${seat}`) || byId(seat === this.seat ? 'clock-near' : 'clock-far');
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
  /** True while a choice has not arrived, whatever the connection does. */
  #bannerHeld = false;
  /** True while a sentence must be read before another takes its place. */
  #held = false;
  #said = new Map();

  /** `afterRefusal` says again what is to be done. */
  constructor(afterRefusal) {
    this.afterRefusal = afterRefusal;
  }

  /** The sentence below the board, and a second one in smaller letters. */
  prompt(head, detail = '') {
    if (this.#held) return;
    const prompt = byId('prompt');
    prompt.classList.remove('refuse');
    explain(prompt.firstElementChild, head);
    explain(prompt.lastElementChild, detail);
  }

  /** Says for a moment why something cannot be done; `held` if nothing else may be said in that moment. */
  refuse(why, held = false) {
    if (!why) return;
    sound.play('refuse');
    this.#held = false;
    this.prompt(why);
    this.#held = held;
    byId('prompt').classList.add('refuse');
    clearTimeout(this.#refusal);
    this.#refusal = setTimeout(() => {
      this.#held = false;
      this.afterRefusal();
    }, REFUSAL);
  }

  /** What the opponent says; if that is nothing, what it said before stays, so that nothing jumps, but steps back. */
  remark(text) {
    const bubble = byId('bubble');
    bubble.classList.toggle('old', !text);
    if (!text) return;
    bubble.classList.remove('about');
    byId('remark').textContent = text;
    bubble.hidden = false;
  }

  /** Shows what is known of the opponent; one that replies can be talked to. */
  meet(session, known) {
    this.introduce(known?.about || '');
    if (known?.talks && !session.watching) import('./talk.js').then(talk => talk.openTalk(session, this));
  }

  /** What is known of the opponent, until it speaks: a caption, because these are not its own words. */
  introduce(about) {
    const bubble = byId('bubble');
    bubble.classList.add('about');
    byId('remark').textContent = about;
    bubble.hidden = !about && byId('thinking').hidden;
  }

  /** What a seat says, under its face. */
  hear(session, seat, remark) {
    if (remark && (session.watching || session.several)) showOpponent(session, seat);
    if (remark) this.#said.set(seat, remark);
    this.remark(remark);
  }

  /** Among several opponents, shows the one who is asked with its own last words, unless another has just spoken. */
  turnTo(session, seat) {
    const bubble = byId('bubble');
    if (!bubble.classList.contains('old')) return;
    const known = showOpponent(session, seat);
    const said = this.#said.get(seat);
    this.introduce(said || known?.about || '');
    bubble.classList.toggle('about', !said);
  }

  /** An offer of a seat was declined, which its player is told unless it is history. */
  declined(session, { kind, seat }, isHistory) {
    if (isHistory || seat !== session.seat) return;
    const who = session.several ? 'Somebody' : session.nameOf(1 - seat);
    this.refuse(`${who} would rather ${kind === 'rematch' ? 'not play again' : 'play on'}.`, true);
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

  /** Across the top of the page, until it is empty again; a `held` one only by another that says so. */
  banner(text, held = null) {
    if (held === null && this.#bannerHeld) return;
    if (held !== null) this.#bannerHeld = Boolean(text);
    byId('banner').hidden = !text;
    byId('banner').textContent = text;
  }

  /** The match can be looked at no more. */
  closed(why) {
    this.prompt('This match is closed.', why);
    document.body.dataset.ready = 'closed';
  }
}

/** What there is to say about a match as it stands: a sentence, and a detail. */
export function situation(session, pending) {
  const { match, timeline, seat, toMove, result } = session;
  if (!timeline.live) {
    const where = timeline.at ? `This is how it was after move ${timeline.at}.` : 'This is how it began.';
    return [where, match.over ? '' : 'Go to the latest move to play on.'];
  }
  if (match.over && result) return [outcome(session), `${points(session)}${asSentence(ending(session))}`];
  if (session.watching) return [session.names.join(' against '), 'You watch.'];
  if (session.offered) return [OFFERS[session.offered.kind](session.nameOf(session.offered.seat))];
  if (session.ownOffer) return [OWN_OFFERS[session.ownOffer.kind], 'Waiting for an answer …'];
  if (toMove === seat) {
    const asked = pending ? 'One moment …' : timeline.current.scene.prompt;
    return [asked, timeline.begun ? '' : ownSide(session)];
  }
  if (!match.seated[toMove ?? 0]) return ['Waiting for your friend.'];
  const name = session.nameOf(toMove);
  if (!session.isPerson(toMove)) return [`${name} is thinking …`];
  return session.isHere(toMove) ? [`${name} is to move.`] : [`${name} is to move.`, `${name} is away just now.`];
}

/** What another player offers, in a sentence. */
const OFFERS = {
  share: name => `${name} offers to share what is left.`,
  draw: name => `${name} offers a draw.`,
  undo: name => `${name} asks to take the last move back.`,
  rematch: name => `${name} would like a rematch.`,
};

const OWN_OFFERS = {
  share: 'You offer to share what is left.',
  draw: 'You offer a draw.',
  undo: 'You ask to take your last move back.',
  rematch: 'You ask for a rematch.',
};

/** Which pieces are one's own, where that can be told in a word. */
function ownSide({ match, seat }) {
  const pieces = nameOfPieces(match.scene?.sides?.[seat]);
  return pieces ? `You play the ${pieces}.` : '';
}

const asSentence = text => text && `${text[0].toUpperCase()}${text.slice(1)}.`;

// ---- the list of moves; a click shows the board as it was

/** How many columns fit beside the board; the moves of more players are a log. */
const MOST_COLUMNS = 3;

/**
 * Lists the moves of a timeline. `names` are those of the seats, `columns` shorter ones; `jump(at)` shows a frame.
 *
 * Where moves alone do not tell what happened, because frames have news, it is a log with a paragraph each.
 */
export function showMoves(timeline, names, columns, jump) {
  const { frames, at } = timeline;
  const asLog =
    names.length > MOST_COLUMNS || frames.some((frame, number) => frame.news?.length || isFall(frame, number));
  const rows = asLog ? logRows(frames, at, names, jump) : tableRows(frames, at, jump);
  const head = asLog
    ? element('h2', { text: 'What happened' })
    : element('h2', {}, element('span'), ...columns.map(name => element('span', { text: name })));
  const list = element('ol', {}, ...rows);
  byId('moves').style.setProperty('--seats', names.length);
  byId('moves').classList.toggle('log', asLog);
  byId('moves').replaceChildren(head, list);
  byId('moves').hidden = frames.length < 2;
  scrollTo(list, asLog);
}

function moveButton(frame, number, at, jump, extra) {
  return element('button', {
    type: 'button',
    text: frame.option || '…', // hidden from this seat
    'aria-current': number === at ? 'step' : null,
    on: { click: () => jump(number) },
    ...extra,
  });
}

/** A row for each round, in which every seat has a column; who moves twice begins another row. */
function tableRows(frames, at, jump) {
  const rows = [];
  let before = Number.POSITIVE_INFINITY;
  frames.slice(1).forEach((frame, index) => {
    const number = index + 1;
    if (frame.seat <= before) rows.push(element('li', {}, element('span', { text: rows.length + 1 })));
    before = frame.seat;
    const button = moveButton(frame, number, at, jump, { 'aria-label': `Move ${number}: ${frame.option}` });
    button.style.gridColumn = frame.seat + 2;
    rows.at(-1).append(button);
  });
  return rows;
}

/** A row for each move: whose it was, what chance decided then, and what came of it. */
function logRows(frames, at, names, jump) {
  const rows = [];
  frames.slice(1).forEach((frame, index) => {
    const number = index + 1;
    const fell = isFall(frame, number);
    const name = fell ? 'Chance' : names[frame.seat];
    const label = `Move ${number}, ${name}: ${frame.option}`;
    const extra = { class: fell ? 'fell' : null, 'data-who': name, 'aria-label': label };
    if (!fell || !rows.length) rows.push(element('li'));
    rows.at(-1).append(moveButton(frame, number, at, jump, extra));
    rows
      .at(-1)
      .append(...(frame.news || []).map(text => explain(element('p'), text, new Set(), number === frames.length - 1)));
  });
  return rows;
}

/** True for a frame in which chance decided. */
const isFall = (frame, number) => number > 0 && frame.seat == null;

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
