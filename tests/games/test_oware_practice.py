"""Oware's learned evaluation: what it looks at, the games it is learned from, and the master that uses it."""

from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

import sparring
from sparring.brains.learned import Network, input_count, with_learned
from sparring.brains.network import HIDDEN, layout
from sparring.brains.practice import LONGEST
from sparring.brains.scores import PROVEN, WIN
from sparring.games.oware import tables
from sparring.games.oware.board import START, Board, play, seeds_left
from sparring.games.oware.brain import LookAhead
from sparring.games.oware.network import LARGEST
from sparring.match.table import decision_at
from sparring.rules import kernels
from sparring.rules.compiler import entry
from support import naive_oware as naive

pytestmark = pytest.mark.req("ALL-24", "OW-8")

GAME = sparring.game("oware")
SIGNS = {"S": 1, "draw": 0, "N": -1}


def some_network(size=0.4):
    """A network of random numbers."""
    rng = np.random.default_rng(1)
    kinds = layout(input_count(GAME))
    made = {name: rng.normal(0, size, kinds[name].shape).astype(np.float32) for name in Network._fields}
    made["first"] = rng.integers(-300, 300, kinds["first"].shape).astype(np.int16)
    made["bias"] = rng.integers(0, 300, HIDDEN).astype(np.int16)
    return Network(**{**made, "scale": np.float32(1 / 1024)})


def random_boards(count):
    """Boards of random games that go on."""
    rng, found = Random(4), []
    while len(found) < count:
        game, _ = naive.random_game(rng)
        found.append(GAME.read_position(naive.text(game[rng.randrange(len(game) - 1)])).board)
    return found


@cache
def practice(name="plain"):
    return GAME.practice(GAME.evaluations[name])


@entry("a score")
def compiled_score(position, weights):
    return kernels.evaluate(position, weights)


@entry("inputs")
def compiled_inputs(position):
    return kernels.inputs(position)


def test_it_looks_at_the_seeds_of_every_house_and_at_what_is_captured():
    position = GAME.read_position("0,1,4,0,0,7,1,0,0,23,0,2 4-6 N").board
    seen = [bits.bit_length() - 1 for bits in kernels.inputs(position)]
    assert seen == [1, 0, 0, 23, 0, 2, 0, 1, 4, 0, 0, 7, 6, 4]
    assert all(compiled_inputs(board) == kernels.inputs(board) for board in random_boards(30))


@pytest.mark.parametrize("size", [0.4, 40.0])
def test_it_says_the_same_interpreted_and_compiled_and_never_as_much_as_a_proof(size):
    weights = with_learned(GAME, some_network(size)).evaluations["learned"]
    scores = [kernels.evaluate(board, weights) for board in random_boards(40)]
    assert scores == [compiled_score(board, weights) for board in random_boards(40)]
    assert len(set(scores)) > 10 or size > 1
    assert max(map(abs, scores)) <= LARGEST


def self_played(rows=200, **given):
    room = rows + LONGEST
    kept, scores, results = np.zeros((room, 14), np.int64), np.zeros(room, np.int32), np.zeros(room, np.int8)
    asked = {"seed": 3, "depth": 4, "opening": 12, **given}
    practice().forget()
    count, games = practice().self_play(*asked.values(), kept, scores, results)
    assert rows <= count <= room
    return kept[:count], scores[:count], results[:count], games


def board_of(inputs):
    """The houses and captures that are told apart by inputs."""
    *houses, own, other = (int(bits).bit_length() - 1 for bits in inputs)
    return houses, own, other


def test_positions_of_self_play_hold_all_seeds_and_follow_one_another():
    kept, _, _, games = self_played()
    followed = 0
    for before, after in pairwise(kept):
        houses, own, other = board_of(before)
        assert sum(houses) + own + other == 48 or max(houses) == 23
        rows = [sum(seeds << 8 * at for at, seeds in enumerate(row)) for row in (houses[:6], houses[6:])]
        board = Board(*rows, own, other, 0)
        followed += any(kernels.inputs(play(board, move)) == tuple(after.tolist()) for move in range(6) if houses[move])
    assert followed >= len(kept) - games - 1
    assert games > 1


def test_results_of_self_play_agree_with_what_the_search_has_proven():
    _, scores, results, _ = self_played(rows=1500)
    sure = np.abs(scores) > PROVEN
    assert set(np.abs(scores[sure])) == {WIN}
    assert sure.sum() > 20
    assert (np.sign(scores[sure]) == results[sure]).mean() > 0.95  # it plays a little at random, so a win may slip
    assert {-1, 1} <= set(results.tolist())


def test_self_play_repeats_itself_with_the_same_seed_only():
    first, again, other = self_played(), self_played(), self_played(seed=4)
    assert all(np.array_equal(*pair) for pair in zip(first, again, strict=True))
    assert not np.array_equal(first[1][:50], other[1][:50])


def test_a_game_is_over_by_the_rules_by_a_repetition_and_by_the_tables():
    rng, proven = Random(9), 0
    for _ in range(30):
        game, _ = naive.random_game(rng)
        boards = [GAME.read_position(naive.text(board)).board for board in game]
        for number, board in enumerate(boards[:-1]):
            found = practice().over(board, boards[:number])
            if seeds_left(board) > tables.USUAL_SEEDS:
                assert found == kernels.NOT_OVER
            proven += found != kernels.NOT_OVER
        found = practice().over(boards[-1], boards[:-1])
        assert found * (1 - 2 * boards[-1].north) == SIGNS[naive.winner(game)]
    assert proven > 10


def test_the_best_move_of_the_gate_is_that_of_the_master_without_its_roots():
    move, nodes = practice().best_move(START, (), 500)
    assert 400 < nodes < 510
    brain = LookAhead(GAME, nodes=500, evaluation="plain", table=4)
    found = brain.judge(decision_at(GAME, GAME.start(Random(0))))
    assert GAME.move_text(GAME.start(Random(0)), move) in {each.option for each in found.options}
    win = GAME.read_position("0,0,0,0,0,1,1,4,4,4,4,4 24-2 S").board
    assert practice().best_move(win, (), 500)[0] == 5


def test_an_opponent_varies_what_it_has_learned_only_a_little():
    game = with_learned(GAME, some_network())
    brain = LookAhead(game, evaluation="learned", jitter=0.03)
    varied = [brain.weights_for(Random(seed)) for seed in range(4)]
    scores = [[kernels.evaluate(board, weights) for board in random_boards(20)] for weights in (brain.weights, *varied)]
    assert len({tuple(each) for each in scores}) == 5
    assert np.abs(np.diff(scores, axis=0)).max() < 0.2 * np.abs(scores).max()


def test_what_is_learned_counts_in_hundredths_of_a_seed():
    assert GAME.half_bar_score == with_learned(GAME, some_network()).half_bar_score == 6.0
