// Choices that take several steps: who attacks, then whom, then what will happen; or how many at once.
import { capital } from './address.js';
import { answerButton } from './answers.js';
import { byId, element } from './base.js';

/** What an attack comes to in numbers, which its label ends with. */
const numbersOf = option => option.label.split(': ')[1];

export class Composer {
  #options = [];
  #shape = null;
  /** The option that is about to be confirmed, or null. */
  #aimed = null;

  /**
   * `scene` is the board, `notices` says what is asked. `onChoose(option, times)` is called for what was composed,
   * `onLeave()` if the player thinks better of it.
   */
  constructor(scene, notices, { onChoose, onLeave }) {
    Object.assign(this, { scene, notices, onChoose, onLeave });
    document.addEventListener('keydown', event => {
      if (event.key === 'Escape' && this.isOpen && byId('menu').hidden) this.#back();
    });
  }

  get isOpen() {
    return this.#options.length > 0;
  }

  /** True if one of the options of a shape takes more than one step. */
  takes = options => options.some(option => option.aims || option.times > 1);

  /** Begins with a shape, which stands for these options. */
  open(options, shape) {
    this.#options = options;
    this.#shape = shape;
    const [first] = options;
    this.#aimed = options.length === 1 && first.aims ? first : null;
    this.#show();
  }

  close() {
    if (this.isOpen) this.scene.ring([]);
    this.#options = [];
    this.scene.point(null);
  }

  /** The player thinks better of it. */
  leave() {
    this.close();
    this.onLeave();
  }

  #back() {
    if (!this.#aimed || this.#options.length === 1) return this.leave();
    this.#aimed = null;
    this.#show();
  }

  #show() {
    if (this.#aimed) this.#confirm(this.#aimed);
    else this.#ask();
    byId('decision').querySelector('button')?.focus({ preventScroll: true });
  }

  /** Asks for the target, and offers what else the shape can do. */
  #ask() {
    const aims = this.#options.filter(option => option.aims);
    const others = this.#options.filter(option => !option.aims);
    const name = this.#shape.name || '';
    const isTarget = option => ({ ...option, on: option.onto, also: [] });
    this.scene.point(null);
    this.scene.ring([{ place: this.#shape.id, look: 'picked' }]); // of two equal cards, this one
    this.scene.offerOnly(aims.map(isTarget), ([{ id }]) => this.#aim(aims.find(option => option.id === id)));
    this.notices.prompt(aims.length ? `${name}: whom to attack?` : name, '');
    this.#press(...aims.map(option => this.#target(option)), ...others.map(option => this.#other(option)));
  }

  #aim(option) {
    this.#aimed = option;
    this.#show();
  }

  #target(option) {
    const detail = numbersOf(option);
    const button = answerButton({ ...option, label: capital(option.aims), detail }, () => this.#aim(option));
    button.classList.add('target');
    // Which of two equal cards it is can be seen.
    const show = () => this.#aimed || this.scene.aim(option, detail);
    for (const event of ['focus', 'pointerenter']) button.addEventListener(event, show);
    return button;
  }

  #other(option) {
    if (!(option.times > 1)) return answerButton(option, () => this.onChoose(option, 1));
    const numbers = Array.from({ length: option.times }, (_, at) =>
      element(
        'button',
        {
          class: 'button',
          type: 'button',
          'data-option': at ? null : option.id,
          'aria-label': `${option.label}: ${at + 1}${option.gains ? `, ${option.gains[at]}` : ''}`,
          on: { click: () => this.onChoose(option, at + 1) },
        },
        element('b', { text: `+${at + 1}` }),
        element('span', { text: option.gains?.[at] ?? '' }),
      ),
    );
    const many = element('div', { class: 'many', role: 'group', 'aria-label': option.label }, ...numbers);
    return element('div', { class: 'counted' }, element('p', { text: option.label }), many);
  }

  /** Says what will happen, and asks whether it shall; a second click on the target says yes. */
  #confirm(option) {
    const [head, ...rest] = option.label.split(': ');
    const choose = () => this.onChoose(option, 1);
    this.scene.offerOnly([{ ...option, on: option.onto, also: [] }], choose);
    this.scene.aim(option, numbersOf(option));
    this.notices.prompt(`${head}?`, option.foretold || rest.join(': '));
    this.notices.say(`${head}? ${option.foretold}`);
    const verb = option.label.split(' ')[0];
    this.#press(answerButton({ ...option, label: verb, best: true }, choose));
  }

  #press(...buttons) {
    const back = answerButton({ label: 'Back' }, () => this.#back());
    back.classList.add('back');
    byId('decision').replaceChildren(...buttons, back);
  }
}
