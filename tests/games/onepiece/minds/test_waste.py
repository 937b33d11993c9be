"""What does no more than another option and costs more is marked down, and nobody gives up before the end."""

import pytest

from sparring.games.onepiece.minds.deeds import is_pointless
from sparring.games.onepiece.minds.defence import cheapest
from sparring.games.onepiece.minds.factors import resource_efficiency
from sparring.games.onepiece.minds.waste import is_wasteful, saves_too_dearly
from sparring.games.onepiece.rules.options import NO_COUNTER
from support.onepiece_players import choice, steady
from support.onepiece_puzzles import CHOPPER, FRANKY, GARP, KAROO, LIFE, ONE, PLAIN, TIRED, TWO, VIVI, attacked, bare
from support.onepiece_puzzles import rested as lying
from support.onepiece_table import GAME, Half, Put, Table

KAIDO = "ST04-003"


def wasteful(table):
    state = table.state
    return {text for text, option in GAME.options(state).items() if is_wasteful(state, option)}


def judged(table, level, option):
    return dict(choice(steady(level), table.state).analysis[option].parts)


@pytest.mark.req("OP-6", "OP-8")
def test_a_strong_attacker_is_wasted_on_a_target_that_a_weaker_one_beats():
    table = Table(Half(PLAIN, [GARP]), bare(life=LIFE, characters=lying(VIVI)))
    assert wasteful(table) == {"attack Nefeltari Vivi with Monkey.D.Garp"}
    assert judged(table, "medium", "attack Nefeltari Vivi with Monkey.D.Garp")["wasteful"] < 0
    assert "wasteful" not in judged(table, "medium", "attack Nefeltari Vivi with leader")


@pytest.mark.req("OP-8")
@pytest.mark.parametrize(
    "table",
    [
        Table(Half(TIRED, [GARP]), bare(life=LIFE, characters=lying(VIVI))),  # nobody else can attack
        Table(Half(PLAIN, [GARP]), bare(life=LIFE, characters=lying(GARP))),  # nobody else is strong enough
        Table(Half(PLAIN, [FRANKY]), bare(life=LIFE, characters=lying(VIVI))),  # there is hardly a difference
        Table(Half(Put(PLAIN), [Put(GARP, rested=True)]), bare(life=LIFE, characters=lying(VIVI))),
    ],
)
def test_an_attacker_that_is_needed_is_not_wasted(table):
    assert not wasteful(table)


@pytest.mark.req("OP-8", "OP-9")
def test_an_attacker_with_don_for_the_leader_is_wasted_on_a_target_that_falls_without_them():
    """Vivi beats another Vivi as she is; against Franky she needs two of three DON!!."""
    loaded = Half(TIRED, [Put(VIVI, don=3)])
    small, equal = (Table(loaded, bare(life=LIFE, characters=lying(card))) for card in (VIVI, FRANKY))
    one = Table(Half(TIRED, [Put(VIVI, don=1)]), bare(life=LIFE, characters=lying(VIVI)))
    assert "attack Nefeltari Vivi with Nefeltari Vivi" in wasteful(small) - wasteful(one)
    assert "attack Franky with Nefeltari Vivi" not in wasteful(equal)


@pytest.mark.req("OP-6")
def test_the_dear_card_is_wasted_where_a_cheap_one_stops_the_attack():
    table = attacked(Half(PLAIN), bare(hand=[GARP, KAROO, TWO], life=LIFE[:3], rested=6), "attack leader with leader")
    assert wasteful(table) == {"counter with Monkey.D.Garp for leader", "counter with Brook for leader"}


@pytest.mark.req("OP-6")
def test_one_card_stops_the_attack_and_not_two():
    """6000 against 5000 takes 2000: from one card, or from the two small ones if there is no other."""
    one, two = (
        attacked(Half(TIRED, [FRANKY]), bare(hand=hand, life=LIFE[:3]), "attack leader with Franky")
        for hand in ([ONE, ONE, TWO], [ONE, ONE])
    )
    assert wasteful(one) == {"counter with Karoo for leader"}
    assert not wasteful(two)


@pytest.mark.req("OP-6")
def test_two_cards_are_too_much_for_a_character_that_one_would_save():
    table = attacked(
        Half(PLAIN),
        bare(hand=[VIVI, VIVI, TWO], life=LIFE[:3], characters=lying(VIVI)),
        "attack Nefeltari Vivi with leader",
    )
    options = GAME.options(table.state)
    assert saves_too_dearly(table.state, options["counter with Nefeltari Vivi for Nefeltari Vivi"])
    assert not saves_too_dearly(table.state, options["counter with Brook for Nefeltari Vivi"])


@pytest.mark.req("OP-6")
def test_counters_are_for_the_end():
    early, later = (
        attacked(Half(PLAIN), bare(hand=[ONE], life=LIFE[:count]), "attack leader with leader") for count in (5, 4)
    )
    assert wasteful(early) == {"counter with Karoo for leader"}
    assert not wasteful(later)


@pytest.mark.req("OP-6", "ALL-9")
@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_a_lost_player_still_blocks(level):
    """Four attackers are left against one Blocker: the opponent may still fail to see it."""
    table = attacked(Half(PLAIN, [GARP, GARP, FRANKY]), bare(characters=[CHOPPER]), "attack leader with Franky")
    found = choice(steady(level), table.state)
    assert found.option == "block with Tony Tony.Chopper"
    assert "pointless" not in found.analysis.because


@pytest.mark.req("OP-9")
def test_spare_don_strengthen_an_attack_that_the_smallest_counter_would_stop():
    """But not those that cards in hand can use, and not where nobody could counter."""
    foe = bare(hand=[ONE], life=LIFE)
    spare, used = (Table(Half(PLAIN, hand=hand, active=2), foe) for hand in ([], [VIVI]))
    assert wasteful(spare) == {"attack leader with leader"}
    assert not wasteful(used)
    assert not wasteful(Table(Half(PLAIN, active=2), bare(life=LIFE)))
    assert not wasteful(Table(Half(PLAIN, [VIVI], active=1), foe))  # Vivi needs it to attack at all


@pytest.mark.req("OP-9")
def test_whoever_strengthens_others_attacks_first():
    jinbe = Put("ST01-005", don=1)
    early = "attack leader with leader"
    assert early in wasteful(Table(Half(PLAIN, [jinbe]), bare(life=LIFE)))
    assert early not in wasteful(Table(Half(PLAIN, ["ST01-005"]), bare(life=LIFE)))  # that takes a DON!!


@pytest.mark.req("OP-6")
def test_a_character_that_can_be_attacked_again_is_not_saved_at_any_price():
    """One card for Vivi is enough if that was the last attack, and too much if two more may follow."""
    foe = bare(hand=[ONE], life=LIFE[:3], characters=lying(VIVI))
    last, first = (
        attacked(Half(leader, bodies), foe, f"attack Nefeltari Vivi with {name}")
        for leader, bodies, name in ((TIRED, [VIVI], "Nefeltari Vivi"), (PLAIN, [VIVI, FRANKY], "Nefeltari Vivi"))
    )
    option = "counter with Karoo for Nefeltari Vivi"
    assert not saves_too_dearly(last.state, GAME.options(last.state)[option])
    assert saves_too_dearly(first.state, GAME.options(first.state)[option])
    assert choice(steady("hard"), first.state).option == "no counter"


@pytest.mark.req("OP-3")
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_nobody_ends_a_turn_by_accident(level):
    table = Table(Half(TIRED, [GARP]), bare(life=LIFE[:1]))
    assert choice(steady(level), table.state).analysis.considered == ("attack leader with Monkey.D.Garp",)


@pytest.mark.req("OP-3", "OP-9")
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_randomness_gives_no_don_that_are_too_few_to_matter(level):
    """Karoo needs two to attack, and Vivi costs two."""
    table = Table(Half(TIRED, [KAROO], hand=[VIVI], active=2), bare(life=LIFE))
    found = choice(steady(level), table.state).analysis
    assert found.best == "play Nefeltari Vivi"
    assert "give DON!! to Karoo" not in found.considered


@pytest.mark.req("OP-4")
def test_returned_don_cost_most_early():
    def resources(don):
        return resource_efficiency(Table(Half(PLAIN, active=don), bare(active=10)).state, 0)

    assert resources(5) - resources(1) > 1.5 * (resources(10) - resources(6)) > 0


@pytest.mark.req("OP-6")
def test_lower_costs_are_worth_something_only_if_a_card_asks_for_them():
    """Uta lowers a cost; Sakazuki, a leader, removes what costs nothing, for three DON!! and a card."""
    foe = bare(life=LIFE, characters=[VIVI])
    for leader, hand, pointless in ((PLAIN, [ONE], True), ("ST06-001", [ONE], False), ("ST06-001", [], True)):
        state = Table(Half(leader, ["ST08-002"], hand, active=3), foe).state
        assert is_pointless(state, GAME.options(state)["use Uta"]) is pointless


@pytest.mark.req("OP-6")
def test_don_for_an_attacker_that_cannot_reach_anybody_is_pointless():
    foe = bare(life=LIFE)
    for active, pointless in ((1, True), (2, False)):
        state = Table(Half(TIRED, [KAROO], active=active), foe).state
        assert is_pointless(state, GAME.options(state)["give DON!! to Karoo"]) is pointless


@pytest.mark.req("OP-9")
def test_who_was_given_don_to_attack_attacks():
    foe = bare(hand=[ONE], life=LIFE)
    loaded, plain = (Table(Half(TIRED, [Put(VIVI, don=don)]), foe) for don in (1, 0))
    assert wasteful(loaded) == {"end turn"}
    assert not wasteful(plain)


@pytest.mark.req("ALL-4")
def test_counters_against_an_attack_that_already_fails_are_wasted():
    """Events may be played all the same, for what else they do; weighing them failed."""
    assert all(cheapest([(2000, 1.5, NO_COUNTER)], missing) == (None, 0.0) for missing in (0, -999, -1000, -5000))
    assert cheapest([(2000, 1.5, NO_COUNTER)], 1) == (NO_COUNTER, 1.5)
