// The page of a match: it follows the match, draws it, and sends what is chosen. The rules are on the server.
import { Adviser, Playout } from './advice.js';
import { confirmThen, controlsOf, Menu, showAnswers, showControls } from './answers.js';
import { byId, showHeader, sound, storage } from './base.js';
import { Choosing } from './choosing.js';
import { pause } from './drawing.js';
import { Guide } from './guide.js';
import { showInvitation, toggleWatchersLink, turnAway, welcome } from './invitation.js';
import { Judging } from './judging.js';
import { Clocks, Notices, showMoves, showNames, showPanels, showPresence, situation } from './panels.js';
import { Outcome } from './result.js';
import { Scene } from './scene.js';
import { showSeats } from './seats.js';
import { EventStream } from './server.js';
import { Session } from './session.js';
import { SharedScreen } from './shared_screen.js';
import { chosenSpeed, FALL, Following, rememberWatched, untilItIsTime, watchedUpTo } from './watching.js';

const FOCUSED_ANSWER = '#stage .hit:focus-visible, #decision button:focus-visible, #menu button:focus-visible';

class MatchPage {
  /** True if the last answer was chosen by keyboard: the next ones get the focus. */
  #byKeyboard = false;
  /** The last event that is history: it happened before the page was opened, so it is not shown as it happens. */
  #history = 0;

  constructor(id) {
    const session = new Session(id);
    this.session = session;
    this.adviser = new Adviser(this.session);
    this.notices = new Notices(() => this.#describe());
    this.menu = new Menu();
    const jump = at => this.#jump(at);
    this.outcome = new Outcome(this.session, request => this.#try(request), jump);
    this.guide = new Guide(this.session, this.outcome.refresh.bind(this.outcome), request => this.#try(request));
    this.playout = new Playout({
      show: scene => this.#showStep(scene),
      tell: (head, detail) => this.notices.prompt(head, detail),
      name: seat => (seat === this.session.seat ? 'you' : this.session.nameOf(seat)),
      onClose: () => this.#offer(),
    });
    this.scene = new Scene(byId('stage'), {
      onChoose: (...picked) => this.choosing.pick(...picked),
      onRefuse: shape => this.choosing.explain(shape),
      onInspect: (card, node) => this.choosing.inspect(card, node),
      onOpen: pile => this.#openPiles(pile.id),
      onSay: text => this.notices.prompt(text),
    });
    this.following = new Following(session);
    this.choosing = new Choosing(this, {
      offer: () => this.#offer(),
      describe: () => this.#describe(),
      takeAnswersAway: () => this.#takeAnswersAway(),
    });
    this.judging = new Judging(this, options => this.#showAnswers(options));
    this.sharing = new SharedScreen(session, () => this.#turn());
  }

  async open() {
    const { session } = this;
    try {
      await session.arrive(welcome);
      await this.sharing.begin();
      await session.load();
      this.scene.seats = session.game.seats;
      this.scene.threatening = storage.isOn('threats') && !session.amongPeople;
      this.guide.open();
      await showPanels(session).then(known => this.notices.meet(session, known));
      this.following.begin();
      this.clocks = new Clocks(session.seat);
      this.#setClocks(session.match.left);
      this.#showControls();
      this.outcome.refresh();
      if (session.match.closed) this.notices.closed(session.match.closed);
      else await this.#follow();
      this.sharing.lift();
    } catch (error) {
      turnAway(error);
    }
  }

  /** At a screen that people share, goes on with the seat that is to decide. */
  async #turn() {
    const { session } = this;
    this.stream.close();
    await this.sharing.sitDown(session.toMove);
    showNames(session);
    this.clocks.turn(session.seat);
    await this.#follow();
    await this.#offer();
    this.sharing.lift();
  }

  // ---- following

  async #follow() {
    const { session } = this;
    const { match } = session;
    // Two opponents may be done before anybody looks: they are shown from the beginning, or from where one was.
    this.#history = session.replays ? watchedUpTo(session.id) : match.event;
    if (!session.seen) session.timeline.begin(match.scene, match.news);
    await this.scene.show(match.scene);
    document.body.dataset.ready = 'yes';
    this.stream = new EventStream(session.path, session.token, {
      after: session.seen,
      onEvent: event => this.#happen(event),
      onError: error => turnAway(error),
      onConnection: connected =>
        this.notices.banner(connected ? '' : 'The connection is lost. Trying to get back to the table …'),
    });
  }

  /** Handles an event. One without a number passes by and is not part of the match's history. */
  async #happen(event) {
    if (event.number) this.playout.close();
    const passing = this.#passing[event.event];
    if (passing) return passing(event);
    this.session.seen = event.number;
    await this.#events[event.event]?.(this.session.addressed(event));
    if (event.number < this.#history) return;
    if (this.sharing.isTurnOfAnother) return this.#turn();
    if (this.session.match.over) this.clocks.stop();
    this.#offer();
  }

  #passing = {
    thinking: ({ depth }) => {
      byId('thinking').title = `Looks ${depth} moves ahead`;
    },
    remark: ({ seat, remark }) => this.notices.hear(this.session, seat, remark),
    clock: ({ left }) => this.#setClocks(left),
    seated: async () => {
      await this.session.refresh().catch(() => {}); // whoever connects again is told again
      showInvitation(this.session);
      showNames(this.session);
      this.#describe();
    },
    here: ({ here }) => {
      this.session.match.here = here;
      showPresence(this.session);
      this.#describe();
    },
  };

  #events = {
    match_started: ({ scene, news }) => {
      this.session.timeline.begin(scene, news);
      if (this.session.replays) this.session.match.over = false;
    },
    move_made: event => this.#showMove(event),
    offer_made: ({ kind, seat }) => {
      this.session.offers = [...this.session.offers, { kind, seat }];
      this.outcome.offerWays();
    },
    offer_declined: event => {
      this.#dropOffer(event);
      this.notices.declined(this.session, event, event.number <= this.#history);
    },
    offer_withdrawn: event => this.#dropOffer(event),
    rematch_begun: ({ number, match }) => {
      this.session.match.rematch = match;
      if (number > this.#history) this.session.followRematch(match);
      else this.outcome.offerWays();
    },
    chance_fell: event => this.#showFall(event),
    taken_back: async ({ number, count }) => {
      const { timeline } = this.session;
      this.session.offers = [];
      this.choosing.passing.hold();
      timeline.takeBack(count);
      await this.scene.show(timeline.current.scene, { animate: number >= this.#history });
      this.outcome.refresh();
    },
    decision_asked: ({ decision, seat }) => {
      Object.assign(this.session, { decision, toMove: seat });
      if (this.session.several && seat !== this.session.seat) this.notices.turnTo(this.session, seat);
      this.following.asked(seat === this.session.seat);
      this.adviser.forget();
    },
    fallback_used: ({ number, seat }) => {
      if (number < this.#history) return;
      this.notices.say(`${this.session.nameOf(seat)} gave no proper answer, so the referee chose.`);
    },
    match_over: ({ number, result }) => {
      Object.assign(this.session, { result, decision: null, toMove: null, offers: [] });
      this.session.match.over = true;
      this.following.end();
      if (number > this.#history) sound.play('over');
      this.outcome.refresh();
    },
  };

  #dropOffer({ kind, seat }) {
    this.session.offers = this.session.offers.filter(offer => offer.kind !== kind || offer.seat !== seat);
    this.outcome.offerWays();
  }

  #setClocks(left) {
    this.clocks.set(left, this.session.everybodyIsSeated ? this.session.toMove : null);
  }

  async #showMove({ number, seat, option, scene, news, remark }) {
    const { session } = this;
    const happens = await this.#add(number, { scene, option, seat, news });
    // A move declines what the other offers, and whoever asked to take one back and plays on does not ask any more.
    session.offers = session.offers.filter(offer => offer.seat === seat && offer.kind !== 'undo');
    if (seat !== session.seat) this.notices.hear(session, seat, remark);
    if (!happens) return;
    this.choosing.pending = false;
    byId('thinking').hidden = true;
    const { steps = [] } = scene;
    const hurried = session.match.clock || this.following.hurried || (session.replays && chosenSpeed() === 'fast');
    const drawn = this.scene.show(hurried ? { ...scene, steps: [] } : scene, { animate: true }).catch(() => {});
    sound.play(scene.how === 'drop' ? 'drop' : 'move');
    await Promise.all([this.following.moment(seat), steps.length ? drawn : null]); // steps are seen to their end
    const told = [...steps.map(step => step.say), ...(news || []), this.scene.threats].filter(Boolean);
    this.notices.say(`${session.nameOf(seat)}: ${option}. ${told.join(' ')}`);
  }

  /** Shows what chance decided, for long enough to be seen before anybody goes on. */
  async #showFall({ number, option, scene, news }) {
    if (!(await this.#add(number, { scene, option, seat: null, news }))) return;
    this.scene.show(scene, { animate: true }).catch(() => {});
    sound.play('move');
    this.notices.say(`Chance: ${option}. ${(news || []).join(' ')}`);
    await pause(FALL);
  }

  /** Adds a frame to the timeline; returns whether it is to be shown as it happens. */
  async #add(number, frame) {
    const { session } = this;
    const isHistory = number <= this.#history;
    if (session.replays && !isHistory) await untilItIsTime();
    const seen = session.timeline.add(frame);
    if (session.replays) rememberWatched(session.id, number);
    return seen && !isHistory;
  }

  // ---- showing

  /** Shows the board as it stands, or as it was, with what can be chosen. */
  async #offer() {
    const { timeline, names, columns } = this.session;
    const options = this.session.options;
    this.menu.close();
    this.choosing.composer.close();
    showSeats(this.session);
    this.#describe();
    this.#takeAnswersAway();
    showMoves(timeline, names, columns, at => this.#jump(at));
    this.#showControls();
    const goesOn = this.choosing.goesOn(options);
    await this.scene.show(timeline.current.scene, { options: goesOn ? [] : options });
    if (goesOn) return;
    this.#showAnswers(options);
    this.guide.follow();
    if (this.#byKeyboard && options.length) {
      this.#focusAnswers();
      this.#byKeyboard = false;
    }
    if (options.length && this.adviser.scoring && this.session.alone) this.judging.judge(false);
  }

  #showAnswers(options) {
    if (!this.choosing.composer.isOpen) showAnswers(options, option => this.choosing.choose(option));
  }

  #takeAnswersAway() {
    this.#byKeyboard ||= Boolean(document.activeElement?.matches(FOCUSED_ANSWER));
    this.#showAnswers([]);
  }

  /** Whoever has chosen by keyboard finds the next answers without looking for them. */
  #focusAnswers() {
    if (document.activeElement !== document.body) return;
    if (byId('stage').querySelector('.hit')) this.scene.focusFirst();
    else byId('decision').firstElementChild?.focus();
  }

  /** Draws a step of a line that is played out: nothing can be chosen in it. */
  #showStep(scene) {
    this.#showControls();
    this.#showAnswers([]);
    const describeAgain = () => this.#describe(); // the scene's own steps may have said something
    return this.scene.show(scene, { animate: true }).then(describeAgain, () => {});
  }

  #jump(at) {
    this.playout.close();
    this.session.timeline.at = at;
    this.#offer();
  }

  /** Says what is to be done. */
  #describe() {
    const { match, seat, toMove, watching } = this.session;
    const opponentThinks = !match.over && toMove != null && toMove !== seat && !this.session.isPerson(toMove);
    this.notices.thinking(opponentThinks && !watching);
    if (this.playout.open) {
      this.playout.describe();
      return;
    }
    this.judging.offerMore();
    this.notices.prompt(...situation(this.session, this.choosing.pending));
    this.outcome.settle();
  }

  // ---- controls

  #toggleThreats() {
    const { scene } = this;
    scene.threaten(!scene.threatening);
    storage.switch('threats', scene.threatening);
    this.notices.say(scene.threatening ? scene.threats || 'Nobody can win with one more piece.' : '');
    this.#showControls();
  }

  #openPiles(place) {
    const loaded = import('./piles.js').then(piles => piles.openPiles(this.session, place));
    loaded.catch(error => this.notices.refuse(error.message));
  }

  #actions = {
    cards: () => this.#openPiles(),
    passes: () => {
      this.choosing.passing.toggle();
      this.#offer();
    },
    hint: () => this.judging.judge(true),
    judge: () => {
      this.adviser.toggleScores();
      this.#offer();
    },
    threats: () => this.#toggleThreats(),
    undo: () => this.#try(this.session.alone ? this.session.undo : () => this.session.propose('undo')),
    draw: () => this.#surely('draw', this.session.screen, () => this.session.propose('draw')),
    share: () => this.#try(() => this.session.propose('share')),
    accept: () => this.#try(() => this.session.answerOffer(this.session.offered.kind, true)),
    decline: () => this.#try(() => this.session.answerOffer(this.session.offered.kind, false)),
    withdraw: () => this.#try(() => this.session.withdraw(this.session.ownOffer.kind)),
    watchers: () => this.#try(() => toggleWatchersLink(this.session)),
    resign: () => this.#surely('resign', true, this.session.resign),
    rematch: () => this.#try(() => this.session.beginAgain(false)),
    swap: () => {
      const { match, timeline } = this.session;
      const leaves = !match.over && timeline.begun && !this.session.watching;
      this.#surely('swap', leaves, () => this.session.beginAgain(true));
    },
  };

  /** Does what a button says; where that ends the match, once it was pressed again. */
  #surely(id, asks, request) {
    if (asks) confirmThen(byId(id), () => this.#try(request));
    else this.#try(request);
  }

  #showControls() {
    const { playout, outcome, adviser, scene } = this;
    const shown = {
      playout: playout.open,
      ended: outcome.shown,
      scores: adviser.scoring,
      threats: scene.threatening,
      passes: this.choosing.passing,
    };
    showControls(controlsOf(this.session, shown), this.#actions, why => this.notices.refuse(why));
  }

  /** Calls the server, and says it if that is refused. */
  #try(request) {
    request().catch(error => this.notices.refuse(error.message));
  }
}

showHeader();
new MatchPage(location.pathname.split('/').pop()).open();
