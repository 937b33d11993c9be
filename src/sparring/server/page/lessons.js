// A first game that teaches: what comes up for the first time is explained on a card beside the question.
import { byId, element, storage } from './base.js';
import { doneKey, toldKey } from './first_game.js';
import { explain } from './glossary.js';

/** The card with lessons in a match. */
export class Lessons {
  /** The decision that was looked at last, and the lesson that is shown for it. */
  #asked = null;
  #lesson = null;
  #card = byId('lesson');

  constructor(session) {
    this.session = session;
  }

  get #game() {
    return this.session.match.game.split(':')[0];
  }

  /** Shows what there is to learn about the decision that waits, if anything. */
  async follow() {
    const { match, decision, timeline, watching } = this.session;
    if (watching || !match.teaches) return;
    if (match.over) storage.switch(doneKey(this.#game), true);
    if (!decision || decision.number === this.#asked) {
      this.#card.hidden = !this.#lesson || !decision || !timeline.live;
      return;
    }
    const asked = decision.number;
    this.#asked = asked;
    this.#learned();
    if (match.over || storage.isOn(doneKey(this.#game))) return;
    const told = storage.get(toldKey(this.#game)) || '';
    const { lesson, number } = await this.session.lesson(told).catch(() => ({}));
    const stillAsked = asked === number && asked === this.#asked && asked === this.session.decision?.number;
    if (lesson && stillAsked) this.#show(lesson);
  }

  /** Remembers the lesson that was shown, and takes its card away. */
  #learned() {
    this.#card.hidden = true;
    if (!this.#lesson) return;
    const told = storage.get(toldKey(this.#game));
    storage.set(toldKey(this.#game), [...(told ? [told] : []), this.#lesson.id].join(','));
    this.#lesson = null;
  }

  #skip() {
    storage.switch(doneKey(this.#game), true);
    this.#learned();
  }

  #show(lesson) {
    this.#lesson = lesson;
    const told = new Set();
    const sentences = lesson.sentences.map(text => explain(element('p'), text, told));
    const stakes = lesson.stakes.map(({ option, sentence }) =>
      element('li', {}, element('b', { text: `${option}: ` }), explain(element('span'), sentence, told)),
    );
    const skip = { click: () => this.#skip() };
    const done = { click: () => this.#learned() };
    this.#card.replaceChildren(
      element('h2', { text: lesson.title }),
      ...sentences,
      ...(stakes.length ? [element('ul', {}, ...stakes)] : []),
      element(
        'div',
        { class: 'set' },
        element('button', { class: 'button main', type: 'button', id: 'lesson-done', text: 'Got it', on: done }),
        element('button', { class: 'button', type: 'button', id: 'lesson-skip', text: 'Skip the lessons', on: skip }),
      ),
    );
    byId('prompt').before(this.#card); // wherever the question stands
    this.#card.hidden = false;
    this.#card.scrollIntoView({ block: 'nearest' }); // on a phone it may lie below the edge
  }
}
