"""One Piece's opponents: how long they take for each kind of decision, and how much memory a player needs (OP-12).

Each level plays itself over all decks. A decision counts by what was chosen in it; time is what the player's own
process spent on it, so that other work on the machine does not count. Expert's is held against its clock, by the wall.
"""

import statistics
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable

from measuring import Figures, at_most, parser, span

import sparring
from sparring.match.table import Table

BUDGETS = {"pass or end": 0.1, "play a card": 1.0, "attack": 1.5, "all else": 3.0}
"""Seconds that a decision may take at most (OP-12)."""

ON_AVERAGE = 0.05
"""Seconds that hard may take on average, so that arenas are practical."""

MOST_MEMORY = 50 * 2**20
"""Bytes that a player may need on top of the engine."""

PASSES = ("end turn", "no block", "no counter", "none", "no")


def kind(option: str) -> str:
    """Which budget an answer falls under."""
    if option in PASSES:
        return "pass or end"
    if option.startswith("play "):
        return "play a card"
    return "attack" if option.startswith(("attack ", "give DON!!")) else "all else"


def times(level: str, games: int, clock: Callable[[], float] = time.process_time) -> dict[str, list[float]]:
    """The seconds that each decision of some games took."""
    game = sparring.game("onepiece")
    player = sparring.opponent(game, level)
    taken: dict[str, list[float]] = defaultdict(list)
    for number in range(games):
        table = Table(game, number)
        while table.outcome is None:
            decision = table.decision()
            began = clock()
            option = player.decide(decision).option
            taken[kind(option)].append(clock() - began)
            table.choose(option)
    return taken


def spent(quick: bool) -> Figures:
    """Every level beside its budgets."""
    figures = Figures("Seconds a decision", "level", "chosen", "decisions", "mean", "longest", "wanted", "kept")
    for level in ("easy", "medium", "hard"):
        taken = times(level, 3 if quick else 27)
        for name, most in BUDGETS.items():
            if each := taken[name]:
                longest = max(each)
                row = level, name, f"{len(each)}", span(statistics.fmean(each)), span(longest)
                figures.add(*row, *at_most(most, longest, span))
        every = [seconds for each in taken.values() for seconds in each]
        mean, longest = statistics.fmean(every), max(every)
        verdict = at_most(ON_AVERAGE, mean, span) if level == "hard" else ("", "")
        figures.add(level, "anything", f"{len(every)}", span(mean), span(longest), *verdict)
    by_kind = times("expert:time=0.2", 1 if quick else 4, time.perf_counter)
    every = [seconds for each in by_kind.values() for seconds in each]
    row = "expert:time=0.2", "anything", f"{len(every)}", span(statistics.fmean(every)), span(max(every))
    figures.add(*row, *at_most(0.3, max(every), span))
    return figures


def memory(quick: bool) -> Figures:
    """What a player holds on to after some games, and what it needs while it thinks."""
    figures = Figures("Memory a player", "level", "kept", "at most", "wanted", "kept within")
    game = sparring.game("onepiece")
    for level in ("easy", "medium", "hard", "expert:time=none,nodes=600"):
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        player = sparring.opponent(game, level)
        for number in range(1 if quick else 4):
            table = Table(game, number)
            while table.outcome is None:
                table.choose(player.decide(table.decision()).option)
        after, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        shown = [f"{amount / 2**20:.1f} MiB" for amount in (after - before, most - before)]
        figures.add(level, *shown, *at_most(MOST_MEMORY, most - before, lambda amount: f"{amount / 2**20:.0f} MiB"))
    return figures


if __name__ == "__main__":
    quick = parser(__doc__).parse_args().quick
    for part in spent, memory:
        part(quick).show()
