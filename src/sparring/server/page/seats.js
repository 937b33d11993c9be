// The players around the board, where there are more than two: who sits where, whose turn it is, who came where.
import { byId, element, pieceIcon } from './base.js';

const ORDINALS = ['1st', '2nd', '3rd', '4th', '5th', '6th'];

/** The seats in the order in which they follow the own one; somebody who watches begins with the first. */
function around({ match, seat }) {
  const own = seat ?? match.players.length - 1;
  return match.players.map((_, step) => (own + 1 + step) % match.players.length);
}

/** Shows the names around the board: the others above it, one's own below it. In a game for two there are none. */
export function showSeats(session) {
  const { match } = session;
  const several = match.players.length > 2;
  byId('play').classList.toggle('several', several);
  byId('seats-far').hidden = byId('seats-near').hidden = !several;
  if (!several) return;
  const seats = around(session);
  const near = session.watching ? seats.splice(Math.ceil(seats.length / 2)) : seats.splice(-1);
  keepClocks(byId('seats-far'), seats, session);
  keepClocks(byId('seats-near'), near, session);
}

/** Draws the seats of a row anew, with the clocks that were there. */
function keepClocks(row, seats, session) {
  const clocks = new Map([...document.querySelectorAll('.seat .clock')].map(clock => [clock.id, clock]));
  row.replaceChildren(...seats.map(seat => seatOf(seat, session, clocks)));
}

function seatOf(seat, session, clocks) {
  const { match, game, toMove, result } = session;
  const id = `clock-${seat}`;
  const clock = clocks.get(id) || element('span', { class: 'clock', id, role: 'timer', hidden: true });
  const turn = !match.over && toMove === seat;
  const side = match.scene?.sides?.[seat];
  return element(
    'li',
    { class: 'seat', 'data-seat': seat, 'aria-current': turn ? 'true' : null },
    element('span', { class: 'piece', drawing: pieceIcon(side) }),
    element('b', { text: session.shortNameOf(seat) }),
    element('span', { class: 'quiet', text: result ? standing(result, seat) : game.seats[seat] }),
    clock,
  );
}

/** A payoff as people write it: no more decimals than say something. */
export const amount = payoff => Number(payoff.toFixed(2));

/** The place of a seat, and what it got. */
function standing({ places, payoffs }, seat) {
  const place = places ? ORDINALS[places[seat] - 1] : '';
  return payoffs ? `${place}, ${amount(payoffs[seat])}` : place;
}
