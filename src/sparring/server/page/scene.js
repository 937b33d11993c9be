// Draws any game from a scene: a list of shapes with ids. It knows no rules.
// A shape that has the same id in two scenes is the same thing, and travels between them.
import { Choices } from './choices.js';
import { lessMotion, Pen, pause, svgElement } from './drawing.js';
import { layOut, seedsIn, stepsBeginHere, withSeeds } from './layout.js';
import { drawAim, drawPointing, drawRing, drawThreat } from './looks.js';
import { Painter } from './painter.js';

/** Below this width in pixels a scene is drawn in its arrangement for narrow screens, if it has one. */
const NARROW = 620;
/** The share of a step's movements that is seen before the next step begins. */
const SEEN = 0.86;

export class Scene {
  static #made = 0;

  /** The names of the seats, for the words about threats. */
  seats = [];
  /** Whether the places are marked at which either side could win. */
  threatening = false;
  /** All shapes that are drawn, by id, in the order in which they lie on each other. */
  shapes = new Map();

  #number = ++Scene.#made;
  /** The scene that is shown, as it was sent. */
  #scene = null;
  #places = null;
  #pen = null;
  #options = [];
  #best = null;
  /** What is called for a click on an option instead, while only some are offered. */
  #onlyChosen = null;
  /** The options or places that have rings around them, each { option, look } or { place, look }. */
  #rung = [];
  /** Counts the scenes that were shown: one that is not the latest any more stops moving. */
  #shown = 0;
  #scale = 0;

  /**
   * Draws into `host`. `onChoose(options, target, shape)` is called when a shape with options is clicked, `onRefuse`
   * with a shape that has none, `onInspect(card, node)` for a card that is pointed at or clicked (then with its node),
   * `onOpen` with a pile that is clicked, `onSay` with what a step says. A `still` scene shows no options and does not
   * move.
   */
  constructor(host, { onChoose, onRefuse, onInspect, onOpen, onSay, still = false } = {}) {
    Object.assign(this, { host, onRefuse, onInspect, onOpen, onSay, still });
    this.svg = svgElement('svg', { class: 'scene', role: 'group' });
    this.painter = new Painter(this.svg.appendChild(svgElement('g', { class: 'shapes' })));
    this.marks = this.svg.appendChild(svgElement('g', { class: 'threats' }));
    const chosen = (...given) => (this.#onlyChosen || onChoose)?.(...given);
    this.choices = new Choices(this.svg, { onChoose: chosen, onInspect });
    this.pointing = this.svg.appendChild(svgElement('g', { class: 'pointing' }));
    this.rings = this.svg.appendChild(svgElement('g', { class: 'rings' }));
    host.append(this.svg);
    this.svg.addEventListener('click', event => this.#click(event));
    this.svg.addEventListener('pointerover', event => this.#inspect(event));
    const resized = new ResizeObserver(() => this.#scene && this.#fit());
    for (const box of new Set([host, this.#room])) resized.observe(box);
  }

  /**
   * Shows a scene; with `animate`, plays its steps from what is drawn now. Options are what can be chosen:
   * { id, on?, also?, label, ghost?, pointer?, score? }. Resolves when nothing moves any more.
   */
  async show(scene, { options = [], animate = false } = {}) {
    const run = ++this.#shown;
    const moves = animate && !this.still;
    const resized = this.#scene && String(this.#scene.view) !== String(scene.view);
    this.#scene = scene;
    this.#options = options;
    this.#onlyChosen = null;
    this.#best = null;
    this.point(null);
    this.#frame();
    this.svg.setAttribute('aria-label', scene.about);
    this.marks.replaceChildren();
    this.choices.clear();
    this.#rung = [];
    if (moves && this.#canPlaySteps(scene) && !(await this.#playSteps(scene, run))) return;
    this.shapes = new Map(withSeeds(scene.shapes, this.shapes).map(shape => [shape.id, sanitised(shape)]));
    const time = this.#paint(moves && !resized ? scene.how : 'none');
    if (moves) await pause(lessMotion() ? 0 : time);
    if (run === this.#shown) this.#offer();
  }

  /** Marks an option as the one to take, if one is given, and shows what each is worth. */
  hint(best, scores) {
    this.#options = this.#options.map(option => ({ ...option, score: scores[option.id] ?? option.score }));
    this.#best = best;
    this.#offer();
  }

  /** Offers other options in the same picture, until it is shown again; a click on one calls `onChoose`. */
  offerOnly(options, onChoose) {
    this.#options = options;
    this.#onlyChosen = onChoose;
    this.#best = null;
    this.#offer();
  }

  /** Draws an arrow from a shape to another one, or to a point of the window; without a shape, none. */
  point(from, to) {
    const start = this.#places?.get(from);
    const end = to?.clientX == null ? this.#places?.get(to) : this.#pointAt(to);
    this.pointing.innerHTML = start && end ? drawPointing(start, end, 1 / this.#zoom) : '';
    this.painter.hideLabels();
  }

  /** Draws the arrow from an option's shape to its target, with a few words on it. */
  aim({ on, onto, around }, label) {
    const { aim } = this.#scene;
    const [start, end] = [on, onto].map(id => this.#places?.get(id));
    if (!aim || !around || !start || !end) return this.point(on, onto);
    this.pointing.innerHTML = drawAim({ ...aim, around, label }, start, end, this.#pen);
    const level = this.#tall ? aim.tallLevel : aim.level;
    const isAt = ({ y, h }) => Math.abs(y - level) < h / 2;
    this.painter.hideLabels(id => this.#places.has(id) && isAt(this.#places.get(id)));
  }

  /** The shapes at a point of the window, those that lie above others last. */
  shapesAt(clientX, clientY) {
    if (!this.#places) return [];
    const at = this.#pointAt({ clientX, clientY });
    const isThere = place =>
      place && Math.abs(place.x - at.x) <= place.w / 2 && Math.abs(place.y - at.y) <= place.h / 2;
    return [...this.shapes.values()].filter(shape => isThere(this.#places.get(shape.id)));
  }

  /** A point of the window as a place without a size. */
  #pointAt({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x, y, w: 0, h: 0 };
  }

  /** Draws rings around what options stand for, each { option, look }, or around places, each { place, look }. */
  ring(rung) {
    this.#rung = rung;
    if (this.#places) this.#offer();
  }

  /** Marks where either side could win, or no longer. */
  threaten(on) {
    this.threatening = on;
    if (this.#places) this.#offer();
  }

  /** Where either side could win, in words; nothing unless it is marked. */
  get threats() {
    const places = seat => this.#marked.filter(threat => threat.seat === seat).map(threat => threat.in);
    return this.seats
      .map((name, seat) => (places(seat).length ? `${name} can win at ${places(seat).join(', ')}.` : ''))
      .filter(Boolean)
      .join(' ');
  }

  focusFirst() {
    this.choices.focusFirst();
  }

  // ---- steps

  /** Those who want less motion, and those who did not see the scene before, see no steps. */
  #canPlaySteps(scene) {
    return scene.steps && !lessMotion() && stepsBeginHere(scene, this.shapes);
  }

  /** Carries the seeds step by step. Returns false if another scene was shown meanwhile. */
  async #playSteps({ shapes, steps }, run) {
    for (const { id, seeds, last } of shapes) {
      if (seeds != null) this.shapes.set(id, { ...this.shapes.get(id), last });
    }
    for (const step of steps) {
      for (const [from, to, count] of step.move) this.#carry(from, to, count);
      if (step.say) this.onSay?.(step.say);
      const time = this.#paint(step.how);
      await pause(step.wait ?? time * SEEN);
      if (run !== this.#shown) return false;
    }
    return true;
  }

  /** Moves the seeds that came last from one place to another, where they lie above those that were there. */
  #carry(from, to, count) {
    for (const seed of seedsIn(this.shapes, from).slice(-count)) {
      this.shapes.delete(seed.id);
      this.shapes.set(seed.id, { ...seed, in: to });
    }
  }

  // ---- geometry

  /** The box whose shape follows the picture's, so that the picture's own width says nothing about the room it has. */
  get #frameBox() {
    return this.host.closest('[data-ratio]');
  }

  get #room() {
    return this.#frameBox?.parentElement || this.host;
  }

  get #tall() {
    return Boolean(this.#scene.tall) && this.#room.clientWidth < NARROW;
  }

  get #view() {
    if (this.#scene.closeUp) return this.#scene.closeUp.slice(2);
    return this.#tall ? this.#scene.tall.view : this.#scene.view;
  }

  /** How many pixels a unit of the scene has. */
  get #zoom() {
    this.#scale ||= this.svg.clientWidth / this.#view[0] || 1;
    return this.#scale;
  }

  #frame() {
    const [w, h] = this.#view;
    const [left, top] = this.#scene.closeUp || [0, 0];
    this.svg.setAttribute('viewBox', `${left} ${top} ${w} ${h}`);
    (this.#frameBox || this.host).style.setProperty('--ratio', w / h);
  }

  /** Draws everything anew if the scene is larger or smaller on the screen than it was. */
  #fit() {
    const before = this.#scale;
    this.#frame();
    this.#scale = 0;
    if (before && Math.abs(before - this.#zoom) < 0.002) return;
    this.#paint('none');
    this.#offer();
  }

  // ---- drawing

  #paint(how) {
    const tall = this.#tall;
    const { places, held } = layOut(this.shapes, tall);
    this.#places = places;
    // Text keeps its size on the screen when a scene shrinks; a still picture shrinks with its text.
    const zoom = this.still ? 1 : Math.min(this.#zoom, 1);
    this.#pen = new Pen({ zoom, number: this.#number, tall, places, held });
    return this.painter.paint(this.shapes, this.#pen, this.#view, how);
  }

  /** The threats that are marked, at places that there are. */
  get #marked() {
    const threats = (this.threatening && this.#scene?.threats) || [];
    return threats.filter(threat => this.#places?.has(threat.in));
  }

  /** Marks threats, and offers the options. */
  #offer() {
    const threatened = new Set(this.#marked.map(threat => threat.in));
    const seatsAt = id => this.#marked.filter(threat => threat.in === id).map(threat => threat.seat);
    const marks = [...threatened].map(id => drawThreat(this.#places.get(id), seatsAt(id), this.#scene.sides));
    this.marks.innerHTML = marks.join('');
    this.svg.setAttribute('aria-label', [this.#scene.about, this.threats].filter(Boolean).join(' '));
    this.rings.innerHTML = this.#rung.map(rung => drawRing(this.#ringed(rung), rung.look)).join('');
    if (this.still) return;
    this.choices.offer(this.#options, this.#best, {
      shapes: this.shapes,
      places: this.#places,
      zoom: this.#zoom,
      width: this.#view[0],
      threatened,
    });
  }

  #ringed = ({ place, option }) => (place ? this.#places.get(place) : this.#placeOf(option));

  /** The place that an option is about: where its piece comes to lie, or what is clicked to choose it. */
  #placeOf(option) {
    const pick = this.#scene.picks?.[option];
    return this.#places.get(pick?.ghost?.in ?? pick?.on ?? option);
  }

  // ---- pointing and clicking at what is not an option

  #inspect(event) {
    const shape = this.shapes.get(nodeUnder(event)?.dataset.id);
    if (shape?.kind === 'card') this.onInspect?.(shape);
  }

  #click(event) {
    if (this.still || !this.#scene) return;
    const node = nodeUnder(event);
    const pile = this.#pileUnder(event);
    if (pile) return this.onOpen(pile);
    const clicked = this.shapes.get(node?.dataset.id);
    const shape = (clicked?.kind === 'plate' && this.#cellUnder(event)) || clicked;
    if (shape?.kind === 'card') this.onInspect?.(shape, node);
    if (!shape || !mayHaveBeenMeant(shape) || !this.onRefuse) return;
    if (!lessMotion()) this.#shake();
    this.onRefuse(shape);
  }

  /** A pile that can be looked through, under a click that is on no option. */
  #pileUnder({ clientX, clientY }) {
    return this.onOpen && this.shapesAt(clientX, clientY).findLast(shape => shape.opens);
  }

  /** The smallest cell under a click: the front of a board lies over all its cells. */
  #cellUnder({ clientX, clientY }) {
    const { x, y } = this.#pointAt({ clientX, clientY });
    const isUnder = place => Math.abs(place.x - x) <= place.w / 2 && Math.abs(place.y - y) <= place.h / 2;
    const under = [...this.#places.values()].filter(place => place.kind === 'cell' && isUnder(place));
    under.sort((one, other) => one.w * one.h - other.w * other.h);
    return this.shapes.get(under[0]?.id);
  }

  #shake() {
    const frames = [0, -5, 5, -3, 3, 0].map(x => ({ transform: `translateX(${x}px)` }));
    this.svg.animate(frames, { duration: 240 });
  }
}

const nodeUnder = event => event.target.closest?.('[data-id]');

/** True for a shape that somebody may have clicked as a move: no bare plate, no text, no zone or card without moves. */
function mayHaveBeenMeant(shape) {
  if (shape.kind === 'label' || (shape.kind === 'plate' && !shape.holes)) return false;
  return Boolean(shape.means) || (shape.kind !== 'card' && !shape.flow);
}

/** A shape whose words can be the names of classes, whatever a game sent. */
function sanitised(shape) {
  const safe = { ...shape };
  for (const word of ['look', 'colour']) if (safe[word] != null) safe[word] = String(safe[word]).replace(/[^\w-]/g, '');
  return safe;
}

/** Draws a scene without choices; one that has a `closeUp` (left, top, width, height) is drawn in part. */
export function drawPicture(host, scene) {
  new Scene(host, { still: true }).show(scene);
  host.ariaHidden = 'true'; // the words beside it name the game
}
