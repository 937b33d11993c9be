"""The evaluation of a board, line by line."""

from sparring.games.mnk.board import Board, lines

WORTH = (0, 1, 10, 100)
"""The score of a line for the only side with stones on it, by the number of its stones."""


def line_score(board: Board) -> int:
    """100 for three in a line, 10 for an open two, 1 for an open one, less the same for the other side.

    >>> from sparring.games.tictactoe import TicTacToe
    >>> line_score(TicTacToe().read_position("xx./.o./... o"))  # o has two open ones; x an open two and an open one
    -9
    """
    score = 0
    for line in lines(*board[2:]):
        mine, theirs = (line & board.mine).bit_count(), (line & board.theirs).bit_count()
        if not theirs:
            score += WORTH[mine]
        elif not mine:
            score -= WORTH[theirs]
    return score
