"""R0, R1 and R2: principles, components and zones."""

import pytest

from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import BadDeck, known_cards, read_deck, shipped
from support.onepiece_own_cards import attacks, cheaper, hidden, new_game, own, when
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

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
    """R0.3, R8.9: there is nothing to K.O., and the DON!! is still added."""
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


def test_the_fields_of_cards():
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
