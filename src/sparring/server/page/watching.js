// How fast a match is shown. Opponents that are watched play as fast as they can; whoever watches sets the pace. At a
// card table, where opponents choose many times in a row, the player sets the pace at which they are followed.
import { byId, storage } from './base.js';
import { pause } from './drawing.js';

/** Milliseconds in which a move is seen before anything else happens. */
const MOMENT = 260;

/** Milliseconds in which it is seen what chance decided. */
export const FALL = 700;

/** Milliseconds between two moves of a match that is watched, by the chosen speed. */
const PACES = { pause: Number.POSITIVE_INFINITY, slow: 2200, normal: 1000, fast: 250 };

/** Milliseconds for which an opponent's move is seen in one's own match, by the chosen speed. */
const FOLLOWED = { slow: 1600, normal: MOMENT, fast: 60 };

const KEY = 'speed';

export const chosenSpeed = () => document.querySelector('[name=speed]:checked').value;

/** Waits until the next move is to be shown. */
export async function untilItIsTime() {
  const began = performance.now();
  while (performance.now() - began < PACES[chosenSpeed()]) await pause(60);
}

const key = id => `watched.${id}`;

/** The number of the last event of a match that was watched in this tab; 0 for none. */
export const watchedUpTo = id => Number(sessionStorage.getItem(key(id)) || 0);

export const rememberWatched = (id, number) => sessionStorage.setItem(key(id), number);

/** How the opponents' choices are followed at a card table: at a speed that this device remembers, or not at all. */
export class Following {
  /** True until one's own next decision: the rest is not watched. */
  skips = false;
  #hurried = false;
  #wake = () => {};

  constructor(session) {
    this.session = session;
  }

  /** Shows the speeds, where there are many choices in a row to be followed. */
  begin() {
    const { session } = this;
    this.follows = session.alone && !session.watching && byId('play').classList.contains('table');
    if (!this.follows) return;
    byId('speed').hidden = false;
    byId('speed').classList.add('own');
    const input = speed => document.querySelector(`[name=speed][value=${speed}]`);
    input('pause').parentElement.hidden = true;
    (input(storage.get(KEY)) || input('normal')).checked = true;
    byId('speed').addEventListener('change', () => {
      storage.set(KEY, chosenSpeed());
      this.#goOn();
    });
    byId('skip').hidden = false;
    byId('skip').addEventListener('click', () => {
      this.skips = true;
      this.#goOn();
    });
  }

  /** Somebody is asked: `own` if it is this player. */
  asked(own) {
    if (own) {
      this.skips = false;
      this.#hurried = false;
    }
    if (!this.follows) return;
    byId('skip').disabled = own || this.session.match.over;
    document.body.classList.toggle('awaits', !own);
    if (!own) this.#hurry();
  }

  /** The match is over: there is nobody to follow. */
  end() {
    if (this.follows) byId('speed').hidden = true;
  }

  /** Waits while a move of a seat is seen, or until it need not be. */
  async moment(seat) {
    if (this.skips) return;
    const time = this.follows && seat !== this.session.seat ? FOLLOWED[chosenSpeed()] : MOMENT;
    const woken = new Promise(wake => {
      this.#wake = wake;
    });
    await Promise.race([pause(time), woken]);
  }

  /** Whether moves are shown as they end, without their movements. */
  get hurried() {
    return this.skips || (this.follows && chosenSpeed() === 'fast');
  }

  #goOn() {
    this.#wake();
    this.#hurry();
  }

  /** Asks the server once a turn not to let the opponents seem to think. */
  #hurry() {
    const { session } = this;
    if (!this.hurried || this.#hurried || !session.match.paced || session.toMove === session.seat) return;
    this.#hurried = true;
    session.hurry().catch(() => {}); // then they take their time
  }
}
