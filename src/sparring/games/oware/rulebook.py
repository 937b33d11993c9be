"""The rules of Oware in sections; every picture is a position that is played on by the rules."""

from collections.abc import Mapping

from sparring.games.oware.board import ENOUGH, Board, house, moves, play
from sparring.games.oware.scene import TALL
from sparring.games.oware.text import NORTH, SOUTH, captures, name_of, pose
from sparring.rules.teaching import Picture, Section, Shown
from sparring.scenes import Box

RIGHT = "DEFabc"
"""The houses around the right end, where seeds go from one row to the other."""

GLOSSARY: Mapping[str, str] = {
    "house": "One of the twelve hollows. A to F belong to the side that begins, a to f to the other.",
    "sow": "Take all seeds of a house and put one into each of the next houses, anticlockwise.",
    "capture": "Take two or three seeds out of a house of your opponent's; they count for you.",
    "feed": "Sow so far that your opponent gets a seed.",
    "kroo": "A house with so many seeds that sowing it goes all the way round.",
    "store": "Where captured seeds lie. They never come back into play.",
}


def sections(as_position: type) -> list[Section]:
    """Sow, capture, feed, end; `as_position` makes a position of a board."""

    def picture(line: str, *shown: Shown, houses: str = SOUTH + NORTH) -> Picture:
        return Picture(as_position(pose(line)), shown, close_up=_around(houses))

    return [
        Section(
            "Sow",
            (
                "Choose one of your six houses. Its seeds go one by one into the next houses: to the right along your "
                "row, then back along theirs.",
                "A house with twelve seeds or more goes all the way round and leaves its own house empty.",
            ),
            (
                picture("1,2,0,3,1,2,4,1,2,1,0,3 14-14 S", *_sown("1,2,0,3,1,2,4,1,2,1,0,3 14-14 S", 3), houses=RIGHT),
                picture("1,0,0,13,1,2,4,1,2,1,0,3 10-10 S", *_round("1,0,0,13,1,2,4,1,2,1,0,3 10-10 S", 3)),
            ),
        ),
        Section(
            "Capture",
            (
                "If your last seed makes two or three in one of their houses, you capture all seeds there.",
                "If the house before it, still in their row, also holds two or three now, you capture those too, and "
                "so on.",
                "A capture that would take all their seeds takes none.",
            ),
            (
                picture("0,1,2,0,3,2,2,1,4,3,2,0 14-14 S", *_taken("0,1,2,0,3,2,2,1,4,3,2,0 14-14 S", 5), houses=RIGHT),
                picture("3,1,2,0,3,2,1,1,0,0,0,0 17-18 S", *_taken("3,1,2,0,3,2,1,1,0,0,0,0 17-18 S", 5), houses=RIGHT),
            ),
        ),
        Section(
            "Feed",
            ("If your opponent has no seeds, you must play a move that gives them some, if there is one.",),
            (picture("3,0,2,1,0,2,0,0,0,0,0,0 20-20 S", *_fed("3,0,2,1,0,2,0,0,0,0,0,0 20-20 S")),),
        ),
        Section(
            "The end",
            (
                f"Whoever has {ENOUGH} seeds wins. With 24 each it is a draw.",
                "If nobody can move, or if a position repeats without a capture in between, each side takes "
                "the seeds in its own row.",
                "When the last seeds only go round and round, you can offer to share them in the same way.",
            ),
        ),
    ]


def _around(houses: str) -> Box:
    """The part of the narrow picture that shows these houses with their letters and counts."""
    boxes = [box for name in houses for box in TALL.house(name)]
    left, top = min(box[0] for box in boxes) - 2, min(box[1] for box in boxes) - 4
    right, bottom = max(box[0] + box[2] for box in boxes) + 2, max(box[1] + box[3] for box in boxes) + 4
    return (left, top, right - left, bottom - top)


def _sown(line: str, number: int) -> tuple[Shown, Shown]:
    board = pose(line)
    name, seeds = name_of(board, number), house(board.mine, number)
    reached = (SOUTH + NORTH)[number + 1 : number + 1 + seeds]
    return (
        Shown(f"You choose house {name}, which has {seeds} seeds."),
        Shown(f"{_listed(reached)} get one each.", (name,)),
    )


def _round(line: str, number: int) -> tuple[Shown, Shown]:
    board = pose(line)
    name, seeds = name_of(board, number), house(board.mine, number)
    return (
        Shown(f"House {name} has {seeds} seeds: a kroo."),
        Shown(f"They go all the way round. {name} itself gets none.", (name,)),
    )


def _taken(line: str, number: int) -> tuple[Shown, Shown]:
    board = pose(line)
    name, seeds = name_of(board, number), house(board.mine, number)
    last = (SOUTH + NORTH)[number + seeds]
    made = house(board.theirs, NORTH.index(last)) + 1
    taken = captures(play(board, number))[0] - captures(board)[0]
    result = f"You capture {taken} seeds." if taken else "That would take all their seeds, so you capture none."
    return Shown(f"The last seed of {name} makes {made} in {last}."), Shown(result, (name,))


def _fed(line: str) -> tuple[Shown, Shown]:
    board = pose(line)
    allowed = [name_of(board, number) for number in legal(board)]
    return (
        Shown(f"They have no seeds. Only {_listed(allowed)} reaches them, so you must sow it."),
        Shown("Now they can play on.", (allowed[0],)),
    )


def legal(board: Board) -> list[int]:
    """The numbers of the houses that may be sown."""
    buffer = [0] * len(SOUTH)
    return buffer[: moves(board, buffer, 0)]


def _listed(names: str | list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
