"""R7: damage."""

from support.onepiece_own_cards import hidden, if_asked, own, power_up, when
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

# ---------------------------------------------------------------------- R7: damage


def test_damage_takes_the_top_card_of_life():
    """R7.2: to hand, in order."""
    table = Table(Half(characters=["ST01-010"]), Half(life=["ST01-004", "ST01-006", "ST01-005"]))
    table.do("attack leader with leader", "attack leader with Franky")
    assert (table.hand(P2), table.life(P2)) == (["ST01-004", "ST01-006"], ["ST01-005"])


def test_the_amount_of_damage_is_fixed_when_dealing_starts():
    """R7.3, R7.5: the first point's Trigger returns Oden to hand; the second point is still dealt."""
    half = Half(life=["ST03-015", "ST01-004", "ST01-005"])
    table = Table(Half(characters=[Put("ST09-005", don=1)]), half).do("attack leader with Kouzuki Oden")
    table.do("use the Trigger", "opposing Kouzuki Oden")
    assert (table.hand(P1), table.don(P1)) == (["ST09-005"], (0, 1, 9))
    assert (table.life(P2), table.hand(P2), table.trash(P2)) == (["ST01-005"], ["ST01-004"], ["ST03-015"])


def test_the_attacker_is_kod_by_the_trigger_of_the_first_point():
    """R7.3, R7.10, R11.3: the second point is dealt; only then comes its [On K.O.]."""
    double = own("DOUBLE", keywords=["Double Attack"], effects=[when("on_ko", power_up())])
    theirs = Half(life=["ST06-014", "ST01-002", "ST01-003"])
    table = Table(Half(characters=["DOUBLE"], cards=[double]), theirs).do("attack leader with DOUBLE")
    table.do("use the Trigger", "opposing DOUBLE")
    assert table.trash(P1) == ["DOUBLE"]
    assert (table.asked, set(table.options)) == (P2, {"use the Trigger", "take it to hand"})
    table.do("use the Trigger")
    assert (table.field(P2), len(table.life(P2))) == (["ST01-002"], 1)
    assert (table.asked, set(table.options)) == (P1, {"leader", "none"})


def test_a_second_point_takes_life_that_a_trigger_added():
    """R7.4, R7.8: Narikabura Arrow's Trigger pays two cards for a Life card, which the second point takes."""
    half = Half(life=["ST09-014"], hand=["ST01-004"] * 2, deck=["ST01-005", "ST01-006"])
    table = Table(Half(characters=[Put("ST09-005", don=1)]), half).do("attack leader with Kouzuki Oden")
    table.do("use the Trigger")
    if_asked(table, "1")
    assert not table.over
    assert (table.life(P2), table.hand(P2), table.deck(P2)[0]) == ([], ["ST01-005"], "ST01-006")
    assert sorted(table.trash(P2)) == ["ST01-004", "ST01-004", "ST09-014"]


def test_triggers_inside_a_double_attack_come_one_by_one():
    """R7.5: the first is resolved before the second card is taken."""
    half = Half(life=["ST01-014", "ST06-015", "ST01-003"], hand=["ST01-004"])
    table = Table(Half(characters=[Put("ST09-005", don=1)], hand=["ST01-005", "ST01-006"]), half)
    table.do("attack leader with Kouzuki Oden", "use the Trigger")
    assert len(table.life(P2)) == 2
    table.do("leader", "use the Trigger")
    assert (table.asked, set(table.options)) == (P1, {"Jinbe", "Tony Tony.Chopper"})
    table.do("Jinbe")
    assert (len(table.life(P2)), table.trash(P2), table.hand(P1)) == (1, ["ST01-014", "ST06-015"], ["ST01-006"])


def test_a_trigger_may_be_declined_and_stays_unseen():
    """R7.6: the card goes to hand, and the opponent does not learn which it was."""
    table = Table(Half(), Half(life=["ST01-002", "ST01-003"])).do("attack leader with leader")
    assert (table.asked, set(table.options)) == (P2, {"use the Trigger", "take it to hand"})
    assert hidden(table.view(P1).halves[P2].limbo) == 1
    table.do("take it to hand")
    assert (table.hand(P2), table.field(P2)) == (["ST01-002"], [])
    assert "Usopp" not in " ".join(GAME.news(table.view(P1)))
    assert hidden(table.view(P1).halves[P2].hand) == 1


def test_a_life_card_that_lies_face_up_keeps_its_trigger():
    """R7.6: Brulee was put into Life openly, everybody sees her there, and she comes back when she is taken."""
    half = Half("ST07-001", characters=["ST07-007"], stage="ST07-017", life=3)
    table = Table(half).do("use Queen Mama Chanter", "top", "Charlotte Brulee")
    assert table.life(P1) == ["ST07-007", "ST01-003", "ST01-003"]
    for seat in (P1, P2):
        assert hidden(table.view(seat).halves[P1].life) == 2
    if_asked(table, "end turn")
    table.do("attack leader with leader", "no counter")
    assert (table.asked, set(table.options)) == (P1, {"use the Trigger", "take it to hand"})
    table.do("use the Trigger")
    assert table.field(P1) == ["ST07-007"]


def test_a_card_whose_trigger_resolves_is_in_no_zone():
    """R7.7: it cannot take itself from the trash, and goes there afterwards."""
    take = {"op": "take_from_trash", "max": 1, "to": "hand", "filter": {}}
    card = own("FINDER", "event", effects=[when("counter", power_up())], trigger=[when("trigger", take, optional=True)])
    half = Half(life=["FINDER", "ST01-003"], trash=["ST01-004"], cards=[card])
    table = Table(Half(), half).do("attack leader with leader", "use the Trigger")
    assert set(table.options) == {"Sanji", "none"}
    table.do("none")
    assert table.trash(P2) == ["ST01-004", "FINDER"]
    kept = Table(Half(), Half(life=["ST09-002", "ST01-003"])).do("attack leader with leader", "use the Trigger")
    assert (kept.hand(P2), kept.trash(P2)) == (["ST09-002"], [])


def test_the_cost_of_a_trigger_must_be_paid():
    """R7.8, R8.5: Mont-d'or asks for a card from hand; his DON!! cost is not asked for."""
    half = Half(life=["ST07-009", "ST01-003"])
    table = Table(Half(), half).do("attack leader with leader")
    assert (table.asked, table.hand(P2)) == (P1, ["ST07-009"])
    half = Half(life=["ST07-009", "ST01-003"], hand=["ST01-004"])
    table = Table(Half(), half).do("attack leader with leader", "use the Trigger")
    assert (table.field(P2), table.trash(P2), table.hand(P2)) == (["ST07-009"], ["ST01-004"], [])


def test_the_cost_inside_the_effect_that_a_trigger_uses_must_be_paid():
    """R7.8: only the DON!! cost of the card is free."""
    pay = {"pay": "trash_from_hand", "count": 1}
    effects = [when("main", power_up(), optional=True, cost=[pay])]
    trigger = [when("trigger", {"op": "activate_own_effect", "timing": "main"}, optional=True)]
    card = own("COSTLY", "event", cost=9, effects=effects, trigger=trigger)
    half = Half(life=["COSTLY", "ST01-003"], hand=["ST01-004"], cards=[card])
    table = Table(Half(), half).do("attack leader with leader", "use the Trigger", "yes", "leader")
    assert (table.power(P2, "ST01-001"), table.don(P2)) == (6000, (0, 0, 10))
    assert table.trash(P2) == ["ST01-004", "COSTLY"]
    half = Half(life=["COSTLY", "ST01-003"], cards=[card])
    table = Table(Half(), half).do("attack leader with leader")
    if_asked(table, "use the Trigger")
    assert table.power(P2, "ST01-001") == 5000


def test_life_that_is_moved_is_not_damage():
    """R7.9: Snack's cost takes a Life card with a Trigger to hand, unasked; and the last Life may be paid."""
    half = Half(characters=[Put("ST07-004", don=1)], life=["ST01-002"])
    table = Table(half).do("attack leader with Charlotte Snack", "yes")
    assert (table.hand(P1), table.field(P1), table.life(P1)) == (["ST01-002"], ["ST07-004"], [])
    assert not table.over
    empty = Table(Half(characters=[Put("ST07-004", don=1)], life=0)).do("attack leader with Charlotte Snack")
    assert (empty.asked, len(empty.life(P2))) == (P1, 4)


def test_on_play_of_a_trigger_waits_until_all_damage_is_dealt():
    """R7.10, R11.3: Killer comes with the first point; his [On Play] is used after the second."""
    half = Half(life=["ST02-005", "ST01-002", "ST01-003"])
    table = Table(Half(characters=[Put("ST09-005", don=1), Put("ST01-009", rested=True)]), half)
    table.do("attack leader with Kouzuki Oden", "use the Trigger")
    assert table.field(P2) == ["ST02-005"]
    assert set(table.options) == {"use the Trigger", "take it to hand"}
    table.do("use the Trigger")
    assert table.field(P2) == ["ST02-005", "ST01-002"]
    assert set(table.options) == {"opposing Nefeltari Vivi", "none"}
    table.do("opposing Nefeltari Vivi")
    assert (table.field(P1), table.asked) == (["ST09-005"], P1)
