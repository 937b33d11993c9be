"""Move ordering: no hint outranks a killer move, and the history heuristic knows whose move it was."""

from random import Random
from typing import NamedTuple

import numpy as np
import pytest

import sparring
from sparring.brains import alphabeta
from sparring.brains.alphabeta import AlphaBeta
from sparring.brains.ordering import HASH_MOVE, HISTORY_LIMIT, add_history, add_killer, bring_best_forward
from sparring.brains.search import INFINITY, Techniques, new_work, priority, search_position
from sparring.brains.transposition import new_table
from sparring.match.table import decision_at
from sparring.rules import kernels
from sparring.rules.kernels import Blind
from support.kernel_games import CARDS, Stones, Table, card_moves, card_result, mover, take

HUGE = 1 << 62


class Hinted(NamedTuple):
    """A position with three moves, and the hint of the game for each."""

    first: int = 0
    second: int = 0
    third: int = 0


def three_moves(position, buffer, start):
    for move in range(3):
        buffer[start + move] = move
    return 3


kernels.register(
    Hinted,
    moves=three_moves,
    play=lambda position, move: position,
    result=lambda position: kernels.NOT_OVER,
    hint=lambda position, move: position[move],
)

HASH, KILLER, ORDINARY = 0, 1, 2


def priorities(hints, history=(0, 0, 0)):
    """The priorities of three moves: the first is the hash move, the second a killer move, the third is neither."""
    work = new_work(Techniques())
    work["killer_moves"][0, 1, 0] = KILLER
    work["history_scores"][0, 0, :3] = history
    return [priority(Hinted(*hints), move, HASH, 1, 0, work[0]) for move in (HASH, KILLER, ORDINARY)]


@pytest.mark.parametrize("killer_hint", [-HUGE, -1000, 0, 1000, HUGE])
@pytest.mark.parametrize("hint", [-HUGE, -1000, -1, 0, 1, 511, 512, 1000, 1 << 20, HUGE])
def test_no_hint_outranks_a_killer_and_no_killer_the_hash_move(hint, killer_hint):
    hash_move, killer, ordinary = priorities((0, killer_hint, hint), history=(0, 0, HISTORY_LIMIT - 1))
    assert hash_move == HASH_MOVE > killer > ordinary


def test_a_higher_hint_comes_before_any_history():
    hints = [-HUGE, -511, -5, -1, 0, 1, 5, 511]
    found = [
        priorities((0, 0, hint), history=(0, 0, HISTORY_LIMIT - 1 if place % 2 else 0))[ORDINARY]
        for place, hint in enumerate(hints)
    ]
    assert found[1:] == sorted(found[1:])
    assert len(set(found[1:])) == len(hints) - 1
    assert priorities((0, 0, -HUGE))[ORDINARY] == priorities((0, 0, -511))[ORDINARY]


def test_history_decides_between_moves_with_the_same_hint():
    assert priorities((0, 0, 7), history=(0, 0, 1))[ORDINARY] > priorities((0, 0, 7))[ORDINARY]


# ---------------------------------------------------------------------- the parts


def test_the_best_move_comes_first_and_the_others_keep_their_order():
    rng = Random(1)
    for _ in range(50):
        order = np.array([rng.randint(0, 4) for _ in range(8)])
        moves = np.arange(8)
        expected = sorted(range(8), key=lambda move: -order[move])
        kept = order.copy()
        for index in range(8):
            bring_best_forward(moves, order, index, 8)
        assert moves.tolist() == expected
        assert order.tolist() == [kept[move] for move in expected]


def test_the_last_two_killers_are_kept_and_none_twice():
    killers = np.array([-1, -1])
    for move, expected in ((3, [3, -1]), (3, [3, -1]), (5, [5, 3]), (3, [3, 5]), (7, [7, 3])):
        add_killer(killers, move)
        assert killers.tolist() == expected


def test_history_scores_are_halved_before_one_reaches_the_limit():
    scores = np.array([100, 0, 40])
    add_history(scores, 0, 3, 1000)
    assert scores.tolist() == [109, 0, 40]
    add_history(scores, 0, 30, 1000)
    assert scores.tolist() == [504, 0, 20]


# ---------------------------------------------------------------------- whose move it was


class OwnTable(NamedTuple):
    """The cards of `support.kernel_games`, with moves of seat 1 that have other numbers than those of seat 0."""

    taken: int = 0
    lead: int = 0
    mover: int = 0


OF_SEAT_1 = len(CARDS)


def own_moves(position, buffer, start):
    count = card_moves(Table(position.taken, position.lead, position.mover), buffer, start)
    for place in range(start, start + count):
        buffer[place] += OF_SEAT_1 * position.mover
    return count


def own_take(position, move):
    after = take(Table(position.taken, position.lead, position.mover), move - OF_SEAT_1 * position.mover)
    return OwnTable(after.taken, after.lead, after.mover)


def own_result(position):
    return card_result(Table(position.taken, position.lead, position.mover))


for function in (card_moves, take, card_result):
    kernels.kernel(function)
kernels.register(OwnTable, moves=own_moves, play=own_take, result=own_result, mover=mover)


class OwnCards(sparring.KernelGame):
    """Taking an even card gives another move, and every move says who made it."""

    name, title = "own-cards", "Own cards"

    def start(self, rng):
        return OwnTable()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_refutation_counts_for_the_side_that_made_it_where_a_side_moves_twice(seat):
    work = new_work(Techniques())
    side_of_seat = (0, 1) if seat == 0 else (1, 0)
    search_position(OwnTable(mover=seat), Blind(), 12, -INFINITY, INFINITY, 1, 0, work, new_table(0))
    moves_of_seats = (slice(0, OF_SEAT_1), slice(OF_SEAT_1, 2 * OF_SEAT_1))
    for owner, other in ((0, 1), (1, 0)):
        scores = work["history_scores"][0, side_of_seat[owner]]
        assert scores[moves_of_seats[owner]].any()
        assert not scores[moves_of_seats[other]].any()


def test_the_side_after_an_option_that_moves_again_is_still_the_one_that_decides(monkeypatch):
    """The brain tells the search whose move it is: taking two stones keeps the turn."""
    sides = {}

    def spy(position, weights, depth, alpha, beta, ply, side, *rest):
        if ply == 1:
            sides[position] = side
        return search_position(position, weights, depth, alpha, beta, ply, side, *rest)

    monkeypatch.setattr(alphabeta, "search_position", spy)
    game = Stones()
    start = game.start(None)
    AlphaBeta(game, depth=3).judge(decision_at(game, start))
    for stones in (1, 2, 3):
        assert sides[game.play(start, stones)] == (0 if stones == 2 else 1)
