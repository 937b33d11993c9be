// What a player can press besides the shapes of a scene, and the text of cards.
import { byId, element, icons } from './base.js';
import { isOpen } from './cards.js';

// ---- options beside the board, and the menu of a shape that stands for several of them

/** Offers as buttons the options that no shape stands for. */
export function showAnswers(options, choose) {
  const buttons = options.filter(option => !option.on).map(option => answerButton(option, choose));
  byId('decision').replaceChildren(...buttons);
}

/** A button for an option, with what it is worth or a detail in smaller letters. */
export const answerButton = (option, choose) =>
  element(
    'button',
    {
      class: option.best ? 'button main' : 'button',
      type: 'button',
      'data-option': option.id,
      on: { click: () => choose(option) },
    },
    element('div', { text: option.label }, ...detail(option), ...score(option, 'span')),
  );

const score = (option, tag) => (option.score == null ? [] : [element(tag, { text: option.score })]);

const detail = option => (option.detail ? [element('span', { text: option.detail })] : []);

/** Distance in pixels of the menu from the edges of the window, and from what it was opened at. */
const MARGIN = 8;
const GAP = 4;

/** The menu; it closes when something else is clicked. */
export class Menu {
  #menu = byId('menu');
  #openedAt = null;

  constructor() {
    document.addEventListener('pointerdown', event => {
      if (!this.#menu.contains(event.target)) this.close();
    });
    document.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.closeAndReturn();
    });
  }

  /** Opens the menu at a node; with a `card`, it can be read there before it is chosen. */
  open(options, node, choose, card = null) {
    const items = options.map(option => this.#item(option, choose));
    const list = element('div', { class: 'items', role: 'menu' }, ...items);
    this.#menu.replaceChildren(...(card ? [cardArticle(card)] : []), ...(items.length ? [list] : []));
    this.#menu.hidden = false;
    this.#menu.onkeydown = event => this.#key(event, items);
    this.#openedAt = node;
    this.#place(node.getBoundingClientRect());
    items[0]?.focus();
  }

  close() {
    this.#menu.hidden = true;
  }

  /** Closes the menu and returns to where it was opened. */
  closeAndReturn() {
    if (this.#menu.hidden) return;
    this.close();
    this.#openedAt.focus();
  }

  #item(option, choose) {
    const chosen = () => {
      this.close();
      choose(option);
    };
    return element(
      'button',
      { class: 'button', type: 'button', role: 'menuitem', 'data-option': option.id, on: { click: chosen } },
      element(
        'span',
        { text: option.label },
        ...(option.foretold ? [element('small', { text: option.foretold })] : []),
      ),
      ...score(option, 'b'),
    );
  }

  /** Below the box, or above it where there is more room, and always inside the window. */
  #place(box) {
    const { offsetWidth: width, offsetHeight: height, style } = this.#menu;
    const above = box.top - height - GAP;
    const below = box.bottom + GAP;
    const top = below + height > innerHeight - MARGIN && above > MARGIN ? above : below;
    const inside = (at, size, room) => Math.max(MARGIN, Math.min(at, room - size - MARGIN));
    style.left = `${inside(box.left, width, innerWidth)}px`;
    style.top = `${inside(top, height, innerHeight) + scrollY}px`;
  }

  #key(event, items) {
    if (event.key === 'Tab') this.closeAndReturn();
    const at = items.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next == null) return;
    event.preventDefault();
    items.at(next % items.length).focus();
  }
}

// ---- a card's whole text, for scenes that have cards

/** Shows a card beside the table; one that cannot be read leaves there what was shown before. */
export function readCard(card) {
  if (!card || !isOpen(card)) return;
  byId('reader').hidden = false;
  byId('reader').replaceChildren(...cardArticle(card).childNodes);
}

/** A card as it is printed, with its whole text. */
export function cardArticle(card) {
  const cost = card.cost == null ? [] : [element('b', { text: card.cost })];
  const name = element('h3', { class: 'name', text: card.name });
  const power = element('b', { text: card.power ?? '' });
  return element(
    'article',
    { class: 'reader' },
    element('header', { class: `c-${card.colour}-bg` }, ...cost, name),
    element('div', { class: 'facts' }, power, element('span', { class: 'meta small', text: facts(card) })),
    element('p', { text: card.text || 'No effect.' }),
  );
}

/** What else is printed on a card; a game that does not put it into words has it listed. */
function facts(card) {
  const counter = card.counter ? `counter +${card.counter}` : '';
  return card.facts ?? [card.attribute, card.type, counter].filter(Boolean).join(' · ');
}

// ---- the row of buttons below or beside the board

/** How long "Really?" is asked, in milliseconds. */
const SECOND_THOUGHTS = 3000;

/**
 * The buttons that a match has now, each { id, text, off?, pressed?, main? }; `off` says why it can do nothing now.
 *
 * `shown` says whether a line is played out, whether the result is shown, whether scores and threats are, and what
 * `passes` by itself.
 */
export function controlsOf(session, shown) {
  const scene = session.timeline.current?.scene || session.match.scene;
  // Only for games that know threats.
  const threats = scene?.threats ? [{ id: 'threats', text: 'Threats', pressed: shown.threats }] : [];
  // Only for games with piles that can be looked through.
  const cards = scene?.shapes.some(shape => shape.opens) ? [{ id: 'cards', text: 'Cards' }] : [];
  if (session.replays) return [...threats, ...cards, { id: 'rematch', text: 'Again' }, { id: 'swap', text: 'Swap' }];
  if (session.watching) return [...threats, ...cards];
  const elsewhere = shown.playout ? 'Go back to the match first.' : '';
  const again = shown.ended ? [] : [{ id: 'rematch', text: 'Rematch' }];
  if (session.amongPeople)
    return [...(session.match.over ? threats : []), ...cards, ...amongPeople(session, elsewhere, again)];
  const { match, timeline, seat } = session;
  const notNow = elsewhere || notHere(session);
  const hasMoved = timeline.frames.some(frame => frame.seat === seat);
  const hint = { id: 'hint', text: 'Hint', off: notNow };
  const scores = { id: 'judge', text: 'Scores', off: elsewhere, pressed: shown.scores };
  const undo = { id: 'undo', text: 'Undo', off: hasMoved ? '' : 'You have not moved yet.' };
  return [
    ...(match.over ? [] : sharing(session, notNow)),
    ...(match.over ? [] : [hint, scores]),
    ...threats,
    ...cards,
    ...(cards.length && shown.passes.known ? [{ id: 'passes', text: 'Auto-pass', pressed: shown.passes.on }] : []),
    ...(match.over ? again : [undo, { id: 'resign', text: 'Resign' }]),
    { id: 'swap', text: 'Swap' },
  ];
}

/** What two players of whom one may be an opponent can agree on: to share what is left. */
const sharing = (session, notNow) =>
  session.offered
    ? answersTo(session.offered)
    : session.mayOffer.map(() => ({ id: 'share', text: 'Share', off: notNow }));

const AGREE = { share: 'Accept', draw: 'Agree', undo: 'Allow', rematch: 'Play again' };

const answersTo = ({ kind }) => [
  { id: 'accept', text: AGREE[kind], main: true },
  { id: 'decline', text: kind === 'rematch' ? 'No, thanks' : 'Play on' },
];

/** In a match between people, everything but a resignation is asked for. */
function amongPeople(session, elsewhere, again) {
  const { match, timeline, seat, screen, everybodyIsSeated } = session;
  const watchers = screen ? [] : [{ id: 'watchers', text: 'Watchers' }];
  if (match.over) return [...(match.rematch || session.offers.length ? [] : again), ...watchers];
  if (session.offered) return [...answersTo(session.offered), { id: 'resign', text: 'Resign' }];
  if (session.ownOffer)
    return [
      { id: 'withdraw', text: 'Withdraw' },
      { id: 'resign', text: 'Resign' },
    ];
  const hasMoved = timeline.frames.some(frame => (screen ? frame.seat != null : frame.seat === seat));
  const alone = everybodyIsSeated ? '' : 'Your friend is not here yet.';
  return [
    ...session.mayOffer.map(() => ({ id: 'share', text: 'Share', off: elsewhere || notHere(session) })),
    { id: 'undo', text: 'Undo', off: alone || (hasMoved ? '' : 'You have not moved yet.') },
    ...(match.players.length === session.people.length ? [{ id: 'draw', text: 'Draw', off: alone }] : []),
    { id: 'resign', text: 'Resign' },
    ...watchers,
  ];
}

/** Why nothing can be decided now; empty if something can. */
function notHere({ decision, timeline }) {
  if (!timeline.live) return 'Go to the latest move first.';
  return decision ? '' : 'It is not your turn.';
}

/** Shows buttons, which do the action of their id, or say why not; the one that has the focus keeps it. */
export function showControls(controls, actions, refuse) {
  const focused = document.activeElement?.id;
  const buttons = controls.map(({ id, text, off, pressed, main }) => {
    const attributes = {
      class: main ? 'button main' : 'button',
      type: 'button',
      id,
      title: off || null,
      'aria-disabled': off ? 'true' : null,
      'aria-pressed': pressed == null ? null : String(pressed),
      drawing: icons[id],
      on: { click: off ? () => refuse(off) : actions[id] },
    };
    return element('button', attributes, text);
  });
  byId('tools').style.setProperty('--tools', buttons.length);
  byId('tools').replaceChildren(...buttons);
  buttons.find(button => button.id === focused)?.focus();
}

/** Has a button ask "Really?" once, and acts when it is pressed a second time soon. */
export function confirmThen(button, action) {
  if (button.classList.contains('sure')) {
    action();
    return;
  }
  const label = button.lastChild;
  const text = label.textContent;
  button.classList.add('sure');
  label.textContent = 'Really?';
  setTimeout(() => {
    button.classList.remove('sure');
    label.textContent = text;
  }, SECOND_THOUGHTS);
}
