"""A board of stones in a row as a picture."""

from sparring.games.mnk.board import Board, bits, cell_name, full, lines
from sparring.scenes import Cell, Disc, Label, Line, Plate, Scene, Shape

SIZE = 100
MARGIN = 40


def board_scene(board: Board, title: str) -> Scene:
    """Tiles on a wooden plate with their coordinates; crosses and rings; a stroke through what has won."""
    width, height = board.width * SIZE + 2 * MARGIN, board.height * SIZE + 2 * MARGIN
    shapes: list[Shape] = [Plate("board", (0, 0, width, height))]
    for column in range(board.width):
        box = (MARGIN + column * SIZE, height - MARGIN, SIZE, MARGIN)
        shapes.append(Label(f"column-{column}", box, chr(ord("a") + column)))
    for row in range(board.height):
        box = (0, height - MARGIN - (row + 1) * SIZE, MARGIN, SIZE)
        shapes.append(Label(f"row-{row}", box, str(row + 1)))
    sides: dict[str, list[str]] = {"cross": [], "ring": []}
    crosses, _ = board.sides
    for cell in bits(full(board.width, board.height)):
        row, column = divmod(cell, board.width + 1)
        name = cell_name(cell, board.width)
        shapes.append(Cell(name, (MARGIN + column * SIZE, height - MARGIN - (row + 1) * SIZE, SIZE, SIZE)))
        if board.both >> cell & 1:
            face = "cross" if crosses >> cell & 1 else "ring"
            sides[face].append(name)
            shapes.append(Disc(f"{face}-{name}", name, face))
    about = "; ".join(f"{face} on {', '.join(names) or 'no cell'}" for face, names in sides.items())
    return Scene(title, (width, height), (*shapes, *_strokes(board)), about=f"{title}: {about}.")


def _strokes(board: Board) -> list[Line]:
    won = [line for line in lines(*board[2:]) if line & board.theirs == line]
    ends = [(line & -line, 1 << line.bit_length() - 1) for line in won]
    return [
        Line(f"won-{number}", *(cell_name(end.bit_length() - 1, board.width) for end in pair))
        for number, pair in enumerate(ends)
    ]
