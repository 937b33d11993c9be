"""The plan of a deck, read from its list, and the evaluators that value single actions."""

import pytest

from sparring.games.onepiece.minds import evaluators
from sparring.games.onepiece.minds.deck_plan import LEANINGS, leaned, plan_of
from sparring.games.onepiece.minds.profiles import PROFILES
from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.minds.trials import imagined_game
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.cards import Deck
from sparring.games.onepiece.rules.reading import known_cards
from support.onepiece_players import choice
from support.onepiece_puzzles import FRANKY, GARP, KAROO, LIFE, ONE, PLAIN, VIVI, bare, rested
from support.onepiece_random_games import begin
from support.onepiece_table import GAME, Half, Put, Table


@pytest.mark.req("OP-15")
@pytest.mark.parametrize(
    ("name", "plan"),
    [
        ("ST01", "aggro"),
        ("ST02", "aggro"),
        ("ST03", "control"),
        ("ST04", "ramp"),
        ("ST05", "ramp"),
        ("ST06", "control"),
        ("ST07", "midrange"),
        ("ST08", "control"),
        ("ST09", "midrange"),
    ],
)
def test_the_plan_of_each_starter_deck(name, plan):
    assert plan_of(decklists.read(name)) == plan


def deck(*ids):
    """A deck that nobody has seen, of some cards, each four times."""
    cards = known_cards()
    return Deck("own", "own", cards["ST01-001"], tuple((cards[each], 4) for each in ids))


@pytest.mark.req("OP-15")
@pytest.mark.parametrize(
    ("ids", "plan"),
    [
        (("ST01-003", "ST01-004", "ST01-013", "ST01-016"), "aggro"),
        (("ST03-008", "ST03-013", "ST03-015", "ST03-016"), "control"),
        (("ST04-014", "ST04-017", "ST04-003", "ST04-012"), "ramp"),
        (("ST09-003", "ST09-011", "ST09-013", "ST09-006"), "midrange"),
    ],
)
def test_a_deck_that_nobody_has_seen_has_a_plan_too(ids, plan):
    assert plan_of(deck(*ids)) == plan


@pytest.mark.req("OP-5", "OP-15")
@pytest.mark.parametrize("style", PROFILES)
def test_a_plan_leans_the_weights_a_little(style):
    before = PROFILES[style]
    for plan, more in LEANINGS.items():
        after = leaned(before, plan)
        assert sum(after.weights) == pytest.approx(1)
        for place, add in enumerate(more):
            apart = after.weights[place] - before.weights[place]
            assert abs(apart) <= 0.05
            assert apart > 0 or not add


@pytest.mark.req("OP-15")
def test_the_plan_is_told_with_the_opening_hand():
    state = begin("ST04", "ST01", 1)
    while state.question.kind != "mulligan":
        state = GAME.play(state, state.question.options[0])
    plan = ("ramp", "aggro")[state.question.seat]
    assert f"the deck's plan is {plan}" in choice("hard", state).analysis.because


# ---------------------------------------------------------------------- evaluators


def value(table, option):
    view = table.view(table.asked)
    seen = Seen(view, [imagined_game(view, 1, number) for number in range(8)])
    return evaluators.valued(seen, GAME.options(table.state)[option]).points


@pytest.mark.req("OP-8", "OP-10")
def test_an_attack_is_worth_its_target_times_the_chance_that_it_hits():
    sure = Table(Half(PLAIN, [GARP]), bare(life=LIFE, characters=rested(FRANKY, KAROO)))
    doubtful = Table(Half(PLAIN, [GARP]), bare(hand=[ONE] * 4, life=(ONE,) * 5, characters=rested(FRANKY, KAROO)))
    assert value(sure, "attack Franky with Monkey.D.Garp") > value(sure, "attack Karoo with Monkey.D.Garp") > 0
    assert value(doubtful, "attack leader with leader") == 0  # every hand has a counter for it
    assert value(sure, "attack leader with leader") > 0
    assert value(sure, "attack Franky with leader") == 0


@pytest.mark.req("OP-9", "OP-10")
def test_don_are_worth_what_they_add_to_an_attack():
    table = Table(Half(PLAIN, [VIVI, Put(FRANKY, fresh=True), *rested(GARP)], active=2), bare(life=LIFE))
    assert value(table, "give DON!! to Nefeltari Vivi") > 0
    assert value(table, "give DON!! to Franky") == value(table, "give DON!! to Monkey.D.Garp") == 0
    assert value(table, "give DON!! to leader") == 0  # its attack hits anyway


@pytest.mark.req("OP-10")
def test_a_card_and_an_effect_are_worth_what_they_change():
    table = Table(
        Half("ST01-001", [VIVI], hand=[GARP, KAROO, "ST01-015"], active=5, rested=1),
        bare(life=LIFE, characters=[FRANKY]),
    )
    assert value(table, "play Monkey.D.Garp") > value(table, "play Karoo")
    assert value(table, "play Gum-Gum Jet Pistol") > value(table, "play Karoo")
    idle = Table(Half("ST01-001", [VIVI]), bare(life=LIFE))
    assert value(idle, "use leader") == 0
