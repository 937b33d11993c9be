"""One Piece: how many decisions a second the engine plays, and how long a copy of a game takes.

Random against random over all 81 pairs of decks, with the full rules and nothing told. Speeds are processor time.
"""

import statistics
import time
from random import Random

from measuring import Figures, at_least, at_most, parser, span

from sparring.games.onepiece.rules.decklists import pair
from sparring.games.onepiece.rules.reading import shipped
from sparring.games.onepiece.rules.turn import new_game

DECKS = list(shipped().values())
PAIRS = [pair(first, second) for first in DECKS for second in DECKS]


def decisions(quick: bool) -> Figures:
    """Decisions a second, as the median over some stretches of games."""
    figures = Figures("Random games", "games", "decisions a game", "decisions a second", "wanted", "kept")
    rng, rates, total = Random(1), [], 0
    stretches, games = (5, 9) if quick else (27, 81)
    for stretch in range(stretches):
        count, began = 0, time.process_time()
        for number in range(games):
            state = new_game(PAIRS[(stretch * games + number) % len(PAIRS)], stretch * games + number)
            while state.question is not None:
                options = state.question.options
                state.choose(options[int(rng.random() * len(options))])
                count += 1
        rates.append(count / (time.process_time() - began))
        total += count
    rate = statistics.median(rates)
    played = stretches * games
    figures.add(f"{played}", f"{total / played:.0f}", f"{rate:,.0f}", *at_least(40_000, rate, "{:,.0f}".format))
    return figures


def copies(quick: bool) -> Figures:
    """How long a copy takes, over all positions of some games."""
    figures = Figures("A copy", "positions", "median", "longest tenth", "wanted", "kept")
    rng, taken = Random(2), []
    for number in range(5 if quick else 50):
        state = new_game(PAIRS[number % len(PAIRS)], number)
        while state.question is not None:
            began = time.process_time()
            for _ in range(50):
                state.copy()
            taken.append((time.process_time() - began) / 50)
            state.choose(rng.choice(state.question.options))
    median, most = statistics.median(taken), statistics.quantiles(taken, n=10)[-1]
    figures.add(f"{len(taken)}", span(median), span(most), *at_most(10e-6, median, span))
    return figures


if __name__ == "__main__":
    quick = parser(__doc__).parse_args().quick
    for part in decisions, copies:
        part(quick).show()
