# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Alpha-beta at machine speed, written once for every game that has a kernel.

`brains/minimax.py` is the textbook; this is the same search with what makes it fast, each of which can be switched off:

- *pruning*: what cannot change the result is not looked at;
- *table*: what was found out about a position is remembered, and its best move is looked at first next time;
- *killers*: a move that refuted a sibling may refute this one too;
- *history*: a move that was good elsewhere may be good here;
- *hints*: the game itself says what looks promising;
- *scouting* (principal-variation search): all but the first move are only asked whether they are better;
- *deepening*: one ply deeper at a time, which orders the moves and always has an answer ready.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, NamedTuple

import numpy as np

from sparring.brains.brain import Brain, verdict
from sparring.brains.settings import DEEPENING, DEPTH, NODES, PRUNING, TABLE_SIZE, THOROUGH, THREADS
from sparring.rules import Analysis, AnyGame, BadSetting, Decision, Judgement, kernels
from sparring.rules.capabilities import HasEvaluations
from sparring.rules.compiler import compiled, entry
from sparring.rules.kernels import MOST_MOVES, NOT_OVER, drawn, evaluate, hint, key, moves, play, result, turn
from sparring.rules.settings import Setting
from sparring.work.watching import stopped_by

WIN = 1_000_000
"""A position that is won here and now; each ply until then costs one."""

SURE = WIN - 10_000
"""Beyond this a value is a proven win or loss, never an estimate."""

INFINITY = 2 * WIN
MOST_PLIES = 100
TO_THE_END = 127
"""The depth of what was looked at to the very end."""

ORDERED_FROM = 3
"""With fewer plies to go, ordering the moves costs more than it saves."""

LINE_NODES = 50_000
"""How many positions may be looked at once more when time is over, to follow the lines of proven results."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
MEGABYTE = 1 << 20


class Techniques(NamedTuple):
    """Which of the techniques are used."""

    pruning: bool = True
    killers: bool = True
    history: bool = True
    hints: bool = True
    scouting: bool = True


WORK = np.dtype(
    [
        ("nodes", "i8"),  # positions visited
        ("limit", "i8"),  # stop after so many
        ("stop", "i8"),  # set from another thread: stop now
        ("cut_short", "i8"),  # how often the depth ran out before the game did
        *((name, "i8") for name in Techniques._fields),
        ("move", "i8", (MOST_PLIES, MOST_MOVES)),
        ("order", "i8", (MOST_PLIES, MOST_MOVES)),
        ("killer", "i8", (MOST_PLIES, 2)),
        ("good", "i8", (2, MOST_MOVES)),  # history: how often a move was good, for each side
        ("line", "i8", (MOST_PLIES + 1, MOST_PLIES + 1)),
        ("length", "i8", (MOST_PLIES + 1,)),
    ],
    align=True,
)
"""Everything that one search writes to, behind one pointer: arrays as arguments would be counted at every call."""

ENTRY_BYTES = 16
TABLE = np.dtype([("entries", "i8"), ("slot", "i8", (2,))], align=True)
"""The memory of positions. It is as long as was asked for: what is declared here is only its beginning."""


def new_work(techniques: Techniques) -> Any:
    """What one search needs of its own."""
    work = np.zeros(1, WORK)
    work["limit"] = np.iinfo(np.int64).max
    for name, used in techniques._asdict().items():
        work[name] = used
    work["killer"] = -1
    return work


def new_table(megabytes: float) -> Any:
    """A memory of so many megabytes; searches that share it help each other."""
    entries = max(1, int(megabytes * MEGABYTE) // ENTRY_BYTES) if megabytes else 0
    room = np.zeros(TABLE.itemsize + entries * ENTRY_BYTES, np.uint8)
    table = room[: TABLE.itemsize].view(TABLE)
    table["entries"] = 1 << entries.bit_length() - 1 if entries else 0  # a power of two
    return table


# ---------------------------------------------------------------------- the search


@compiled
def search(position, weights, depth, alpha, beta, ply, work, table):
    """What a position is worth to the side to move, `depth` plies deep.

    At or below alpha it means "at most that", at or above beta "at least that".
    """
    work.nodes += 1
    work.length[ply] = 0
    over = result(position)
    if over != NOT_OVER:
        return over * (WIN - ply)
    if depth == 0 or ply == MOST_PLIES - 1:
        work.cut_short += 1
        return max(-SURE, min(SURE, evaluate(position, weights)))
    if work.stop or work.nodes > work.limit:
        work.stop = 1
        return 0
    if drawn(position):
        return 0

    hashed, first = 0, -1
    if table.entries:
        hashed = key(position)
        known = recall(table, hashed)
        if known:
            first = known >> 8 & 255
            if holds(known, depth):
                value, bound = from_here(known >> 32, ply), known >> 16 & 3
                if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                    work.cut_short += known & 127 != TO_THE_END
                    work.line[ply, 0] = first
                    work.length[ply] = 1
                    return value

    move, order = work.move[ply], work.order[ply]
    count = moves(position, move, 0)
    if depth >= ORDERED_FROM:
        for index in range(count):
            order[index] = promise(position, move[index], first, ply, work)
    cut_short, floor, best, best_move = work.cut_short, alpha, -INFINITY, -1
    for index in range(count):
        if depth >= ORDERED_FROM:
            bring_best_forward(move, order, index, count)
        following = play(position, move[index])
        sign = turn(position, following)
        scout = work.scouting and work.pruning and index > 0  # it only asks whether a move is better
        wanted = alpha + 1 if scout else beta
        low, high = window(sign, alpha, wanted, work)
        value = sign * search(following, weights, depth - 1, low, high, ply + 1, work, table)
        if alpha < value < beta and wanted < beta:
            low, high = window(sign, alpha, beta, work)
            value = sign * search(following, weights, depth - 1, low, high, ply + 1, work, table)
        if work.stop:
            return 0
        if value > best:
            best, best_move = value, move[index]
            keep_line(work, ply, best_move)
            if work.pruning:
                alpha = max(alpha, best)
                if alpha >= beta:
                    note_refutation(work, ply, depth, best_move)
                    break

    if table.entries:
        bound = AT_MOST if best <= floor else AT_LEAST if best >= beta else EXACT
        looked = depth if work.cut_short > cut_short else TO_THE_END
        write_down(table, hashed, to_here(best, ply) << 32 | bound << 16 | best_move << 8 | 128 | looked)
    return best


@compiled
def window(sign, alpha, beta, work):
    """Which values matter, as the side sees it that is to move next."""
    if not work.pruning:
        return -INFINITY, INFINITY
    return (-beta, -alpha) if sign < 0 else (alpha, beta)


@compiled
def promise(position, move, first, ply, work):
    """How soon a move should be looked at: the remembered one, killers, what was good elsewhere, the game's hint."""
    if move == first:
        return 1 << 40
    promising = 0
    if work.killers and (move == work.killer[ply, 0] or move == work.killer[ply, 1]):
        promising += 1 << 30
    if work.hints:
        promising += hint(position, move) << 20
    if work.history:
        promising += work.good[ply & 1, move]
    return promising


@compiled
def bring_best_forward(move, order, index, count):
    """Swap the most promising move that is left to the front; of equal ones the game's first stays first."""
    best = index
    for other in range(index + 1, count):
        if order[other] > order[best]:
            best = other
    chosen, promising = move[best], order[best]
    for place in range(best, index, -1):
        move[place], order[place] = move[place - 1], order[place - 1]
    move[index], order[index] = chosen, promising


@compiled
def note_refutation(work, ply, depth, move):
    """Remember a move that was good enough: for siblings (killers), and for everywhere (history)."""
    if work.killer[ply, 0] != move:
        work.killer[ply, 1] = work.killer[ply, 0]
        work.killer[ply, 0] = move
    good = work.good
    good[ply & 1, move] += depth * depth
    if good[ply & 1, move] >= 1 << 19:
        for other in range(MOST_MOVES):
            good[ply & 1, other] >>= 1


@compiled
def keep_line(work, ply, move):
    """The best line from here: this move, and the best line from there."""
    line, length = work.line, work.length
    line[ply, 0] = move
    for place in range(length[ply + 1]):
        line[ply, place + 1] = line[ply + 1, place]
    length[ply] = length[ply + 1] + 1


# ---------------------------------------------------------------------- remembering
#
# An entry is two numbers, what is known and the key mixed with it. Several threads may write at once without locks:
# halves of two different entries do not fit together and are taken for none.


@compiled
def recall(table, hashed):
    """What is known of a position, or 0."""
    slot = 2 * (hashed & table.entries - 1)
    known = table.slot[slot + 1]
    return known if table.slot[slot] ^ known == hashed else 0


@compiled
def holds(known, depth):
    """Whether what is known was looked at so deep: just that, or to the end if the end is no further away."""
    looked, value = known & 127, abs(known >> 32)
    return looked == depth or (looked == TO_THE_END and (value <= SURE or WIN - value <= depth))


@compiled
def write_down(table, hashed, known):
    """Remember, whatever was remembered there before."""
    slot = 2 * (hashed & table.entries - 1)
    table.slot[slot] = hashed ^ known
    table.slot[slot + 1] = known


@compiled
def to_here(value, ply):
    """A win or loss counted from this position, as it is remembered, instead of from the root."""
    return value + ply if value > SURE else value - ply if value < -SURE else value


@compiled
def from_here(value, ply):
    """And back."""
    return value - ply if value > SURE else value + ply if value < -SURE else value


@entry("the search")
def look(position, weights, depth, alpha, beta, ply, works, tables):
    """Search one position from the interpreter.

    The ply is an argument although it is always 1: with a literal, Numba keeps code that it cannot load again.
    """
    return search(position, weights, depth, alpha, beta, ply, works[0], tables[0])


# ---------------------------------------------------------------------- the brain


@dataclass
class Root:
    """One option of a decision: where it leads, and what is known of it so far."""

    option: str
    move: int
    following: Any
    sign: int
    value: int = 0
    exact: bool = True
    """Whether it is worth just that, or at most that."""

    proven: bool = False
    """Whether nothing was left open: then a value that is no win or loss is a draw."""

    line: list[int] = field(default_factory=list)
    complete: bool = False
    """Whether the line goes to the end of the game."""

    @property
    def decided(self) -> bool:
        """Whether looking deeper cannot change anything."""
        return self.exact and (self.proven or abs(self.value) > SURE)


class AlphaBeta(Brain):
    """Searches compiled, until its depth, its nodes or its time is used up.

    Bounded by depth or nodes and with one thread, the same position always gets the same answer.
    """

    settings: ClassVar[tuple[Setting, ...]] = (
        DEPTH,
        NODES,
        TABLE_SIZE,
        THREADS,
        THOROUGH,
        DEEPENING,
        PRUNING,
        Setting.switch("killers", default=True, about="tries moves early that refuted a sibling position"),
        Setting.switch("history", default=True, about="tries moves early that were good elsewhere"),
        Setting.switch("hints", default=True, about="tries moves early that the game itself finds promising"),
        Setting.switch("scouting", default=True, about="only asks whether a later move is better than the first"),
    )

    def __init__(
        self,
        game: AnyGame,
        depth: int | None = None,
        nodes: int | None = None,
        table: float = 16,
        threads: int = 1,
        thorough: bool = False,
        deepening: bool = True,
        evaluation: str | None = None,
        **techniques: bool,
    ) -> None:
        super().__init__(game)
        self.depth = depth
        self.nodes = nodes
        self.table = table
        self.threads = threads
        self.thorough = thorough
        self.deepening = deepening
        self.techniques = Techniques(**techniques)
        self.weights = self._weights(evaluation)

    def prepare(self) -> None:
        """Compile the search for this game, or load it."""
        position = self.game.start(Random(0))
        self._demand_kernel(position)
        look(position, self.weights, 0, -INFINITY, INFINITY, 1, new_work(self.techniques), new_table(0))

    def judge(self, decision: Decision) -> Analysis:
        """Score the options: all of them exactly if thorough, else the best one, and the others at most."""
        began = time.perf_counter()
        position = decision.view
        self._demand_kernel(position)
        table = new_table(self.table if kernels.function_of("key", type(position)) else 0)
        works = [new_work(self.techniques) for _ in range(self.threads)]
        roots, reached = self._roots(decision), 1
        self._look_at_all(roots, 1, works[0], table)  # so that there is an answer, whatever the clock says
        works[0]["limit"] = self.nodes or np.iinfo(np.int64).max

        def report() -> None:
            decision.thinking.report(self._analysis(roots, position, reached, works, began))

        def stop() -> None:
            for work in works:
                work["stop"] = 1

        with stopped_by(decision.thinking, stop), self._helped(roots, works[1:], table, stop):
            report()
            for depth in self._depths():
                deeper = [replace(root) for root in roots]
                if self._settled(roots) or not self._look_at_all(deeper, depth, works[0], table):
                    break
                roots, reached = deeper, depth
                report()
            if not works[0]["stop"][0]:  # then there is time left
                self._complete_lines(roots, 2 * int(works[0]["nodes"][0]), works[0], table)
        self._complete_lines(roots, 0, works[0], table)
        return self._analysis(roots, position, reached, works, began)

    def _demand_kernel(self, position: Any) -> None:
        if not kernels.has_kernel(position):
            raise BadSetting(f"{self.game.title} has no kernel, so only brains like minimax can play it.")

    def _weights(self, evaluation: str | None) -> Any:
        known = self.game.evaluations if isinstance(self.game, HasEvaluations) else {}
        if evaluation is None:
            return next(iter(known.values()), kernels.Blind())
        if evaluation not in known:
            raise BadSetting(f"{self.game.title} has no evaluation {evaluation!r}; it has {', '.join(known)}.")
        return known[evaluation]

    def _roots(self, decision: Decision) -> list[Root]:
        position = decision.view
        moves = self.game.options(position)
        following = {option: play(position, moves[option]) for option in decision.options}
        return [Root(option, moves[option], next_, turn(position, next_)) for option, next_ in following.items()]

    def _depths(self) -> Iterable[int]:
        deepest = self.depth or MOST_PLIES - 1
        return range(2, deepest + 1) if self.deepening else range(max(2, deepest), deepest + 1)

    def _look_at_all(self, roots: list[Root], depth: int, work: Any, table: Any) -> bool:
        """Look at every option so deep, the best so far first; False if there was no time for that."""
        best = -INFINITY
        for root in sorted(roots, key=lambda root: -root.value):
            if root.decided:
                best = max(best, root.value)
                continue
            if self.thorough or not self.techniques.pruning:
                self._look(root, depth, -INFINITY, INFINITY, work, table)
            else:
                if self.techniques.scouting and best > -INFINITY:
                    self._look(root, depth, best, best + 1, work, table)
                if not self.techniques.scouting or best == -INFINITY or root.value > best:
                    self._look(root, depth, best, INFINITY, work, table)
                root.exact = root.value > best
            if work["stop"][0]:
                return False
            best = max(best, root.value)
        return True

    def _look(self, root: Root, depth: int, alpha: int, beta: int, work: Any, table: Any) -> None:
        cut_short = int(work["cut_short"][0])
        low, high = (-beta, -alpha) if root.sign < 0 else (alpha, beta)
        root.value = root.sign * int(look(root.following, self.weights, depth - 1, low, high, 1, work, table))
        root.proven = int(work["cut_short"][0]) == cut_short
        root.exact = True
        root.line = work["line"][0, 1, : work["length"][0, 1]].tolist()

    def _settled(self, roots: list[Root]) -> bool:
        """Whether looking deeper is of no use."""
        if all(root.proven or root.decided for root in roots):
            return True
        best = max(roots, key=lambda root: root.value)
        return not self.thorough and (len(roots) == 1 or (best.decided and best.value > SURE))

    @contextmanager
    def _helped(self, roots: list[Root], works: list[Any], table: Any, stop: Callable[[], None]) -> Iterator[None]:
        """While this lasts, more threads look at the same, some a ply deeper, and share the memory."""

        def look_ahead(number: int, work: Any) -> None:
            own = [replace(root) for root in roots[number:] + roots[:number]]
            for depth in range(2 + number % 2, (self.depth or MOST_PLIES - 1) + 1):
                if not self._look_at_all(own, depth, work, table):
                    return

        helpers = [
            threading.Thread(target=look_ahead, args=numbered, name="helping a search", daemon=True)
            for numbered in enumerate(works, 1)
        ]
        for helper in helpers:
            helper.start()
        try:
            yield
        finally:
            stop()
            for helper in helpers:
                helper.join()

    def _complete_lines(self, roots: list[Root], nodes: int, work: Any, table: Any) -> None:
        """Lines end where the memory knew the answer; those of proven results are followed to the end of the game."""
        work["stop"], work["limit"] = 0, work["nodes"] + nodes + LINE_NODES
        for root in roots:
            if root.decided and not root.complete and (line := self._proven_line(root, work, table)) is not None:
                root.line, root.complete = line, True

    def _proven_line(self, root: Root, work: Any, table: Any) -> list[int] | None:
        """Moves of both sides that keep to a proven value, or None if they are not found quickly."""
        position, value, line = root.following, root.sign * root.value, list[int]()
        plies = WIN - abs(value) if abs(value) > SURE else MOST_PLIES
        while result(position) == NOT_OVER:
            ply = len(line) + 2
            for move in self.game.moves(position):
                following = play(position, move)
                wanted = turn(position, following) * value
                depth = max(0, plies - ply)
                if look(following, self.weights, depth, wanted - 1, wanted + 1, ply, work, table) == wanted:
                    break
            else:
                return None
            if work["stop"][0]:
                return None
            line.append(move)
            position, value = following, wanted
        return line

    def _analysis(self, roots: list[Root], position: Any, depth: int, works: list[Any], began: float) -> Analysis:
        judged = tuple(self._judgement(root, position) for root in roots)
        nodes = sum(int(work["nodes"][0]) for work in works)
        return Analysis(judged, depth, nodes, time.perf_counter() - began, verdict(judged))

    def _judgement(self, root: Root, position: Any) -> Judgement:
        line = self._as_text(position, (root.move, *root.line))
        if root.value < -SURE or (root.value > SURE and root.exact):  # at most a win is no win
            won, plies = (1 if root.value > 0 else -1), WIN - abs(root.value)
            score, outcome = self.game.proven_score(position, won, plies), "win" if won > 0 else "loss"
            return Judgement(root.option, score, outcome, plies, line, root.exact)
        if root.proven and root.exact:
            score = self.game.proven_score(position, 0, len(line))
            return Judgement(root.option, score, "draw", len(line) if root.complete else None, line)
        return Judgement(root.option, float(root.value), line=line, exact=root.exact)

    def _as_text(self, position: Any, line: Iterable[int]) -> tuple[str, ...]:
        texts = []
        for move in line:
            texts.append(self.game.move_text(position, move))
            position = play(position, move)
        return tuple(texts)
