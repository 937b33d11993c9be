"""How cards and decks go to other processes: those that come with the game by their place in it, all others whole."""

import copyreg
from functools import cache
from typing import Any, NamedTuple

from sparring.games.onepiece.rules.cards import Card, Deck, Decks
from sparring.games.onepiece.rules.decklists import pair
from sparring.games.onepiece.rules.reading import shipped


class Place(NamedTuple):
    """Where a card is found that comes with the game."""

    deck: str
    number: int
    """Among the cards of its deck; its leader is the first."""


def card_at(deck: str, number: int) -> Card:
    """The card at a place."""
    return _cards(shipped()[deck])[number]


def deck_named(name: str) -> Deck:
    """A deck that comes with the game."""
    return shipped()[name]


def numbered_here(decks: tuple[Deck, Deck], edition: int, changed: frozenset[str]) -> Decks:
    """The pair of decks, numbered in this process: the same number may mean other decks elsewhere."""
    return Decks(decks, edition, changed)


def _cards(deck: Deck) -> list[Card]:
    return [deck.leader, *(card for card, _ in deck.cards)]


@cache
def _places() -> dict[int, Place]:
    """Where each card is found, by its identity; these cards are never forgotten."""
    found = {}
    for deck in shipped().values():
        for number, card in enumerate(_cards(deck)):
            found[id(card)] = Place(deck.name, number)
    return found


def _card(card: Card) -> Any:
    place = _places().get(id(card))
    return card.__reduce_ex__(4) if place is None else (card_at, tuple(place))


def _deck(deck: Deck) -> Any:
    comes_with_the_game = shipped().get(deck.name) is deck
    return (deck_named, (deck.name,)) if comes_with_the_game else deck.__reduce_ex__(4)


def _decks(decks: Decks) -> Any:
    come_with_the_game = all(shipped().get(deck.name) is deck for deck in decks.decks)
    if come_with_the_game and pair(*decks.decks, decks.edition) is decks:
        return pair, (*decks.decks, decks.edition)
    return numbered_here, (decks.decks, decks.edition, decks.changed)


copyreg.pickle(Card, _card)
copyreg.pickle(Deck, _deck)
copyreg.pickle(Decks, _decks)
