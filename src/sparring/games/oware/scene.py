"""The picture of an Oware board."""

from typing import NamedTuple

from sparring.games.oware.board import HOUSES, Board, may_play, play
from sparring.games.oware.sowing import STORES, places, sowing
from sparring.games.oware.text import NORTH, SOUTH
from sparring.scenes import Box, Cell, Label, Pick, Plate, Scene, Shape, Step


class Arrangement(NamedTuple):
    """Where everything is on screens of one shape. Of two values or boxes, the first belongs to north, above."""

    size: tuple[float, float]
    block: Box
    bowl: tuple[float, float]
    """The width and height of a house."""

    left: float
    """The left edge of the first house."""

    apart: float
    """The distance from one house to the next."""

    tops: tuple[float, float]
    letters: tuple[float, float]
    """The heights of the middle of the letters."""

    counts: tuple[float, float]
    stores: tuple[Box, Box]
    totals: tuple[Box, Box]
    names: tuple[Box, Box]

    def house(self, name: str) -> tuple[Box, Box, Box]:
        """The boxes of a house, its letter and its count: north's row from right to left above south's."""
        south, (width, height) = name in SOUTH, self.bowl
        x = self.left + self.apart * (SOUTH.index(name) if south else HOUSES - 1 - NORTH.index(name))
        letter, count = self.letters[south], self.counts[south]
        return (x, self.tops[south], width, height), (x, letter - 9, width, 18), (x, count - 13, width, 26)

    def store(self, name: str) -> tuple[Box, Box, Box]:
        """The boxes of a store, its name and its count."""
        south = name == "south"
        return self.stores[south], self.names[south], self.totals[south]


WIDE = Arrangement(
    size=(960, 470),
    block=(4, 4, 952, 462),
    bowl=(104, 140),
    left=150,
    apart=112,
    tops=(62, 268),
    letters=(218, 252),
    counts=(44, 427),
    stores=((22, 92, 104, 250), (834, 92, 104, 250)),
    totals=((22, 352, 104, 44), (834, 352, 104, 44)),
    names=((22, 58, 104, 28), (834, 58, 104, 28)),
)

TALL = Arrangement(
    size=(366, 424),
    block=(0, 0, 366, 424),
    bowl=(56, 92),
    left=8,
    apart=58.8,
    tops=(100, 232),
    letters=(203, 221),
    counts=(85, 339),
    stores=((82, 12, 272, 54), (12, 358, 272, 54)),
    totals=((12, 14, 64, 34), (290, 360, 64, 34)),
    names=((12, 45, 64, 20), (290, 391, 64, 20)),
)


def board_scene(board: Board, title: str, last: str | None, steps: tuple[Step, ...], over: str) -> Scene:
    """A wooden block with twelve bowls and two stores, their seeds, and the counts of these."""
    seeds = places(board)
    bowls: list[Shape] = [Plate("block", WIDE.block, tall=TALL.block)]
    texts: list[Shape] = []
    for name in SOUTH + NORTH:
        (bowl, letter, count), tall = WIDE.house(name), TALL.house(name)
        bowls.append(Cell(name, bowl, "bowl", last=name == last, seeds=seeds[name], tall=tall[0]))
        texts.append(Label(f"letter-{name}", letter, name, "onwood", tall=tall[1]))
        texts.append(Label(f"count-{name}", count, str(seeds[name]), "count", counts=name, tall=tall[2]))
    for name in STORES:
        (bowl, title_box, total), tall = WIDE.store(name), TALL.store(name)
        bowls.append(Cell(name, bowl, "bowl", seeds=seeds[name], tall=tall[0]))
        texts.append(Label(f"name-{name}", title_box, name.title(), "onwood", tall=tall[1]))
        texts.append(Label(f"total-{name}", total, str(seeds[name]), "total", counts=name, tall=tall[2]))
    own = NORTH if board.north else SOUTH
    return Scene(
        title,
        WIDE.size,
        (*bowls, *texts),
        about=f"{title}: {_words(seeds)}. {over.capitalize() or f'{STORES[board.north].title()} is to move'}.",
        picks={} if over else _picks(board, seeds),
        prompt=f"Your turn. Sow one of your houses {own[0]} to {own[-1]}.",
        steps=steps,
        tall=TALL.size,
    )


def story(before: Board, number: int) -> tuple[Step, ...]:
    """The steps of a move: one seed at a time, then one captured house at a time."""
    who, carried = STORES[before.north].title(), sowing(before, number)
    captures = [one for one in carried if one.end in STORES]
    sown = len(carried) - len(captures)
    said = [f"{who} sows {_seeds(sown)} from {carried[0].start}."] + [""] * (sown - 1)
    said += [f"{who} captures {one.seeds} from {one.start}." for one in captures]
    return tuple(
        Step((one,), say, rest=bool(captures) and at >= sown - 1)
        for at, (one, say) in enumerate(zip(carried, said, strict=True))
    )


def _picks(board: Board, seeds: dict[str, int]) -> dict[str, Pick]:
    own = NORTH if board.north else SOUTH
    picks: dict[str, Pick] = {}
    for number, name in enumerate(own):
        if may_play(board.mine, board.theirs, number):
            captured = play(board, number).lost - board.captured
            label = f"Sow {_seeds(seeds[name])} from house {name}"
            picks[name] = Pick(name, f"{label}, capturing {captured}" if captured else label)
    return picks


def _words(seeds: dict[str, int]) -> str:
    rows = [f"{row[0]} to {row[-1]} hold {', '.join(str(seeds[name]) for name in row)}" for row in (SOUTH, NORTH)]
    stores = ", ".join(f"{name} has captured {seeds[name]}" for name in STORES)
    return f"{stores}; houses {'; houses '.join(rows)}"


def _seeds(number: int) -> str:
    return "1 seed" if number == 1 else f"{number} seeds"
