"""Who judges the moves of a match: the game's analyst, first at a glance and then as well as it can."""

from typing import Any

from sparring.brains.brain import ComparesOptions, ProvesResults, analysis_of
from sparring.match.table import decision_at
from sparring.opponents import catalogue, opponent
from sparring.opponents.opponent import Opponent
from sparring.rules import Analysis, AnyGame, Decision, Thinking


class Judge:
    """The game's analyst, who judges all moves of one match."""

    def __init__(self, game: AnyGame, thinking: Thinking) -> None:
        self.game = game
        self.thinking = thinking
        """Stops everything that it does."""

        entry = catalogue(game)[catalogue(game).analyst]
        self.solves = entry.exact
        """Whether it proves results where it can, so that it need not judge every option."""

        self._thorough = self._analyst(thorough=True)
        self._player = self._analyst(thorough=False) if self.solves else self._thorough
        brain = self._thorough.brain
        self.compares = brain if isinstance(brain, ComparesOptions) else None
        """The analyst's brain, if it is one for hidden information that compares options."""

    def _analyst(self, *, thorough: bool) -> Opponent:
        everybody = catalogue(self.game)
        known = everybody[everybody.analyst].known_settings(self.game)
        settings: dict[str, Any] = {"time": "none"}
        if "thorough" in known:
            settings["thorough"] = thorough
        analyst = opponent(self.game, everybody.analyst, **settings)
        analyst.prepare()
        return analyst

    def every_option(self, position: Any, seconds: float) -> Analysis:
        """Judge all options of a position within this many seconds."""
        return self._ask(self._thorough, position, seconds)

    def best_option(self, position: Any, seconds: float) -> Analysis:
        """Find the best option of a position; what is found about the others may be less."""
        brain = self._player.brain
        if isinstance(brain, ProvesResults):
            return brain.prove(self.decision(position, seconds)).with_chances(self.game.half_bar_score)
        return self._ask(self._player, position, seconds)

    def _ask(self, analyst: Opponent, position: Any, seconds: float) -> Analysis:
        return analysis_of(analyst.brain, self.decision(position, seconds))

    def decision(self, position: Any, seconds: float) -> Decision:
        """What was decided in a position; the seed of the match plays no part, because it decides what is hidden."""
        return decision_at(self.game, position, thinking=self.thinking.limited(seconds))
