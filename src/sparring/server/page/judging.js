// Shows advice on the board: what each option is worth, hints in two steps, and the line that proves the best option.
import { advised, promise } from './advice.js';

export class Judging {
  /** `page` has the parts of a match's page; `showAnswers(options)` shows the options beside the board. */
  constructor({ session, adviser, playout, notices, scene, outcome }, showAnswers) {
    Object.assign(this, { session, adviser, playout, notices, scene, outcome, showAnswers });
  }

  /** Shows what each option is worth. As a hint, it tells an idea first, and then the best option and why. */
  async judge(asHint) {
    const { session } = this;
    const asked = session.decision;
    if (!asked) return;
    if (asHint) this.notices.prompt('Let me see …');
    try {
      const { best, reason, scores } = await this.adviser.judge();
      this.outcome.refresh();
      if (session.decision !== asked || this.playout.open) return;
      const idea = asHint && this.adviser.nextIdea();
      if (idea) {
        this.offerMore();
        this.notices.prompt(idea);
        this.notices.say(idea);
        return;
      }
      this.scene.hint(asHint ? best : null, scores);
      this.showAnswers(
        session.options.map(option => ({ ...option, score: scores[option.id], best: asHint && option.id === best })),
      );
      this.adviser.showBar();
      this.offerMore();
      if (!asHint) return;
      this.notices.prompt(advised(best), reason);
      this.notices.say(`${advised(best)} ${reason}`);
    } catch (error) {
      this.notices.refuse(error.message);
    }
  }

  /** Offers what advice can show next: the move after an idea, or the line that proves it. */
  offerMore() {
    if (this.adviser.keepsMove) this.playout.offer('show-move', () => this.judge(true));
    else this.playout.offer(this.adviser.proven && 'playout', () => this.#playOut());
  }

  async #playOut() {
    const { session } = this;
    const { decision, timeline } = session;
    const best = this.adviser.proven;
    if (!best) return;
    try {
      const frames = await session.framesOf(best.line);
      if (session.decision !== decision || !timeline.live || this.playout.open) return;
      this.playout.begin(frames, promise(best));
    } catch (error) {
      this.notices.refuse(error.message);
    }
  }
}
