"""What changed in the third version of the rules, and that records of earlier ones replay as they were played."""

from random import Random

import pytest

from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import read_deck
from sparring.games.onepiece.rules.turn import new_game
from sparring.match.table import Table as Match
from sparring.rules.record import Record
from support.onepiece_decks import GAME, deck_file
from support.onepiece_own_cards import ONE_OF_MINE, own, power_up, when
from support.onepiece_players import DECKS
from support.onepiece_random_games import known_in_hand, known_life
from support.onepiece_table import P1, P2, Half, Table

ALL_THEIRS = {"select": "all", "side": "opponent", "zone": ["character"]}
EVERYBODY = {"select": "all", "side": "any", "zone": ["character"]}
SINK = own("SINK", "event", effects=[when("main", {"op": "place_at_deck_bottom", "target": ALL_THEIRS})])
FLOOD = own("FLOOD", "event", effects=[when("main", {"op": "place_at_deck_bottom", "target": EVERYBODY})])


def life(face, to="top_or_bottom", target=EVERYBODY):
    action = {"op": "character_to_life", "target": target, "to": to, "face": face}
    return own("LIFT", "event", effects=[when("main", action)])


LIFT = life("down")
KAROO, NAMI, JINBE = "ST01-003", "ST01-007", "ST01-005"


def table(card, mine=(), theirs=(KAROO, NAMI, JINBE), **how):
    return Table(Half(characters=mine, hand=[card.id], cards=[card], active=1), Half(characters=theirs), **how)


# ---------------------------------------------------------------------- R2.4: the owner chooses the order


@pytest.mark.req("OP-1")
def test_the_owner_of_several_cards_that_go_under_a_deck_chooses_their_order():
    asked = table(SINK).do("play SINK")
    assert asked.asked == P2
    assert set(asked.options) == {"Karoo", "Nami", "Jinbe"}
    assert asked.field(P2) == [KAROO, NAMI, JINBE], "they go at once, when their order is known"
    asked.do("Nami", "Jinbe")
    assert asked.deck(P2)[-3:] == [NAMI, JINBE, KAROO]
    assert asked.field(P2) == []
    assert asked.kind == "action"


def test_the_turn_player_puts_its_cards_in_order_first():
    asked = table(FLOOD, mine=[KAROO, NAMI], theirs=[NAMI, KAROO]).do("play FLOOD")
    assert asked.asked == P1
    asked.do("Nami")
    assert asked.asked == P2
    asked.do("Karoo")
    assert asked.deck(P1)[-2:] == [NAMI, KAROO]
    assert asked.deck(P2)[-2:] == [KAROO, NAMI]


def test_equal_cards_are_no_choice_and_one_card_is_known_to_lie_there():
    same = table(SINK, theirs=[KAROO, KAROO]).do("play SINK")
    assert same.kind == "action"
    assert same.deck(P2)[-2:] == [KAROO, KAROO]
    bottom = [same.view(P1).card(entry) for entry in same.view(P1).halves[P2].deck[:2]]
    assert [card and card.id for card in bottom] == [KAROO, KAROO]
    two = table(SINK, theirs=[KAROO, KAROO, NAMI]).do("play SINK", "Karoo")
    assert two.options == ["Karoo", "Nami"]


def test_the_opponent_does_not_learn_the_order():
    first = table(SINK).do("play SINK", "Nami", "Jinbe")
    other = table(SINK).do("play SINK", "Karoo", "Nami")
    assert first.view(P1)._replace(stack=()) == other.view(P1)._replace(stack=(), decks=first.state.decks)
    assert first.view(P2).halves[P2].deck[:3] != other.view(P2).halves[P2].deck[:3]
    asked = table(SINK).do("play SINK")
    option = asked.state.question.options[0]
    assert GAME.move_seen_by(P1, asked.state, option) == "place a card"
    assert GAME.move_seen_by(P2, asked.state, option) == "Karoo"


def test_several_cards_that_go_into_life_are_put_in_order_by_their_owner():
    asked = table(LIFT, theirs=[KAROO, NAMI]).do("play LIFT")
    assert asked.asked == P1
    assert asked.prompt == "LIFT: opposing Karoo to the top or the bottom of Life?"
    asked.do("top", "top")
    assert asked.asked == P2
    asked.do("Nami")
    assert asked.life(P2)[:2] == [NAMI, KAROO]
    assert known_life(asked, P2, viewer=P1)[:2] == [None, None]
    assert known_life(asked, P2, viewer=P2)[:2] == [NAMI, KAROO]
    ends = table(LIFT, theirs=[KAROO, NAMI]).do("play LIFT", "top", "bottom")
    assert ends.kind == "action"
    assert (ends.life(P2)[0], ends.life(P2)[-1]) == (KAROO, NAMI)
    assert known_life(ends, P2, viewer=P1)[0] == KAROO


def test_face_up_cards_are_seen_by_both_in_whatever_order():
    up = life("up", to="top")
    asked = table(up, theirs=[KAROO, NAMI]).do("play LIFT", "Karoo")
    assert asked.life(P2)[:2] == [KAROO, NAMI]
    assert known_life(asked, P2, viewer=P1)[:2] == [KAROO, NAMI]
    assert known_in_hand(asked, P2) == []


# ---------------------------------------------------------------------- a battle that is not there


def test_what_lasts_for_a_battle_does_nothing_outside_of_one():
    boost = own("BOOST", effects=[when("activate_main", power_up(3000, duration="battle"), once_per_turn=True)])
    mine = Half(characters=["BOOST"], cards=[boost])
    theirs = Half(hand=[KAROO])
    before = Table(mine, theirs, edition=2).do("use BOOST", "leader", "attack leader with leader")
    assert before.power(P1, "ST01-001") == 8000
    now = Table(mine, theirs).do("use BOOST")
    assert now.kind == "action", "nobody is asked who gets it"
    assert now.power(P1, "ST01-001") == 5000
    now.do("attack leader with leader")
    assert now.power(P1, "ST01-001") == 5000


def test_it_works_in_a_battle_and_whatever_follows_is_still_done():
    attack = own("FIGHT", effects=[when("when_attacking", power_up(1000, ONE_OF_MINE, "battle"))])
    fought = Table(Half(characters=["FIGHT"], cards=[attack]), Half(hand=[KAROO]))
    fought.do("attack leader with FIGHT", "FIGHT")
    assert fought.power(P1, "FIGHT") == 6000
    both = own("BOTH", effects=[when("activate_main", power_up(1000, duration="battle"), {"op": "draw", "count": 1})])
    drawn = Table(Half(characters=["BOTH"], cards=[both]))
    drawn.do("use BOTH")
    assert len(drawn.hand(P1)) == 1


# ---------------------------------------------------------------------- earlier versions


def sinkers():
    """A deck in which two sevenths of the cards put several cards under a deck."""
    deck = deck_file("ST01")
    sink = when("main", {"op": "place_at_deck_bottom", "target": EVERYBODY})
    effects = [sink, when("main", power_up(2000, duration="battle"))]
    card = {"category": "event", "color": "red", "cost": 1, "count": 4, "effects": effects}
    events = [{"id": f"OLD-{number}", "name": f"Sinker {number}", **card} for number in range(3)]
    deck["deck"], gone = "old", 0
    for card in list(deck["cards"]):
        if card["category"] != "leader" and gone < 12:
            deck["cards"].remove(card)
            gone += card["count"]
    deck["cards"] += events
    missing = 50 - sum(card["count"] for card in deck["cards"] if card["category"] != "leader")
    deck["cards"] += [{"id": "ST01-003", "count": missing}] if missing else []
    return read_deck(deck, "old", {})


@pytest.mark.req("OP-1")
def test_records_of_version_2_replay_as_they_were_played():
    deck = sinkers()
    text = decklists.text_of(deck)
    new = OnePiece(text, text)
    old = new.in_version(2)
    assert (old.version, new.version) == (2, 3)
    asked_now = 0
    for seed in range(4):
        rng, match = Random(seed), Match(old, seed)
        while match.outcome is None:
            match.choose(rng.choice(list(match.decision().options)))
        record = Record.parse(str(match.record()))
        assert record.rules == 2
        again = Match.of_record(new, record)
        assert again.position == match.position
        asked_now += "order cards" in played_by(new, seed, Random(seed))
    assert asked_now


def played_by(game, seed, rng):
    """What the questions of a random game are about."""
    position, found = game.start(Random(seed)), set()
    while position.question is not None:
        found.add(position.question.about.what)
        position = game.play(position, rng.choice(position.question.options))
    return found


def test_the_starter_decks_play_the_same_in_versions_2_and_3():
    """So ratings and puzzles that were measured under version 2 hold under version 3."""
    for number, first in enumerate(DECKS):
        pair = [decklists.read(name) for name in (first, DECKS[(number + 4) % 9])]
        games = [new_game(decklists.pair(*pair, edition), number) for edition in (2, 3)]
        rng = Random(number)
        while games[0].question is not None:
            question, other = games[0].question, games[1].question
            assert (question.kind, question.seat, question.options) == (other.kind, other.seat, other.options)
            option = rng.choice(question.options)
            for state in games:
                state.choose(option)
        assert games[0].key() == games[1].key()


def test_there_is_no_other_version():
    with pytest.raises(ValueError, match="version 4"):
        OnePiece().in_version(4)
