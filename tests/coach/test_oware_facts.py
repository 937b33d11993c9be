"""What is said about sowing a house is true, and what is false would be noticed."""

from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest

import sparring
from support import naive_oware
from support.naive_oware_facts import is_true
from support.sensible_games import positions

pytestmark = pytest.mark.req("ALL-9")

GAME = sparring.game("oware")
KINDS = {"ReachesEnough", "EndsGame", "Captures", "MustFeed", "Saves", "ThreatensCapture", "Waits"}


def endings(rng, count):
    """Boards with few seeds."""
    for _ in range(count):
        board = naive_oware.random_board(rng, rng.randint(2, 12))
        position = GAME.read_position(naive_oware.text(board))
        if GAME.outcome(position) is None:
            yield position


def altered(fact):
    """The fact with one of its numbers changed, for each of them."""
    return [replace(fact, **{field.name: getattr(fact, field.name) + 1}) for field in fields(fact)]


def check(places, rng):
    """Check every sentence about every move, those with a wrong number, and each fact as if it were of another move."""
    said, noticed = Counter(), Counter()
    for position in places:
        board, options = naive_oware.read(GAME.position_text(position)), GAME.options(position)
        other = rng.choice(list(options))
        for option, move in options.items():
            for fact in GAME.facts(position, move):
                kind = type(fact).__name__
                said[kind] += 1
                for sentence in filter(None, (fact.idea, fact.reason)):
                    assert is_true(board, option, sentence), (naive_oware.text(board), option, sentence)
                for wrong in altered(fact):
                    assert not is_true(board, option, wrong.reason), (naive_oware.text(board), option, wrong)
                    noticed[kind] += 1
                if kind != "Waits":  # of a board with many seeds it is true too, but it is not said
                    holds = fact.holds(position.board, options[other])
                    assert is_true(board, other, fact.reason) == holds, (naive_oware.text(board), other, fact)
    return said, noticed


def test_every_sentence_is_true_of_its_move_and_noticed_where_it_is_false():
    rng = Random(7)
    said, noticed = check((*positions(GAME, rng, 12, sensible=0.2), *endings(rng, 250)), rng)
    assert set(said) == set(noticed) == KINDS


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_every_sentence_is_true_in_many_games():
    rng = Random(8)
    check((*positions(GAME, rng, 300), *endings(rng, 20_000)), rng)
