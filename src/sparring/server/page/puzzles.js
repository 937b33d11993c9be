// The page of puzzles: one position, a goal, tries that are answered on the board, and the next one.
import { Address } from './address.js';
import { advised, quoted } from './advice.js';
import { Menu, readCard, showAnswers } from './answers.js';
import {
  byId,
  cannotHover,
  element,
  icons,
  nameOfPieces,
  pieceIcon,
  query,
  showHeader,
  sound,
  storage,
} from './base.js';
import { pause } from './drawing.js';
import { Scene } from './scene.js';
import { call } from './server.js';

/** How long an answer is awaited after a move, in milliseconds, so that both are seen. */
const MOMENT = 500;
/** How long each move of a line is seen that is played out. */
const STEP = 900;
/** How long the server may take before the page says that it is at work. */
const PATIENCE = 700;
const ABOUT = {
  win: 'At every step but the last, exactly one move keeps the win; that is proven.',
  only: 'Exactly one move wins; that is proven.',
  draw: 'Exactly one move draws, and all others lose; that is proven.',
  capture: 'One search found the capture, and a longer one confirmed that every other move is much worse.',
  lethal:
    'The win is proven against every hand that your opponent could hold. Every order that keeps it sure is right.',
};

class PuzzlePage {
  /** The puzzle as the server described it. */
  puzzle = null;
  /** The right moves so far, and the answers to them. */
  moves = [];
  /** The scene that the next try begins from, and what can be chosen in it. */
  scene = null;
  options = [];
  /** How each try at this puzzle ended: true, or false for a wrong move. */
  tries = [];
  standing = null;
  #busy = false;
  /** Counts what is shown, so that a line that is played out stops when something else is. */
  #shown = 0;

  constructor() {
    this.menu = new Menu();
    this.board = new Scene(byId('stage'), {
      onChoose: (options, target, shape) => this.#pick(options, target, shape),
      onInspect: (card, node) => this.#inspect(card, node),
    });
  }

  async open() {
    byId('game').addEventListener('change', () => this.load(byId('game').value, 'today'));
    try {
      const games = await call('GET', '/games');
      this.games = games;
      const wanted = query.get('game') || storage.get('game');
      const first = games.find(({ name }) => name === wanted) || games[0];
      const option = ({ name, title }) =>
        element('option', { value: name, text: title, selected: name === first.name });
      byId('game').replaceChildren(...games.map(option));
      await this.load(first.name, query.get('id') || 'today');
    } catch (error) {
      this.#tell(error.message);
    }
  }

  /** Shows a puzzle of a game: an id, `today` or `next`. */
  async load(game, id) {
    this.#shown++;
    storage.set('game', game);
    const after = id === 'next' && this.puzzle ? `?after=${this.puzzle.id}` : '';
    try {
      this.puzzle = await call('GET', `${pathOf(game)}/${encodeURIComponent(id)}${after}`);
      this.puzzle.scene = this.#addressed(this.puzzle).scene;
    } catch (error) {
      this.puzzle = null;
      this.#forget();
      this.#tell(error.message);
      return;
    }
    const { puzzle } = this;
    Object.assign(this, { moves: [], tries: [], scene: puzzle.scene, options: puzzle.options });
    this.standing = puzzle.standing;
    const address = `?${new URLSearchParams({ game, id: puzzle.id })}`;
    history.replaceState(null, '', address);
    byId('kind').textContent = puzzle.today ? 'Puzzle of the day' : `Puzzle ${puzzle.id}`;
    byId('goal').textContent = puzzle.goal;
    const side = puzzle.scene.sides?.[puzzle.seat];
    const pieces = nameOfPieces(side);
    byId('mover').innerHTML = pieceIcon(side) || '';
    byId('mover').append(pieces ? `You play the ${pieces}.` : puzzle.scene.prompt || 'It is your turn.');
    byId('about').textContent = `It comes from a match between two opponents. ${ABOUT[puzzle.kind]}`;
    document.body.dataset.ready = 'yes';
    await this.#ask();
  }

  /** A frame with the sides as the solver sees them. */
  #addressed(frame) {
    const { seats } = this.games.find(({ name }) => name === this.puzzle.game);
    const names = seats.map((_, seat) => (seat === this.puzzle.seat ? 'You' : 'They'));
    return new Address(seats, names, this.puzzle.seat).message(frame);
  }

  /** Takes everything away that belongs to a puzzle. */
  #forget() {
    for (const id of ['go', 'facts', 'decision']) byId(id).replaceChildren();
    for (const id of ['mover', 'about']) byId(id).textContent = '';
    byId('goal').textContent = 'Puzzles';
  }

  // ---- what is shown

  #state(name) {
    byId('puzzle').dataset.state = name;
    this.#showFacts();
  }

  #tell(head, text = '', line = [], now = -1) {
    const chips = line.map((move, at) => element('span', { class: at === now ? 'now' : null, text: move }));
    byId('state').replaceChildren(
      element('h2', { text: head }),
      ...(text ? [element('p', { text })] : []),
      ...(chips.length ? [element('div', { class: 'chips' }, ...chips)] : []),
    );
  }

  /** Shows the position with what can be chosen. */
  async #ask() {
    const run = ++this.#shown;
    const first = !this.moves.length;
    this.#state('ask');
    const counted = this.puzzle.tried || this.tries.length || this.moves.length;
    this.#tell(
      first ? 'Your move.' : 'Right. Go on.',
      counted ? '' : 'Take your time: nothing is counted until you move.',
    );
    this.#buttons(
      { text: 'Show a move', icon: 'hint', id: 'hint', act: () => this.#hint() },
      { text: 'Another one', icon: 'forward', id: 'next', act: () => this.#next() },
    );
    const options = this.#offered();
    await this.board.show(this.scene, { options });
    if (run === this.#shown) showAnswers(options, option => this.#choose(option));
  }

  #offered() {
    const { picks } = this.scene;
    return this.options.map(name => ({ id: name, label: name, ...picks[name] }));
  }

  #buttons(...buttons) {
    const button = ({ text, icon, id, main, act }) =>
      element(
        'button',
        { class: main ? 'button main' : 'button', type: 'button', id, drawing: icons[icon], on: { click: act } },
        text,
      );
    byId('go').replaceChildren(...buttons.map(button));
  }

  #showFacts() {
    const { puzzle, standing, tries } = this;
    const fact = (name, ...parts) => element('div', {}, element('dt', { text: name }), element('dd', {}, ...parts));
    const big = number => element('b', { text: number == null ? '–' : Math.round(number) });
    const nobody = puzzle.graded ? 'No level solves it' : 'Not graded yet';
    const solver = puzzle.level == null ? nobody : `Level ${puzzle.level} solves it`;
    const marks = tries.map(right =>
      element('i', { class: right ? 'try yes' : 'try no', text: right ? '✓' : '✕', 'aria-hidden': 'true' }),
    );
    const count = tries.length ? `${tries.filter(right => !right).length} wrong` : 'None yet';
    byId('facts').replaceChildren(
      fact('This puzzle', big(puzzle.rating), element('small', { text: solver })),
      fact('Your puzzles', big(standing.rating), element('small', { text: standingText(standing) })),
      fact('Tries', element('span', { class: 'tries' }, ...marks), element('small', { text: count })),
    );
  }

  // ---- trying

  #pick(options, target, shape) {
    const card = cannotHover() && shape.kind === 'card' ? shape : null;
    if (options.length > 1 || card) this.menu.open(options, target, option => this.#choose(option), card);
    else this.#choose(options[0]);
  }

  #inspect(card, clicked) {
    readCard(card);
    if (clicked && cannotHover() && card.text != null) this.menu.open([], clicked, () => {}, card);
  }

  async #choose(option) {
    if (this.#busy) return;
    this.#busy = true;
    const run = ++this.#shown;
    showAnswers([], () => {});
    const { puzzle } = this;
    const waiting = setTimeout(() => this.#tell('Let me see …'), PATIENCE);
    try {
      const moves = [...this.moves, option.id];
      const answer = await call('POST', `${pathOf(puzzle.game)}/${puzzle.id}`, { moves });
      for (const part of [answer, answer.refutation]) {
        if (part?.frames) part.frames = part.frames.map(frame => this.#addressed(frame));
      }
      clearTimeout(waiting);
      if (run !== this.#shown) return;
      if (answer.counted) puzzle.tried = answer.solved ? 'solved' : 'failed';
      this.standing = answer.standing;
      if (!(await this.#play(answer.frames, run))) return;
      if (!answer.right) await this.#refute(option.id, answer.refutation, run);
      else if (answer.solved) this.#solved(answer);
      else await this.#goOn(answer);
    } catch (error) {
      await this.#ask();
      this.#tell(error.message);
    } finally {
      clearTimeout(waiting);
      this.#busy = false;
    }
  }

  /** Shows moves one after the other; false if something else was shown meanwhile. */
  async #play(frames, run, wait = MOMENT) {
    for (const [at, { scene }] of frames.entries()) {
      if (at) await pause(wait);
      if (run !== this.#shown) return false;
      sound.play(scene.how === 'drop' ? 'drop' : 'move');
      await this.board.show(scene, { animate: true });
    }
    return run === this.#shown;
  }

  async #goOn({ moves, frames, options }) {
    Object.assign(this, { moves, options, scene: frames.at(-1).scene });
    await this.#ask();
  }

  async #refute(move, { moves, words, frames }, run) {
    this.tries.push(false);
    this.#state('wrong');
    sound.play('refuse');
    this.#tell(`Not ${quoted(move)}.`, moves.length ? 'Your opponent answers …' : words, moves.slice(0, 1));
    const back = { text: 'Take it back', icon: 'undo', id: 'back', main: true, act: () => this.#ask() };
    const out = { text: 'Play it out', icon: 'play', id: 'out', act: () => this.#playOut(frames, moves, words) };
    this.#buttons(back, ...(frames.length > 1 ? [out] : []));
    await pause(MOMENT);
    if (frames.length && (await this.#play(frames.slice(0, 1), run))) {
      const answer = frames[0].seat === this.puzzle.seat ? '' : `Your opponent plays ${quoted(moves[0])}. `;
      this.#tell(`Not ${quoted(move)}.`, answer + words, moves, 0);
    }
  }

  /** Plays a refutation to its end. */
  async #playOut(frames, moves, words) {
    const run = ++this.#shown;
    for (const [at, frame] of frames.entries()) {
      this.#tell('This is what happens.', words, moves, at);
      await this.board.show(frame.scene, { animate: at > 0 });
      await pause(STEP);
      if (run !== this.#shown) return;
    }
  }

  #solved({ moves, solution }) {
    this.tries.push(true);
    this.#state('solved');
    sound.play('over');
    const wrong = this.tries.length - 1;
    const first = !wrong && this.puzzle.tried === 'solved';
    this.#tell(first ? 'Solved at the first try.' : 'Solved.', '', moves.length ? moves : solution);
    this.#buttons({ text: 'Next puzzle', icon: 'forward', id: 'next', main: true, act: () => this.#next() });
    byId('next').focus();
  }

  #next() {
    return this.load(this.puzzle.game, 'next');
  }

  async #hint() {
    const { puzzle, moves } = this;
    const run = this.#shown;
    try {
      const answer = await call('POST', `${pathOf(puzzle.game)}/${puzzle.id}`, { moves, hint: true });
      if (run !== this.#shown) return;
      if (answer.counted) puzzle.tried = 'failed';
      this.standing = answer.standing;
      this.#showFacts();
      this.#tell(advised(answer.hint), answer.counted ? 'With this help the puzzle counts as not solved.' : '');
      this.board.hint(answer.hint, {});
    } catch (error) {
      this.#tell(error.message);
    }
  }
}

const pathOf = game => `/games/${encodeURIComponent(game)}/puzzles`;

function standingText({ tried, solved, rating, low, high, needed }) {
  if (rating != null) return `between ${Math.round(low)} and ${Math.round(high)}`;
  return tried ? `${solved} of ${tried} solved` : `Rated after ${needed}`;
}

showHeader({ tabs: true });
new PuzzlePage().open();
