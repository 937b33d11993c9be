"""Connect Four's opponents: their settings, what each of them sees, and how they vary."""

import asyncio
from functools import cache
from random import Random

import pytest

import sparring
from sparring.match.table import decision_at
from sparring.rules import BadSetting
from support import naive_connect4 as naive
from support.connect4_boards import (
    DEPTHS,
    GAME,
    LEVELS,
    answer,
    boards_of_quiet_games,
    column_of,
    exact_scores,
    opponent,
    position_after,
    some_boards,
)

SEES_TWO_PLIES = [*LEVELS, "minimax:depth=2", "minimax:depth=3", "minimax", "minimax:depth=8"]
"""Some opponents that look at least two plies ahead, but not to the end of the game."""

SEES_FOUR_PLIES = ["hard", "minimax:depth=4", "minimax:depth=5", "minimax:depth=8"]


# ---------------------------------------------------------------------- opponents and their settings


@pytest.mark.req("C4-2", "C4-7")
def test_there_is_an_opponent_of_every_strength():
    entries = sparring.catalogue(GAME).entries
    assert {"random", "easy", "medium", "hard", "minimax", "perfect"} <= set(entries)
    levels = [entries[name].level for name in ("random", "easy", "medium", "hard", "perfect")]
    assert levels == sorted(set(levels))
    assert all(entry.about for entry in entries.values())


@pytest.mark.req("C4-2")
@pytest.mark.parametrize("depth", range(1, 9))
def test_minimax_searches_to_its_depth(depth):
    quiet = "44"
    assert answer(f"minimax:depth={depth}", quiet).analysis.depth == depth
    assert sparring.opponent("connect4", "minimax", depth=depth).brain.depth == depth


@pytest.mark.req("C4-2")
def test_minimax_searches_four_plies_by_default():
    assert answer("minimax", "44").analysis.depth == 4


@pytest.mark.req("C4-2")
@pytest.mark.parametrize("depth", ["0", "9", "-1", "100", "x", "4.5", "none", "nan", "1e3"])
def test_a_depth_outside_1_to_8_is_refused_with_the_range(depth):
    with pytest.raises(BadSetting, match=r"^depth must be a whole number from 1 to 8, not .*\.$"):
        sparring.opponent("connect4", f"minimax:depth={depth}")


@pytest.mark.req("C4-2")
@pytest.mark.parametrize("depth", [0, 9, -1, "x", 4.5, None, True, [4], float("nan")])
def test_a_depth_given_from_python_has_the_same_range(depth):
    with pytest.raises(BadSetting, match=r"^depth must be a whole number from 1 to 8, not .*\.$"):
        sparring.opponent("connect4", "minimax", depth=depth)


@pytest.mark.req("C4-2")
def test_medium_searches_three_or_four_plies_and_hard_five_or_six():
    assert answer("medium", "44").analysis.depth in (3, 4)
    assert answer("hard", "44").analysis.depth in (5, 6)


@pytest.mark.req("C4-2")
def test_random_plays_every_column_about_as_often_as_the_others():
    chosen = [column_of("random", "", seed) for seed in range(700)]
    assert all(60 < chosen.count(column) < 145 for column in range(1, 8))


@pytest.mark.req("C4-4")
def test_columns_are_searched_from_the_centre_outwards():
    distances = [abs(int(column) - 4) for column in GAME.options(position_after(""))]
    assert distances == sorted(distances)


# ---------------------------------------------------------------------- one or two moves ahead


@cache
def boards_with_a_win_in_one():
    """A board for each of the 69 fours where one disc completes it, for the two sides in turn."""
    return [
        naive.game_completing(line, "xo"[number % 2], Random(number))[:-1] for number, line in enumerate(naive.LINES)
    ]


@pytest.mark.req("C4-4", "C4-7")
@pytest.mark.parametrize("name", ["minimax:depth=1", *SEES_TWO_PLIES, "perfect"])
def test_an_immediate_win_is_taken_wherever_it_is(name):
    for number, moves in enumerate(boards_with_a_win_in_one()):
        assert column_of(name, moves, seed=number) in naive.wins(naive.after(moves)), moves


@cache
def boards_with_one_threat_to_stop():
    """Boards, by cell and side, where the other side threatens to win in just one cell, and stopping it is safe."""
    found = {}
    for moves in boards_of_quiet_games(seed=1, count=200, careful=False):
        board = naive.after(moves)
        threats = naive.wins(board, naive.OTHER[naive.mover(board)])
        if len(threats) == 1 and not naive.wins(board) and not naive.wins(naive.drop(board, threats[0])):
            cell = (threats[0], len(board[threats[0] - 1]) + 1)
            found.setdefault((cell, naive.mover(board)), []).append(moves)
    return {place: boards[-1] for place, boards in found.items()}


@pytest.mark.req("C4-4")
def test_the_threats_to_stop_cover_almost_every_cell():
    assert len(boards_with_one_threat_to_stop()) > 70


@pytest.mark.req("C4-4", "C4-7")
@pytest.mark.parametrize("name", [*SEES_TWO_PLIES, "perfect"])
def test_an_immediate_win_of_the_other_side_is_stopped_wherever_it_is(name):
    for ((column, _), _), moves in boards_with_one_threat_to_stop().items():
        if name != "perfect" or len(moves) >= 14:
            assert column_of(name, moves) == column, moves


@cache
def boards_with_bad_columns():
    """Boards where some columns let the other side win at once and others do not."""
    found = []
    for moves in boards_of_quiet_games(seed=2, count=50, careful=False):
        board = naive.after(moves)
        if not naive.wins(board) and 0 < len(naive.losing(board)) < len(naive.room(board)):
            found.append(moves)
    return tuple(found[::4])


@pytest.mark.req("C4-4")
@pytest.mark.parametrize("name", SEES_TWO_PLIES)
def test_a_column_that_loses_at_once_is_not_played_if_another_does_not(name):
    asked = boards_with_bad_columns()
    assert len(asked) > 60
    for number, moves in enumerate(asked):
        assert column_of(name, moves, seed=number) not in naive.losing(naive.after(moves)), moves


# ---------------------------------------------------------------------- double threats


@cache
def boards_with_a_double_threat():
    """Boards where no column wins at once, and one makes a win that cannot be stopped."""
    boards = boards_of_quiet_games(seed=3, count=24, careful=True)[::2]
    return tuple(moves for moves in boards if not naive.wins(naive.after(moves)) and naive.forks(naive.after(moves)))


@pytest.mark.req("C4-4")
@pytest.mark.parametrize("name", SEES_FOUR_PLIES)
def test_a_double_threat_is_found_and_won(name):
    asked = boards_with_a_double_threat()
    assert len(asked) > 30
    for moves in asked:
        chosen = answer(name, moves)
        assert int(chosen.option) in naive.forks(naive.after(moves)), moves
        judged = chosen.analysis[chosen.option]
        assert (judged.outcome, judged.plies) == ("win", 3), moves
        for reply in naive.moves(naive.after(moves + chosen.option)):
            following = f"{moves}{chosen.option}{reply}"
            assert column_of(name, following) in naive.wins(naive.after(following)), following


@cache
def boards_with_a_double_threat_to_come():
    """Boards where the other side wins within four plies after some columns, and not after others."""
    found = []
    for moves in boards_of_quiet_games(seed=4, count=18, careful=True)[::2]:
        board = naive.after(moves)
        if not naive.wins(board) and not naive.forks(board):
            quiet = [column for column in naive.moves(board) if column not in naive.losing(board)]
            safe = [column for column in quiet if not naive.forks(naive.drop(board, column))]
            if 0 < len(safe) < len(quiet):
                found.append((moves, safe))
    return found


@pytest.mark.req("C4-4")
@pytest.mark.parametrize("name", SEES_FOUR_PLIES)
def test_a_double_threat_of_the_other_side_is_foreseen(name):
    asked = boards_with_a_double_threat_to_come()
    assert len(asked) > 30
    for moves, safe in asked:
        assert column_of(name, moves) in safe, moves


# ---------------------------------------------------------------------- distances


@pytest.mark.req("C4-4")
@pytest.mark.parametrize("name", ["minimax:depth=4", "hard", "minimax:depth=8"])
def test_the_soonest_win_and_the_latest_loss_within_the_depth_are_chosen(name):
    wins = losses = 0
    for moves in some_boards(seed=5, count=160, least=14, most=36):
        scores = exact_scores(moves)
        best = max(scores.values())
        plies = naive.plies(naive.after(moves), best)
        chosen = answer(name, moves)
        if best != 0 and plies <= chosen.analysis.depth:
            assert scores[int(chosen.option)] == best, moves
            assert chosen.analysis[chosen.option].plies == plies, moves
            wins += best > 0
            losses += best < 0
    assert wins > 10
    assert losses > 10


@pytest.mark.req("C4-4")
def test_endgames_are_played_perfectly():
    boards = some_boards(seed=6, count=120, least=34, most=41)
    assert len(boards) == 120
    for moves in boards:
        scores = naive.scores(naive.after(moves))
        assert scores[column_of("minimax:depth=8", moves)] == max(scores.values()), moves


@pytest.mark.req("C4-4")
def test_a_forced_win_or_loss_ends_the_search_early():
    won = answer("minimax:depth=8", "454545").analysis
    lost = answer("minimax:depth=8", "44556").analysis
    assert {(judged.outcome, judged.plies) for judged in lost.options} == {("loss", 2)}
    for analysis in (won, lost):
        assert analysis.depth < 8
        assert analysis.nodes < 200


@pytest.mark.req("C4-5")
def test_a_search_of_depth_eight_visits_few_enough_positions():
    """A search visits about ten million positions a second; the benchmarks measure the time."""
    boards = ["", "4", "44", *some_boards(seed=7, count=60, least=2, most=20)]
    nodes = sorted(answer("minimax:depth=8", moves).analysis.nodes for moves in boards)
    assert nodes[len(nodes) // 2] < 200_000
    assert nodes[-1] < 1_000_000


# ---------------------------------------------------------------------- variety


@pytest.mark.parametrize("name", LEVELS)
def test_easier_opponents_vary_their_moves(name):
    """They vary on most boards that are wide open."""
    boards = ["", "4", "44", "444", "43", "3", "34", "1", "445", "4435"]
    varied = [moves for moves in boards if len({column_of(name, moves, seed) for seed in range(20)}) > 1]
    assert len(varied) > len(boards) // 2, varied


@pytest.mark.parametrize("name", LEVELS)
def test_easier_opponents_do_not_repeat_the_same_game(name):
    games = set()
    for seed in range(6):
        match = sparring.Match(GAME, [opponent(name), opponent(name)], seed=seed)
        asyncio.run(match.run())
        games.add("".join(choice.option for choice in match.record.choices()))
    assert len(games) > 4


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize("name", ["random", *LEVELS, *DEPTHS, "perfect"])
def test_the_same_seed_gets_the_same_answer(name):
    again = sparring.opponent(GAME, name)
    again.prepare()
    for number, moves in enumerate(some_boards(seed=13, count=12, least=14, most=36)):
        assert answer(name, moves, seed=number) == again.decide(
            decision_at(GAME, position_after(moves), seed=number)
        ), moves
