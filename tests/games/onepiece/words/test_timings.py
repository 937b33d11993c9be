"""Timings of newer cards: each test says what changed, and thereby that nothing else did."""

from random import Random

import pytest

from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import examples
from sparring.games.onepiece.rules.turn import new_game
from support.onepiece_cards import changed, drawn, ko, plus, snapshot
from support.onepiece_own_cards import DON_1, DRAW, ONE_OF_THEIRS, THIS, own, power_up, when
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

KAROO, FRANKY = "ST01-003", "ST01-010"


def watcher(timing, *actions, **fields):
    """A character that does something, by default draws a card, at a timing."""
    return own("WATCH", effects=[when(timing, *(actions or (DRAW,)), **fields)])


def event(identity, *actions, timing="main", **fields):
    return own(identity, "event", effects=[when(timing, *actions)], **fields)


def after(table, *texts, seat=P1):
    """Everything that is different after these choices, from the view of a seat."""
    before = snapshot(table, seat)
    return changed(before, snapshot(table.do(*texts), seat))


RESTED = {"my leader rested": 1}
HIT = {"their life top ST01-003": -1, "their hand ST01-003": 1}


def test_when_the_opponent_attacks():
    card = watcher("on_opponents_attack")
    table = Table(Half(), Half(characters=["WATCH"], cards=[card]))
    assert after(table, "attack leader with leader") == plus(RESTED, drawn(whose="their"))
    assert table.kind == "counter", "with the card that it has just drawn"
    mine = Table(Half(characters=["WATCH"], cards=[card]))
    assert after(mine, "attack leader with leader") == plus(RESTED, HIT)


def test_the_attackers_effects_come_before_those_of_the_attacked():
    first = own("FIRST", effects=[when("when_attacking", {"op": "ko", "target": ONE_OF_THEIRS})])
    table = Table(
        Half(characters=["FIRST"], cards=[first]), Half(characters=["WATCH"], cards=[watcher("on_opponents_attack")])
    )
    found = after(table, "attack leader with FIRST", "opposing WATCH")
    assert found == plus({"my FIRST rested": 1}, HIT, ko("their", "WATCH")), (
        "a card that is gone has no effects (R8.13)"
    )


def test_at_the_end_of_the_opponents_turn():
    card = watcher("end_of_opponents_turn", {"op": "set_active", "target": THIS})
    table = Table(Half(), Half(characters=[Put("WATCH", rested=True)], cards=[card]))
    table.do("end turn")
    assert not table.unit(P2, "WATCH").rested
    own_turn = Table(Half(characters=[Put("WATCH", rested=True)], cards=[card]))
    own_turn.do("end turn")
    assert own_turn.unit(P1, "WATCH").rested


def test_the_start_of_a_turn_comes_before_cards_become_active():
    card = watcher("start_of_your_turn", conditions=[{"if": "this_rested"}, DON_1])
    table = Table(Half(), Half(characters=[Put("WATCH", rested=True, don=1)], cards=[card]))
    hand = len(table.hand(P2))
    table.do("end turn")
    assert len(table.hand(P2)) == hand + 2, "one for the effect, one for the draw phase"
    assert not table.unit(P2, "WATCH").rested
    again = table.do("end turn")
    assert len(again.hand(P2)) == hand + 2, "not in the other player's turn"


def test_the_start_of_the_game_comes_before_the_opening_hands():
    """C7."""
    harbour, storm = examples()["HARBOUR"], examples()["STORM"]
    for seed in range(3):
        state = new_game(decklists.pair(harbour, storm), seed, telling=True)
        while state.question.kind != "mulligan":
            assert not any(side.hand for side in state.sides)
            wish = [option for option in state.question.options if option.kind == "card"]
            state.choose((wish or state.question.options)[0])
        stages = [side.stage and side.stage.card.name for side in state.sides]
        assert stages == ["Breakwater", None]
        assert [len(side.hand) for side in state.sides] == [5, 5]
        assert [len(side.deck) for side in state.sides] == [44, 45]


def test_when_an_event_is_used_once_it_is_carried_out():
    card = watcher("on_opponents_event")
    draw_two = event("DRAW-2", {"op": "draw", "count": 2})
    table = Table(Half(hand=["DRAW-2"], cards=[draw_two], active=1), Half(characters=["WATCH"], cards=[card]))
    used = {"my hand DRAW-2": -1, "my trash DRAW-2": 1, "my active": -1, "my rested": 1}
    assert after(table, "play DRAW-2") == plus(used, drawn(KAROO, KAROO), drawn(whose="their"))
    mine = Half(characters=["WATCH"], hand=["DRAW-2"], cards=[watcher("on_your_event"), draw_two], active=1)
    assert after(Table(mine), "play DRAW-2") == plus(used, drawn(KAROO, KAROO, KAROO))


def test_a_trigger_is_not_the_use_of_an_event():
    """R7.8: neither the reaction of the one side nor that of the other."""
    trigger = own("LUCKY", "event", effects=[when("main", DRAW)], trigger=[when("trigger", DRAW, optional=True)])
    mine = Half(characters=["WATCH"], cards=[watcher("on_opponents_event")])
    table = Table(mine, Half(life=["LUCKY"], cards=[trigger])).do("attack leader with leader")
    assert after(table, "use the Trigger") == plus({"their trash LUCKY": 1}, drawn(whose="their"))


def test_when_the_opponent_blocks():
    card = watcher("on_opponents_block", power_up(3000, THIS, "battle"))
    theirs = Half(characters=["ST01-006"], hand=[KAROO])
    table = Table(Half(characters=["WATCH"], cards=[card]), theirs).do(
        "attack leader with WATCH", "block with Tony Tony.Chopper"
    )
    assert table.power(P1, "WATCH") == 8000
    free = Table(Half(characters=["WATCH"], cards=[card]), theirs).do("attack leader with WATCH", "no block")
    assert free.power(P1, "WATCH") == 5000


def test_when_dons_return_once_for_all_that_return_at_once():
    pay = own(
        "PAY", effects=[when("activate_main", power_up(), cost=[{"pay": "return_don", "count": 2}], optional=True)]
    )
    mine = Half(characters=["PAY", "WATCH"], cards=[pay, watcher("on_don_returned")], active=2)
    found = after(Table(mine), "use PAY", "leader")
    assert found == plus({"my active": -2, "my DON!! deck": 2, "my leader power": 1000}, drawn())
    theirs = Table(
        Half(characters=["PAY"], cards=[pay], active=2), Half(characters=["WATCH"], cards=[watcher("on_don_returned")])
    )
    assert after(theirs, "use PAY", "none") == {"my active": -2, "my DON!! deck": 2}


ALL_THEIRS = {"select": "all", "side": "opponent", "zone": ["character"]}
AWAY = ["ko", "return_to_hand", "place_at_deck_bottom"]


@pytest.mark.parametrize("op", [*AWAY, "character_to_life"])
def test_when_characters_leave_the_field_in_whatever_way(op):
    fields = {"to": "top", "face": "down"} if op == "character_to_life" else {}
    sweep = event("SWEEP", {"op": op, "target": {**ALL_THEIRS, "filter": {"name_any": ["Karoo"]}}, **fields})
    mine = Half(characters=["WATCH"], hand=["SWEEP"], cards=[sweep, watcher("on_opponents_character_left")], active=1)
    theirs = Half(characters=["WATCH", KAROO, KAROO], cards=[watcher("on_your_character_left")])
    table = Table(mine, theirs)
    hands = [len(table.hand(seat)) for seat in (P1, P2)]
    table.do("play SWEEP")
    came_back = 2 if op == "return_to_hand" else 0
    assert len(table.hand(P1)) == hands[P1] - 1 + 2, "once for each of them"
    assert len(table.hand(P2)) == hands[P2] + 2 + came_back
    assert table.field(P2) == ["WATCH"]


def test_a_character_does_not_see_itself_leave_and_one_that_makes_room_leaves():
    card = watcher("on_your_character_left")
    sweep = event("SWEEP", {"op": "ko", "target": ALL_THEIRS})
    table = Table(Half(hand=["SWEEP"], cards=[sweep], active=1), Half(characters=["WATCH"], cards=[card]))
    hand = len(table.hand(P2))
    assert len(table.do("play SWEEP").hand(P2)) == hand
    full = Half(characters=["WATCH", *[KAROO] * 4], hand=[KAROO], cards=[card], active=1)
    assert after(Table(full), "play Karoo", "Karoo #1") == plus(
        {"my hand ST01-003": -1, "my trash ST01-003": 1, "my active": -1, "my rested": 1}, drawn()
    )


# ---------------------------------------------------------------------- replacements for others


def guard(**fields):
    replace = {"op": "replace_ko", "with": [{"op": "rest", "target": THIS}], **fields}
    return own("GUARD", effects=[when("would_be_ko_other", replace, optional=True)])


KO_ONE = event("KO-ONE", {"op": "ko", "target": ONE_OF_THEIRS})
USED = {"my hand KO-ONE": -1, "my trash KO-ONE": 1, "my active": -1, "my rested": 1}


def struck(*characters, cards):
    return Table(Half(hand=["KO-ONE"], cards=[KO_ONE], active=1), Half(characters=characters, cards=cards)).do(
        "play KO-ONE"
    )


def test_a_replacement_for_another_character():
    table = struck("GUARD", KAROO, cards=[guard()])
    table.do("opposing Karoo")
    assert table.asked == P2
    assert table.prompt == "Use GUARD? [Instead of Another's K.O.] Instead of the K.O. rest this card."
    assert after(table, "yes") == {"their GUARD rested": 1}
    declined = struck("GUARD", KAROO, cards=[guard()]).do("opposing Karoo")
    assert after(declined, "no") == ko("their", KAROO)


def test_it_is_not_for_itself_nor_for_cards_that_it_does_not_name_nor_when_it_can_do_nothing():
    assert after(struck("GUARD", KAROO, cards=[guard()]), "opposing GUARD") == ko("their", "GUARD")
    named = guard(filter={"name_any": ["Franky"]})
    assert after(struck("GUARD", KAROO, cards=[named]), "opposing Karoo") == ko("their", KAROO)
    assert struck("GUARD", FRANKY, cards=[named]).do("opposing Franky").options == ["yes", "no"]
    tired = struck(Put("GUARD", rested=True), KAROO, cards=[guard()])
    assert after(tired, "opposing Karoo") == ko("their", KAROO)


def test_the_characters_own_replacement_comes_first_and_then_the_next_is_offered():
    spare = {
        "op": "replace_ko",
        "with": [{"op": "trash_life", "side": "self", "count": 1, "up_to": False, "from": "top"}],
    }
    tough = own("TOUGH", effects=[when("would_be_ko", spare, optional=True)])
    table = struck("GUARD", "TOUGH", cards=[guard(), tough]).do("opposing TOUGH")
    assert table.prompt.startswith("Use TOUGH?")
    table.do("no")
    assert table.prompt.startswith("Use GUARD?")
    assert after(table, "no") == ko("their", "TOUGH")


def test_it_works_in_battle_too():
    theirs = Half(characters=["GUARD", Put(KAROO, rested=True)], cards=[guard()])
    table = Table(Half(), theirs).do("attack Karoo with leader")
    assert after(table, "yes") == {"their GUARD rested": 1}
    assert table.field(P2) == ["GUARD", KAROO]


def test_every_timing_has_a_label_and_random_games_end():
    rng = Random(1)
    state = new_game(decklists.pair(*examples().values()), 1, telling=True)
    while state.question is not None:
        state = GAME.play(state, rng.choice(state.question.options))
    assert state.reason
