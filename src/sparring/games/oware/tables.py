# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Endgame tables: how many more seeds than the other side the mover still gets, for every board with few seeds.

They are computed on the user's machine, beginning with the boards that hold no seeds. The value of a board follows from
the boards that its moves lead to. A capture leads to a board with fewer seeds, whose value is known. All other moves
lead to boards with as many seeds, and these can form cycles. A repeated position ends the game, with a result that
depends on where the cycle was entered, so a board has no single value. It has a lower and an upper bound instead.

The bounds start as wide as possible. Each sweep narrows them by those of the following boards, until a sweep changes
nothing. Every bound was derived from bounds that existed before it. So a player who follows a bound comes nearer to a
capture or an end with each move, never enters a cycle, and gets at least what the bound says. Where both bounds are
equal, the value is exact.
"""

import hashlib
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import platformdirs

from sparring.games.oware.board import HOUSES, capture, house, may_play, seeds_in, sow
from sparring.rules import SparringError
from sparring.rules.compiler import compiled, entry
from sparring.rules.files import write_whole
from sparring.rules.jobs import LongJob, Tell, report_work
from sparring.work.pool import Executor, executor

HOLES = 2 * HOUSES
MOST_SEEDS = 18
"""The largest tables that can be computed: 86 million boards, 173 MB."""

BATCH = 20_000
"""Boards that are computed between two checks whether to go on."""

USUAL_SEEDS = 10
"""The tables that are computed when they are first needed, in a few seconds."""

WAYS = np.array(
    [[comb(seeds + houses - 1, houses) if seeds else 0 for seeds in range(MOST_SEEDS + 2)] for houses in range(HOLES)]
)
"""`WAYS[houses, seeds]`: in how many ways fewer than `seeds` seeds lie in `houses` houses. It numbers the boards."""

ENDINGS = np.dtype(
    [
        ("most", "i8"),  # the tables hold boards with up to this many seeds
        ("begin", "i8", (MOST_SEEDS + 2,)),  # the first index of the boards with each number of seeds
        ("bound", "i1", (2,)),  # lower and upper bounds in turn; the others follow in memory
    ],
    align=True,
)


def boards_with(seeds: int) -> int:
    """The number of boards with exactly this many seeds.

    >>> boards_with(8), boards_with(10)
    (75582, 352716)
    """
    return comb(seeds + HOLES - 1, HOLES - 1)


class Bounds(NamedTuple):
    """What is proven about the final difference in seeds, for one side."""

    low: int
    high: int

    @classmethod
    def exactly(cls, difference: int) -> "Bounds":
        """Both bounds are the same."""
        return cls(difference, difference)

    @property
    def decided(self) -> bool:
        """True if it is proven who wins, or that it is a draw."""
        return self.low > 0 or self.high < 0 or self.low == self.high == 0


class Endings:
    """The tables of all boards with up to `most` seeds; with -1 there are none."""

    def __init__(self, most: int) -> None:
        sizes = [boards_with(seeds) for seeds in range(most + 1)]
        room = np.zeros(ENDINGS.itemsize + 2 * sum(sizes), np.uint8)
        self.most = most
        self.record = room[: ENDINGS.itemsize].view(ENDINGS)
        """The record that compiled code reads and writes."""

        self.record["most"] = most
        self.record["begin"][0, : most + 2] = np.cumsum([0, *sizes])
        offset = dict(ENDINGS.fields or {})["bound"][1]
        self.bounds: Any = room[offset : offset + 2 * sum(sizes)].view(np.int8)
        """The lower and the upper bounds in turn."""

    def of(self, seeds: int) -> Any:
        """The bounds of all boards with exactly this many seeds, one row of two for each board."""
        begin, end = (2 * int(self.record["begin"][0, seeds + more]) for more in (0, 1))
        return self.bounds[begin:end].reshape(-1, 2)

    def __reduce__(self) -> tuple[Any, ...]:
        return _copied, (self.most, self.bounds)

    def look_up(self, mine: int, theirs: int) -> Bounds:
        """The bounds of a board, for the side to move."""
        seeds = seeds_in(mine) + seeds_in(theirs)
        index = find(self.record, mine, theirs, seeds) - int(self.record["begin"][0, seeds])
        low, high = self.of(seeds)[index]
        return Bounds(int(low), int(high))


def _copied(most: int, bounds: Any) -> Endings:
    """Tables in another process."""
    endings = Endings(most)
    endings.bounds[:] = bounds
    return endings


@compiled
def place(endings, mine, theirs, seeds):
    """The index of a board."""
    index, left = endings.begin[seeds], seeds
    for number in range(HOUSES):
        left -= house(mine, number)
        index += WAYS[HOLES - 1 - number, left]
    for number in range(HOUSES - 1):
        left -= house(theirs, number)
        index += WAYS[HOUSES - 1 - number, left]
    return index


@compiled
def lower_bound(endings, index):
    """The least that the mover gets."""
    return np.int64(endings.bound[2 * index])


@compiled
def upper_bound(endings, index):
    """The most that the mover gets."""
    return np.int64(endings.bound[2 * index + 1])


# ---------------------------------------------------------------------- computing them


@compiled
def board_at(index, seeds):
    """Both rows of the board with an index, counted among the boards with this many seeds."""
    mine = theirs = 0
    left = seeds
    for number in range(HOLES - 1):
        rest = left
        while WAYS[HOLES - 1 - number, rest] > index:
            rest -= 1
        index -= WAYS[HOLES - 1 - number, rest]
        if number < HOUSES:
            mine |= left - rest << 8 * number
        else:
            theirs |= left - rest << 8 * (number - HOUSES)
        left = rest
    return mine, theirs | left << 8 * (HOUSES - 1)


@compiled
def follow(endings, mine, theirs, seeds):
    """The bounds of a board that follow from the boards after each of its moves."""
    low = high = -HOLES * MOST_SEEDS
    for number in range(HOUSES):
        if may_play(mine, theirs, number):
            own, other, last = sow(mine, theirs, number)
            kept = capture(other, last) if last >= HOUSES else other
            taken = seeds_in(other - kept)
            following = place(endings, kept, own, seeds - taken)
            low = max(low, taken - upper_bound(endings, following))
            high = max(high, taken - lower_bound(endings, following))
    if low == -HOLES * MOST_SEEDS:  # no move: each side takes its own row
        low = high = seeds_in(mine) - seeds_in(theirs)
    return low, high


@compiled
def narrow(endings, index, low, high):
    """Narrow the bounds of a board to these; True if that changed them."""
    low, high = max(low, lower_bound(endings, index)), min(high, upper_bound(endings, index))
    changed = low != lower_bound(endings, index) or high != upper_bound(endings, index)
    endings.bound[2 * index], endings.bound[2 * index + 1] = low, high
    return changed


@entry("the endgame tables of Oware")
def sweep(all_endings, seeds, first, last, backwards):
    """Narrow the bounds of some boards with this many seeds once; the result is how many of them changed."""
    endings, changed = all_endings[0], 0
    begin = endings.begin[seeds]
    for step in range(last - first):
        number = last - 1 - step if backwards else first + step
        if lower_bound(endings, begin + number) < upper_bound(endings, begin + number):
            mine, theirs = board_at(number, seeds)
            low, high = follow(endings, mine, theirs, seeds)
            changed += narrow(endings, begin + number, low, high)
    return changed


@entry("the endgame tables of Oware")
def sweep_with_past(all_endings, seeds, first, last, past, worth):
    """The same, for a game in which some boards have occurred: one of these may also end it, with its `worth`."""
    endings, changed = all_endings[0], 0
    begin = endings.begin[seeds]
    for number in range(first, last):
        if lower_bound(endings, begin + number) < upper_bound(endings, begin + number):
            mine, theirs = board_at(number, seeds)
            low, high = follow(endings, mine, theirs, seeds)
            for at in range(len(past)):
                if past[at] == begin + number:
                    low, high = min(low, worth[at]), max(high, worth[at])
            changed += narrow(endings, begin + number, low, high)
    return changed


@entry("the endgame tables of Oware")
def find(all_endings, mine, theirs, seeds):
    """The index of a board, for the interpreter."""
    return place(all_endings[0], mine, theirs, seeds)


def compute(most: int, tell: Tell, threads: int = 2, known: Endings | None = None) -> Endings:
    """The tables of all boards with up to `most` seeds; those in `known` are not computed again."""
    with executor(threads, threads=True) as workers:
        return compute_on(workers, most, tell, known)


def compute_on(workers: Executor, most: int, tell: Tell, known: Endings | None) -> Endings:
    """The same, on workers of any kind."""
    endings = Endings(most)
    for seeds in range(most + 1):
        bounds = endings.of(seeds)
        if known is not None and seeds <= known.most:
            bounds[:] = known.of(seeds)
            continue
        bounds[:] = -seeds, seeds
        _narrow_all(endings, seeds, workers, tell)
    return endings


def after_past(known: Endings, past: Sequence[tuple[int, int]], going: Callable[[], bool]) -> Endings | None:
    """The tables of a game in which the boards of `past` have occurred, so that each of them ends it; None if stopped.

    All boards of the past hold the same number of seeds. The tables do not know whose turn it was on them. So the
    bounds of such a board enclose both its result if it ends the game, and its value if it does not.
    """
    seeds = sum(map(seeds_in, past[0]))
    endings = Endings(seeds)
    for fewer in range(seeds):
        endings.of(fewer)[:] = known.of(fewer)
    endings.of(seeds)[:] = -seeds, seeds
    places = np.array([find(endings.record, mine, theirs, seeds) for mine, theirs in past])
    worth = np.array([seeds_in(mine) - seeds_in(theirs) for mine, theirs in past])
    size = boards_with(seeds)
    changed = size
    while changed:
        changed = 0
        for first in range(0, size, BATCH):
            if not going():
                return None
            changed += sweep_with_past(endings.record, seeds, first, min(first + BATCH, size), places, worth)
    return endings


def prepare_after_past(known: Endings) -> None:
    """Compile what `after_past` runs, or load it, so that no decision spends its thinking time on that."""
    after_past(known, [(1, 0)], lambda: True)


def _narrow_all(endings: Endings, seeds: int, workers: Executor, tell: Tell) -> None:
    size = boards_with(seeds)
    parts = list(pairwise(size * part // workers.width for part in range(workers.width + 1)))
    rounds, changed = 0, size
    while changed:
        narrowed = partial(_sweep_part, endings, seeds, rounds % 2 == 1)
        changed = 0
        for (first, last), (count, bounds) in zip(parts, workers.run(narrowed, parts), strict=True):
            endings.of(seeds)[first:last] = bounds  # in a thread they are these bounds; from elsewhere they are copies
            changed += count
        rounds += 1
        tell(f"endgames with {seeds} seeds, round {rounds}", size - changed, size)


def _sweep_part(endings: Endings, seeds: int, backwards: bool, part: tuple[int, int]) -> tuple[int, Any]:
    """Narrow the bounds of some boards; the result is how many of them changed, and the bounds."""
    first, last = part
    return int(sweep(endings.record, seeds, first, last, backwards)), endings.of(seeds)[first:last]


# ---------------------------------------------------------------------- storing them

HEADER = b"sparring oware endings 1\n"
DIGEST_SIZE = hashlib.sha256().digest_size
_ready: dict[str, Endings] = {}
_one_at_a_time = threading.Lock()


def own_path() -> Path:
    """Where the tables are stored."""
    return Path(platformdirs.user_cache_dir("sparring", appauthor=False)) / "oware-endings.bin"


def save(endings: Endings, path: Path) -> None:
    """Write tables to a file, with a digest of everything in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    most, bounds = bytes([endings.most]), memoryview(endings.bounds)
    write_whole(path, HEADER, _digest(most, bounds), most, bounds)


def load(path: Path) -> Endings | None:
    """The tables in a file, or None if there is none or it is damaged."""
    with suppress(OSError):
        kept = memoryview(path.read_bytes())
        content = kept[len(HEADER) + DIGEST_SIZE :]
        if len(content) and kept[: len(HEADER)] == HEADER and kept[len(HEADER) :][:DIGEST_SIZE] == _digest(content):
            most = content[0]
            endings = Endings(most) if most <= MOST_SEEDS else NONE
            if len(content) == 1 + len(endings.bounds):
                endings.bounds[:] = np.frombuffer(content, np.int8, offset=1)
                return endings
    return None


def _digest(*parts: Any) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


def ready(tell: Tell = report_work) -> Endings:
    """The tables on disk; if there are none, the usual ones are computed, and stored if possible."""
    with _one_at_a_time:
        path = own_path()
        if str(path) not in _ready:
            found = load(path)
            if found is None:
                found = compute(USUAL_SEEDS, tell)
                with suppress(OSError):
                    save(found, path)
            _ready[str(path)] = found
        return _ready[str(path)]


NONE = Endings(-1)


def build(job: LongJob) -> str:
    """Compute and store tables of the size that the job asks for; what is stored already is not computed again."""
    most, path = job.size or USUAL_SEEDS, job.save_to or own_path()
    if most > MOST_SEEDS:
        raise SparringError(f"Tables go up to {MOST_SEEDS} seeds, which are {2 * _boards_up_to(MOST_SEEDS):,} bytes.")
    known = load(path)
    with executor(job.processes, job.ray, threads=True) as workers:
        for seeds in range((known.most if known else 0) + 1, most + 1):  # stored after each, so it can be stopped
            known = compute_on(workers, seeds, job.tell, known)
            save(known, path)
    assert known is not None
    return f"{path} knows {_boards_up_to(known.most):,} endings with up to {known.most} seeds."


def _boards_up_to(seeds: int) -> int:
    return sum(boards_with(number) for number in range(seeds + 1))
