// A seat at a match: what is known of the match, and what can be asked of the server.
import { Address, capital } from './address.js';
import { query, storage } from './base.js';
import { decksOf } from './decks.js';
import { pause } from './drawing.js';
import { displayName } from './people.js';
import { beginMatch, call, gamePath, openMatch, tokenKey } from './server.js';
import { Timeline } from './timeline.js';

export class Session {
  /** The match as the server described it. */
  match = null;
  /** The game's entry in the catalogue. */
  game = null;
  timeline = new Timeline();
  /** The number of the last event that was handled. */
  seen = 0;
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
    /** How this screen plays several seats: 'turns' if people take turns at it, 'both' if one person does it all. */
    this.screen = query.get('screen');
    this.token = null;
  }

  // ---- who is who

  get watching() {
    return this.seat == null;
  }

  /** The seats of people. */
  get people() {
    return this.match.players.flatMap((name, seat) => (name === 'human' ? [seat] : []));
  }

  /** True if one person plays: only then are there hints and scores, and can moves be taken back without asking. */
  get alone() {
    return this.people.length === 1;
  }

  /** True if people play each other. */
  get amongPeople() {
    return this.people.length > 1;
  }

  /** True for whoever watches two opponents, who have played before anybody looks. */
  get replays() {
    return this.watching && this.people.length === 0;
  }

  /** Whether a seat is called "you" here; at a screen that people share, nobody is. */
  isYou(seat) {
    return seat === this.seat && !this.screen;
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

  /** What a seat is called; players of the same name are called by what they play, or with the name of the seat. */
  nameOf(seat) {
    const name = this.shortNameOf(seat);
    const alike = this.match.players.some((_, at) => at !== seat && this.shortNameOf(at) === name);
    if (!alike) return name;
    return this.called[seat] || (this.several ? `${name} (${this.game.seats[seat]})` : name);
  }

  /** What each seat is called by what it plays, such as its leader; nothing where that tells nobody apart. */
  get called() {
    return this.match.scene?.names || [];
  }

  shortNameOf(seat) {
    if (this.isYou(seat)) return 'You';
    if (this.match.names[seat]) return this.match.names[seat];
    if (!this.isPerson(seat)) return displayName(this.match.players[seat]).split(',')[0];
    return this.watching || this.screen ? this.called[seat] || capital(this.game.seats[seat]) : 'Your friend';
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

  /** The offer that this seat has made, or null. */
  get ownOffer() {
    return this.offers.find(offer => offer.seat === this.seat) || null;
  }

  /** True if a person follows the match now; true too where nobody knows. */
  isHere(seat) {
    return this.match.here?.[seat] !== false;
  }

  /** The names for the columns of a table, which has little room for those of several players. */
  get columns() {
    const { seats } = this.game;
    return this.several ? seats.map((name, seat) => (this.isYou(seat) ? 'You' : name)) : this.names;
  }

  /** The options of the decision that can be answered now, with how each is chosen in the picture. */
  get options() {
    const { decision, timeline, match } = this;
    if (!decision || !timeline.live || match.over) return [];
    const { picks } = timeline.current.scene;
    return decision.options.map(name => ({ id: name, label: name, ...picks[name] }));
  }

  // ---- calls

  /**
   * Finds out who opens the page. A friend's link holds a token behind the #; sitting down exchanges it for one that
   * nobody else knows. `greet(match, seat)` asks before that, and returns what the visitor wants to be called.
   */
  async arrive(greet = () => '') {
    const secret = location.hash.slice(1);
    if (secret.startsWith(WATCH)) this.#keep('watch', secret.slice(WATCH.length), '?watch');
    else if (secret) await this.#sitDown(secret, greet);
    const key = this.watching ? 'watch' : this.seat;
    this.token = storage.get(tokenKey(this.id, key));
  }

  async #sitDown(invitation, greet) {
    const invited = await call('GET', this.path, undefined, invitation).catch(error => this.#comeBack(error));
    if (invited === null) return;
    const player = await greet(invited);
    const taken = await call('POST', `${this.path}/seat`, player ? { player } : {}, invitation).catch(error => {
      throw Object.assign(error, { used: error.status === 401 }); // somebody was quicker
    });
    this.seat = taken.seat;
    this.#keep(taken.seat, taken.token, `?seat=${taken.seat}`);
  }

  /** Whoever sits here already may come back by the link that was sent. */
  async #comeBack(error) {
    const mine = error.status === 401 && (await call('GET', this.path).catch(() => null));
    if (!mine || mine.seat == null) throw Object.assign(error, { used: error.status === 401 });
    this.seat = mine.seat;
    history.replaceState(null, '', `${location.pathname}?seat=${mine.seat}`);
    return null;
  }

  /** Keeps a token on this device, and takes it out of the address. */
  #keep(key, token, search) {
    storage.set(tokenKey(this.id, key), token);
    history.replaceState(null, '', `${location.pathname}${search}`);
  }

  /** Takes another seat at this screen, with what it knew when it was left. */
  sit(seat, { timeline, seen } = { timeline: new Timeline(), seen: 0 }) {
    Object.assign(this, { seat, timeline, seen, decision: null });
    this.token = storage.get(tokenKey(this.id, seat));
    history.replaceState(null, '', `${location.pathname}?seat=${seat}&screen=${this.screen}`);
  }

  async load() {
    this.match = await this.#call('GET', '?scene=true');
    this.seat = this.match.seat;
    this.toMove = this.match.to_move;
    this.offers = this.match.offers || [];
    const games = await call('GET', '/games');
    const unknown = { title: this.match.game, how: [], seats: ['first', 'second'] };
    this.game = games.find(game => game.name === this.match.game.split(':')[0]) || unknown;
    if (this.match.seats?.length) this.game = { ...this.game, seats: this.match.seats };
    this.match = this.addressed(this.match);
  }

  /** A message of the server, with its sentences for whoever looks at this page. */
  addressed(message) {
    return this.address.message(message);
  }

  get address() {
    return new Address(this.game.seats, this.names, this.screen ? null : this.seat);
  }

  /** Asks again who sits where. */
  async refresh() {
    this.match = { ...this.match, ...(await this.state()) };
  }

  /** Finds out what is to be decided now, as soon as the server answers; where it refuses, that is what was `asked`. */
  async askAgain(asked) {
    const refused = error => (error.status ? { decision: asked, to_move: this.toMove } : null);
    let now = null;
    while (!now) {
      now = await this.state().catch(refused);
      if (!now) await pause(ASK_AGAIN);
    }
    Object.assign(this, { decision: now.decision, toMove: now.to_move });
  }

  state = () => this.#call('GET');
  choose = (option, number) => this.#call('POST', '/choices', { option, number });
  undo = () => this.#call('POST', '/undo');
  resign = () => this.#call('POST', '/resign');
  offer = kind => this.#call('POST', '/offers', { kind });

  /** Offers something; at a screen that people share, everybody agrees at once. */
  async propose(kind) {
    if (!this.screen) return this.offer(kind);
    const last = this.timeline.frames.findLast(frame => frame.seat != null)?.seat ?? this.seat;
    const by = kind === 'undo' ? last : this.seat;
    const tokens = this.people.map(seat => [seat, storage.get(tokenKey(this.id, seat))]);
    await call('POST', `${this.path}/offers`, { kind }, Object.fromEntries(tokens)[by]);
    for (const [seat, token] of tokens) {
      if (seat !== by) await call('POST', `${this.path}/offers/${kind}`, { accept: true }, token);
    }
    return undefined;
  }

  withdraw = kind => this.#call('DELETE', `/offers/${kind}`);
  answerOffer = (kind, accept) => this.#call('POST', `/offers/${kind}`, { accept });
  inviteWatchers = () => this.#call('POST', '/watchers');
  hurry = () => this.#call('POST', '/hurry');
  piles = () => this.#call('GET', '/piles');
  hint = () => this.#call('POST', '/hint');
  say = text => this.#call('POST', '/talk', { text });
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
    const { game, players } = this.match;
    const moveOn = all => (swapped ? [all.at(-1), ...all.slice(0, -1)] : all); // everybody moves one seat on
    const opponents = moveOn(players).map(adaptAgain);
    const decks = decksOf(game, this.game); // which everybody takes along
    const sameSeat = swapped ? (this.seat + 1) % players.length : this.seat;
    const asked = { game, opponents, ...(decks && { decks: moveOn(decks) }), ...this.#pace };
    return beginMatch(asked, this.watching ? null : sameSeat);
  }

  /** Begins a match against another opponent, in the same seat. */
  playNext(opponent) {
    const { game, players } = this.match;
    const opponents = players.map((player, seat) => (seat === this.opponentSeat ? opponent : player));
    return beginMatch({ game, opponents, ...this.#pace }, this.seat);
  }

  get #pace() {
    const { paced, clock, increment } = this.match;
    return { paced, ...(clock && { clock, increment }) };
  }

  /** Goes to the match in which everybody plays again, one seat on; the token of the seat opens that one too. */
  followRematch(match) {
    const { length } = this.match.players;
    const key = seat => (seat === 'watch' ? seat : (seat + 1) % length);
    for (const seat of ['watch', ...this.people]) {
      const token = storage.get(tokenKey(this.id, seat));
      if (token) storage.set(tokenKey(match, key(seat)), token);
    }
    const screen = this.screen ? `&screen=${this.screen}` : '';
    location.replace(`/match/${match}${this.watching ? '?watch' : `?seat=${key(this.seat)}${screen}`}`);
  }

  #call(method, rest = '', body = undefined) {
    return call(method, this.path + rest, body, this.token);
  }
}

/** Milliseconds between two attempts to reach a server that does not answer. */
const ASK_AGAIN = 1000;

/** What a link for watchers has behind the #, before its token. */
const WATCH = 'watch=';

/** An adaptive opponent finds out anew whom to play as. */
const adaptAgain = name => name.replace(/^adaptive:(.*,)?as=[^,]+(,|$)/, 'adaptive:$1').replace(/[:,]$/, '');
