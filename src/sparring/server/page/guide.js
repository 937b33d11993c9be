// All that explains a match: the rules beside it, the lessons of a first game, and how minimax looks ahead.
import { beginLessons } from './first_game.js';
import { Lessons } from './lessons.js';
import { RulesDrawer } from './rules.js';
import { ThoughtTree } from './tree.js';

export class Guide {
  /** `onHelp` is called after help that makes a match not count, `attempt` makes a request and says it if refused. */
  constructor(session, onHelp, attempt) {
    Object.assign(this, { session, attempt });
    this.lessons = new Lessons(session);
    this.tree = new ThoughtTree(session, onHelp);
  }

  /** Offers the rules, once the match is known. */
  open() {
    const { match, game } = this.session;
    const learn = game.first_game && (() => this.attempt(() => beginLessons(game)));
    this.rules = new RulesDrawer(match.game, game, learn);
  }

  /** Explains the decision that waits, if there is something to explain. */
  follow() {
    this.lessons.follow();
    this.tree.follow();
  }
}
