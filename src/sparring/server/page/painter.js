// Paints shapes: draws what changed, moves what moved, fades what came or went.
import { cardIdentity, isToken } from './cards.js';
import { duration, lessMotion, svgElement } from './drawing.js';
import { draw } from './looks.js';

const GLIDE = 'cubic-bezier(.3,.1,.2,1)';
const FALL = 'cubic-bezier(.5,0,.9,.5)';
const REBOUND = 'cubic-bezier(.1,.5,.5,1)';
/** Seeds that leave together set out one after another, in milliseconds. */
const STAGGER = 22;
const NOWHERE = { x: 0, y: 0, w: 0, h: 0 };

export class Painter {
  /** What is drawn, and how it stands, by the ids of shapes. */
  #nodes = new Map();
  #poses = new Map();

  constructor(layer) {
    this.layer = layer;
  }

  /**
   * Paints the shapes at their places. `how` is "none" to change everything at once, "hop" for seeds that are carried,
   * "drop" for new pieces that fall from above, or "place" for those that appear where they are.
   *
   * Returns how long the longest movement takes, in milliseconds.
   */
  paint(shapes, pen, view, how) {
    const change = new Change(how, view);
    const departed = change.still ? [] : this.#departedCards(shapes);
    const seen = new Set();
    /** Where a card of each identity lies now because another card took over its shape: the top of a pile. */
    const covered = new Map();
    for (const shape of shapes.values()) {
      const place = pen.places.get(shape.id) || NOWHERE;
      if (shape.kind === 'mark' && !(pen.places.has(shape.from) && pen.places.has(shape.to))) continue;
      seen.add(shape.id);
      const before = this.#poses.get(shape.id);
      const node = this.#node(shape);
      const art = pen.tall && shape.wideOnly ? '' : draw[shape.kind](shape, place, pen);
      if (node.art !== art) {
        node.innerHTML = art;
        node.art = art;
      }
      const pose = poseOf(shape, place);
      node.style.transform = pose.transform;
      this.#poses.set(shape.id, pose);
      if (change.still || shape.kind === 'plate') continue;
      if (before?.identity && before.identity !== pose.identity) covered.set(pose.identity, pose);
      const origin = before ? null : cardOrigin(shape, departed, pen.places);
      if (origin) change.fly(node, origin, pose);
      else if (!before) change.enter(node, shape, pose);
      else if (before.transform !== pose.transform && shape.kind !== 'mark') this.#travel(change, node, before, pose);
    }
    this.#removeAllBut(seen, change, departed, covered);
    if (how !== 'hop' || change.still) this.#order(shapes);
    return change.longest;
  }

  /** Hides the labels with these ids, and shows all others again. */
  hideLabels(isHidden = () => false) {
    for (const [id, node] of this.#nodes) {
      if (node.classList.contains('label')) node.style.visibility = isHidden(id) ? 'hidden' : '';
    }
  }

  #node(shape) {
    let node = this.#nodes.get(shape.id);
    if (!node) {
      node = svgElement('g', { class: `shape ${shape.kind}`, 'data-id': shape.id });
      this.#nodes.set(shape.id, node);
      this.layer.append(node);
    }
    node.classList.toggle('dim', Boolean(shape.dim));
    return node;
  }

  /** The poses of cards that are no longer on the table under the same id. */
  #departedCards(shapes) {
    const poses = [...this.#poses].map(([id, pose]) => ({ id, ...pose }));
    return poses.filter(pose => pose.identity && !shapes.has(pose.id));
  }

  #travel(change, node, before, pose) {
    if (change.how !== 'hop') change.slide(node, before, pose);
    else if (before.in === pose.in) change.makeRoom(node, before, pose);
    else change.hop(node, before, pose, this.layer);
  }

  /** A card that went flies to where it lies now, if it lies below another one; everything else fades. */
  #removeAllBut(seen, change, departed, covered) {
    const unclaimed = new Set(departed.map(pose => pose.id));
    for (const [id, node] of this.#nodes) {
      if (seen.has(id)) continue;
      const pose = this.#poses.get(id);
      const becameAnother = pose?.identity && !unclaimed.has(id);
      const to = covered.get(pose?.identity);
      this.#nodes.delete(id);
      this.#poses.delete(id);
      if (change.still || becameAnother) node.remove();
      else if (to) change.flyAway(node, pose, to);
      else change.fade(node);
    }
  }

  /** Puts the nodes in the order of their shapes: those listed later lie above. */
  #order(shapes) {
    const nodes = [...shapes.keys()].map(id => this.#nodes.get(id)).filter(Boolean);
    nodes.forEach((node, at) => {
      const there = this.layer.children[at];
      if (there !== node) this.layer.insertBefore(node, there || null);
    });
  }
}

function poseOf(shape, { x, y, w, turn = 0 }) {
  const transform = shape.kind === 'mark' ? '' : `translate(${x}px, ${y}px) rotate(${turn}deg)`;
  return { transform, in: shape.in, x, y, w, turn, identity: cardIdentity(shape) };
}

/**
 * Where a new card was before: it is one of those that went, perhaps turned over, which is taken from `departed`; or
 * it comes from where its place gets cards. Nothing if nobody can tell, or if it is not a card.
 */
function cardOrigin(shape, departed, places) {
  const identity = cardIdentity(shape);
  if (!identity) return null;
  let at = departed.findIndex(pose => pose.identity === identity);
  if (at < 0 && !isToken(shape)) at = departed.findIndex(pose => couldBeTurnedOver(shape, pose));
  if (at >= 0) return departed.splice(at, 1)[0];
  const source = places.get(places.get(shape.in)?.source);
  if (!source) return null;
  return { transform: `translate(${source.x}px, ${source.y}px)`, x: source.x, y: source.y, w: source.card?.[0] };
}

const couldBeTurnedOver = (shape, pose) => (shape.down ? pose.identity !== 'token' : pose.identity === 'back');

/** The movements from one picture to the next; `longest` is how long they take together, in milliseconds. */
class Change {
  longest = 0;
  #carried = 0;

  constructor(how, view) {
    this.how = how;
    [this.width, this.height] = view;
    this.still = how === 'none' || lessMotion();
  }

  #animate(node, frames, options) {
    this.longest = Math.max(this.longest, options.duration + (options.delay || 0));
    return node.animate(frames, options);
  }

  /** The longer the way, the longer it takes. */
  #timeFor(from, to, name) {
    return duration(name) * (1 + Math.hypot(to.x - from.x, to.y - from.y) / this.width);
  }

  enter(node, shape, pose) {
    if (shape.kind !== 'disc') this.#animate(node, { opacity: [0, 1] }, { duration: duration('--d-fade') });
    else if (this.how === 'drop') this.#drop(node, pose);
    else if (shape.face) this.#brush(node);
    else this.#put(node, pose);
  }

  /** A piece falls from the top and bounces once. */
  #drop(node, { x, y }) {
    const at = height => `translate(${x}px, ${height}px)`;
    const bounce = Math.min(26, y * 0.05);
    const frames = [
      { transform: at(0), easing: FALL },
      { transform: at(y), offset: 0.72, easing: REBOUND },
      { transform: at(y - bounce), offset: 0.86, easing: FALL },
      { transform: at(y) },
    ];
    this.#animate(node, frames, { duration: duration('--d-drop') * Math.sqrt(y / this.height) * 1.4 });
  }

  /** A painted piece: its strokes are drawn. */
  #brush(node) {
    const time = duration('--d-move') * 1.3;
    for (const stroke of node.querySelectorAll('.brush')) {
      const length = stroke.getTotalLength();
      const frames = { strokeDasharray: [length, length], strokeDashoffset: [length, 0] };
      this.#animate(stroke, frames, { duration: time, easing: 'ease-out' });
    }
  }

  #put(node, { transform }) {
    const frames = { transform: [`${transform} scale(1.35)`, transform], opacity: [0, 1] };
    this.#animate(node, frames, { duration: duration('--d-move'), easing: GLIDE });
  }

  slide(node, from, to) {
    const frames = { transform: [from.transform, to.transform] };
    this.#animate(node, frames, { duration: this.#timeFor(from, to, '--d-move'), easing: GLIDE });
  }

  /** A seed that stays moves aside for those that come. */
  makeRoom(node, from, to) {
    const frames = { transform: [from.transform, to.transform] };
    this.#animate(node, frames, { duration: duration('--d-seed'), easing: 'ease-out' });
  }

  /** A seed is carried to another place, above everything else. */
  hop(node, from, to, layer) {
    layer.append(node);
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const lift = Math.min(60, 18 + far * 0.12);
    const top = `translate(${(from.x + to.x) / 2}px, ${(from.y + to.y) / 2 - lift}px)`;
    const frames = {
      transform: [from.transform, `${top} rotate(${(from.turn + to.turn) / 2}deg) scale(1.18)`, to.transform],
    };
    const time = this.#timeFor(from, to, '--d-seed');
    const delay = STAGGER * this.#carried++;
    this.#animate(node, frames, { duration: time, delay, fill: 'backwards', easing: 'ease-in-out' });
  }

  /** A card arrives from where it was, growing or shrinking on the way. */
  fly(node, from, to) {
    this.#flight(node, from, to, to.w, 'none');
  }

  /** A card leaves for where it will not be seen any more. */
  flyAway(node, from, to) {
    this.#flight(node, from, to, from.w, 'forwards').finished.finally(() => node.remove());
  }

  #flight(node, from, to, width, fill) {
    const sized = pose => `${pose.transform} scale(${(pose.w || width) / width})`;
    const frames = { transform: [sized(from), sized(to)] };
    return this.#animate(node, frames, { duration: this.#timeFor(from, to, '--d-move'), easing: GLIDE, fill });
  }

  /** Nobody waits for what disappears. */
  fade(node) {
    const fading = node.animate({ opacity: [1, 0] }, { duration: duration('--d-fade') });
    fading.finished.finally(() => node.remove());
  }
}
