"""Decks by name, as text and from files. The text of a deck holds the whole deck.

A deck that comes with the game is its name, `ST01`. One of cards that come with the game is its list,
`ST01-001+~Its%20title+4xST01-002+…`. One with cards of its own is packed, so that a record or a link still holds all
of it.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

from sparring.games.onepiece.rules.cards import EDITION, Deck, Decks
from sparring.games.onepiece.rules.language import proper
from sparring.games.onepiece.rules.reading import BadDeck, examples, known_cards, load_deck, read_deck, shipped
from sparring.rules import UnknownName, one_of

PACKED = "packed."
TITLE = "~"
"""The sign before the title in a deck list."""

UNNAMED = "own deck"
LARGEST = 100_000
"""The most characters that are unpacked: four times those of fifty different cards with an effect each."""

KEPT = 32
"""How many decks of the users' own, and pairs with such a deck, stay in memory."""


def read(text: str) -> Deck:
    """The deck that a text stands for."""
    return shipped().get(text.upper()) or examples().get(text.upper()) or _read(text)


@lru_cache(maxsize=KEPT)
def _read(text: str) -> Deck:
    if text.startswith(PACKED):
        return read_deck(unpack(text.removeprefix(PACKED)), "that was packed", known_cards())
    if "+" in text:
        leader, *items = text.split("+")
        title = unquote(items.pop(0).removeprefix(TITLE)) if items[0].startswith(TITLE) else UNNAMED
        content = {"deck": UNNAMED, "name": title, "leader": leader, "cards": [_item(item) for item in items]}
        return read_deck(content, "given as a list", known_cards())
    raise UnknownName(f"There is no deck {text!r}; there is {one_of([*shipped(), *examples()])}, or a file of yours.")


def of_argument(text: str) -> str:
    """The text of a deck that a user named."""
    return text_of(deck_of_argument(text))


def deck_of_argument(text: str) -> Deck:
    """The deck that a user named: by its name, its list, or its file."""
    return load_deck(text) if text.lower().endswith(".json") or _is_file(text) else read(text)


def of_given(given: str | Mapping[str, Any]) -> str:
    """The text of a deck that a stranger gave: by its name, as text, or by its content."""
    return text_of(read(given) if isinstance(given, str) else deck_of_content(given))


def deck_of_content(content: Mapping[str, Any]) -> Deck:
    """A deck as a file has it."""
    name = next((content[key] for key in ("name", "deck") if proper(content.get(key))), UNNAMED)
    return read_deck(dict(content), name, known_cards())


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a file's name, or not one at all
        return False


def text_of(deck: Deck) -> str:
    """A text that stands for the whole of a deck."""
    if shipped().get(deck.name) is deck:
        return deck.name
    known = known_cards()
    if all(known.get(card.id) is card for card in (deck.leader, *(card for card, _ in deck.cards))):
        title = [] if deck.title == UNNAMED else [TITLE + quote(deck.title, safe="")]
        return "+".join([deck.leader.id, *title, *(f"{count}x{card.id}" for card, count in deck.cards)])
    content = {
        "deck": deck.name,
        "name": deck.title,
        "leader": deck.leader.id,
        "cards": [deck.leader.source, *({**card.source, "count": count} for card, count in deck.cards)],
    }
    return pack(content)


def pack(content: Any) -> str:
    """JSON as a text that can stand in the name of a game."""
    packed = zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)
    return PACKED + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def any_deck(rng: Random) -> Deck:
    """One of those that come with the game."""
    return rng.choice(list(shipped().values()))


def pair(first: Deck, second: Deck, edition: int = EDITION) -> Decks:
    """The two decks of a game; the same object for the same decks while it is kept, since nothing about it changes."""
    come_with_the_game = all(shipped().get(deck.name) is deck for deck in (first, second))
    return (_shipped_pair if come_with_the_game else _own_pair)(first, second, edition)


@cache
def _shipped_pair(first: Deck, second: Deck, edition: int) -> Decks:
    return Decks((first, second), edition)


@lru_cache(maxsize=KEPT)
def _own_pair(first: Deck, second: Deck, edition: int) -> Decks:
    return Decks((first, second), edition)


def _item(item: str) -> Mapping[str, Any]:
    count, times, identity = item.partition("x")
    counted = times and count.isdecimal() and len(count) < 4
    return {"id": identity, "count": int(count)} if counted else {"id": item, "count": 1}


def unpack(text: str) -> Any:
    """The JSON in a packed text, which is given without its mark."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacking = zlib.decompressobj()
        return json.loads(unpacking.decompress(packed, LARGEST))
    except (binascii.Error, zlib.error, ValueError, RecursionError) as error:
        raise BadDeck("that was packed", [f"it cannot be unpacked ({error})"]) from None
