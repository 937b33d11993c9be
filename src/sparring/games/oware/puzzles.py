"""Puzzles in Oware: captures that a search finds and a longer one confirms, and endings that the tables prove."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sparring.games.oware import tables
from sparring.games.oware.board import Board, play, seeds_left
from sparring.games.oware.brain import LookAhead
from sparring.games.oware.rules import Oware, Position
from sparring.games.oware.text import captures, number_of, rows
from sparring.rules import Analysis, Decision
from sparring.rules.puzzles import DRAWN, LOST, WON, Kind, ProvingJudge

FIRST_DEPTH, DEPTH = 6, 12
"""Plies of the search that finds a capture, and of the one that confirms it."""

MARGIN = 3.0
"""Seeds by which every other move must be worse."""

FEWEST_SEEDS = 14
"""With fewer seeds left there are hardly any captures to look for, only results."""

MOST_SEEDS_IN_ENDINGS = 7
"""With this many seeds left, results are proven by the tables."""

SHOWN = 5
"""Plies of the expected line in which the capture must happen."""

RESULTS = {"win": WON, "draw": DRAWN, "loss": LOST}


class OwareJudge(ProvingJudge):
    """Searches twice for captures, and looks up endings."""

    players: ClassVar[Sequence[str]] = ("level4", "level5", "level6", "level7", "level8")
    opening: ClassVar[tuple[int, int]] = (2, 8)
    shares: ClassVar[Mapping[Kind, float]] = {Kind.CAPTURE: 0.65, Kind.ONLY: 0.3, Kind.WIN: 0.3, Kind.DRAW: 0.3}
    most_tries: ClassVar[int] = 3
    tolerance: ClassVar[float] = 0.6

    def __init__(self) -> None:
        self._game = Oware()
        self._known: tuple[LookAhead, Position, Analysis] | None = None
        """The last judgement: each position is asked about several times in a row."""

        self._glance = LookAhead(self._game, depth=FIRST_DEPTH, thorough=True, table=4)
        self._look = LookAhead(self._game, depth=DEPTH, thorough=True, table=16)

    def goal(self, position: Position) -> Kind | None:
        """A result that hangs on one move, or a capture that is worth much more than any other move."""
        left = seeds_left(position.board)
        if left <= MOST_SEEDS_IN_ENDINGS:
            return super().goal(position) if self._may_hang_on_one_move(position.board) else None
        if left < FEWEST_SEEDS or len(self._game.moves(position)) < 2:
            return None
        if _margin(self._judged(self._glance, position)) < MARGIN:
            return None
        found = self._judged(self._look, position)
        best = found[found.best]
        wide = best.outcome is None and _margin(found) >= MARGIN
        return Kind.CAPTURE if wide and _gained(position.board, best.line[:SHOWN]) >= MARGIN else None

    def keeping(self, position: Position, kind: Kind) -> list[str]:
        """The moves that are proven to keep the result, or that are not much worse than the best one."""
        if kind is not Kind.CAPTURE:
            return super().keeping(position, kind)
        found = self._judged(self._look, position)
        best = max(judged.score for judged in found.options)
        return [judged.option for judged in found.options if judged.score > best - MARGIN]

    def results(self, position: Position) -> dict[str, int] | None:
        """The proven result of each house."""
        if seeds_left(position.board) > MOST_SEEDS_IN_ENDINGS:
            return None
        found = self._judged(self._look, position)
        if any(judged.outcome is None for judged in found.options):
            return None
        return {judged.option: RESULTS[judged.outcome or ""] for judged in found.options}

    def reply(self, position: Position, kind: Kind) -> str:
        """The move that the longer search finds best."""
        return self._judged(self._look, position).best

    def reached(self, position: Position, kind: Kind) -> bool:
        """A capture is reached when the solver's move has captured something, so that nothing can be repeated."""
        return kind is Kind.CAPTURE and not position.past

    def words(self, position: Position, kind: Kind, moves: int) -> str:
        """What the other moves cost."""
        if kind is Kind.CAPTURE:
            return f"Win seeds: every other move is worth at least {MARGIN:.0f} seeds less."
        return super().words(position, kind, moves)

    def easy(self, position: Position, move: str) -> bool:
        """A capture that is larger than all others at once."""
        now = {option: _gained(position.board, (option,)) for option in self._game.options(position)}
        return now[move] > 0 and all(seeds < now[move] for option, seeds in now.items() if option != move)

    def features(self, position: Position) -> list[frozenset[tuple[int, int]]]:
        """The seeds in each house and store that is not empty, counted from the house of the side to move."""
        both = rows(position.board)
        mover = position.board.north
        seeds = (*both[mover], *both[1 - mover])
        taken = captures(position.board)
        held = enumerate((*seeds, taken[mover], taken[1 - mover]))
        return [frozenset((place, count) for place, count in held if count)]

    def _may_hang_on_one_move(self, board: Board) -> bool:
        """Whether one move alone gets the best result by the tables, which do not know what was played before."""
        signs = []
        for move in self._game.moves(Position(board)):
            after = play(board, move)
            low, high = tables.ready().look_up(after.mine, after.theirs)
            ahead = after.lost - after.captured
            signs.append((ahead - high > 0) - (ahead - low < 0))
        return len(signs) > 1 and max(signs) > LOST and signs.count(max(signs)) == 1

    def _judged(self, brain: LookAhead, position: Position) -> Analysis:
        if self._known is not None and self._known[:2] == (brain, position):
            return self._known[2]
        options = tuple(self._game.options(position))
        found = brain.judge(Decision(self._game.to_move(position), options, position, seed=0))
        self._known = brain, position, found
        return found


def judge() -> OwareJudge:
    """A judge of Oware; the game's class does not name it, because its brains depend on all of that class."""
    return OwareJudge()


def _margin(found: Analysis) -> float:
    """By how many seeds the best option is better than the second."""
    scores = sorted((judged.score for judged in found.options), reverse=True)
    return float(scores[0] - scores[1])


def _gained(board: Board, line: Sequence[str]) -> int:
    """The seeds that a line brings the side to move, less those that it brings the other side."""
    mover, before = board.north, captures(board)
    for name in line:
        board = play(board, number_of(name))
    after = captures(board)
    return after[mover] - before[mover] - (after[1 - mover] - before[1 - mover])
