"""Matches of more than two players: resigning, taking back, and results in words."""

import pytest

import sparring
from sparring.match import DecisionAsked, Match, Person
from sparring.match.standing import describe_outcome, score_text, who_won
from sparring.match.table import Table
from sparring.rules import BrokenGame, Offer, OfferKind, Outcome, Record, Resigned
from support import cookbook
from support.small_games import Honest, play

pytestmark = pytest.mark.req("ALL-22")
NAMES = ("red", "blue", "green")


def test_whoever_resigns_among_three_is_last_and_the_others_share_the_first_place():
    table = Table(cookbook.game("islands"))
    table.choose("a1")
    table.resign(1)
    assert table.outcome == Outcome(None, "resignation", places=(1, 3, 1))
    again = Table.of_record(table.game, Record.parse(str(table.record())))
    assert again.outcome == table.outcome
    assert describe_outcome(table.game, table.outcome) == (
        "orange and green share the first place, 1. orange, 1. green, 3. blue: blue resigned"
    )


def test_of_two_the_other_wins():
    assert Resigned(0).outcome(2) == Outcome(1, "resignation")
    assert Resigned(1, out_of_time=True).outcome(2) == Outcome(0, "out of time")


def test_an_offer_among_three_takes_effect_when_both_others_have_accepted():
    table = Table(cookbook.game("islands"))
    table.choose("a1")
    table.offer(Offer(OfferKind.DRAW, 1))
    table.accept(OfferKind.DRAW, 2)
    assert table.outcome is None
    table.accept(OfferKind.DRAW, 0)
    assert table.outcome == Outcome(None, "draw by agreement")


def test_an_offer_lapses_when_somebody_moves_who_has_not_accepted_it():
    table = Table(cookbook.game("islands"))
    table.offer(Offer(OfferKind.DRAW, 2))
    table.accept(OfferKind.DRAW, 0)
    table.choose("a1")
    assert list(table.offers) == [Offer(OfferKind.DRAW, 2)]
    table.choose("b1")
    assert not list(table.offers)


def test_undo_goes_back_to_the_own_last_choice_past_all_others():
    table = Table(cookbook.game("islands"))
    for option in ("a1", "b1", "c1", "d1"):
        table.choose(option)
    assert [table.choices_to_take_back(seat) for seat in range(3)] == [1, 3, 2]


def test_a_person_plays_against_two():
    game, person = cookbook.game("islands"), Person()
    match = Match(game, [Honest("left"), person, Honest("right")], seed=1)
    asked = []
    for event in match.follow():
        if isinstance(event, DecisionAsked):
            asked.append(event.decision.seat)
            if event.decision.seat == 1:
                person.answer(event.decision.options[0])
    assert asked == [0, 1, 2] * 8
    assert match.result.payoffs == match.table.outcome.payoffs


def test_the_same_seed_gives_the_same_match_of_three():
    game = cookbook.game("islands")
    first, second = (play(game, [sparring.opponent(game, "random") for _ in range(3)], seed=6)[0] for _ in range(2))
    assert first.record == second.record


@pytest.mark.parametrize(
    ("outcome", "who", "score"),
    [
        (Outcome(2, "mate"), "green wins", ""),
        (Outcome(None, "full"), "draw", ""),
        (Outcome(payoffs=(3, 9, 4)), "blue wins", "blue 9, green 4, red 3"),
        (Outcome(payoffs=(4, 4, 4)), "draw", "red 4, blue 4, green 4"),
        (Outcome(payoffs=(4, 1.5, 4)), "red and green share the first place", "red 4, green 4, blue 1.5"),
        (Outcome(places=(2, 3, 1)), "green wins", "1. green, 2. red, 3. blue"),
    ],
)
def test_a_result_of_three_in_words(outcome, who, score):
    assert who_won(NAMES, outcome) == who
    assert score_text(NAMES, outcome) == score


def test_a_result_of_two_is_told_as_points_to_points():
    game = sparring.game("tictactoe")
    assert describe_outcome(game, Outcome(reason="all counted", payoffs=(18, 21))) == "o wins 21 to 18: all counted"
    assert describe_outcome(game, Outcome(reason="all counted", payoffs=(9, 9))) == "draw, 9 to 9: all counted"
    assert describe_outcome(game, Resigned(1, out_of_time=True).outcome(2)) == "x wins: o ran out of time"
    assert describe_outcome(game, Outcome(0, "3 in a row")) == "x wins: 3 in a row"
    assert describe_outcome(game, Outcome(reason="21 to 18 seeds", payoffs=(18, 21))) == "o wins: 21 to 18 seeds"


@pytest.mark.parametrize(
    ("payoffs", "places"), [((5, 7), (2, 1)), ((3, 3), (1, 1)), ((9, 2, 4, 4), (1, 4, 2, 2)), ((0, 0, 1), (2, 2, 1))]
)
def test_places_follow_from_payoffs(payoffs, places):
    assert Outcome(payoffs=payoffs).places == places
    assert Outcome(places=places).winner == Outcome(payoffs=payoffs).winner


@pytest.mark.parametrize("places", [(2, 1, 2, 2, 3), (1, 2, 2, 3), (2, 2), (0, 1), (1, 3)])
def test_places_that_nobody_can_take_are_refused(places):
    with pytest.raises(BrokenGame, match="are not places"):
        Outcome(places=places)


def test_payoffs_and_places_that_differ_are_refused():
    with pytest.raises(BrokenGame, match="places cannot be"):
        Outcome(payoffs=(1, 2), places=(1, 2))


def test_a_score_is_the_share_of_others_that_are_beaten():
    outcome = Outcome(payoffs=(9, 2, 4, 4))
    assert [outcome.score(seat, 4) for seat in range(4)] == pytest.approx([1, 0, 0.5, 0.5])
    assert sum(outcome.score(seat, 4) for seat in range(4)) == pytest.approx(2)
    assert [Outcome(1, "mate").score(seat, 3) for seat in range(3)] == [0, 1, 0]
