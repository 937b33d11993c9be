"""R3, R4 and R5: setup, the turn, and the main phase."""

import pytest

from support.onepiece_own_cards import attacks, if_asked, new_game, own, when
from support.onepiece_table import P1, P2, Half, Put, Table

# ---------------------------------------------------------------------- R3: setup


def test_a_random_player_decides_who_goes_first():
    """R3.1, R3.4: either may be picked and may choose to go first or second; the first player has the first turn."""
    deciding = set()
    for seed in range(12):
        table = new_game(seed)
        chooser = table.asked
        deciding.add(chooser)
        assert set(table.options) == {"go first", "go second"}
        order = "first" if seed % 2 else "second"
        table.do(f"go {order}")
        first = chooser if order == "first" else 1 - chooser
        assert (table.asked, table.kind) == (first, "mulligan")
        table.do("keep", "keep")
        assert (table.asked, table.state.turn, table.kind) == (first, 1, "action")
        assert table.don(1 - first) == (0, 0, 10)
    assert deciding == {P1, P2}
    assert new_game(1).deck(P1) != new_game(2).deck(P1)


def test_the_whole_hand_may_be_exchanged_once():
    """R3.2, R3.3, R0.5: the first player decides, then the second, each once; Life comes after both."""
    table = new_game(3).do("go first")
    first = table.asked
    before = [sorted(table.hand(seat) + table.deck(seat)) for seat in (P1, P2)]
    hands = [table.hand(seat) for seat in (P1, P2)]
    assert [len(hand) for hand in hands] == [5, 5]
    assert set(table.options) == {"keep", "mulligan"}
    table.do("mulligan")
    assert table.asked == 1 - first
    assert sorted(table.hand(first)) != sorted(hands[first])
    assert table.hand(1 - first) == hands[1 - first]
    assert [table.life(seat) for seat in (P1, P2)] == [[], []]
    table.do("mulligan")
    assert table.kind == "action"
    for seat in (P1, P2):
        assert (len(table.hand(seat)), len(table.life(seat)), len(table.deck(seat))) == (5, 5, 40)
        assert sorted(table.hand(seat) + table.life(seat) + table.deck(seat)) == before[seat]


def test_cards_are_drawn_and_don_added_from_the_second_turn_on():
    """R4.2, R4.3, C1: the second player draws and gets two, and so does the first in turn 3; refresh asks nothing."""
    table = new_game().do("go first", "keep", "keep")
    first = table.asked
    table.do("end turn")
    assert (len(table.hand(1 - first)), table.don(1 - first)) == (6, (2, 0, 8))
    table.do("end turn")
    assert (table.asked, len(table.hand(first)), table.don(first)) == (first, 6, (3, 0, 7))


@pytest.mark.parametrize(("before", "after"), [(7, 9), (9, 10), (10, 10)])
def test_fewer_don_come_where_fewer_are_left(before, after):
    """R4.3: two, or what there is."""
    table = Table(Half(active=before), seat=P2, turn=6).do("end turn")
    assert table.don(P1) == (after, 0, 10 - after)


# ---------------------------------------------------------------------- R4: the turn


def test_what_lasts_until_the_next_turn_ends_with_its_refresh():
    """R4.1, R4.5: Yamato's +2000 holds in the opponent's turn, and ends when P1's begins."""
    half = Half(characters=["ST09-012"])
    table = Table(half).do("attack leader with Yamato", "yes", "top")
    assert table.power(P1, "ST09-012") == 5000
    table.do("end turn")
    assert (table.asked, table.power(P1, "ST09-012")) == (P2, 5000)
    table.do("end turn")
    assert (table.asked, table.power(P1, "ST09-012")) == (P1, 3000)


def test_the_main_phase_goes_on_until_it_is_ended():
    """R4.4: actions and attacks in any order, as often as one likes."""
    half = Half(characters=["ST01-008"], hand=["ST01-003", "ST01-009"], active=4)
    table = Table(half).do("attack leader with leader", "play Karoo", "give DON!! to Nico Robin")
    assert table.asked == P1
    assert {"play Nefeltari Vivi", "attack leader with Nico Robin", "end turn"} <= set(table.options)
    table.do("end turn")
    assert (table.asked, table.state.turn) == (P2, 6)


def test_end_of_turn_effects_happen_once_each_in_the_order_of_their_player():
    """R4.5, R11.1: both Kids become active; without a DON!! one does not."""
    kid = Put("ST02-013", rested=True, don=1)
    table = Table(Half(characters=[kid, kid, Put("ST02-013", rested=True)])).do("end turn")
    if table.asked == P1:
        assert len(table.options) == 2
        table.do(table.options[1])
    assert (table.asked, table.state.turn) == (P2, 6)
    assert [unit.rested for unit in table.side(P1).characters] == [False, False, True]


def test_kid_is_active_again_to_block():
    """R4.5, R6.4: he attacked, became active as the turn ended, and blocks in the next one."""
    half = Half(characters=[Put("ST02-013", don=1)])
    table = Table(half).do('attack leader with Eustass"Captain"Kid', "end turn")
    assert (table.asked, table.unit(P1, "ST02-013").rested) == (P2, False)
    table.do("attack leader with leader")
    assert 'block with Eustass"Captain"Kid' in table.options


def test_everything_on_the_field_becomes_active():
    """R4.1: the stage too, but only cards of the turn player."""
    rested = Half(Put("ST01-001", rested=True), [Put("ST01-009", rested=True)], stage=Put("ST01-017", rested=True))
    table = Table(rested, rested, seat=P2, turn=6).do("end turn")
    assert table.asked == P1
    assert not any(unit.rested for unit in table.side(P1).units())
    assert all(unit.rested for unit in table.side(P2).units())


def test_what_lasts_for_the_turn_ends_with_it():
    """R4.5: for both players, and for effects of either."""
    half = Half(stage="ST01-017")
    table = Table(half, Half(life=["ST01-014", "ST01-003"], characters=["ST01-003"]))
    table.do("use Thousand Sunny", "leader", "attack leader with leader", "use the Trigger", "Karoo")
    assert (table.power(P1, "ST01-001"), table.power(P2, "ST01-003")) == (6000, 4000)
    table.do("end turn")
    assert table.asked == P2
    assert (table.power(P1, "ST01-001"), table.power(P2, "ST01-003")) == (5000, 3000)


def test_neither_player_attacks_in_the_first_two_turns():
    """R4.6, R9.1: not even with Rush."""
    for turn, seat in ((1, P1), (2, P2)):
        halves = [Half(), Half()]
        halves[seat] = Half(characters=["ST01-012"])
        assert not attacks(Table(*halves, turn=turn, seat=seat))
        assert attacks(Table(*halves, turn=turn + 2, seat=seat))


# ---------------------------------------------------------------------- R5: the main phase


def test_a_character_is_paid_for_and_comes_active():
    """R5.1: its cost is rested, it is active, and it cannot attack this turn but in the next."""
    table = Table(Half(hand=["ST01-008"], active=4)).do("play Nico Robin")
    assert table.don(P1) == (1, 3, 6)
    assert (table.hand(P1), table.field(P1)) == ([], ["ST01-008"])
    assert not table.unit(P1, "ST01-008").rested
    assert "attack leader with Nico Robin" not in table.options
    assert "play Nico Robin" not in Table(Half(hand=["ST01-008"], active=2)).options
    table.do("end turn", "end turn")
    assert "attack leader with Nico Robin" in table.options


def test_room_for_a_sixth_is_not_a_ko_and_nothing_replaces_it():
    """R5.2, R8.12, C6: first the DON!! are paid, then Ace goes without a question, and his DON!! come back rested."""
    five = [Put("ST09-010", don=2), "ST01-003", "ST01-004", "ST01-006", "ST01-007"]
    table = Table(Half("ST08-001", characters=five, hand=["ST01-008"], active=3, rested=1)).do("play Nico Robin")
    assert table.don(P1) == (0, 4, 4)
    table.do("Portgas.D.Ace")
    assert table.kind == "action"
    assert len(table.life(P1)) == 5
    assert table.trash(P1) == ["ST09-010"]
    assert table.don(P1) == (0, 6, 4)
    assert table.unit(P1, "ST08-001").don == 0  # the leader saw no K.O.


def test_room_for_a_sixth_that_a_trigger_plays():
    """R5.2, C5, R9.5: one of the five there makes room before the new one comes; its [On Play] follows."""
    five = ["ST01-003", "ST01-004", "ST09-005", "ST01-006", "ST01-007"]
    theirs = Half(characters=five, hand=["ST01-004"] * 2, life=["ST02-005", "ST01-003"])
    table = Table(Half(characters=[Put("ST01-009", rested=True)]), theirs)
    table.do("attack leader with leader", "no block", "use the Trigger")
    assert (table.asked, set(table.options)) == (P2, {"Karoo", "Sanji", "Kouzuki Oden", "Tony Tony.Chopper", "Nami"})
    table.do("Kouzuki Oden")
    assert table.field(P2) == ["ST01-003", "ST01-004", "ST01-006", "ST01-007", "ST02-005"]
    assert set(table.options) == {"opposing Nefeltari Vivi", "none"}
    table.do("opposing Nefeltari Vivi")
    assert (table.trash(P2), table.trash(P1), table.asked) == (["ST09-005"], ["ST01-009"], P1)


def test_room_for_a_sixth_that_an_effect_plays():
    """R5.2, C5: Ulti came first, so she may make room for Page One, who may not."""
    four = ["ST01-003", "ST01-004", "ST01-006", "ST01-007"]
    table = Table(Half(characters=four, hand=["ST04-002", "ST04-012"], active=5)).do("play Ulti", "yes")
    if_asked(table, "rested DON!!")
    table.do("Page One")
    assert set(table.options) == {"Karoo", "Sanji", "Tony Tony.Chopper", "Nami", "Ulti"}
    table.do("Ulti")
    assert table.field(P1) == [*four, "ST04-012"]


def test_a_new_stage_replaces_the_old_one():
    """R5.3: the old one is trashed, and the new one may be rested for its effect at once."""
    half = Half("ST06-001", stage="ST01-017", hand=["ST06-017"], active=1)
    table = Table(half, Half(characters=["ST01-010"])).do("play Navy HQ", "opposing Franky")
    assert (table.stage(P1), table.trash(P1)) == ("ST06-017", ["ST01-017"])
    table.do("use Navy HQ", "opposing Franky")
    assert table.cost(P2, "ST01-010") == 2
    assert "use Navy HQ" not in table.options


def test_a_character_may_rest_for_its_effect_on_the_turn_it_comes():
    """R5.3, R5.5: Koby K.O.s at once."""
    table = Table(Half(hand=["ST08-004"], active=4), Half(characters=["ST01-009"]))
    table.do("play Koby", "use Koby", "opposing Nefeltari Vivi")
    assert table.field(P2) == []
    assert table.unit(P1, "ST08-004").rested
    assert "use Koby" not in table.options


def test_an_event_is_in_the_trash_while_it_resolves():
    """R5.4: so it may even take itself from there; and it does not count in hand."""
    take = {"op": "take_from_trash", "max": 1, "to": "hand", "filter": {"category_any": ["event"]}}
    again = own("AGAIN", "event", effects=[when("main", take, optional=True)])
    table = Table(Half(hand=["AGAIN"], cards=[again], active=2)).do("play AGAIN")
    assert table.don(P1) == (1, 1, 8)
    assert set(table.options) == {"AGAIN", "none"}
    for others, drawn in ((3, 1), (4, 0)):
        half = Half(hand=["ST03-017"] + ["ST01-004"] * others, active=2)
        table = Table(Half(), half).do("attack leader with leader", "use Love-Love Mellow", "none")
        assert len(if_asked(table, "no counter").hand(P2)) == others + drawn + 1  # one more for the damage


def test_don_are_given_one_by_one_and_stay():
    """R5.6, R5.7: only active ones, to the leader or a character, and they cannot be moved."""
    half = Half(characters=["ST01-009"], stage="ST01-017", active=2, rested=1)
    table = Table(half)
    gifts = {option for option in table.options if option.startswith("give")}
    assert gifts == {"give DON!! to leader", "give DON!! to Nefeltari Vivi"}
    table.do("give DON!! to leader", "give DON!! to Nefeltari Vivi")
    assert table.don(P1) == (0, 1, 7)
    assert (table.power(P1, "ST01-001"), table.power(P1, "ST01-009")) == (6000, 5000)
    assert not [option for option in table.options if option.startswith("give")]


def test_nothing_of_the_main_phase_is_possible_in_a_battle():
    """R5.8, R6.7: the defender may only counter; a [Counter] event cannot be used in the main phase."""
    half = Half(characters=["ST02-007", "ST01-009"], hand=["ST01-014", "ST01-015", "ST01-003"], active=5)
    table = Table(Half(), half).do("attack leader with leader")
    targets = ("leader", "Jewelry Bonney", "Nefeltari Vivi")
    assert set(table.options) == {"no counter", "use Guard Point", *(f"counter with Karoo for {t}" for t in targets)}
    mine = Table(half).options
    assert "play Guard Point" not in mine
    assert "use Guard Point" not in mine
    assert "play Gum-Gum Jet Pistol" in mine


def test_a_card_of_cost_nothing_needs_no_don():
    """R5.8: it is played without any."""
    table = Table(Half(hand=["FREE"], cards=[own("FREE", cost=0)])).do("play FREE")
    assert table.field(P1) == ["FREE"]
