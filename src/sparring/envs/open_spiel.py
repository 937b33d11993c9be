"""Sparring's games for the algorithms of OpenSpiel (extra `openspiel`): `as_open_spiel("connect4")`."""

import json
from collections.abc import Sequence
from typing import Any

import pyspiel

from sparring.envs.spaces import MOST_OPTIONS, Actions
from sparring.rules import AnyGame
from sparring.rules.capabilities import HasChance, drawing, hides_something
from sparring.rules.chance import chances_at
from sparring.rules.notation import start
from sparring.rules.plain import plain
from sparring.rules.registry import game as find_game
from sparring.scenes import without_marks

MOST_PLIES = 5000


def as_open_spiel(game: str | AnyGame, *, seed: int = 0, most_options: int = MOST_OPTIONS) -> "SpielAdapter":
    """A game of Sparring as a game of OpenSpiel. Where the start is random, it is the start of this seed."""
    return SpielAdapter(find_game(game), seed, most_options)


class SpielAdapter(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game whose rules are those of a `sparring.Game`."""

    def __init__(self, game: AnyGame, seed: int, most_options: int) -> None:
        self.sparring_game = game
        self.first = start(game, seed)
        self.actions = Actions(game, most_options)
        kinds, hides, seats = pyspiel.GameType, hides_something(game), len(game.seats)
        chance = kinds.ChanceMode
        information = kinds.Information
        self._type = kinds(
            short_name=f"sparring_{game.name.partition(':')[0]}",
            long_name=game.title,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=chance.EXPLICIT_STOCHASTIC if isinstance(game, HasChance) else chance.DETERMINISTIC,
            information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM if seats == 2 else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=seats,
            min_num_players=seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        about = pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=self.actions.count if isinstance(game, HasChance) else 0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=MOST_PLIES,
        )
        super().__init__(self._type, about, {})

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielAdapter":
        return self  # OpenSpiel copies states with all that they refer to

    def new_initial_state(self) -> "SpielState":
        """The start of the game."""
        return SpielState(self)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, and what OpenSpiel asks about it."""

    def __init__(self, game: SpielAdapter) -> None:
        super().__init__(game)
        self._adapter = game
        self.position = game.first

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for chance or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if chances_at(self._rules, self.position):
            return int(pyspiel.PlayerId.CHANCE)
        return self._rules.to_move(self.position)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._rules.outcome(self.position) is not None

    def returns(self) -> list[float]:
        """The results from -1 to 1, or the payoffs in proportion to the largest; zeros while the game goes on."""
        outcome, seats = self._rules.outcome(self.position), len(self._rules.seats)
        if outcome is None:
            return [0.0] * seats
        if outcome.payoffs is not None:
            largest = max(1.0, *map(abs, outcome.payoffs))
            return [payoff / largest for payoff in outcome.payoffs]
        return [2 * outcome.score(seat, seats) - 1 for seat in range(seats)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        chances = chances_at(self._rules, self.position)
        return [(action, chances[text]) for action, text in self._numbers.items()]

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat sees, as JSON."""
        seat = self.current_player() if player is None else player
        return json.dumps([seat, plain(self._rules.view(self.position, seat))], ensure_ascii=False)

    def observation_string(self, player: int | None = None) -> str:
        """The same: views of Sparring hold all that a seat knows."""
        return self.information_state_string(player)

    def __str__(self) -> str:
        return without_marks(drawing(self._rules, self._rules.view(self.position, 0)))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._numbers)

    def _apply_action(self, action: int) -> None:
        move = self._rules.options(self.position)[self._numbers[action]]
        self.position = self._rules.play(self.position, move)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._numbers[action]

    @property
    def _rules(self) -> AnyGame:
        return self._adapter.sparring_game

    @property
    def _numbers(self) -> dict[int, str]:
        options: Sequence[str] = tuple(self._rules.options(self.position))
        return self._adapter.actions.numbers(options)
