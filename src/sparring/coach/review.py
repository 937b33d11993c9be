"""Review of a match: which choices were best, and which were mistakes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sparring.coach.analysis import analyse
from sparring.match.table import Table
from sparring.rules import AnyGame, Judgement, Record
from sparring.rules.capabilities import explanation

VALUE = {"win": 1, "draw": 0, "loss": -1}


@dataclass(frozen=True)
class Reviewed:
    """One choice of a match, compared with the best option."""

    number: int
    seat: int
    chosen: Judgement
    best: Judgement
    better: tuple[str, ...]
    """The best options, if the choice is not one of them."""

    explanation: str

    @property
    def verdict(self) -> str:
        """One of "best", "good" (keeps the proven result), "mistake" (loses a proven win or draw) and "weaker"."""
        if not self.better:
            return "best"
        if self.chosen.outcome and self.best.outcome:
            return "mistake" if VALUE[self.chosen.outcome] < VALUE[self.best.outcome] else "good"
        return "weaker"

    def as_json(self, game: AnyGame) -> dict[str, Any]:
        """The choice as the command line gives it."""
        return {
            "number": self.number,
            "seat": game.seats[self.seat],
            "move": self.chosen.option,
            "verdict": self.verdict,
            "outcome": self.chosen.outcome,
            "best": self.best.option,
            "best_outcome": self.best.outcome,
            "better": list(self.better),
            "explanation": self.explanation,
        }


def review(game: AnyGame, record: Record, seconds: float | str | None = None) -> Iterator[Reviewed]:
    """Judge every choice of a match, in order."""
    table = Table.of_record(game, record)  # a bad record is refused before anything is judged
    game = table.game
    for number, (chosen, position) in enumerate(zip(table.choices, table.positions, strict=False), 1):
        analysis = analyse(game, position, seconds=seconds)
        best = analysis.best_options
        yield Reviewed(
            number=number,
            seat=chosen.seat,
            chosen=analysis[chosen.option],
            best=analysis[best[0]],
            better=() if chosen.option in best else tuple(best),
            explanation=explanation(game, position, game.options(position)[chosen.option]),
        )


def summary(game: AnyGame, reviewed: list[Reviewed]) -> dict[str, dict[str, int]]:
    """The number of choices of each seat, by verdict."""
    counts: dict[str, Counter[str]] = {seat: Counter() for seat in game.seats}
    for choice in reviewed:
        counts[game.seats[choice.seat]][choice.verdict] += 1
    return {seat: dict(count) for seat, count in counts.items()}
