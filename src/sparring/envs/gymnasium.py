"""One side of any game as an environment of Gymnasium (extra `gymnasium`), against opponents of Sparring."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from sparring.envs.spaces import MOST_OPTIONS, TEXT_SIZE, Actions, Observations
from sparring.match.table import Table
from sparring.opponents import opponent
from sparring.rules import AnyGame, BadSetting
from sparring.rules.capabilities import drawing
from sparring.rules.registry import game as find_game
from sparring.scenes import without_marks

ILLEGAL = -1.0
"""The reward of an illegal action, which ends the episode."""


class SparringEnv(gymnasium.Env[dict[str, NDArray[Any]], np.int64]):
    """A match of one learner: `SparringEnv("connect4", "medium")`.

    The reward at the end is the payoff, or 1 for a win, -1 for a loss and 0 for a draw. `info["action_mask"]` and the
    observation say what is legal; an illegal action loses.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 -- as Gymnasium declares it

    def __init__(
        self,
        game: str | AnyGame,
        opponents: str | Sequence[str] = "random",
        *,
        seat: int | None = None,
        render_mode: str | None = None,
        most_options: int = MOST_OPTIONS,
        text_size: int = TEXT_SIZE,
    ) -> None:
        """Set up; `seat` is the learner's, or a random one in each episode."""
        self.game = find_game(game)
        names = [opponents] * (len(self.game.seats) - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != len(self.game.seats) - 1:
            raise BadSetting(f"{self.game.title} needs {len(self.game.seats) - 1} opponents here, not {len(names)}.")
        self._others = [opponent(self.game, name) for name in names]
        for other in self._others:
            other.prepare()
        self._seat_wanted = seat
        self.render_mode = render_mode
        self.actions = Actions(self.game, most_options)
        self.sight = Observations(self.game, text_size)
        self.action_space = Discrete(self.actions.count)
        self.observation_space = Dict(  # type: ignore[assignment]
            {
                "observation": Box(0, self.sight.high, self.sight.shape, self.sight.dtype),
                "action_mask": Box(0, 1, (self.actions.count,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin a match, and let the others move until it is the learner's turn."""
        super().reset(seed=seed)
        seats = len(self.game.seats)
        self.seat = int(self.np_random.integers(seats)) if self._seat_wanted is None else self._seat_wanted
        self.table = Table(self.game, int(self.np_random.integers(2**31)))
        self._let_others_move()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Make the learner's move, and let the others answer."""
        options = {} if self.table.outcome else self.actions.numbers(self.table.decision().options)
        if int(action) not in options:
            return self._seen(), ILLEGAL, True, False, self._info() | {"illegal": True}
        self.table.choose(options[int(action)])
        self._let_others_move()
        outcome = self.table.outcome
        reward = 0.0
        if outcome is not None:
            payoffs = outcome.payoffs
            reward = 2 * outcome.score(self.seat, len(self.game.seats)) - 1 if payoffs is None else payoffs[self.seat]
        return self._seen(), float(reward), outcome is not None, False, self._info()

    def render(self) -> str | None:
        """The position as text, as the learner sees it."""
        if self.render_mode is None:
            return None
        return without_marks(drawing(self.game, self.game.view(self.table.position, self.seat)))

    def _let_others_move(self) -> None:
        while self.table.outcome is None and (mover := self.game.to_move(self.table.position)) != self.seat:
            self.table.choose(self._others[mover - (mover > self.seat)].decide(self.table.decision()).option)

    def _seen(self) -> dict[str, NDArray[Any]]:
        return {"observation": self.sight.of(self.table.position, self.seat), "action_mask": self._mask()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    def _mask(self) -> NDArray[np.int8]:
        return self.actions.mask(() if self.table.outcome else self.table.decision().options)
