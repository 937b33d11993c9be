"""Every numbered rule of `rules.md`, and rulings of the kind of `rulings.md` that are not written there."""

import ast
import re
from pathlib import Path
from random import Random

import pytest

from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.language import Reading
from sparring.games.onepiece.rules.reading import BadDeck, known_cards, read_card, read_deck, shipped
from sparring.games.onepiece.rules.state import Frame
from sparring.games.onepiece.rules.view import HIDDEN
from sparring.match.table import Table as Match
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

# ---------------------------------------------------------------------- cards of our own, for what no deck has

THIS = {"select": "this"}
ONE_OF_MINE = {"select": "choose", "side": "self", "zone": ["leader", "character"], "min": 0, "max": 1}
ONE_OF_THEIRS = {"select": "choose", "side": "opponent", "zone": ["character"], "min": 0, "max": 1}


def own(identity, category="character", **fields):
    """A card of our own; what is not said is usual."""
    usual = {"name": identity, "category": category, "color": "red", "cost": 1}
    if category == "character":
        usual |= {"power": 5000, "attribute": "Slash"}
    reading = Reading()
    card = read_card({"id": identity, **usual, **fields}, reading)
    assert card is not None, reading.problems
    return card


def when(timing, *actions, **fields):
    return {"timing": timing, "actions": list(actions), **fields}


def power_up(amount=1000, target=ONE_OF_MINE, duration="turn"):
    return {"op": "modify_power", "target": target, "amount": amount, "duration": duration}


def cheaper(amount, duration="turn"):
    return {"op": "modify_cost", "target": ONE_OF_THEIRS, "amount": amount, "duration": duration}


def play_from_hand(*names, most=1):
    return {"op": "play_card", "from": "hand", "max": most, "filter": {"name_any": list(names)}}


DRAW = {"op": "draw", "count": 1}
DON_1 = {"if": "don_attached", "min": 1}


def new_game(seed=1, first="ST01", second="ST01"):
    table = Table()
    table.state = OnePiece(first, second).start(Random(seed))
    return table


def attacks(table):
    return {option for option in table.options if option.startswith("attack ")}


def hidden(entries):
    return sum(entry & HIDDEN == HIDDEN for entry in entries)


def if_asked(table, *texts):
    """Choose these, each only where it is to be decided."""
    for text in texts:
        if text in table.options:
            table.do(text)
    return table


def seats_asked(table, *texts):
    """Who is asked, decision after decision, while these are chosen."""
    seats = [table.asked]
    for text in texts:
        table.do(text)
        seats.append(table.asked)
    return seats


# ---------------------------------------------------------------------- R0: principles


def test_the_text_of_a_card_beats_the_rules():
    """R0.1, R9.1: nobody attacks on the turn of arrival, but Luffy has Rush."""
    table = Table(Half(hand=["ST01-012", "ST01-003"], active=6)).do("play Monkey.D.Luffy", "play Karoo")
    assert attacks(table) == {"attack leader with leader", "attack leader with Monkey.D.Luffy"}
    table.do("attack leader with Monkey.D.Luffy")
    assert "attack leader with Monkey.D.Luffy" not in table.options


def test_a_prohibition_beats_a_permission():
    """R0.2: Smoker may be chosen for a K.O. by an effect, and is not K.O.'d; what follows is done."""
    table = Table(Half(hand=["ST04-003"], active=9), Half(characters=["ST06-004"]))
    table.do("play Kaido", "yes", "opposing Smoker")
    assert table.field(P2) == ["ST06-004"]
    assert table.has(P1, "ST04-003", "Rush")
    assert "attack leader with Kaido" in table.options


def test_a_ban_on_blockers_beats_blocker():
    """R0.2, R6.5: with Diable Jambe no Blocker can stop that card this turn, but every other one."""
    half = Half(characters=["ST01-003"], hand=["ST01-016"], active=1)
    table = Table(half, Half(characters=["ST01-006"])).do("play Diable Jambe")
    assert set(table.options) == {"leader", "none"}  # Karoo is of no Straw Hat Crew
    table.do("leader", "attack leader with leader")
    assert (len(table.life(P2)), table.asked) == (4, P1)
    table.do("attack leader with Karoo")
    assert set(table.options) == {"no block", "block with Tony Tony.Chopper"}


def test_what_is_impossible_is_skipped_and_the_rest_is_done():
    """R0.3, R8.9: there is nobody to K.O., and the DON!! is added all the same."""
    table = Table(Half(hand=["ST04-015"], active=6)).do("play Brachio Bomber")
    assert set(table.options) == {"0", "1"}
    table.do("1")
    assert table.don(P1) == (1, 6, 3)


def test_a_card_that_is_rested_already_stays_as_it_is():
    """R0.3: to rest a rested card does nothing."""
    table = Table(Half(hand=["ST02-017"], active=2), Half(characters=[Put("ST01-003", rested=True)]))
    table.do("play Straw Sword", "opposing Karoo")
    assert table.unit(P2, "ST01-003").rested
    assert table.kind == "action"


@pytest.mark.parametrize("names", [[], ["opposing Karoo"], ["opposing Karoo", "opposing Nami"]])
def test_up_to_two_may_be_none_one_or_two(names):
    """R0.4: chosen while the effect is carried out, and each card once."""
    half = Half(characters=["ST05-011"], active=4)
    table = Table(half, Half(characters=["ST01-003", "ST01-007", "ST01-008"])).do("use Douglas Bullet")
    for name in names:
        table.do(name)
        assert name not in table.options
    if len(names) < 2:
        table.do("none")
    assert [unit.rested for unit in table.side(P2).characters] == [len(names) > 0, len(names) > 1, False]
    assert table.has(P1, "ST05-011", "Double Attack")


def test_a_fixed_number_is_as_many_as_possible():
    """R0.4, R0.3: Carina adds two DON!!, and one where only one is left; nobody is asked."""
    for active, after in ((5, (5, 2, 3)), (9, (9, 1, 0))):
        half = Half(characters=["ST05-005"], hand=["ST05-007"], active=active)
        table = Table(half, Half(active=10)).do("use Carina")
        assert table.kind == "action"
        assert table.don(P1) == after


def test_power_may_be_negative_and_the_character_stays():
    """R0.6: Makino with -3000 is still there; she just does not hit."""
    table = Table(Half(characters=["ST08-009"]), Half(hand=["ST09-014"], active=1, life=2))
    table.do("attack leader with Makino", "use Narikabura Arrow", "opposing Makino")
    assert table.power(P1, "ST08-009") == -3000
    assert table.field(P1) == ["ST08-009"]
    assert len(table.life(P2)) == 2


def test_negative_powers_are_compared_like_others():
    """R6.8, R0.6: -3000 beats -4000, and not the other way round."""
    weak = own("WEAK", power=-4000)
    less = own("LESS", power=-3000)
    hit = Table(Half(characters=["LESS"], cards=[less]), Half(characters=[Put("WEAK", rested=True)], cards=[weak]))
    assert hit.do("attack WEAK with LESS").field(P2) == []
    missed = Table(Half(characters=["WEAK"], cards=[weak]), Half(characters=[Put("LESS", rested=True)], cards=[less]))
    missed.do("attack LESS with WEAK")
    assert (missed.field(P1), missed.field(P2)) == (["WEAK"], ["LESS"])


def test_the_sum_of_a_cost_may_go_below_zero():
    """R0.6, R6.12: 6-5-2+1 reads 0; when the -5 ends with the battle, it reads 5."""
    changes = when("when_attacking", cheaper(-5, "battle"), cheaper(-2), cheaper(1))
    half = Half(characters=["SHRINK"], cards=[own("SHRINK", effects=[changes])])
    table = Table(half, Half(characters=["ST09-010"], hand=["ST01-003"])).do("attack leader with SHRINK")
    table.do("opposing Portgas.D.Ace", "opposing Portgas.D.Ace", "opposing Portgas.D.Ace")
    assert (table.kind, table.cost(P2, "ST09-010")) == ("counter", 0)
    table.do("no counter")
    assert table.cost(P2, "ST09-010") == 5


def test_costs_are_those_of_the_moment():
    """R0.7: Hina makes a character cost 0, so Koby may K.O. it; printed costs do not count."""
    half = Half(hand=["ST06-008", "ST06-002", "ST01-003"], active=4)
    table = Table(half, Half(characters=["ST01-010", "ST01-008"])).do("play Hina", "opposing Franky")
    assert table.cost(P2, "ST01-010") == 0
    table.do("play Koby", "yes")
    assert set(table.options) == {"opposing Franky", "none"}
    table.do("opposing Franky")
    assert table.field(P2) == ["ST01-008"]


# ---------------------------------------------------------------------- R1: components


def test_what_cards_have():
    """R1.2: power and life where they belong, and costs for all but leaders."""
    for card in known_cards().values():
        fights = card.category in ("leader", "character")
        assert (card.power is not None) == fights
        assert (card.attribute is not None) == fights
        assert (card.life is not None) == (card.category == "leader")
        assert (card.cost is not None) == (card.category != "leader")
        assert card.counter is None or card.category == "character"
        assert card.colors


def test_the_decks_that_come_with_the_game_are_legal():
    """R1.1, R1.3, R1.4: a leader, fifty cards of its colours, at most four of a number; and ten DON!!."""
    assert len(shipped()) == 9
    for deck in shipped().values():
        assert deck.leader.category == "leader"
        assert sum(count for _, count in deck.cards) == 50
        assert all(count <= 4 and set(card.colors) <= set(deck.leader.colors) for card, count in deck.cards)
    table = new_game()
    assert [table.don(seat) for seat in (P1, P2)] == [(0, 0, 10)] * 2


def test_equal_names_with_different_numbers_count_separately():
    """R1.4: eight Yamatos of two numbers are legal, five of one are not."""
    counts = {card.id: count for card, count in decklists.read("ST09").cards}
    assert counts["ST09-012"] + counts["ST09-013"] == 8
    counts |= {"ST09-012": 5, "ST09-011": 3}
    cards = [{"id": identity, "count": count} for identity, count in counts.items()]
    with pytest.raises(BadDeck, match="ST09-012"):
        read_deck({"leader": "ST09-001", "cards": cards}, "mine", known_cards())


def test_every_colour_of_a_card_must_be_one_of_the_leaders():
    """R1.3: a card of two colours needs a leader with both."""

    def deck(colors):
        leader = {"id": "L", "name": "L", "category": "leader", "color": colors, "power": 5000, "life": 5}
        both = {"id": "B", "name": "B", "category": "character", "color": ["red", "green"], "cost": 1, "power": 1000}
        cards = [leader | {"attribute": "Slash"}, both | {"attribute": "Slash", "count": 4}]
        reds = {card.id: count for card, count in decklists.read("ST01").cards}
        reds["ST01-002"] = 0
        cards += [{"id": identity, "count": count} for identity, count in reds.items() if count]
        return read_deck({"leader": "L", "cards": cards}, "mine", known_cards())

    assert deck(["red", "green"]).leader.id == "L"
    with pytest.raises(BadDeck, match=r"R1\.3"):
        deck(["red"])


# ---------------------------------------------------------------------- R2: zones


def test_all_numbers_of_cards_are_public_and_hidden_cards_are_not():
    """R2.1: how many there are is seen in every zone; which, only where one may look."""
    half = Half(hand=["ST01-008", "ST01-009"], life=["ST01-002", "ST01-010"], trash=["ST01-011"], active=1, rested=2)
    table = Table(half, Half())
    mine, theirs = table.view(P1).halves[P1], table.view(P2).halves[P1]
    for seen in (mine, theirs):
        assert [len(zone) for zone in (seen.hand, seen.life, seen.trash)] == [2, 2, 1]
        assert len(seen.deck) == len(table.deck(P1))
        assert hidden(seen.deck) == len(seen.deck)
        assert hidden(seen.life) == 2
        assert hidden(seen.trash) == 0
        assert (seen.active, seen.rested, seen.don_deck) == (1, 2, 7)
    assert hidden(mine.hand) == 0
    assert hidden(theirs.hand) == 2


def test_given_don_are_neither_active_nor_rested():
    """R2.2: they pay for nothing that rests DON!!, and cannot be given again as rested ones."""
    table = Table(Half(Put("ST02-001", rested=True, don=1), active=2, hand=["ST01-003"]))
    assert "use leader" not in table.options
    assert "use leader" in Table(Half(Put("ST02-001", rested=True), active=3, hand=["ST01-003"])).options


def test_a_card_that_returns_to_the_field_is_a_new_one():
    """R2.3, R8.10: neither power, nor DON!!, nor what was used in this turn goes with it."""
    half = Half(characters=[Put("ST01-007", don=1)], hand=["ST03-015"], stage="ST01-017", active=5, rested=2)
    table = Table(half).do("use Nami", "Nami", "use Thousand Sunny", "Nami")
    assert table.power(P1, "ST01-007") == 1000 + 2000 + 1000
    assert "use Nami" not in table.options
    table.do("play Sables", "Nami")
    assert table.hand(P1) == ["ST01-007"]
    assert table.don(P1) == (1, 1 + 4 + 2, 2)
    table.do("play Nami")
    assert table.power(P1, "ST01-007") == 1000
    assert table.unit(P1, "ST01-007").don == 0
    assert "use Nami" in table.options
    assert "attack leader with Nami" not in table.options


def test_don_of_a_character_that_is_kod_go_to_the_cost_area_rested():
    """R2.3, R10.3: on the turn of either player."""
    half = Half(characters=[Put("ST01-009", rested=True, don=2)], active=1)
    table = Table(Half(), half).do("attack Nefeltari Vivi with leader")
    assert table.trash(P2) == ["ST01-009"]
    assert table.don(P2) == (1, 2, 7)


def test_the_order_of_cards_put_away_is_their_owners_and_stays_hidden():
    """R2.4: what Bonney leaves goes under the deck as its owner likes; the opponent does not learn how."""
    deck = ["ST02-002", "ST02-003", "ST02-006", "ST02-011", "ST02-012"]
    table = Table(Half(characters=["ST02-007"], deck=deck, active=1)).do("use Jewelry Bonney")
    assert set(table.options) == {"Urouge", "none"}
    table.do("none", "Bepo", "Vito", "Heat", "Koby")
    assert table.deck(P1)[-5:] == ["ST02-012", "ST02-002", "ST02-011", "ST02-006", "ST02-003"]
    assert hidden(table.view(P1).halves[P1].deck[:5]) == 0
    assert hidden(table.view(P2).halves[P1].deck[:5]) == 5


def test_a_card_found_by_what_it_is_must_be_shown():
    """R2.5: Bonney's card goes to hand, and the opponent hears which it was."""
    deck = ["ST02-002", "ST02-005", "ST02-006", "ST02-011", "ST02-012"]
    table = Table(Half(characters=["ST02-007"], deck=deck, active=1)).do("use Jewelry Bonney", "Killer")
    assert table.hand(P1) == ["ST02-005"]
    assert "Killer" in " ".join(GAME.news(table.view(P2)))
    assert "Vito" not in " ".join(GAME.news(table.view(P2)))


def test_a_deck_is_not_empty_while_its_last_cards_are_looked_at():
    """R2.5, R12.2: looking at both cards is no loss, taking the last one is."""
    table = Table(Half(characters=["ST02-007"], deck=["ST02-003", "ST02-002"], deck_size=2, active=1))
    table.do("use Jewelry Bonney", "Urouge")
    assert not table.over
    assert table.deck(P1) == ["ST02-002"]
    lost = Table(Half(characters=["ST02-007"], deck=["ST02-003"], deck_size=1, active=1))
    lost.do("use Jewelry Bonney")
    assert not lost.over
    assert lost.do("Urouge").winner == P2


def test_cards_go_to_their_owners_zones():
    """R2.6: P1's effects return P2's cards to P2's hand, trash and deck."""
    table = Table(Half(hand=["ST03-015"], active=4), Half(characters=[Put("ST01-010", don=1)]))
    table.do("play Sables", "opposing Franky")
    assert (table.hand(P1), table.hand(P2)) == ([], ["ST01-010"])
    assert table.don(P2) == (0, 1, 9)


# ---------------------------------------------------------------------- R3: setup


def test_chance_picks_who_decides_who_begins():
    """R3.1, R3.4: either may be picked, may go first or second, and whoever goes first has the first turn."""
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


def test_end_of_turn_effects_come_once_each_in_an_order_of_ones_own():
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
    """R4.1: the stage too; and only one's own cards."""
    rested = Half(Put("ST01-001", rested=True), [Put("ST01-009", rested=True)], stage=Put("ST01-017", rested=True))
    table = Table(rested, rested, seat=P2, turn=6).do("end turn")
    assert table.asked == P1
    assert not any(unit.rested for unit in table.side(P1).units())
    assert all(unit.rested for unit in table.side(P2).units())


def test_what_lasts_for_the_turn_ends_with_it():
    """R4.5: for both players, whoever's effect it was."""
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


def test_room_for_a_sixth_is_no_ko_and_nothing_replaces_it():
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


# ---------------------------------------------------------------------- R6: battle


def test_an_attack_rests_the_attacker_and_only_active_cards_attack():
    """R6.1: leaders, characters; never a stage, and never at one's own cards."""
    half = Half(characters=["ST01-008", Put("ST01-009", rested=True)], stage="ST01-017")
    table = Table(half, Half(stage=Put("ST01-017", rested=True)))
    assert attacks(table) == {"attack leader with leader", "attack leader with Nico Robin"}
    table.do("attack leader with Nico Robin")
    assert table.unit(P1, "ST01-008").rested


def test_when_attacking_comes_before_the_block():
    """R6.2, R9.6: Sengoku lowers a cost first; only then the defender may block."""
    table = Table(Half(characters=["ST06-005"]), Half(characters=["ST01-006"])).do("attack leader with Sengoku")
    assert (table.asked, set(table.options)) == (P1, {"opposing Tony Tony.Chopper", "none"})
    table.do("opposing Tony Tony.Chopper")
    assert (table.asked, table.kind) == (P2, "blocker")
    assert table.cost(P2, "ST01-006") == 0


def test_the_target_is_gone_after_the_attack_step():
    """R6.3: no block, no counter, no comparison."""
    hunter = own("HUNTER", effects=[when("when_attacking", {"op": "ko", "target": ONE_OF_THEIRS})])
    half = Half(characters=[Put("ST01-010", rested=True), "ST01-006"], hand=["ST01-003"])
    table = Table(Half(characters=["HUNTER"], cards=[hunter]), half)
    table.do("attack Franky with HUNTER", "opposing Franky")
    assert (table.asked, table.kind, table.state.battle) == (P1, "action", None)
    assert table.trash(P2) == ["ST01-010"]
    assert table.unit(P1, "HUNTER").rested


def test_the_attacker_is_gone_after_the_attack_step():
    """R6.3: it went under its deck as it attacked, so there is nothing to block."""
    leaver = own("LEAVER", effects=[when("when_attacking", {"op": "place_at_deck_bottom", "target": THIS})])
    half = Half(characters=["ST01-006"], hand=["ST01-003"])
    table = Table(Half(characters=[Put("LEAVER", don=1)], cards=[leaver]), half).do("attack leader with LEAVER")
    assert (table.asked, table.kind) == (P1, "action")
    assert (table.deck(P1)[-1], table.don(P1), len(table.life(P2))) == ("LEAVER", (0, 1, 9), 5)


def test_the_attacker_is_gone_after_the_block_step():
    """R6.3, R9.7: Crocodile blocks and puts it under its deck; the counter step is left out, and he stays rested."""
    half = Half(characters=[Put("ST03-003", don=1)], hand=["ST01-003"])
    table = Table(Half(characters=["ST01-009"]), half).do("attack leader with Nefeltari Vivi", "block with Crocodile")
    assert (table.asked, set(table.options)) == (P2, {"opposing Nefeltari Vivi", "none"})
    table.do("opposing Nefeltari Vivi")
    assert (table.asked, table.kind) == (P1, "action")
    assert table.deck(P1)[-1] == "ST01-009"
    assert table.unit(P2, "ST03-003").rested
    assert table.hand(P2) == ["ST01-003"]


def test_the_target_is_gone_after_the_counter_step():
    """R6.3, R6.13: the blocker returned to hand, so nothing was battled, and Hawkins stays rested."""
    half = Half(characters=["ST02-004"], hand=["ST03-016"], active=2)
    table = Table(Half(characters=[Put("ST02-010", don=1)]), half).do("attack leader with Basil Hawkins")
    table.do('block with Capone"Gang"Bege', "use Thrust Pad Cannon", 'Capone"Gang"Bege')
    assert (table.hand(P2), len(table.life(P2))) == (["ST02-004"], 5)
    assert table.unit(P1, "ST02-010").rested
    assert (table.asked, table.kind) == (P1, "action")


def test_the_attacker_went_to_life_in_the_counter_step():
    """R6.3, R2.3, R2.6: Thunder Bagua puts it face up into its owner's Life; there is no damage."""
    theirs = Half(hand=["ST09-015"], active=2, life=2)
    table = Table(Half(characters=[Put("ST01-009", don=1)]), theirs).do("attack leader with Nefeltari Vivi")
    table.do("use Thunder Bagua", "leader", "opposing Nefeltari Vivi", "bottom")
    assert (table.life(P1)[-1], len(table.life(P1)), table.don(P1)) == ("ST01-009", 6, (0, 1, 9))
    assert (len(table.life(P2)), table.state.battle, table.asked) == (2, None, P1)
    assert hidden(table.view(P2).halves[P1].life) == 5


def test_removing_a_card_that_is_not_in_the_battle_changes_nothing():
    """R6.3, R6.6: the counter step goes on, and so does the attack."""
    theirs = Half(hand=["ST03-016", "ST01-003"], active=2)
    table = Table(Half(characters=["ST01-009"]), theirs).do("attack leader with leader", "use Thrust Pad Cannon")
    table.do("opposing Nefeltari Vivi")
    assert (table.asked, table.kind) == (P2, "counter")
    assert len(table.do("no counter").life(P2)) == 4


def test_blocker_may_save_a_character_too():
    """R6.4, R9.2: whoever blocks is the target instead, whatever was attacked."""
    half = Half(characters=["ST01-006", Put("ST01-010", rested=True)])
    table = Table(Half(characters=["ST01-010"]), half).do("attack Franky with Franky")
    table.do("block with Tony Tony.Chopper")
    assert (table.field(P2), table.trash(P2)) == (["ST01-010"], ["ST01-006"])


def test_a_restriction_on_blockers_is_checked_when_one_blocks():
    """R6.5: Usopp's ban is on 5000 or more; whoever blocked stays in the way when it grows."""
    half = Half(characters=["ST05-004", "ST01-006"], hand=["ST01-014", "ST01-011"], active=1)
    table = Table(Half(characters=[Put("ST01-002", don=2)]), half).do("attack leader with Usopp")
    assert set(table.options) == {"no block", "block with Tony Tony.Chopper"}
    table.do("block with Tony Tony.Chopper", "use Guard Point", "Tony Tony.Chopper")
    table.do("counter with Brook for Tony Tony.Chopper")
    assert (table.field(P2), len(table.life(P2))) == (["ST05-004", "ST01-006"], 5)


def test_a_ban_on_blockers_lasts_for_its_battle():
    """R6.5, R6.12: Luffy with two DON!! cannot be blocked; whoever attacks next can."""
    half = Half(characters=[Put("ST01-012", don=2)])
    table = Table(half, Half(characters=["ST01-006"])).do("attack leader with Monkey.D.Luffy")
    assert (table.asked, len(table.life(P2))) == (P1, 4)
    table.do("attack leader with leader")
    assert "block with Tony Tony.Chopper" in table.options


def test_counters_are_free_and_as_many_as_one_likes():
    """R6.6, R6.7: characters from hand and events in any order; those on the field have no counter to use."""
    half = Half(characters=["ST01-009"], hand=["ST01-003", "ST01-014", "ST01-011", "ST01-004"], active=1)
    table = Table(Half(characters=[Put("ST04-003", don=1)]), half).do("attack leader with Kaido")
    assert not [option for option in table.options if "with Nefeltari Vivi" in option or "with Sanji" in option]
    table.do("counter with Karoo for leader", "use Guard Point", "leader", "counter with Brook for leader")
    assert len(table.life(P2)) == 4  # 11000 against 5000 and 6000 more
    assert table.don(P2) == (0, 1, 9)
    assert sorted(table.trash(P2)) == ["ST01-003", "ST01-011", "ST01-014"]
    poor = Table(Half(), Half(hand=["ST01-014", "ST01-003"])).do("attack leader with leader")
    assert "use Guard Point" not in poor.options


def test_double_attack_and_banish_do_nothing_against_characters():
    """R6.9: the character is K.O.'d, and no Life is touched."""
    half = Half("ST07-001", characters=["ST07-011", "ST07-013"], active=1)
    table = Table(half, Half(characters=[Put("ST01-009", rested=True)]))
    table.do("use Zeus", "leader", "use Prometheus", "leader", "attack Nefeltari Vivi with leader")
    assert (len(table.life(P2)), table.trash(P2), table.hand(P2)) == (5, ["ST01-009"], [])


def test_an_attacker_that_fails_is_not_kod():
    """R6.10: 1000 against 10000, and it is only rested."""
    table = Table(Half(characters=["ST01-007"]), Half(characters=[Put("ST04-003", rested=True)]))
    table.do("attack Kaido with Nami")
    assert (table.field(P1), table.field(P2)) == (["ST01-007"], ["ST04-003"])
    assert table.unit(P1, "ST01-007").rested


def test_a_character_set_active_attacks_again():
    """R6.11: Law readies Killer, who attacks twice in a turn."""
    half = Half(characters=["ST02-005"], hand=["ST02-009"], active=5)
    table = Table(half).do("attack leader with Killer", "play Trafalgar Law", "Killer")
    assert "attack leader with Killer" in table.options
    assert "attack leader with Trafalgar Law" not in table.options


def test_what_lasts_for_a_battle_ends_with_it_however_it_ends():
    """R6.12: also when the attacker is gone before the damage step."""
    half = Half(hand=["ST01-014", "ST03-016"], active=3)
    table = Table(Half(characters=["ST01-009"]), half).do("attack leader with Nefeltari Vivi")
    table.do("use Guard Point", "leader")
    assert table.power(P2, "ST01-001") == 8000
    table.do("use Thrust Pad Cannon", "opposing Nefeltari Vivi")
    assert (table.state.battle, table.power(P2, "ST01-001")) == (None, 5000)


def test_what_the_damage_step_made_due_comes_before_the_end_of_the_battle():
    """R6.12, R11.2: [On K.O.] plays a card, whose [On Play] follows; end-of-battle effects are due only then."""
    attacker = own("ATTACKER", effects=[when("end_of_battle", power_up())])
    dying = own("DYING", power=1000, effects=[when("on_ko", play_from_hand("COMING"))])
    coming = own("COMING", effects=[when("on_play", power_up())])
    theirs = Half(characters=[Put("DYING", rested=True)], hand=["COMING"], cards=[dying, coming])
    table = Table(Half(characters=["ATTACKER"], cards=[attacker]), theirs).do("attack DYING with ATTACKER")
    assert seats_asked(table, "COMING", "COMING", "leader") == [P2, P2, P1, P1]


def test_bentham_battles_the_blocker():
    """R6.13: after a block the blocker is the card battled; Bentham may take it with him, or not."""
    half = Half(characters=["ST05-008", "ST01-003"], active=8)
    for answer, left, mine in (("yes", ["ST01-003"], []), ("no", ["ST05-008", "ST01-003"], ["ST08-013"])):
        shiki = Half(characters=[Put("ST05-008", rested=True), "ST01-003"], active=8)
        table = Table(Half(characters=[Put("ST08-013", don=1)]), shiki)
        table.do("attack Shiki with Mr.2.Bon.Kurei(Bentham)")  # Shiki is not K.O.'d in battle
        assert (table.asked, set(table.options)) == (P1, {"yes", "no"})
        table.do(answer)
        assert (table.field(P2), table.field(P1)) == (left, mine)
    table = Table(Half(characters=[Put("ST08-013", don=1)]), half)
    table.do("attack leader with Mr.2.Bon.Kurei(Bentham)")
    assert (table.asked, table.kind) == (P1, "action")  # the leader is no character


def test_bentham_stays_when_the_ko_was_replaced():
    """R8.12, R10.1: Ace's Life went instead, so he was not K.O.'d, and "if you do" is not fulfilled."""
    theirs = Half(characters=[Put("ST09-010", rested=True)], hand=["ST01-007"])
    table = Table(Half(characters=[Put("ST08-013", don=1)]), theirs)
    table.do("attack Portgas.D.Ace with Mr.2.Bon.Kurei(Bentham)", "counter with Nami for Portgas.D.Ace")
    table.do("yes")
    assert table.asked == P2
    table.do("yes", "top")
    assert table.field(P2) == ["ST09-010"]
    assert table.field(P1) == ["ST08-013"]


def test_bentham_stays_when_the_other_is_gone_already():
    """R8.8, R8.9: the battle itself K.O.'d it, so there is nothing to do and nothing follows."""
    theirs = Half(characters=[Put("ST01-009", rested=True)])
    table = Table(Half(characters=[Put("ST08-013", don=1)]), theirs)
    if_asked(table.do("attack Nefeltari Vivi with Mr.2.Bon.Kurei(Bentham)"), "yes")
    assert (table.field(P1), table.field(P2)) == (["ST08-013"], [])


def test_bentham_defends_himself_too():
    """R6.13: he battled whoever attacked him, and may take it with him if he is still there; a leader he cannot."""
    theirs = Half(characters=[Put("ST08-013", rested=True, don=1)])
    table = Table(Half(characters=["ST01-008"]), theirs).do("attack Mr.2.Bon.Kurei(Bentham) with Nico Robin")
    assert (table.asked, set(table.options)) == (P2, {"yes", "no"})
    table.do("yes")
    assert (table.field(P1), table.field(P2)) == ([], [])
    table = Table(Half(), theirs).do("attack Mr.2.Bon.Kurei(Bentham) with leader")
    assert (table.asked, table.field(P2)) == (P1, ["ST08-013"])


def test_bentham_stays_when_the_other_cannot_be_kod():
    """R0.2, R8.8: Smoker cannot be K.O.'d by effects, so nothing was done."""
    theirs = Half(characters=[Put("ST06-004", rested=True)], hand=["ST01-007"])
    table = Table(Half(characters=[Put("ST08-013", don=1)]), theirs)
    table.do("attack Smoker with Mr.2.Bon.Kurei(Bentham)", "counter with Nami for Smoker", "yes")
    assert (table.field(P1), table.field(P2)) == (["ST08-013"], ["ST06-004"])


# ---------------------------------------------------------------------- R7: damage


def test_damage_takes_the_top_card_of_life():
    """R7.2: to hand, in order."""
    table = Table(Half(characters=["ST01-010"]), Half(life=["ST01-004", "ST01-006", "ST01-005"]))
    table.do("attack leader with leader", "attack leader with Franky")
    assert (table.hand(P2), table.life(P2)) == (["ST01-004", "ST01-006"], ["ST01-005"])


def test_the_amount_of_damage_is_fixed_when_dealing_starts():
    """R7.3, R7.5: the first point's Trigger returns Oden to hand; the second point is dealt all the same."""
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


def test_life_that_is_moved_is_no_damage():
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


# ---------------------------------------------------------------------- R8: effects


def test_texts_work_only_in_their_own_area():
    """R8.1, R8.2: Drake in hand or trash gives nothing; rested on the field with a DON!! he does."""
    on_field = Half("ST02-001", characters=[Put("ST02-014", rested=True, don=1)])
    elsewhere = Half("ST02-001", hand=["ST02-014"], trash=["ST02-014"], active=1)
    assert Table(on_field).power(P1, "ST02-001") == 6000
    assert Table(elsewhere).power(P1, "ST02-001") == 5000


def test_an_effect_with_a_cost_may_be_refused_and_one_without_must_be_used():
    """R8.3: Tesoro asks; Mihawk does not."""
    table = Table(Half(characters=["ST05-006"], active=2)).do("attack leader with Gild Tesoro")
    assert (table.asked, set(table.options)) == (P1, {"yes", "no"})
    assert (table.do("no").hand(P1), table.don(P1)) == ([], (2, 0, 8))
    half = Half(characters=[Put("ST03-005", don=1)], deck=["ST01-004"] * 2)
    table = Table(half).do("attack leader with Dracule Mihawk")
    assert table.trash(P1) == ["ST01-004"] * 2


def test_the_cost_is_paid_before_anything_happens_and_actions_come_in_their_order():
    """R8.4: Queen's DON!! goes first, then two cards are drawn, then one is trashed, which may be one of them."""
    half = Half(hand=["ST04-005"], active=5, deck=["ST01-004", "ST01-005"])
    table = Table(half).do("play Queen", "yes")
    assert table.don(P1) == (0, 4, 6)
    assert set(table.options) == {"Sanji", "Jinbe"}
    table.do("Sanji")
    assert (table.hand(P1), table.trash(P1)) == (["ST01-005"], ["ST01-004"])


def test_a_cost_is_paid_in_full_or_not_at_all():
    """R8.5: Carina needs a FILM card; resting her alone is no way to pay."""
    table = Table(Half(characters=["ST05-005"], hand=["ST01-003"], active=1), Half(active=5))
    assert "use Carina" not in table.options
    rested = Half(characters=[Put("ST05-005", rested=True)], hand=["ST05-007"], active=1)
    assert "use Carina" not in Table(rested, Half(active=5)).options


def test_an_event_may_be_used_without_paying_its_other_cost():
    """R8.5, R8.6: then nothing happens; with a DON!! left one is asked."""
    half = Half(hand=["ST05-016"], active=3)
    table = Table(half, Half(characters=["ST01-003"])).do("play Lion's Threat Imperial Earth Bind", "no")
    assert (table.don(P1), table.field(P2), table.trash(P1)) == ((0, 3, 7), ["ST01-003"], ["ST05-016"])
    table = Table(half, Half(characters=["ST01-003"])).do("play Lion's Threat Imperial Earth Bind", "yes")
    assert table.do("opposing Karoo").field(P2) == []
    assert table.don(P1) == (0, 1, 9)


def test_two_costs_that_take_the_same_are_paid_together_or_not_at_all():
    """R8.5: whoever has one FILM card and another card cannot spend the FILM card on the first of two costs."""
    costs = [{"pay": "trash_from_hand", "count": 1}]
    costs += [{"pay": "trash_from_hand", "count": 1, "filter": {"types_any": ["FILM"]}}]
    card = own("PAYER", effects=[when("activate_main", DRAW, cost=costs, optional=True)])
    table = Table(Half(characters=["PAYER"], cards=[card], hand=["ST05-007", "ST01-004"], deck=["ST01-005"]))
    table.do("use PAYER")
    assert (table.hand(P1), sorted(table.trash(P1))) == (["ST01-005"], ["ST01-004", "ST05-007"])


def test_don_that_are_returned_cannot_be_rested_too():
    """R8.5, R8.6: with one active and one rested DON!! the rested one must be the one that is returned."""
    costs = [{"pay": "return_don", "count": 1}, {"pay": "rest_don", "count": 1}]
    card = own("PAYER", effects=[when("activate_main", DRAW, cost=costs, optional=True)])
    table = Table(Half(characters=["PAYER"], cards=[card], active=1, rested=1)).do("use PAYER")
    if_asked(table, "active DON!!")
    active, rested, left = table.don(P1)
    assert (active, rested, left) == (0, 1, 9)
    poor = Table(Half(characters=["PAYER"], cards=[card], active=1))
    assert "use PAYER" not in poor.options


def test_what_an_earlier_part_of_a_cost_brings_may_pay_a_later_part():
    """R8.5: the cost is paid in its order, so the Life card that came to hand can be trashed."""
    costs = [{"pay": "life_to_hand", "count": 1, "from": "top"}, {"pay": "trash_from_hand", "count": 1}]
    card = own("PAYER", effects=[when("activate_main", DRAW, cost=costs, optional=True)])
    table = Table(Half(characters=["PAYER"], cards=[card], life=["ST01-004", "ST01-003"], deck=["ST01-005"]))
    table.do("use PAYER")
    assert (table.life(P1), table.trash(P1), table.hand(P1)) == (["ST01-003"], ["ST01-004"], ["ST01-005"])


def test_don_are_returned_from_wherever_their_owner_likes():
    """R8.6: active, rested or given ones."""
    half = Half(Put("ST03-001", don=1), characters=[Put("ST01-009", don=2)], active=2, rested=2)
    table = Table(half).do("use leader")
    assert set(table.options) == {"active DON!!", "rested DON!!", "DON!! of leader", "DON!! of Nefeltari Vivi"}
    table.do("DON!! of leader", "DON!! of Nefeltari Vivi", "rested DON!!", "active DON!!", "Nefeltari Vivi")
    assert table.hand(P1) == ["ST01-009"]
    assert table.don(P1) == (1, 1 + 1, 7)


def test_conditions_hold_at_every_moment_for_permanent_effects():
    """R8.7: Kaido with a DON!! and two Life is not K.O.'d in battle; with three he is, and so he is without."""
    for life, given, left in ((2, 1, ["ST09-004"]), (3, 1, []), (2, 0, [])):
        theirs = Half(characters=[Put("ST09-004", rested=True, don=given)], life=life)
        table = Table(Half(characters=["ST01-010"]), theirs).do("attack Kaido with Franky")
        assert table.field(P2) == left


def test_permanent_effects_follow_what_happens():
    """R8.7, R8.11: Drake rests, Urouge loses a friend, Yamato loses Life, Shiki's owner returns DON!!."""
    table = Table(Half("ST02-001", characters=[Put("ST02-014", don=1), "ST02-012"]))
    assert table.power(P1, "ST02-001") == 5000
    table.do("attack leader with X.Drake")
    assert (table.power(P1, "ST02-001"), table.power(P1, "ST02-014")) == (6000, 7000)
    assert table.power(P1, "ST02-012") == 3000
    table.do("end turn")
    assert table.power(P1, "ST02-001") == 5000

    three = Half(characters=[Put("ST02-003", don=1), Put("ST01-003", rested=True), "ST01-009"])
    table = Table(Half(), three)
    assert table.power(P2, "ST02-003") == 5000
    assert table.do("attack Karoo with leader").power(P2, "ST02-003") == 3000

    table = Table(Half(), Half(Put("ST09-001", don=1), life=3))
    assert table.power(P2, "ST09-001") == 5000
    assert table.do("attack leader with leader").power(P2, "ST09-001") == 6000

    for leader_used, left in ((False, ["ST05-008"]), (True, [])):
        shiki = Half("ST05-001", characters=[Put("ST05-008", rested=True)], active=8)
        table = Table(shiki, Half(characters=["ST04-003"]))
        table = table.do("use leader") if leader_used else table
        table.do("end turn", "attack Shiki with Kaido")
        assert table.field(P1) == left


def test_whose_turn_it_is_matters():
    """R8.7: Yamato with a DON!! and two Life has 1000 more in the opponent's turn only."""
    half = Half(Put("ST09-001", don=1), characters=["ST01-007"], life=2)
    table = Table(half)
    assert table.power(P1, "ST09-001") == 6000  # the DON!!
    table.do("end turn")
    assert (table.asked, table.power(P1, "ST09-001")) == (P2, 6000)  # its effect
    assert Table(Half(Put("ST09-001", don=1), life=3), seat=P2).power(P1, "ST09-001") == 5000


def test_a_cost_may_be_paid_in_vain():
    """R8.8: the leader's type is looked at only after the island was rested."""
    table = Table(Half("ST01-001", stage="ST04-017", active=1)).do("use Onigashima Island")
    assert table.unit(P1, "ST04-017").rested
    assert (table.kind, table.don(P1)) == ("action", (1, 0, 9))
    table = Table(Half("ST04-001", stage="ST04-017", active=1)).do("use Onigashima Island", "1")
    assert table.don(P1) == (1, 1, 8)


def test_linlin_pays_life_in_vain_with_more_than_two_left():
    """R8.8, R7.9: the card comes to hand; only with two or fewer left may one go back."""
    for life, offered in ((4, False), (3, True)):
        table = Table(Half(Put("ST07-001", don=2), hand=["ST01-004"], life=life))
        table.do("attack leader with leader", "yes", "top")
        assert ("Sanji" in table.options) == offered
        if offered:
            table.do("Sanji")
            assert table.life(P1) == ["ST01-004", "ST01-003", "ST01-003"]
            assert hidden(table.view(P2).halves[P1].life) == 3


def test_an_effect_may_be_used_without_a_target():
    """R8.9: the Sunny is rested for nobody."""
    table = Table(Half("ST02-001", stage="ST01-017", active=1)).do("use Thousand Sunny")
    assert table.kind == "action"
    assert table.unit(P1, "ST01-017").rested


def test_once_per_turn_is_for_each_card():
    """R8.10: two Namis each give one DON!!, and again in the next turn."""
    table = Table(Half("ST02-001", characters=["ST01-007", "ST01-007"], rested=3))
    table.do("use Nami #1", "leader")
    assert "use Nami #1" not in table.options
    table.do("use Nami #2", "leader")
    assert "use Nami #2" not in table.options
    assert table.unit(P1, "ST02-001").don == 2
    table.do("end turn", "end turn")
    assert {"use Nami #1", "use Nami #2"} <= set(table.options)


def test_an_effect_goes_on_when_its_source_is_gone():
    """R8.11: what Jinbe gave lasts for the turn, although he was returned to hand."""
    half = Half(characters=[Put("ST01-005", don=1)], hand=["ST03-015"], active=4)
    table = Table(half).do("attack leader with Jinbe", "leader", "play Sables", "Jinbe")
    assert table.field(P1) == []
    assert table.power(P1, "ST01-001") == 6000


def test_a_group_with_a_duration_is_those_who_were_there():
    """R8.11: Shanks strengthens the FILM characters on the field, not whoever comes later."""
    half = Half("ST05-001", characters=["ST05-013", "ST01-003"], hand=["ST05-007"], active=4)
    table = Table(half).do("use leader", "play Gordon")
    assert (table.power(P1, "ST05-013"), table.power(P1, "ST01-003")) == (8000, 3000)
    assert table.power(P1, "ST05-007") == 3000


def test_white_out_protects_those_who_were_there():
    """R8.11: Vivi cannot be K.O.'d this turn; Killer, who comes later, can."""
    theirs = Half(characters=["ST01-009"], life=["ST06-016", "ST02-005", "ST01-003"])
    mine = Half(characters=["ST01-010"], hand=["ST06-012", "ST06-012", "ST01-003", "ST01-003"], active=10)
    table = Table(mine, theirs).do("attack leader with leader", "use the Trigger")
    if_asked(table.do("attack leader with Franky", "no counter", "use the Trigger"), "none")
    assert table.field(P2) == ["ST01-009", "ST02-005"]
    table.do("play Monkey.D.Garp", "play Monkey.D.Garp", "use Monkey.D.Garp #1", "opposing Nefeltari Vivi")
    assert table.field(P2) == ["ST01-009", "ST02-005"]
    table.do("use Monkey.D.Garp #2", "opposing Killer")
    assert table.field(P2) == ["ST01-009"]


class TestAce:
    """A replacement: ST09-010, once in a turn."""

    def test_life_may_go_instead(self):
        """R8.12: top or bottom, and nobody was K.O.'d."""
        theirs = Half(characters=[Put("ST09-010", rested=True)], life=["ST01-004", "ST01-005", "ST01-006"])
        table = Table(Half("ST08-001", characters=["ST04-003"], rested=1), theirs).do("attack Portgas.D.Ace with Kaido")
        assert (table.asked, set(table.options)) == (P2, {"yes", "no"})
        table.do("yes")
        assert set(table.options) == {"top", "bottom"}
        table.do("bottom")
        assert (table.field(P2), table.life(P2)) == (["ST09-010"], ["ST01-004", "ST01-005"])
        assert table.trash(P2) == ["ST01-006"]
        assert table.don(P1) == (0, 1, 9)  # the leader saw no K.O.
        assert table.asked == P1

    def test_it_may_be_declined(self):
        """R8.12: then he goes, and the leader may take a DON!!."""
        theirs = Half(characters=[Put("ST09-010", rested=True)])
        table = Table(Half("ST08-001", characters=["ST04-003"], rested=1), theirs)
        table.do("attack Portgas.D.Ace with Kaido", "no")
        assert (table.field(P2), len(table.life(P2))) == ([], 5)
        assert (table.asked, set(table.options)) == (P1, {"0", "1"})
        assert table.do("1").unit(P1, "ST08-001").don == 1

    def test_it_needs_life(self):
        """R8.12: a replacement that cannot be carried out is not offered."""
        theirs = Half(characters=[Put("ST09-010", rested=True)], life=0)
        table = Table(Half(characters=["ST04-003"]), theirs).do("attack Portgas.D.Ace with Kaido")
        assert (table.field(P2), table.asked) == ([], P1)

    def test_it_helps_once_in_a_turn(self):
        """R8.10, R8.12: the second K.O. of the turn is one; in another turn it helps again."""
        theirs = Half(characters=[Put("ST09-010", rested=True)], life=3)
        mine = Half(characters=["ST04-003", "ST04-003"])
        table = Table(mine, theirs).do("attack Portgas.D.Ace with Kaido #1", "yes", "top")
        table.do("attack Portgas.D.Ace with Kaido #2")
        assert (table.field(P2), table.asked) == ([], P1)

    def test_it_helps_against_effects_too(self):
        """R8.12, R10.1: King's master K.O.s by an effect."""
        table = Table(Half(hand=["ST04-003"], active=9), Half(characters=["ST09-010"], life=1))
        table.do("play Kaido", "yes", "opposing Portgas.D.Ace", "yes")
        assert (table.field(P2), table.life(P2)) == (["ST09-010"], [])

    def test_two_of_them_with_one_life(self):
        """R8.12, R8.10: the Life of one is not there for the other."""
        theirs = Half("ST08-001", characters=["ST09-010", "ST09-010"], life=1, rested=2)
        table = Table(Half(hand=["SWEEP"], active=1, cards=OWN), theirs).do("play SWEEP", "yes")
        assert (len(table.field(P2)), table.life(P2)) == (1, [])
        assert table.asked == P1  # and it is not P2's turn, so the leader takes no DON!!
        assert table.don(P2) == (0, 2, 8)

    def test_it_does_not_help_against_a_return(self):
        """R8.12, R10.2: to hand is no K.O."""
        table = Table(Half(hand=["ST03-015"], active=4), Half(characters=["ST09-010"]))
        table.do("play Sables", "opposing Portgas.D.Ace")
        assert (table.hand(P2), table.asked) == (["ST09-010"], P1)


def test_an_effect_whose_source_is_gone_is_lost():
    """R8.13: of two effects the first returned the card to hand, so the second does not come."""
    effects = [when("when_attacking", {"op": "return_to_hand", "target": THIS}), when("when_attacking", DRAW)]
    table = Table(Half(characters=["TWICE"], cards=[own("TWICE", effects=effects)])).do("attack leader with TWICE")
    assert len(table.options) == 2
    gone = Table(Half(characters=["TWICE"], cards=[own("TWICE", effects=effects)]))
    gone.do("attack leader with TWICE").do(gone.options[0])
    assert gone.hand(P1) == ["TWICE"]
    stays = table.do(table.options[1])
    assert sorted(stays.hand(P1)) == ["ST01-003", "TWICE"]


def test_on_play_of_a_card_that_left_again_is_lost():
    """R8.13, R11.3: Teach and Kuma come together; Teach returns Kuma, who looks at nothing."""
    both = play_from_hand("Marshall.D.Teach", "Bartholomew Kuma", most=2)
    event = own("BOTH", "event", effects=[when("main", both, optional=True)])
    table = Table(Half(hand=["BOTH", "ST03-014", "ST03-010"], cards=[event], active=1))
    table.do("play BOTH", "Marshall.D.Teach", "Bartholomew Kuma")
    assert table.field(P1) == ["ST03-014", "ST03-010"]
    if "none" not in table.options:
        table.do(next(option for option in table.options if option.startswith("Marshall")))
    table.do("Bartholomew Kuma")
    assert (table.hand(P1), table.kind) == (["ST03-010"], "action")


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


def test_on_play_follows_whatever_put_the_card_into_play():
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


def test_other_removal_is_no_ko():
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

ASKS = when("on_ko", power_up())
FIRST = own("FIRST", effects=[when("on_ko", play_from_hand("LATER"))])
OTHER = own("OTHER", effects=[ASKS])
LATER = own("LATER", cost=5, effects=[when("on_play", power_up())])
ALL_CHARACTERS = {"select": "all", "side": "any", "zone": ["character"]}
SWEEP = own("SWEEP", "event", effects=[when("main", {"op": "ko", "target": ALL_CHARACTERS}, optional=True)])
OWN = [FIRST, OTHER, LATER, SWEEP]


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


# ---------------------------------------------------------------------- R12: winning


def test_a_deck_without_cards_loses_at_once():
    """R12.2: by the draw of a turn, and by a card that goes to Life."""
    table = Table(Half(deck_size=1), seat=P2, turn=6).do("end turn")
    assert (table.over, table.winner) == (True, P2)
    theirs = Half(characters=[Put("ST09-005", rested=True)], hand=["ST01-004"] * 2, deck_size=1)
    table = Table(Half(characters=["ST04-003"]), theirs).do("attack Kouzuki Oden with Kaido", "yes")
    if_asked(table, "1")
    assert table.winner == P1
    assert "deck" in GAME.outcome(table.state).reason


def test_who_has_one_card_left_has_not_lost():
    """R12.2: the draw of the turn leaves one."""
    table = Table(Half(deck_size=2), seat=P2, turn=6).do("end turn")
    assert (table.over, len(table.deck(P1))) == (False, 1)


def test_both_losing_at_once_is_a_draw():
    """R12.3: no effect of the language does it yet; whoever counts the losers finds a draw."""
    table = Table()
    table.state.end(3, "both at once")
    assert (table.over, table.winner) == (True, None)
    assert GAME.outcome(table.state).winner is None


def test_a_player_may_concede_at_any_time():
    """R12.4, R12.1: also while the other one decides."""
    match = Match(OnePiece("ST01", "ST02"), seed=1)
    match.resign(1 - match.decision().seat)
    assert match.outcome.winner == GAME.to_move(match.position)


# ---------------------------------------------------------------------- R13: endless loops


def test_a_loop_that_nobody_can_stop_is_a_draw():
    """R13.1: something that brings itself about again; no words of the language make one, so it is made here."""

    def again(state):
        state.push(again)

    table = Table(Half(active=1))
    table.state.do_only(Frame(again))
    assert (table.over, table.winner) == (True, None)


def test_a_loop_that_one_player_can_stop_ends():
    """R13.2: what changes nothing cannot be done for ever, and the turn can still be ended."""
    stage = own("WHEEL", "stage", effects=[when("activate_main", {"op": "rest", "target": THIS}, optional=True)])
    table = Table(Half("ST08-001", stage="WHEEL", cards=[stage]))
    for _ in range(2000):
        if table.asked != P1 or "use WHEEL" not in table.options:
            break
        table.do("use WHEEL")
    assert not table.over
    assert table.asked == P2 or "end turn" in table.options


def test_a_loop_that_both_can_stop_ends():
    """R13.3: an effect in which the opponent has a say is no way around it."""
    ways = {
        "op": "choose_one",
        "chooser": "opponent",
        "options": [[{"op": "rest", "target": THIS}], [power_up(0, THIS)]],
    }
    stage = own("WHEEL", "stage", effects=[when("activate_main", ways, optional=True)])
    table = Table(Half("ST08-001", stage="WHEEL", cards=[stage]))
    for _ in range(4000):
        if table.over or table.state.turn > 5:
            break
        table.do("use WHEEL" if "use WHEEL" in table.options else table.options[0])
    assert not table.over
    assert table.state.turn == 6


# ---------------------------------------------------------------------- conventions


def test_refresh_of_the_very_first_turn_asks_nothing():
    """C1: the first decision after the mulligans is the first main phase."""
    table = new_game().do("go second", "keep", "keep")
    assert (table.kind, table.state.turn) == ("action", 1)
    assert not table.side(table.asked).leader.rested


def test_nothing_is_asked_that_leaves_no_choice():
    """C2: no Blocker, no counter and no Trigger, so the attack goes through; and a turn without options ends."""
    table = Table(Half("ST08-001", characters=["ST01-008"]), Half(life=["ST01-004"] * 5))
    table.do("attack leader with leader")
    assert (table.asked, len(table.life(P2))) == (P1, 4)
    table.do("attack leader with Nico Robin")
    assert (table.asked, table.state.turn, len(table.life(P2))) == (P2, 6, 3)


def test_a_cost_that_takes_all_there_is_asks_nothing():
    """C2: whoever has seven DON!! and returns seven has no choice, wherever they lie."""
    table = Table(Half(Put("ST04-001", don=1), active=4, rested=2), Half(life=0)).do("use leader")
    assert table.kind == "action"
    assert table.don(P1) == (0, 0, 10)


def test_a_game_of_a_hundred_turns_is_a_draw():
    """C3: it stops."""
    table = Table(Half(), Half(), turn=99).do("end turn")
    assert not table.over
    table.do("end turn")
    assert (table.over, table.winner) == (True, None)


@pytest.mark.parametrize(("target", "left"), [("ST04-003", []), ("ST05-011", ["ST05-011"])])
def test_zephyr_grows_before_powers_are_compared(target, left):
    """C4: +3000 against a Strike character, so 8000 beats 10000; not against another."""
    theirs = Half(characters=[Put(target, rested=True)])
    table = Table(Half(characters=["ST05-010"]), theirs)
    table.do(f"attack {'Kaido' if left == [] else 'Douglas Bullet'} with Zephyr")
    assert table.field(P2) == left
    assert table.power(P1, "ST05-010") == (8000 if left else 11000)


def test_zephyr_grows_as_a_target_too():
    """C4: against an attacking Strike character; a leader is none."""
    theirs = Half(characters=[Put("ST05-010", rested=True)])
    assert Table(Half(characters=["ST04-003"]), theirs).do("attack Zephyr with Kaido").field(P2) == ["ST05-010"]
    leader = Table(Half(Put("ST01-001", don=3)), theirs).do("attack Zephyr with leader")
    assert leader.field(P2) == []


# ---------------------------------------------------------------------- all of them

RULES = {
    0: "R0.1 R0.2 R0.3 R0.4 R0.5 R0.6 R0.7",
    1: "R1.1 R1.2 R1.3 R1.4",
    2: "R2.1 R2.2 R2.3 R2.4 R2.5 R2.6",
    3: "R3.1 R3.2 R3.3 R3.4",
    4: "R4.1 R4.2 R4.3 R4.4 R4.5 R4.6",
    5: "R5.1 R5.2 R5.3 R5.4 R5.5 R5.6 R5.7 R5.8",
    6: "R6.1 R6.2 R6.3 R6.4 R6.5 R6.6 R6.7 R6.8 R6.9 R6.10 R6.11 R6.12 R6.13",
    7: "R7.1 R7.2 R7.3 R7.4 R7.5 R7.6 R7.7 R7.8 R7.9 R7.10",
    8: "R8.1 R8.2 R8.3 R8.4 R8.5 R8.6 R8.7 R8.8 R8.9 R8.10 R8.11 R8.12 R8.13",
    9: "R9.1 R9.2 R9.3 R9.4 R9.5 R9.6 R9.7",
    10: "R10.1 R10.2 R10.3 R10.4",
    11: "R11.1 R11.2 R11.3 R11.4",
    12: "R12.1 R12.2 R12.3 R12.4",
    13: "R13.1 R13.2 R13.3",
    "conventions": "C1 C2 C3 C4 C5 C6",
}
SCENARIOS = [f"S{number:02}" for number in range(1, 29)]


def test_every_rule_and_every_scenario_is_cited():
    """Each number stands in the docstring of a test, here or among the rulings."""
    cited = set()
    for name in ("test_onepiece_rules.py", "test_onepiece_rulings.py"):
        for node in ast.walk(ast.parse((Path(__file__).parent / name).read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited |= set(re.findall(r"\b(?:R\d+\.\d+|C\d|S\d\d)\b", ast.get_docstring(node) or ""))
    assert {number for numbers in RULES.values() for number in numbers.split()} | set(SCENARIOS) == cited
