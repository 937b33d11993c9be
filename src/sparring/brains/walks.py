"""Walks through a game with hidden information, from which every seat learns by external sampling.

In a walk one seat tries all of its moves, and chance and the other seats draw theirs. The seat compares its rewards and
learns from its regrets, at every information set on its way. Information sets are told apart by the view of the seat to
move alone, so a seat cannot act on what it does not see, also inside the tree (no strategy fusion).
"""

from random import Random
from typing import Any

from sparring.brains.deepening import OutOfTime
from sparring.brains.regrets import InformationSet
from sparring.brains.worlds import NOBODY, OVER, World, Worlds, drawn
from sparring.rules import Thinking

WIDTH = 100
"""How many lines one walk follows in full. Beyond that it follows one move, and tries the others once."""

EXPLORED = 0.5
"""How often the move that is followed below the width is any move, and not drawn by the strategy."""

DEEPEST = 200
"""Plies after which a walk ends in a playout."""


class Walks:
    """Everything that the walks of one search share."""

    def __init__(self, worlds: Worlds, rng: Random, thinking: Thinking, rollout: int) -> None:
        self.game = worlds.game
        self.worlds = worlds
        self.rng = rng
        self.thinking = thinking
        self.rollout = rollout
        """The most random moves that end a playout."""

        self.seat = 0
        """The seat that learns in this walk."""

        self.weight = 1.0
        """How likely the others would have come to where this walk began."""

        self.count = 0
        """The number of walks."""

        self.playouts = 0
        """The number of games that were played to the end."""

        self.nodes = 0
        """The number of positions visited."""

        self.watched: InformationSet | None = None
        """The information set whose values are kept."""

        self.values: list[float] = []
        """The sum of the values of each move there."""

        self.valued = 0.0
        """The weight of these values."""

    def watch(self, information: InformationSet) -> None:
        """Keep the values of the moves of one information set from now on."""
        self.watched = information
        self.values = [0.0] * len(information.moves)

    def walk(self, world: World, seat: int, weight: float = 1.0) -> None:
        """Let one seat learn from a walk that begins in a world."""
        self.count += 1
        self.seat, self.weight = seat, weight
        self._walk(world, WIDTH, 0)

    def look(self, position: Any, seat: int) -> None:
        """Value the only move of a position by a playout."""
        self.seat = seat
        self.values[0] += self._playout(position)
        self.valued += 1

    def _walk(self, world: World, width: int, depth: int) -> float:
        """The reward of the seat that learns."""
        worlds, rng = self.worlds, self.rng
        self.nodes += 1
        while world.seat == NOBODY and depth < DEEPEST:
            world, depth = worlds.child(world, drawn(world.chances, rng)), depth + 1
        if world.seat == OVER:
            self._ended()
            return world.rewards[self.seat]
        information = world.information
        if information is None or depth >= DEEPEST:
            return self._playout(world.position)
        if not information.met:  # one information set is added at a time, and the rest is played out
            information.met = True
            return self._playout(world.position)
        if world.seat != self.seat:
            information.note(self.count * self.weight)
            return self._walk(worlds.child(world, information.drawn(rng)), width, depth + 1)
        count = len(information.moves)
        if count <= width:
            width //= count
            values = [self._walk(worlds.child(world, index), width, depth + 1) for index in range(count)]
        else:
            values = self._followed(world, information, depth)
        if information is self.watched:
            self._value(information, values)
        return information.learn(values, self.weight)

    def _followed(self, world: World, information: InformationSet, depth: int) -> list[float]:
        """The values of all moves: one is followed, and the others are tried once."""
        count, rng = len(information.moves), self.rng
        any_move = rng.random() < EXPLORED
        chosen = rng.randrange(count) if any_move else information.drawn(rng)
        return [
            self._walk(self.worlds.child(world, index), 0, depth + 1)
            if index == chosen
            else self._probe(self.worlds.child(world, index))
            for index in range(count)
        ]

    def _probe(self, world: World) -> float:
        """The reward of the seat that learns if everybody follows their strategies, as far as there are any."""
        worlds, rng = self.worlds, self.rng
        for _ in range(DEEPEST):
            self.nodes += 1
            if world.seat == OVER:
                self._ended()
                return world.rewards[self.seat]
            if world.seat == NOBODY:
                world = worlds.child(world, drawn(world.chances, rng))
            elif world.information is None or not world.information.met:
                break
            else:
                world = worlds.child(world, world.information.drawn(rng))
        return self._playout(world.position)

    def _value(self, information: InformationSet, values: list[float]) -> None:
        weight = self.count * self.weight
        information.note(weight)
        self.valued += weight
        for index, value in enumerate(values):
            self.values[index] += weight * value

    def _playout(self, position: Any) -> float:
        """The reward of the seat that learns if everybody plays any move from here on."""
        game, worlds, rng, over = self.game, self.worlds, self.rng, self.thinking
        for _ in range(self.rollout):
            outcome = game.outcome(position)
            if outcome is not None:
                self._ended()
                return worlds.scale.outcome(outcome)[self.seat]
            if over.over:
                raise OutOfTime
            self.nodes += 1
            chances = worlds.chances(position)
            if chances:
                move = chances[drawn([probability for _, probability in chances], rng)][0]
            else:
                moves = game.moves(position)
                move = moves[int(rng.random() * len(moves))]
            position = game.play(position, move)
        self._ended()
        return worlds.scale.evaluation(position)[self.seat]

    def _ended(self) -> None:
        self.playouts += 1
        if not self.playouts & 15 and self.thinking.over:
            raise OutOfTime
