// What stands beside the board: the moves so far, the clocks, named answers, a menu, a card to read.
import { $, element } from './shell.js';

/** The moves, in rows of as many seats as there are; a click goes back to what the board was. */
export function listMoves(frames, at, seats, names, jump) {
  const told = frames.some(frame => frame.news?.length);
  const rows = told ? logged(frames, at, names, jump) : [];
  if (told) seats = Infinity;
  for (let k = 1; k < frames.length && !told; k += seats) {
    const row = element('li', {}, element('span', { text: (k - 1) / seats + 1 }));
    for (let j = k; j < Math.min(k + seats, frames.length); j++) {
      row.append(element('button', { type: 'button', text: frames[j].option, 'aria-current': j === at ? 'step' : null, 'aria-label': `Move ${j}: ${frames[j].option}`, on: { click: () => jump(j) } }));
    }
    rows.push(row);
  }
  const head = told ? element('h2', { text: 'What happened' }) : element('h2', {}, element('span'), ...names.map(name => element('span', { text: name })));
  $('moves').classList.toggle('log', told);
  $('moves').replaceChildren(head, element('ol', {}, ...rows));
  $('moves').hidden = frames.length < 2;
  const now = $('moves').querySelector('[aria-current]'), list = $('moves').querySelector('ol');
  if (now && told) list.scrollTop = now.parentElement.offsetTop - list.offsetTop + Math.min(0, now.parentElement.offsetHeight - list.clientHeight);
  else if (now && list) { list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2; list.scrollLeft = now.offsetLeft - list.offsetLeft - list.clientWidth / 2; }
}

/** Where moves alone do not tell what happened: each with whose it was, and what came of it. */
function logged(frames, at, names, jump) {
  return frames.slice(1).map((frame, k) => element('li', {},
    element('button', { type: 'button', text: frame.option, 'data-who': names[frame.seat], 'aria-current': k + 1 === at ? 'step' : null, 'aria-label': `Move ${k + 1}, ${names[frame.seat]}: ${frame.option}`, on: { click: () => jump(k + 1) } }),
    ...(frame.news || []).map(text => element('p', { text }))));
}

/** Options that no shape stands for, as buttons beside the board. */
export function listAnswers(options, choose) {
  $('decision').replaceChildren(...options.filter(option => !option.on).map(option =>
    element('button', { className: option.best ? 'button main' : 'button', type: 'button', 'data-option': option.id, on: { click: () => choose(option) } },
      element('div', { text: option.label }, ...(option.score != null ? [element('span', { text: option.score })] : [])))));
}

document.addEventListener('pointerdown', event => { if (!$('menu')?.contains(event.target)) closeMenu(); });
document.addEventListener('keydown', event => { if (event.key === 'Escape') closeMenu(true); });
let opener = null;

/** A small menu at a shape that stands for several options, or for a card that is to be read before it is chosen. */
export function openMenu(options, at, choose, card = null) {
  const menu = $('menu'), box = at.getBoundingClientRect();
  const items = options.map(option => element('button', { className: 'button', type: 'button', role: 'menuitem', 'data-option': option.id, on: { click: () => { closeMenu(); choose(option); } } },
    element('span', { text: option.label }), ...(option.score != null ? [element('b', { text: option.score })] : [])));
  menu.replaceChildren(...(card ? [printed(card)] : []), ...(items.length ? [element('div', { className: 'items', role: 'menu' }, ...items)] : []));
  menu.hidden = false;
  opener = at;
  const above = box.top - menu.offsetHeight - 4, top = box.bottom + 4 + menu.offsetHeight > innerHeight - 8 && above > 8 ? above : box.bottom + 4;
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(top, innerHeight - menu.offsetHeight - 8)) + scrollY}px`;
  items[0]?.focus();
  menu.onkeydown = event => {
    const now = items.indexOf(document.activeElement), to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') closeMenu(true);
    if (to == null) return;
    event.preventDefault();
    items.at(to % items.length).focus();
  };
}

/** Closes it, and with `back` returns to where it was opened. */
export function closeMenu(back = false) {
  if (!$('menu') || $('menu').hidden) return;
  $('menu').hidden = true;
  if (back) opener?.focus();
}

/** Two clocks, of which one may run. */
export class Clocks {
  constructor(seat) { this.seat = seat; this.left = []; this.running = null; setInterval(() => this.#draw(), 200); }
  set(left, running) { this.left = left || []; this.running = running; this.since = performance.now(); this.#draw(); }
  #draw() {
    this.left.forEach((seconds, at) => {
      const node = $(at === this.seat ? 'clock-near' : 'clock-far');
      node.hidden = seconds == null;
      if (seconds == null) return;
      const now = Math.max(0, seconds - (at === this.running ? (performance.now() - this.since) / 1000 : 0));
      node.textContent = `${Math.floor(now / 60)}:${String(Math.floor(now % 60)).padStart(2, '0')}`;
      node.classList.toggle('runs', at === this.running);
      node.classList.toggle('short', now < 20);
    });
  }
}

/** A card's whole text, for scenes that have cards. */
export function readCard(card) {
  if (!card || card.down || card.token) return;
  $('reader').hidden = false;
  $('reader').replaceChildren(...printed(card).childNodes);
}

function printed(card) {
  const facts = card.facts ?? [card.attribute, card.type, card.counter ? `counter +${card.counter}` : ''].filter(Boolean).join(' · ');
  return element('article', { className: 'reader' },
    element('header', { className: `c-${card.colour}-bg` }, ...(card.cost != null ? [element('b', { text: card.cost })] : []), element('h3', { className: 'name', text: card.name })),
    element('div', { className: 'facts' }, element('b', { text: card.power ?? '' }), element('span', { className: 'meta small', text: facts })),
    element('p', { text: card.text || 'No effect.' }));
}
