// The course of an expected score over a match, as a graph that can be clicked.

import { escaped } from './drawing.js';

const SIGNS = { best: '✓', good: '·', inaccuracy: '?!', mistake: '?', blunder: '??' };
const NAMES = { best: 'Best', good: 'Good', inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder' };

export const nameOfWord = word => NAMES[word];

/** A word of a review as a small sign; its shape tells it apart, not only its colour. */
export const sign = word => `<span class="wordsign ${word}" aria-hidden="true">${SIGNS[word]}</span>`;

/** An expected score in percent; the sign stays with its number. */
export const percent = expected => `${Math.round(expected * 100)}\u00a0%`;

/** Where a match turned, in a sentence. */
export function turnedAt(plies) {
  if (plies.length < 3) return `${plies.length === 1 ? 'Move' : 'Moves'} ${plies.join(' and ')} turned it.`;
  return `It turned ${plies.length} times, the last time at move ${plies.at(-1)}.`;
}

const NARROW = 700;
/** Pixels for the percentages and for each letter of a name; longer names are cut. */
const SHARES_WIDE = 62;
const LETTER = 9;
const LONGEST = 16;
const cut = name => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

const SHARES = [1, 0.5, 0];

/** A course without gaps: what is not known stays as it was. */
function withoutGaps(values) {
  let last = values.find(value => value != null) ?? 0.5;
  return values.map(value => {
    last = value ?? last;
    return last;
  });
}

export class Course {
  #values = [];
  #marks = [];
  #now = 0;

  /** Draws into `host`; `choose(ply)` is called for a click. The names are those of the player and of the others. */
  constructor(host, names, choose) {
    Object.assign(this, { host, names, choose });
    host.addEventListener('click', event => this.#click(event));
    host.addEventListener('keydown', event => {
      const pin = event.target.closest('.pin');
      if (!pin || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      choose(Number(pin.dataset.ply));
    });
    new ResizeObserver(() => this.#draw()).observe(host);
  }

  /** Shows the values before the first move and after each one; marks are { ply, word }. */
  show(values, marks, now) {
    this.#values = withoutGaps(values);
    this.#marks = marks;
    this.#now = now;
    this.#draw();
  }

  get #slim() {
    return this.host.clientWidth < NARROW;
  }

  get #box() {
    const slim = this.#slim;
    const names = Math.max(...this.names.map(name => Math.min(name.length, LONGEST)));
    const left = slim ? 46 : Math.max(104, SHARES_WIDE + LETTER * names);
    return { w: this.host.clientWidth, h: slim ? 112 : 168, left, right: 12, top: 14, bottom: 26 };
  }

  #x(ply) {
    const { w, left, right } = this.#box;
    return left + (ply / Math.max(1, this.#values.length - 1)) * (w - left - right);
  }

  #y(value) {
    const { h, top, bottom } = this.#box;
    return top + (1 - value) * (h - top - bottom);
  }

  #draw() {
    const { w, h } = this.#box;
    if (!this.#values.length || !w) return;
    const parts = [this.#grid(), this.#area(), this.#labels(), this.#cursor(), ...this.#pins()];
    const [first, last] = [percent(this.#values[0]), percent(this.#values.at(-1))];
    const about = `${this.names[0]}: expected score, move by move, from ${first} to ${last}.`;
    const focused = this.host.querySelector('.pin:focus')?.dataset.ply;
    const size = `viewBox="0 0 ${w} ${h}" height="${h}"`;
    this.host.innerHTML = `<svg class="graph" ${size} role="group">${parts.join('')}</svg>`;
    this.host.firstElementChild.setAttribute('aria-label', about);
    if (focused) this.host.querySelector(`.pin[data-ply="${focused}"]`)?.focus();
  }

  #grid() {
    const { w, left, right } = this.#box;
    const line = value => `<path class="gridline" d="M${left} ${this.#y(value)}H${w - right}"/>`;
    return [0, 0.25, 0.75, 1].map(line).join('');
  }

  #area() {
    const { w, h, left, right } = this.#box;
    const middle = this.#y(0.5);
    const at = (value, ply) => `${ply ? 'L' : 'M'}${this.#x(ply).toFixed(1)} ${this.#y(value).toFixed(1)}`;
    const path = this.#values.map(at).join('');
    const area = `${path}L${this.#x(this.#values.length - 1)} ${middle}L${left} ${middle}z`;
    return (
      `<clipPath id="above"><rect x="${left}" y="0" width="${w}" height="${middle}"/></clipPath>` +
      `<clipPath id="below"><rect x="${left}" y="${middle}" width="${w}" height="${h}"/></clipPath>` +
      `<path class="up" clip-path="url(#above)" d="${area}"/><path class="dn" clip-path="url(#below)" d="${area}"/>` +
      `<path class="axis" d="M${left} ${middle}H${w - right}"/><path class="trace" d="${path}"/>`
    );
  }

  #labels() {
    const { h, left } = this.#box;
    const slim = this.#slim;
    const shares = SHARES.map(
      value => `<text x="${left - 8}" y="${this.#y(value) + 5}" text-anchor="end">${percent(value)}</text>`,
    );
    const names = [this.#y(1) + 12, this.#y(0)].map(
      (y, at) => `<text class="strong" x="0" y="${y}">${escaped(cut(this.names[at]))}</text>`,
    );
    const last = this.#values.length - 1;
    const step = Math.max(1, Math.ceil(last / (slim ? 60 : 120))) * (last < 20 ? 5 : 10);
    const plies = [];
    for (let ply = step; ply <= last; ply += step) {
      plies.push(`<text x="${this.#x(ply)}" y="${h - 4}" text-anchor="middle">${slim ? '' : 'move '}${ply}</text>`);
    }
    return [...shares, ...(slim ? [] : names), ...plies].join('');
  }

  #cursor() {
    const { h, top, bottom } = this.#box;
    const x = this.#x(this.#now);
    const here = this.#marks.some(mark => mark.ply === this.#now)
      ? ''
      : `<circle class="here" cx="${x}" cy="${this.#y(this.#values[this.#now])}" r="6"/>`;
    return `<path class="cursor" d="M${x} ${top - 8}V${h - bottom + 4}"/>${here}`;
  }

  /** The mistakes as pins; on a phone only the one that is looked at has its sign. The latter lies above the others. */
  #pins() {
    const { h, top, bottom } = this.#box;
    const isNow = mark => mark.ply === this.#now;
    return [...this.#marks]
      .sort((one, other) => isNow(one) - isNow(other))
      .map(({ ply, word }) => {
        const now = ply === this.#now;
        const x = this.#x(ply);
        const y = Math.min(h - bottom - 4, Math.max(top + 4, this.#y(this.#values[ply])));
        const small = this.#slim && !now;
        const text = small ? '' : `<text x="${x}" y="${y + 4}" text-anchor="middle">${SIGNS[word]}</text>`;
        return (
          `<g class="pin ${word}${now ? ' now' : ''}" role="button" tabindex="0" data-ply="${ply}"` +
          ` aria-label="Move ${ply}: ${NAMES[word]}"><circle class="target" cx="${x}" cy="${y}" r="22"/>` +
          `<circle class="dot" cx="${x}" cy="${y}" r="${small ? 6 : 11}"/>${text}</g>`
        );
      });
  }

  #click(event) {
    const pin = event.target.closest('.pin');
    const { left } = this.host.getBoundingClientRect();
    const share = (event.clientX - left - this.#x(0)) / (this.#x(this.#values.length - 1) - this.#x(0));
    const last = this.#values.length - 1;
    this.choose(pin ? Number(pin.dataset.ply) : Math.max(0, Math.min(last, Math.round(share * last))));
  }
}
