"""R9, R10 and R11: keywords, K.O., and the order of effects."""

import pytest

from support.onepiece_own_cards import (
    DON_1,
    DRAW,
    ONE_OF_THEIRS,
    OWN,
    THIS,
    attacks,
    own,
    play_from_hand,
    power_up,
    seats_asked,
    when,
)
from support.onepiece_table import P1, P2, Half, Put, Table

# ---------------------------------------------------------------------- R9: keywords


def test_rush_needs_an_active_card():
    """R9.1: a rested card does not attack, Rush or not."""
    assert attacks(Table(Half(characters=[Put("ST01-012", fresh=True, rested=True)]))) == {"attack leader with leader"}


def test_double_attack_is_checked_at_the_damage_step():
    """R9.3: Smoker has it while a character costs 0; when that one is gone before, he deals one."""
    theirs = Half(characters=["ST01-003"], hand=["ST03-016"], active=2)
    mine = Half(hand=["ST08-008"], characters=[Put("ST06-004", don=1)], active=1)
    for answers, life in ((["no counter"], 3), (["use Thrust Pad Cannon", "Karoo", "no counter"], 4)):
        table = Table(mine, theirs).do("play Higuma", "opposing Karoo")
        assert table.has(P1, "ST06-004", "Double Attack")
        table.do("attack leader with Smoker", *answers)
        assert len(table.life(P2)) == life
        assert table.unit(P1, "ST06-004").rested


def test_banish_with_double_attack():
    """R9.4, R9.3: both Life cards go to the trash, and no Trigger is offered."""
    half = Half("ST07-001", characters=["ST07-011", "ST07-013"], active=1)
    table = Table(half, Half(life=["ST01-002", "ST02-005", "ST01-004"]))
    table.do("use Zeus", "leader", "use Prometheus", "leader", "attack leader with leader")
    assert (table.trash(P2), table.life(P2), table.hand(P2)) == (["ST01-002", "ST02-005"], ["ST01-004"], [])


def test_on_play_follows_every_way_of_putting_the_card_into_play():
    """R9.5: from hand by an effect, too, without any cost of its own."""
    event = own("CALL", "event", effects=[when("main", play_from_hand("Killer"), optional=True)])
    half = Half(hand=["CALL", "ST02-005"], cards=[event], active=1)
    table = Table(half, Half(characters=[Put("ST01-003", rested=True)])).do("play CALL", "Killer", "opposing Karoo")
    assert (table.field(P1), table.field(P2), table.don(P1)) == (["ST02-005"], [], (0, 1, 9))


def test_a_stage_that_a_trigger_plays_replaces_the_old_one():
    """R5.3, R9.5, R7.7: and it is not in the trash afterwards."""
    plays = when("trigger", {"op": "play_this"}, optional=True)
    stage = own("HARBOUR", "stage", effects=[when("on_play", DRAW)], trigger=[plays])
    theirs = Half(stage="ST01-017", life=["HARBOUR", "ST01-003"], cards=[stage])
    table = Table(Half(), theirs).do("attack leader with leader", "use the Trigger")
    assert (table.stage(P2), table.trash(P2), len(table.hand(P2))) == ("HARBOUR", ["ST01-017"], 1)


def test_a_character_that_a_trigger_played_attacks_in_its_owners_next_turn():
    """R9.5, R5.1: and it may block before."""
    theirs = Half(life=["ST03-013", "ST01-003"])
    table = Table(Half(characters=["ST01-008"]), theirs).do("attack leader with leader", "use the Trigger")
    table.do("attack leader with Nico Robin")
    assert "block with Boa Hancock" in table.options
    table.do("no block", "end turn")
    assert "attack leader with Boa Hancock" in table.options


def test_on_block_comes_when_the_card_blocks():
    """R9.7, R6.4: Shinobu pays a Life card, and survives; she does not when she is attacked herself."""
    table = Table(Half(), Half(characters=["ST09-007"], life=3)).do("attack leader with leader", "block with Shinobu")
    assert set(table.options) == {"yes", "no"}
    table.do("yes", "top", "no counter")
    assert (table.field(P2), len(table.life(P2)), len(table.hand(P2))) == (["ST09-007"], 2, 1)
    assert table.power(P2, "ST09-007") == 2000
    table = Table(Half(), Half(characters=[Put("ST09-007", rested=True)])).do("attack Shinobu with leader")
    assert (table.field(P2), table.asked) == ([], P1)


# ---------------------------------------------------------------------- R10: K.O.


def test_a_ko_is_a_lost_battle_or_an_effect_that_says_so():
    """R10.1, R10.3: Oden's [On K.O.] comes after either, and he is in his owner's trash."""
    theirs = Half(characters=[Put("ST09-005", rested=True)], hand=["ST01-004"] * 2)
    crush = own("CRUSH", "event", effects=[when("main", {"op": "ko", "target": ONE_OF_THEIRS}, optional=True)])
    table = Table(Half(hand=["CRUSH"], cards=[crush], active=1), theirs)
    table.do("play CRUSH", "opposing Kouzuki Oden")
    assert (table.asked, set(table.options), table.trash(P2)) == (P2, {"yes", "no"}, ["ST09-005"])


def test_other_removal_is_not_a_ko():
    """R10.2: Smoker, whom no effect can K.O., is returned; and Oden returned gives nothing."""
    for identity, name in (("ST06-004", "Smoker"), ("ST09-005", "Kouzuki Oden")):
        theirs = Half(characters=[identity], hand=["ST01-004"] * 2)
        table = Table(Half("ST08-001", hand=["ST03-015"], active=4), theirs).do("play Sables", f"opposing {name}")
        assert table.hand(P2)[-1] == identity
        assert (table.asked, table.unit(P1, "ST08-001").don) == (P1, 0)


def test_uta_is_not_kod_by_a_leader_but_by_a_character():
    """R10.1, R0.2: protection from battles with leaders."""
    uta = Half(characters=[Put("ST08-002", rested=True)])
    assert Table(Half(), uta).do("attack Uta with leader").field(P2) == ["ST08-002"]
    assert Table(Half(characters=["ST01-010"]), uta).do("attack Uta with Franky").field(P2) == []


@pytest.mark.parametrize("given", [0, 1])
def test_don_on_a_card_count_for_its_on_ko(given):
    """R10.4, R8.7: conditions are looked at while it is still on the field; then its DON!! are rested."""
    card = own("DYING", power=1000, effects=[when("on_ko", DRAW, conditions=[DON_1])])
    theirs = Half(characters=[Put("DYING", rested=True, don=given)], cards=[card])
    table = Table(Half(), theirs).do("attack DYING with leader")
    assert len(table.hand(P2)) == given
    assert (table.trash(P2), table.don(P2)) == (["DYING"], (0, given, 10 - given))


def test_two_kos_at_once_fire_luffy_twice():
    """R10.4, R11.1: ST08-001 gives one DON!! for each character that Shanks K.O.s, his own side's too."""
    half = Half("ST08-001", characters=["ST01-003"], hand=["ST08-005", "ST01-004"], active=9)
    table = Table(half, Half(characters=["ST01-006", "ST01-009"])).do("play Shanks", "yes")
    assert (table.field(P1), table.field(P2)) == (["ST08-005"], ["ST01-009"])
    for _ in range(4):
        if table.kind == "action":
            break
        table.do("1" if "1" in table.options else table.options[0])
    assert table.unit(P1, "ST08-001").don == 2


# ---------------------------------------------------------------------- R11: order


def test_the_turn_players_effects_come_first():
    """R11.1, R0.5: both sides' [On K.O.] are due at once."""
    theirs = Half(characters=["OTHER"], cards=OWN)
    table = Table(Half(characters=["OTHER"], hand=["SWEEP"], active=1, cards=OWN), theirs).do("play SWEEP")
    assert seats_asked(table, "leader", "leader") == [P1, P2, P1]
    sweeper = Half(characters=["OTHER"], hand=["SWEEP"], active=1, cards=OWN)
    table = Table(Half(characters=["OTHER"], cards=OWN), sweeper, seat=P2, turn=6)
    assert seats_asked(table.do("play SWEEP"), "leader", "leader") == [P2, P1, P2]


def test_luffy_sees_the_ko_before_oden_is_asked():
    """R11.1, R10.4: the turn player's leader takes its DON!! first, then comes P2's [On K.O.]."""
    theirs = Half(characters=[Put("ST09-005", rested=True)], hand=["ST01-004"] * 2)
    table = Table(Half("ST08-001", characters=["ST04-003"], rested=1), theirs).do("attack Kouzuki Oden with Kaido")
    assert (table.asked, set(table.options)) == (P1, {"0", "1"})
    table.do("1")
    assert (table.asked, set(table.options)) == (P2, {"yes", "no"})


def test_each_player_orders_their_own_effects():
    """R11.1: P2 chooses which of two [On K.O.] comes first."""
    theirs = Half(characters=["FIRST", "OTHER"], hand=["LATER"], cards=OWN)
    for name, first in (("OTHER", "leader"), ("FIRST", "LATER")):
        table = Table(Half(hand=["SWEEP"], active=1, cards=OWN), theirs).do("play SWEEP")
        assert (table.asked, len(table.options)) == (P2, 2)
        table.do(next(option for option in table.options if option.startswith(name)))
        assert first in table.options


def test_newly_due_effects_queue_behind_those_that_wait():
    """R11.2: A makes C due while B of the opponent waits: A, B, C."""
    mine = Half(characters=["FIRST"], hand=["SWEEP", "LATER"], active=1, cards=OWN)
    table = Table(mine, Half(characters=["OTHER"], cards=OWN)).do("play SWEEP")
    assert "LATER" in table.options
    assert seats_asked(table, "LATER", "leader", "LATER") == [P1, P2, P1, P1]
    assert table.power(P1, "LATER") == 6000
    assert table.power(P2, "ST01-001") == 6000


def test_newly_due_effects_queue_behind_ones_own():
    """R11.2: A, B, C of one player likewise."""
    mine = Half(characters=["FIRST", "OTHER"], hand=["SWEEP", "LATER"], active=1, cards=OWN)
    table = Table(mine).do("play SWEEP")
    table.do(next(option for option in table.options if option.startswith("FIRST")), "LATER", "leader")
    assert table.power(P1, "ST01-001") == 6000
    assert set(table.options) == {"leader", "LATER", "none"}  # now C
    table.do("LATER")
    assert (table.power(P1, "LATER"), table.kind) == (6000, "action")


def test_what_becomes_due_waits_until_the_effect_is_finished():
    """R11.3: Oden's [On K.O.] comes after the DON!! that the same event adds."""
    theirs = Half(characters=["ST09-005"], hand=["ST01-004"] * 2)
    table = Table(Half(hand=["ST04-015", "ST08-006"], active=10), theirs)
    table.do("play Shirahoshi", "opposing Kouzuki Oden", "play Brachio Bomber", "opposing Kouzuki Oden")
    assert table.trash(P2) == ["ST09-005"]
    if table.asked == P1:
        assert set(table.options) == {"0", "1"}
        table.do("0")
    assert (table.asked, set(table.options)) == (P2, {"yes", "no"})


def test_permanent_effects_are_looked_through_until_nothing_changes():
    """R11.4: one makes another work, which makes a third work, whatever their order on the field."""
    strong = {"select": "all", "side": "self", "zone": ["character"], "filter": {"power_min": 6000}}
    cheap = {"select": "all", "side": "any", "zone": ["character"], "filter": {"cost_max": 0}}
    always = "while_condition"
    third = when("permanent", power_up(2000, THIS, always), conditions=[{"if": "exists", "target": strong}])
    second = when("permanent", power_up(1000, THIS, always), conditions=[{"if": "exists", "target": cheap}])
    all_theirs = {"select": "all", "side": "opponent", "zone": ["character"]}
    lower = {"op": "modify_cost", "target": all_theirs, "amount": -1, "duration": always}
    cards = [own("THIRD", power=1000, cost=5, effects=[third]), own("SECOND", cost=1, effects=[second])]
    for order in (["THIRD", "SECOND"], ["SECOND", "THIRD"]):
        mine = Half(characters=order, cards=cards)
        table = Table(mine, Half(characters=["LOWER"], cards=[own("LOWER", effects=[when("permanent", lower)])]))
        assert (table.cost(P1, "SECOND"), table.power(P1, "SECOND"), table.power(P1, "THIRD")) == (0, 6000, 3000)
        assert Table(mine).power(P1, "THIRD") == 1000
