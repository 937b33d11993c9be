// How a player chooses: by a click, a drag or a key, in one step or several; and how the choice reaches the server.
import { readCard } from './answers.js';
import { cannotHover } from './base.js';
import { Composer } from './composer.js';
import { Gestures } from './gestures.js';
import { Passing } from './passing.js';

export class Choosing {
  /** True from a choice until the server has answered. */
  pending = false;
  /** An option that is chosen again as soon as it is asked for, { id, left }, or null. */
  #again = null;

  /**
   * `page` has the session, the scene, the menu, the notices and the playout of a match. `offer()` offers the options
   * anew, `describe()` says what is to be done, `takeAnswersAway()` leaves nothing to be pressed.
   */
  constructor(page, { offer, describe, takeAnswersAway }) {
    const { session, scene, menu, notices, playout } = page;
    Object.assign(this, { session, scene, menu, notices, playout, offer, describe, takeAnswersAway });
    this.composer = new Composer(scene, notices, {
      onChoose: (option, times) => this.choose(option, times),
      onLeave: offer,
    });
    this.passing = new Passing(session, notices, option => this.choose(option, 1, true));
    this.gestures = new Gestures(scene, {
      options: () => (this.pending ? [] : session.options),
      onDrop: option => this.#drop(option),
      onRead: (card, node) => this.menu.open([], node, () => {}, card),
    });
  }

  /** Goes on by itself where that was asked for; returns whether it does. */
  goesOn(options) {
    if (!options.length || this.playout.open) return false;
    if (this.pending) return this.#again != null; // the answer to the choice before is about to arrive
    const { id, left } = this.#again || {};
    this.#again = null;
    const again = options.find(option => option.id === id);
    if (again) this.choose(again, left);
    return Boolean(again) || this.passing.passes(options);
  }

  /** A shape was clicked that stands for options. */
  pick(options, target, shape) {
    const card = cannotHover() && shape.kind === 'card' ? shape : null;
    if (this.composer.takes(options)) this.composer.open(options, shape);
    else if (options.length > 1 || card) this.menu.open(options, target, option => this.choose(option), card);
    else this.choose(options[0]);
  }

  #drop(option) {
    if (this.composer.takes([option])) this.composer.open([option], this.scene.shapes.get(option.on));
    else this.choose(option);
  }

  /** A card is pointed at, or it was clicked; where nothing can be pointed at, a click reads it. */
  inspect(card, clicked) {
    readCard(card);
    if (!clicked || !cannotHover() || card.text == null) return;
    this.menu.open([], clicked, () => {}, card);
  }

  /** Chooses an option, or chooses it so many times in a row; `byItself` if nobody pressed anything. */
  async choose(option, times = 1, byItself = false) {
    const { session } = this;
    const asked = session.decision;
    if (this.pending || !asked) return;
    if (!byItself) this.passing.resume();
    this.pending = true;
    session.decision = null;
    this.composer.close();
    this.takeAnswersAway();
    this.describe();
    this.#again = times > 1 ? { id: option.id, left: times - 1 } : null;
    try {
      await session.choose(option.id, asked.number);
    } catch (error) {
      this.#again = null;
      await this.#recover(error, asked);
    }
    this.pending = false;
    if (session.decision) this.offer();
  }

  /** After a choice that did not arrive or was refused: asks what is to be decided now. */
  async #recover(error, asked) {
    const { session, notices } = this;
    if (error.status && error.status !== 409) notices.refuse(error.message);
    else notices.banner(error.message, true);
    await session.askAgain(asked);
    notices.banner('', true);
  }

  /** Says why a shape cannot be chosen; a piece stands for the place that it is on. */
  async explain(shape) {
    const { session } = this;
    if (this.composer.isOpen) this.composer.leave();
    if (session.watching || session.match.over || !session.timeline.live || this.playout.open) return;
    const place = shape.in && !shape.means ? this.scene.shapes.get(shape.in) : shape;
    const answer = await session.whyNot(place.means || place.id).catch(() => null);
    this.notices.refuse(answer && session.address.why(answer.why));
  }
}
