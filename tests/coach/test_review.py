"""Reviews of matches, held against exact results that the tests find out by themselves."""

from functools import cache
from random import Random

import pytest

import sparring
from sparring.brains.brain import analysis_of
from sparring.coach.judge import Judge
from sparring.coach.review import Review, ReviewedMove, lasting
from sparring.coach.reviewing import Reviewing, review
from sparring.match.table import Table, decision_at
from sparring.rules import Thinking, notation
from support import cookbook, naive, naive_connect4
from support.dice_game import Dice
from support.hidden_game import Whispers

WORTH = {1: 1.0, 0: 0.5, -1: 0.0}


def random_match(game, seed, plies=2000):
    """The record of a match in which every move is random."""
    rng, table = Random(seed), Table(sparring.game(game) if isinstance(game, str) else game, seed)
    while table.outcome is None and len(table.choices) < plies:
        table.choose(rng.choice(table.decision().options))
    return table


def last_of(steps):
    *_, last = steps
    return last


# ---------------------------------------------------------------------- against exact results


@cache
def tictactoe_value(text):
    """1, 0 or -1 for the side to move, by looking at everything."""
    if naive.result(text) is not None:
        return 0 if naive.result(text) == "draw" else -1
    return max(-tictactoe_value(naive.play(text, cell)) for cell in naive.moves(text))


@pytest.mark.req("ALL-19")
@pytest.mark.parametrize("seed", range(8))
def test_every_word_of_tictactoe_is_right(seed):
    table = random_match("tictactoe", seed)
    found = review(table.game, table.record())
    assert found.exact
    assert found.finished
    assert len(found.moves) == len(table.choices)
    for move, position, after in zip(found.moves, table.positions, table.positions[1:], strict=False):
        before = WORTH[tictactoe_value(table.game.position_text(position))]
        kept = WORTH[-tictactoe_value(table.game.position_text(after))]
        assert (move.before, move.after) == (before, kept)
        assert str(move.word) == ("best" if before == kept else "blunder")
        best = table.game.play(position, table.game.options(position)[move.best])
        assert WORTH[-tictactoe_value(table.game.position_text(best))] == before


def connect4_value(board):
    """1, 0 or -1 for the side to move, by a plain solver."""
    if naive_connect4.result(board) is not None:
        return 0 if naive_connect4.result(board) == "draw" else -1
    score = naive_connect4.solve(board)
    return (score > 0) - (score < 0)


LATE = 26
"""Discs on the board from which on the plain solver is quick."""


@pytest.mark.req("ALL-19")
@pytest.mark.parametrize("seed", range(3))
def test_every_word_of_a_connect_four_ending_is_right(seed, monkeypatch):
    monkeypatch.setattr("sparring.coach.reviewing.SIGHT", 0.0)  # who sees what is not asked here
    table = long_match(seed)
    found = review(table.game, table.record(), seconds=5)
    board = naive_connect4.EMPTY
    checked = 0
    for move in found.moves:
        after = naive_connect4.drop(board, int(move.move))
        if naive_connect4.discs(board) >= LATE:
            before, kept = WORTH[connect4_value(board)], WORTH[-connect4_value(after)]
            assert move.exact
            assert (move.before, move.after) == (before, kept)
            assert str(move.word) == ("best" if before == kept else "blunder")
            assert WORTH[-connect4_value(naive_connect4.drop(board, int(move.best)))] == before
            assert all_keep_the_result(board, move.line)
            checked += 1
        board = after
    assert checked >= 8


def all_keep_the_result(board, line):
    """Whether no move of a line, of either side, gives away anything."""
    for column in line:
        after = naive_connect4.drop(board, int(column))
        if connect4_value(after) != -connect4_value(board):
            return False
        board = after
    return True


def long_match(seed):
    """A random match of Connect Four with moves that do not win at once, so that it gets late.

    It begins in the middle, where the positions are quickly solved.
    """
    rng, table = Random(seed), Table(sparring.game("connect4"), seed)
    board = naive_connect4.after("444444")
    for _ in range(6):
        table.choose("4")
    while table.outcome is None:
        quiet = [column for column in naive_connect4.moves(board) if column not in naive_connect4.wins(board)]
        quiet = [column for column in quiet if column not in naive_connect4.losing(board)] or quiet
        column = rng.choice(quiet or naive_connect4.moves(board))
        board = naive_connect4.drop(board, column)
        table.choose(str(column))
    return table


@pytest.mark.req("ALL-19")
def test_a_proof_without_a_line_expects_nothing_that_it_did_not_prove():
    judge = Judge(sparring.game("connect4"), Thinking())
    found = judge.best_option(notation.after_moves(judge.game, "4361"), seconds=30)
    assert found[found.best].outcome is not None
    assert found[found.best].line == (found.best,)


@pytest.mark.req("ALL-19")
def test_a_review_names_the_losing_mistake_and_who_sees_it():
    record = "Sparring record 1\nGame: tictactoe\n\n0: a1\n1: b2\n0: c3\n1: a3\n0: c1\n1: c2\n0: b1\n"
    found = review(sparring.game("tictactoe"), sparring.Record.parse(record))
    assert [str(move.word) for move in found.moves] == ["best", "best", "best", "blunder", "best", "best", "best"]
    mistake = found.moves[3]
    assert mistake.best in {"a2", "b1", "b3", "c2"}
    assert mistake.line[0] == mistake.best
    assert (mistake.before, mistake.after, mistake.loss) == (0.5, 0.0, 0.5)
    assert mistake.seen_by is not None
    assert found.turning_points == [4]
    assert found.course(0) == [0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0]
    assert found.accuracy["x"] == 100
    assert 50 < found.accuracy["o"] < 100


@pytest.mark.req("ALL-19")
def test_the_level_that_sees_a_move_is_the_weakest_one_whose_best_moves_all_keep_the_result():
    game = sparring.game("tictactoe")
    levels = {name: sparring.opponent(game, name).brain for name in ("level1", "level2", "level3")}
    for seed in range(6):
        table = random_match("tictactoe", seed)
        for move, position in zip(review(game, table.record()).moves, table.positions, strict=False):
            if not move.loss:
                assert move.seen_by is None
                continue
            keepers = {
                option
                for option, played in game.options(position).items()
                if WORTH[-tictactoe_value(game.position_text(game.play(position, played)))] == move.before
            }
            decision = decision_at(game, position)
            seeing = [
                name
                for name, brain in levels.items()
                if set(analysis_of(brain.at_least, decision).best_options) <= keepers
            ]
            assert move.seen_by == [*seeing, "level4"][0]


# ---------------------------------------------------------------------- every game


@pytest.mark.req("ALL-19")
@pytest.mark.parametrize("name", ["tictactoe", "fourinarow", "connect4", "oware", "onepiece"])
def test_a_match_of_every_shipped_game_can_be_reviewed(name):
    table = random_match(name, 3, plies=10)
    found = review(table.game, table.record(), seconds=0.05)
    check(found, table)


@pytest.mark.req("ALL-19")
@pytest.mark.parametrize("make", [lambda: cookbook.game("islands"), Dice, Whispers])
def test_games_with_more_players_chance_and_secrets_can_be_reviewed(make):
    table = random_match(make(), 3, plies=8)
    found = review(table.game, table.record(), seconds=0.05)
    check(found, table)
    assert found.exact or not found.calibrated


def check(found, table):
    assert [move.move for move in found.moves] == [chosen.option for chosen in table.choices]
    assert found.accuracy.keys() == set(table.game.seats)
    assert all(0 <= accuracy <= 100 for accuracy in found.accuracy.values())
    for move, position in zip(found.moves, table.positions, strict=False):
        assert 0 <= move.after <= move.before <= 1
        assert move.best in table.game.options(position)
        assert move.line[:1] in ((), (move.best,))
        assert move.loss >= 0
        assert (move.best == move.move) or move.before >= move.after
    for seat in range(len(table.game.seats)):
        assert len(found.course(seat)) == len(table.choices) + 1
    told = found.as_json()
    assert told["accuracy"] == found.accuracy
    assert all(ply in {move["ply"] for move in told["moves"]} for ply in told["turning_points"])


# ---------------------------------------------------------------------- filling in


def test_a_review_fills_in_and_every_move_has_a_word_before_any_is_looked_at_again(monkeypatch):
    monkeypatch.setattr("sparring.coach.reviewing.SIGHT", 0.0)
    table = long_match(3)
    steps = list(Reviewing(table.game, table.record()).steps())
    counts = [len(step.moves) for step in steps]
    assert counts[: len(table.choices)] == list(range(1, len(table.choices) + 1))
    assert set(counts[len(table.choices) :]) == {len(table.choices)}
    assert [step.finished for step in steps] == [False] * (len(steps) - 1) + [True]
    assert steps[-1].exact


def test_a_review_that_is_stopped_keeps_what_it_has_and_is_not_finished():
    table = random_match("tictactoe", 1)
    thinking = Thinking()
    seen = []
    for step in Reviewing(table.game, table.record(), thinking=thinking).steps():
        seen.append(step)
        if len(step.moves) == 2:
            thinking.stop()
    assert len(seen[-1].moves) == 2
    assert not seen[-1].finished


def test_a_match_without_moves_and_one_that_is_not_over_can_be_reviewed():
    game = sparring.game("tictactoe")
    empty = review(game, Table(game).record())
    assert (empty.moves, empty.accuracy, empty.turning_points) == ((), {"x": 100.0, "o": 100.0}, [])
    assert empty.course(0) == [None]
    begun = random_match("tictactoe", 1, plies=3)
    assert len(review(game, begun.record()).course(1)) == 4


# ---------------------------------------------------------------------- what a review says of itself


def moved(ply, seat, before, after, **more):
    return ReviewedMove(ply, seat, "a", "b", before, after, **more)


def test_a_turning_point_is_an_error_after_which_the_player_stands_worse():
    game = sparring.game("tictactoe")
    steps = [(0.8, 0.5), (0.9, 0.72), (0.5, 0.45), (0.5, 0.2), (0.3, 0.05)]
    moves = tuple(moved(ply, ply % 2, *step) for ply, step in enumerate(steps, 1))
    assert Review(game, moves, len(moves)).turning_points == [1, 4]


def test_moves_without_a_choice_do_not_count_for_the_accuracy():
    game = sparring.game("tictactoe")
    blunder, forced = moved(1, 0, 0.8, 0.3), moved(3, 0, 0.3, 0.3, forced=True)
    one = Review(game, (blunder,), 1).accuracy["x"]
    assert Review(game, (blunder, forced), 3).accuracy["x"] == one


def test_a_course_without_gaps_stays_where_nothing_is_known():
    assert lasting([None, None]) == [0.5, 0.5]
    assert lasting([None, 0.4, None, 0.6, None]) == [0.4, 0.4, 0.4, 0.6, 0.6]
