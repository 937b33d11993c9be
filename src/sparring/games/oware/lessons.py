"""What a newcomer to Oware is told in a first game, each thing once, with the numbers of the position."""

from collections.abc import Callable, Iterator

from sparring.games.oware.board import ENOUGH, Board, house, play, seeds_in, seeds_left
from sparring.games.oware.rulebook import legal
from sparring.games.oware.sowing import STORES, places, sowing
from sparring.games.oware.text import NORTH, SOUTH, name_of
from sparring.rules.teaching import FirstGame, Lesson, Stake

FIRST_GAME = FirstGame("oware", "beginner", seed=7)

NEARLY, FEW_LEFT = 17, 14
"""The end is explained when somebody has captured this many seeds, or when no more are left to be captured."""


def lessons(board: Board, before: Board | None) -> list[Lesson]:
    """The lessons that fit a position; `before` is the board before the opponent's last move."""
    return [lesson for make in LESSONS.values() for lesson in make(board, before)]


def _feed(board: Board, _: Board | None) -> Iterator[Lesson]:
    if board.theirs:
        return
    stakes = []
    for number in legal(board):
        given = seeds_in(play(board, number).mine)
        stakes.append(Stake(name_of(board, number), f"they get {_seeds(given)}.", {"theirs": given}))
    all_own = sum(house(board.mine, number) > 0 for number in range(len(SOUTH)))
    rule = "They have no seeds, so you must play a move that gives them some, if there is one."
    kept = all_own - len(stakes)
    others = f"{_houses(kept)} of yours would not reach them, so that cannot be sown now." if kept else ""
    yield Lesson("feed", "Feed your opponent", tuple(filter(None, (rule, others))), tuple(stakes))


def _captured(board: Board, before: Board | None) -> Iterator[Lesson]:
    taken = 0 if before is None else board.lost - before.captured
    if taken:
        yield Lesson(
            "captured",
            "They captured",
            (
                f"Their last seed made two or three in your row. They took {_seeds(taken)} and have {board.lost} now.",
                "Houses with one or two seeds are the ones in danger: one more seed makes two or three.",
            ),
        )


def _capture(board: Board, _: Board | None) -> Iterator[Lesson]:
    stakes = [stake for number in legal(board) if (stake := _capturing(board, number))]
    if stakes:
        rule = (
            "If your last seed makes two or three in one of their houses, you take them, and the twos and threes right "
            "before them too."
        )
        yield Lesson("capture", "You can capture", (rule,), tuple(stakes[:2]))


def _capturing(board: Board, number: int) -> Stake | None:
    """What sowing a house captures, or None."""
    after = play(board, number)
    taken = after.lost - board.captured
    if not taken:
        return None
    last = next(one for one in sowing(board, number) if one.end in STORES)
    return Stake(
        name_of(board, number),
        f"the last seed makes {last.seeds} in {last.start}. You take {_seeds(taken)} and have {after.lost}.",
        {"captured": after.lost},
    )


def _danger(board: Board, _: Board | None) -> Iterator[Lesson]:
    replies = {number: _most_taken(play(board, number)) for number in legal(board)}
    worst, best = max(replies, key=lambda number: replies[number]), min(replies, key=lambda number: replies[number])
    if replies[worst] == replies[best]:
        return
    stakes = tuple(
        Stake(
            name_of(board, number),
            f"they can then take {_seeds(replies[number])} at most." if replies[number] else "they can take nothing.",
            {"reply": replies[number]},
        )
        for number in (worst, best)
    )
    yield Lesson("danger", "Look at what they can capture", ("Before you sow, count where their seeds end.",), stakes)


def _end(board: Board, _: Board | None) -> Iterator[Lesson]:
    if max(board.captured, board.lost) < NEARLY and seeds_left(board) > FEW_LEFT:
        return
    mine, theirs = ENOUGH - board.captured, ENOUGH - board.lost
    yield Lesson(
        "end",
        "The end is near",
        (
            f"{ENOUGH} seeds win. You have {board.captured} and need {mine} more; they have {board.lost} and need "
            f"{theirs} more. {_seeds(seeds_left(board))} are left on the board.",
            "If nobody can move, or if a position repeats, each side takes the seeds in its own row.",
        ),
    )


def _sow(board: Board, _: Board | None) -> Iterator[Lesson]:
    number = legal(board)[-1]
    name, sown = name_of(board, number), [one for one in sowing(board, number) if one.end not in STORES]
    now = places(board)
    numbers = {one.end: now[one.end] + sum(one.end == other.end for other in sown) for one in sown}
    own = NORTH if board.north else SOUTH
    yield Lesson(
        "sow",
        "Sow a house",
        (
            f"Your houses are {own[0]} to {own[-1]}. Choose one: its seeds go one by one into the next houses, "
            "anticlockwise.",
            f"The aim is to capture {ENOUGH} of the 48 seeds.",
        ),
        (Stake(name, f"its {_seeds(len(sown))} go to {_listed(list(numbers))}.", numbers),),
    )


LESSONS: dict[str, Callable[[Board, Board | None], Iterator[Lesson]]] = {
    "sow": _sow,
    "feed": _feed,
    "captured": _captured,
    "capture": _capture,
    "danger": _danger,
    "end": _end,
}
"""The lessons by their ids: the first to be told comes first."""


def _most_taken(board: Board) -> int:
    """The most seeds that the side to move can capture."""
    return max((play(board, number).lost - board.captured for number in legal(board)), default=0)


def _seeds(number: int) -> str:
    return "1 seed" if number == 1 else f"{number} seeds"


def _houses(number: int) -> str:
    return "1 house" if number == 1 else f"{number} houses"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
