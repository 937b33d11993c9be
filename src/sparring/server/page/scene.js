// Draws any game from a scene: a list of shapes with ids. It knows no rules.
// A shape that has the same id in two scenes is the same thing and travels between them.

import { flow, look, safe, threat } from './looks.js';

const NS = 'http://www.w3.org/2000/svg';
const make = (tag, attrs = {}) => {
  const node = document.createElementNS(NS, tag);
  for (const key in attrs) node.setAttribute(key, attrs[key]);
  return node;
};
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const ms = name => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 200;
const wait = time => new Promise(done => setTimeout(done, time));
let made = 0;

// By what a card is known again when it lies elsewhere; all that show their backs are alike.
const like = s => s.kind !== 'card' ? null : s.token ? 'token' : s.down ? 'down' : s.name;

// A grid stands for its cells: a1 is bottom left.
const cells = s => s.kind !== 'grid' ? [s] : Array.from({ length: s.rows * s.cols.length }, (_, k) => {
  const c = k % s.cols.length, r = Math.floor(k / s.cols.length), w = s.box[2] / s.cols.length, h = s.box[3] / s.rows;
  return { id: s.cols[c] + (s.rows - r), kind: 'cell', look: s.look, grid: s.id, box: [s.box[0] + c * w, s.box[1] + r * h, w, h] };
});

export class Scene {
  constructor(host, { onChoose, onRefuse, onInspect, onSay, still = false } = {}) {
    Object.assign(this, { host, onChoose, onRefuse, onInspect, onSay, still, name: ++made, options: [], seats: [], threatening: false, shapes: new Map(), nodes: new Map(), poses: new Map(), turn: 0 });
    this.svg = make('svg', { class: 'scene', role: 'group' });
    this.body = this.svg.appendChild(make('g', { class: 'shapes' }));
    this.marks = this.svg.appendChild(make('g', { class: 'threats' }));
    this.hits = this.svg.appendChild(make('g', { class: 'hits' }));
    host.append(this.svg);
    this.svg.addEventListener('keydown', e => this.#arrow(e));
    this.svg.addEventListener('click', e => this.#miss(e));
    this.svg.addEventListener('pointerover', e => { const id = e.target.closest?.('[data-id]')?.dataset.id; if (id && this.shapes.get(id)?.kind === 'card') this.onInspect?.(this.shapes.get(id)); });
    const resized = new ResizeObserver(() => this.doc && this.#fit());
    for (const one of new Set([host, this.room])) resized.observe(one);
  }

  /**
   * Shows a scene; with `animate`, plays its steps from what is now on the board. Options are what can be chosen:
   * { id, on?, label, ghost?, pointer?, score? }. Resolves when all is at rest.
   */
  async show(scene, { options = [], animate = false } = {}) {
    const run = ++this.turn, moves = animate && !this.still;
    const turned = this.doc && String(this.doc.view) !== String(scene.view);
    this.doc = { kinds: {}, ...scene };
    this.options = options;
    this.#frame();
    this.svg.setAttribute('aria-label', scene.about || scene.title);
    this.marks.replaceChildren();
    if (this.focused) this.had = document.activeElement.dataset.option;
    this.hits.replaceChildren();
    this.best = null;
    let took = 0;
    const steps = moves && this.#follows(scene) && scene.steps || [];
    if (steps.length) for (const s of scene.shapes) if (s.seeds != null) this.#change({ id: s.id, last: s.last });     // at once
    for (const step of steps) {
      for (const change of step.do || []) this.#change(change, step.under);
      for (const [from, to, many] of step.move || []) for (const seed of this.#lying(from).slice(-many)) this.#change({ id: seed.id, in: to });
      for (const id of step.drop || []) this.shapes.delete(id);
      if (step.say) this.onSay?.(step.say);
      took = this.#paint(step.how || 'slide');
      await wait(calm() ? 60 : step.wait ?? took * .86);
      if (run !== this.turn) return;
    }
    this.shapes = new Map(this.#sown(scene.shapes.flatMap(cells)).map(s => [s.id, this.#whole(s)]));
    took = this.#paint(moves && !turned ? scene.how || 'slide' : 'none');
    if (moves) await wait(calm() ? 0 : took);
    if (run !== this.turn) return;
    this.#offer();
  }

  /** Marks where either side could win, or no longer. */
  threaten(on) {
    this.threatening = on;
    if (this.places) this.#offer();
  }

  /** Where either side could win, in words; nothing unless it is marked. */
  get threats() {
    return this.seats.map((name, seat) => [name, this.#threatened.filter(one => one.seat === seat).map(one => one.in)])
      .filter(([, places]) => places.length).map(([name, places]) => `${name} can win at ${places.join(', ')}.`).join(' ');
  }
  get #threatened() { return (this.threatening && this.doc?.threats || []).filter(one => this.places?.has(one.in)); }

  // A shape may be `of` a kind listed once in the scene: a card's printed face, a player's disc.
  #whole(s) {
    const whole = { ...this.doc.kinds[s.of], ...s };
    for (const word of ['look', 'colour', 'countLook', 'align']) if (whole[word] != null) whole[word] = String(whole[word]).replace(/[^\w-]/g, '');
    return whole;
  }

  // Seeds that a place only counts have no names, so as many as can be stay where they are, and the others come from elsewhere.
  #sown(shapes) {
    const places = shapes.filter(s => s.seeds != null), kept = new Map(places.map(s => [s.id, this.#lying(s.id).slice(0, s.seeds)]));
    if (!places.length) return shapes;
    const staying = new Set([...kept.values()].flat()), lying = [...this.shapes.values()].filter(s => s.kind === 'seed');
    const total = places.reduce((sum, s) => sum + s.seeds, 0), known = new Set(lying.map(s => s.id));
    const others = [...lying.filter(s => !staying.has(s)).map(s => s.id), ...Array.from({ length: total }, (_, k) => `seed ${k}`).filter(id => !known.has(id))];
    const seeds = places.flatMap(s => Array.from({ length: s.seeds }, (_, k) => ({ id: kept.get(s.id)[k]?.id ?? others.shift(), kind: 'seed', in: s.id })));
    const on = shapes.indexOf(places.at(-1)) + 1;                   // on all places, so that none of them passes under one
    return [...shapes.slice(0, on), ...seeds, ...shapes.slice(on)];
  }
  #lying(place) { return [...this.shapes.values()].filter(s => s.kind === 'seed' && s.in === place); }

  // Seeds are carried only from where they lie: whoever goes back, or skips a scene, sees no steps, nor who wants less motion.
  #follows({ shapes, steps = [] }) {
    const carried = steps.flatMap(step => step.move || []), before = new Map(shapes.filter(s => s.seeds != null).map(s => [s.id, s.seeds]));
    for (const [from, to, many] of carried) { before.set(from, before.get(from) + many); before.set(to, before.get(to) - many); }
    return !carried.length || !calm() && [...before].every(([id, many]) => this.#lying(id).length === many);
  }

  // Order is who lies on whom and who came first: what moves goes last, what is new goes last or under a named shape.
  #change(change, under) {
    const old = this.shapes.get(change.id), now = this.#whole({ ...old, ...change });
    if (old && (!change.in || change.in === old.in)) return this.shapes.set(change.id, now);
    this.shapes.delete(change.id);
    const list = [...this.shapes], at = under ? list.findIndex(([id]) => id === under) : -1;
    list.splice(at < 0 ? list.length : at, 0, [change.id, now]);
    this.shapes = new Map(list);
  }

  /** Marks an option as the one to take, and shows what each is worth. */
  hint(id, scores = {}) {
    this.options = this.options.map(option => ({ ...option, score: scores[option.id] ?? option.score }));
    this.best = id;
    this.#offer();
  }

  get focused() { return this.hits.contains(document.activeElement); }

  focusFirst() { this.hits.querySelector('[tabindex="0"]')?.focus(); }

  // ---- geometry

  // Where the picture's form says how wide it gets, what counts is the room around it, or a tall one would stay tall for ever.
  get room() { return this.host.closest('[data-ratio]')?.parentElement || this.host; }
  get tall() { return !!this.doc.tall && this.room.clientWidth < (this.doc.tall.below || 620); }
  #frame() {
    const [w, h, x = 0, y = 0] = this.tall ? this.doc.tall.view : this.doc.view;
    this.view = [w, h];
    this.svg.setAttribute('viewBox', `${x} ${y} ${w} ${h}`);
    (this.host.closest('[data-ratio]') || this.host).style.setProperty('--ratio', w / h);
  }
  #fit() {
    const was = this.scale;
    this.#frame();
    this.scale = this.svg.clientWidth / this.view[0] || 1;
    if (was && Math.abs(was - this.scale) < .002) return;
    this.#paint('none');
    this.#offer();
  }
  get zoom() { return this.scale || (this.scale = this.svg.clientWidth / this.view[0] || 1); }

  #layout() {
    const tall = this.tall, places = new Map(), inside = new Map();
    for (const s of this.shapes.values()) {
      if (s.in) { if (!inside.has(s.in)) inside.set(s.in, []); inside.get(s.in).push(s); }
      const box = tall && s.tallBox || s.box;
      if (box) places.set(s.id, { ...s, ...(tall && s.tall || {}), x: box[0] + box[2] / 2, y: box[1] + box[3] / 2, w: box[2], h: box[3] });
    }
    // One size of seeds for all places that count them, from the narrowest of these.
    const seed = .12 * Math.min(...[...places.values()].filter(p => p.seeds != null).map(p => Math.min(p.w, p.h)));
    const settle = id => {
      const p = places.get(id), items = inside.get(id);
      if (!p || !items) return;
      const sized = items.map(s => {
        const [w, h] = s.token && p.kind === 'card' ? (tall ? [16, 22] : [24, 33]) : p.card || [p.w, p.h];
        return { ...s, w, h, r: s.kind === 'seed' ? p.seed || (p.seeds != null ? seed : 9) : Math.min(p.w, p.h) * (s.face ? .33 : .4) };
      });
      const how = p.kind === 'card' ? 'under' : p.flow || (p.seeds != null ? 'scatter' : 'stack');
      flow[how]({ ...p, y: p.y + (p.lift || 0) }, sized.length, sized).forEach((at, k) => places.set(sized[k].id, { ...sized[k], ...(at.w && { w: at.w, h: at.h }), x: at.x, y: at.y, turn: at.r ?? (sized[k].rested ? 90 : 0), size: sized[k].r }));
    };
    for (const id of inside.keys()) if (this.shapes.get(id)?.kind !== 'card') settle(id);
    for (const id of inside.keys()) if (this.shapes.get(id)?.kind === 'card') settle(id);
    for (const [id, list] of inside) if (places.has(id)) places.get(id).held = list.length;
    this.counts = new Map([...inside].map(([id, list]) => [id, list.length]));
    return places;
  }

  #context(s, p, places) {
    // Text keeps its size on screen when the picture shrinks; a still picture shrinks with its text.
    const zoom = this.still ? 1 : Math.min(this.zoom, 1), units = px => px / zoom, size = units;
    const width = (text, px) => String(text).length * px * .56;
    return {
      held: 0, tall: this.tall, ...p, r: p.size ?? p.r, units, scene: this.name, holes: Array.isArray(s.holes) ? s.holes : s.holes && [...this.shapes.values()].filter(x => x.kind === 'cell' && x.grid === s.holes).map(x => x.id), px: w => w * zoom, at: id => places.get(id), from: places.get(s.from), to: places.get(s.to),
      fits: (text, w, px) => width(text, px) <= w * zoom,
      text: (text, x, y, px, cls, room = 0, align = 'middle') => {
        const shrink = room && width(text, px) > room * zoom ? ` textLength="${room}" lengthAdjust="spacingAndGlyphs"` : '';
        return `<text class="${cls}" x="${x}" y="${y}" font-size="${size(px)}" text-anchor="${align}"${shrink}>${safe(text)}</text>`;
      },
    };
  }

  // ---- painting: draw what changed, move what moved, fade what came or went

  #paint(how) {
    const places = this.#layout(), quiet = how === 'none' || calm();
    this.places = places;
    let took = 0, order = 0;
    const seen = new Set(), became = new Map();
    const gone = quiet ? [] : [...this.poses].filter(([id, pose]) => pose.like && !this.shapes.has(id)).map(([id, pose]) => ({ id, ...pose }));
    for (const s of this.shapes.values()) {
      const p = places.get(s.id) || { x: s.x ?? 0, y: s.y ?? 0, w: s.w || 0, h: 0 };
      if (s.kind === 'mark' && (!places.get(s.from) || !places.get(s.to)) || p.hide || places.get(s.in)?.hide) continue;
      seen.add(s.id);
      const c = this.#context(s, p, places);
      let g = this.nodes.get(s.id);
      const fresh = !g;
      if (fresh) { g = make('g', { class: 'shape ' + s.kind, 'data-id': s.id }); this.nodes.set(s.id, g); this.body.append(g); }
      g.classList.toggle('dim', !!s.dim);
      const art = look[s.kind](s.counts ? { ...s, text: this.counts.get(s.counts) || 0 } : s, c) + (s.count ? this.#count(s, p, c) : '');
      if (g.art !== art) { g.innerHTML = art; g.art = art; }
      const to = s.kind === 'mark' ? '' : `translate(${p.x}px, ${p.y}px) rotate(${p.turn || 0}deg)`;
      const from = this.poses.get(s.id);
      g.style.transform = to;
      this.poses.set(s.id, { to, in: s.in, x: p.x, y: p.y, w: p.w, turn: p.turn || 0, like: like(s) });
      if (quiet || s.kind === 'plate') continue;
      if (from?.like && from.like !== like(s)) became.set(like(s), this.poses.get(s.id));
      const origin = fresh && this.#origin(s, gone, places);
      if (origin) took = Math.max(took, this.#fly(g, origin, this.poses.get(s.id)));
      else if (fresh || !from) took = Math.max(took, this.#enter(g, s, p, to, how));
      else if (from.to !== to && s.kind !== 'mark') took = Math.max(took, this.#travel(g, from, p, to, how, from.in === s.in ? 0 : order++, from.in === s.in));
    }
    const left = new Set(gone.map(pose => pose.id));
    for (const [id, g] of this.nodes) if (!seen.has(id)) {
      const pose = this.poses.get(id), taken = pose?.like && !left.has(id), to = became.get(pose?.like);
      this.nodes.delete(id); this.poses.delete(id);
      if (quiet || taken) g.remove();
      else if (to) took = Math.max(took, this.#fly(g, pose, to, true));
      else g.animate([{ opacity: 1 }, { opacity: 0 }], { duration: ms('--d-fade') }).finished.finally(() => g.remove());
    }
    const list = [...this.shapes.keys()].map(id => this.nodes.get(id)).filter(Boolean);
    if (how !== 'hop' && how !== 'slide' || quiet) list.forEach((g, i) => { if (this.body.children[i] !== g) this.body.insertBefore(g, this.body.children[i] || null); });
    return took;
  }

  #enter(g, s, p, to, how) {
    if (how === 'drop' && s.kind === 'disc') {
      const top = 0, fall = p.y - top, time = ms('--d-drop') * Math.sqrt(fall / this.view[1]);
      const at = y => `translate(${p.x}px, ${y}px)`, bounce = Math.min(26, fall * .05);
      g.animate([{ transform: at(top), easing: 'cubic-bezier(.5,0,.9,.5)' }, { transform: at(p.y), offset: .72, easing: 'cubic-bezier(.1,.5,.5,1)' }, { transform: at(p.y - bounce), offset: .86, easing: 'cubic-bezier(.5,0,.9,.5)' }, { transform: at(p.y) }], { duration: time * 1.4 });
      return time * 1.4;
    }
    if (s.face) {         // brush strokes are painted, not popped
      for (const stroke of g.querySelectorAll('.brush')) { const n = stroke.getTotalLength(); stroke.animate([{ strokeDasharray: n, strokeDashoffset: n }, { strokeDasharray: n, strokeDashoffset: 0 }], { duration: ms('--d-move') * 1.3, easing: 'ease-out' }); }
      return ms('--d-move') * 1.3;
    }
    if (s.kind === 'disc') { g.animate([{ transform: to + ' scale(1.35)', opacity: 0 }, { transform: to, opacity: 1 }], { duration: ms('--d-move'), easing: 'cubic-bezier(.3,.1,.2,1)' }); return ms('--d-move'); }
    g.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms('--d-fade') });
    return ms('--d-fade');
  }

  // Where a new card was before: it is one of those that went, perhaps turned over, or it comes from where its place gets cards.
  #origin(s, gone, places) {
    const own = like(s), home = places.get(places.get(s.in)?.source);
    if (!own) return null;
    let at = gone.findIndex(pose => pose.like === own);
    if (at < 0 && !s.token) at = gone.findIndex(pose => s.down ? pose.like !== 'token' : pose.like === 'down');
    if (at >= 0) return gone.splice(at, 1)[0];
    return home && { to: `translate(${home.x}px, ${home.y}px)`, x: home.x, y: home.y, w: home.card?.[0] };
  }

  #fly(g, from, to, leaves = false) {
    const width = leaves ? from.w : to.w;
    this.body.append(g);
    const time = ms('--d-move') * (1 + Math.hypot(to.x - from.x, to.y - from.y) / this.view[0]);
    const sized = pose => `${pose.to} scale(${(pose.w || width) / width})`;
    const flight = g.animate([{ transform: sized(from) }, { transform: sized(to) }], { duration: time, easing: 'cubic-bezier(.3,.1,.2,1)', fill: leaves ? 'forwards' : 'none' });
    if (leaves) flight.finished.finally(() => g.remove());
    return time;
  }

  #travel(g, from, p, to, how, order, stays) {
    const far = Math.hypot(p.x - from.x, p.y - from.y);
    if (how === 'hop' && stays) {         // only makes room for what comes
      g.animate([{ transform: from.to }, { transform: to }], { duration: ms('--d-seed'), easing: 'ease-out' });
      return ms('--d-seed');
    }
    if (how === 'hop' && far > 4) {
      this.body.append(g);
      const time = ms('--d-seed') * (1 + far / this.view[0]), lift = Math.min(60, 18 + far * .12);
      g.animate([{ transform: from.to }, { transform: `translate(${(from.x + p.x) / 2}px, ${(from.y + p.y) / 2 - lift}px) rotate(${(from.turn + (p.turn || 0)) / 2}deg) scale(1.18)` }, { transform: to }], { duration: time, delay: how === 'hop' ? order * 22 : 0, fill: 'backwards', easing: 'ease-in-out' });
      return time + order * 22;
    }
    if (far > 4) this.body.append(g);
    const time = ms('--d-move') * (1 + far / this.view[0]);
    g.animate([{ transform: from.to }, { transform: to }], { duration: time, easing: 'cubic-bezier(.3,.1,.2,1)' });
    return time;
  }

  #count(s, p, c) {
    const n = this.counts.get(s.id) || 0, at = (this.tall && s.tallCount) || s.countAt || [0, 0];
    return c.text(n, at[0], at[1], s.countSize || 18, 'count ' + (s.countLook || ''));
  }

  // ---- options: what can be chosen, by pointer, by touch, by keyboard

  #offer() {
    const had = this.focused ? document.activeElement.dataset.option : document.activeElement === document.body ? this.had : null;
    this.hits.replaceChildren();
    this.hits.classList.toggle('scored', this.options.some(o => o.score != null));
    const known = this.#threatened, threatened = new Set(known.map(one => one.in));
    this.marks.innerHTML = [...threatened].map(id => {
      const { x, y, w, h } = this.places.get(id);
      return `<g data-in="${safe(id)}" transform="translate(${x} ${y})">${threat(known.filter(one => one.in === id).map(one => one.seat), this.doc.sides || [], Math.min(w, h))}</g>`;
    }).join('');
    this.svg.setAttribute('aria-label', [this.doc.about || this.doc.title, this.threats].filter(Boolean).join(' '));
    if (this.still) return;
    const need = 44 / this.zoom;
    let first = true;
    const shared = new Map();                            // a shape with several options opens a menu
    for (const o of this.options) if (o.on) for (const on of [o.on, ...(o.also || [])]) shared.set(on, [...(shared.get(on) || []), o]);
    for (const [on, all] of shared) {
      const best = all.find(x => x.id === this.best), one = best || all[0], many = `${all.length} choices: ${all.map(x => x.label).join(', ')}`;
      const p = this.places.get(on), o = all.length === 1 ? { ...one, on } : { ...one, on, id: all[0].id, label: many, score: best?.score };
      if (!p) continue;
      const s = this.shapes.get(o.on), turned = (p.turn || 0) % 180 !== 0;
      const W = Math.max(turned ? p.h : p.w, need), H = Math.max(turned ? p.w : p.h, need);
      const g = make('g', { class: 'hit ' + (s.kind === 'card' ? 'on-card' : 'on-' + (s.look || s.kind)), role: 'button', tabindex: first ? 0 : -1, 'aria-label': o.label, 'data-option': o.id, ...(all.length > 1 && { 'aria-haspopup': 'menu' }) });
      let inner = '';
      if (o.ghost) { const t = this.places.get(o.ghost.in), c = { r: Math.min(t.w, t.h) * (o.ghost.face ? .33 : .4) }; inner += `<g class="ghost" transform="translate(${t.x} ${t.y})">${look.disc({ ...o.ghost }, c)}</g>`; }
      if (o.pointer) { const t = this.places.get(o.on), u = this.view[0] / 46; inner += `<path class="pointer" transform="translate(${t.x} ${t.y - t.h / 2 + u * 1.6})" d="M${-u} ${-u}h${2 * u}L0 ${u * .6}z"/>`; }
      const round = s.look === 'bowl' ? Math.min(W, H) / 2 : s.look === 'dimple' ? W / 2 : 8, pad = s.kind === 'card' ? 3 : s.look === 'none' ? 0 : -2;
      inner += `<rect class="area" x="${p.x - W / 2 - pad}" y="${p.y - H / 2 - pad}" width="${W + 2 * pad}" height="${H + 2 * pad}" rx="${round}"/>`;
      if (s.look === 'tile' && !threatened.has(o.on)) inner += `<circle class="dot" cx="${p.x}" cy="${p.y}" r="${Math.min(W, H) * .035}"/>`;
      if (o.score != null) inner += this.#score(o, s, o.ghost ? this.places.get(o.ghost.in) : p);
      g.innerHTML = inner;
      g.classList.toggle('hinted', !!best);
      g.addEventListener('click', e => { e.stopPropagation(); this.onChoose?.(all, g, s); });
      g.addEventListener('focus', () => { for (const x of this.hits.children) x.setAttribute('tabindex', x === g ? 0 : -1); if (s.kind === 'card') this.onInspect?.(s); });
      g.addEventListener('pointerenter', () => { if (s.kind === 'card') this.onInspect?.(s); });
      this.hits.append(g);
      first = false;
    }
    if (had && this.hits.childElementCount) { (this.hits.querySelector(`[data-option="${CSS.escape(had)}"]`) || this.hits.firstElementChild).focus(); this.had = null; }
  }

  // What an option is worth, on a chip no wider than its place: where there is little room, only its first word.
  #score(o, s, at) {
    const room = at.w * this.zoom, wide = text => text.length * 7.6 + 12, words = String(o.score);
    const text = wide(words) > room ? words.split(' ')[0] : words, small = wide(text) > room;
    const w = (small ? text.length * 6.4 + 6 : wide(text)) / this.zoom, h = 22 / this.zoom, low = s.look === 'bowl' ? at.h * .36 : 0;
    return `<g class="score" transform="translate(${at.x} ${at.y + low})"><rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${3 / this.zoom}"/><text y="${4.4 / this.zoom}" font-size="${(small ? 11 : 12.5) / this.zoom}" text-anchor="middle">${safe(text)}</text></g>`;
  }

  #arrow(e) {
    const now = document.activeElement;
    if (!this.hits.contains(now)) return;
    if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); now.dispatchEvent(new MouseEvent('click', { bubbles: true })); return; }
    const dir = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!dir) return;
    e.preventDefault();
    const mid = g => { const b = g.querySelector('.area').getBBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    const [x, y] = mid(now);
    let best = null, least = Infinity;
    for (const g of this.hits.children) {
      if (g === now) continue;
      const [a, b] = mid(g), along = (a - x) * dir[0] + (b - y) * dir[1], off = Math.abs((a - x) * dir[1]) + Math.abs((b - y) * dir[0]);
      if (along > 1 && along + off * 2.5 < least) { least = along + off * 2.5; best = g; }
    }
    best?.focus();
  }

  /** The smallest cell under a click: a front that pieces fall behind lies over them all. */
  #cellAt(e) {
    const { x, y } = new DOMPoint(e.clientX, e.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const under = [...this.places.values()].filter(p => p.kind === 'cell' && Math.abs(p.x - x) <= p.w / 2 && Math.abs(p.y - y) <= p.h / 2);
    return this.shapes.get(under.sort((a, b) => a.w * a.h - b.w * b.h)[0]?.id);
  }

  #miss(e) {
    if (this.still || !this.doc) return;
    const id = e.target.closest?.('[data-id]')?.dataset.id, hit = this.shapes.get(id), s = hit?.kind === 'plate' ? this.#cellAt(e) || hit : hit;
    if (s?.kind === 'card') this.onInspect?.(s, e.target.closest('[data-id]'));
    if (!s || (s.kind === 'plate' && !s.holes) || s.kind === 'label' || (s.kind === 'card' || s.flow) && !s.means) return;
    if (!calm()) this.svg.animate([0, -5, 5, -3, 3, 0].map(x => ({ transform: `translateX(${x}px)` })), { duration: 240 });
    this.onRefuse?.(s);
  }
}

/** A whole picture without choices, for galleries and reviews. */
export function picture(host, scene) {
  const drawn = new Scene(host, { still: true });
  drawn.show(scene);
  return drawn;
}
