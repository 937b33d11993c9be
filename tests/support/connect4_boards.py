"""Connect Four's opponents in tests: boards to ask them about, how to ask them, and another solver to compare with."""

from functools import cache
from random import Random

from bitbully.bitbully_core import BitBullyCore, BoardCore
from hypothesis import strategies as st

import sparring
from sparring.match.table import decision_at
from sparring.rules import notation
from support import naive_connect4 as naive
from support.ready import ready_opponent

GAME = sparring.game("connect4")
SEATS = {"x": 0, "o": 1, "draw": None}
DRAWN = "173254125145631413134436436666772272557257"
"""A game that fills the board without a four in a row."""

LEVELS = ["easy", "medium", "hard"]
DEPTHS = [f"minimax:depth={depth}" for depth in range(1, 9)]
OTHER_PROGRAM = BitBullyCore()


def position_after(moves):
    """The position after a string of columns."""
    return notation.after_moves(GAME, moves)


# ---------------------------------------------------------------------- boards


@cache
def some_boards(seed, count, least, most, careful=True):
    """Moves to random boards that are not over."""
    rng = Random(seed)
    return tuple(naive.random_board(rng, least, most, careful) for _ in range(count))


def mixed_boards(seed, count, least, most):
    """Moves to random boards that are not over, every other one from careful play."""
    half = count // 2
    return some_boards(seed, half, least, most, careful=True) + some_boards(-seed, half, least, most, careful=False)


@cache
def boards_of_quiet_games(seed, count, careful):
    """Moves to every board of some random games."""
    rng = Random(seed)
    games = [naive.quiet_game(rng, careful) for _ in range(count)]
    return tuple(game[:discs] for game in games for discs in range(len(game)))


@st.composite
def games(draw, most=42):
    """The moves of a random game, finished or not."""
    board, played = naive.EMPTY, ""
    for choice in draw(st.lists(st.integers(0, 6), min_size=1, max_size=most)):
        if naive.result(board) is not None:
            break
        column = naive.moves(board)[choice % len(naive.moves(board))]
        board, played = naive.drop(board, column), played + str(column)
    return played


# ---------------------------------------------------------------------- exact scores


def _theirs_after(moves):
    assert len(moves) >= 12, "the other program takes minutes for boards of fewer discs"
    board = BoardCore()
    assert board.play([int(column) - 1 for column in moves])
    return board


@cache
def exact(moves):
    """The score by the other program or, near the end, by brute force."""
    return OTHER_PROGRAM.mtdf(_theirs_after(moves), 0) if len(moves) <= 32 else naive.solve(naive.after(moves))


@cache
def exact_scores(moves):
    """The score of every legal column by the other program."""
    scores = dict(enumerate(OTHER_PROGRAM.scoreMoves(_theirs_after(moves)), 1))
    return {column: scores[column] for column in naive.moves(naive.after(moves))}


def outcome_of(score):
    """The outcome that a score stands for."""
    return "win" if score > 0 else "loss" if score < 0 else "draw"


# ---------------------------------------------------------------------- asking opponents


def opponent(name):
    """An opponent, ready to play."""
    return ready_opponent(GAME, name)


def answer(name, moves, seed=0):
    """The choice of an opponent, with its analysis."""
    return opponent(name).decide(decision_at(GAME, position_after(moves), seed=seed))


def column_of(name, moves, seed=0):
    """The column that an opponent chooses."""
    return int(answer(name, moves, seed).option)
