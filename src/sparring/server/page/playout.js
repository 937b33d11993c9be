// A line that was proven, played out on the board step by step: nothing of it happens in the match.
import { $, element, icon } from './shell.js';

const PACE = 1200;

export class Playout {
  /** `show(scene)` draws a step, `tell(head, detail)` says it, `name(seat)` is who made it, `left()` is told when it is closed. */
  constructor({ show, tell, name, left }) {
    Object.assign(this, { show, tell, name, left, frames: null, at: 0, timer: 0 });
    addEventListener('keydown', event => this.#key(event));
  }

  get open() { return this.frames != null; }

  /** A button that opens the line, or nothing. */
  offer(open) {
    if (this.open) return;
    const had = document.activeElement?.id === 'playout';
    $('line').replaceChildren(...(open ? [element('button', { className: 'button', type: 'button', id: 'playout', html: icon.play, on: { click: open } }, 'Play it out')] : []));
    if (had) $('playout')?.focus();
  }

  /** Shows the frames one after the other; `proven` says where they lead. */
  begin(frames, proven) {
    Object.assign(this, { frames, proven, at: 0 });
    const button = (id, name, does) => element('button', { className: 'button', type: 'button', id, title: name, 'aria-label': name, html: icon[id], on: { click: does } });
    $('line').replaceChildren(
      button('back', 'One step back', () => this.#by(-1)), button('pause', 'Pause', () => this.#run(!this.timer)),
      button('forward', 'One step forward', () => this.#by(1)), button('close', 'Back to the match', () => this.close()));
    $('pause').focus();
    this.#to(1);
    this.#run(true);
  }

  /** Back to the match, where the button is again if there still is something to play out. */
  close() {
    if (!this.open) return;
    const had = $('line').contains(document.activeElement);
    clearTimeout(this.timer);
    Object.assign(this, { frames: null, timer: 0 });
    $('line').replaceChildren();
    this.left();
    if (had) $('playout')?.focus();
  }

  words() {
    const { option, seat } = this.frames[this.at], last = this.frames.length - 1;
    this.tell(`Step ${this.at} of ${last}: ${option == null ? 'the board as it stands' : `${this.name(seat)}, ${option}`}.`, this.proven);
  }

  #to(step) {
    this.at = step;
    this.words();
    this.shown = this.show(this.frames[step].scene);
    const last = this.frames.length - 1;
    for (const [id, able] of [['back', step > 0], ['forward', step < last]]) {
      if (!able && document.activeElement === $(id)) $('pause').focus();
      $(id).disabled = !able;
    }
  }

  #by(steps) {
    this.#run(false);
    this.#to(Math.max(0, Math.min(this.frames.length - 1, this.at + steps)));
  }

  #run(on) {
    const last = this.frames.length - 1;
    clearTimeout(this.timer);
    if (on && this.at === last) this.#to(0);
    const timer = this.timer = on ? setTimeout(async () => {
      await this.shown;
      if (timer === this.timer) { this.#to(this.at + 1); this.#run(this.at < last); }
    }, PACE) : 0;
    $('pause').innerHTML = on ? icon.pause : icon.play;
    $('pause').title = on ? 'Pause' : 'Play';
    $('pause').setAttribute('aria-label', $('pause').title);
  }

  #key(event) {
    const does = { ArrowLeft: () => this.#by(-1), ArrowRight: () => this.#by(1), Escape: () => this.close() }[event.key];
    if (!this.open || !does || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('input, select')) return;
    event.preventDefault();
    does();
  }
}
