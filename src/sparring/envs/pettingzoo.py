"""Any game as an environment of PettingZoo (extra `pettingzoo`): `env("connect4")`."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from sparring.envs.spaces import MOST_OPTIONS, TEXT_SIZE, Actions, Observations
from sparring.match.table import Table
from sparring.rules import AnyGame, IllegalMove
from sparring.rules.capabilities import drawing
from sparring.rules.registry import game as find_game
from sparring.rules.seeds import fresh_seed
from sparring.scenes import scene_of, svg, without_marks

MOST_PLIES = 5000


def env(game: str | AnyGame, **settings: Any) -> "SparringEnv":
    """The environment of a game; settings are those of `SparringEnv`."""
    return SparringEnv(game, **settings)


class SparringEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match in which agents take turns; the agents are the seats.

    An observation has two parts: `observation`, and `action_mask` with a 1 for every legal action. The reward at
    the end is the game's payoff, or 1 for the winner, -1 for losers and 0 for a draw.
    """

    def __init__(
        self,
        game: str | AnyGame,
        *,
        render_mode: str | None = None,
        most_plies: int = MOST_PLIES,
        most_options: int = MOST_OPTIONS,
        text_size: int = TEXT_SIZE,
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        self.metadata = {
            "name": f"sparring_{self.game.name.replace(':', '_')}_v{self.game.version}",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.game.seats)
        self.actions = Actions(self.game, most_options)
        self.sight = Observations(self.game, text_size)
        seen = Box(0, self.sight.high, self.sight.shape, self.sight.dtype)
        mask = Box(0, 1, (self.actions.count,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self.actions.count) for agent in self.possible_agents}
        self._most_plies = most_plies

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a match; the same seed gives the same match for the same actions."""
        self.table = Table(self.game, fresh_seed() if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._note_end()
        self.agent_selection = self._mover

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees; nothing is legal for those whose turn it is not."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.sight.of(self.table.position, seat), "action_mask": self._mask(seat)}

    def step(self, action: int | None) -> None:
        """Make a move for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        options = self.actions.numbers(self.table.decision().options)
        if action is None or int(action) not in options:
            raise IllegalMove(f"{action} is not a legal action here; the action mask has a 1 for those that are.")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.choose(options[int(action)])
        self._note_end()
        self.agent_selection = self._mover
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text or as SVG, as the first seat sees it."""
        if self.render_mode is None:
            return None
        view = self.game.view(self.table.position, 0)
        if self.render_mode == "svg":
            return svg(scene_of(self.game, view))
        return without_marks(drawing(self.game, view))

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def _mover(self) -> str:
        over = self.table.outcome is not None
        return self.agents[0] if over else self.possible_agents[self.game.to_move(self.table.position)]

    def _mask(self, seat: int) -> NDArray[np.int8]:
        decides = self.table.outcome is None and self.game.to_move(self.table.position) == seat
        return self.actions.mask(self.table.decision().options if decides else ())

    def _note_end(self) -> None:
        outcome = self.table.outcome
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, rewards_of(self.table), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif len(self.table.choices) >= self._most_plies:
            self.truncations = dict.fromkeys(self.agents, True)


def rewards_of(table: Table) -> list[float]:
    """What each seat gets at the end: its payoff, or its result from -1 to 1."""
    outcome, seats = table.outcome, len(table.game.seats)
    assert outcome is not None
    if outcome.payoffs is not None:
        return [float(payoff) for payoff in outcome.payoffs]
    return [2 * outcome.score(seat, seats) - 1 for seat in range(seats)]
