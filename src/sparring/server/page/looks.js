// How each kind of shape looks, and how a place arranges what is in it. Drawn around 0,0, with no idea of any game.

const safe = text => String(text ?? '').replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const hash = text => [...String(text)].reduce((h, c) => (h * 31 + c.charCodeAt(0)) >>> 0, 7);
const last = name => name.replace(/"/g, ' ').split(/[\s.]+/).filter(Boolean).pop();

// ---------------------------------------------------------------- how each kind looks, drawn around 0,0

const grain = (w, h, seed, round = 16) => {
  let path = '';
  for (let i = 0; i < (h - 50) / 46; i++) {
    const y = -h / 2 + 30 + i * 46 + hash(seed + i) % 13, bend = 4 + hash(i + seed) % 8;
    const near = Math.max(0, round - (h / 2 - Math.abs(y) - bend)), inset = 9 + (near > 0 ? round - Math.sqrt(Math.max(0, round * round - near * near)) : 0);
    path += `M${-w / 2 + inset} ${y}c${w * .25} ${-bend} ${w * .3} ${bend} ${w * .5 - inset} 0s${w * .3} ${-bend} ${w * .5 - inset} 0`;
  }
  return `<path class="grain" d="${path}"/>`;
};

const piece = {
  sun: r => `<circle class="sun" r="${r}"/><circle class="sun-mark" r="${r * .58}" stroke-width="${r * .13}"/>`,
  moon: r => `<circle class="moon" r="${r}"/><path class="moon-mark" d="M0 ${-r * .66}Q${r * .13} ${-r * .13} ${r * .66} 0Q${r * .13} ${r * .13} 0 ${r * .66}Q${-r * .13} ${r * .13} ${-r * .66} 0Q${-r * .13} ${-r * .13} 0 ${-r * .66}z"/>`,
  // Painted with a loaded brush: the strokes are a little uneven on purpose.
  cross: r => `<path class="brush sun-ink" stroke-width="${r * .32}" d="M${-r * .7} ${-r * .74}Q${-r * .1} ${-r * .05} ${r * .74} ${r * .68}M${r * .72} ${-r * .68}Q${r * .06} ${-r * .04} ${-r * .7} ${r * .74}"/>`,
  ring: r => `<path class="brush moon-ink" stroke-width="${r * .3}" d="M${r * .1} ${-r * .78}C${-r * .5} ${-r * .84} ${-r * .84} ${-r * .4} ${-r * .78} ${r * .08}C${-r * .74} ${r * .56} ${-r * .34} ${r * .82} ${r * .06} ${r * .78}C${r * .56} ${r * .72} ${r * .84} ${r * .36} ${r * .78} ${-r * .1}C${r * .72} ${-r * .52} ${r * .42} ${-r * .78} ${-r * .06} ${-r * .76}"/>`,
};

const crest = {           // one sign per attribute, so that a card is recognised before it is read
  Strike: 'M0-10A10 10 0 1 0 0 10 10 10 0 1 0 0-10M0-4A4 4 0 1 1 0 4 4 4 0 1 1 0-4',
  Slash: 'M-10 7L7-10l3 3L-7 10zM-10-5l5-5 3 3-5 5zM2 7l5-5 3 3-5 5z',
  Ranged: 'M-2-11h4v7h7v4H2v11h-4V0h-7v-4h7z',
  Special: 'M0-11l3 8 8 3-8 3-3 8-3-8-8-3 8-3z',
  Wisdom: 'M-10-8q6-2 10 1 4-3 10-1V8Q4 6 0 9q-4-3-10-1zM-1-4v10h2V-4z',
  event: 'M1-12L-8 2h6l-3 10L8-3H1z',
  stage: 'M-11 3h22l-4 7H-7zM-1-11h2V1h-2zM2-9l8 8H2z',
};

export const look = {
  plate(s, c) {
    const { w, h } = c, inset = s.look === 'felt' ? 0 : 7;
    if (c.holes) {       // a front board: pieces fall behind it
      const holes = c.holes.map(id => {
        const p = c.at(id), r = Math.min(p.w, p.h) * .41, x = p.x - c.x, y = p.y - c.y;
        return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
      }).join('');
      const rim = c.holes.map(id => { const p = c.at(id), r = Math.min(p.w, p.h) * .41; return `<circle class="rim" cx="${p.x - c.x}" cy="${p.y - c.y}" r="${r}"/>`; }).join('');
      const body = `M${-w / 2 + 16} ${-h / 2}h${w - 32}q16 0 16 16v${h - 32}q0 16-16 16h${32 - w}q-16 0-16-16v${32 - h}q0-16 16-16z`;
      const id = `holes-${c.scene}-${s.id}`;
      return `<mask id="${id}"><path d="${body}" fill="#fff"/><path d="${holes}" fill="#000"/></mask><g mask="url(#${id})"><path class="wood" d="${body}"/>${grain(w, h, s.id)}</g><path class="wood-edge" d="${body}"/>${rim}`;
    }
    const round = c.round ?? (s.look === 'felt' ? 14 : s.look === 'backing' ? 4 : 16);
    return `<rect class="${s.look || 'wood'}" x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${round}"/>` +
      (s.look === 'felt' || s.look === 'backing' || s.look === 'sheet' ? '' : grain(w, h, s.id, round) + `<rect class="wood-edge" x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${round}"/><rect class="wood-inner" x="${-w / 2 + inset}" y="${-h / 2 + inset}" width="${w - 2 * inset}" height="${h - 2 * inset}" rx="${Math.max(2, round - inset)}"/>`);
  },
  cell(s, c) {
    const { w, h } = c, m = Math.min(w, h);
    let out = '';
    if (s.look === 'tile') out = `<rect class="tile${s.last ? ' last' : ''}" x="${-w / 2 + 5}" y="${-h / 2 + 5}" width="${w - 10}" height="${h - 10}" rx="8"/>`;
    else if (s.look === 'dimple') out = `<circle class="dimple" r="${m * .36}"/><path class="dimple-shade" d="M${-m * .36} 0a${m * .36} ${m * .36} 0 0 1 ${m * .72} 0a${m * .36} ${m * .3} 0 0 0 ${-m * .72} 0z"/>`;
    else if (s.look === 'bowl') {
      const rx = w / 2 - 5, ry = h / 2 - 5, round = Math.min(rx, ry), deep = Math.min(11, ry * .2);   // carved: a dark wall above, the floor below
      out = `<rect class="bowl${s.last ? ' last' : ''}" x="${-rx}" y="${-ry}" width="${2 * rx}" height="${2 * ry}" rx="${round}"/><rect class="bowl-floor" x="${-rx + 3}" y="${-ry + deep}" width="${2 * rx - 6}" height="${2 * ry - deep - 2}" rx="${Math.min(rx - 3, ry - deep / 2 - 1)}"/>`;
    } else if (s.look === 'slot') out = `<rect class="slot" x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="6"/>`;
    if (s.threat) out += `<circle class="threat" r="${m * .3}"/><path class="threat-mark" d="M0 ${-m * .15}v${m * .17}M0 ${m * .13}v.1"/>`;
    if (c.title) out += c.text(c.title.replace('#', s.n ?? c.held), 0, h / 2 - c.units(5), 11, 'slot-title', w - 4);
    return out;
  },
  disc: (s, c) => piece[s.face || s.side](c.r) + (s.last ? `<circle class="last-ring" r="${c.r * .8}" stroke-width="${c.r * .12}"/>` : ''),
  seed: (s, c) => `<ellipse class="seed seed-${1 + hash(s.id) % 3}" rx="${c.r}" ry="${c.r * .86}"/><path class="seed-glint" d="M${-c.r * .5} ${-c.r * .2}q${c.r * .2} ${-c.r * .4} ${c.r * .6} ${-c.r * .36}"/>`,
  label(s, c) {
    const size = s.size || { onwood: 13, count: 19, total: 30, who: 15, zone: 12 }[s.look] || 16;
    return c.text(s.text, 0, s.box ? c.units(size * .35) : 0, size, 'label ' + (s.look || ''), c.w || 0, s.align);
  },
  card(s, c) {
    const { w, h } = c, box = (cls, extra = '') => `<rect class="${cls}" x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${Math.max(3, w * .07)}" ${extra}/>`;
    if (s.token) return box('token') + `<path class="token-mark" d="M${-w * .22} ${-h * .2}h${w * .12}q${w * .5} ${h * .2} 0 ${h * .4}h${-w * .12}z"/>`;
    if (s.down) return box('card-back') + `<rect class="card-back-line" x="${-w / 2 + w * .1}" y="${-h / 2 + w * .1}" width="${w * .8}" height="${h - w * .2}" rx="2"/><path class="card-back-mark" d="M0 ${-w * .22}l${w * .16} ${w * .22}l${-w * .16} ${w * .22}l${-w * .16} ${-w * .22}z"/>`;
    // The frame turns when the card rests; what must be read stays upright.
    const W = s.rested ? h : w, H = s.rested ? w : h, turn = s.rested ? `transform="rotate(-90)"` : '';
    const small = c.px(w) < 66, tiny = c.px(w) < 44, tone = 'c-' + (s.colour || 'black'), t = -H / 2, l = -W / 2, pad = W * .06;
    const line = c.units(small ? 17 : 20), size = small ? 11 : 12, room = W - (s.cost == null ? 0 : line) - pad * 2;
    const parts = s.name.split(/(?<=\.)|\s+/).filter(Boolean);
    const pair = parts.slice(1).map((_, i) => [parts.slice(0, i + 1), parts.slice(i + 1)].map(x => x.join(' ').replace(/\. /g, '.'))).sort((a, b) => Math.max(a[0].length, a[1].length) - Math.max(b[0].length, b[1].length))[0];
    const names = tiny ? [] : c.fits(s.name, room, size) ? [s.name] : !small && !s.rested && parts.length > 1 && pair.every(x => c.fits(x, room * 1.25, size)) ? pair : [last(s.name)];
    const band = line + Math.max(0, names.length - 1) * c.units(14);
    const foot = H / 2 - c.units(small ? 5 : 8), power = s.power == null ? '' : s.power;
    const changed = s.base != null && s.power !== s.base ? (s.power > s.base ? ' up' : ' down') : '';
    const crestAt = (t + band + foot - c.units(small ? 15 : 22)) / 2, crestSize = (tiny && power === '' ? W * .3 : Math.min(W * .26, (foot - c.units(18) - t - band) * .36)) / 11;
    let top = `<rect class="wash ${tone}-ink" x="${l}" y="${t + band - 1}" width="${W}" height="${Math.max(0, foot - c.units(small ? 15 : 19) - t - band)}"/><path class="band ${tone}" d="M${l} ${t + band}v${-band + 4}q0-4 4-4h${W - 8}q4 0 4 4v${band - 4}z"/>`;
    if (s.cost != null) top += c.text(s.cost, l + line * .5, t + line * .76, size + 3, 'cost');
    names.forEach((text, i) => { top += c.text(text, s.cost == null ? 0 : (l + line + W / 2 - pad) / 2, t + line * .72 + i * c.units(13), size, 'band-text', room + pad); });
    const sign = `<path class="crest ${tone}-ink" transform="translate(0 ${crestAt}) scale(${Math.max(.3, crestSize)})" d="${crest[s.attribute] || crest[s.type] || crest.Strike}"/>`;
    let bottom = tiny && power === '' ? '' : power !== '' ? c.text(power, 0, foot, tiny ? 12 : small ? 15 : 20, 'power' + changed, W - 4) : c.text(s.type === 'event' ? 'Event' : s.type === 'stage' ? 'Stage' : '', 0, foot, small ? 11 : 12, 'card-kind', W - 4);
    const blocker = (s.keywords || []).includes('Blocker');
    if (blocker) { const u = c.units(small ? .62 : .85); bottom += `<g transform="translate(${W / 2 - 9 * u - 3} ${t + band + 11 * u}) scale(${u})"><path class="shield" d="M-8-8q8 0 8-3 0 3 8 3v7Q8 7 0 11-8 7-8-1z"/></g>`; }
    if (s.counter && !tiny) bottom += c.text('+' + s.counter, 0, t + band + c.units(13), 11, 'counter');
    if (s.badge) { const u = c.units(small ? 13 : 16), wide = c.units(String(s.badge).length * 7 + 8); bottom += `<rect class="badge" x="${l + 3}" y="${t + band + 3}" width="${wide}" height="${u}" rx="3"/>` + c.text(s.badge, l + 3 + wide / 2, t + band + 3 + u * .78, small ? 11 : 12, 'badge-text'); }
    const words = (s.keywords || []).filter(word => word !== 'Blocker').join(', ');
    if (words && !small && !s.rested) bottom += c.text(words, 0, foot - c.units(21), 11, 'card-kind', W - 6);
    return box('card' + (s.type === 'leader' ? ' leader' : ''), '') + `<g class="upright" ${turn}>${top}${sign}${bottom}</g>` + box('card-line' + (s.threat ? ' aimed' : ''));
  },
  mark(s, c) {
    if (s.how === 'line') { const d = `M${c.from.x} ${c.from.y}L${c.to.x} ${c.to.y}`; return `<path class="win-case" d="${d}"/><path class="win-line" d="${d}"/>`; }
    const dx = c.to.x - c.from.x, dy = c.to.y - c.from.y, d = Math.hypot(dx, dy), ux = dx / d, uy = dy / d;
    const a = [c.from.x + ux * c.from.h * .54, c.from.y + uy * c.from.h * .54], b = [c.to.x - ux * c.to.h * .54, c.to.y - uy * c.to.h * .54];
    const head = c.units(15), back = [b[0] - ux * head, b[1] - uy * head];
    const level = c.tall ? s.tallLevel : s.level, along = level == null || Math.abs(b[1] - a[1]) < 1 ? s.at ?? .5 : Math.max(0, Math.min(1, (level - a[1]) / (b[1] - a[1])));
    const mid = [a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along], W = c.units(s.label ? s.label.length * 7.6 + 20 : 0), H = c.units(26);
    return `<path class="arrow" stroke-width="${c.units(5)}" d="M${a}L${back}"/><path class="arrow-head" d="M${b}L${back[0] - uy * head * .55} ${back[1] + ux * head * .55}L${back[0] + uy * head * .55} ${back[1] - ux * head * .55}z"/>` +
      (s.label ? `<rect class="arrow-chip" x="${mid[0] - W / 2}" y="${mid[1] - H / 2}" width="${W}" height="${H}" rx="${c.units(4)}"/>` + c.text(s.label, mid[0], mid[1] + c.units(5), 13, 'arrow-text') : '');
  },
};

/** Where a side could win: a ring of its colour around its small piece; where both could, one ring within the other. */
export function threat(seats, sides, m) {
  const rings = seats.map((seat, k) => `<circle class="threat-${seat ? 'moon' : 'sun'}" r="${m * (seats.length > 1 ? .35 - k * .085 : .33)}" stroke-width="${m * .05}"${seat ? ` stroke-dasharray="${m * .11} ${m * .08}"` : ''}/>`).join('');
  const r = m * (seats.length > 1 ? .085 : .13);
  return rings + seats.map((seat, k) => (piece[sides[seat]] ? `<g transform="translate(${seats.length > 1 ? (k - .5) * m * .2 : 0} 0)">${piece[sides[seat]](r)}</g>` : '')).join('');
}

// ---------------------------------------------------------------- how a place arranges what is in it

export const flow = {
  stack: (p, n) => Array.from({ length: n }, () => ({ x: p.x, y: p.y })),
  // Seeds settle like sunflower seeds, and stay where they fell; where they are many they fill the place, whatever its form.
  scatter(p, n, items) {
    const r = items[0].r, reach = r * 1.55 * Math.sqrt(n - .65), room = side => Math.max(side / 2 - r - 7, 1) / reach;
    const wide = room(p.w), high = room(p.h), x = Math.min(wide, 1 / Math.min(high, 1)), y = Math.min(high, 1 / Math.min(wide, 1));
    return items.map((s, k) => {
      const a = k * 2.39996 + .6, d = r * 1.55 * Math.sqrt(k + .35);
      return { x: p.x + Math.cos(a) * d * x, y: p.y + Math.sin(a) * d * y, r: hash(s.id) % 180 };
    });
  },
  row(p, n, items) {
    const wide = items.map(i => i.rested ? i.h : i.w), sum = wide.reduce((a, b) => a + b, 0), gap = p.gap ?? 14;
    if (n > 1 && sum + gap * (n - 1) > p.w) {          // too many to lie side by side: overlap evenly
      const a = p.x - p.w / 2 + wide[0] / 2, b = p.x + p.w / 2 - wide[n - 1] / 2;
      return items.map((s, k) => ({ x: a + (b - a) * k / (n - 1), y: p.y, r: s.rested ? 90 : 0 }));
    }
    let x = p.x - (p.align === 'start' ? p.w / 2 : (sum + gap * (n - 1)) / 2);
    return items.map((s, k) => { const at = { x: x + wide[k] / 2, y: p.y, r: s.rested ? 90 : 0 }; x += wide[k] + gap; return at; });
  },
  pile: (p, n) => Array.from({ length: n }, (_, k) => ({ x: p.x + Math.max(0, k - n + 3) * 1.5, y: p.y - Math.max(0, k - n + 3) * 2 })),
  // As large as they can be, in as many rows as that takes, and no larger than cards are here.
  fit(p, n) {
    const [w, h] = p.card, gap = p.gap ?? 8, size = rows => Math.min(1, (p.w - gap * (Math.ceil(n / rows) - 1)) / Math.ceil(n / rows) / w, (p.h - gap * (rows - 1)) / rows / h);
    let rows = 1;
    for (let k = 2; k <= n; k++) if (size(k) > size(rows)) rows = k;
    const cols = Math.ceil(n / rows), z = size(rows), W = w * z, H = h * z, row = k => Math.floor(k / cols), held = k => Math.min(cols, n - row(k) * cols);
    return Array.from({ length: n }, (_, k) => ({ w: W, h: H, x: p.x + (k % cols - (held(k) - 1) / 2) * (W + gap), y: p.y + (row(k) - (rows - 1) / 2) * (H + gap) }));
  },
  under: (p, n, items) => items.map((s, k) => ({ x: p.x - p.w / 2 + s.w / 2 + 4 + k * Math.min(s.w * .7, (p.w - s.w - 8) / Math.max(1, n - 1)), y: p.y + (p.turn ? p.w : p.h) / 2 + s.h * .05 })),
};

export { safe };
