// What can be chosen in a scene, by pointer, by touch and by keyboard.
import { escaped, svgElement } from './drawing.js';
import { discRadius } from './layout.js';
import { drawDisc } from './looks.js';

/** The smallest target that a finger hits, in pixels. */
const TARGET = 44;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Choices {
  /** The option that was focused when the choices were taken away. */
  #lostFocus = null;

  /** `onChoose(options, target, shape)` is called for a click, `onInspect(card)` for a card that is pointed at. */
  constructor(svg, { onChoose, onInspect }) {
    Object.assign(this, { onChoose, onInspect });
    this.layer = svg.appendChild(svgElement('g', { class: 'hits' }));
    svg.addEventListener('keydown', event => this.#key(event));
  }

  get focused() {
    return this.layer.contains(document.activeElement);
  }

  focusFirst() {
    this.layer.querySelector('[tabindex="0"]')?.focus();
  }

  clear() {
    if (this.focused) this.#lostFocus = document.activeElement.dataset.option;
    this.layer.replaceChildren();
  }

  /**
   * Offers options on their shapes; one that is focused stays so. A shape with several options is one target.
   *
   * `drawn` is the scene that they are offered in (its shapes, places, zoom, width and marked places), `best` the id
   * of the option to take, if that is known.
   */
  offer(options, best, drawn) {
    const focused = this.#focusToRestore();
    const targets = [...byShape(options)]
      .filter(([id]) => drawn.places.has(id))
      .map(([id, shared]) => this.#target(drawn.shapes.get(id), shared, best, drawn));
    targets[0]?.setAttribute('tabindex', 0);
    this.layer.classList.toggle(
      'scored',
      options.some(option => option.score != null),
    );
    this.layer.replaceChildren(...targets);
    if (focused && targets.length) {
      (targets.find(target => target.dataset.option === focused) || targets[0]).focus();
      this.#lostFocus = null;
    }
  }

  #focusToRestore() {
    if (this.focused) return document.activeElement.dataset.option;
    return document.activeElement === document.body ? this.#lostFocus : null;
  }

  #target(shape, options, bestId, drawn) {
    const best = options.find(option => option.id === bestId);
    const shown = best || options[0];
    const several = options.length > 1;
    const target = svgElement('g', {
      class: `hit on-${shape.kind === 'card' ? 'card' : shape.look || shape.kind}`,
      role: 'button',
      tabindex: -1,
      'aria-label': several ? `${options.length} choices: ${options.map(one => one.label).join(', ')}` : shown.label,
      'data-option': options[0].id,
      ...(several && { 'aria-haspopup': 'menu' }),
    });
    target.classList.toggle('hinted', Boolean(best));
    target.classList.toggle(
      'drags',
      options.some(option => option.onto),
    );
    const score = several ? best?.score : shown.score;
    target.innerHTML = drawTarget(shape, { ...shown, score }, drawn);
    target.addEventListener('click', event => {
      event.stopPropagation();
      this.onChoose?.(options, target, shape);
    });
    const inspect = () => shape.kind === 'card' && this.onInspect?.(shape);
    target.addEventListener('pointerenter', inspect);
    target.addEventListener('focus', () => {
      for (const other of this.layer.children) other.setAttribute('tabindex', other === target ? 0 : -1);
      inspect();
    });
    return target;
  }

  #key(event) {
    if (!this.focused) return;
    const now = document.activeElement;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      now.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    } else if (event.key in DIRECTIONS) {
      event.preventDefault();
      this.#nextIn(DIRECTIONS[event.key], now)?.focus();
    }
  }

  /** The nearest target in a direction; one that lies aside counts as further away. */
  #nextIn([dx, dy], now) {
    const from = middleOf(now);
    let nearest = null;
    let least = Number.POSITIVE_INFINITY;
    for (const target of this.layer.children) {
      const to = middleOf(target);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (target !== now && along > 1 && along + aside * 2.5 < least) {
        least = along + aside * 2.5;
        nearest = target;
      }
    }
    return nearest;
  }
}

function middleOf(target) {
  const box = target.querySelector('.area').getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Options by the shapes that stand for them; one without a shape is offered beside the scene. */
function byShape(options) {
  const shared = new Map();
  for (const option of options.filter(one => one.on)) {
    for (const id of [option.on, ...(option.also || [])]) shared.set(id, [...(shared.get(id) || []), option]);
  }
  return shared;
}

// ---- how a target looks

function drawTarget(shape, { ghost, pointer, score }, drawn) {
  const place = drawn.places.get(shape.id);
  const turned = (place.turn || 0) % 180 !== 0;
  const smallest = TARGET / drawn.zoom;
  const w = Math.max(turned ? place.h : place.w, smallest);
  const h = Math.max(turned ? place.w : place.h, smallest);
  const ghostPlace = ghost && drawn.places.get(ghost.in);
  return [
    ghost ? drawGhost(ghost, ghostPlace) : '',
    pointer ? drawPointer(place, drawn.width) : '',
    drawArea(shape, place, w, h),
    shape.look === 'tile' && !drawn.threatened.has(shape.id)
      ? `<circle class="dot" cx="${place.x}" cy="${place.y}" r="${Math.min(w, h) * 0.035}"/>`
      : '',
    score == null ? '' : drawScore(score, shape, ghostPlace || place, drawn.zoom),
  ].join('');
}

/** The piece that would be there. */
const drawGhost = (ghost, place) =>
  `<g class="ghost" transform="translate(${place.x} ${place.y})">${drawDisc(ghost, discRadius(place, ghost.face))}</g>`;

/** An arrow above a column. */
function drawPointer({ x, y, h }, width) {
  const unit = width / 46;
  const path = `M${-unit} ${-unit}h${2 * unit}L0 ${unit * 0.6}z`;
  return `<path class="pointer" transform="translate(${x} ${y - h / 2 + unit * 1.6})" d="${path}"/>`;
}

function drawArea(shape, { x, y }, w, h) {
  const round = { bowl: Math.min(w, h) / 2, dimple: w / 2 }[shape.look] ?? 8;
  const pad = shape.kind === 'card' ? 1 : shape.look === 'none' ? 0 : -2;
  return (
    `<rect class="area" x="${x - w / 2 - pad}" y="${y - h / 2 - pad}" width="${w + 2 * pad}"` +
    ` height="${h + 2 * pad}" rx="${round}"/>`
  );
}

/** What an option is worth, on a chip no wider than its place: where there is little room, only its first word. */
function drawScore(score, shape, place, zoom) {
  const room = place.w * zoom;
  const chipWidth = text => text.length * 7.6 + 12;
  const words = String(score);
  const smallWidth = text => text.length * 6.8 + 6;
  const text = smallWidth(words) > room ? words.split(' ')[0] : words;
  const small = chipWidth(text) > room;
  const w = (small ? smallWidth(text) : chipWidth(text)) / zoom;
  const h = 22 / zoom;
  const lowered = shape.look === 'bowl' ? place.h * 0.36 : 0;
  return (
    `<g class="score" transform="translate(${place.x} ${place.y + lowered})">` +
    `<rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${3 / zoom}"/>` +
    `<text y="${4.4 / zoom}" font-size="${(small ? 12 : 12.5) / zoom}" text-anchor="middle">${escaped(text)}</text></g>`
  );
}
