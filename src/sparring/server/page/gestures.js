// Gestures on a scene: a shape is dragged onto another one, and a card that is held is read.

/** Milliseconds after which a card that is held is read. */
const HOLD = 400;
/** So far in pixels a pointer moves before it drags; less is a trembling hand. */
const STEADY = 8;

export class Gestures {
  /** The gesture that is under way: { x, y, card, node, options, timer, drags }, or null. */
  #now = null;
  /** True if the click that ends a gesture means nothing. */
  #swallows = false;

  /**
   * `options()` are those that can be chosen now, `onDrop(option)` is called for one that was dragged to its place,
   * `onRead(card, node)` for a card that is held.
   */
  constructor(scene, { options, onDrop, onRead }) {
    Object.assign(this, { scene, options, onDrop, onRead });
    const { svg } = scene;
    svg.addEventListener('pointerdown', event => this.#begin(event));
    svg.addEventListener('contextmenu', event => this.#hold(event));
    svg.addEventListener('click', event => this.#swallow(event), true);
    // The browser makes no gesture of its own out of a drag: it would swallow the next tap.
    for (const kind of ['touchmove', 'touchend']) {
      svg.addEventListener(kind, event => this.#isDrag(event) && event.preventDefault(), { passive: false });
    }
    addEventListener('pointermove', event => this.#move(event));
    addEventListener('pointerup', event => this.#end(event));
    addEventListener('pointercancel', () => this.#forget());
  }

  #isDrag = ({ cancelable }) => cancelable && (this.#now?.drags || this.#swallows);

  #begin(event) {
    this.#swallows = false;
    if (!event.isPrimary || event.button) return;
    const under = this.scene.shapesAt(event.clientX, event.clientY);
    const card = under.findLast(shape => shape.kind === 'card' && shape.text != null);
    const ids = new Set(under.map(shape => shape.id));
    const starts = ({ on, also = [], source }) => [source, on, ...also].some(id => ids.has(id));
    const options = this.options().filter(option => option.onto && starts(option));
    const { clientX: x, clientY: y } = event;
    this.#now = { x, y, card, node: event.target, options, drags: false };
    if (event.pointerType !== 'mouse' && card) this.#now.timer = setTimeout(() => this.#read(), HOLD);
  }

  #move({ clientX, clientY }) {
    const now = this.#now;
    if (!now || (!now.drags && Math.hypot(clientX - now.x, clientY - now.y) < STEADY)) return;
    clearTimeout(now.timer);
    if (!now.options.length) return;
    if (!now.drags) {
      this.scene.ring(now.options.map(option => ({ place: option.onto, look: 'drop' })));
      getSelection().removeAllRanges();
    }
    now.drags = true;
    this.scene.point(this.#from(now), { clientX, clientY });
  }

  /** What is dragged: the card, or the pile that tokens come from. */
  #from({ options, card }) {
    const [first] = options;
    const held = options.some(({ on, also = [] }) => [on, ...also].includes(card?.id));
    return held ? card.id : (first.source ?? first.on);
  }

  #end({ clientX, clientY }) {
    const now = this.#now;
    if (!now?.drags) return this.#forget();
    this.#forget();
    this.#swallows = true;
    const ids = new Set(this.scene.shapesAt(clientX, clientY).map(shape => shape.id));
    const from = this.#from(now);
    const dropped = now.options.filter(option => ids.has(option.onto) && option.onto !== from);
    if (dropped.length) this.onDrop(dropped[0]);
  }

  #forget() {
    clearTimeout(this.#now?.timer);
    if (this.#now?.drags) {
      this.scene.point(null);
      this.scene.ring([]);
    }
    this.#now = null;
  }

  #read() {
    const { card, node } = this.#now;
    this.#forget();
    this.#swallows = true;
    this.onRead(card, node);
  }

  /** A right click, or a long press where the browser tells of it itself. */
  #hold(event) {
    const card = this.scene
      .shapesAt(event.clientX, event.clientY)
      .findLast(shape => shape.kind === 'card' && shape.text != null);
    if (!card) return;
    event.preventDefault();
    if (this.#now) this.#read();
    else if (!this.#swallows) this.onRead(card, event.target);
  }

  #swallow(event) {
    if (!this.#swallows) return;
    this.#swallows = false;
    event.stopPropagation();
    event.preventDefault();
  }
}
