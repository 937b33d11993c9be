"""The compiled search agrees with the textbook and with brute force, with any technique off, and keeps its limits."""

import statistics
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from random import Random

import pytest

import sparring
from sparring.brains.alphabeta import AlphaBeta
from sparring.brains.minimax import Minimax, Search, minimax
from sparring.brains.search import Techniques
from sparring.match.table import decision_at
from sparring.rules import BadSetting, Thinking
from sparring.rules.perft import perft
from support.hidden_game import Whispers
from support.kernel_games import Cards, Heap, Stairs, Steps, Stones, after, solve

GAME = sparring.game("connect4")
CARDS, STONES, STAIRS = Cards(), Stones(), Stairs()

ALL_OFF = {**dict.fromkeys(Techniques._fields, False), "table": 0, "deepening": False}
SWITCHES = {
    "everything on": {},
    **{f"no {name}": {name: False} for name in (*Techniques._fields, "deepening")},
    "no table": {"table": 0},
    "a tiny table": {"table": 0.0005},
    "a small table": {"table": 0.05},
    "everything off": ALL_OFF,
}
OPEN = GAME.read_position("......./......./......./......./...o.../...x... x")


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    """Compile everything first, so that it does not use up the time of a search."""
    for game in (GAME, CARDS, STONES, STAIRS):
        AlphaBeta(game).prepare()


def positions(game, seed, count, fewest=0, most=41) -> Iterator:
    """Unfinished positions of random games, spread evenly over the lengths of games."""
    rng = Random(seed)
    while count:
        position = game.start(rng)
        for _ in range(rng.randint(fewest, most)):
            if game.outcome(position) is None:
                position = game.play(position, rng.choice(game.moves(position)))
        if game.outcome(position) is None:
            count -= 1
            yield position


def depth_for(game, position, rng, effort=5_000):
    """A depth from 1 to 5, or more where there are few moves."""
    width = len(game.moves(position))
    deepest = max(depth for depth in range(1, 13) if depth == 1 or width**depth <= effort)
    return rng.randint(1, max(deepest, 4))


@cache
def cases(game, count):
    """Positions, each with a depth; a smaller count gives the first of them."""
    rng = Random(1)
    return [(position, depth_for(game, position, rng)) for position in positions(game, 2, count)]


def how_many(game, switches):
    """The number of cases: many if every technique is on, fewer otherwise."""
    return 30 if game is not GAME else 70 if switches else 300


@cache
def textbook(game, position, depth):
    """The analysis of the textbook search; without pruning where that is fast enough."""
    brain = Minimax(game, depth=depth, pruning=len(game.moves(position)) ** depth > 400)
    return brain.judge(decision_at(game, position))


def judged(game, position, **settings):
    return AlphaBeta(game, **settings).judge(decision_at(game, position))


def told(analysis):
    """The judgements of an analysis, without how they were found."""
    return [(option.option, option.score, option.outcome, option.plies, option.exact) for option in analysis.options]


def worth(judgement):
    """A sort key of judgements."""
    return side_of(judgement), judgement.score


def side_of(judgement):
    return {"win": 1, "loss": -1}.get(judgement.outcome, 0)


def best_of(analysis):
    return analysis[analysis.best]


def assert_line_holds(game, position, option):
    """Check that a line is legal and starts with its option, and that a proven one ends as and when it should."""
    assert option.line[0] == option.option
    reached = position
    for text in option.line:
        reached = game.play(reached, game.options(reached)[text])
    if option.outcome is not None and option.exact:
        seat, outcome = game.to_move(position), game.outcome(reached)
        assert len(option.line) == option.plies, (position, option)
        assert outcome is not None, (position, option)
        assert outcome.winner == {"win": seat, "loss": 1 - seat, "draw": None}[option.outcome], (position, option)


# ---------------------------------------------------------------------- agreement with the textbook


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize("game", [GAME, CARDS, STONES], ids=lambda game: game.name)
@pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)
def test_a_thorough_search_judges_every_option_as_the_textbook_does(game, switches):
    for position, depth in cases(game, how_many(game, switches)):
        found = judged(game, position, depth=depth, thorough=True, **switches)
        assert told(found) == told(textbook(game, position, depth)), (position, depth)
        for option in found.options:
            assert_line_holds(game, position, option)


@pytest.mark.parametrize("game", [GAME, CARDS, STONES], ids=lambda game: game.name)
@pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)
def test_a_search_for_the_best_option_finds_its_score_and_bounds_for_the_others(game, switches):
    for position, depth in cases(game, how_many(game, switches)):
        found = judged(game, position, depth=depth, **switches)
        true = textbook(game, position, found.depth)
        best = best_of(found)
        assert best.exact
        assert worth(best) == worth(best_of(true)), (position, depth)
        for option in found.options:
            assert_bound_holds(option, true[option.option], best)
            assert_line_holds(game, position, option)


def assert_bound_holds(option, true, best):
    """Check that a judgement is exact, or an upper bound that is not above the best option."""
    if option.exact:
        assert worth(option) == worth(true)
        return
    side, true_side, best_side = map(side_of, (option, true, best))
    assert worth(true) <= worth(best)
    assert side <= best_side
    if side == true_side:
        assert true.score <= option.score
    else:
        assert true_side < side or best_side == 1
    if side == best_side:
        assert option.score <= best.score


@pytest.mark.parametrize("switches", [{}, {"deepening": False}, {"scouting": False}], ids=str)
def test_a_reported_outcome_is_true_even_for_an_option_that_is_only_bounded(switches):
    told_of = 0
    for position, depth in cases(GAME, 150):
        found = judged(GAME, position, depth=depth, **switches)
        true = textbook(GAME, position, found.depth)
        for option in found.options:
            if option.outcome is not None:
                told_of += 1
                assert option.outcome == true[option.option].outcome, (position, depth, str(found))
    assert told_of > 50


def test_the_value_of_a_position_is_that_of_minimax_without_any_pruning():
    for position, depth in cases(GAME, 60):
        depth = min(depth, 3)
        found = best_of(judged(GAME, position, depth=depth, thorough=True))
        search = Search(GAME, GAME.to_move(position))
        value = max(
            minimax(search, GAME.play(position, move), depth - 1).after(move).value for move in GAME.moves(position)
        )
        if found.outcome in ("win", "loss"):
            assert found.plies == 1_000_000 - abs(value)
            assert (found.outcome == "win") == (value > 0)
        else:
            assert found.score == value


def test_without_pruning_every_path_is_visited_exactly_once():
    for off in (ALL_OFF, {"pruning": False, "table": 0, "deepening": False}):
        for position in (GAME.start(None), OPEN):
            found = judged(GAME, position, depth=5, **off)
            assert found.nodes == len(found.options) + sum(perft(GAME, position, 5))


def test_every_technique_that_saves_work_saves_some():
    fewest = judged(GAME, GAME.start(None), depth=9).nodes
    for name in ("pruning", "hints", "scouting"):
        assert fewest < judged(GAME, GAME.start(None), depth=7 if name == "pruning" else 9, **{name: False}).nodes
    assert fewest < judged(GAME, GAME.start(None), depth=9, table=0).nodes


def test_another_evaluation_gives_another_analysis():
    found = judged(GAME, OPEN, depth=3, thorough=True, evaluation="threats")
    assert told(found) != told(judged(GAME, OPEN, depth=3, thorough=True, evaluation="windows"))
    with pytest.raises(BadSetting, match="no evaluation 'colours'; it has windows, threats"):
        AlphaBeta(GAME, evaluation="colours")


# ---------------------------------------------------------------------- agreement with brute force


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("game", [CARDS, STONES, STAIRS], ids=lambda game: game.name)
def test_a_search_to_the_end_finds_the_sooner_win_and_the_later_loss(game, thorough):
    for position in positions(game, 5, 60, most=9):
        if not thorough and len(game.moves(position)) == 1:
            continue  # there is nothing to search
        value, plies = solve(game, position)
        best = best_of(judged(game, position, thorough=thorough))
        assert best.outcome == {1: "win", 0: "draw", -1: "loss"}[value], position
        if value:
            assert best.plies == plies, position


@pytest.mark.parametrize("switches", [{}, {"table": 0}, {"table": 0.0005}], ids=str)
@pytest.mark.parametrize("game", [CARDS, STONES, STAIRS], ids=lambda game: game.name)
def test_every_proven_result_at_any_depth_is_true(game, switches):
    for position in positions(game, 6, 15, most=9):
        for depth in range(1, 9):
            assert_all_true(game, position, judged(game, position, depth=depth, thorough=True, **switches))


def test_distances_are_true_where_a_position_is_reached_sooner_and_later():
    rare = Steps(left=26, stairs=40611012)  # here the table once kept a loss that was two plies too far away
    for position in (rare, *positions(STAIRS, 7, 15, most=0)):
        for depth in range(2, 15):
            assert_all_true(STAIRS, position, judged(STAIRS, position, depth=depth, thorough=True))


def assert_all_true(game, position, analysis):
    for option in analysis.options:
        value, plies = after(game, position, game.options(position)[option.option])
        if option.outcome is not None:
            assert option.outcome == {1: "win", 0: "draw", -1: "loss"}[value], (position, option)
        if option.outcome in ("win", "loss"):
            assert option.plies == plies, (position, option)


def test_a_draw_is_proven_only_when_everything_was_searched():
    drawn = 0
    for position in positions(GAME, 7, 40, fewest=34):
        left = 42 - position.both.bit_count()
        for depth in range(1, left):
            assert all(option.outcome != "draw" for option in judged(GAME, position, depth=depth).options)
        options = judged(GAME, position, depth=left, thorough=True).options
        assert all(option.outcome is not None for option in options)
        drawn += sum(option.outcome == "draw" for option in options)
    assert drawn > 5


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("table", [0, 1])
def test_a_search_ends_when_nothing_is_left_to_search(table, thorough):
    for position in positions(GAME, 8, 30, fewest=33):
        found = judged(GAME, position, table=table, thorough=thorough)
        assert found.depth <= 42 - position.both.bit_count(), position


def test_without_an_evaluation_every_option_is_even_until_a_search_sees_the_end():
    found = judged(STONES, Heap(15), depth=3, thorough=True)
    assert {(option.score, option.outcome) for option in found.options} == {(0.0, None)}


# ---------------------------------------------------------------------- lines

ENDGAMES = (
    ".x.ooo./.x.oxx./xo.xxo./xxooxo./oooxoxx/xxxooxo o",
    "x..o.../o..x.../xo.x..x/oo.oo.x/xx.ox.o/ooxox.x x",
    "...o.../...x..x/...o.xo/.x.o.ox/ox.xoxo/xo.xoxo x",
    ".o...../.x..x../.xo.o../.oo.xx./oxxoxox/xxoxooo x",
    "x...ox./x...xo./o.x.xoo/o.o.oxx/o.x.oxo/x.xoxox o",
    "......./.....o./o..x.ox/xx.o.xo/xo.xxox/xo.oxoo x",
)
"""Positions where the table once lacked an entry, or had a wrong one, so that a line did not reach its end."""


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize("table", [0.0005, 0.005, 0.05, 1, 16])
def test_lines_of_proven_results_reach_the_end_with_a_table_of_any_size(table):
    for position in (*map(GAME.read_position, ENDGAMES), *positions(GAME, 9, 10, fewest=28, most=34)):
        for option in judged(GAME, position, table=table, thorough=True, depth=20).options:
            assert_line_holds(GAME, position, option)
            if option.outcome == "draw":
                assert option.plies == 42 - position.both.bit_count()


def test_lines_of_a_deep_search_are_best_play_on_both_sides():
    """In solved positions, each move of the line keeps the result and its distance."""
    for position in positions(GAME, 9, 10, fewest=28, most=36):
        found = judged(GAME, position, table=0.05, thorough=True)
        for text in best_of(found).line:
            everything = judged(GAME, position, thorough=True)
            assert everything[text].rank == best_of(everything).rank
            position = GAME.play(position, GAME.options(position)[text])


# ---------------------------------------------------------------------- repeatable answers


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize("bound", [{"depth": 9}, {"nodes": 30_000}, {"nodes": 30_000, "thorough": True}], ids=str)
def test_the_same_decision_gets_the_same_answer(bound):
    brain = AlphaBeta(GAME, **bound)
    for position in positions(GAME, 10, 20, most=16):
        first = brain.judge(decision_at(GAME, position))
        assert first == brain.judge(decision_at(GAME, position))
        assert first == judged(GAME, position, **bound)


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize("bound", [{"depth": 9}, {"nodes": 30_000}], ids=str)
def test_searches_in_two_threads_at_once_answer_as_each_would_alone(bound):
    asked = list(positions(GAME, 11, 30, most=16))
    brain = AlphaBeta(GAME, **bound)
    alone = [brain.judge(decision_at(GAME, position)) for position in asked]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda position: brain.judge(decision_at(GAME, position)), asked))
        twice = list(pool.map(lambda position: brain.judge(decision_at(GAME, position)), [OPEN, OPEN]))
    assert together == alone
    assert twice[0] == twice[1] == judged(GAME, OPEN, **bound)


def test_no_thread_is_left_when_a_search_is_done():
    before = threading.active_count()
    judged(GAME, OPEN, depth=6)
    assert threading.active_count() == before


def test_no_thread_is_left_when_a_listener_fails():
    def fail(analysis):
        raise ZeroDivisionError

    before = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        AlphaBeta(GAME, depth=14).judge(decision_at(GAME, OPEN, thinking=Thinking(listen=fail)))
    assert threading.active_count() == before


# ---------------------------------------------------------------------- limits


@pytest.mark.parametrize("nodes", [10, 100, 1_000, 20_000, 300_000])
def test_a_limit_of_nodes_is_kept_approximately(nodes):
    found = judged(GAME, OPEN, nodes=nodes)
    assert 0.5 * nodes <= found.nodes <= nodes + 100
    assert found.best in GAME.options(OPEN)


@pytest.mark.parametrize("table", [0, 0.00001, 0.001, 1 / 3, 1, 5, 64])
def test_a_table_of_any_size_gives_the_same_value(table):
    assert worth(best_of(judged(GAME, OPEN, depth=8, table=table))) == worth(best_of(judged(GAME, OPEN, depth=8)))


def overrun(thinking, until):
    """The seconds for which a search without a depth goes on after it should have stopped, and its analysis."""
    found = AlphaBeta(GAME).judge(decision_at(GAME, OPEN, thinking=thinking))
    return time.monotonic() - until(), found


@pytest.mark.req("ALL-5")
@pytest.mark.parametrize("seconds", [0.05, 0.2])
def test_a_search_obeys_the_clock(seconds):
    late, depths = [], []
    for _ in range(7):
        thinking = Thinking(seconds=seconds)
        too_long, found = overrun(thinking, until=lambda thinking=thinking: thinking.deadline)
        late.append(too_long)
        depths.append(found.depth)
        assert found.best in GAME.options(OPEN)
    assert max(depths) > 2, "a busy machine may take the time of some searches, but not of all"
    assert min(late) > -0.01, "it stopped too soon"
    assert statistics.median(late) < 0.02
    assert max(late) < 0.5


@pytest.mark.req("ALL-5", "ALL-7")
def test_a_search_obeys_a_stop_from_another_thread():
    late = []
    for _ in range(7):
        thinking, stopped_at = Thinking(), []

        def stop(thinking=thinking, stopped_at=stopped_at):
            stopped_at.append(time.process_time())  # work of this process alone, whatever else the machine does
            thinking.stop()

        timer = threading.Timer(0.1, stop)
        timer.start()
        found = AlphaBeta(GAME).judge(decision_at(GAME, OPEN, thinking=thinking))
        late.append(time.process_time() - stopped_at[0])
        timer.join()
        assert found.best in GAME.options(OPEN)
    assert statistics.median(late) < 0.02
    assert max(late) < 0.5


@pytest.mark.req("ALL-5")
@pytest.mark.parametrize("game", [GAME, CARDS, STONES], ids=lambda game: game.name)
def test_a_search_without_any_time_still_names_a_legal_option(game):
    for position in positions(game, 13, 10, most=8):
        thinking = Thinking(seconds=0)
        found = AlphaBeta(game).judge(decision_at(game, position, thinking=thinking))
        assert found.best in game.options(position)
        assert [option.option for option in found.options] == list(game.options(position))
        assert thinking.best in game.options(position)


@pytest.mark.req("ALL-7")
@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 6])
def test_progress_is_reported_after_every_depth(depth, thorough):
    reports = []
    thinking = Thinking(listen=reports.append)
    found = AlphaBeta(GAME, depth=depth, thorough=thorough).judge(decision_at(GAME, OPEN, thinking=thinking))
    assert [report.depth for report in reports] == list(range(1, depth + 1))
    assert told(reports[-1]) == told(found)
    assert thinking.best == found.best
    assert all(earlier.nodes < later.nodes for earlier, later in pairwise(reports))


@pytest.mark.req("ALL-5")
def test_a_search_told_to_stop_answers_with_its_last_full_depth():
    reports = []
    thinking = Thinking(listen=lambda analysis: (reports.append(analysis), analysis.depth == 5 and thinking.stop()))
    found = AlphaBeta(GAME, table=0, pruning=False).judge(decision_at(GAME, OPEN, thinking=thinking))
    assert [report.depth for report in reports] == list(range(1, found.depth + 1))
    assert told(found) == told(reports[-1])
    assert found.depth < 9


@pytest.mark.parametrize("ask", ["prepare", "judge"])
def test_a_game_without_a_kernel_is_refused_in_one_sentence(ask):
    game = Whispers()
    asked = [] if ask == "prepare" else [decision_at(game, game.start(Random(0)))]
    with pytest.raises(BadSetting) as refused:
        getattr(AlphaBeta(game), ask)(*asked)
    assert str(refused.value) == "Whispers has no kernel, so only brains like minimax can play it."
