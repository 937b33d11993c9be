"""The tree of a small search: what alpha-beta looked at, what it left out, and why.

The search is the textbook's own (`sparring.brains.minimax`), watched while it runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, isinf
from typing import Any, Literal

from sparring.brains.maxn import needs_maxn
from sparring.brains.minimax import Found, Search, alphabeta, minimax
from sparring.brains.scores import PROVEN, WIN
from sparring.match.standing import describe_outcome
from sparring.rules import AnyGame, SparringError
from sparring.rules.capabilities import hides_something

DEEPEST = 8
MOST_NODES = 3000
"""The most positions of a tree."""

MOST_COUNTED = 30_000
"""The most positions that are counted of what plain minimax would look at."""

Bound = Literal["exact", "at least", "at most"]


@dataclass
class Node:
    """A position of the tree, or a move that was left out."""

    move: str | None
    """The move that leads there; None at the root."""

    seat: int | None
    """Who is to move; None if the game is over or the move was left out."""

    alpha: float = -inf
    beta: float = inf
    value: float | None = None
    """For the side to move at the root; None for a move that was left out."""

    bound: Bound = "exact"
    """Whether the value is exact, or all that is known about a value that cannot matter."""

    cut: bool = False
    """True for a move that was left out."""

    best: bool = False
    """True on the principal variation: what both sides would play."""

    why: str = ""
    children: list["Node"] = field(default_factory=list)

    def walk(self) -> "list[Node]":
        """All nodes from here on, parents first."""
        return [self, *(node for child in self.children for node in child.walk())]


@dataclass(frozen=True)
class Tree:
    """A search that was watched."""

    game: AnyGame
    names: tuple[str, str]
    """What the side to move at the root is called, and the other side."""

    root: Node
    depth: int
    nodes: int
    """Positions that alpha-beta visited."""

    without_cuts: int | None
    """Positions that minimax visits; None if there are more than are counted."""

    @property
    def cuts(self) -> int:
        """Moves that were left out."""
        return sum(node.cut for node in self.root.walk())


class TooLarge(SparringError):
    """The tree has more positions than anybody could look at."""


def tree_of(
    game: AnyGame, position: Any, depth: int, most: int = MOST_NODES, names: tuple[str, str] | None = None
) -> Tree:
    """Search a position with alpha-beta to a depth, and keep all that it looked at.

    The side to move and the other one are called by their `names`, or by those of their seats.
    """
    _demand_a_small_game(game, position)
    seat = game.to_move(position)
    names = names or (game.seats[seat], game.seats[1 - seat])
    watcher = _Drawing(game, seat, most, depth, names)
    search = Search(game, seat, watcher=watcher)
    alphabeta(search, position, depth)
    assert watcher.root is not None
    _mark_best(watcher.root)
    return Tree(game, names, watcher.root, depth, search.nodes, _count(game, position, depth))


def _demand_a_small_game(game: AnyGame, position: Any) -> None:
    if hides_something(game):
        raise SparringError(f"{game.title} hides something from the players, so minimax has no tree for it.")
    if needs_maxn(game):
        raise SparringError(f"{game.title} is not a game of two without chance, so minimax has no tree for it.")
    if game.outcome(position) is not None:
        raise SparringError("The game is over, so there is nothing to look at.")


class _Counting:
    """Counts positions, up to a limit."""

    def __init__(self, most: int) -> None:
        self.left = most

    def enters(self, position: Any, depth: int, alpha: float, beta: float) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLarge("There are too many positions to count.")

    def skips(self, moves: Sequence[Any]) -> None:
        """Nothing is skipped without bounds."""

    def leaves(self, found: Found) -> None:
        """Only the number of positions is wanted."""


def _count(game: AnyGame, position: Any, depth: int) -> int | None:
    """The positions that minimax visits without cuts, or None if these are too many to count."""
    search = Search(game, game.to_move(position), watcher=_Counting(MOST_COUNTED))
    try:
        minimax(search, position, depth)
    except TooLarge:
        return None
    return search.nodes


class _Drawing:
    """Watches a search, and keeps its tree."""

    def __init__(self, game: AnyGame, seat: int, most: int, depth: int, names: tuple[str, str]) -> None:
        self.game, self.seat, self.most, self.depth, self.names = game, seat, most, depth, names
        self.root: Node | None = None
        self.seen = 0
        self.open: list[tuple[Node, Any, list[Any]]] = []
        """The positions from the root to the one that is looked at, each with its moves that were not entered yet."""

    def enters(self, position: Any, depth: int, alpha: float, beta: float) -> None:
        self.seen += 1
        if self.seen > self.most:
            raise TooLarge(
                f"The tree of {self.game.title} has more than {self.most} positions at depth {self.depth}; take a "
                "smaller depth."
            )
        outcome = self.game.outcome(position)
        node = Node(None, None if outcome else self.game.to_move(position), alpha, beta)
        if self.open:
            parent, before, waiting = self.open[-1]
            node.move = self.game.move_text(before, waiting.pop(0))
            parent.children.append(node)
        else:
            self.root = node
        if outcome is not None:
            node.why = f"The game is over: {describe_outcome(self.game, outcome)}."
        elif depth == 0:
            node.why = "The search goes no deeper, so the position is evaluated."
        self.open.append((node, position, [] if node.why else list(self.game.moves(position))))

    def skips(self, moves: Sequence[Any]) -> None:
        node, position, waiting = self.open[-1]
        waiting.clear()
        why = self._reason(node)
        node.children += [Node(self.game.move_text(position, move), None, cut=True, why=why) for move in moves]

    def _reason(self, node: Node) -> str:
        """Why the moves of a position that were not looked at cannot matter."""
        mine, other = self.names
        last = node.children[-1]
        assert last.value is not None
        value = in_words(Found(last.value).after(None).value)
        if node.seat == self.seat:
            return (
                f"{last.move} already gives {mine} {value} here, and elsewhere {other} can hold {mine} to "
                f"{in_words(node.beta)}: {other} will not let {mine} come here."
            )
        return (
            f"{last.move} already holds {mine} to {value} here, and elsewhere {mine} can have {in_words(node.alpha)}: "
            f"{mine} will not come here."
        )

    def leaves(self, found: Found) -> None:
        node, _, _ = self.open.pop()
        node.value = found.value
        if node.children:
            node.bound = "at least" if found.value >= node.beta else "at most" if found.value <= node.alpha else "exact"
            if any(child.cut for child in node.children):
                node.why = next(child.why for child in node.children if child.cut)
            else:
                own = node.seat == self.seat
                who, side = (self.names[0], "largest") if own else (self.names[1], "smallest")
                node.why = f"The move is up to {who}: the {side} value counts."


def _mark_best(root: Node) -> None:
    """Mark what both sides would play: from each position on, the first move with the position's value."""
    node: Node | None = root
    while node is not None:
        node.best = True
        value = node.value
        node = next(
            (
                child
                for child in node.children
                if child.value is not None and child.bound == "exact" and Found(child.value).after(None).value == value
            ),
            None,
        )


def in_words(value: float) -> str:
    """A value as people read it.

    >>> in_words(3.0), in_words(-2.5), in_words(WIN - 1), in_words(2 - WIN)
    ('+3', '-2.5', 'a win in 1', 'a loss in 2')
    """
    if isinf(value):
        return "anything"
    if abs(value) > PROVEN:
        plies = round(WIN - abs(value))
        return f"{'a win' if value > 0 else 'a loss'}{f' in {plies}' if plies else ''}"
    return f"{value:+g}" if value else "0"


# ---------------------------------------------------------------------- as data, and as text


def tree_json(tree: Tree) -> dict[str, Any]:
    """The tree as the command line and the API give it."""
    return {
        "to_move": tree.game.seats[tree.root.seat or 0],
        "depth": tree.depth,
        "value": tree.root.value,
        "nodes": tree.nodes,
        "without_cuts": tree.without_cuts,
        "cuts": tree.cuts,
        "about": summary(tree),
        "root": _node_json(tree, tree.root),
    }


def _node_json(tree: Tree, node: Node) -> dict[str, Any]:
    return {
        "move": node.move,
        "to_move": None if node.seat is None else tree.game.seats[node.seat],
        "value": node.value,
        "says": "cut" if node.value is None else label(node),
        "bound": None if node.cut else node.bound,
        "alpha": None if isinf(node.alpha) else node.alpha,
        "beta": None if isinf(node.beta) else node.beta,
        "cut": node.cut,
        "best": node.best,
        "why": node.why,
        "children": [_node_json(tree, child) for child in node.children],
    }


def label(node: Node) -> str:
    """A node's value in words, with what is known of it."""
    assert node.value is not None
    return in_words(node.value) if node.bound == "exact" else f"{node.bound} {in_words(node.value)}"


def summary(tree: Tree) -> str:
    """How much was looked at, in a sentence."""
    full = f"more than {MOST_COUNTED:,}" if tree.without_cuts is None else f"{tree.without_cuts:,}"
    moves = "1 move" if tree.cuts == 1 else f"{tree.cuts:,} moves"
    mover, other = tree.names
    return (
        f"Alpha-beta looked at {tree.nodes:,} positions and left out {moves}; without cuts, minimax looks at {full}. "
        f"Both find {label(tree.root)} for {mover}. Above 0 is good for {mover}, below 0 for {other}."
    )
