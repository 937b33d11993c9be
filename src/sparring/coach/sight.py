"""Which level sees the better move, so that nobody is scolded for what only a solver sees."""

import re
from typing import Any

from sparring.brains.brain import Brain, analysis_of
from sparring.brains.limited_sight import LimitedSight
from sparring.coach.judge import Judge
from sparring.opponents import catalogue, opponent
from sparring.rules import Analysis

LEVEL = re.compile(r"level\d+")

SECONDS = 1.0
"""The most seconds that a level may look at one position, or the judge at one option."""

OTHER_SIDE = {"win": "loss", "draw": "draw", "loss": "win"}


class LevelSight:
    """The levels of a game, weakest first, each with what it always sees."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        everybody = catalogue(judge.game)
        analyst = everybody[everybody.analyst]
        self._levels: list[tuple[str, Brain]] = []
        self._like_judge: str | None = None
        """The first level that judges as the judge does, and so sees everything that the judge sees."""

        for name, entry in everybody.entries.items():
            if not LEVEL.fullmatch(name):
                continue
            if entry.brain == analyst.brain and not entry.sight:
                self._like_judge = name
                break
            brain = opponent(judge.game, name).brain
            self._levels.append((name, brain.at_least if isinstance(brain, LimitedSight) else brain))

    def weakest(self, position: Any, kept: str, known: Analysis) -> str | None:
        """The weakest level that keeps a proven result in a position, whichever of its best options it takes.

        None if the judge has no level, and no other level finds a move.
        """
        results: dict[str, str | None] = {
            judged.option: judged.outcome for judged in known.options if judged.outcome and judged.exact
        }
        for name, brain in self._levels:
            brain.prepare()
            found = analysis_of(brain, self._judge.decision(position, SECONDS))
            if self._judge.thinking.over:
                return None
            if all(self._keeps(position, option, kept, results) for option in found.best_options):
                return name
        return self._like_judge

    def _keeps(self, position: Any, option: str, kept: str, results: dict[str, str | None]) -> bool:
        """Whether an option leads to a proven result; what is not known yet is found out, and remembered."""
        if option not in results:
            results[option] = self._result(position, option)
        return results[option] == kept

    def _result(self, position: Any, option: str) -> str | None:
        game = self._judge.game
        seat, after = game.to_move(position), game.play(position, game.options(position)[option])
        outcome = game.outcome(after)
        if outcome is not None:
            return "draw" if outcome.winner is None else "win" if outcome.winner == seat else "loss"
        found = self._judge.best_option(after, SECONDS)
        best = found[found.best].outcome
        return best if best is None or game.to_move(after) == seat else OTHER_SIDE[best]
