"""What tests of Connect Four's players share: boards to ask about, and another program that knows their scores."""

from functools import cache
from random import Random

from bitbully.bitbully_core import BitBullyCore, BoardCore

import sparring
from sparring.match.table import decision_at
from sparring.rules import notation
from support import naive_connect4 as naive
from support.ready import ready_opponent

GAME = sparring.game("connect4")
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


# ---------------------------------------------------------------------- who knows their scores


def _theirs_after(moves):
    assert len(moves) >= 12, "the other program takes minutes for boards of fewer discs"
    board = BoardCore()
    assert board.play([int(column) - 1 for column in moves])
    return board


@cache
def exact(moves):
    """The score by the other program or, near the end, by looking at everything; neither knows our bounds."""
    return OTHER_PROGRAM.mtdf(_theirs_after(moves), 0) if len(moves) <= 32 else naive.solve(naive.after(moves))


@cache
def exact_scores(moves):
    """The score of every legal column by the other program."""
    scores = dict(enumerate(OTHER_PROGRAM.scoreMoves(_theirs_after(moves)), 1))
    return {column: scores[column] for column in naive.moves(naive.after(moves))}


def outcome_of(score):
    """What a score means for the side that it is for."""
    return "win" if score > 0 else "loss" if score < 0 else "draw"


# ---------------------------------------------------------------------- who is asked


def opponent(name):
    """An opponent, ready to play."""
    return ready_opponent(GAME, name)


def answer(name, moves, seed=0):
    """What an opponent chooses, with what it thought."""
    return opponent(name).decide(decision_at(GAME, position_after(moves), seed=seed))


def column_of(name, moves, seed=0):
    """The column that an opponent chooses."""
    return int(answer(name, moves, seed).option)
