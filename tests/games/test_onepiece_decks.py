"""Decks: whatever is wrong with one is said in one message, and a deck that is accepted can be played."""

import base64
import copy
import importlib.util
import json
import zlib
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import sparring
from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import BadDeck, known_cards, load_deck, read_deck, shipped
from sparring.games.onepiece.rules.turn import new_game
from sparring.rules import SparringError
from support.naive_onepiece import broken_rules, broken_texts

GAME = OnePiece()
NAMES = sorted(shipped())
HERE = Path(__file__).resolve().parents[2]
SPEC = HERE.parent / "shared" / "spec" / "onepiece"
FILES = HERE / "src" / "sparring" / "games" / "onepiece" / "decks"


def deck_file(name="ST01"):
    """A deck as its file has it, to be spoiled."""
    return json.loads((FILES / f"{name}.json").read_text("utf-8"))


def main_cards(deck):
    return [card for card in deck["cards"] if card["category"] != "leader"]


def trouble(deck, known=None):
    """The message about a bad deck: one error, one line."""
    with pytest.raises(BadDeck) as caught:
        read_deck(deck, "mine", known_cards() if known is None else known)
    return one_line(caught.value)


def one_line(error):
    message = str(error)
    assert message.isprintable(), message
    assert message.endswith(".")
    return message


def one_game(deck, seed=1, other=None):
    """A game of any choices with a deck on both sides (or another one against it), looked at after every decision."""
    rng = Random(seed)
    state = new_game(decklists.Decks((deck, other or deck)), seed, telling=True)
    for number in range(3000):
        assert not (wrong := broken_rules(state)), wrong
        for seat in (0, 1):
            view = GAME.view(state, seat)
            lines = [GAME.prompt(view), *GAME.news(view)] if number % 10 == seat else []
            assert all(line.isprintable() for line in lines), lines
            if number % 40 == seat:
                assert GAME.draw(view).replace("\n", "").isprintable()
        if state.question is None:
            return state
        wrong = list(broken_texts([GAME.move_text(state, option) for option in state.question.options]))
        assert not wrong, wrong
        state = GAME.play(state, rng.choice(state.question.options))
    pytest.fail("the game does not end")


# ---------------------------------------------------------------------- those that come with the game


@pytest.mark.req("OP-1")
@pytest.mark.parametrize("name", NAMES)
def test_a_deck_that_comes_with_the_game_is_valid_and_needs_no_other(name):
    deck = read_deck(deck_file(name), name, {})
    assert deck.name == name
    assert sum(count for _, count in deck.cards) == 50
    assert all(1 <= count <= 4 for _, count in deck.cards)
    assert {color for card, _ in deck.cards for color in card.colors} <= set(deck.leader.colors)
    assert len({card.id for card, _ in deck.cards}) == len(deck.cards)


@pytest.mark.req("OP-1")
def test_nine_decks_come_with_the_game_and_149_cards():
    assert [f"ST0{number}" for number in range(1, 10)] == NAMES
    assert len(known_cards()) == 149


def validator():
    """The validator of the specification, which knows nothing of ours."""
    path = SPEC / "validate_decks.py"
    if not path.is_file():
        pytest.skip("shared/data: the specification's validator is not here")
    spec = importlib.util.spec_from_file_location("validate_decks", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.req("OP-1")
def test_the_decks_are_those_of_the_specification():
    validator()
    for name in NAMES:
        ours, theirs = deck_file(name), json.loads((SPEC / "decks" / f"{name}.json").read_text("utf-8"))
        assert Counter({card["id"]: card["count"] for card in main_cards(ours)}) == Counter(
            {card["id"]: card["count"] for card in main_cards(theirs)}
        )
        printed = ("name", "category", "color", "cost", "power", "counter", "life", "attribute", "types", "keywords")
        for card, same in zip(ours["cards"], theirs["cards"], strict=True):
            assert [card.get(key) for key in printed] == [same.get(key) for key in printed]
            assert (card["effects"], card["trigger"]) == (same["effects"], same["trigger"])


# ---------------------------------------------------------------------- one mistake each


def set_card(number, **fields):
    def spoil(deck):
        deck["cards"][number].update(fields)

    return spoil


def set_effect(**fields):
    """Change the first effect of a card that has one."""

    def spoil(deck):
        card = next(card for card in main_cards(deck) if card["effects"])
        card["effects"][0].update(fields)

    return spoil


def drop(number, field):
    def spoil(deck):
        del deck["cards"][number][field]

    return spoil


def with_actions(*actions):
    return set_effect(timing="on_play", conditions=[], cost=[], optional=False, actions=list(actions))


def another_leader(deck):
    deck["cards"].append({**deck["cards"][0], "id": "OWN-001"})


def the_same_leader_again(deck):
    deck["cards"].append(copy.deepcopy(deck["cards"][0]))


def no_leader(deck):
    del deck["cards"][0], deck["leader"]


def put(field, value):
    def spoil(deck):
        deck[field] = value

    return spoil


CHOOSE = {"select": "choose", "side": "any", "zone": ["character"], "min": 0, "max": 1}
MISTAKES = {
    "49 cards": (set_card(1, count=3), "49 cards besides the leader, not 50"),
    "51 cards": (lambda deck: deck["cards"].append({**deck["cards"][1], "id": "OWN-001", "count": 1}), "51 cards"),
    "five copies": (lambda deck: (set_card(1, count=5)(deck), set_card(2, count=3)(deck)), "5 copies"),
    "five copies in two places": (
        lambda deck: (deck["cards"].append({**deck["cards"][1], "count": 1}), set_card(2, count=3)(deck)),
        "ST01-002",
    ),
    "another colour": (set_card(1, color="green"), "green"),
    "no such colour": (set_card(1, color="pink"), "pink"),
    "a colour that is a number": (set_card(1, color=5), "color"),
    "a list of no colours": (set_card(1, color=[]), "color"),
    "a list of lists of colours": (set_card(1, color=[["red"]]), "color"),
    "an unknown card": (lambda deck: deck["cards"].__setitem__(1, {"id": "ST99-001", "count": 4}), "ST99-001"),
    "an unknown timing": (set_effect(timing="at_breakfast"), "at_breakfast"),
    "a timing that is a list": (set_effect(timing=["on_play"]), "timing"),
    "no timing": (set_effect(timing=None), "timing"),
    "an unknown condition": (set_effect(conditions=[{"if": "it_rains"}]), "it_rains"),
    "an unknown cost": (set_effect(cost=[{"pay": "a_song"}], optional=True), "a_song"),
    "an unknown action": (with_actions({"op": "explode"}), "explode"),
    "an action that is a list": (with_actions([]), "action"),
    "an action whose word is a list": (with_actions({"op": ["ko"]}), "action"),
    "an unknown selector": (with_actions({"op": "ko", "target": {"select": "everything"}}), "everything"),
    "a selector whose word is a list": (with_actions({"op": "ko", "target": {"select": ["all"]}}), "selector"),
    "an unknown filter": (with_actions({"op": "ko", "target": {**CHOOSE, "filter": {"smell": 1}}}), "smell"),
    "an unknown zone": (with_actions({"op": "ko", "target": {**CHOOSE, "zone": ["sea"]}}), "sea"),
    "an unknown side": (with_actions({"op": "ko", "target": {**CHOOSE, "side": "up"}}), "up"),
    "min above max": (with_actions({"op": "ko", "target": {**CHOOSE, "min": 2}}), "min 2"),
    "an unknown field of an action": (with_actions({"op": "draw", "count": 1, "loudly": True}), "loudly"),
    "a missing field of an action": (with_actions({"op": "draw"}), "count"),
    "a field of the wrong type": (with_actions({"op": "draw", "count": "two"}), "'two'"),
    "true for a number": (with_actions({"op": "draw", "count": True}), "True"),
    "a number for true": (with_actions({"op": "set_don_active", "count": 1, "up_to": 1}), "true or false"),
    "a fraction for a number": (with_actions({"op": "draw", "count": 1.0}), "1.0"),
    "fewer than none": (with_actions({"op": "draw", "count": -1}), "-1"),
    "a huge number": (with_actions({"op": "draw", "count": 10**30}), str(10**30)),
    "a name that nothing has": (with_actions({"op": "ko", "target": {"select": "bound", "bind": "it"}}), "'it'"),
    "a duration of another timing": (
        with_actions({"op": "modify_power", "target": CHOOSE, "amount": 1, "duration": "while_condition"}),
        "while_condition",
    ),
    "no actions": (with_actions(), "action"),
    "an unknown field of an effect": (set_effect(colour="loud"), "'colour'"),
    "an effect with a cost that is a must": (set_effect(cost=[{"pay": "rest_this"}], optional=False), "optional"),
    "an effect that is a text": (set_card(1, effects=["draw a card"]), "timing"),
    "effects that are no list": (set_card(1, effects={}), "list"),
    "a trigger among the effects": (set_effect(timing="trigger"), "trigger"),
    "a character with a main effect": (set_effect(timing="main"), "main"),
    "an unknown field of a card": (set_card(1, flavour="sweet"), "'flavour'"),
    "an unknown field of a deck": (put("author", "me"), "'author'"),
    "no name": (drop(1, "name"), "name"),
    "no category": (drop(1, "category"), "category"),
    "no colour": (drop(1, "color"), "color"),
    "no cost": (set_card(1, cost=None), "cost"),
    "no power": (drop(1, "power"), "power"),
    "no id": (drop(1, "id"), "no id"),
    "an id that is a number": (set_card(1, id=7), "id"),
    "an empty id": (set_card(1, id=""), "id"),
    "a cost below 0": (set_card(1, cost=-1), "-1"),
    "a power that is a text": (set_card(1, power="5000"), "'5000'"),
    "a power that is true": (set_card(1, power=True), "True"),
    "a huge power": (set_card(1, power=10**40), str(10**40)),
    "a counter of a huge number": (set_card(1, counter=10**40), "counter"),
    "life on a character": (set_card(1, life=5), "life"),
    "a leader with a cost": (set_card(0, cost=5), "cost"),
    "a leader without life": (set_card(0, life=None), "life"),
    "a leader with a counter": (set_card(0, counter=1000), "counter"),
    "an unknown attribute": (set_card(1, attribute="Sleep"), "Sleep"),
    "an unknown keyword": (set_card(1, keywords=["Fly"]), "Fly"),
    "types that are a text": (set_card(1, types="Pirates"), "types"),
    "a count of 0": (set_card(1, count=0), "count"),
    "a count that is a text": (set_card(1, count="4"), "'4'"),
    "a count that is true": (set_card(1, count=True), "True"),
    "a huge count": (set_card(1, count=10**20), str(10**20)),
    "no leader": (no_leader, "leader"),
    "two leaders": (another_leader, "leader"),
    "the same leader twice": (the_same_leader_again, "leader"),
    "a leader with a count of two": (set_card(0, count=2), "leader"),
    "a leader that is not among the cards": (put("leader", "OWN-009"), "OWN-009"),
    "a leader that is a character": (put("leader", "ST01-002"), "ST01-002"),
    "a leader that is a list": (put("leader", ["ST01-001"]), "leader"),
    "cards that are no list": (put("cards", {}), "cards"),
    "no cards": (put("cards", []), "0 cards"),
    "a card that is a text": (lambda deck: deck["cards"].append("Luffy"), "no id"),
    "an empty name": (set_card(1, name=""), "name"),
    "a name of blanks": (set_card(1, name="  "), "name"),
    "a name of two lines": (set_card(1, name="one\ntwo"), "name"),
    "a name that clears the screen": (set_card(1, name="\x1b[2J"), "name"),
    "a name of half a character": (set_card(1, name="\ud800"), "name"),
    "a name that is a number": (set_card(1, name=7), "name"),
    "an id of two lines": (set_card(1, id="OWN\n1"), "OWN"),
    "an id that clears the screen": (set_card(1, id="\x1b[2J"), "id"),
    "a type of two lines": (set_card(1, types=["one\ntwo"]), "types"),
    "a filter of two lines": (
        with_actions({"op": "ko", "target": {**CHOOSE, "filter": {"name_any": ["a\nb"]}}}),
        "name_any",
    ),
    "a deck's name of two lines": (put("deck", "one\ntwo"), "name"),
    "a deck's title that clears the screen": (put("name", "\x1b[2J"), "name"),
    "a deck's name that is a list": (put("deck", ["ST01"]), "name"),
}


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_deck_is_named(mistake):
    spoil, said = MISTAKES[mistake]
    deck = deck_file()
    spoil(deck)
    assert said in trouble(deck)


@pytest.mark.req("OP-2")
def test_everything_that_is_wrong_is_said_in_one_message():
    deck = deck_file()
    plain = [number for number, card in enumerate(deck["cards"]) if number and not card["effects"]]
    set_card(plain[0], count=5)(deck)
    set_card(plain[1], color="green")(deck)
    set_card(plain[2], keywords=["Fly"])(deck)
    set_effect(timing="at_breakfast", loud=True)(deck)
    deck["cards"][-1] = {"id": "ST99-001", "count": 2}
    deck["author"] = "me"
    message = trouble(deck)
    for said in ("R1.1", "R1.4", "R1.3", "Fly", "at_breakfast", "ST99-001", "author"):
        assert said in message


@pytest.mark.req("OP-2")
def test_a_message_about_a_thousand_mistakes_stays_readable():
    deck = deck_file()
    deck["cards"] += [{"id": f"OWN-{number}", "count": 1} for number in range(1000)]
    message = trouble(deck)
    assert len(message) < 5000
    assert "more" in message


@pytest.mark.req("OP-2")
def test_what_is_right_about_a_deck_is_not_called_wrong():
    """A card with a mistake is still a card of the deck: fifty are fifty, and five copies are five."""
    deck = deck_file()
    set_card(1, keywords=["Fly"])(deck)
    message = trouble(deck)
    assert "Fly" in message
    assert "R1.1" not in message
    set_card(1, count=5)(deck)
    set_card(2, count=3)(deck)
    message = trouble(deck)
    assert "5 copies" in message
    assert "R1.1" not in message


@pytest.mark.parametrize("content", [None, [], "", 5, 1.5, True, {}, {"cards": None}, {"cards": 5}, [[]]])
def test_what_is_no_deck_at_all_is_refused(content):
    trouble(content)


# ---------------------------------------------------------------------- files


@pytest.mark.req("OP-2")
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   ",
        b"{",
        b"nonsense",
        b"\xff\xfe\x00\x01binary\x80",
        b"\x00" * 1000,
        b"null",
        b"[" * 100_000,
        b'{"cards":' * 100_000,
        b'{"cards": [' + b"9" * 5000 + b"]}",
        b'{"cards": [NaN, Infinity, 1e999]}',
        b'{"cards": [], "cards": []}',
        "﻿{}".encode(),
    ],
    ids=lambda content: repr(content[:12]),
)
def test_a_file_that_is_no_deck_is_refused_in_one_line(tmp_path, content):
    path = tmp_path / "mine.json"
    path.write_bytes(content)
    for read in (load_deck, lambda path: decklists.of_argument(str(path))):
        with pytest.raises(SparringError) as caught:
            read(path)
        one_line(caught.value)


@pytest.mark.req("OP-2")
@pytest.mark.parametrize(
    "name", ["missing.json", "", ".", "/", "folder.json", "a\0b.json", "a\0b", "n" * 5000, "n" * 5000 + ".json", "ST10"]
)
def test_a_deck_that_is_not_there_is_refused_in_one_line(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(SparringError) as caught:
        decklists.of_argument(name)
    one_line(caught.value)


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("depth", [50, 200, 300])
def test_actions_within_actions_are_read_or_refused(tmp_path, depth):
    action = {"op": "draw", "count": 1}
    for _ in range(depth):
        action = {"op": "if", "conditions": [], "then": [action]}
    deck = deck_file()
    with_actions(action)(deck)
    path = tmp_path / "deep.json"
    path.write_text(json.dumps(deck), "utf-8")
    try:
        read = load_deck(path)
    except SparringError as error:
        one_line(error)
    else:
        one_game(read)


@pytest.mark.req("OP-2")
def test_a_file_of_ones_own_is_played_as_the_deck_that_it_is(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**deck_file(), "deck": "mine", "name": "My own"}), "utf-8")
    settings = OnePiece.decks([str(path), "st02"])
    game = OnePiece(**settings)
    assert game.chosen[0].leader.name == shipped()["ST01"].leader.name
    assert game.chosen[1] is shipped()["ST02"]
    assert sparring.game(game.name).name == game.name
    one_game(game.chosen[0], other=game.chosen[1])


@pytest.mark.req("OP-2")
def test_known_cards_need_no_more_than_their_number(tmp_path):
    path = tmp_path / "short.json"
    cards = [{"id": card["id"], "count": card["count"]} for card in main_cards(deck_file())]
    path.write_text(json.dumps({"leader": "ST01-001", "cards": cards}), "utf-8")
    deck = load_deck(path)
    assert deck.leader is known_cards()["ST01-001"]
    assert content(deck) == content(shipped()["ST01"])


@pytest.mark.parametrize("given", [[], ["ST01"], ["ST01", "ST02", "ST03"]])
def test_one_piece_is_played_with_two_decks(given):
    with pytest.raises(SparringError, match="two decks"):
        OnePiece.decks(given)


# ---------------------------------------------------------------------- names that could be taken for something else


def renamed(**names):
    """ST01 with other names for its cards, by their numbers."""
    deck = deck_file()
    for card in deck["cards"]:
        card["name"] = names.get(card["id"].replace("-", "_"), card["name"])
    return deck


CONFUSING = {
    "a character called leader": {"ST01_002": "leader"},
    "a character called opposing leader": {"ST01_002": "opposing leader"},
    "a card called none": {"ST01_002": "none", "ST01_014": "none of them"},
    "cards called as options are": {"ST01_002": "no counter", "ST01_003": "no block", "ST01_004": "end turn"},
    "cards called as DON!! are": {"ST01_002": "active DON!!", "ST01_003": "rested DON!!"},
    "a card called as the second of two": {"ST01_002": "Jinbe #1", "ST01_003": "Jinbe #2"},
    "a card called as another with its number": {"ST01_002": "Jinbe (ST01-005)", "ST01_003": "Jinbe"},
    "markup": {"ST01_002": "[bold]Usopp[/]", "ST01_003": "[red]", "ST01_004": "[/]", "ST01_005": "\\[x]"},
    "with within": {"ST01_002": "A", "ST01_003": "B with A", "ST01_004": "A with B", "ST01_005": "B"},
    "for within": {"ST01_002": "A", "ST01_003": "A for A", "ST01_004": "A for A for A"},
    "one name in capitals and without": {"ST01_002": "usopp", "ST01_003": "USOPP"},
    "all one name": {f"ST01_{number:03}": "Somebody" for number in range(2, 18)},
    "a long name": {"ST01_002": "n" * 200},
    "wide and composed characters": {"ST01_002": "モンキー・D・ルフィ", "ST01_003": "é́́́", "ST01_004": "👒🏴‍☠️"},
    "a comma and an equals sign": {"ST01_002": "a,b=c:d+e x f"},
}


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("which", CONFUSING)
def test_a_deck_with_confusing_names_is_refused_or_played(which):
    try:
        deck = read_deck(renamed(**CONFUSING[which]), "mine", known_cards())
    except BadDeck as error:
        one_line(error)
        return
    for seed in range(6):
        one_game(deck, seed)
    text = decklists.text_of(deck)
    assert content(decklists.read(text)) == content(deck)
    assert sparring.game(f"onepiece:deck1={text},deck2=ST02").chosen[0].leader.id == deck.leader.id


@pytest.mark.req("OP-2")
def test_a_card_listed_in_two_places_is_one_card():
    """Its copies add up (R1.4), and no two options have one text."""
    deck = deck_file()
    card = deck["cards"][1]
    card["count"] = 2
    deck["cards"].append(copy.deepcopy(card))
    for known in (known_cards(), {}):
        try:
            read = read_deck(deck, "mine", known)
        except BadDeck as error:
            one_line(error)
            continue
        for seed in range(5):
            one_game(read, seed)


@pytest.mark.req("OP-2")
def test_two_cards_of_one_number_and_different_text_are_refused():
    deck = deck_file()
    deck["cards"][1]["count"] = 2
    deck["cards"].append({**deck["cards"][1], "power": 9000, "count": 2})
    assert deck["cards"][1]["id"] in trouble(deck)


@pytest.mark.req("OP-2")
def test_a_known_number_with_another_text_is_another_card():
    deck = deck_file()
    deck["cards"][1]["power"] = 9000
    read = read_deck(deck, "mine", known_cards())
    assert next(card for card, _ in read.cards if card.id == deck["cards"][1]["id"]).power == 9000
    assert known_cards()[deck["cards"][1]["id"]].power != 9000
    assert content(decklists.read(decklists.text_of(read))) == content(read)


# ---------------------------------------------------------------------- decks as text


def content(deck):
    """All that a deck is, but for what it is called."""
    return (deck.leader.source, [(card.source, count) for card, count in deck.cards])


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("name", NAMES)
def test_a_deck_as_text_reads_back(name):
    deck = shipped()[name]
    assert decklists.text_of(deck) == name
    assert decklists.read(name) is decklists.read(name.lower()) is deck
    as_list = decklists.text_of(read_deck({**deck_short(deck), "deck": "mine"}, "mine", known_cards()))
    assert as_list.startswith(f"{deck.leader.id}+")
    assert content(decklists.read(as_list)) == content(deck)
    assert decklists.text_of(decklists.read(as_list)) == as_list
    own = read_deck({**deck_file(name), "deck": "mine"}, "mine", {})
    packed = decklists.text_of(own)
    assert packed.startswith("packed.")
    assert content(decklists.read(packed)) == content(own)
    assert decklists.text_of(decklists.read(packed)) == packed
    for text in (name, as_list, packed):
        assert not set(text) & set(", =:\n'\"")
        assert decklists.of_argument(text) == text
        assert sparring.game(f"onepiece:deck1={text},deck2={text}").name == f"onepiece:deck1={text},deck2={text}"


def deck_short(deck):
    return {"leader": deck.leader.id, "cards": [{"id": card.id, "count": count} for card, count in deck.cards]}


@pytest.mark.req("OP-2")
def test_a_list_of_fifty_different_cards_reads_back():
    """Such a text is longer than the name of a file may be."""
    cards = [card for card in known_cards().values() if card.category != "leader" and "green" not in card.colors][:50]
    leader = {
        **known_cards()["ST01-001"].source,
        "id": "OWN-001",
        "color": sorted({c for card in cards for c in card.colors}),
    }
    items = [{"id": card.id, "count": 1} for card in cards]
    deck = read_deck({"leader": "OWN-001", "cards": [leader, *items]}, "mine", known_cards())
    text = decklists.text_of(deck)
    assert content(decklists.read(text)) == content(deck)
    assert decklists.of_argument(text) == text
    one_game(deck)


def packed(data):
    return "packed." + base64.urlsafe_b64encode(data).decode().rstrip("=")


BAD_TEXTS = {
    "empty": "",
    "blank": " ",
    "no such deck": "ST10",
    "packed nothing": "packed.",
    "packed garbage": "packed.garbage",
    "packed no base64": "packed.\u00e9\u00e9\u00e9",
    "packed no zlib": packed(b"nonsense"),
    "packed half": packed(zlib.compress(b'{"deck": 1}'))[:-4],
    "packed no JSON": packed(zlib.compress(b"nonsense")),
    "packed binary": packed(zlib.compress(bytes(range(256)))),
    "packed no deck": packed(zlib.compress(b"[]")),
    "a bomb": packed(zlib.compress(b" " * 300_000_000, 9)),
    "a bomb of brackets": packed(zlib.compress(b"[" * 150_000, 9)),
    "a bomb of digits": packed(zlib.compress(b'{"cards":[' + b"9" * 150_000 + b"]}", 9)),
    "a list of nothing": "+",
    "a list of a leader": "ST01-001+",
    "a list of nonsense": "a+b+c",
    "too many": "ST01-001+99xST01-002",
    "none": "ST01-001+0xST01-002",
    "fewer than none": "ST01-001+-4xST01-002",
    "a huge number": "ST01-001+" + "9" * 5000 + "xST01-002",
    "digits of others": "ST01-001+٤xST01-002",
    "two lines": "ST01\nST02",
    "a list of two lines": "ST01-001+4xST01-002\n+4xST01-003",
    "a screen cleared": "\x1b[2J+\x1b[2J",
    "a very long name": "n" * 100_000,
    "a very long list": "ST01-001+" + "+".join(["1xST01-002"] * 20_000),
}


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("which", BAD_TEXTS)
def test_a_text_that_is_no_deck_is_refused_in_one_line(which):
    text = BAD_TEXTS[which]
    with pytest.raises(SparringError) as caught:
        decklists.read(text)
    one_line(caught.value)
    if text:
        with pytest.raises(SparringError):
            sparring.game(f"onepiece:deck1={text},deck2=ST01")


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(), st.text("ST01x+-23 ", min_size=5), st.binary().map(packed)))
def test_any_text_is_a_deck_or_refused(text):
    try:
        decklists.read(text)
    except SparringError as error:
        one_line(error)


@settings(max_examples=100, deadline=None)
@given(st.binary().map(zlib.compress).map(packed))
def test_anything_packed_is_a_deck_or_refused(text):
    with pytest.raises(SparringError) as caught:
        decklists.read(text)
    one_line(caught.value)


# ---------------------------------------------------------------------- decks spoiled at random


def places(thing, path=()):
    """Every place in a deck."""
    yield path
    if isinstance(thing, dict | list):
        for key in thing if isinstance(thing, dict) else range(len(thing)):
            yield from places(thing[key], (*path, key))


def at(thing, path):
    for key in path:
        thing = thing[key]
    return thing


WORDS = [
    "on_play",
    "permanent",
    "would_be_ko",
    "main",
    "counter",
    "trigger",
    "this",
    "choose",
    "all",
    "any",
    "opponent",
]
WORDS += ["self", "leader", "character", "event", "stage", "battle", "turn", "while_condition", "Rush", "Banish", "red"]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.sampled_from([10**9, -(10**9), 10**40, 0.5, float("nan"), float("inf")]),
    st.sampled_from(WORDS),
    st.text(max_size=5),
    st.sampled_from(
        [[], {}, [[]], [{}], {"op": "draw", "count": 1}, [{"op": "play_this"}], {"select": "this"}, ["Rush"]]
    ),
)


@st.composite
def spoiled_decks(draw):
    """A deck that comes with the game, with a few places changed, removed, doubled, or taken from elsewhere."""
    deck = deck_file(draw(st.sampled_from(NAMES)))
    for _ in range(draw(st.integers(1, 3))):
        everywhere = [path for path in places(deck) if path]
        *path, key = draw(st.sampled_from(everywhere))
        parent = at(deck, path)
        how = draw(st.sampled_from(["change", "change", "remove", "double", "graft", "graft"]))
        if how == "change":
            parent[key] = draw(ODD)
        elif how == "remove":
            del parent[key]
        elif how == "double" and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[key]))
        elif how == "graft":
            source = draw(st.sampled_from([path for path in everywhere if path and path[-1] == key] or [(*path, key)]))
            parent[key] = copy.deepcopy(at(deck, source))
    return deck


def read_or_refused(deck):
    try:
        read = read_deck(deck, "mine", known_cards())
    except SparringError as error:
        one_line(error)
        return
    assert content(decklists.read(decklists.text_of(read))) == content(read)
    for seed in (1, 2):
        one_game(read, seed, other=shipped()["ST07"])


@pytest.mark.req("OP-2")
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(spoiled_decks())
@example({**deck_file(), "name": None})
def test_a_spoiled_deck_is_refused_or_can_be_played(deck):
    read_or_refused(deck)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.req("OP-2")
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(spoiled_decks())
def test_ten_thousand_spoiled_decks_are_refused_or_can_be_played(deck):
    read_or_refused(deck)


# ---------------------------------------------------------------------- effects that no card of the game has

ON_FIELD = ["activate_main", "on_play", "when_attacking", "on_block", "on_ko", "end_of_your_turn", "end_of_battle"]
ON_FIELD += ["when_battling", "on_any_character_ko"]
FILTERS = [{}, {"cost_max": 4}, {"rested": True}, {"keyword": "Blocker"}, {"power_min": 3000}, {"name_not": ["Card 1"]}]


OWN_FIGHTER = {"select": "choose", "side": "self", "zone": ["leader", "character"], "min": 0, "max": 1}


def new_target(rng):
    """Any selector."""
    side, zone = (
        rng.choice(["self", "opponent", "any"]),
        rng.choice([["leader"], ["character"], ["leader", "character"]]),
    )
    where = {"side": side, "zone": zone, "filter": rng.choice(FILTERS)}
    least = rng.choice([0, 0, 1, 2])
    some = {"select": "choose", **where, "min": least, "max": max(1, least + rng.randrange(3))}
    return rng.choice([some, some, {"select": "all", **where}, {"select": "this"}, {"select": "battle_opponent"}])


def new_action(rng, of_itself=(), depth=2):
    """Any action; those about the card itself only where the language has them."""
    target, count, up_to = new_target(rng), rng.randint(1, 4), rng.random() < 0.5
    until = rng.choice(["battle", "turn", "until_your_next_turn_start"])
    side, chooser = rng.choice(["self", "opponent"]), rng.choice(["self", "opponent"])
    end, face = rng.choice(["top", "top_or_bottom"]), rng.choice(["up", "down"])
    amount = {"count": count, "up_to": up_to}
    taken = {"max": count, "filter": rng.choice(FILTERS[:2]), "to": "hand", "reveal": up_to}
    rest = rng.choice(["bottom_any_order", "all_top_or_all_bottom_any_order"])
    simple = [
        {"op": "modify_power", "target": target, "amount": rng.choice([-9000, 1000]), "duration": until},
        {"op": "modify_cost", "target": target, "amount": rng.choice([-9, 2]), "duration": until},
        {"op": "grant_keyword", "target": target, "keyword": rng.choice(["Rush", "Blocker"]), "duration": until},
        {"op": "forbid_blocker", "attacker": target, "duration": until, "blocker_filter": rng.choice(FILTERS)},
        {"op": "prevent_ko", "target": target, "by": rng.choice(["battle", "effect", "any"]), "duration": until},
        *(
            {"op": op, "target": target}
            for op in ("ko", "rest", "set_active", "return_to_hand", "place_at_deck_bottom")
        ),
        {"op": "character_to_life", "target": target, "to": end, "face": face},
        {"op": "draw", "count": count},
        {"op": "trash_from_hand", "side": side, "count": count, "chooser": chooser},
        {"op": "give_don", **amount, "source": "rested_in_cost_area", "target": OWN_FIGHTER},
        {"op": "add_don", **amount, "state": rng.choice(["active", "rested"])},
        *({"op": op, **amount} for op in ("set_don_active", "rest_opponent_don")),
        {"op": "look_top", "count": rng.choice([1, 3, 50]), "take": rng.choice([None, taken]), "rest": rest},
        {"op": "take_from_trash", "max": count, "to": "hand", "filter": rng.choice(FILTERS[:2])},
        {"op": "play_card", "from": rng.choice(["hand", "deck"]), "max": count, "filter": {"cost_max": 3}},
        {"op": "shuffle_deck"},
        {"op": "trash_life", "side": side, **amount, "from": end},
        *({"op": op, **amount, "to": "top", "face": face} for op in ("deck_to_life", "hand_to_life")),
        {"op": "look_life", "side": "either", "from": "top", "max": count, "then": "owner_top_or_bottom"},
    ]
    if depth == 0 or rng.random() < 0.8:
        return rng.choice([*simple, *of_itself])
    some = [new_action(rng, of_itself, depth - 1) for _ in range(rng.randint(1, 2))]
    other = new_action(rng, of_itself, depth - 1)
    return rng.choice(
        [
            {"op": "choose_one", "chooser": chooser, "options": [some, [other, {"op": "shuffle_deck"}]]},
            {"op": "may", "do": some, "if_done": [other]},
            {"op": "if", "conditions": [rng.choice([{"if": "your_turn"}, {"if": "this_rested"}])], "then": some},
        ]
    )


def new_effect(rng, timing, category):
    """Any effect of a timing."""
    cost, of_itself = [], []
    if timing == "trigger":
        of_itself = [
            {"op": "add_this_to_hand"},
            {"op": "activate_own_effect", "timing": rng.choice(["main", "counter"])},
        ]
        of_itself += [{"op": "play_this"}] if category != "event" else []
    if timing != "trigger" and rng.random() < 0.4:
        words = ["rest_don", "return_don", "trash_from_hand", "life_to_hand"]
        cost = [{"pay": word, "count": 1} for word in rng.sample(words, rng.randint(1, 2))]
        cost = [{**pay, "from": "top_or_bottom"} if pay["pay"] == "life_to_hand" else pay for pay in cost]
        if timing in ("activate_main", "when_battling") and rng.random() < 0.5:
            cost.append({"pay": "rest_this"})
    return {
        "timing": timing,
        "once_per_turn": timing in ("activate_main", "on_any_character_ko") or rng.random() < 0.2,
        "optional": bool(cost) or rng.random() < 0.5,
        "cost": cost,
        "actions": [new_action(rng, of_itself) for _ in range(rng.randint(1, 2))],
    }


CONDITIONS = [
    {"if": "don_attached", "min": 1},
    {"if": "your_turn"},
    {"if": "opponent_turn"},
    {"if": "this_rested"},
    {"if": "character_count", "side": "any", "min": 2},
    {"if": "hand_count", "side": "opponent", "max": 4},
    {"if": "life_count", "side": "any", "max": 2},
    {"if": "exists", "target": {"select": "all", "side": "any", "zone": ["character"], "filter": {"power_min": 6000}}},
    {"if": "don_on_field_compare", "relation": "opponent_more"},
]


def lasting_effect(rng):
    """An effect that is always on, or that takes the place of a K.O."""
    if rng.random() < 0.3:
        action = {"op": "replace_ko", "with": [new_action(rng)]}
        return {"timing": "would_be_ko", "once_per_turn": True, "optional": rng.random() < 0.5, "actions": [action]}
    some = {"select": "all", "side": "any", "zone": ["leader", "character"], "filter": rng.choice(FILTERS)}
    target, duration = rng.choice([some, {"select": "this"}]), "while_condition"
    action = rng.choice(
        [
            {"op": "modify_power", "target": target, "amount": rng.choice([-1000, 1000]), "duration": duration},
            {"op": "modify_cost", "target": target, "amount": rng.choice([-1, 1]), "duration": duration},
            {"op": "grant_keyword", "target": target, "keyword": rng.choice(["Rush", "Banish"]), "duration": duration},
            {"op": "prevent_ko", "target": target, "by": rng.choice(["battle", "effect"]), "duration": duration},
            {"op": "forbid_blocker", "attacker": target, "duration": duration},
        ]
    )
    return {"timing": "permanent", "conditions": rng.sample(CONDITIONS, rng.randrange(3)), "actions": [action]}


def deck_of_new_cards(rng):
    """Fourteen kinds of cards, and a leader, with any effects that the language allows."""

    def effects(timings, category):
        least = category == "event"
        made = [new_effect(rng, rng.choice(timings), category) for _ in range(max(least, rng.choice([0, 1, 1, 2])))]
        return [*made, lasting_effect(rng)] if category != "event" and rng.random() < 0.3 else made

    cards = [{"id": "N-000", "name": "Captain", "category": "leader", "power": 5000, "life": 4, "attribute": "Slash"}]
    cards[0]["effects"] = effects(ON_FIELD, "leader")
    for number in range(1, 15):
        category = "character" if number < 10 else "event" if number < 13 else "stage"
        body = {"power": 1000 * rng.randint(1, 8), "counter": 1000, "attribute": "Strike"}
        cards.append(
            {
                "id": f"N-{number:03}",
                "name": f"Card {number}",
                "category": category,
                "cost": rng.randint(0, 4),
                **(body if category == "character" else {}),
                "keywords": rng.sample(["Rush", "Blocker", "Double Attack", "Banish"], rng.choice([0, 0, 1, 2])),
                "effects": effects(["main", "counter"] if category == "event" else ON_FIELD, category),
                "trigger": [new_effect(rng, "trigger", category)] if rng.random() < 0.4 else [],
                "count": 4 if number < 12 else 2,
            }
        )
    for card in cards:
        card.update(color="red", types=["New"])
    return {"deck": "new", "name": "New", "leader": "N-000", "cards": cards}


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("seeds", [range(first, first + 10) for first in range(0, 40, 10)], ids=str)
def test_whatever_the_language_allows_can_be_played(seeds):
    for seed in seeds:
        one_game(read_deck(deck_of_new_cards(Random(seed)), "new", {}), seed)


OPPOSING = {"select": "choose", "side": "opponent", "zone": ["leader"], "min": 0, "max": 1}
GIVE = {"op": "give_don", "count": 2, "up_to": True, "source": "rested_in_cost_area"}
MISUSED = {
    "DON!! for the other side's leader": ("activate_main", "character", [{**GIVE, "target": OPPOSING}]),
    "DON!! for anybody": ("activate_main", "character", [{**GIVE, "target": {**OPPOSING, "side": "any"}}]),
    "DON!! for a stage": ("activate_main", "stage", [{**GIVE, "target": {"select": "this"}}]),
    "an event that is played onto the field": ("trigger", "event", [{"op": "play_this"}]),
    "an event that starts over": ("main", "event", [{"op": "activate_own_effect", "timing": "main"}]),
    "an event that starts over and asks": (
        "main",
        "event",
        [{"op": "rest", "target": CHOOSE}, {"op": "activate_own_effect", "timing": "main"}],
    ),
    "a counter that starts over": ("counter", "event", [{"op": "activate_own_effect", "timing": "counter"}]),
    "a card that plays itself when played": ("on_play", "character", [{"op": "play_this"}]),
    "a card that goes to hand when it is on the field": ("on_play", "character", [{"op": "add_this_to_hand"}]),
    "instead of no K.O.": ("on_play", "character", [{"op": "replace_ko", "with": [{"op": "draw", "count": 1}]}]),
    "a K.O. instead of a K.O.": (
        "would_be_ko",
        "character",
        [{"op": "replace_ko", "with": [{"op": "ko", "target": {"select": "this"}}]}],
    ),
    "another's K.O. instead": (
        "would_be_ko",
        "character",
        [{"op": "replace_ko", "with": [{"op": "ko", "target": {**CHOOSE, "side": "self", "exclude_this": True}}]}],
    ),
    "a choice between the same": (
        "on_play",
        "character",
        [{"op": "choose_one", "chooser": "self", "options": [[{"op": "draw", "count": 1}]] * 2}],
    ),
    "a choice of who chooses": (
        "on_play",
        "character",
        [
            {
                "op": "choose_one",
                "chooser": "self",
                "options": [
                    [{"op": "trash_from_hand", "side": "opponent", "count": 1, "chooser": who}]
                    for who in ("self", "opponent")
                ],
            }
        ],
    ),
    "a choice of how many Life cards to look at": (
        "on_play",
        "character",
        [
            {
                "op": "choose_one",
                "chooser": "self",
                "options": [
                    [{"op": "look_life", "side": "either", "from": "top", "max": most, "then": "owner_top_or_bottom"}]
                    for most in (1, 2)
                ],
            }
        ],
    ),
}


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("which", MISUSED)
def test_a_word_where_it_makes_no_sense_is_refused_or_does_no_harm(which):
    """The words about the card itself are for Triggers, DON!! are given to one's own leader and characters (R5.6)."""
    timing, category, actions = MISUSED[which]
    deck = deck_file()
    body = {"power": 3000, "counter": 1000, "attribute": "Slash"} if category == "character" else {}
    effect = {"timing": timing, "once_per_turn": timing == "activate_main", "optional": True, "actions": actions}
    card = {"category": category, "color": "red", "cost": 0, "types": ["Own"], **body, "count": 4}
    if category == "event":
        card["effects"] = [{"timing": "main", "actions": [{"op": "draw", "count": 1}]}]
    card["trigger" if timing == "trigger" else "effects"] = [effect]
    fours = [number for number, other in enumerate(deck["cards"]) if other["count"] == 4][:6]
    for number in fours:
        deck["cards"][number] = {**card, "id": f"OWN-{number}", "name": f"Own {number}"}
    try:
        read = read_deck(deck, "mine", {})
    except BadDeck as error:
        one_line(error)
        return
    for seed in range(8):
        assert one_game(read, seed).reason != "an endless loop"


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.req("OP-2")
def test_whatever_the_language_allows_can_be_played_ten_thousand_times():
    for seed in range(1000, 6000):
        deck = read_deck(deck_of_new_cards(Random(seed)), "new", {})
        for number in (1, 2):
            one_game(deck, number)


# ---------------------------------------------------------------------- beside the specification's validator


def verdict(check, path):
    try:
        check(path)
    except Exception as error:  # whatever theirs raises about a file that is wrong, it is wrong
        return f"{type(error).__name__}: {error}"
    return ""


def spoiled_somewhere(rng):
    """A deck with one place changed or removed; where, and in what."""
    deck = deck_file(rng.choice(NAMES))
    *inner, key = rng.choice([place for place in places(deck) if place])
    parent = at(deck, inner)
    if rng.random() < 0.2:
        del parent[key]
    else:
        parent[key] = rng.choice([None, True, 0, 1, 3, 5, 10**9, "red", "Rush", "self", "top", "turn", "", [], {}])
    return deck, (*inner, key), parent


@pytest.mark.req("OP-2")
def test_what_the_specification_refuses_is_refused_here_but_for_what_may_be_left_out(tmp_path):
    """Here the fields of a deck, a card or an effect may be left out, where a card then has nothing there."""
    theirs, rng, accepted, refused = validator(), Random(1), 0, 0
    path = tmp_path / "deck.json"
    lenient = {"deck", "name", "types", "counter", "leader", "count"}
    for _ in range(700):
        deck, place, parent = spoiled_somewhere(rng)
        path.write_text(json.dumps(deck), "utf-8")
        wrong = verdict(theirs.check_deck, path)
        try:
            read_deck(deck, "mine", {})
        except BadDeck:
            refused += 1
            continue
        accepted += 1
        left_out = isinstance(parent, dict) and place[-1] not in parent
        assert not wrong or left_out or place[-1] in lenient or "types" in place, f"{place}: {wrong}"
    assert accepted > 20
    assert refused > 200
