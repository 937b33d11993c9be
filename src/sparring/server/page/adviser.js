// What the strongest brain thinks of a decision: scores of all options, the evaluation bar, the best option, and a
// line that proves it.
import { byId } from './dom.js';
import { storage } from './storage.js';

const NARROW_PAGE = '(max-width: 700px)';

export class Adviser {
  /** Whether scores and the bar are shown with every decision. */
  scoring = storage.isOn('judge');
  /** The latest judgement, with the number of the decision that it is about. */
  #judgement = null;

  constructor(session) {
    this.session = session;
  }

  toggleScores() {
    this.scoring = !this.scoring;
    storage.switch('judge', this.scoring);
    byId('eval').hidden = !this.scoring;
  }

  /** Forgets what was judged: after a move is taken back, a decision of the same number is about something else. */
  forget() {
    this.#judgement = null;
  }

  /** Judges the decision of this seat, once. Returns the best option, why, and what each option is worth in words. */
  async judge() {
    const { number } = this.session.decision;
    if (this.#judgement?.number !== number) this.#judgement = { number, ...(await this.session.hint()) };
    const { best, reason, options } = this.#judgement;
    return { best, reason, scores: Object.fromEntries(options.map(option => [option.move, worth(option)])) };
  }

  /** Shows on the bar how this seat stands, if scores are wanted. */
  showBar() {
    const { value } = this.#judgement;
    const bar = byId('eval');
    const share = `${50 + value * 50}%`;
    const lying = matchMedia(NARROW_PAGE).matches;
    bar.hidden = !this.scoring;
    bar.firstElementChild.style.height = lying ? '' : share;
    bar.firstElementChild.style.width = lying ? share : '';
    bar.setAttribute('aria-valuenow', Math.round(value * 100));
  }

  /** The best option, if it is proven to win or to lose and the moves that follow are known; null otherwise. */
  get proven() {
    const { decision, timeline } = this.session;
    if (!decision || !timeline.live || this.#judgement?.number !== decision.number) return null;
    const best = this.#judgement.options.find(option => option.move === this.#judgement.best);
    const decided = best?.outcome === 'win' || best?.outcome === 'loss';
    return decided && best.line.length > 1 ? best : null;
  }
}

/** What an option is worth: its proven outcome and in how many plies, or its score. */
function worth({ outcome, score, in: plies, in_at_most: atMost }) {
  if (!outcome) return `${score > 0 ? '+' : ''}${Math.round(score)}`;
  if (outcome === 'draw') return outcome;
  if (plies != null) return `${outcome} ${plies}`;
  return atMost == null ? outcome : `${outcome} ≤${atMost}`;
}

/** What a proven option leads to: a win against every defence, or a loss against the best play only. */
export function promise({ outcome, in: plies, in_at_most: atMost }) {
  const most = outcome === 'win' || plies == null ? 'at most ' : '';
  const within = plies ?? atMost;
  const when = within == null ? '' : ` in ${most}${within}`;
  return outcome === 'win' ? `You win${when}.` : `You lose${when} if they play well.`;
}
