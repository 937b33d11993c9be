// Advice on a decision: what the strongest brain thinks of it, and the line of moves that proves it.
import { byId, element, icons, storage } from './base.js';

// ---- scores of all options, the evaluation bar, the best option

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

  /** The idea behind the best option the first time a hint is asked for, and nothing from then on: then it is shown. */
  nextIdea() {
    const { idea, step } = this.#judgement;
    this.#judgement.step = idea && !step ? 'idea' : 'move';
    return this.#judgement.step === 'idea' ? idea : '';
  }

  /** True if the idea for the current decision was told, and the move is not shown yet. */
  get keepsMove() {
    return this.#current?.step === 'idea';
  }

  /** The judgement of what is to be decided now, if there is one. */
  get #current() {
    const { decision, timeline } = this.session;
    return decision && timeline.live && this.#judgement?.number === decision.number ? this.#judgement : null;
  }

  /** Shows on the bar how this seat stands, if scores are wanted. */
  showBar() {
    const { value } = this.#judgement;
    const bar = byId('eval');
    const expected = 50 + value * 50;
    const share = `${expected}%`;
    const lying = matchMedia(NARROW_PAGE).matches;
    bar.hidden = !this.scoring;
    bar.classList.toggle('several', this.session.names.length > 2); // the rest belongs to nobody in particular
    bar.firstElementChild.style.height = lying ? '' : share;
    bar.firstElementChild.style.width = lying ? share : '';
    bar.setAttribute('aria-valuenow', Math.round(expected));
    bar.setAttribute('aria-valuetext', `You score ${Math.round(expected)} %`);
  }

  /** The best option, if it is proven to win or to lose and the moves that follow are known; null otherwise. */
  get proven() {
    if (!this.#current) return null;
    const best = this.#current.options.find(option => option.move === this.#current.best);
    const decided = best?.outcome === 'win' || best?.outcome === 'loss';
    return decided && best.line.length > 1 ? best : null;
  }
}

/** The moves of the side to move in this many plies. */
const movesIn = plies => Math.ceil(plies / 2);

/** What an option is worth: its proven outcome and in how many moves, or what one is expected to score with it. */
function worth({ outcome, chance, in: plies, in_at_most: atMost }) {
  if (!outcome) return `${Math.min(99, Math.max(1, Math.round(chance * 100)))} %`; // only a proof is certain
  const verb = { win: 'wins', draw: 'draws', loss: 'loses' }[outcome];
  if (outcome === 'draw' || (plies ?? atMost) == null) return verb;
  return plies == null ? `${verb} in ≤${movesIn(atMost)}` : `${verb} in ${movesIn(plies)}`;
}

/** An option that is a word, such as "keep", and no name. */
const WORD = /^[a-z]{3,}$/;

/** An option as a sentence: a name is to be tried, and words are said as they are. */
export const advised = option => {
  if (/^[a-z].* /.test(option)) return `${option[0].toUpperCase()}${option.slice(1)}.`;
  return WORD.test(option) ? `Choose ${quoted(option)}.` : `Try ${option}.`;
};

/** A move inside a sentence: one that is a word, or several, is quoted. */
export const quoted = option => (option?.includes(' ') || WORD.test(option) ? `“${option}”` : option);

/** What a proven option leads to: a win against every defence, or a loss against the best play only. */
export function promise({ outcome, in: plies, in_at_most: atMost }) {
  const moves = movesIn(plies ?? atMost ?? 0);
  const fewer = moves > 1 && (outcome === 'win' || plies == null) ? ' or fewer' : '';
  const when = moves ? ` in ${moves} move${moves > 1 ? 's' : ''}${fewer}` : '';
  return outcome === 'win' ? `You win${when}.` : `You lose${when} if they play well.`;
}

// ---- a line of moves, played out on the board step by step: nothing of it happens in the match

/** Milliseconds from one step to the next. */
const PACE = 1200;

export class Playout {
  #frames = null;
  /** Where the line leads, in a sentence. */
  #promise = '';
  #at = 0;
  /** The timer of the next step; 0 when it is paused. */
  #timer = 0;
  /** Resolves when the current step is drawn. */
  #drawn = null;

  /** `show(scene)` draws a step, `tell(head, detail)` says it, `name(seat)` is who makes it, `onClose()` is told. */
  constructor({ show, tell, name, onClose }) {
    Object.assign(this, { show, tell, name, onClose });
    addEventListener('keydown', event => this.#key(event));
  }

  get open() {
    return this.#frames != null;
  }

  get #last() {
    return this.#frames.length - 1;
  }

  /** Shows the button of this id, which begins an action, or no button. */
  offer(id, action) {
    if (this.open) return;
    const line = byId('line');
    const hadFocus = line.contains(document.activeElement);
    line.replaceChildren(...(id ? [offerButton(id, action)] : []));
    if (hadFocus) (line.firstElementChild ?? byId('hint'))?.focus();
  }

  /** Shows the frames one after the other; `promise` says where they lead. */
  begin(frames, promise) {
    this.#frames = frames;
    this.#promise = promise;
    byId('line').replaceChildren(
      controlButton('back', 'One step back', () => this.#step(-1)),
      controlButton('pause', 'Pause', () => this.#run(!this.#timer)),
      controlButton('forward', 'One step forward', () => this.#step(1)),
      controlButton('close', 'Back to the match', () => this.close()),
    );
    byId('pause').focus();
    this.#goTo(1);
    this.#run(true);
  }

  /** Returns to the match, where the line is offered again if it is still there. */
  close() {
    if (!this.open) return;
    const hadFocus = byId('line').contains(document.activeElement);
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#frames = null;
    byId('line').replaceChildren();
    this.onClose();
    if (hadFocus) byId('playout')?.focus();
  }

  /** Says what the current step is. */
  describe() {
    const { option, seat } = this.#frames[this.#at];
    const what = option == null ? 'the board as it stands' : `${this.name(seat)}, ${option}`;
    this.tell(`Step ${this.#at} of ${this.#last}: ${what}.`, this.#promise);
  }

  #goTo(step) {
    this.#at = step;
    this.describe();
    this.#drawn = this.show(this.#frames[step].scene);
    this.#enable('back', step > 0);
    this.#enable('forward', step < this.#last);
  }

  #enable(id, able) {
    if (!able && document.activeElement === byId(id)) byId('pause').focus();
    byId(id).disabled = !able;
  }

  #step(by) {
    this.#run(false);
    this.#goTo(Math.max(0, Math.min(this.#last, this.#at + by)));
  }

  /** Plays or pauses; from the last step it plays everything again. */
  #run(on) {
    clearTimeout(this.#timer);
    if (on && this.#at === this.#last) this.#goTo(0);
    this.#timer = on ? setTimeout(() => this.#next(this.#timer), PACE) : 0;
    const button = byId('pause');
    button.innerHTML = on ? icons.pause : icons.play;
    button.title = on ? 'Pause' : 'Play';
    button.setAttribute('aria-label', button.title);
  }

  async #next(timer) {
    await this.#drawn;
    if (timer !== this.#timer) return; // paused, closed or moved by hand meanwhile
    this.#goTo(this.#at + 1);
    this.#run(this.#at < this.#last);
  }

  #key(event) {
    const actions = { ArrowLeft: () => this.#step(-1), ArrowRight: () => this.#step(1), Escape: () => this.close() };
    const action = actions[event.key];
    const forTheBrowser = event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('input, select');
    if (!this.open || !action || forTheBrowser) return;
    event.preventDefault();
    action();
  }
}

const OFFERED = { 'show-move': ['Show the move', icons.hint], playout: ['Play it out', icons.play] };

function offerButton(id, action) {
  const [text, drawing] = OFFERED[id];
  return element('button', { class: 'button', type: 'button', id, drawing, on: { click: action } }, text);
}

const controlButton = (id, name, action) =>
  element('button', {
    class: 'button',
    type: 'button',
    id,
    title: name,
    'aria-label': name,
    drawing: icons[id],
    on: { click: action },
  });
