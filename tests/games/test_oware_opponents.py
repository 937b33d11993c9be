"""Oware's beginner, intermediate and advanced: what each considers; none repeats itself or breaks a rule."""

import asyncio
import json
from collections import Counter
from functools import cache
from math import inf
from random import Random

import pytest

import sparring
from sparring.games.oware import text
from sparring.games.oware.brain import LookAhead
from sparring.games.oware.evaluation import by_terms
from sparring.match.table import decision_at
from sparring.rules import BadSetting, SparringError
from sparring.terminal.main import main
from support import naive_oware as naive
from support.ready import ready_opponent

GAME = sparring.game("oware")
NAMES = ("beginner", "intermediate", "advanced", "master")


def opponent(name):
    """An opponent, ready to play."""
    return ready_opponent(GAME, name)


def answer(name, board, seed=0):
    """The choice of an opponent on a naive board, with its analysis."""
    return opponent(name).decide(decision_at(GAME, GAME.read_position(naive.text(board)), seed=seed))


@cache
def some_boards(seed, count, calm=0):
    """Boards from random games; with `calm`, none of them can end within this many plies."""
    rng, found = Random(seed), []
    while len(found) < count:
        game, _ = naive.random_game(rng)
        board = game[rng.randrange(len(game) - 1)]
        if calm == 0 or not naive.ends_within([board], calm):
            found.append(board)
    return tuple(found)


def taken(board):
    """The number of seeds that each house captures."""
    return {name: naive.seeds(board) - naive.seeds(naive.play(board, name)) for name in naive.moves(board)}


# ---------------------------------------------------------------------- opponents and their settings


@pytest.mark.req("OW-2", "OW-5", "OW-8")
def test_there_is_an_opponent_of_every_strength():
    entries = sparring.catalogue(GAME).entries
    levels = [entries[name].level for name in NAMES]
    assert levels == sorted(set(levels))
    assert all(entries[name].about for name in NAMES)
    assert sparring.catalogue(GAME).analyst == "master"


@pytest.mark.req("OW-2")
def test_an_unknown_name_is_refused_with_the_names_there_are():
    with pytest.raises(SparringError) as refused:
        sparring.opponent("oware", "grandmaster")
    assert all(name in str(refused.value) for name in ("grandmaster", *NAMES))


@pytest.mark.req("OW-2", "OW-8")
@pytest.mark.parametrize("name", ["master:time=0.05", "master:depth=6", "master:nodes=100", "advanced:depth=9"])
def test_settings_are_accepted(name):
    assert answer(name, naive.START).option in naive.moves(naive.START)


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize("name", ["master:time=-1", "master:depth=0", "advanced:depth=x", "intermediate:colour=red"])
def test_bad_settings_are_refused(name):
    with pytest.raises(BadSetting, match=r"\w+ .*\."):
        sparring.opponent("oware", name)


@pytest.mark.req("OW-6")
@pytest.mark.parametrize("name", [*NAMES, "level5"])
def test_the_pace_is_one_and_a_half_to_two_seconds(name):
    spec = "master:nodes=100,time=none" if name == "master" else name
    paces = [answer(spec, board, seed).pace for seed, board in enumerate(some_boards(3, 24, calm=4))]
    real = [pace for pace in paces if pace]  # a board with a single move is answered at once
    assert all(1.5 <= pace <= 2.0 for pace in real)
    assert len(set(real)) > 6


# ---------------------------------------------------------------------- beginner


@pytest.mark.req("OW-2")
def test_beginner_takes_the_most_in_half_of_its_decisions_and_plays_at_random_otherwise():
    """A random move may be the largest capture too, so that is more than half."""
    boards = [board for board in some_boards(1, 250) if max(taken(board).values()) > 0 and len(taken(board)) > 1]
    assert len(boards) > 50
    hits, expected, variance = 0, 0.0, 0.0
    for number, board in enumerate(boards):
        most = max(taken(board).values())
        best = [name for name, seeds in taken(board).items() if seeds == most]
        share = 0.5 + 0.5 * len(best) / len(taken(board))
        for seed in range(20):
            hits += answer("beginner", board, seed=1000 * number + seed).option in best
            expected += share
            variance += share * (1 - share)
    assert abs(hits - expected) < 3 * variance**0.5


@pytest.mark.req("OW-2")
def test_beginner_plays_any_house_where_nothing_can_be_taken():
    played = Counter(answer("beginner", naive.START, seed).option for seed in range(1_200))
    assert set(played) == set("ABCDEF")
    assert sum((count - 200) ** 2 / 200 for count in played.values()) < 20.5  # chi-square of 5, one in a thousand


# ---------------------------------------------------------------------- intermediate


@pytest.mark.req("OW-3", "OW-7")
def test_intermediate_scores_moves_as_minimax_of_three_plies():
    """The evaluation is ten times the lead in captures plus the lead in seeds in the own row."""
    for number, board in enumerate(some_boards(2, 40, calm=3)):
        if len(naive.moves(board)) == 1:  # played at once, see below
            continue
        found = answer("intermediate", board, seed=number)
        wanted = {name: -naive.minimax([board, naive.play(board, name)], 2) for name in naive.moves(board)}
        assert {judged.option: judged.score for judged in found.analysis.options} == wanted, naive.text(board)
        assert wanted[found.option] == max(wanted.values())


@pytest.mark.req("OW-3")
def test_intermediate_picks_each_of_the_best_moves_and_no_other():
    board = naive.START
    wanted = {name: -naive.minimax([board, naive.play(board, name)], 2) for name in naive.moves(board)}
    best = {name for name, score in wanted.items() if score == max(wanted.values())}
    assert {answer("intermediate", board, seed).option for seed in range(40)} == best


@pytest.mark.req("OW-3")
def test_intermediate_plays_the_only_move_at_once():
    board = naive.read("0,0,0,0,0,2,4,4,4,1,1,4 14-14 S")
    found = answer("intermediate", board)
    assert found.option == "F"
    assert found.analysis.nodes <= 1


@pytest.mark.req("OW-4")
@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("4,4,4,4,0,3,1,1,1,8,8,2 4-4 S", "F"),  # three twos, and nothing to take in return
        ("0,0,4,0,2,0,1,4,4,4,4,4 10-11 S", "E"),
    ],
)
def test_intermediate_takes_a_clear_capture(line, name):
    board = naive.read(line)
    assert taken(board)[name] == max(taken(board).values()) > 0
    assert answer("intermediate", board).option == name


@pytest.mark.req("OW-3")
def test_intermediate_wins_at_once_when_it_can_and_sees_a_loss_coming():
    """A capture that makes 25 comes first, and so does preventing one of the other side."""
    checked = 0
    for board in some_boards(6, 300):
        if not naive.ends_within([board], 1):
            continue
        wanted = {name: -naive.minimax([board, naive.play(board, name)], 2) for name in naive.moves(board)}
        if inf in wanted.values():
            assert wanted[answer("intermediate", board).option] == inf, naive.text(board)
            checked += 1
        elif -inf in wanted.values() and set(wanted.values()) != {-inf}:
            assert wanted[answer("intermediate", board).option] != -inf, naive.text(board)
            checked += 1
    assert checked > 3


@pytest.mark.req("OW-4")
def test_intermediate_beats_beginner(capsys):
    arguments = ["arena", "oware", "intermediate", "beginner", "--games", "20", "--seed", "3", "--jobs", "1", "--json"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    (pair,) = found["pairs"]
    assert (pair["a"], pair["b"]) == ("intermediate", "beginner")
    assert pair["wins"] >= 16
    assert (found["illegal"], found["fallbacks"]) == (0, 0)


# ---------------------------------------------------------------------- advanced


def by_the_same_terms(board):
    """The evaluation of a naive board with the terms of advanced."""
    return by_terms(text.read(naive.text(board)), GAME.evaluations["rich"])


@pytest.mark.req("OW-5")
@pytest.mark.parametrize("table", [0, 4])
def test_advanced_agrees_with_minimax(table):
    """Without reductions, its values are those of plain minimax with its evaluation."""
    depth = 4
    brain = LookAhead(GAME, depth=depth, table=table, thorough=True, endings=False, reductions=False, captures=False)
    for board in some_boards(3, 8, calm=depth):
        found = brain.judge(decision_at(GAME, GAME.read_position(naive.text(board))))
        for judged in found.options:
            following = [board, naive.play(board, judged.option)]
            assert judged.score * 100 == pytest.approx(-naive.minimax(following, depth - 1, by_the_same_terms))


@pytest.mark.req("OW-5", "OW-7")
def test_advanced_searches_at_least_seven_plies_and_scores_every_move():
    for board in some_boards(4, 6, calm=4):
        found = answer("advanced", board).analysis
        assert found.depth >= 7 or len(found.options) == 1
        assert [judged.option for judged in found.options] == list(GAME.options(GAME.read_position(naive.text(board))))
        assert all(judged.line[0] == judged.option for judged in found.options)


@pytest.mark.req("OW-5")
def test_the_advanced_evaluation_of_one_side_is_the_negative_of_that_of_the_other():
    """Swapping rows and captures changes the sign."""
    for board in some_boards(5, 30):
        turned = naive.Board(board.houses, board.captured, 1 - board.side)
        assert by_the_same_terms(board) == -by_the_same_terms(turned)


# ---------------------------------------------------------------------- all opponents


@pytest.mark.req("ALL-4", "OW-2", "OW-5", "OW-8")
@pytest.mark.parametrize("name", ["beginner", "intermediate", "advanced:depth=7", "master:nodes=500,time=none"])
def test_opponents_vary_their_games_and_never_break_a_rule(name):
    games = set()
    for seed in range(5):
        match = sparring.Match(GAME, [sparring.opponent(GAME, name), sparring.opponent(GAME, name)], seed=seed)
        result = asyncio.run(match.run())
        assert (result.fallbacks, result.illegal) == (0, 0)
        games.add(" ".join(choice.option for choice in match.record.choices()))
    assert len(games) >= 4
