"""The picture of a board."""

from collections.abc import Sequence

from sparring.games.mnk.board import Board, bits, cell_name, full, has_line, lines, threats
from sparring.scenes import Cell, Disc, Face, Label, Line, Pick, Plate, Scene, Shape, Threat

SIZE = 100
MARGIN = 20
EDGE = 34
"""Room for the coordinates, left of the board and below it."""


FACES: dict[str, Face] = {"x": "cross", "o": "ring"}


def board_scene(board: Board, title: str, last: str | None, seats: Sequence[str]) -> Scene:
    """Tiles on a wooden plate with coordinates, crosses and rings, and a stroke through each winning line."""
    faces = tuple(FACES[seat] for seat in seats)
    width, height = board.width * SIZE + 2 * MARGIN, board.height * SIZE + 2 * MARGIN
    shapes: list[Shape] = [Plate("board", (EDGE, 0, width, height))]
    for column in range(board.width):
        box = (EDGE + MARGIN + column * SIZE, height, SIZE, EDGE)
        shapes.append(Label(f"column-{column}", box, chr(ord("a") + column), "coord"))
    for row in range(board.height):
        box = (0, height - MARGIN - (row + 1) * SIZE, EDGE, SIZE)
        shapes.append(Label(f"row-{row}", box, str(row + 1), "coord"))
    sides: dict[str, list[str]] = {"cross": [], "ring": []}
    first, _ = board.sides
    discs: list[Shape] = []
    free: list[str] = []
    for cell in bits(full(board.width, board.height)):
        row, column = divmod(cell, board.width + 1)
        name = cell_name(cell, board.width)
        box = (EDGE + MARGIN + column * SIZE, height - MARGIN - (row + 1) * SIZE, SIZE, SIZE)
        shapes.append(Cell(name, box, last=name == last))
        if board.both >> cell & 1:
            face = faces[0] if first >> cell & 1 else faces[1]
            sides[face].append(name)
            discs.append(Disc(f"{face}-{name}", name, face))
        else:
            free.append(name)
    about = "; ".join(f"{face} on {', '.join(names) or 'no cell'}" for face, names in sides.items())
    own = faces[board.to_move]
    return Scene(
        title,
        (width + EDGE, height + EDGE),
        (*shapes, *discs, *_strokes(board)),
        about=f"{title}: {about}.",
        picks={name: Pick(name, f"Place your {own} on {name}", (own, name)) for name in free},
        prompt="Your turn. Pick a cell.",
        sides=faces,
        threats=_threats(board),
    )


def _threats(board: Board) -> tuple[Threat, ...]:
    if has_line(board.theirs, board.width, board.length):
        return ()
    mine, theirs = threats(board)
    sides = (theirs, mine) if board.to_move else (mine, theirs)
    return tuple(Threat(cell_name(cell, board.width), seat) for seat, cells in enumerate(sides) for cell in bits(cells))


def _strokes(board: Board) -> list[Line]:
    won = [line for line in lines(*board[2:]) if line & board.theirs == line]
    ends = [(line & -line, 1 << line.bit_length() - 1) for line in won]
    return [
        Line(f"won-{number}", *(cell_name(end.bit_length() - 1, board.width) for end in pair))
        for number, pair in enumerate(ends)
    ]
