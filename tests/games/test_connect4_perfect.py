"""The perfect opponent of Connect Four plays best, and the claims of all opponents are true."""

import asyncio

import pytest

import sparring
from sparring.match.table import decision_at
from sparring.rules import Thinking
from support import naive_connect4 as naive
from support.connect4_boards import (
    DEPTHS,
    GAME,
    LEVELS,
    answer,
    column_of,
    exact_scores,
    opponent,
    outcome_of,
    position_after,
    some_boards,
)

# ---------------------------------------------------------------------- the best result


@pytest.mark.req("C4-7")
def test_perfect_keeps_the_best_result_with_the_shortest_win_or_the_longest_loss():
    ends = []
    for moves in some_boards(seed=11, count=250, least=14, most=40):
        scores = exact_scores(moves)
        assert scores[column_of("perfect", moves)] == max(scores.values()), moves
        ends.append((max(scores.values()) > 0) - (max(scores.values()) < 0))
    assert all(ends.count(end) > 10 for end in (1, 0, -1))


@pytest.mark.req("C4-7")
def test_an_analysis_gives_the_exact_score_of_every_move_with_the_distance_to_the_end():
    for moves in some_boards(seed=12, count=60, least=14, most=40):
        board = naive.after(moves)
        analysis = answer("perfect:thorough=on", moves).analysis
        assert {int(judged.option): judged.score for judged in analysis.options} == exact_scores(moves), moves
        for judged in analysis.options:
            assert judged.exact
            assert judged.plies == naive.plies(board, judged.score)
            assert judged.outcome == outcome_of(judged.score)


@pytest.mark.req("ALL-9", "ALL-17")
def test_with_a_depth_it_solves_only_what_has_few_enough_empty_cells():
    for moves in some_boards(seed=13, count=40, least=14, most=30):
        empty = 42 - len(moves)
        sees = answer(f"perfect:depth=2,empty={empty},thorough=on", moves).analysis
        assert {int(judged.option): judged.score for judged in sees.options} == exact_scores(moves), moves
        short = answer(f"perfect:depth=2,empty={empty - 1},thorough=on", moves).analysis
        assert short.options == answer("perfect:depth=2,thorough=on", moves).analysis.options


@pytest.mark.req("C4-7", "ALL-9")
def test_an_analysis_is_completed_step_by_step():
    moves = "75344672114612"
    told = []
    thinking = Thinking(listen=told.append)
    analyst = opponent("perfect:thorough=on,book=off")
    last = analyst.brain.judge(decision_at(GAME, position_after(moves), thinking=thinking))
    known = [sum(bool(judged.outcome) and judged.exact for judged in found.options) for found in [*told, last]]
    assert len(told) > 3
    assert known == sorted(known)
    assert known[0] < known[-1] == len(naive.moves(naive.after(moves)))
    for analysis in told:
        for judged in analysis.options:
            if judged.outcome is not None and judged.exact:
                assert judged.score == exact_scores(moves)[int(judged.option)]


@pytest.mark.req("ALL-5", "C4-7")
@pytest.mark.parametrize("moves", ["", "4", "44", "3", "1234"])
def test_with_hardly_any_time_perfect_answers_and_claims_only_what_is_proven(moves):
    chosen = answer("perfect:book=off,time=0.02", moves)
    assert int(chosen.option) in range(1, 8)
    assert len(chosen.analysis.options) == 7
    assert all(judged.outcome is None for judged in chosen.analysis.options)


@pytest.mark.req("C4-7")
@pytest.mark.parametrize("other", ["random", "hard", "minimax:depth=8"])
def test_perfect_wins_every_game_that_it_starts(other):
    for seed in range(3):
        result = asyncio.run(sparring.Match(GAME, [opponent("perfect"), opponent(other)], seed=seed).run())
        assert result.winner == 0
        assert (result.fallbacks, result.illegal) == (0, 0)


@pytest.mark.req("C4-7")
def test_perfect_against_itself_wins_with_the_last_disc_of_the_first_player():
    """The first player wins with its last disc, at ply 41."""
    match = sparring.Match(GAME, [opponent("perfect"), opponent("perfect")], seed=1)
    assert asyncio.run(match.run()).winner == 0
    assert len(list(match.record.choices())) == 41


# ---------------------------------------------------------------------- claims


@pytest.mark.req("ALL-9", "C4-4")
@pytest.mark.parametrize("name", [*LEVELS, *DEPTHS, "perfect", "perfect:thorough=on", "minimax:depth=8,thorough=on"])
def test_every_option_is_judged_and_every_claim_is_true(name):
    proven = 0
    for moves in some_boards(seed=8, count=50, least=14, most=38):
        board, scores = naive.after(moves), exact_scores(moves)
        analysis = answer(name, moves).analysis
        assert sorted(int(judged.option) for judged in analysis.options) == naive.moves(board)
        for judged in analysis.options:
            score = scores[int(judged.option)]
            where = (moves, judged)
            assert judged.line[0] == judged.option, where
            if judged.outcome is None:
                continue
            proven += 1
            assert judged.outcome == outcome_of(score), where
            if judged.exact:
                assert judged.score == score, where
                assert judged.plies == naive.plies(board, score), where
            else:
                assert score <= judged.score, where
    assert proven > 5


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize("name", [*LEVELS, *DEPTHS, "perfect", "perfect:thorough=on"])
def test_the_expected_line_can_be_played(name):
    for moves in some_boards(seed=9, count=40, least=14, most=38):
        for judged in answer(name, moves).analysis.options:
            line = moves + "".join(judged.line)
            naive.after(line)
            if judged.outcome is not None and judged.exact and len(judged.line) == judged.plies:
                assert naive.result(naive.after(line)) is not None, line


@pytest.mark.req("C4-7", "ALL-9")
def test_the_line_of_an_analysis_is_best_play_to_the_end():
    for moves in some_boards(seed=10, count=25, least=20, most=38):
        for judged in answer("perfect:thorough=on", moves).analysis.options:
            assert len(judged.line) == judged.plies, moves
            line = moves + "".join(judged.line)
            assert naive.result(naive.after(line)) is not None, line
            for discs in range(len(moves) + 1, len(line)):
                scores = exact_scores(line[:discs])
                assert scores[int(line[discs])] == max(scores.values()), line[:discs]
