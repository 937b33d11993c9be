"""The exact solver agrees with brute force, with another program, and with itself."""

import importlib.util
import sys
import threading
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from sparring.games.connect4 import solver, zugzwang
from sparring.games.connect4.board import (
    COLUMN,
    EMPTY,
    STRIDE,
    columns,
    landing_cells,
    mirrored,
    play,
    result,
    winning_cells,
)
from sparring.games.connect4.solver import Solver
from sparring.rules.kernels import NOT_OVER
from support import naive_connect4 as naive
from support.connect4_boards import GAME, exact, exact_scores, mixed_boards, position_after

DATA = Path(__file__).parents[2].parent / "shared/data/connect4"
TECHNIQUES = ["FOLLOW_UP", "ODD_THREATS", "FORCED_REPLIES", "CHILDREN_REMEMBERED", "THREATS_FIRST", "OUTSIDE_IN"]
SOLVER = Solver()


def position_of(board):
    """The position of a naive board."""
    return GAME.read_position(naive.text(board))


# ---------------------------------------------------------------------- right scores


@pytest.mark.req("C4-7")
def test_late_scores_agree_with_brute_force():
    for moves in mixed_boards(seed=1, count=160, least=29, most=41):
        assert SOLVER.solve(position_after(moves)) == naive.solve(naive.after(moves)), moves


@pytest.mark.req("C4-7")
def test_every_board_after_some_endings_is_scored_correctly():
    """Solving one ending by brute force solves hundreds of boards, and all of them are compared."""
    rng, asked = Random(2), 0
    while asked < 900:
        known = {}
        naive.solve(naive.after(naive.random_board(rng, 26, 27, careful=True)), known)
        for board in rng.sample(sorted(known), min(300, len(known))):
            assert SOLVER.solve(position_of(board)) == known[board], naive.text(board)
            asked += 1


@pytest.mark.req("C4-7")
def test_scores_from_the_middle_of_the_game_agree_with_another_program():
    for moves in mixed_boards(seed=3, count=300, least=14, most=30):
        assert SOLVER.solve(position_after(moves)) == exact(moves), moves


@pytest.mark.req("C4-7")
@pytest.mark.parametrize("name", ["Test_L1_R1", "Test_L2_R1", "Test_L3_R1"])
def test_the_scores_of_a_public_set_are_right(name):
    if not (DATA / name).is_file():
        pytest.skip(f"the public set {name} is not here: shared/data is missing")
    lines = [line.split() for line in (DATA / name).read_text().splitlines()]
    assert len(lines) == 1_000
    for moves, score in lines:
        assert SOLVER.solve(position_after(moves)) == int(score), moves


@pytest.mark.req("C4-7")
@pytest.mark.parametrize(
    ("moves", "score"),
    [
        ("454545", 18),  # wins with its fourth disc, the eighteenth from the end
        ("1424142", 18),  # and so does the second player
        ("44556", -18),  # three in the bottom row with both ends open
        ("173254125145631413134436436666772272557257"[:41], 0),
        ("453562672375661147767136733322425425541114"[:41], 1),  # wins with its last disc
    ],
)
def test_scores_of_boards_that_anyone_can_judge(moves, score):
    assert SOLVER.solve(position_after(moves)) == score


@pytest.mark.req("C4-7")
def test_a_solver_that_is_used_many_times_keeps_positions_apart():
    """It forgets nothing at first, and then more often than its table has ages, so that ages are used again."""
    boards = [position_after(moves) for moves in mixed_boards(seed=4, count=20, least=18, most=30)]
    expected = [Solver().solve(board) for board in boards]
    asked = Solver()
    for number in range(600):
        which = number % len(boards)
        assert asked.solve(boards[which]) == expected[which]
        if number > 100:
            asked.forget()


# ---------------------------------------------------------------------- agreeing with itself


def child_scores(position):
    """The score of every move, by column."""
    found = {}
    for column in columns(position):
        following = play(position, column)
        over = result(following)
        left = 21 - position.both.bit_count() // 2
        found[column] = -SOLVER.solve(following) if over == NOT_OVER else 0 if over == 0 else left
    return found


@pytest.mark.req("C4-7")
def test_a_score_is_that_of_the_best_move():
    for moves in mixed_boards(seed=5, count=150, least=13, most=41):
        position = position_after(moves)
        assert SOLVER.solve(position) == max(child_scores(position).values()), moves


@pytest.mark.req("C4-7")
def test_a_board_and_its_mirror_image_have_the_same_score():
    for moves in mixed_boards(seed=6, count=200, least=13, most=41):
        position = position_after(moves)
        assert SOLVER.solve(position) == SOLVER.solve(mirrored(position)), moves


@pytest.mark.req("C4-7")
def test_the_best_column_reaches_the_score_and_none_nearer_to_the_centre_does():
    ties = 0
    for moves in mixed_boards(seed=7, count=150, least=14, most=30):
        scores = exact_scores(moves)
        score, column = SOLVER.best(position_after(moves))
        best = [each - 1 for each in scores if scores[each] == max(scores.values())]
        assert score == max(scores.values()), moves
        assert column in best, moves
        assert abs(column - 3) == min(abs(each - 3) for each in best), moves
        ties += len(best) > 1
    assert ties > 30


@pytest.mark.req("C4-7")
def test_a_column_reaches_every_score_up_to_its_own():
    for moves in mixed_boards(seed=8, count=40, least=20, most=41):
        position = position_after(moves)
        for column, score in child_scores(position).items():
            for wanted in range(score - 3, score + 4):
                assert SOLVER.reaches(position, column, wanted) == (score >= wanted), (moves, column, wanted)


@pytest.mark.req("C4-7")
def test_a_search_with_narrow_bounds_gives_the_score_or_the_side_on_which_it_is():
    rng = Random(9)
    for moves in mixed_boards(seed=9, count=150, least=16, most=38):
        position, score = position_after(moves), exact(moves)
        least = rng.randint(-10, 9)
        most = rng.randint(least + 1, 10)
        low, high = SOLVER.narrow(position, least, most)
        if least < score < most:
            assert (low, high) == (score, score), moves
        elif score <= least:
            assert score <= high <= least, moves
        else:
            assert most <= low <= score, moves


# ---------------------------------------------------------------------- giving up


@pytest.mark.req("ALL-5", "ALL-7")
def test_a_stopped_solver_gives_up_at_once_and_its_bounds_are_true():
    for moves in ["", "4", "44", "444", *mixed_boards(seed=10, count=30, least=14, most=20)]:
        stopped = Solver()
        stopped.stop()
        assert stopped.stopped
        low, high = stopped.narrow(position_after(moves))
        score = {"": 1, "4": -1, "44": 1, "444": -1}.get(moves) if len(moves) < 4 else exact(moves)
        assert low <= score <= high, moves
        assert stopped.nodes < 100


@pytest.mark.req("ALL-5", "ALL-7")
def test_a_solver_at_work_stops_when_another_thread_says_so_and_can_go_on_later():
    busy, found = Solver(), []
    thread = threading.Thread(target=lambda: found.append(busy.narrow(EMPTY)))
    thread.start()
    while busy.nodes < 200_000 and thread.is_alive():
        thread.join(0.001)
    busy.stop()
    thread.join(20)
    assert not thread.is_alive()
    low, high = found[0]
    assert low <= 1 <= high
    assert low < high
    busy.go_on()
    assert not busy.stopped
    for moves in mixed_boards(seed=11, count=20, least=16, most=24):
        assert busy.narrow(position_after(moves)) == (exact(moves), exact(moves)), moves


@pytest.mark.req("ALL-7")
def test_what_a_stopped_search_has_stored_is_true():
    moves = "743221746"
    score = Solver().solve(position_after(moves))
    busy = Solver()
    for nodes in (5_000, 20_000, 40_000, 80_000):
        busy.go_on()
        thread = threading.Thread(target=lambda: busy.narrow(position_after(moves)))
        thread.start()
        while busy.nodes < nodes and thread.is_alive():
            thread.join(0.0005)
        busy.stop()
        thread.join(20)
        assert not thread.is_alive()
    busy.go_on()
    assert busy.narrow(position_after(moves)) == (score, score)


# ---------------------------------------------------------------------- the static bounds


def follow_up_claims(position, moves, wanted):
    """True if the follow-up bound claims this score for the second player after one of these moves."""
    memory = SimpleNamespace(lanes=zugzwang.LANES)
    return zugzwang.holds_by_following_up.py_func(memory, *position, moves, wanted)


def odd_threat_claims(position, moves, wanted):
    """True if the odd-threat bound claims this score for the first player after one of these moves."""
    memory = SimpleNamespace(lanes=zugzwang.LANES)
    discs = [moves & COLUMN << STRIDE * lane for lane in range(zugzwang.LANES)]
    wins = [winning_cells(position.mine | disc) for disc in discs]
    threatened = 0
    for each in wins:
        threatened |= each & ~position.both
    return zugzwang.wins_by_odd_threat.py_func(memory, *position, moves, wins, threatened, wanted)


def claims(bound, position, scores):
    """Every column of a board with every score that a bound claims for it; the bound runs interpreted here."""
    for wanted in scores:
        if bound(position, landing_cells(position.both), wanted):
            for column in columns(position):
                if bound(position, play(position, column).both & ~position.both, wanted):
                    yield column, wanted


@pytest.mark.req("C4-7")
@pytest.mark.parametrize(
    ("bound", "parity", "scores"),
    [(follow_up_claims, 1, (-3, 0, 1, 2, 3)), (odd_threat_claims, 0, (1, 2))],
    ids=["follow-up", "odd threat"],
)
def test_a_search_without_rules_never_refutes_a_static_bound(bound, parity, scores):
    """Only boards where the side to move cannot win at once, because the solver asks only there."""
    rng, boards, claimed, promised = Random(13), 0, 0, Counter()
    for number in range(300):
        game = naive.quiet_game(rng, careful=number % 5 > 0)
        for moves in (game[:discs] for discs in range(14, len(game) + 1) if discs % 2 == parity):
            position = position_after(moves)
            if winning_cells(position.mine) & landing_cells(position.both):
                continue
            boards += 1
            found = list(claims(bound, position, scores))
            claimed += bool(found)
            for column, wanted in found:
                following = f"{moves}{column + 1}"
                score = 0 if len(following) == 42 else -exact(following)
                assert score >= wanted, (moves, column + 1, wanted)
                promised[wanted] += 1
    assert boards > 2_000
    assert claimed > boards // 20
    assert set(promised) == set(scores)


@pytest.mark.req("C4-7")
@pytest.mark.parametrize("technique", [*TECHNIQUES, "all of them"])
def test_without_a_technique_the_scores_are_the_same(technique):
    name = f"solver_without_{technique.lower().replace(' ', '_')}"
    spec = importlib.util.spec_from_file_location(name, solver.__file__)
    other = importlib.util.module_from_spec(spec)
    sys.modules[name] = other
    try:
        spec.loader.exec_module(other)
        for switch in TECHNIQUES if technique == "all of them" else [technique]:
            assert getattr(other, switch) is True
            setattr(other, switch, False)
        asked = other.Solver()
        for moves in mixed_boards(seed=12, count=80, least=16, most=38):
            assert asked.solve(position_after(moves)) == exact(moves), moves
    finally:
        del sys.modules[name]
