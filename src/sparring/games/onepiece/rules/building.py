"""What a form needs to build decks: the cards there are, a deck's content, and what is wrong with it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.decklists import deck_of_content, read
from sparring.games.onepiece.rules.reading import BadDeck, known_cards
from sparring.games.onepiece.rules.text import card_text
from sparring.rules.decks import CardListed, DeckFault

RULE = re.compile(r" \(R[\d.]+\)$")


def pool() -> list[CardListed]:
    """Every card that comes with the game."""
    return [_listed(card) for card in known_cards().values()]


def _listed(card: Card) -> CardListed:
    marks = [*sorted(card.keywords), *(["Trigger"] if card.trigger else [])]
    marks += ["Counter event"] if card.timed("counter") else []
    facts = [card.id, card.attribute or "", "/".join(sorted(card.types))]
    return CardListed(
        card.id,
        card.name,
        card.category,
        card.colors,
        card.cost,
        card.power,
        card.counter,
        tuple(marks),
        " · ".join(filter(None, facts)),
        "\n".join(card_text(card)),
    )


def content(given: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """A deck as a file has it, where cards that come with the game are given by their numbers alone."""
    deck = read(given) if isinstance(given, str) else deck_of_content(given)
    known = known_cards()
    own = [card.source for card in [deck.leader] if known.get(card.id) is not card]
    cards = [
        {"id": card.id, "count": count} if known.get(card.id) is card else {**card.source, "count": count}
        for card, count in deck.cards
    ]
    return {"deck": deck.name, "name": deck.title, "leader": deck.leader.id, "cards": [*own, *cards]}


def faults(given: Mapping[str, Any]) -> list[DeckFault]:
    """Everything that keeps a deck from being played, in words without the numbers of cards and rules."""
    try:
        deck_of_content(given)
    except BadDeck as bad:
        return list(_told(bad.problems, given))
    return []


def _told(problems: Iterable[str], given: Mapping[str, Any]) -> Iterator[DeckFault]:
    items = given.get("cards")
    ids = {item["id"] for item in items if isinstance(item, dict) and isinstance(item.get("id"), str)} if items else ()
    for problem in problems:
        about, colon, rest = RULE.sub("", problem).partition(": ")
        if colon and about in ids:
            card = known_cards().get(about)
            yield DeckFault(f"{card.name if card else about}: {rest}.", about)
        else:
            text = RULE.sub("", problem)
            yield DeckFault(f"{text[0].upper()}{text[1:]}.")
