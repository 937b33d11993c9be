"""Lapses of the One Piece opponents: those of a lost game asked again, and turns that end with DON!! left over.

The game and its lapses are described in `shared/spec/onepiece/games/README.md`. Each lapse is a decision of that game,
asked again with several seeds; the figures say how often the opponent still does what was wrong. The second table
counts the turns of whole games that end with active DON!!, by what these could still have been used for.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from measuring import SHARED, Figures, at_most, parser

import sparring
import sparring.rules.player
from sparring.games.onepiece.rules.options import Activate, PlayCard
from sparring.games.onepiece.rules.sides import MOST_CHARACTERS
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.match.table import Table, decision_at

RECORD = SHARED / "spec" / "onepiece" / "games" / "first.record"

REMAIN = 0.1
"""The share of the lapses that may remain."""


def useless_target(state: State, option: str) -> bool:
    """True if a bonus for this turn goes to somebody who cannot attack any more."""
    chosen = sparring.game("onepiece").options(state)[option]
    unit = state.find(getattr(chosen, "unit", -1))
    return unit is not None and not may_attack(state, unit)


class Lapse(NamedTuple):
    """A decision of the lost game, and which options are wrong in it."""

    number: int
    """The number of the choice in the record, counted from 1."""

    what: str
    wrong: Callable[[State, str], bool]


LAPSES = (
    Lapse(9, "counters the first attack at five Life", lambda _, option: option.startswith("counter ")),
    Lapse(14, "gives a rested DON!! with none rested", lambda _, option: option == "use leader"),
    Lapse(21, "counters with Franky for Sanji", lambda _, option: option == "counter with Franky for Sanji"),
    Lapse(34, "attacks before the bonus for it", lambda _, option: option == "attack leader with leader"),
    Lapse(37, "sends 8000 at a 4000 character", lambda _, option: option == "attack Heat with Jinbe"),
    Lapse(38, "power for one who cannot attack", useless_target),
    Lapse(49, "attacks 5000 with 3000", lambda _, option: option == "attack leader with Brook"),
    Lapse(51, "attacks at 5000 with four DON!! active", lambda _, option: option == "attack leader with leader"),
    Lapse(56, "DON!! for one who cannot attack", useless_target),
)


def asked_again(path: Path, opponent: str, seeds: int) -> Figures:
    """How often an opponent repeats each lapse."""
    figures = Figures(f"Lapses of {opponent}, {seeds} seeds each", "choice", "lapse", "again", "chosen", "kept")
    record = sparring.Record.parse(path.read_text("utf-8"))
    game = sparring.game(record.game)
    positions = Table.of_record(game, record).positions
    player, repeated = sparring.opponent(game, opponent), 0
    for lapse in LAPSES:
        state = positions[lapse.number - 1]
        chosen = Counter(
            player.decide(decision_at(game, state, seed=seed, number=lapse.number - 1)).option for seed in range(seeds)
        )
        again = sum(count for option, count in chosen.items() if lapse.wrong(state, option))
        repeated += again
        told = ", ".join(f"{count} {option}" for option, count in chosen.most_common())
        figures.add(f"[{lapse.number}]", lapse.what, f"{again}", told)
    share = repeated / (len(LAPSES) * seeds)
    figures.add("", "all", f"{share:.0%}", *at_most(REMAIN, share, "{:.0%}".format))
    return figures


# ---------------------------------------------------------------------- DON!! left over


def left_for(state: State) -> str:
    """What the DON!! that are active at the end of a turn could still be used for."""
    assert state.question is not None
    side = state.sides[state.turn_seat]
    codes = {option.code for option in state.question.options if isinstance(option, PlayCard)}
    if codes:
        playable = [state.decks.cards[code] for code in codes]
        if len(side.characters) == MOST_CHARACTERS and all(card.category == "character" for card in playable):
            return "a character could be replaced"
        return "a counter is kept" if all(card.counter for card in playable) else "a card could be played"
    if state.turn > 2 and any(may_attack(state, unit) for unit in side.fighters()):
        return "somebody could attack"
    if any(isinstance(option, Activate) for option in state.question.options):
        return "an effect could be used"
    events = [card for card in map(state.card, side.hand) if card.timed("counter") and card.category == "event"]
    if any((card.cost or 0) <= side.active for card in events):
        return "kept for a counter event"
    return "nothing is left to use them on"


def left_over(opponent: str, games: int) -> Figures:
    """The turns of some games by what was left at their ends."""
    game = sparring.game("onepiece")
    player = sparring.opponent(game, opponent)
    turns, left = 0, Counter[str]()
    for seed in range(games):
        table = Table(game, seed)
        while table.outcome is None:
            option = player.decide(table.decision()).option
            if option == "end turn":
                turns += 1
                state = table.position
                left[left_for(state) if state.sides[state.turn_seat].active else ""] += 1
            table.choose(option)
    figures = Figures(f"Turns of {opponent} that end with active DON!!, {games} games", "what", "share")
    figures.add("all", f"{1 - left.pop('', 0) / turns:.0%} of {turns} turns")
    for what, count in left.most_common():
        figures.add(what, f"{count / turns:.0%}")
    return figures


def arguments() -> argparse.Namespace:
    """What the program is told."""
    options = parser(__doc__ or "")
    options.add_argument("--opponent", default="expert")
    options.add_argument("--seeds", type=int, default=10)
    options.add_argument("--games", type=int, default=40)
    options.add_argument("--processor-time", action="store_true", help="time limits count processor time")
    options.add_argument("--only", choices=("lapses", "don"))
    return options.parse_args()


if __name__ == "__main__":
    given = arguments()
    if given.processor_time:
        vars(sparring.rules.player)["time"] = SimpleNamespace(monotonic=time.process_time)
    if given.only != "don":
        if RECORD.exists():
            asked_again(RECORD, given.opponent, 2 if given.quick else given.seeds).show()
        else:
            skipped = Figures("Lapses")
            skipped.note(f"There is no {RECORD}, so no lapse was asked again.")
            skipped.show()
    if given.only != "lapses":
        for level in ("medium", "hard") if given.opponent == "expert" else (given.opponent,):
            left_over(level, 4 if given.quick else given.games).show()
