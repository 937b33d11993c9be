# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""Results that follow from who must move at the end (zugzwang), without any search.

The board has an even number of cells. So if each side always plays on top of the other's disc, the first player gets
the odd rows and the second player the even ones. Both rules below count what that guarantees.
"""

from sparring.games.connect4.board import BOARD, BOTTOM, CELLS, COLUMN, STRIDE, WIDTH, fours, landing_cells
from sparring.rules.compiler import compiled

ODD = BOTTOM * 0b010101
"""The first, third and fifth row: the first player gets these cells if each side plays on top of the other."""

EVEN = BOTTOM * 0b101010
"""The second, fourth and sixth row, which the second player gets."""

UP_TO_ROW = tuple(BOTTOM * ((1 << row) - 1) for row in range(STRIDE))
"""All cells below each row, counted from 0."""

LANES = 8
"""The columns, and one more: the compiler handles several at once if it does not know that there are always eight."""


@compiled
def holds_by_following_up(memory, mine, both, moves, wanted):
    """True if the second player, after one of these moves, gets the wanted score by always playing on top.

    After its move an even number of discs is on the board. The second player answers each disc of the first by one on
    top of it, and so gets every even cell that is not playable yet. The number of even cells that are playable now is
    even: when the first player takes one, the second takes another, so any of them may go to the first player.

    If the first player has no four in its discs, the odd cells and the playable even cells, it never wins. If the
    second player has a four in its discs and the even cells that it gets, it wins in the end. When the last of these is
    filled, all cells above it are still empty, so the row of the highest one says how early.
    """
    theirs = mine ^ both
    own_rows = UP_TO_ROW[CELLS // WIDTH + 2 - 2 * wanted] if wanted > 0 else 0
    held = 0
    for column in range(memory.lanes):
        disc = moves & COLUMN << STRIDE * column
        taken = both | disc
        playable = taken + BOTTOM
        stopped = fours(theirs | ODD & ~taken | EVEN & playable) == 0
        own = EVEN & ~taken & ~playable & own_rows
        enough = (wanted <= 0) | (fours(mine | disc | own) != 0)
        held |= disc if stopped & enough else 0
    return held != 0


@compiled
def wins_by_odd_threat(memory, mine, both, moves, wins, threatened, wanted):
    """True if the first player, after one of these moves, wins by a winning cell on an odd row.

    Let that cell be in row r of column c, not playable yet. The first player answers on top in all other columns, so
    the second player gets only odd cells there. In column c the second player gets the even cells below r, and at last
    must play right under r. Cells that are playable now may go to either side. If the second player has no four in all
    these cells, the first player wins when all else is full, with disc 36 + r.
    """
    theirs = mine ^ both
    rows = ODD & UP_TO_ROW[5] if wanted <= 1 else ODD & UP_TO_ROW[3]
    threatened &= rows & ~landing_cells(both)
    won = 0
    for index in range(WIDTH):
        threat_column = COLUMN << STRIDE * index
        if threatened & threat_column:
            for column in range(memory.lanes):
                disc = moves & COLUMN << STRIDE * column
                taken = both | disc
                playable = (taken + BOTTOM) & BOARD
                threat = wins[column] & rows & threat_column & ~taken & ~playable
                lowest = threat & -threat
                below = EVEN & threat_column & (lowest - 1)
                reached = theirs | playable | (ODD & ~threat_column | below) & ~taken
                sure = (disc != 0) & (threat != 0) & (fours(reached) == 0)
                won |= disc if sure else 0
    return won != 0
