// The sentences of a match: what is to be done, what the opponent says, what went wrong.
import { byId } from './dom.js';
import { displayName } from './people.js';
import { sound } from './sound.js';

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
