"""A second opinion on Connect Four: a plain compiled search that shares no code with the package.

It only tells wins, draws and losses apart. Cells are numbered 8 * row + column, unlike those of the package, and fours
are found by comparing cells one by one.
"""

import numpy as np
from numba import njit

WIDTH, HEIGHT = 7, 6
ORDER = (3, 2, 4, 1, 5, 0, 6)
PLACES = 1 << 22


@njit(cache=False)
def completes(cells, heights, column, side):
    """Whether a disc of a side in a column completes four in a row."""
    row = heights[column]
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for way in (1, -1):
            x, y = column + way * right, row + way * up
            while 0 <= x < 7 and 0 <= y < 6 and cells[8 * y + x] == side:
                count += 1
                x, y = x + way * right, y + way * up
        if count >= 4:
            return True
    return False


@njit(cache=False)
def value(cells, heights, discs, side, low, high, first, second, keys, known, hashed):
    """The result for the side to move, within a window: 1, 0 or -1. `hashed` is a Zobrist key of the board."""
    if discs == 42:
        return 0
    for column in ORDER:
        if heights[column] < 6 and completes(cells, heights, column, side):
            return 1
    place = hashed & (PLACES - 1)
    if keys[place] == hashed:
        # What was stored is a lower bound (odd) or an upper bound (even) of the result.
        bound, is_low = known[place] // 2 - 1, known[place] % 2 == 1
        if is_low and bound >= high:
            return bound
        if not is_low and bound <= low:
            return bound
    threat = -1
    for column in ORDER:
        if heights[column] < 6 and completes(cells, heights, column, 3 - side):
            threat = column
            break
    best = -1
    start = low
    for column in ORDER:
        if heights[column] == 6 or (threat >= 0 and column != threat):
            continue
        cell = 8 * heights[column] + column
        cells[cell] = side
        heights[column] += 1
        turned = hashed ^ (first[cell] if side == 1 else second[cell])
        found = -value(cells, heights, discs + 1, 3 - side, -high, -low, first, second, keys, known, turned)
        heights[column] -= 1
        cells[cell] = 0
        best = max(best, found)
        low = max(low, best)
        if low >= high:
            break
    keys[place] = hashed
    known[place] = 2 * (best + 1) + (1 if best > start else 0)
    return best


class Judge:
    """Tells for each column whether it wins, draws or loses."""

    def __init__(self):
        rng = np.random.default_rng(1)
        self.first, self.second = (rng.integers(1, 2**62, 64, dtype=np.int64) for _ in range(2))
        self.keys = np.zeros(PLACES, np.int64)
        self.known = np.zeros(PLACES, np.int8)

    def results(self, text):
        """The result of each column of a position, for the side to move."""
        rows, side = text.split()
        cells, heights = np.zeros(64, np.int8), np.zeros(7, np.int64)
        hashed = np.int64(0)
        for row, line in enumerate(reversed(rows.split("/"))):
            for column, disc in enumerate(line):
                if disc != ".":
                    cell = 8 * row + column
                    cells[cell] = 1 if disc == "x" else 2
                    heights[column] += 1
                    hashed ^= (self.first if disc == "x" else self.second)[cell]
        mover, discs = 1 if side == "x" else 2, int(heights.sum())
        return {
            str(column + 1): self._result(cells, heights, discs, mover, column, hashed)
            for column in range(WIDTH)
            if heights[column] < HEIGHT
        }

    def _result(self, cells, heights, discs, mover, column, hashed):
        if completes(cells, heights, column, mover):
            return 1
        cell = 8 * heights[column] + column
        cells, heights = cells.copy(), heights.copy()
        cells[cell] = mover
        heights[column] += 1
        hashed ^= (self.first if mover == 1 else self.second)[cell]
        rest = (self.first, self.second, self.keys, self.known, hashed)
        return -int(value(cells, heights, discs + 1, 3 - mover, -1, 1, *rest))
