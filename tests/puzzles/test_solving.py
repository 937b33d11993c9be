"""A try at a puzzle: right moves are answered, wrong ones are refuted, and the first try counts."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

import sparring
from sparring.puzzles.grading import rating_of
from sparring.puzzles.puzzle import NoPuzzles, Puzzle, advanced
from sparring.puzzles.shipped import puzzle_of, puzzle_of_the_day, puzzles_of
from sparring.puzzles.solving import Try
from sparring.puzzles.standing import ENOUGH, PuzzleStanding, Tried
from sparring.rules import IllegalMove
from sparring.rules.puzzles import Kind

pytestmark = pytest.mark.req("ALL-20")

ROWS = sparring.game("tictactoe")
FOUR = sparring.game("connect4")
CARDS = sparring.game("onepiece")
WIN_TWICE = "......./......./......./......./...ooo./...xxx. x"


def longest(game):
    return max(puzzles_of(game), key=lambda puzzle: len(puzzle.solution))


def test_the_right_moves_are_answered_until_the_goal_is_reached():
    puzzle = longest(ROWS)
    attempt = Try.begun(ROWS, puzzle)
    for number, move in enumerate(puzzle.solution[::2], 1):
        assert not attempt.over
        attempt = attempt.after(move)
        assert attempt.moves == puzzle.solution[: 2 * number]
    assert attempt.solved
    assert len(attempt.positions) == len(puzzle.solution)


def test_a_whole_solution_is_taken_at_once_with_or_without_its_last_answer():
    puzzle = longest(FOUR)
    assert Try.of_moves(FOUR, puzzle, puzzle.solution).solved
    assert Try.of_moves(FOUR, puzzle, puzzle.solution[:2]).moves == puzzle.solution[:2]
    assert Try.of_moves(FOUR, puzzle, puzzle.solution[:1]).moves == puzzle.solution[:2]


def test_an_answer_that_is_not_the_one_that_was_given_is_refused():
    puzzle = longest(FOUR)
    other = next(column for column in "1234567" if column != puzzle.solution[1])
    with pytest.raises(IllegalMove, match=f"is '{puzzle.solution[1]}', not '{other}'"):
        Try.of_moves(FOUR, puzzle, [puzzle.solution[0], other])
    with pytest.raises(IllegalMove, match="over after"):
        Try.of_moves(FOUR, puzzle, [*puzzle.solution, "1"])
    with pytest.raises(IllegalMove):
        Try.of_moves(FOUR, puzzle, ["9"])


def test_a_win_may_be_completed_in_another_way():
    puzzle = Puzzle("both", Kind.WIN, "Win with your next move.", "x", ("3",), WIN_TWICE)
    assert Try.begun(FOUR, puzzle).after("3").solved
    assert Try.begun(FOUR, puzzle).after("7").solved
    assert Try.begun(FOUR, puzzle).after("1").wrong == "1"


def test_a_move_that_wins_later_is_not_said_to_lose_the_win():
    puzzle = puzzle_of(FOUR, "260091")
    ready = Try.of_moves(FOUR, puzzle, puzzle.solution[:2])
    for column in "134567":  # every column wins, but only column 2 at once
        found = ready.after(column).refutation()
        assert (found.line, found.words) == ((), "That still wins, but not at once.")


@pytest.mark.parametrize("game", [ROWS, FOUR], ids=lambda game: game.name)
def test_a_wrong_move_is_refuted_with_moves_that_can_be_played(game):
    for puzzle in puzzles_of(game)[::9]:
        begun = Try.begun(game, puzzle)
        wrong = next(move for move in game.options(begun.position) if move != puzzle.solution[0])
        attempt = begun.after(wrong)
        if attempt.solved:  # the last move may be another one
            continue
        assert attempt.wrong == wrong
        assert attempt.position == begun.position
        found = attempt.refutation()
        assert found.line or "still wins" in found.words
        position = advanced(game, begun.position, wrong)
        for move in found.line:
            position = advanced(game, position, move)
        ended = game.outcome(position)
        assert ended is None or ended.winner != begun.seat


def test_a_hint_is_a_right_move():
    for game in (FOUR, CARDS):
        attempt = Try.begun(game, puzzles_of(game)[3])
        assert attempt.after(attempt.hint()).wrong is None


def test_in_a_card_puzzle_every_option_that_keeps_the_win_is_right_and_every_other_is_refuted():
    puzzle = puzzles_of(CARDS)[10]
    begun = Try.begun(CARDS, puzzle)
    tried = {option: begun.after(option) for option in CARDS.options(begun.position)}
    assert 0 < sum(attempt.wrong is None for attempt in tried.values()) < len(tried)
    for attempt in tried.values():
        if attempt.wrong is not None:
            found = attempt.refutation()
            assert found.words
            position = found.position
            for move in found.line:
                position = CARDS.play(position, CARDS.options(position)[move])
                while (answer := CARDS.settled(position)) is not None and CARDS.outcome(position) is None:
                    position = CARDS.play(position, CARDS.options(position)[answer])
            assert position is None or getattr(CARDS.outcome(position), "winner", None) != begun.seat


# ---------------------------------------------------------------------- which puzzle


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_all_come_up_in_turn():
    first, count = date(2026, 5, 1), len(puzzles_of(FOUR))
    days = [puzzle_of_the_day(FOUR, first + timedelta(days=day)).id for day in range(count)]
    assert days[0] == puzzle_of_the_day(FOUR, first).id
    assert len(set(days)) == count


def test_an_unknown_puzzle_and_a_game_without_puzzles_are_refused_in_a_sentence():
    with pytest.raises(NoPuzzles, match=r"Connect Four has no puzzle 'nope'\."):
        puzzle_of(FOUR, "nope")
    with pytest.raises(NoPuzzles, match=r"Four in a row on 7×6 has no puzzles\."):
        puzzles_of(sparring.game("fourinarow:width=7"))


# ---------------------------------------------------------------------- ratings


LEVELS = {"level1": 1000.0, "level2": 1300.0, "level3": 1600.0}


def test_a_puzzle_that_fewer_levels_solve_has_a_higher_rating():
    shares = [(1.0, 1.0, 1.0), (0.5, 1.0, 1.0), (0.0, 1.0, 1.0), (0.0, 0.5, 1.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)]
    ratings = [rating_of(dict(zip(LEVELS, share, strict=True)), LEVELS) for share in shares]
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == len(ratings)


def test_without_measured_levels_there_is_no_rating():
    assert rating_of({"level1": 0.5}, {}) is None


@pytest.fixture
def measured(monkeypatch):
    """Puzzles that are rated, the easiest first."""
    known = [replace(puzzle, rating=800.0 + 40 * number) for number, puzzle in enumerate(puzzles_of(ROWS))]
    monkeypatch.setattr("sparring.puzzles.standing.puzzles_of", lambda game: known)
    return known


def test_only_the_first_try_at_a_puzzle_counts(measured):
    puzzle = measured[0].id
    tries = [Tried("tictactoe", puzzle, False, 1.0), Tried("tictactoe", puzzle, True, 2.0)]
    standing = PuzzleStanding(ROWS, tries)
    assert (len(standing.tries), standing.solved) == (1, 0)
    assert not standing.has_rating


def test_who_solves_hard_puzzles_has_a_higher_rating_than_who_fails_easy_ones(measured):
    known = measured
    good = PuzzleStanding(ROWS, [Tried("tictactoe", puzzle.id, True, 1.0) for puzzle in known[-ENOUGH:]])
    bad = PuzzleStanding(ROWS, [Tried("tictactoe", puzzle.id, False, 1.0) for puzzle in known[:ENOUGH]])
    assert good.has_rating
    assert bad.has_rating
    assert good.strength.rating > bad.strength.rating + 300
