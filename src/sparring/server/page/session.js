// A seat at a match: what is known of the match, and what can be asked of the server.
import { query, storage } from './base.js';
import { displayName } from './people.js';
import { beginMatch, call, tokenKey } from './server.js';

export class Session {
  /** The match as the server described it. */
  match = null;
  /** The game's entry in the catalogue. */
  game = null;
  timeline = new Timeline();
  /** What this seat has to decide, or null. */
  decision = null;
  /** The seat that is to move, or null when the match is over. */
  toMove = null;
  /** How the match ended, or null. */
  result = null;

  constructor(id) {
    this.id = id;
    this.path = `/matches/${encodeURIComponent(id)}`;
    /** The seat that this device has, or null if it watches. */
    this.seat = query.has('seat') ? Number(query.get('seat')) : null;
    this.token = null;
  }

  // ---- who is who

  get watching() {
    return this.seat == null;
  }

  /** True if one person plays: only then can moves be taken back. */
  get alone() {
    return this.match.players.filter(name => name === 'human').length === 1;
  }

  /** The seat that is shown as the opponent's. */
  get opponentSeat() {
    return this.watching ? 1 : this.match.players.findIndex((_, seat) => seat !== this.seat);
  }

  get everybodyIsSeated() {
    return this.match.seated.every(Boolean);
  }

  isPerson(seat) {
    return this.match.players[seat] === 'human';
  }

  nameOf(seat) {
    if (seat === this.seat) return 'You';
    if (this.match.names[seat]) return this.match.names[seat];
    return this.isPerson(seat) ? 'Your friend' : displayName(this.match.players[seat]).split(',')[0];
  }

  get names() {
    return this.match.players.map((_, seat) => this.nameOf(seat));
  }

  // ---- calls

  /** A friend's link holds a token behind the #; sitting down exchanges it for one that nobody else knows. */
  async sitDown() {
    const invitation = location.hash.slice(1);
    if (invitation) {
      history.replaceState(null, '', location.pathname);
      const taken = await call('POST', `${this.path}/seat`, {}, invitation);
      this.seat = taken.seat;
      storage.set(tokenKey(this.id, this.seat), taken.token);
      history.replaceState(null, '', `${location.pathname}?seat=${this.seat}`);
    }
    if (!this.watching) this.token = storage.get(tokenKey(this.id, this.seat));
  }

  async load() {
    this.match = await this.#call('GET', '?scene=true');
    this.seat = this.match.seat;
    this.toMove = this.match.to_move;
    const games = await call('GET', '/games');
    const unknown = { title: this.match.game, how: [], seats: ['first', 'second'] };
    this.game = games.find(game => game.name === this.match.game.split(':')[0]) || unknown;
  }

  /** Asks again who sits where. */
  async refresh() {
    this.match = { ...this.match, ...(await this.state()) };
  }

  state = () => this.#call('GET');
  choose = (option, number) => this.#call('POST', '/choices', { option, number });
  undo = () => this.#call('POST', '/undo');
  resign = () => this.#call('POST', '/resign');
  hint = () => this.#call('POST', '/hint');
  whyNot = option => this.#call('GET', `/why?option=${encodeURIComponent(option)}`);

  /** The scenes of a line of moves from here. */
  scenesOf = line =>
    call('POST', `/games/${encodeURIComponent(this.match.game)}/scenes`, { moves: this.timeline.moves, line });

  /** Begins another match of the same players, with seats swapped or not. */
  beginAgain(swapped) {
    const { game, players, paced, clock } = this.match;
    const opponents = swapped ? players.toReversed() : players;
    const sameSeat = swapped ? players.length - 1 - this.seat : this.seat;
    return beginMatch({ game, opponents, paced, ...(clock && { clock }) }, this.watching ? null : sameSeat);
  }

  #call(method, rest = '', body = undefined) {
    return call(method, this.path + rest, body, this.token);
  }
}

// ---- the scenes of a match so far, and which of them is looked at

/** A frame is { scene, option, seat, news }: how it looked after an option was chosen; the first has no option. */
class Timeline {
  frames = [];
  at = 0;

  get current() {
    return this.frames[this.at];
  }

  /** True if the latest frame is looked at. */
  get live() {
    return this.at === this.frames.length - 1;
  }

  get moves() {
    return this.frames.slice(1).map(frame => frame.option);
  }

  begin(scene, news) {
    this.frames = [{ scene, option: null, news }];
    this.at = 0;
  }

  /** Adds a frame. Whoever looks back goes on looking back; then this returns false. */
  add(frame) {
    const { live } = this;
    this.frames.push(frame);
    if (live) this.at = this.frames.length - 1;
    return live;
  }

  takeBack(count) {
    this.frames.length -= count;
    this.at = this.frames.length - 1;
  }
}
