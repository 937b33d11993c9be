"""The worked examples S01 to S28, in order."""

from random import Random

import pytest

from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import BadDeck, known_cards, read_deck
from sparring.games.onepiece.rules.view import HIDDEN
from support.onepiece_table import P1, P2, Half, Put, Table

REFUSALS = ("no block", "no counter", "take it to hand")


def new_game(first="ST01", second="ST01", seed=1):
    """A game before its first decision."""
    table = Table()
    table.state = OnePiece(first, second).start(Random(seed))
    return table


def begun(first="ST01", second="ST01", seed=1):
    """A game in the first main phase, and the seat that goes first."""
    table = new_game(first, second, seed).do("go first", "keep", "keep")
    return table, table.asked


def refuse(table):
    """Decline every decision of the defender."""
    while words := [word for word in REFUSALS if word in table.options]:
        table.do(words[0])
    return table


def attacks(table):
    """The attacks that are offered."""
    return {option for option in table.options if option.startswith("attack ")}


def test_s01_first_turn():
    """S01 (R4.2, R4.3): the first player draws nothing and gets one DON!!."""
    table, first = begun()
    assert (table.state.turn, table.kind) == (1, "action")
    assert len(table.hand(first)) == 5
    assert table.don(first) == (1, 0, 9)
    assert len(table.deck(first)) == 50 - 5 - 5
    assert len(table.life(first)) == 5


def test_s02_no_attack_on_the_first_turn_of_either_player():
    """S02 (R4.6): no attack in turns 1 and 2; in turn 3 the leader may."""
    table, first = begun()
    assert not attacks(table)
    table.do("end turn")
    assert (table.state.turn, table.asked) == (2, 1 - first)
    assert not attacks(table)
    table.do("end turn")
    assert (table.state.turn, table.asked) == (3, first)
    assert attacks(table) == {"attack leader with leader"}


def test_s03_life_order():
    """S03 (R3.3, R7.2): the first card put into Life is its bottom, the last its top, and damage takes the top."""
    table = new_game().do("go first", "keep")
    decks = [table.deck(seat) for seat in (P1, P2)]
    table.do("keep")
    for seat in (P1, P2):
        assert table.life(seat) == decks[seat][4::-1]
    first = table.asked
    other = 1 - first
    assert table.deck(other) == decks[other][5:]
    table.do("end turn", "end turn", "attack leader with leader")
    hand = table.hand(other)
    refuse(table)
    assert table.hand(other) == [*hand, decks[other][4]]
    assert table.life(other) == decks[other][3::-1]


def test_s04_given_don_count_only_on_their_owners_turn():
    """S04 (R5.7): 7000 on P1's turn, 5000 on P2's."""
    table = Table(Half(characters=[Put("ST01-008", don=2)]))
    assert table.power(P1, "ST01-008") == 7000
    table.do("end turn")
    assert (table.asked, table.unit(P1, "ST01-008").don) == (P2, 2)
    assert table.power(P1, "ST01-008") == 5000


def test_s05_don_conditions_hold_on_both_turns():
    """S05 (R5.7, R8.7): 7000 on P1's turn, 6000 on P2's."""
    table = Table(Half(characters=[Put("ST01-013", don=1)]))
    assert table.power(P1, "ST01-013") == 7000
    table.do("end turn")
    assert table.asked == P2
    assert table.power(P1, "ST01-013") == 6000


def test_s06_refresh():
    """S06 (R4.1): all six DON!! are active in the cost area, all cards active, and nobody was asked."""
    half = Half(Put("ST01-001", rested=True, don=3), [Put("ST01-003", rested=True)], active=1, rested=2)
    table = Table(half, seat=P2, turn=6).do("end turn")
    assert (table.asked, table.kind, table.state.turn) == (P1, "action", 7)
    assert table.don(P1) == (6 + 2, 0, 2)  # two more came in the DON!! phase
    assert table.unit(P1, "ST01-001").don == 0
    assert not table.unit(P1, "ST01-001").rested
    assert not table.unit(P1, "ST01-003").rested


def test_s07_active_characters_cannot_be_attacked():
    """S07 (R6.1): the targets are the leader and the rested character only."""
    table = Table(Half(), Half(characters=["ST01-003", Put("ST01-009", rested=True)]))
    assert attacks(table) == {"attack leader with leader", "attack Nefeltari Vivi with leader"}
    assert "attack Karoo with leader" not in table.options


def test_s08_equal_power_succeeds_and_failure_is_harmless():
    """S08 (R6.8, R6.10): 5000 against 5000 is a hit; after a counter of 1000 nothing happens."""
    start = lambda: Table(Half(), Half(hand=["ST01-007"], life=3)).do("attack leader with leader")  # noqa: E731
    hit = start().do("no counter")
    assert len(hit.life(P2)) == 2
    assert len(hit.hand(P2)) == 2
    missed = start().do("counter with Nami for leader")
    assert len(missed.life(P2)) == 3
    assert missed.asked == P1
    assert missed.unit(P1, "ST01-001").rested
    assert (missed.trash(P1), missed.trash(P2)) == ([], ["ST01-007"])


def test_s09_one_blocker_per_battle():
    """S09 (R6.4): the blocker is rested and becomes the target; no second one may block; a block may be declined."""
    blockers = Half(characters=["ST01-006", "ST01-006"], hand=["ST01-007"])
    table = Table(Half(), blockers).do("attack leader with leader")
    assert (table.asked, table.kind) == (P2, "blocker")
    one, two = "block with Tony Tony.Chopper #1", "block with Tony Tony.Chopper #2"
    assert set(table.options) == {"no block", one, two}
    declined = Table(Half(), blockers).do("attack leader with leader", "no block")
    assert declined.state.battle.target == declined.side(P2).leader.id
    table.do(one)
    first, second = table.side(P2).characters
    assert (first.rested, second.rested) == (True, False)
    assert table.state.battle.target == first.id
    assert (table.asked, table.kind) == (P2, "counter")
    assert not [option for option in table.options if option.startswith("block")]


def test_s10_who_cannot_block():
    """S10 (R6.4): neither a rested Blocker nor the target itself."""
    half = Half(characters=[Put("ST01-006", rested=True), "ST01-006"])
    table = Table(Half(), half).do("attack Tony Tony.Chopper #1 with leader")
    assert set(table.options) == {"no block", "block with Tony Tony.Chopper #2"}


def test_s11_a_counter_on_an_uninvolved_card():
    """S11 (R6.6, R6.7, R6.12): nothing is paid, Franky has 7000 until the battle ends, and the leader is hit."""
    half = Half(characters=["ST01-010"], hand=["ST01-007", "ST01-009"], active=1)
    table = Table(Half(), half).do("attack leader with leader", "counter with Nami for Franky")
    assert table.don(P2) == (1, 0, 9)
    assert table.power(P2, "ST01-010") == 7000
    assert table.trash(P2) == ["ST01-007"]
    table.do("no counter")
    assert len(table.life(P2)) == 4
    assert (table.asked, table.state.battle) == (P1, None)
    assert table.power(P2, "ST01-010") == 6000


def test_s12_a_sixth_character():
    """S12 (R5.2, R10.2): one of the five is trashed, and that is no K.O."""
    five = ["ST01-003", "ST01-004", "ST09-005", "ST01-006", "ST01-007"]
    table = Table(Half(characters=five, hand=["ST01-008", "ST01-010", "ST01-011"], active=3)).do("play Nico Robin")
    assert set(table.options) == {"Karoo", "Sanji", "Kouzuki Oden", "Tony Tony.Chopper", "Nami"}
    table.do("Kouzuki Oden")
    assert table.field(P1) == ["ST01-003", "ST01-004", "ST01-006", "ST01-007", "ST01-008"]
    assert table.trash(P1) == ["ST09-005"]
    assert (table.asked, table.kind) == (P1, "action")
    assert len(table.hand(P1)) == 2
    assert len(table.life(P1)) == 5


def test_s13_only_rested_don_in_the_cost_area_are_given_by_luffy():
    """S13 (R5.6): without such a DON!! nothing moves; with one it goes to one card, once in a turn."""
    table = Table(Half(characters=[Put("ST01-008", don=1)], active=2)).do("use leader")
    assert table.kind == "action"
    assert table.don(P1) == (2, 0, 7)
    assert table.unit(P1, "ST01-008").don == 1
    assert table.unit(P1, "ST01-001").don == 0
    for name, identity in (("leader", "ST01-001"), ("Nico Robin", "ST01-008")):
        table = Table(Half(characters=[Put("ST01-008", don=1)], rested=1)).do("use leader")
        assert set(table.options) == {"leader", "Nico Robin", "none"}
        before = table.unit(P1, identity).don
        table.do(name)
        assert table.don(P1) == (0, 0, 8)
        assert table.unit(P1, identity).don == before + 1
        assert "use leader" not in table.options


@pytest.mark.parametrize("amount", [0, 1, 2])
@pytest.mark.parametrize(("name", "identity"), [("Brook", "ST01-011"), ("leader", "ST01-001"), ("Nami", "ST01-007")])
def test_s14_brook_gives_to_one_card(amount, name, identity):
    """S14 (R0.4): none, one or two, all to one card, Brook himself allowed."""
    table = Table(Half(characters=["ST01-007"], hand=["ST01-011"], active=2)).do("play Brook")
    assert set(table.options) == {"Brook", "leader", "Nami", "none"}
    if amount:
        table.do(name)
        assert {"1", "2"} <= set(table.options) <= {"0", "1", "2"}
        table.do(str(amount))
    else:
        table.do("none")
    assert table.kind == "action"
    assert table.unit(P1, identity).don == amount
    assert sum(unit.don for unit in table.side(P1).units()) == amount
    assert table.don(P1) == (0, 2 - amount, 8)


def test_s15_limits_use_current_power():
    """S15 (R0.7): Franky with 7000 is no target of what takes 6000 or less; Zoro with 6000 is."""
    mine = Half(hand=["ST01-015"], active=4)
    theirs = Half(characters=["ST01-010", Put("ST01-013", don=1)], life=["ST01-014", "ST01-003"])
    table = Table(mine, theirs).do("attack leader with leader", "use the Trigger", "Franky")
    assert table.power(P2, "ST01-010") == 7000
    assert table.power(P2, "ST01-013") == 6000
    table.do("play Gum-Gum Jet Pistol")
    assert set(table.options) == {"opposing Roronoa Zoro", "none"}
    table.do("opposing Roronoa Zoro")
    assert table.field(P2) == ["ST01-010"]
    assert "ST01-013" in table.trash(P2)


def test_s16_a_leader_readied_by_its_effect_attacks_again():
    """S16 (R6.11, R8.5, R8.10): all of the cost is paid, and there is no second time in this turn."""
    table = Table(Half("ST02-001", active=3, hand=["ST01-003"])).do("attack leader with leader")
    assert table.unit(P1, "ST02-001").rested
    table.do("use leader")
    assert table.don(P1) == (0, 3, 7)
    assert (table.hand(P1), table.trash(P1)) == ([], ["ST01-003"])
    assert not table.unit(P1, "ST02-001").rested
    assert "attack leader with leader" in table.options
    rich = Table(Half(Put("ST02-001", rested=True), active=6, hand=["ST01-003"] * 3)).do("use leader")
    assert "use leader" not in rich.options
    rich.do("attack leader with leader")
    assert "use leader" not in rich.options
    assert "use leader" not in Table(Half(Put("ST02-001", rested=True), active=3)).options


def test_s17_hawkins_and_a_block():
    """S17 (R6.13, R8.10): the blocker is the card battled, so Hawkins becomes active, once."""
    half = Half(characters=["ST02-004", Put("ST01-009", rested=True)])
    table = Table(Half(characters=[Put("ST02-010", don=1)]), half).do("attack leader with Basil Hawkins")
    table.do('block with Capone"Gang"Bege')
    assert table.trash(P2) == ["ST02-004"]
    assert len(table.life(P2)) == 5
    assert not table.unit(P1, "ST02-010").rested
    table.do("attack Nefeltari Vivi with Basil Hawkins")
    assert table.trash(P2) == ["ST02-004", "ST01-009"]
    assert table.unit(P1, "ST02-010").rested
    assert "attack leader with Basil Hawkins" not in table.options


def test_s17_hawkins_unblocked_stays_rested():
    """S17 (R6.13): a hit on the leader is no battle with a character."""
    half = Half(characters=["ST02-004"])
    table = Table(Half(characters=[Put("ST02-010", don=1)]), half)
    table.do("attack leader with Basil Hawkins", "no block")
    assert len(table.life(P2)) == 4
    assert table.unit(P1, "ST02-010").rested


def test_s18_trigger_play_without_means_for_the_on_play_cost():
    """S18 (R7.8, R8.5, R9.5): Who's.Who is played for nothing, and his [On Play] is not offered."""
    mine = Half(characters=[Put("ST01-003", rested=True)])
    table = Table(mine, Half(life=["ST04-010", "ST01-003"])).do("attack leader with leader", "use the Trigger")
    assert table.field(P2) == ["ST04-010"]
    assert not table.unit(P2, "ST04-010").rested
    assert table.don(P2) == (0, 0, 10)
    assert (table.asked, table.kind) == (P1, "action")
    assert table.field(P1) == ["ST01-003"]


def test_s18_trigger_play_with_an_on_play_without_a_cost():
    """S18 (R9.5): Killer's [On Play] does resolve."""
    mine = Half(characters=[Put("ST01-003", rested=True), "ST01-004"])
    table = Table(mine, Half(life=["ST02-005", "ST01-003"])).do("attack leader with leader", "use the Trigger")
    assert table.field(P2) == ["ST02-005"]
    assert (table.asked, set(table.options)) == (P2, {"opposing Karoo", "none"})
    table.do("opposing Karoo")
    assert table.field(P1) == ["ST01-004"]


def test_s19_decking_out():
    """S19 (R12.2, R8.3): Mihawk must draw, the deck is empty, and P1 loses at once."""
    table = Table(Half(characters=[Put("ST03-005", don=1)], hand=["ST01-003"] * 3, deck_size=1))
    table.do("attack leader with Dracule Mihawk")
    assert table.over
    assert table.winner == P2
    assert table.trash(P1) == []
    assert len(table.life(P2)) == 5


def test_s20_kuma_looks_at_the_last_two_cards():
    """S20 (R2.5): cards that are looked at are still in the deck, so nobody loses."""
    half = Half(hand=["ST03-010"], active=2, deck=["ST01-002", "ST01-004"], deck_size=2)
    table = Table(half).do("play Bartholomew Kuma")
    assert not table.over
    assert len(table.deck(P1)) == 2
    table.do("top", "Sanji")
    assert not table.over
    assert table.deck(P1) == ["ST01-004", "ST01-002"]


def test_s20_kuma_puts_all_to_the_top_or_all_to_the_bottom():
    """S20 (R2.5): in an order P1 picks, and without splitting."""
    half = Half(hand=["ST03-010"], active=2, deck=["ST01-002", "ST01-004", "ST01-005", "ST01-006"])
    table = Table(half).do("play Bartholomew Kuma")
    assert set(table.options) == {"top", "bottom"}
    table.do("top")
    assert set(table.options) == {"Usopp", "Sanji", "Jinbe"}
    table.do("Jinbe", "Usopp")
    assert table.deck(P1)[:4] == ["ST01-005", "ST01-002", "ST01-004", "ST01-006"]
    table = Table(half).do("play Bartholomew Kuma", "bottom", "Sanji", "Jinbe")
    assert table.deck(P1)[0] == "ST01-006"
    assert table.deck(P1)[-3:] == ["ST01-004", "ST01-005", "ST01-002"]


def test_s21_the_attacker_is_returned_in_the_counter_step():
    """S21 (R6.3, R2.3): Vivi is in hand, her DON!! rested in the cost area, and there is no damage."""
    half = Half(hand=["ST03-016"], active=2)
    table = Table(Half(characters=[Put("ST01-009", don=1)]), half).do("attack leader with Nefeltari Vivi")
    table.do("use Thrust Pad Cannon", "opposing Nefeltari Vivi")
    assert (table.hand(P1), table.field(P1)) == (["ST01-009"], [])
    assert table.don(P1) == (0, 1, 9)
    assert table.don(P2) == (0, 2, 8)
    assert len(table.life(P2)) == 5
    assert (table.state.battle, table.asked, table.kind) == (None, P1, "action")


def test_s22_trashing_life_is_not_damage():
    """S22 (R7.9): the DON!! are paid, nothing else happens, and nobody loses."""
    table = Table(Half("ST04-001", active=7), Half(life=0)).do("use leader")
    assert table.don(P1) == (0, 0, 10)
    assert not table.over
    assert (table.trash(P2), table.hand(P2), table.asked) == ([], [], P1)


def test_s23_double_attack_against_one_life():
    """S23 (R7.4): the second point does nothing; only the next hit wins."""
    table = Table(Half(characters=[Put("ST09-005", don=1)]), Half(life=1)).do("attack leader with Kouzuki Oden")
    assert not table.over
    assert (len(table.life(P2)), len(table.hand(P2))) == (0, 1)
    table.do("attack leader with leader", "no counter")
    assert table.winner == P1


def test_s24_banish():
    """S24 (R9.4): the Life card goes to the trash, and its Trigger is not offered."""
    half = Half(life=["ST01-002", "ST01-003", "ST01-003"])
    table = Table(Half(characters=[Put("ST07-004", don=1)]), half).do("attack leader with Charlotte Snack")
    assert (table.asked, set(table.options)) == (P1, {"yes", "no"})
    table.do("yes", "top")
    assert table.trash(P2) == ["ST01-002"]
    assert (table.hand(P2), table.field(P2), len(table.life(P2))) == ([], [], 2)
    assert (len(table.life(P1)), len(table.hand(P1))) == (4, 1)
    assert (table.asked, table.kind) == (P1, "action")


def test_s25_the_winning_blow():
    """S25 (R7.1, R12.1): damage without Life loses; after a counter the game goes on."""
    start = lambda: Table(Half(), Half(life=0, hand=["ST01-007"])).do("attack leader with leader")  # noqa: E731
    assert start().do("no counter").winner == P1
    saved = start().do("counter with Nami for leader")
    assert not saved.over
    assert saved.asked == P1


def test_s26_attack_on_the_turn_of_arrival():
    """S26 (R5.1, R9.1): not without Rush, which Sanji has with two DON!!; and not rested."""
    table = Table(Half(hand=["ST01-004", "ST01-008"], active=7)).do("play Sanji", "play Nico Robin")
    assert attacks(table) == {"attack leader with leader"}
    table.do("give DON!! to Sanji")
    assert attacks(table) == {"attack leader with leader"}
    table.do("give DON!! to Sanji")
    assert attacks(table) == {"attack leader with leader", "attack leader with Sanji"}
    rested = Table(Half(characters=[Put("ST01-004", don=2, fresh=True, rested=True)]))
    assert attacks(rested) == {"attack leader with leader"}


def listed(changes=(), leader="ST01-001"):
    """The ST01 list with other counts of some cards."""
    counts = {card.id: count for card, count in decklists.read("ST01").cards} | dict(changes)
    cards = [{"id": identity, "count": count} for identity, count in counts.items() if count]
    content = {"deck": "mine", "name": "mine", "cards": cards} | ({"leader": leader} if leader else {})
    return read_deck(content, "mine", known_cards())


def test_s27_deck_check():
    """S27 (R1.1, R1.3, R1.4): ST01 is legal; five copies, 49, 51, a green card, or no leader are not."""
    assert listed().leader.id == "ST01-001"
    for wrong in (
        {"ST01-002": 5, "ST01-017": 1},
        {"ST01-002": 3},
        {"ST01-011": 3},
        {"ST01-002": 3, "ST02-002": 1},
    ):
        with pytest.raises(BadDeck):
            listed(wrong)
    with pytest.raises(BadDeck):
        listed(leader=None)


def test_s28_on_ko():
    """S28 (R10.1, R10.4, R8.3): Oden goes to the trash, and two cards may be paid for a Life card nobody looks at."""
    attacker = Half(characters=["ST04-003"])
    half = Half(characters=[Put("ST09-005", rested=True)], hand=["ST01-004"] * 3, life=2, deck=["ST01-008"])
    table = Table(attacker, half).do("attack Kouzuki Oden with Kaido")
    assert table.trash(P2) == ["ST09-005"]
    assert (table.asked, set(table.options)) == (P2, {"yes", "no"})
    declined = Table(attacker, half).do("attack Kouzuki Oden with Kaido", "no")
    assert (len(declined.hand(P2)), len(declined.life(P2))) == (3, 2)
    table.do("yes")
    if "1" in table.options:
        table.do("1")
    assert table.life(P2) == ["ST01-008", "ST01-003", "ST01-003"]
    assert sorted(table.trash(P2)) == ["ST01-004", "ST01-004", "ST09-005"]
    assert len(table.hand(P2)) == 1
    for seat in (P1, P2):
        assert table.view(seat).halves[P2].life[-1] & HIDDEN == HIDDEN


def test_s28_on_ko_without_enough_cards():
    """S28 (R8.5): with one card in hand it is not offered."""
    half = Half(characters=[Put("ST09-005", rested=True)], hand=["ST01-004"], life=2)
    table = Table(Half(characters=["ST04-003"]), half).do("attack Kouzuki Oden with Kaido")
    assert table.trash(P2) == ["ST09-005"]
    assert (table.asked, table.kind) == (P1, "action")
    assert (len(table.hand(P2)), len(table.life(P2))) == (1, 2)
