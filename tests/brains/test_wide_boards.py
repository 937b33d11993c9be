"""Kernels may have far more moves than a word has bits: the compiled search plays them as the textbook does."""

from random import Random

import pytest

from sparring.brains.alphabeta import AlphaBeta
from sparring.brains.minimax import Minimax
from sparring.match.table import decision_at
from sparring.rules import kernels
from support.kernel_games import CELLS, PASS, TURNS, WideBoard

GAME = WideBoard()


def random_position(seed, plies):
    rng, position = Random(seed), GAME.start(Random(0))
    for _ in range(plies):
        position = GAME.play(position, rng.choice(GAME.moves(position)))
    return position


def values(analysis):
    return {option.option: (option.score, option.outcome, option.exact) for option in analysis.options}


@pytest.mark.req("ALL-22")
def test_a_position_may_have_more_moves_than_a_word_has_bits():
    moves = GAME.moves(GAME.start(Random(0)))
    assert moves == [*range(CELLS), PASS]
    assert 64 < len(moves) <= kernels.MOST_MOVES


@pytest.mark.req("ALL-22")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("settings", [{}, {"table": 0}, {"pruning": False}])
def test_the_compiled_search_judges_every_move_of_a_wide_board_as_the_textbook_does(seed, settings):
    decision = decision_at(GAME, random_position(seed, TURNS - 2))
    fast = AlphaBeta(GAME, depth=2, thorough=True, **settings).judge(decision)
    assert values(fast) == values(Minimax(GAME, depth=2).judge(decision))


@pytest.mark.req("ALL-22")
def test_a_search_of_every_ply_of_a_wide_board_finds_a_line_of_legal_moves():
    position = GAME.start(Random(0))
    best = AlphaBeta(GAME, depth=TURNS).judge(decision_at(GAME, position))
    for move in best[best.best].line:
        position = GAME.play(position, GAME.options(position)[move])
    assert GAME.outcome(position) is not None
