// A seat at a match: what is known of the match, and what can be asked of the server.
import { Address } from './address.js';
import { query, storage } from './base.js';
import { decksOf } from './decks.js';
import { displayName } from './people.js';
import { beginMatch, call, gamePath, openMatch, tokenKey } from './server.js';

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
  /** The open offers, each { kind, seat }. */
  offers = [];

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

  /** True if one person plays: only then are there hints and scores, and can moves be taken back. */
  get alone() {
    return this.match.players.filter(name => name === 'human').length === 1;
  }

  /** What the catalogue says about the game's opponents. */
  catalogue = [];

  /** The seat that is shown as the opponent's at first. */
  get opponentSeat() {
    return this.watching ? 1 : this.match.players.findIndex((_, seat) => seat !== this.seat);
  }

  /** True if there are more than two players. */
  get several() {
    return this.match.players.length > 2;
  }

  get everybodyIsSeated() {
    return this.match.seated.every(Boolean);
  }

  isPerson(seat) {
    return this.match.players[seat] === 'human';
  }

  /** What a seat is called; where several players have the same name, with the name of the seat. */
  nameOf(seat) {
    const name = this.shortNameOf(seat);
    const alike = this.several && this.match.players.some((_, at) => at !== seat && this.shortNameOf(at) === name);
    return alike ? `${name} (${this.game.seats[seat]})` : name;
  }

  shortNameOf(seat) {
    if (seat === this.seat) return 'You';
    if (this.match.names[seat]) return this.match.names[seat];
    return this.isPerson(seat) ? 'Your friend' : displayName(this.match.players[seat]).split(',')[0];
  }

  get names() {
    return this.match.players.map((_, seat) => this.nameOf(seat));
  }

  /** What this seat may offer now. */
  get mayOffer() {
    return this.decision?.may_offer || [];
  }

  /** The offer that this seat can accept, or null. */
  get offered() {
    return this.watching ? null : this.offers.find(offer => offer.seat !== this.seat) || null;
  }

  /** The names for the columns of a table, which has little room for those of several players. */
  get columns() {
    const { seats } = this.game;
    return this.several ? seats.map((name, seat) => (seat === this.seat ? 'You' : name)) : this.names;
  }

  /** The options of the decision that can be answered now, with how each is chosen in the picture. */
  get options() {
    const { decision, timeline, match } = this;
    if (!decision || !timeline.live || match.over) return [];
    const { picks } = timeline.current.scene;
    return decision.options.map(name => ({ id: name, label: name, ...picks[name] }));
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
    this.offers = this.match.offers || [];
    const games = await call('GET', '/games');
    const unknown = { title: this.match.game, how: [], seats: ['first', 'second'] };
    this.game = games.find(game => game.name === this.match.game.split(':')[0]) || unknown;
    this.match = this.addressed(this.match);
  }

  /** A message of the server, with its sentences for whoever looks at this page. */
  addressed(message) {
    return this.address.message(message);
  }

  get address() {
    return new Address(this.game.seats, this.names, this.seat);
  }

  /** Asks again who sits where. */
  async refresh() {
    this.match = { ...this.match, ...(await this.state()) };
  }

  state = () => this.#call('GET');
  choose = (option, number) => this.#call('POST', '/choices', { option, number });
  undo = () => this.#call('POST', '/undo');
  resign = () => this.#call('POST', '/resign');
  offerToShare = () => this.#call('POST', '/offers', { kind: 'share' });
  answerOffer = accept => this.#call('POST', '/offers/share', { accept });
  hint = () => this.#call('POST', '/hint');
  tree = depth => this.#call('POST', '/tree', { depth });
  lesson = told => this.#call('GET', `/lesson?told=${encodeURIComponent(told)}`);
  standing = () => this.#call('GET', '/standing');
  whyNot = option => this.#call('GET', `/why?option=${encodeURIComponent(option)}`);

  /** The review of the match as far as it is known; unless told otherwise, asking starts it. */
  review = (start = true) => this.#call('GET', `/review?start=${start}`);

  /** Begins a match from the position before a move of this one. */
  async tryAgain(ply) {
    openMatch(await this.#call('POST', '/again', { ply }), this.seat);
  }

  /** The scenes of a line of moves from here; `moves` are those that led here. */
  async framesOf(line, moves = this.timeline.moves) {
    const decks = decksOf(this.match.game, this.game);
    const asked = { moves, line, ...(decks && { decks }) };
    const answer = await call('POST', `${gamePath(this.match.game)}/scenes`, asked);
    const frames = answer.frames.map(frame => this.addressed(frame));
    if (frames[0].scene.about !== this.timeline.current.scene.about) {
      throw new Error('This line cannot be played out, because the match did not begin from the usual start.');
    }
    return frames;
  }

  /** Begins another match of the same players, with seats swapped or not. */
  beginAgain(swapped) {
    const { game, players, paced, clock } = this.match;
    const moveOn = all => (swapped ? [all.at(-1), ...all.slice(0, -1)] : all); // everybody moves one seat on
    const opponents = moveOn(players).map(adaptAgain);
    const decks = decksOf(game, this.game); // which everybody takes along
    const sameSeat = swapped ? (this.seat + 1) % players.length : this.seat;
    const asked = { game, opponents, paced, ...(decks && { decks: moveOn(decks) }), ...(clock && { clock }) };
    return beginMatch(asked, this.watching ? null : sameSeat);
  }

  /** Begins a match against another opponent, in the same seat. */
  playNext(opponent) {
    const { game, players, paced, clock } = this.match;
    const opponents = players.map((player, seat) => (seat === this.opponentSeat ? opponent : player));
    return beginMatch({ game, opponents, paced, ...(clock && { clock }) }, this.seat);
  }

  #call(method, rest = '', body = undefined) {
    return call(method, this.path + rest, body, this.token);
  }
}

/** An adaptive opponent finds out anew whom to play as. */
const adaptAgain = name => name.replace(/^adaptive:(.*,)?as=[^,]+(,|$)/, 'adaptive:$1').replace(/[:,]$/, '');

// ---- the scenes of a match so far, and which of them is looked at

/**
 * A frame is { scene, option, seat, news }: how it looked after an option was chosen, or after chance decided, where
 * there is no seat; the first has no option.
 */
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

  /** True once somebody has chosen something. */
  get begun() {
    return this.frames.some(frame => frame.seat != null);
  }

  /** Takes back the last choices, and what chance decided after them. */
  takeBack(count) {
    for (let left = count; left > 0; left -= this.frames.pop().seat == null ? 0 : 1);
    this.at = this.frames.length - 1;
  }
}
