"""States of newer cards: negated, with another base power, and what cards may and may not do."""

import pytest

from support.onepiece_cards import changed, plus, snapshot
from support.onepiece_own_cards import DRAW, ONE_OF_MINE, ONE_OF_THEIRS, THIS, attacks, own, power_up, when
from support.onepiece_table import P1, P2, Half, Put, Table

KAROO, CHOPPER, FRANKY = "ST01-003", "ST01-006", "ST01-010"
ANYBODY = {"select": "choose", "side": "any", "zone": ["leader", "character"], "min": 0, "max": 1}
LATE = "until_opponents_next_turn_end"
NEXT = "until_your_next_turn_start"


def lasting(op, target=ANYBODY, duration="turn", **fields):
    return {"op": op, "target": target, "duration": duration, **fields}


def spell(*actions, **fields):
    return own("SPELL", "event", effects=[when("main", *actions)], **fields)


def cast(action, mine=(), theirs=(), cards=(), **fields):
    """A table on which P1 uses an event with one action."""
    half = Half(
        characters=mine, hand=["SPELL", *fields.pop("hand", ())], cards=[spell(action), *cards], active=5, **fields
    )
    return Table(half, Half(characters=theirs, cards=cards, hand=[KAROO])).do("play SPELL")


def after(table, *texts, seat=P1):
    before = snapshot(table, seat)
    return changed(before, snapshot(table.do(*texts), seat))


# ---------------------------------------------------------------------- negated


def negated(*target, **how):
    return cast(lasting("negate_effects", ANYBODY, how.pop("duration", "turn")), **how).do(*target)


def test_negated_effects_take_keywords_and_effects_and_give_them_back():
    table = negated("opposing Tony Tony.Chopper", theirs=[CHOPPER])
    assert not table.has(P2, CHOPPER, "Blocker")
    table.do("attack leader with leader")
    assert table.kind == "counter", "it cannot block"
    table.do("no counter", "end turn")
    assert table.has(P2, CHOPPER, "Blocker")


def test_what_others_give_stays():
    give = own(
        "GIVE",
        effects=[
            when("on_play", {"op": "grant_keyword", "target": ONE_OF_MINE, "keyword": "Blocker", "duration": "turn"})
        ],
    )
    table = cast(lasting("negate_effects"), mine=[CHOPPER], hand=["GIVE"], cards=[give]).do("Tony Tony.Chopper")
    assert not table.has(P1, CHOPPER, "Blocker")
    table.do("play GIVE", "Tony Tony.Chopper")
    assert table.has(P1, CHOPPER, "Blocker")


def test_permanent_effects_and_reactions_are_negated_and_a_leader_can_be():
    strong = own("STRONG", effects=[when("permanent", power_up(2000, THIS, "while_condition"))])
    table = negated("opposing STRONG", theirs=["STRONG"], cards=[strong])
    assert table.power(P2, "STRONG") == 5000
    assert table.state.permanents == 0
    table.do("end turn")
    assert table.power(P2, "STRONG") == 7000
    watch = own("WATCH", effects=[when("on_opponents_attack", DRAW)])
    quiet = negated("opposing WATCH", theirs=["WATCH"], cards=[watch])
    assert after(quiet, "attack leader with leader", "no counter") == {
        "my leader rested": 1, "their life top ST01-003": -1, "their hand ST01-003": 1,
    }  # fmt: skip
    lead = negated("leader")
    assert "use leader" not in lead.options, "this leader gives DON!! once a turn"


def test_an_effect_that_waits_is_lost_when_it_is_negated():
    """R8.13 says so of a card that is gone; one without effects has none to use either."""
    hush = own("HUSH", effects=[when("when_attacking", lasting("negate_effects", ONE_OF_THEIRS))])
    watch = own("WATCH", effects=[when("on_opponents_attack", DRAW)])
    table = Table(Half(characters=["HUSH"], cards=[hush]), Half(characters=["WATCH"], cards=[watch]))
    hand = len(table.hand(P2))
    table.do("attack leader with HUSH", "opposing WATCH")
    assert len(table.hand(P2)) == hand + 1, "the Life card"


# ---------------------------------------------------------------------- base power


def test_base_power_is_set_and_all_else_is_added_to_it():
    table = cast(lasting("set_base_power", amount=8000), mine=[Put(KAROO, don=1)])
    assert after(table, "Karoo") == {"my ST01-003 power": 5000}
    assert table.power(P1, KAROO) == 9000
    table.do("end turn")
    assert table.power(P1, KAROO) == 3000


def test_it_can_be_lower_and_of_several_the_largest_counts():
    """C9."""
    two = [lasting("set_base_power", amount=amount) for amount in (6000, 1000)]
    card = spell(*two)
    table = Table(Half(characters=[FRANKY], hand=["SPELL"], cards=[card], active=1), Half(characters=[FRANKY]))
    table.do("play SPELL", "opposing Franky", "opposing Franky")
    assert table.power(P2, FRANKY) == 6000
    low = cast(lasting("set_base_power", amount=1000), theirs=[FRANKY]).do("opposing Franky")
    assert low.power(P2, FRANKY) == 1000
    held = own("HELD", effects=[when("permanent", lasting("set_base_power", THIS, "while_condition", amount=9000))])
    assert Table(Half(characters=["HELD"], cards=[held])).power(P1, "HELD") == 9000


# ---------------------------------------------------------------------- costs in hand


def test_cards_in_hand_cost_less_and_it_is_paid_so():
    cut = {
        "op": "modify_hand_cost",
        "side": "self",
        "filter": {"category_any": ["character"]},
        "amount": -2,
        "duration": "turn",
    }
    half = Half(hand=["SPELL", FRANKY], cards=[spell(cut)], active=3)
    dear = Table(half)
    assert "play Franky" not in dear.options
    assert dear.why("play Franky") == "R5.1: Franky costs 4 DON!!, and only 3 of yours are active."
    dear.do("play SPELL")
    assert "play Franky" in dear.options
    assert after(dear, "play Franky") == {
        "my hand ST01-010": -1, "my field ST01-010": 1, "my active": -2, "my rested": 2,
    }  # fmt: skip


def test_the_opponents_cards_can_cost_more_for_a_while():
    tax = {"op": "modify_hand_cost", "side": "opponent", "filter": {}, "amount": 1, "duration": LATE}
    card = spell(tax)
    table = Table(Half(hand=["SPELL"], cards=[card], active=1), Half(hand=[KAROO], active=0))
    table.do("play SPELL", "end turn")
    assert "play Karoo" in table.options
    before = table.don(P2)[0]
    table.do("play Karoo")
    assert table.don(P2)[0] == before - 2
    table.do("end turn", "end turn")
    assert table.state.sides[P2].leader.changes == ()


def test_a_permanent_effect_and_the_card_itself_change_what_is_paid():
    cheap = own(
        "CHEAP",
        cost=4,
        effects=[
            when(
                "in_hand",
                {"op": "cost_in_hand", "amount": -3},
                conditions=[{"if": "life_count", "side": "self", "max": 2}],
            )
        ],
    )
    isle = own(
        "ISLE",
        "stage",
        effects=[
            when(
                "permanent",
                {"op": "modify_hand_cost", "side": "self", "filter": {}, "amount": -1, "duration": "while_condition"},
            )
        ],
    )
    assert "play CHEAP" not in Table(Half(hand=["CHEAP"], cards=[cheap], active=3, life=3)).options
    assert "play CHEAP" in Table(Half(hand=["CHEAP"], cards=[cheap], active=1, life=2)).options
    assert "play CHEAP" in Table(Half(hand=["CHEAP"], cards=[cheap, isle], stage="ISLE", active=0, life=2)).options
    table = Table(Half(hand=["CHEAP"], cards=[cheap, isle], stage="ISLE", active=3, life=3)).do("play CHEAP")
    assert table.don(P1)[:2] == (0, 3)


# ---------------------------------------------------------------------- what is forbidden


def test_who_cannot_attack_does_not_attack_but_blocks():
    table = cast(lasting("forbid_attack", duration=LATE), theirs=[CHOPPER]).do("opposing Tony Tony.Chopper", "end turn")
    assert not any(option.endswith("with Tony Tony.Chopper") for option in attacks(table))
    assert "cannot attack" in table.why("attack leader with Tony Tony.Chopper")
    block = cast(lasting("forbid_attack"), theirs=[CHOPPER]).do(
        "opposing Tony Tony.Chopper", "attack leader with leader"
    )
    assert "block with Tony Tony.Chopper" in block.options


def test_who_cannot_be_rested_neither_attacks_nor_blocks_nor_pays_with_itself():
    table = cast(lasting("forbid_rest"), theirs=[CHOPPER]).do("opposing Tony Tony.Chopper", "attack leader with leader")
    assert table.kind == "counter"
    mine = own("TAPS", effects=[when("activate_main", DRAW, cost=[{"pay": "rest_this"}], optional=True)])
    taps = cast(lasting("forbid_rest"), mine=["TAPS"], cards=[mine]).do("TAPS")
    assert "use TAPS" not in taps.options
    assert not any(option.endswith("with TAPS") for option in attacks(taps))
    rest = {"op": "rest", "target": ONE_OF_THEIRS}
    both = spell(lasting("forbid_rest"), rest)
    tried = Table(Half(hand=["SPELL"], cards=[both], active=1), Half(characters=[KAROO]))
    tried.do("play SPELL", "opposing Karoo")
    assert after(tried, "opposing Karoo") == {}


def test_who_cannot_become_active_stays_rested_for_its_next_turn_and_no_longer():
    table = cast(lasting("forbid_active", duration=LATE), theirs=[Put(KAROO, rested=True), Put(FRANKY, rested=True)])
    table.do("opposing Karoo", "end turn")
    assert table.unit(P2, KAROO).rested
    assert not table.unit(P2, FRANKY).rested
    table.do("end turn", "end turn")
    assert not table.unit(P2, KAROO).rested
    wake = spell(lasting("forbid_active"), {"op": "set_active", "target": ANYBODY})
    woken = Table(Half(characters=[Put(KAROO, rested=True)], hand=["SPELL"], cards=[wake], active=1))
    woken.do("play SPELL", "Karoo")
    assert after(woken, "Karoo") == {}


@pytest.mark.parametrize(("duration", "turns"), [("turn", 1), (NEXT, 2), (LATE, 2)])
def test_durations(duration, turns):
    table = cast(lasting("forbid_attack", duration=duration), theirs=[KAROO]).do("opposing Karoo")
    lasted = 0
    while table.unit(P2, KAROO).changes:
        lasted += 1
        table.do("end turn")
    assert lasted == turns


def test_an_effect_of_the_opponents_turn_lasts_through_its_next_turn():
    trigger = own("LUCKY", effects=[], trigger=[when("trigger", power_up(1000, ONE_OF_MINE, LATE), optional=True)])
    table = Table(Half(), Half(life=["LUCKY", KAROO, KAROO, KAROO], cards=[trigger])).do(
        "attack leader with leader", "use the Trigger", "leader"
    )
    found = []
    for _ in range(4):
        found.append(table.power(P2, "ST01-001"))
        table.do("end turn")
    assert found == [6000, 6000, 6000, 5000]


# ---------------------------------------------------------------------- what is allowed


def test_unblockable_attacks_are_not_blocked():
    sly = own("SLY", keywords=["Unblockable"])
    table = Table(Half(characters=["SLY"], cards=[sly]), Half(characters=[CHOPPER], hand=[KAROO]))
    assert table.do("attack leader with SLY").kind == "counter"
    given = cast(lasting("grant_keyword", keyword="Unblockable"), theirs=[CHOPPER]).do(
        "leader", "attack leader with leader"
    )
    assert given.kind == "counter"
    assert Table(Half(), Half(characters=[CHOPPER])).do("attack leader with leader").kind == "blocker"


def test_rush_against_characters_only():
    hunter = own("HUNTER", keywords=["Rush: Character"])
    half = Half(hand=["HUNTER"], cards=[hunter], active=1)
    table = Table(half, Half(characters=[Put(KAROO, rested=True), FRANKY])).do("play HUNTER")
    mine = {option for option in attacks(table) if option.endswith("with HUNTER")}
    assert mine == {"attack Karoo with HUNTER"}
    assert table.why("attack leader with HUNTER") == "R9.1: HUNTER came this turn, and it may attack characters only."
    table.do("end turn", "end turn")
    assert "attack leader with HUNTER" in table.options


def test_attacks_on_active_characters():
    aim = own(
        "AIM",
        effects=[when("permanent", lasting("attack_active", THIS, "while_condition", aim_filter={"cost_max": 2}))],
    )
    table = Table(Half(characters=["AIM"], cards=[aim]), Half(characters=[KAROO, FRANKY]))
    assert {option for option in attacks(table) if "with AIM" in option} == {
        "attack leader with AIM",
        "attack Karoo with AIM",
    }
    assert "attack Karoo with leader" not in table.options
    assert after(table, "attack Karoo with AIM") == plus(
        {"my AIM rested": 1, "their field ST01-003": -1, "their trash ST01-003": 1}
    )
