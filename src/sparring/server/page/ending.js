// How a match ended, in words.
import { amount } from './seats.js';

/** Who won, in a sentence. */
export function outcome(session) {
  const { winner, places } = session.result;
  if (winner != null) return session.isYou(winner) ? 'You win.' : `${session.nameOf(winner)} wins.`;
  const first = session.names.filter((_, seat) => !places || places[seat] === 1);
  if (first.length === session.names.length) return 'A draw.';
  return `${first.slice(0, -1).join(', ')} and ${first.at(-1)} share the first place.`;
}

/** What somebody did who left a match, by the reason of its result. */
const LEFT = { resignation: 'resigned', 'out of time': 'ran out of time' };

/** Why a match is over; where somebody left it, who that was. */
export function ending(session) {
  const { reason, places } = session.result;
  return LEFT[reason] ? `${session.nameOf(places.indexOf(Math.max(...places)))} ${LEFT[reason]}` : reason;
}

/** What both got, in a game for two that has payoffs: the more first. With more players, it stands at their seats. */
export function points({ result, names }) {
  if (!result.payoffs || names.length > 2) return '';
  const score = result.payoffs
    .toSorted((one, other) => other - one)
    .map(amount)
    .join(' to ');
  return result.reason.includes(score) ? '' : `${score}. `;
}
