"""What a form needs to build decks: the cards there are, a deck's content, and what is wrong with it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.decklists import deck_of_argument, deck_of_content, of_given, read
from sparring.games.onepiece.rules.reading import BadDeck, known_cards
from sparring.games.onepiece.rules.text import card_text
from sparring.rules import BadSetting, one_of
from sparring.rules.decks import CardListed, DeckFault

RULE = re.compile(r" \(R[\d.]+\)$")


def pool() -> list[CardListed]:
    """Every card that comes with the game."""
    return [listed(card) for card in known_cards().values()]


def listed(card: Card) -> CardListed:
    """A card as a form shows it."""
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


def cards_of(given: str) -> Mapping[str, str]:
    """The cards of a deck that a user named, without its leader, by their numbers, the cheapest first."""
    cards = sorted((card for card, _ in deck_of_argument(given).cards), key=lambda card: (card.cost or 0, card.id))
    return {card.id: card.name for card in cards}


def with_swap(given: str, out: str, into: str, count: int) -> tuple[str, str]:
    """A deck as it is, and with some copies of a card swapped for another.

    Both cards come last in both lists: a shuffle with the same seed then puts every other card into the same place.
    """
    deck = deck_of_argument(given)
    cards = {card.id: card for card, _ in deck.cards}
    counts = dict.fromkeys(cards, 0)
    for card, copies in deck.cards:
        counts[card.id] += copies
    if out not in counts:
        raise BadSetting(f"There is no card {out!r:.60} in the deck {deck.name}; there is {one_of(list(counts))}.")
    if not 1 <= count <= counts[out]:
        raise BadSetting(f"The deck {deck.name} has {counts[out]} copies of {out}, so {count} cannot be taken out.")
    newcomer = cards.get(into) or known_cards().get(into)
    if newcomer is None or into == out:
        raise BadSetting(f"There is no card {into!r:.60} to put in; it must be in the deck, or come with the game.")
    cards[into] = newcomer

    def listed(change: int) -> str:
        now = {**counts, out: counts[out] - change, into: counts.get(into, 0) + change}
        order = [*(identity for identity in now if identity not in (out, into)), out, into]
        entries = [{**cards[identity].source, "count": now[identity]} for identity in order if now[identity]]
        content = {"deck": deck.name, "name": deck.title, "leader": deck.leader.id}
        return of_given({**content, "cards": [deck.leader.source, *entries]})

    return listed(0), listed(count)


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
