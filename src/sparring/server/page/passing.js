// Passing where nothing can be done: the scene says so to the player alone, and the page chooses then.
import { storage } from './base.js';
import { pause } from './drawing.js';

/** Milliseconds for which the question is seen. */
const SEEN = 900;

export class Passing {
  /** The number of the decision that is passed just now. */
  #at = null;
  /** True from when something was taken back until the player chooses: they want to decide. */
  #held = false;

  /** `choose(option)` chooses for the player. */
  constructor(session, notices, choose) {
    Object.assign(this, { session, notices, choose });
  }

  /**
   * Whether passing is known here at all. Between people it is not: the others would see from the pace what somebody
   * cannot do.
   */
  get known() {
    const { session } = this;
    return session.alone && !session.watching && !session.match.over;
  }

  get on() {
    return storage.get('passes') !== 'no';
  }

  toggle() {
    storage.switch('passes', !this.on);
  }

  hold() {
    this.#held = true;
  }

  resume() {
    this.#held = false;
  }

  /** Chooses by itself if there is nothing else to do; returns whether it does. */
  passes(options) {
    const { session } = this;
    const { decision, timeline, match } = session;
    const { passes } = timeline.current.scene;
    const option = passes && options.find(one => one.id === passes);
    if (!option || !this.known || !this.on || this.#held || match.teaches) return false;
    if (this.#at !== decision.number) this.#pass(option, decision.number);
    return true;
  }

  async #pass(option, number) {
    this.#at = number;
    this.notices.prompt('Nothing that you can do matters here.', `Passing for you: ${option.id}.`);
    await pause(SEEN);
    this.#at = null;
    if (this.session.decision?.number === number && !this.#held) this.choose(option);
  }
}
