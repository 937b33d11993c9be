"""The search for puzzles: seeded, resumable, and blind to what is the same from another side."""

import json
from random import Random

import pytest

import sparring
from sparring.games.connect4.board import mirrored
from sparring.games.mnk.symmetry import turned, turnings
from sparring.puzzles import mining
from sparring.puzzles.composing import composed, obvious
from sparring.puzzles.grading import Grading
from sparring.puzzles.mining import Mine, alike
from sparring.puzzles.puzzle import Puzzle, judge_of
from sparring.rules.puzzles import Kind
from sparring.work.journal import LineJournal
from sparring.work.pool import Here
from support import naive

pytestmark = pytest.mark.req("ALL-20")

GAME = "tictactoe"
FEW = 6


def dug(path, seed=1, most=None):
    """The puzzles that a search finds, if it is stopped after this many reports."""
    mine = Mine(GAME, seed, FEW)
    with LineJournal(path) as journal:
        for number, _ in enumerate(mine.dig(Here(), journal), 1):
            if number == most:
                break
    return mine.chosen


def test_the_same_seed_finds_the_same_puzzles_and_another_seed_others(tmp_path):
    first = dug(tmp_path / "first")
    assert len(first) == FEW
    assert dug(tmp_path / "again") == first
    assert dug(tmp_path / "other", seed=2) != first


def test_a_search_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch):
    whole = dug(tmp_path / "whole")
    dug(tmp_path / "stopped", most=10)
    with (tmp_path / "stopped").open("a") as file:
        file.write('{"game": "tictactoe", "number": 5, "fou')  # cut off
    searched = []
    original = mining.search_game
    monkeypatch.setattr(mining, "search_game", lambda asked: searched.append(asked.number) or original(asked))
    assert dug(tmp_path / "stopped") == whole
    assert searched[0] == 10


def test_levels_that_are_known_to_the_journal_are_not_asked_again(tmp_path):
    puzzles = dug(tmp_path / "journal")[:2]
    with LineJournal(tmp_path / "graded") as journal:
        grading = Grading(GAME, puzzles)
        assert [told.done for told in grading.run(Here(), journal)] == [1, 2]
    shares = [puzzle.solved for puzzle in grading.puzzles]
    assert all(share["level4"] == 1.0 for share in shares)  # it never errs
    with LineJournal(tmp_path / "graded") as journal:
        again = Grading(GAME, puzzles)
        assert list(again.run(Here(), journal)) == []
    assert [puzzle.solved for puzzle in again.puzzles] == shares


def test_mirror_images_and_rotations_are_alike():
    rng = Random(1)
    for name, images in (("connect4", lambda board: [mirrored(board)]), ("fourinarow", all_turned)):
        game = sparring.game(name)
        judge = judge_of(game)
        for _ in range(20):
            position = game.start(rng)
            while position.both.bit_count() < 12 and game.outcome(position) is None:
                position = game.play(position, rng.choice(game.moves(position)))
            own = judge.features(position)[0]
            assert all(alike(judge.features(image), own, 0.0) for image in images(position))


def all_turned(board):
    return [turned(board, goes) for goes in turnings(board.width, board.height)]


def test_positions_that_differ_in_a_disc_or_two_are_alike_and_others_are_not():
    first = frozenset((cell, True) for cell in range(20))
    assert alike([first - {(0, True)} | {(30, True)}], first, 0.2)
    assert not alike([frozenset((cell, False) for cell in range(20))], first, 0.2)


def test_there_is_no_puzzle_where_several_moves_win_or_nothing_can_be_saved():
    game = sparring.game(GAME)
    assert composed(game, judge_of(game), game.read_position("xo./.../... x")) is None
    assert composed(game, judge_of(game), game.read_position("xxo/xxo/oo. x")) is None


def test_a_win_is_led_to_its_end_against_the_answers_that_hold_out_longest(tmp_path):
    game, led = sparring.game(GAME), 0
    for puzzle in dug(tmp_path / "journal"):
        position = puzzle.start(game)
        for number, move in enumerate(puzzle.solution):
            text = game.position_text(position)
            if number % 2 and puzzle.kind is Kind.WIN:
                assert naive.judge(text, move)[1] == max(naive.judge(text, cell)[1] for cell in naive.moves(text))
                led += 1
            position = game.play(position, game.options(position)[move])
    assert led


def test_a_win_at_once_and_a_block_that_is_forced_are_obvious():
    game = sparring.game(GAME)
    assert obvious(game, game.read_position("xx./oo./... x"), "c3")
    assert obvious(game, game.read_position("o../.x./x.o x"), "c3")
    assert not obvious(game, game.read_position("x../.o./..x o"), "b3")


def test_what_is_stored_reads_back():
    puzzle = Puzzle("abc", Kind.DRAW, "Save the draw.", "x", ("a1", "b2"), "… x", solved={"level1": 0.5})
    assert Puzzle.of_json(json.loads(json.dumps(puzzle.as_stored()))) == puzzle
