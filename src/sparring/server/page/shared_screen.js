// Several seats at one screen: people who take turns at it, or one person who plays all sides.
import { byId, element } from './base.js';

export class SharedScreen {
  /** What each seat knew when another one sat down here: its timeline, and the last event it has seen. */
  #left = new Map();

  constructor(session) {
    this.session = session;
  }

  /** True if the next decision is for another seat at this screen than the one that is shown. */
  get isTurnOfAnother() {
    const { session } = this;
    return (
      Boolean(session.screen) &&
      session.toMove != null &&
      session.toMove !== session.seat &&
      session.isPerson(session.toMove)
    );
  }

  /** Finds out whose turn it is when the page is opened, and draws the curtain if something is hidden. */
  async begin() {
    const { session } = this;
    if (!session.screen) return;
    await session.load();
    const { toMove, match } = session;
    const next = toMove != null && match.players[toMove] === 'human' ? toMove : session.seat;
    session.sit(next);
    await this.#curtain();
  }

  /** Lets the player of another seat sit down; the board is what that seat sees. */
  async sitDown(seat) {
    const { session } = this;
    this.#left.set(session.seat, { timeline: session.timeline, seen: session.seen });
    session.sit(seat, this.#left.get(seat));
    await this.#curtain();
    byId('reader').hidden = true; // a card that the player before has read
    await session.load();
  }

  /** Lifts the curtain, once the board is that of the seat. */
  lift() {
    byId('curtain').close();
  }

  /** Covers the board until the next player says that they are there. */
  async #curtain() {
    const { session } = this;
    if (session.screen !== 'turns' || !session.game.hides || session.match.over) return;
    const name = session.nameOf(session.seat);
    const button = element('button', { class: 'button main', type: 'button', text: `I am ${name}` });
    const curtain = byId('curtain');
    curtain.replaceChildren(
      element('h2', { text: `${name} is next` }),
      element('p', { text: 'Pass the screen on. The cards are shown when the next player says so.' }),
      button,
    );
    curtain.addEventListener('cancel', event => event.preventDefault()); // Escape would show the cards
    if (!curtain.open) curtain.showModal();
    await new Promise(done => {
      button.addEventListener('click', done, { once: true });
    });
    button.disabled = true;
  }
}
