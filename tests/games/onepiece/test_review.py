"""A review of One Piece judges by what the player could know, and says only what it is sure of."""

from random import Random

import pytest

import sparring
from sparring.coach.reviewing import Reviewing
from sparring.coach.words import word_for
from sparring.games.onepiece.minds.comparison import FEWEST, Expert
from sparring.match.table import Table, decision_at

GAME = sparring.game("onepiece")


@pytest.fixture(scope="module")
def match():
    """The beginning of a random match, with its first turns."""
    rng, table = Random(4), Table(GAME, 11)
    while len(table.choices) < 40:
        table.choose(rng.choice(table.decision().options))
    return table


def decisions(table):
    """The decisions of a match with something to choose, but not the opening hands."""
    for position, chosen in zip(table.positions, table.choices, strict=False):
        if len(GAME.options(position)) > 1 and GAME.kind(position) != "mulligan":
            yield position, chosen


@pytest.mark.req("ALL-14", "ALL-19")
def test_a_review_does_not_change_when_hidden_cards_are_exchanged(match):
    brain = Expert(GAME, nodes=40)
    judged = list(decisions(match))[::3]
    assert len(judged) >= 6
    for position, chosen in judged:
        view = GAME.view(position, chosen.seat)
        same = brain.compare(decision_at(GAME, position), chosen.option)
        for seed in range(2):
            other = view.sample(Random(seed))
            assert list(GAME.options(other)) == list(GAME.options(position))
            assert brain.compare(decision_at(GAME, other), chosen.option) == same


@pytest.mark.req("ALL-19")
def test_a_comparison_is_bounded_by_its_limits_and_never_finds_the_best_option_worse(match):
    brain = Expert(GAME, nodes=FEWEST)
    for position, chosen in list(decisions(match))[:8]:
        found = brain.compare(decision_at(GAME, position), chosen.option)
        assert 0 <= found.chosen.rank.chance <= found.best.rank.chance <= 1
        assert found.error >= 0
        assert found.chosen.option == chosen.option
        best = brain.compare(decision_at(GAME, position), found.best.option)
        assert best.best.option == best.chosen.option
        assert best.error == 0


@pytest.mark.req("ALL-19")
def test_a_review_uses_a_word_only_for_what_is_lost_beyond_two_standard_errors(match):
    table = Table.of_record(GAME, match.record())
    *_, found = Reviewing(GAME, table.record(), seconds=0.02).steps()
    assert [move.move for move in found.moves] == [chosen.option for chosen in table.choices]
    for move, position in zip(found.moves, table.positions, strict=False):
        assert move.forced == (len(GAME.options(position)) == 1)
        assert move.word == word_for(move.loss, move.error)
        if str(move.word) in ("inaccuracy", "mistake", "blunder"):
            assert move.loss - 2 * move.error >= 0.05 - 1e-6
