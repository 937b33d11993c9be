"""Decks in files, and confusing names of cards."""

import copy
import json
from random import Random

import pytest

import sparring
from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import BadDeck, known_cards, load_deck, read_deck, shipped
from sparring.rules import SparringError
from sparring.rules.decks import with_decks
from sparring.rules.registry import LONGEST_TEXT
from support.onepiece_decks import content, deck_file, main_cards, one_game, one_line, trouble, with_actions

# ---------------------------------------------------------------------- files


def test_two_decks_of_fifty_different_own_cards_fit_into_the_text_of_a_game(tmp_path):
    effects = [card for name in shipped() for card in main_cards(deck_file(name)) if card.get("effects")]
    texts = []
    for number in (1, 2):
        deck = deck_file()
        leader = next(card for card in deck["cards"] if card["category"] == "leader")
        rng = Random(number)
        cards = [
            {**rng.choice(effects), "id": f"OWN{number}-{at:03}", "name": f"Card {rng.getrandbits(64):x}", "count": 1}
            for at in range(50)
        ]
        deck["cards"] = [leader, *cards]
        for card in deck["cards"]:
            card["color"] = leader["color"]
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(deck), "utf-8")
        texts.append(str(path))
    name = with_decks("onepiece", texts)
    assert len(name) < LONGEST_TEXT
    assert sparring.game(name).name == name
    one_game(*sparring.game(name).chosen[:1])


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
def test_a_file_that_is_not_a_deck_is_refused_in_one_line(tmp_path, content):
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
def test_an_unknown_deck_is_refused_in_one_line(tmp_path, monkeypatch, name):
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
def test_a_users_own_file_is_played_as_a_deck(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**deck_file(), "deck": "mine", "name": "My own"}), "utf-8")
    settings = OnePiece.decks([str(path), "st02"])
    game = OnePiece(**settings)
    assert game.chosen[0].leader.name == shipped()["ST01"].leader.name
    assert game.chosen[1] is shipped()["ST02"]
    assert sparring.game(game.name).name == game.name
    one_game(game.chosen[0], other=game.chosen[1])


@pytest.mark.req("OP-2")
def test_known_cards_need_only_their_id(tmp_path):
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


# ---------------------------------------------------------------------- confusing names


def renamed(**names):
    """ST01 with other names for some of its cards, by id."""
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
def test_a_card_that_is_listed_twice_is_one_card():
    """Its copies add up (R1.4), and no two options have the same text."""
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
def test_two_cards_with_the_same_id_and_different_texts_are_refused():
    deck = deck_file()
    deck["cards"][1]["count"] = 2
    deck["cards"].append({**deck["cards"][1], "power": 9000, "count": 2})
    assert deck["cards"][1]["id"] in trouble(deck)


@pytest.mark.req("OP-2")
def test_a_known_id_with_another_text_is_another_card():
    deck = deck_file()
    deck["cards"][1]["power"] = 9000
    read = read_deck(deck, "mine", known_cards())
    assert next(card for card, _ in read.cards if card.id == deck["cards"][1]["id"]).power == 9000
    assert known_cards()[deck["cards"][1]["id"]].power != 9000
    assert content(decklists.read(decklists.text_of(read))) == content(read)
