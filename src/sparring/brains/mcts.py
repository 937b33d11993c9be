"""The textbook of tree search: Monte Carlo tree search for any game that hides nothing, short and exact.

A *playout* has four steps. It walks down the tree, always to the most promising move (`Tree._select`). It adds one
position to the tree (`Tree._grow`). It plays random moves from there to the end of the game (`Tree._estimate`). And it
tells every position on its way what each seat got (`Tree._back_up`). A move that turns out well is tried more often, so
the tree grows where good play leads.

What is certain is not averaged: a finished game is proven, and so is what follows from it (`Tree._proof`).
`brains/playouts.py` is the same search at machine speed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, log, sqrt
from random import Random
from typing import Any

from sparring.brains.deepening import OutOfTime
from sparring.brains.rewards import WIN, Bounds, Rewards, Scale
from sparring.rules import AnyGame, BrokenGame, Thinking
from sparring.rules.capabilities import HasChance

CHANCE = -1
"""The seat to move at a chance node."""

MOST_NODES = 1_000_000
"""The tree grows no further than this, so that it does not fill the memory."""


@dataclass(frozen=True)
class Recipe:
    """How playouts are made."""

    exploration: float = 0.7
    """How much a move is worth trying because it was tried seldom."""

    rollout: int = 500
    """The most plies of a rollout; what is not over then is evaluated."""

    mix: float = 0.0
    """The share of the evaluation in the worth of a new position; the rest is that of the rollout."""


@dataclass(slots=True, eq=False)
class Node:
    """A position in the tree, and what the playouts through it have found."""

    position: Any
    move: Any = None
    """The move that leads here."""

    probability: float = 1.0
    """How likely this outcome is, after a chance node."""

    visits: int = 0
    totals: list[float] = field(default_factory=list)
    """The sum of the rewards of all playouts through this node, for each seat."""

    seat: int = CHANCE
    """The seat to move, known as soon as the node has been opened."""

    opened: bool = False
    untried: list[Any] = field(default_factory=list)
    """The moves that were not tried yet. They are not nodes yet, because there are many and most are never tried."""

    children: list["Node"] = field(default_factory=list)
    """What can follow and was tried; after a chance node, every outcome."""

    bounds: Bounds | None = None
    """The proven result; None if nothing is proven."""

    plies: int = 0
    """The most plies that are left, if everything is proven."""

    @property
    def settled(self) -> bool:
        """True if the reward of every seat is proven."""
        return self.bounds is not None and self.bounds.settled


class Tree:
    """The tree of one search."""

    def __init__(self, game: AnyGame, position: Any, recipe: Recipe, rng: Random, thinking: Thinking) -> None:
        self.game = game
        self.recipe = recipe
        self.scale = Scale(game)
        self.root = Node(position, totals=[0.0 for _ in self.scale.seats])
        self.playouts = 0
        self.nodes = 0
        """Positions visited, those of the rollouts included."""

        self._size = 0
        self._rng = rng
        self._thinking = thinking
        self._mix = recipe.mix if self.scale.can_evaluate else 0.0
        self.has_chance = isinstance(game, HasChance)
        self._hashable = _can_be_hashed(position)
        self._proofs: dict[Any, tuple[Bounds, int]] = {}
        """What is proven of positions, for the next time that one of them is met."""

        self._open(self.root)

    def playout(self, among: Sequence[Node] = ()) -> None:
        """Play one game from the root, by one of the moves in `among` if any are given; OutOfTime if time is over."""
        if self.playouts == 0 and self._mix:
            self._rollout(self.root.position)  # shows what the game counts, which an evaluation does not
        path = [self.root, self._select(self.root, among)]
        while not path[-1].settled:
            node = path[-1]
            if not node.opened and (node.visits == 0 or self._size >= MOST_NODES):
                break
            self._open(node)
            path.append(self._select(node))
        self._back_up(path, self._estimate(path[-1]))
        self.playouts += 1

    # ------------------------------------------------------------------ walking down, and growing

    def _open(self, node: Node) -> None:
        """List what can follow."""
        if node.opened:
            return
        game, position = self.game, node.position
        chances = game.chance_outcomes(position) if isinstance(game, HasChance) else ()
        if chances:
            possible = [chance for chance in chances if chance.probability > 0]
            node.children = [Node(None, chance.move, chance.probability) for chance in possible]
        else:
            node.seat, node.untried = game.to_move(position), list(game.moves(position))
            self._rng.shuffle(node.untried)
        if not (node.untried or node.children):
            raise BrokenGame(f"{game.name} goes on but offers no move in {position!r}")
        node.opened = True

    def _select(self, node: Node, among: Sequence[Node] = ()) -> Node:
        """The child that this playout goes to: by chance at a chance node, else one never tried or the best so far."""
        if node.seat == CHANCE:
            [child] = self._rng.choices(node.children, [each.probability for each in node.children])
            return child if child.visits else self._grow(node, child)
        if not node.untried:
            return self._most_promising(node, among or node.children)
        child = self._grow(node, Node(None, node.untried[-1]))
        node.children.append(child)
        node.untried.pop()
        return child

    def _most_promising(self, node: Node, children: Sequence[Node]) -> Node:
        """The child with the highest upper confidence bound for the seat to move (UCT), if it is worth trying."""
        seat, scale = node.seat, self.scale
        curiosity = self.recipe.exploration * sqrt(log(node.visits))
        sure = -inf if node.bounds is None else node.bounds.low[seat]

        def promise(child: Node) -> tuple[bool, float]:
            can_be_better = child.bounds is None or (not child.settled and child.bounds.high[seat] > sure)
            return can_be_better, scale.chance(child.totals[seat] / child.visits) + curiosity / sqrt(child.visits)

        return max(children, key=promise)

    def _grow(self, node: Node, child: Node) -> Node:
        """Add a child to the tree. If the game is over there, or its position was proven before, it is proven."""
        game = self.game
        child.position = game.play(node.position, child.move)
        child.totals = [0.0 for _ in self.scale.seats]
        self._size += 1
        self.nodes += 1
        outcome = game.outcome(child.position)
        if outcome is not None:
            rewards = self.scale.outcome(outcome)
            child.bounds = Bounds(rewards, rewards)
        else:
            self._recall(child)
        return child

    # ------------------------------------------------------------------ what a new position is worth

    def _estimate(self, node: Node) -> Rewards:
        """What each seat gets from a node on: proven, or by a rollout and the game's evaluation."""
        if node.bounds is not None and node.bounds.settled:
            return node.bounds.low
        if self._mix == 0.0:
            return self._rollout(node.position)
        evaluated = self.scale.evaluation(node.position)
        if self._mix == 1.0:
            return evaluated
        both = zip(evaluated, self._rollout(node.position), strict=True)
        return tuple(self._mix * each + (1 - self._mix) * rolled for each, rolled in both)

    def _rollout(self, position: Any) -> Rewards:
        """What each seat gets if everybody plays random moves; a game that is too long is evaluated where it stands."""
        game = self.game
        for _ in range(self.recipe.rollout):
            if self._thinking.over:  # checked at every ply, because in a slow game one rollout may take seconds
                raise OutOfTime
            position = game.play(position, self._random_move(position))
            self.nodes += 1
            outcome = game.outcome(position)
            if outcome is not None:
                return self.scale.outcome(outcome)
        return self.scale.evaluation(position)

    def _random_move(self, position: Any) -> Any:
        chances = self.game.chance_outcomes(position) if self.has_chance else ()  # type: ignore[attr-defined]
        if chances:
            [chance] = self._rng.choices(chances, [chance.probability for chance in chances])
            return chance.move
        moves = self.game.moves(position)
        if not moves:
            raise BrokenGame(f"{self.game.name} goes on but offers no move in {position!r}")
        return moves[int(self._rng.random() * len(moves))]

    # ------------------------------------------------------------------ telling the positions on the way

    def _back_up(self, path: list[Node], rewards: Rewards) -> None:
        """Add the rewards to every node on the way; what is certain replaces them for the nodes above."""
        news = path[-1].bounds is not None
        self._add(path[-1], rewards)
        for node, child in reversed(list(pairwise(path))):
            news = news and self._prove(node)
            rewards = self._certain(node, child) or rewards
            self._add(node, rewards)

    def _add(self, node: Node, rewards: Rewards) -> None:
        node.visits += 1
        for seat, reward in enumerate(rewards):
            node.totals[seat] += reward

    def _certain(self, node: Node, tried: Node) -> Rewards | None:
        """What each seat gets from a node on, if that is proven, or if a proven move is better than the one tried."""
        if node.bounds is None:
            return None
        if node.bounds.settled:
            return node.bounds.low
        seat, sure = node.seat, node.bounds.low[node.seat]
        if seat == CHANCE or tried.totals[seat] / tried.visits >= sure:
            return None
        proven = (child.bounds.low for child in node.children if child.bounds and child.bounds.settled)
        return next((rewards for rewards in proven if rewards[seat] == sure), None)

    def _prove(self, node: Node) -> bool:
        """Bring the proof of a node up to date; True if it has changed."""
        bounds = self._proof(node)
        if bounds == (node.bounds or self.scale.open):
            return False
        node.bounds = bounds
        if bounds.settled:
            node.plies = self._distance(node, bounds)
            self._remember(node)
        return True

    def _proof(self, node: Node) -> Bounds:
        """What the bounds of everything that can follow prove about a node.

        The seat to move can force the best of what it can force by a move. Others must expect any move, except that
        nobody plays a move that is proven to be worse for itself than another. After chance, everything may happen.
        """
        scale, seat = self.scale, node.seat
        known = [child.bounds or scale.open for child in node.children]
        if node.untried:
            known.append(scale.open)
        low = [min(bounds.low[each] for bounds in known) for each in scale.seats]
        possible = known
        if seat != CHANCE:
            low[seat] = max(bounds.low[seat] for bounds in known)
            possible = [bounds for bounds in known if bounds.high[seat] >= low[seat]]
        return scale.narrowed(low, [max(bounds.high[each] for bounds in possible) for each in scale.seats])

    def _distance(self, node: Node, proven: Bounds) -> int:
        """The most plies that are left: the winner takes the shortest way, and all others any way that is as good."""
        seat = node.seat
        reward = proven.low[seat] if seat != CHANCE else 0.0
        ways = [
            child.plies + 1
            for child in node.children
            if child.settled and child.bounds and (seat == CHANCE or child.bounds.low[seat] == reward)
        ]
        wins = seat != CHANCE and not self.scale.payoffs and reward == WIN
        return min(ways) if wins else max(ways)

    def _remember(self, node: Node) -> None:
        if self._hashable and node.bounds is not None:
            self._proofs[node.position] = node.bounds, node.plies

    def _recall(self, node: Node) -> None:
        if self._proofs and (known := self._proofs.get(node.position)):
            node.bounds, node.plies = known


def _can_be_hashed(position: Any) -> bool:
    """True, as it should be; a game whose positions cannot be hashed is searched all the same."""
    try:
        hash(position)
    except TypeError:
        return False
    return True
