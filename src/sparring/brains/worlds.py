"""Full positions as a tree that asks the rules once: small games are soon walked without asking them at all."""

from collections.abc import Sequence
from random import Random
from typing import Any

from sparring.brains.deepening import OutOfTime
from sparring.brains.regrets import InformationSet
from sparring.brains.rewards import Rewards, Scale
from sparring.rules import AnyGame, BrokenGame, Thinking
from sparring.rules.capabilities import HasChance

NOBODY = -1
"""The seat that decides where chance does, or where there is only one move."""

OVER = -2
"""The seat that decides when the game is over."""


class World:
    """A full position, with what the rules say about it."""

    __slots__ = ("chances", "children", "information", "kept", "moves", "position", "rewards", "seat")

    def __init__(self, position: Any, seat: int) -> None:
        self.position = position
        self.seat = seat
        self.moves: Sequence[Any] = ()
        self.children: list[World | None] = []
        self.information: InformationSet | None = None
        """What the seat to move knows; None if there is no room for it in memory."""

        self.kept = False
        """True if it stays in memory after the walk, and so do the worlds after its moves."""

        self.chances: list[float] = []
        """The probability of each move where nobody decides."""

        self.rewards: Rewards = ()
        """What each seat gets, if the game is over."""


class Worlds:
    """All positions and information sets that a search keeps, within a limit."""

    def __init__(self, game: AnyGame, most: int, thinking: Thinking) -> None:
        self.game = game
        self.thinking = thinking
        self.seats = len(game.seats)
        self.most = most
        self.scale = Scale(game)
        self.information: dict[tuple[int, Any], InformationSet] = {}
        self._roots: dict[Any, World] = {}
        self._seen: set[int] = set()
        self._kept = 0
        self._chance = isinstance(game, HasChance)

    def root(self, position: Any) -> World:
        """The world of a position where walks begin; it is kept when it comes up again."""
        known = self._roots.get(position)
        if known is not None:
            return known
        world, seen = self.world(position), hash(position)
        if seen in self._seen and self._kept < self.most:
            self._roots[position] = world
            world.kept = True
            self._kept += 1
        elif len(self._seen) < self.most:
            self._seen.add(seen)
        return world

    def child(self, world: World, index: int) -> World:
        """The world after a move; OutOfTime if time is over, because in a slow game every new world costs much."""
        child = world.children[index]
        if child is None:
            if self.thinking.over:
                raise OutOfTime
            child = self.world(self.game.play(world.position, world.moves[index]))
            if world.kept and self._kept < self.most:
                world.children[index] = child
                child.kept = True
                self._kept += 1
        return child

    def world(self, position: Any) -> World:
        """What the rules say about a position."""
        game = self.game
        outcome = game.outcome(position)
        if outcome is not None:
            over = World(position, OVER)
            over.rewards = self.scale.outcome(outcome)
            return over
        chances = self.chances(position)
        if chances:
            world = World(position, NOBODY)
            world.moves = [move for move, _ in chances]
            world.chances = [probability for _, probability in chances]
        else:
            world = World(position, game.to_move(position))
            world.moves = game.moves(position)
            if len(world.moves) == 1:
                world.seat, world.chances = NOBODY, [1.0]
            else:
                world.information = self.known(world.seat, game.view(position, world.seat), world.moves)
        world.children = [None] * len(world.moves)
        return world

    def known(self, seat: int, view: Any, moves: Sequence[Any]) -> InformationSet | None:
        """The information set of a view, as far as there is room for it."""
        found = self.information.get((seat, view))
        if found is None and len(self.information) < self.most:
            found = self.information[seat, view] = InformationSet(moves)
        if found is not None and len(found.moves) != len(moves):
            raise BrokenGame(f"{self.game.name} offers different moves in two positions with the same view: {view!r}")
        return found

    def chances(self, position: Any) -> list[tuple[Any, float]]:
        """What chance may do next, and how likely; empty if a player decides."""
        if not self._chance:
            return []
        assert isinstance(self.game, HasChance)
        return [(chance.move, chance.probability) for chance in self.game.chance_outcomes(position)]


def drawn(chances: Sequence[float], rng: Random) -> int:
    """The index of an outcome of chance."""
    draw = rng.random()
    for index, probability in enumerate(chances):
        draw -= probability
        if draw < 0:
            return index
    return len(chances) - 1
