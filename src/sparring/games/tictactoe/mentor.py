"""What a move does, what it misses, and what a stronger player would look at: only what is true of the position."""

from sparring.games.mnk import Board


def explain(board: Board, cell: int) -> str:
    """TODO."""
    return ""
