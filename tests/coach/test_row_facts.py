"""What is said about stones in a row is true, and what is false would be noticed."""

from collections import Counter
from random import Random

import pytest

import sparring
from sparring.games.connect4 import facts as falling
from sparring.games.mnk import facts as lying
from sparring.games.mnk.facts import Stones
from support import naive_connect4
from support.naive_row_facts import Reader
from support.sensible_games import positions

pytestmark = pytest.mark.req("ALL-9")

LENGTHS = {"tictactoe": 3, "fourinarow": 4, "fourinarow:width=7,height=5": 4, "connect4": 4}
GAMES = {"tictactoe": 60, "fourinarow": 4, "fourinarow:width=7,height=5": 4, "connect4": 15}
MOST_MOVES = 3
ROWS = {"Completes", "Blocks", "Forks", "Threatens", "StopsFork"}
FALLING = {"Prepares", "LeavesAlone", "Tempo"}


def reader(game, position):
    return Reader(game.position_text(position), LENGTHS[game.name], falls=game.name == "connect4")


def evidence(game, position, move):
    """What facts of a game are checked against, and the move as they know it."""
    if game.name != "connect4":
        return lying.stones_of(position), move
    stones = Stones(falling.GRID, position.mine, position.theirs)
    return stones, falling.landing(stones, move)


def check(game, places, rng):
    """Check every sentence about some moves of each position, and each fact of one move as if it were of another."""
    said, noticed = Counter(), Counter()
    for position in places:
        naive, options = reader(game, position), game.options(position)
        going_on = [text for text in options if game.outcome(game.play(position, options[text])) is None]
        for option in rng.sample(list(options), min(MOST_MOVES, len(options))):
            for fact in game.facts(position, options[option]):
                kind = type(fact).__name__
                said[kind] += 1
                for sentence in (fact.idea, fact.reason):
                    assert naive.is_true(option, sentence), (game.position_text(position), option, sentence)
                for other in rng.sample(going_on, min(2, len(going_on))):
                    holds = fact.holds(*evidence(game, position, options[other]))
                    true = naive.is_true(other, fact.reason)
                    noticed[kind] += not true
                    # The game speaks of a count only where a simple argument proves it; the reader tries all lines.
                    assert true == holds or (true and kind == "Tempo"), (game.position_text(position), other, fact)
    return said, noticed


@pytest.mark.parametrize("name", LENGTHS)
def test_every_sentence_is_true_of_its_move_and_noticed_where_it_is_false(name):
    game, rng = sparring.game(name), Random(name)
    said, noticed = check(game, positions(game, rng, GAMES[name]), rng)
    assert set(said) >= ROWS
    assert set(noticed) >= ROWS


def test_who_must_open_a_column_is_counted_right():
    game, rng, said, noticed = sparring.game("connect4"), Random(5), Counter(), Counter()
    while said["Tempo"] < 30:
        board = naive_connect4.after(naive_connect4.random_board(rng, 26, 39, careful=True))
        more_said, more_noticed = check(game, [game.read_position(naive_connect4.text(board))], rng)
        said.update(more_said)
        noticed.update(more_noticed)
    assert set(said) >= ROWS | FALLING
    assert set(noticed) >= ROWS | FALLING


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", LENGTHS)
def test_every_sentence_is_true_in_many_games(name):
    game = sparring.game(name)
    rng = Random(f"many {name}")
    check(game, positions(game, rng, 40 * GAMES[name]), rng)
