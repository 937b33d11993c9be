// The clocks of both seats, of which one may run.
import { byId } from './dom.js';

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
      const clock = byId(seat === this.seat ? 'clock-near' : 'clock-far');
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
