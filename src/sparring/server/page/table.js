// What stands beside the board: the moves so far, the clocks, named answers, a menu, a card to read.
import { $, element } from './shell.js';

/** The moves, in rows of as many seats as there are; a click goes back to what the board was. */
export function listMoves(frames, at, seats, names, jump) {
  const rows = [];
  for (let k = 1; k < frames.length; k += seats) {
    const row = element('li', {}, element('span', { text: (k - 1) / seats + 1 }));
    for (let j = k; j < Math.min(k + seats, frames.length); j++) {
      row.append(element('button', { type: 'button', text: frames[j].option, 'aria-current': j === at ? 'step' : null, 'aria-label': `Move ${j}: ${frames[j].option}`, on: { click: () => jump(j) } }));
    }
    rows.push(row);
  }
  const head = element('h2', {}, element('span'), ...names.map(name => element('span', { text: name })));
  $('moves').replaceChildren(head, element('ol', {}, ...rows));
  $('moves').hidden = frames.length < 2;
  const now = $('moves').querySelector('[aria-current]'), list = $('moves').querySelector('ol');
  if (now && list) { list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2; list.scrollLeft = now.offsetLeft - list.offsetLeft - list.clientWidth / 2; }
}

/** Options that no shape stands for, as buttons beside the board. */
export function listAnswers(options, choose) {
  const loose = options.some(option => !option.on);
  $('decision').replaceChildren(...(loose ? options : []).map(option =>
    element('button', { className: 'button', type: 'button', 'data-option': option.id, on: { click: () => choose(option) } },
      element('div', { text: option.label }, ...(option.score != null ? [element('span', { text: option.score })] : [])))));
}

document.addEventListener('pointerdown', event => { const menu = $('menu'); if (menu && !menu.contains(event.target)) menu.hidden = true; });

/** A small menu at a shape that stands for several options. */
export function openMenu(options, at, choose) {
  const menu = $('menu'), box = at.getBoundingClientRect(), close = () => { menu.hidden = true; at.focus(); };
  menu.replaceChildren(...options.map(option => element('button', { className: 'button', type: 'button', role: 'menuitem', text: option.label, 'data-option': option.id, on: { click: () => { menu.hidden = true; choose(option); } } })));
  menu.hidden = false;
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - menu.offsetHeight - 8)) + scrollY}px`;
  menu.firstElementChild.focus();
  menu.onkeydown = event => {
    const items = [...menu.children], now = items.indexOf(document.activeElement);
    if (event.key === 'Escape') close();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') { event.preventDefault(); items[(now + (event.key === 'ArrowDown' ? 1 : items.length - 1)) % items.length].focus(); }
  };
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
  if (!card || card.down || card.don) return;
  const facts = [card.attribute, card.type, card.counter ? `counter +${card.counter}` : ''].filter(Boolean).join(' · ');
  $('reader').hidden = false;
  $('reader').replaceChildren(
    element('header', { className: `c-${card.colour}-bg` }, ...(card.cost != null ? [element('b', { text: card.cost })] : []), element('h3', { className: 'name', text: card.name })),
    element('div', { className: 'facts' }, element('b', { text: card.power ?? '' }), element('span', { className: 'meta small', text: facts })),
    element('p', { text: card.text || 'No effect.' }));
}
