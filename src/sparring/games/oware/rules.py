"""Oware: seeds are sown around twelve houses, and whoever captures more of them wins."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, ClassVar, NamedTuple

from sparring.games.oware import board, facts, lessons, rulebook, text
from sparring.games.oware.board import ENOUGH, HOUSES, SEEDS, START, Board
from sparring.games.oware.evaluation import Houses, Plain, Rich, by_seeds
from sparring.games.oware.scene import board_scene, story
from sparring.games.oware.sowing import boards
from sparring.games.oware.tactics import TACTICS
from sparring.rules import Game, Outcome, Tactic
from sparring.rules.capabilities import Posed
from sparring.rules.facts import Fact
from sparring.rules.jobs import LongJob
from sparring.rules.teaching import FirstGame, Lesson, Section
from sparring.scenes import Scene

GOOD_CAPTURE = 3
"""Seeds that are worth a remark."""

FEW_SEEDS, QUIET_PLIES = 10, 8
"""With at most this many seeds left, and this many plies without a capture, players may share what is left."""


class Position(NamedTuple):
    """A board, and how it came about."""

    board: Board
    past: tuple[Board, ...] = ()
    """The boards since the last capture: if one of them occurs again, the game is over."""

    before: Board | None = None
    """The board before the last move."""


class Oware(Game[Position, int]):
    """Take the seeds of a house and sow them; capture twos and threes in the other side's row."""

    name = "oware"
    title = "Oware"
    about = "Sow and capture by the Abapa rules, against opponents up to one that knows how every small ending ends."
    how_to_play = (
        "Take all seeds of one of your houses and sow them one by one, anticlockwise.",
        "If your last seed makes two or three in a house of your opponent's, you capture these seeds, "
        "and the twos and threes right before them.",
        "25 seeds win. If your opponent has no seeds, you must play a move that gives them some, if there is one.",
        "When the last seeds only go round, offer to share them: each side takes those in its own row.",
    )
    seats: ClassVar[tuple[str, ...]] = ("south", "north")
    half_bar_score: ClassVar[float] = 6.0
    tactics: ClassVar[Mapping[str, Tactic]] = TACTICS
    evaluations: ClassVar[Mapping[str, Any]] = {"plain": Plain(), "rich": Rich(), "houses": Houses()}
    rival: ClassVar[str] = "houses"

    def start(self, rng: Random) -> Position:
        """Four seeds in every house."""
        return Position(START)

    def to_move(self, position: Position) -> int:
        """South begins, and then they alternate."""
        return position.board.north

    def moves(self, position: Position) -> list[int]:
        """The houses that may be sown, the last one first."""
        buffer = [0] * HOUSES
        return buffer[: board.moves(position.board, buffer, 0)]

    def play(self, position: Position, move: int) -> Position:
        """A house is sown, and the sides change."""
        now = position.board
        following = board.play(now, move)
        captured = following.lost > now.captured
        return Position(following, () if captured else (*position.past, now), now)

    def outcome(self, position: Position) -> Outcome | None:
        """Somebody has enough, or nobody can move, or all of it was there before."""
        now = position.board
        if max(now.captured, now.lost) >= ENOUGH:
            south, north = text.captures(now)
            return Outcome(int(north > south), f"{max(south, north)} seeds captured")
        if now in position.past:
            return self._counted(now, "the same position again")
        return None if board.can_move(now.mine, now.theirs) else self._counted(now, "no house to sow")

    def _counted(self, now: Board, why: str) -> Outcome:
        """Each side adds the seeds of its own row."""
        taken = [captured + sum(row) for captured, row in zip(text.captures(now), text.rows(now), strict=True)]
        winner = None if taken[0] == taken[1] else int(taken[1] > taken[0])
        return Outcome(winner, f"{why}: {taken[0]} to {taken[1]} with the seeds in each row")

    def shared(self, position: Position) -> Outcome:
        """Each side takes the seeds of its own row, as after a repetition."""
        return self._counted(position.board, "shared by agreement")

    def worth_sharing(self, position: Position) -> bool:
        """Only a circle is left: few seeds go round, and nobody has captured any for some time."""
        now = position.board
        return board.seeds_left(now) <= FEW_SEEDS and len(position.past) >= QUIET_PLIES

    def deeds(self, before: Position, after: Position) -> list[str]:
        """A good capture is fine; to capture nothing where a larger one is open is a miss."""
        taken = {move: board.play(before.board, move).lost - before.board.captured for move in self.moves(before)}
        now = after.board.lost - before.board.captured
        return ["fine"] if now >= GOOD_CAPTURE else ["missed"] if not now and max(taken.values()) > GOOD_CAPTURE else []

    def all_moves(self) -> list[str]:
        """The houses of south, then those of north."""
        return list("ABCDEFabcdef")

    def observation(self, view: Position, seat: int) -> list[float]:
        """The share of all seeds in each house and captured, the seat's own first; the rest tells pasts apart."""
        houses, taken = text.rows(view.board), text.captures(view.board)
        seeds = [count for side in (seat, 1 - seat) for count in (*houses[side], taken[side])]
        past = blake2b(repr(view.past).encode(), digest_size=4).digest() if view.past else bytes(4)
        return [count / SEEDS for count in seeds] + [byte / 255 for byte in past]

    def kernel_position(self, position: Position) -> Board:
        """The board."""
        return position.board

    def past(self, position: Position) -> tuple[Board, ...]:
        """The boards since the last capture."""
        return position.past

    def progress(self, view: Position) -> float:
        """The share of the seeds that are captured."""
        captured = view.board.captured + view.board.lost
        return captured / max(1, captured + board.seeds_left(view.board))

    def evaluate(self, position: Position, seat: int) -> float:
        """Captured seeds, and seeds in one's own row, for one seat."""
        score = by_seeds(position.board, self.evaluations["plain"])
        return score if seat == position.board.north else -score

    def move_text(self, position: Position, move: int) -> str:
        """The house: A to F for south, a to f for north."""
        return text.name_of(position.board, move)

    def why_not(self, position: Position, house: str) -> str:
        """Empty, not one's own, or starving the other side."""
        return text.why_not(position.board, house, over=self.outcome(position) is not None)

    def position_text(self, position: Position) -> str:
        """Houses A to F and a to f, what is captured, the side to move."""
        return text.write(position.board)

    def read_position(self, line: str) -> Position:
        """The position of such a line, with nothing before it."""
        return Position(text.read(line))

    def pose(self, line: str) -> Posed:
        """The position of such a line, with up to 48 seeds in all."""
        return Posed(self, Position(text.pose(line)))

    def facts(self, view: Position, move: int) -> list[Fact]:
        """Captures, seeds under attack, feeding and waiting; nothing of that matters if the position occurs again."""
        return [] if board.play(view.board, move) in view.past else facts.facts(view.board, move)

    def draw(self, view: Position) -> str:
        """The board as players know it, north's row above south's."""
        return text.draw(view.board)

    def steps(self, view: Position, last: str) -> Iterator[str]:
        """Seed after seed is sown, and house after house captured; where seeds were brought is marked."""
        if view.before is not None:
            for place, then in boards(view.before, text.number_of(last)):
                yield text.draw(then, marked=place)

    def scene(self, view: Position, last: str | None = None) -> Scene:
        """A wooden board with its seeds; those of the last move are sown one by one."""
        steps = () if view.before is None or last is None else story(view.before, text.number_of(last))
        ended = self.outcome(view)
        return board_scene(view.board, self.title, last, steps, over=ended.reason if ended else "")

    def rulebook(self) -> list[Section]:
        """Sow, capture, feed, end."""
        return rulebook.sections(Position)

    def glossary(self) -> Mapping[str, str]:
        """What players call things."""
        return rulebook.GLOSSARY

    def first_game(self) -> FirstGame:
        """Against a beginner."""
        return lessons.FIRST_GAME

    def lessons(self, view: Position, options: Sequence[str]) -> list[Lesson]:
        """What there is to learn about a position."""
        return lessons.lessons(view.board, view.before)

    def practice(self, weights: Any) -> Any:
        """The search of its opponents plays the games of a training."""
        from sparring.games.oware.practice import OwarePractice

        return OwarePractice(weights)

    def build_tables(self, job: LongJob) -> str:
        """Compute how endgames end, for the master."""
        from sparring.games.oware import tables

        return tables.build(job)
