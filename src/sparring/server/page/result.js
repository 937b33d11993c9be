// Whether a match counts for the visitor's rating, said before it and after it; and its end, as a moment of its own.
import { byId, element, icons } from './base.js';
import { turnedAt } from './course.js';
import { ending, outcome, points } from './ending.js';
import { breakable, displayName, face } from './people.js';
import { aboutScore, changeText } from './standing.js';

const STROKE = `<svg class="stroke" viewBox="0 0 320 20" preserveAspectRatio="none" aria-hidden="true">
  <path pathLength="1" d="M6 12Q70 4 150 9T314 7"/></svg>`;

/** Small numbers at the beginning of a sentence are words. */
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** What has the focus when arrow keys are not for the moves. */
const USES_ARROWS = 'input, select, textarea, dialog, #stage, #menu';

export class Outcome {
  /** `attempt(request)` calls the server, and says it if that is refused; `jump(at)` shows the match after a move. */
  constructor(session, attempt, jump) {
    Object.assign(this, { session, attempt, jump });
    byId('steps').append(
      this.#step('Back', icons.back, -1),
      element('span', { id: 'step', role: 'status' }),
      this.#step('Forward', icons.forward, 1),
      element('button', { class: 'button', type: 'button', text: 'Latest', on: { click: () => this.#goToLatest() } }),
    );
    document.addEventListener('keydown', event => this.#key(event));
  }

  /** Arrow keys go through the moves, unless what has the focus uses them itself. */
  #key(event) {
    const steps = { ArrowLeft: () => this.#go(-1), ArrowRight: () => this.#go(1), End: () => this.#goToLatest() };
    const step = steps[event.key];
    const forOthers = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
    if (!step || forOthers || event.target.closest(USES_ARROWS) || byId('pause')) return;
    event.preventDefault();
    step();
  }

  #goToLatest() {
    this.jump(this.session.timeline.frames.length - 1);
  }

  #step(label, drawing, step) {
    const act = () => this.#go(step);
    return element('button', { class: 'iconbutton', type: 'button', 'aria-label': label, drawing, on: { click: act } });
  }

  /** Goes some moves forward or back. */
  #go(step) {
    const { at, frames } = this.session.timeline;
    if (frames[at + step]) this.jump(at + step);
  }

  /** True once the end is shown, with the ways on. */
  get shown() {
    return byId('play').classList.contains('ended');
  }

  /** Asks the server whether the match counts, and shows it; once the match is over, with what it did. */
  async refresh() {
    const { session } = this;
    if (session.watching) return;
    const standing = await session.standing().catch(() => null);
    if (!standing) return;
    this.#showStakes(standing);
    if (session.match.over && session.result) this.#showEnd(standing);
  }

  /** Before the end: does it count, and how strong is an opponent that adapts? */
  #showStakes({ counts, why, plays_as: as, opponent_rating: rating }) {
    const { match, opponentSeat } = this.session;
    byId('counts').hidden = match.over || this.session.amongPeople; // then the result says it, or nobody expects it
    byId('counts').textContent = counts ? 'This match counts for your rating.' : `This match does not count. ${why}`;
    if (!match.players[opponentSeat].startsWith('adaptive')) return;
    const strength = rating ? `, rated ${Math.round(rating)}` : '';
    byId('level').replaceChildren(element('span', { text: `Plays like ${displayName(as)}${strength}` }));
  }

  #showEnd(standing) {
    const { winner } = this.session.result;
    const { amongPeople } = this.session;
    const won = this.session.isYou(winner);
    const kind = winner == null ? 'drawn' : won || this.session.screen ? 'won' : 'lost';
    const panel = byId('outcome');
    panel.hidden = false;
    byId('play').classList.add('ended');
    byId('tools').querySelector('#rematch')?.remove(); // it is one of the ways on
    panel.className = `outcome ${kind}`;
    panel.replaceChildren(
      element('h2', {}, ...breakable(outcome(this.session))),
      element('span', { drawing: STROKE }),
      element('p', { text: `${points(this.session)}${decided(ending(this.session), this.session.timeline.chosen)}` }),
      element('p', { id: 'turned' }),
      ...(amongPeople ? [] : [element('div', { class: 'sheet fact' }, ...rating(standing))]),
      element('div', { class: 'sheet fact', id: 'accuracies', hidden: '' }),
      element('div', { class: 'ways', id: 'ways' }, ...this.#ways(standing, won)),
    );
    this.settle();
    this.#showAccuracies();
  }

  /** Shows how accurately everybody played, and where the match turned, as soon as all moves are judged. */
  async #showAccuracies() {
    const { session } = this;
    // Where a position has no text the game is a large one: its review takes long, and is begun when it is asked for.
    const begins = session.match.position != null;
    const found = await session.review(begins).catch(() => null);
    if (!found || !session.timeline.chosen) return;
    if (!found.finished) {
      if (begins) setTimeout(() => this.#showAccuracies(), AGAIN);
      return;
    }
    const shares = session.game.seats.map((seat, at) => [session.nameOf(at), Math.round(found.accuracy[seat])]);
    byId('accuracies').hidden = false;
    byId('accuracies').replaceChildren(
      element('small', { text: 'Accuracy' }),
      ...shares.map(([name, share]) => element('p', {}, `${name} `, element('b', { text: `${share}\u00a0%` }))),
    );
    byId('turned').textContent = found.turning_points.length ? turnedAt(found.turning_points) : '';
  }

  /** Lets the result stand for the sentence below the board, unless somebody looks at an earlier move. */
  settle() {
    const { match, timeline } = this.session;
    const told = match.over && timeline.live && !byId('outcome').hidden;
    byId('prompt').classList.toggle('hidden', told);
    byId('steps').hidden = timeline.live;
    byId('step').textContent = `Move ${timeline.at} of ${timeline.frames.length - 1}`;
  }

  /** Shows the ways on anew, when somebody offers a rematch or answers. */
  offerWays() {
    if (this.shown && this.session.amongPeople) byId('ways').replaceChildren(...this.#ways({}, false));
  }

  /** The ways on; their order stays, and which of them is filled depends on the result. */
  #ways({ next }, won) {
    const { attempt, session } = this;
    const seat = session.seat === 0 ? 'You begin again' : 'They begin again';
    const review = element(
      'a',
      { class: 'button', id: 'review', href: `/review/${session.id}${location.search}`, drawing: icons.review },
      element('span', {}, 'Review', element('small', { text: 'Move by move' })),
    );
    const again = session.amongPeople
      ? rematchWay(session, attempt)
      : way('Rematch', seat, icons.rematch, () => attempt(() => session.beginAgain(false)));
    again.id = 'rematch';
    const other = next
      ? [
          way('Next opponent', nextText(next), face(next.opponent, next.level), () =>
            attempt(() => session.playNext(next.opponent)),
          ),
        ]
      : [];
    const home = element(
      'a',
      { class: 'button', href: `/?game=${encodeURIComponent(session.match.game.split(':')[0])}`, drawing: icons.board },
      element('span', {}, 'New game', element('small', { text: 'All opponents' })),
    );
    if (session.amongPeople) {
      again.classList.add('main');
      return [again, ...refusal(session, attempt), review, home];
    }
    const main = won && other.length ? other[0] : won ? again : review;
    main.classList.add('main');
    return [review, again, ...other, home];
  }
}

/** Asks a friend for a rematch, or agrees to one. */
function rematchWay(session, attempt) {
  const { match, offered, ownOffer } = session;
  const act = request => () => attempt(request);
  if (match.rematch) {
    return way('To the rematch', 'It has begun', icons.rematch, () => session.followRematch(match.rematch));
  }
  if (offered) {
    const who = session.nameOf(offered.seat);
    return way(
      'Play again',
      `${who} would like a rematch`,
      icons.rematch,
      act(() => session.answerOffer('rematch', true)),
    );
  }
  if (ownOffer) {
    return way(
      `Waiting for ${session.several ? 'the others' : session.nameOf(session.opponentSeat)}\u00a0…`,
      'Press to take it back',
      icons.rematch,
      act(() => session.withdraw('rematch')),
    );
  }
  return way(
    'Rematch',
    'Seats swapped',
    icons.rematch,
    act(() => session.propose('rematch')),
  );
}

const refusal = (session, attempt) =>
  session.offered
    ? [way('No, thanks', 'Not now', icons.close, () => attempt(() => session.answerOffer('rematch', false)))]
    : [];

/** Milliseconds between two looks at a review that fills in. */
const AGAIN = 1000;

const nextText = ({ opponent, expected }) =>
  `${displayName(opponent)}${expected == null ? '' : `, you score ${aboutScore(expected)}`}`;

function way(text, detail, drawing, act) {
  const label = element('span', {}, text, element('small', { text: detail }));
  return element('button', { class: 'button', type: 'button', drawing, on: { click: act } }, label);
}

function decided(reason, moves) {
  const spelled = reason.replace(/^\d+(?= )/, number => NUMBERS[number] ?? number);
  const how = spelled ? `${spelled[0].toUpperCase()}${spelled.slice(1)}` : 'It is over';
  return `${how}, after ${moves} ${moves === 1 ? 'move' : 'moves'}.`;
}

/** What the match did to the rating, or why it did nothing. */
function rating({ counts, why, change, rating: { rating: now, low, high, matches, needed }, expected }) {
  const first = counts && change == null && matches === needed;
  const title = element('small', { text: first ? 'Your first rating' : 'Your rating' });
  if (!counts) return [title, element('p', { text: `Unchanged. ${why}` })];
  const awaited = expected == null ? '' : `You were expected to score ${aboutScore(expected)}.`;
  if (now == null) {
    const left = needed - matches;
    const more = `This match counts. ${left} more rated ${left === 1 ? 'match' : 'matches'} and you have a rating.`;
    return [title, element('p', { text: more })];
  }
  return [
    title,
    element('b', {}, `${Math.round(now)} `, ...(change == null ? [] : [changeText(change)])),
    element('small', { text: `Between ${Math.round(low)} and ${Math.round(high)}. ${awaited}` }),
  ];
}
