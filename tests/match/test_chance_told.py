"""What chance decides is told when it falls, to those who may know it, and never before."""

from itertools import pairwise

import pytest

import sparring
from sparring.match import (
    ChanceFell,
    DecisionAsked,
    Match,
    MatchOver,
    MatchStarted,
    MoveMade,
    Person,
    RemarkMade,
    TakenBack,
)
from sparring.rules import Outcome
from sparring.rules.capabilities import Chance
from support.dice_game import Dice, Throw
from support.small_games import Honest, play

pytestmark = pytest.mark.req("ALL-22")


class Deal(sparring.Game):
    """Chance deals a card to the first seat, who says high or low; only that seat sees the card."""

    name, title = "deal", "Deal"

    def start(self, rng):
        return ()

    def to_move(self, position):
        return 0

    def chance_outcomes(self, position):
        return [] if position else [Chance("ace", 0.5), Chance("king", 0.5)]

    def moves(self, position):
        return ["high", "low"] if position else ["ace", "king"]

    def play(self, position, move):
        return (*position, move)

    def outcome(self, position):
        return Outcome(int(position == ("ace", "low")), "said") if len(position) == 2 else None

    def view(self, position, seat):
        return ("seen", position if seat == 0 else position[1:])


class Told(Deal):
    """The same; the first seat is told its card."""

    name, title = "told", "Told"

    def move_seen_by(self, seat, position, move):
        return str(move) if position or seat == 0 else "a card"


def test_each_fall_is_an_event_of_its_own_between_the_moves():
    _, events = play(Dice(), [Honest(), Honest()], seed=3)
    kinds = [type(event) for event in events if not isinstance(event, RemarkMade)]
    assert kinds == [
        MatchStarted,
        ChanceFell,
        *[DecisionAsked, MoveMade, ChanceFell] * 5,
        DecisionAsked,
        MoveMade,
        MatchOver,
    ]
    assert [event.number for event in events] == list(range(1, len(events) + 1))


def test_no_event_before_the_fall_knows_what_falls():
    _, events = play(Dice(), [Honest(), Honest()], seed=3)
    assert events[0].position == Throw()
    for event, following in pairwise(events):
        if isinstance(following, ChanceFell):
            assert event.position.die is None
            assert str(following.position.die) == following.option
            assert following.seen == (following.option, following.option)


def test_a_match_that_begins_with_an_opening_starts_there():
    match, events = play(Dice(), [Honest(), Honest()], seed=3, opening=["keep"])
    assert events[0].position == match.table.positions[1]
    assert not isinstance(events[1], ChanceFell)


def test_where_something_is_hidden_nobody_is_told_unless_the_game_says_what():
    _, events = play(Deal(), [Honest(), Honest()], seed=1)
    [fell] = [event for event in events if isinstance(event, ChanceFell)]
    assert fell.seen == ("", "")
    _, events = play(Told(), [Honest(), Honest()], seed=1)
    [fell] = [event for event in events if isinstance(event, ChanceFell)]
    assert fell.seen == (fell.option, "a card")


def test_a_person_who_takes_back_meets_new_dice():
    person, fallen, undone = Person(), [], False
    match = Match(Dice(), [person, Honest()], seed=5)
    for event in match.follow():
        if isinstance(event, ChanceFell):
            fallen.append(event.option)
        if isinstance(event, TakenBack):
            assert event.position == match.table.positions[0]
        if isinstance(event, DecisionAsked) and event.decision.seat == 0:
            if event.decision.number == 2 and not undone:
                undone = match.take_back(0)
            else:
                person.answer("keep")
    steps = [entry.option for entry in match.record.entries if type(entry).__name__ == "ByChance"]
    assert fallen == steps
    assert len(fallen) == 6 + 2  # those after the two choices that were taken back fell again
    *_, last = sparring.replay(Dice(), sparring.Record.parse(str(match.record)))
    assert last == match.table.position


def test_a_result_has_payoffs_and_places():
    match, _ = play(Dice(), [Honest(), Honest()], seed=3)
    points = match.table.position.points
    assert match.result.payoffs == points
    assert match.result.places == tuple(1 if mine == max(points) else 2 for mine in points)
    assert match.record.headers["Payoffs"] == " ".join(map(str, points))
