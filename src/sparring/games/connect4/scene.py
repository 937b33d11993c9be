"""The picture of a Connect Four board."""

from collections.abc import Sequence

from sparring.games.connect4.board import BOARD, HEIGHT, STRIDE, WIDTH, Board, fours, winning_cells
from sparring.games.connect4.text import LINES
from sparring.scenes import Cell, Disc, Face, Label, Line, Pick, Plate, Scene, Shape, Threat

SIZE = 90
MARGIN = 12
ABOVE = 54
"""Room above the board, where a disc is dropped."""

BELOW = 44


FACES: dict[str, Face] = {"x": "sun", "o": "moon"}


def board_scene(board: Board, title: str, last: str | None, seats: Sequence[str]) -> Scene:
    """A wall of round holes with numbered columns, discs behind it, and a stroke through each winning line."""
    faces = tuple(FACES[seat] for seat in seats)
    width, height = WIDTH * SIZE + 2 * MARGIN, HEIGHT * SIZE + 2 * MARGIN
    back: list[Shape] = [Plate("back", (MARGIN, ABOVE + MARGIN, WIDTH * SIZE, HEIGHT * SIZE), "backing")]
    discs: list[Shape] = []
    labels: list[Shape] = []
    picks: dict[str, Pick] = {}
    first, _ = board.sides
    sides: dict[str, list[str]] = {"sun": [], "moon": []}
    own = faces[board.to_move]
    for column in range(WIDTH):
        left, move = MARGIN + column * SIZE, str(column + 1)
        labels.append(Label(f"column-{move}", (left, ABOVE + height, SIZE, BELOW), move, "coord"))
        back.append(Cell(f"over-{move}", (left, 0, SIZE, ABOVE + height - MARGIN), "none", means=move))
        names = [_name(STRIDE * column + row) for row in range(HEIGHT)]
        filled = 0
        for row, name in enumerate(names):
            box = (left, ABOVE + height - MARGIN - (row + 1) * SIZE, SIZE, SIZE)
            back.append(Cell(name, box, "none", means=move))
            cell = 1 << STRIDE * column + row
            if board.both & cell:
                filled += 1
                face = faces[0] if first & cell else faces[1]
                sides[face].append(name)
                top = move == last and not board.both & cell << 1
                discs.append(Disc(f"{face}-{name}", name, face, last=top))
        if filled < HEIGHT:
            label = f"Drop your disc into column {move}"
            picks[move] = Pick(f"over-{move}", label, (own, names[filled]), pointer=True)
    cells = tuple(shape.id for shape in back if isinstance(shape, Cell) and not shape.id.startswith("over-"))
    front = Plate("front", (0, ABOVE, width, height), holes=cells)
    about = "; ".join(f"{face}s on {', '.join(names) or 'no cell'}" for face, names in sides.items())
    return Scene(
        title,
        (width, ABOVE + height + BELOW),
        (*back, *discs, front, *labels, *_strokes(board)),
        about=f"{title}: {about}.",
        picks=picks,
        prompt="Your turn. Pick a column.",
        sides=faces,
        arrive="drop",
        threats=_threats(board),
    )


def _threats(board: Board) -> tuple[Threat, ...]:
    """The winning cells of both sides, including those that are not playable yet: players count these too."""
    if fours(board.theirs):
        return ()
    free = BOARD & ~board.both
    return tuple(
        Threat(_name(cell), seat)
        for seat, discs in enumerate(board.sides)
        for cell in range(STRIDE * WIDTH)
        if winning_cells(discs) & free & 1 << cell
    )


def _strokes(board: Board) -> list[Line]:
    won = [line for line in LINES if line & board.theirs == line]
    ends = [(line & -line, 1 << line.bit_length() - 1) for line in won]
    return [Line(f"won-{number}", *(_name(end.bit_length() - 1) for end in pair)) for number, pair in enumerate(ends)]


def _name(cell: int) -> str:
    column, row = divmod(cell, STRIDE)
    return f"{chr(ord('a') + column)}{row + 1}"
