// The review of a match that is over: the course of the expected score, every move with its word, the better lines, and
// another try from a mistake.
import { byId, element, icons, showHeader } from './base.js';
import { Course, nameOfWord, sign, turnedAt } from './course.js';
import { opponentsPath } from './people.js';
import { Scene } from './scene.js';
import { call, EventStream } from './server.js';
import { Session } from './session.js';
import { showVerdict } from './verdict.js';

const ERRORS = new Set(['mistake', 'blunder']);
const SLIPS = ['inaccuracy', 'mistake', 'blunder'];
const PHONE = '(max-width: 700px)';
/** Milliseconds between two looks at a review that fills in. */
const AGAIN = 600;

class ReviewPage {
  /** The number of the move in the list that is looked at. */
  #at = 0;
  /** How many moves of the better line are played; 0 to show the move that was played. */
  #ahead = 0;
  /** The scenes of better lines, by the ply of their move. */
  #lines = new Map();
  #levels = 0;
  #asking = false;
  #chosen = false;

  constructor(id) {
    this.session = new Session(id);
    this.scene = new Scene(byId('stage'));
  }

  async open() {
    const { session } = this;
    try {
      await session.arrive();
      await session.load();
      const { match } = session;
      if (match.closed || !match.over) throw new Error(match.closed || 'A match can be reviewed once it is over.');
      const opponents = await call('GET', opponentsPath(match.game.split(':')[0])).catch(() => []);
      this.#levels = opponents.filter(({ name }) => /^level\d+$/.test(name)).length;
      this.course = new Course(byId('course'), this.#sides, ply => this.#goToPly(ply));
      this.#showTools();
      this.review = await session.review();
      new EventStream(session.path, session.token, {
        onEvent: event => this.#happen(session.addressed(event)),
        onError: error => this.#say(error.message),
        onConnection: () => {},
      });
    } catch (error) {
      this.#say(error.message);
    }
  }

  // ---- what is known

  get #seat() {
    return this.session.seat ?? 0;
  }

  get #sides() {
    const { session } = this;
    if (session.several) return [session.nameOf(this.#seat), 'Others'];
    return [session.nameOf(this.#seat), session.nameOf(1 - this.#seat)];
  }

  /** The moves that a player was asked for: those that can be shown. */
  get #moves() {
    return this.review.moves.filter(move => move.number != null);
  }

  #isMine = move => !this.session.watching && move.seat === this.session.game.seats[this.session.seat];

  /** True for the mistakes of whoever looks; those who watch two opponents see those of both. */
  #isPinned = move => ERRORS.has(move.word) && (this.#isMine(move) || this.session.watching);

  #nameOf = move => this.session.nameOf(this.session.game.seats.indexOf(move.seat));

  async #happen(event) {
    const { timeline, match } = this.session;
    const { scene, option, seat = null, news, count } = event;
    if (event.event === 'review') return this.#update();
    if (event.event === 'match_started') timeline.begin(scene, news);
    if (event.event === 'move_made' || event.event === 'chance_fell') timeline.add({ scene, option, seat, news });
    if (event.event === 'taken_back') timeline.takeBack(count);
    if (event.event === 'match_over') this.session.result = event.result;
    if (event.number === match.event) this.#begin();
    return undefined;
  }

  /** Everything that happened is known: shows the first mistake, or the last move. */
  #begin() {
    byId('body').hidden = false;
    byId('moves').open = !matchMedia(PHONE).matches;
    this.#show();
    document.body.dataset.ready = 'yes';
    this.#keepUp();
  }

  /** Asks again until nothing changes any more, also if nothing comes over the socket. */
  async #keepUp() {
    while (!this.review.finished) {
      await new Promise(done => setTimeout(done, AGAIN));
      await this.#update();
    }
  }

  async #update() {
    if (this.#asking || this.review.finished) return;
    this.#asking = true;
    try {
      this.review = await this.session.review();
      if (document.body.dataset.ready) this.#show();
    } catch (error) {
      this.#say(error.message);
    } finally {
      this.#asking = false;
    }
  }

  // ---- showing

  #show() {
    const moves = this.#moves;
    this.#showHead();
    if (!moves.length) return;
    if (!this.#chosen) {
      const first = moves.findIndex(move => this.#isPinned(move));
      this.#at = first < 0 ? moves.length - 1 : first;
    }
    this.#showList(moves);
    this.#showMove();
  }

  #showHead() {
    const { session, review } = this;
    const turned = review.turning_points;
    byId('title').textContent = turned.length ? turnedAt(turned) : headline(session);
    const others = session.names.filter((_, seat) => seat !== this.#seat);
    const how = review.exact ? 'Every result is proven.' : '';
    byId('about').textContent =
      `${session.game.title} against ${and(others)}. ${turned.length ? headline(session) : ''} ${how}`;
    const progress =
      review.done < review.total ? `${review.done} of ${review.total} moves judged …` : 'Looking closer …';
    byId('progress').textContent = review.finished ? '' : progress;
    byId('tally').hidden = false;
    byId('tally').replaceChildren(...session.game.seats.map((seat, at) => this.#tally(seat, at)));
  }

  #tally(seat, at) {
    const { accuracy, words } = this.review;
    const counts = SLIPS.map(word =>
      element(
        'span',
        { drawing: sign(word) },
        element('b', { text: words[seat][word] }),
        element('span', { class: 'hidden', text: nameOfWord(word) }),
      ),
    );
    const name = element(
      'dt',
      {},
      this.session.nameOf(at),
      element('b', { text: `${Math.round(accuracy[seat])}\u00a0%` }),
    );
    name.title = 'Accuracy';
    return element('div', {}, name, element('dd', {}, ...counts));
  }

  #showList(moves) {
    const rows = moves.map((move, at) =>
      element(
        'li',
        {},
        element(
          'button',
          { type: 'button', class: move.word, on: { click: () => this.#go(at) } },
          element('span', { class: 'ply', text: move.ply }),
          element('span', { class: 'by', text: this.#isMine(move) ? 'You' : this.#nameOf(move) }),
          element('b', { text: move.move }),
          element(
            'span',
            { class: 'said', drawing: sign(move.word) },
            element('span', { class: 'word', text: nameOfWord(move.word) }),
          ),
        ),
      ),
    );
    byId('list').classList.toggle(
      'long',
      moves.some(({ move }) => move.includes(' ')),
    );
    byId('list').replaceChildren(...rows);
  }

  #showMove() {
    const move = this.#moves[this.#at];
    const mine = this.#isMine(move);
    const marks = this.#moves.filter(one => this.#isPinned(one));
    this.course.show(this.review.course[this.session.game.seats[this.#seat]], marks, move.ply);
    const step = ahead => this.#playLine(ahead);
    showVerdict(move, { name: this.#nameOf(move), mine, levels: this.#levels, ahead: this.#ahead, step });
    const better = this.#hasBetter(move);
    byId('played').textContent = `Played ${move.move}`;
    byId('better').textContent = better ? `Better ${move.best}` : 'Nothing better';
    const choice = document.querySelector(`[name=show][value=${this.#ahead ? 'better' : 'played'}]`);
    choice.checked = true;
    document.querySelector('[name=show][value=better]').disabled = !better;
    byId('again').hidden = !mine;
    byId('again').textContent = `Try again from move ${move.ply}`;
    byId('refusal').textContent = '';
    this.#markRow();
    this.#showBoard(move, better);
  }

  #hasBetter = move => Boolean(move.best) && move.best !== move.move && move.word !== 'best';

  #markRow() {
    const list = byId('list');
    [...list.querySelectorAll('button')].forEach((row, at) => {
      if (at !== this.#at) row.removeAttribute('aria-current');
      else row.setAttribute('aria-current', 'step');
    });
    const row = list.children[this.#at];
    list.scrollTop = row.offsetTop - list.clientHeight / 2 + row.clientHeight / 2;
  }

  /** The board before the move with rings around what was played and what was better, or the better line on it. */
  #showBoard(move, better) {
    const { frames } = this.session.timeline;
    const line = this.#ahead ? this.#lines.get(move.ply) : null;
    if (line) {
      this.scene.show(line[this.#ahead].scene);
      return;
    }
    const rung = [{ option: move.move, look: 'ring-played' }];
    if (better) rung.push({ option: move.best, look: 'ring-better' });
    this.scene.show(frames[move.number - 1].scene).then(() => this.scene.ring(rung));
  }

  // ---- going through the match

  #go(at) {
    if (!this.#moves.length) return;
    this.#chosen = true;
    this.#at = Math.max(0, Math.min(this.#moves.length - 1, at));
    this.#ahead = 0;
    this.#showMove();
  }

  #goToPly(ply) {
    const at = this.#moves.findIndex(move => move.ply >= ply);
    this.#go(at < 0 ? this.#moves.length - 1 : at);
  }

  /** Goes to the next mistake of whoever looks, and after the last one to the first. */
  #nextMistake() {
    const pinned = (move, at) => at > this.#at && this.#isPinned(move);
    const next = this.#moves.findIndex(pinned);
    const first = this.#moves.findIndex(move => this.#isPinned(move));
    if (first >= 0) this.#go(next < 0 ? first : next);
  }

  /** Shows the board after some moves of the better line; 0 is the board as it was. */
  async #playLine(ahead) {
    const move = this.#moves[this.#at];
    if (!move) return;
    try {
      if (ahead && !this.#lines.has(move.ply)) this.#lines.set(move.ply, await this.#framesOf(move));
      this.#ahead = ahead;
      this.#chosen = true;
      this.#showMove();
    } catch (error) {
      this.#ahead = 0;
      this.#showMove();
      this.#say(error.message);
    }
  }

  async #framesOf(move) {
    const { timeline } = this.session;
    timeline.at = move.number - 1;
    const before = timeline.frames.slice(1, move.number).map(frame => frame.option);
    return this.session.framesOf(move.line, before);
  }

  #showTools() {
    const button = (label, drawing, act) =>
      element('button', { class: 'iconbutton', type: 'button', 'aria-label': label, drawing, on: { click: act } });
    byId('steps').append(
      button('First move', icons.first, () => this.#go(0)),
      button('One move back', icons.back, () => this.#go(this.#at - 1)),
      button('One move on', icons.forward, () => this.#go(this.#at + 1)),
      button('Last move', icons.last, () => this.#go(this.#moves.length - 1)),
      element('button', {
        class: 'button',
        type: 'button',
        id: 'slip',
        text: 'Next mistake',
        on: { click: () => this.#nextMistake() },
      }),
    );
    for (const radio of document.querySelectorAll('[name=show]')) {
      radio.addEventListener('change', () => this.#playLine(radio.value === 'better' ? 1 : 0));
    }
    byId('again').addEventListener('click', () => {
      this.session.tryAgain(this.#moves[this.#at].ply).catch(error => this.#say(error.message));
    });
    document.addEventListener('keydown', event => {
      if (event.target.closest('input, summary') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!document.body.dataset.ready) return;
      if (event.key === 'ArrowLeft') this.#go(this.#at - 1);
      else if (event.key === 'ArrowRight') this.#go(this.#at + 1);
      else if (event.key.toLowerCase() === 'n') this.#nextMistake();
      else return;
      event.preventDefault();
    });
  }

  #say(sentence) {
    const shown = byId('body').hidden ? byId('progress') : byId('refusal');
    shown.textContent = sentence;
  }
}

/** Words joined as people do. */
const and = words => [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');

/** How the match ended for whoever looks. */
function headline({ result, seat, names }) {
  if (!result || result.winner == null) return 'It was a draw.';
  if (result.winner === seat) return 'You won.';
  return seat == null ? `${names[result.winner]} won.` : 'You lost.';
}

showHeader();
new ReviewPage(location.pathname.split('/').pop()).open();
