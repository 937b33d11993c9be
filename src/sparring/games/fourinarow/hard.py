"""The hard opponent's brain: an opening book, and then the alpha-beta search."""

import time
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from sparring.brains.alphabeta import AlphaBeta
from sparring.brains.settings import BOOK
from sparring.games.fourinarow import book
from sparring.games.mnk.board import Board, bits, threats
from sparring.rules import Analysis, AnyGame, Decision, Judgement
from sparring.rules.settings import Setting


class Hard(AlphaBeta):
    """Plays by its book, and searches where the book has no entry. Chance decides between equal moves."""

    settings: ClassVar[tuple[Setting, ...]] = (*AlphaBeta.settings, BOOK)

    def __init__(self, game: AnyGame, book: bool = True, **settings: Any) -> None:
        super().__init__(game, **settings)
        self.book = book

    def prepare(self) -> None:
        """Compile or load the search, and open the book."""
        super().prepare()
        book.shipped(*self.game.start(Random(0))[2:])

    def judge(self, decision: Decision) -> Analysis:
        """Judge by the book, or else by the search."""
        began = time.perf_counter()
        board: Board = decision.view
        known = book.shipped(*board[2:])[board] if self.book else None
        if known is None:
            return self._search(decision)
        best = {self.game.move_text(board, cell) for cell in known.cells}
        judged = tuple(
            Judgement(option, known.score, line=(option,), exact=option in best) for option in decision.options
        )
        return Analysis(judged, book.DEPTH, 0, time.perf_counter() - began, "book")

    def _search(self, decision: Decision) -> Analysis:
        """Search the options in random order, because the search prefers the first of equal moves."""
        order = list(decision.options)
        decision.rng("order").shuffle(order)
        found = super().judge(replace(decision, options=tuple(order)))
        found = replace(found, options=tuple(found[option] for option in decision.options))
        return replace(found, preferred=last_block(self.game, decision.view, found))


def last_block(game: AnyGame, board: Board, found: Analysis) -> str | None:
    """If every move loses to the other side's next stone, a cell that blocks at least one of its threats."""
    best = found[found.best]
    if best.outcome != "loss" or best.plies != 2:
        return None
    _, lost = threats(board)
    blocks = {game.move_text(board, cell) for cell in bits(lost)}
    return next((judged.option for judged in found.options if judged.option in blocks), None)
