"""Decks spoiled at random are refused or can be played, and the specification agrees."""

import copy
import json
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import BadDeck, known_cards, read_deck, shipped
from sparring.rules import SparringError
from support.onepiece_decks import NAMES, content, deck_file, one_game, one_line, validator

# ---------------------------------------------------------------------- decks spoiled at random


def places(thing, path=()):
    """The path to every value in a deck, by keys and indices from the outside in."""
    yield path
    if isinstance(thing, dict | list):
        for key in thing if isinstance(thing, dict) else range(len(thing)):
            yield from places(thing[key], (*path, key))


def at(thing, path):
    """The value that a path leads to."""
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
).map(copy.deepcopy)
"""Values that a deck may be spoiled with; each is a copy, so that spoiling it again changes no other deck."""


@st.composite
def spoiled_decks(draw):
    """A shipped deck with one to three values changed, removed, doubled, or replaced by another with the same key."""
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


@given(ODD, ODD)
def test_no_two_odd_values_are_the_same_object(one, other):
    """If they were, a list could be put into itself, and a walk through the deck would never end."""
    assert one is not other or not isinstance(one, dict | list)


def read_or_refused(deck):
    """Check that a deck is refused in one line, or that it can be written, read and played."""
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


# ---------------------------------------------------------------------- agreement with the specification's validator


def verdict(check, path):
    """The error of a check, or nothing if it accepts the file."""
    try:
        check(path)
    except Exception as error:  # the validator may raise anything about a bad file
        return f"{type(error).__name__}: {error}"
    return ""


def spoiled_somewhere(rng):
    """A deck with one value changed or removed; the path to it, and what held it."""
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
    """Unlike the specification, this reader lets fields be left out if that means that the card has nothing there."""
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
