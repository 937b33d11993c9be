"""A Connect Four board as a picture."""

from sparring.games.connect4.board import HEIGHT, STRIDE, WIDTH, Board
from sparring.games.connect4.text import LINES
from sparring.scenes import Cell, Disc, Label, Line, Plate, Scene, Shape

SIZE = 90
MARGIN = 25


def board_scene(board: Board, title: str) -> Scene:
    """A wall of round holes with numbered columns; suns and moons in them; a stroke through what has won."""
    width, height = WIDTH * SIZE + 2 * MARGIN, HEIGHT * SIZE + 2 * MARGIN
    shapes: list[Shape] = [Plate("board", (0, 0, width, height))]
    first, _ = board.sides
    sides: dict[str, list[str]] = {"sun": [], "moon": []}
    for column in range(WIDTH):
        left = MARGIN + column * SIZE
        shapes.append(Label(f"column-{column + 1}", (left, height, SIZE, 2 * MARGIN), str(column + 1)))
        for row in range(HEIGHT):
            name = _name(STRIDE * column + row)
            shapes.append(Cell(name, (left, height - MARGIN - (row + 1) * SIZE, SIZE, SIZE), round=True))
            cell = 1 << STRIDE * column + row
            if board.both & cell:
                face = "sun" if first & cell else "moon"
                sides[face].append(name)
                shapes.append(Disc(f"{face}-{name}", name, face))
    about = "; ".join(f"{face}s on {', '.join(names) or 'no cell'}" for face, names in sides.items())
    return Scene(title, (width, height + 2 * MARGIN), (*shapes, *_strokes(board)), about=f"{title}: {about}.")


def _strokes(board: Board) -> list[Line]:
    won = [line for line in LINES if line & board.theirs == line]
    ends = [(line & -line, 1 << line.bit_length() - 1) for line in won]
    return [Line(f"won-{number}", *(_name(end.bit_length() - 1) for end in pair)) for number, pair in enumerate(ends)]


def _name(cell: int) -> str:
    column, row = divmod(cell, STRIDE)
    return f"{chr(ord('a') + column)}{row + 1}"
