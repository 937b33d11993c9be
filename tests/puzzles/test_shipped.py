"""The puzzles that come with the games: each has a goal that one move keeps, and no two are alike."""

from dataclasses import replace
from itertools import combinations

import pytest

import sparring
from sparring.games.onepiece.minds.puzzles import LethalJudge
from sparring.puzzles.grading import levels_of
from sparring.puzzles.mining import alike
from sparring.puzzles.puzzle import advanced, judge_of
from sparring.puzzles.shipped import keep, rated, shipped_path, stored_in
from sparring.rules.puzzles import Kind
from support import naive
from support.connect4_judge import Judge
from support.onepiece_lethal import line_loses

pytestmark = pytest.mark.req("ALL-20")

GAMES = ("tictactoe", "fourinarow", "connect4", "oware", "onepiece")
MANY = 100
BYTES = 300_000


def shipped(name):
    game = sparring.game(name)
    return game, stored_in(shipped_path(game), game)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_comes_with_many_puzzles_that_have_names_of_their_own(name):
    _, puzzles = shipped(name)
    assert len(puzzles) >= (20 if name == "tictactoe" else MANY)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("name", GAMES)
def test_levels_have_tried_every_puzzle_and_its_rating_follows(name):
    game, puzzles = shipped(name)
    assert all(set(puzzle.solved) == set(levels_of(game)) for puzzle in puzzles)
    assert all(puzzle.rating is not None for puzzle in rated(game, puzzles))


def test_what_a_level_solved_counts_only_while_there_is_such_a_level(tmp_path):
    game = sparring.game("tictactoe")
    keep(tmp_path / "kept.json", game, [replace(shipped("tictactoe")[1][0], solved={"level1": 0.25, "level99": 0.5})])
    assert stored_in(tmp_path / "kept.json", game)[0].solved == {"level1": 0.25}


def test_all_puzzles_together_are_small():
    assert sum(shipped_path(sparring.game(name)).stat().st_size for name in GAMES) < BYTES


@pytest.mark.parametrize("name", GAMES)
def test_every_solution_can_be_played_and_reaches_its_goal(name):
    game, puzzles = shipped(name)
    for puzzle in puzzles if name != "onepiece" else puzzles[::10]:
        position = puzzle.start(game)
        seat = game.to_move(position)
        assert game.seats[seat] == puzzle.to_move
        for move in puzzle.solution:
            mover = game.to_move(position)
            position = advanced(game, position, move)
        assert mover == seat or name == "onepiece"  # there the defender's last answer may end the game
        if puzzle.kind in (Kind.WIN, Kind.LETHAL):
            assert game.outcome(position).winner == seat


@pytest.mark.parametrize("name", ["tictactoe", "fourinarow", "connect4", "oware"])
def test_no_two_puzzles_are_alike(name):
    game, puzzles = shipped(name)
    judge = judge_of(game)
    images = [judge.features(puzzle.start(game)) for puzzle in puzzles]
    assert not any(alike(one, other[0], judge.tolerance) for one, other in combinations(images, 2))


def test_the_easiest_come_first(monkeypatch):
    ladder = {f"level{number}": {"rating": 800.0 + 150 * number} for number in range(1, 12)}
    monkeypatch.setattr("sparring.puzzles.grading.ratings_by_name", lambda game: ladder)
    game, [first, second, third, *_] = shipped("tictactoe")
    tried = [
        replace(first, solved={"level1": 0.0, "level2": 0.0}),
        replace(second, solved={"level1": 1.0, "level2": 1.0}),
        replace(third, solved={"level1": 0.5, "level2": 1.0}),
    ]
    assert [puzzle.id for puzzle in rated(game, tried)] == [second.id, third.id, first.id]


# ---------------------------------------------------------------------- exactly one move


def steps(game, puzzle):
    """The position before each move of the solver, with that move and whether it is the last."""
    position, found = puzzle.start(game), []
    for number, move in enumerate(puzzle.solution):
        if number % 2 == 0:
            found.append((game.position_text(position), move, number == len(puzzle.solution) - 1))
        position = advanced(game, position, move)
    return found


def test_tic_tac_toe_agrees_with_naive_minimax_at_every_step():
    game, puzzles = shipped("tictactoe")
    for puzzle in puzzles:
        for text, move, last in steps(game, puzzle):
            results = {cell: naive.judge(text, cell)[0] for cell in naive.moves(text)}
            keeping = [cell for cell, result in results.items() if result >= (0 if puzzle.kind is Kind.DRAW else 1)]
            if last and puzzle.kind is Kind.WIN:
                assert naive.judge(text, move) == (1, 1)
            else:
                assert keeping == [move]


def one_move_keeps(judge, game, puzzle):
    for number, (text, move, last) in enumerate(steps(game, puzzle)):
        results = judge.results(text)
        keeping = [column for column, result in results.items() if result >= (0 if puzzle.kind is Kind.DRAW else 1)]
        assert move in keeping
        if number == 0 or not (last and puzzle.kind is Kind.WIN):
            assert keeping == [move]


def test_connect_four_agrees_with_another_search_in_a_sample():
    game, puzzles = shipped("connect4")
    late = [puzzle for puzzle in puzzles if puzzle.position.count(".") < 26]
    judge = Judge()
    assert len(late) > MANY / 3
    for puzzle in late[::3]:
        one_move_keeps(judge, game, puzzle)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_connect_four_agrees_with_another_search_in_every_puzzle():
    game, puzzles = shipped("connect4")
    judge = Judge()
    for puzzle in puzzles:
        one_move_keeps(judge, game, puzzle)


def test_four_in_a_row_is_proven_again_by_trying_everything_late_in_the_game():
    game, puzzles = shipped("fourinarow")
    late = [puzzle for puzzle in puzzles if puzzle.position.count(".") <= 11]
    assert late
    for puzzle in late:
        position = puzzle.start(game)
        known = {}
        results = {move: -brute_force(game, advanced(game, position, move), known) for move in game.options(position)}
        keeping = [move for move, result in results.items() if result >= (0 if puzzle.kind is Kind.DRAW else 1)]
        assert keeping == [puzzle.solution[0]]


def brute_force(game, position, known):
    """The result for the side to move, by trying everything."""
    if position not in known:
        ended = game.outcome(position)
        if ended is not None:
            known[position] = 0 if ended.winner is None else -1
        else:
            best = -1
            for move in game.moves(position):
                best = max(best, -brute_force(game, game.play(position, move), known))
                if best == 1:
                    break
            known[position] = best
    return known[position]


@pytest.mark.parametrize("part", [0, 1, 2])
def test_one_piece_wins_against_every_answer_after_each_option_that_is_called_right(part):
    game, puzzles = shipped("onepiece")
    judge = LethalJudge()
    for puzzle in puzzles[part * 9 :: 60]:
        state = puzzle.start(game)
        seat = game.to_move(state)
        right = judge.keeping(state, puzzle.kind)
        assert 0 < len(right) < len(game.options(state))
        for text in right:
            assert line_loses(game.play(state, game.options(state)[text]), seat, True, set()) is None
