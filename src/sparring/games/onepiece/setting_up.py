"""A table set up by a form: what the form asks for, what is impossible in plain words, and the game that begins there.

>>> faults('{"P1": {"characters": ["ST01-003", "ST01-003", "ST01-003", "ST01-003", "ST01-003", "ST01-003"]}}')
['You have 6 characters, and 5 is the most.']
"""

import json
import re
from functools import cache
from typing import Any, Literal

from sparring.games.onepiece.posing import posed_table
from sparring.games.onepiece.rules.building import listed
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.decklists import PACKED, pack, unpack
from sparring.games.onepiece.rules.reading import examples, known_cards
from sparring.games.onepiece.rules.sides import MOST_CHARACTERS
from sparring.games.onepiece.rules.text import SEATS
from sparring.games.onepiece.rules.turn import MOST_TURNS
from sparring.games.onepiece.rules.vocabulary import KEYWORDS
from sparring.rules import BadPosition
from sparring.rules.decks import CardListed
from sparring.rules.posing import PosingField, PosingForm, PosingGroup, PosingZone

MOST_POWER = 20_000
RESTED = PosingField("rested", "Rested", "switch", default=False)
DON = PosingField("don", "DON!! given", "number", high=10)
FRESH = PosingField("fresh", "Played this turn", "switch", default=False)
USED = PosingField("used", "Once-per-turn effects used (1, 2 …)", "numbers", low=1, high=9)
DECK = ("character", "event", "stage")


def _lasting(what: str, label: str, kind: Literal["number", "switch", "choice"], **fields: Any) -> PosingField:
    """An effect that lasts until the end of the turn."""
    return PosingField("lasting", label, kind, entry={"what": what, "until": "turn"}, **fields)


LASTING = (
    _lasting("power", "Power added", "number", low=-MOST_POWER, high=MOST_POWER),
    _lasting("keyword", "Keyword given", "choice", default="none", choices=("none", *KEYWORDS)),
    _lasting("negated", "Its effects are negated", "switch", default=False),
    _lasting("no attack", "It cannot attack", "switch", default=False),
)
"""Effects that others have on a card this turn."""

FORM = PosingForm(
    sides=SEATS,
    zones=(
        PosingZone("leader", "Leader", ("leader",), 1, needed=True, marks=(RESTED, DON, USED, *LASTING)),
        PosingZone(
            "characters", "Characters", ("character",), MOST_CHARACTERS, marks=(RESTED, DON, FRESH, USED, *LASTING)
        ),
        PosingZone("stage", "Stage", ("stage",), 1, marks=(RESTED, USED)),
        PosingZone("hand", "Hand", DECK),
        PosingZone(
            "life",
            "Life, from the top",
            DECK,
            marks=(PosingField("face", "Face", "choice", default="down", choices=("down", "up")),),
            number=PosingField("life", "Life cards, if it does not matter which", "number", high=20, default=5),
        ),
        PosingZone("trash", "Trash", DECK),
        PosingZone("deck", "Top of the deck", DECK),
    ),
    numbers=(
        PosingField("active", "Active DON!!", "number", high=10),
        PosingField("rested", "Rested DON!!", "number", high=10),
    ),
    whole=(
        PosingField("turn", "Turn", "number", low=1, high=MOST_TURNS, default=5),
        PosingField("to_move", "Whose turn it is", "choice", default=SEATS[0], choices=SEATS),
    ),
    groups=(
        PosingGroup(
            "battle",
            "A battle in the middle",
            (
                PosingField("attacker", "Attacker", "card", default="leader", zones=("leader", "characters")),
                PosingField(
                    "target", "Attacked", "card", default="leader", zones=("leader", "characters"), whose="other"
                ),
                PosingField("step", "What comes next", "choice", default="block", choices=("block", "counter")),
                PosingField("blocked", "The attacked one has blocked", "switch", default=False),
            ),
        ),
    ),
)

RULE = re.compile(r" \(R[\d.]+\)")
PLACES = ((f"{SEATS[0]}'s ", "your "), (f"{SEATS[1]}'s ", "your opponent's "))
WHO = ((f"{SEATS[0]} has ", "you have "), (f"{SEATS[1]} has ", "your opponent has "))


@cache
def _cards() -> dict[str, Card]:
    """Every card that may be put on a table, by its number."""
    invented = {
        card.id: card for deck in examples().values() for card in (deck.leader, *(one for one, _ in deck.cards))
    }
    return {**known_cards(), **invented}


def pool() -> list[CardListed]:
    """The cards of the starter decks, and the invented ones."""
    return [listed(card) for card in _cards().values()]


def faults(line: str) -> list[str]:
    """Everything that is impossible about a table, as its first player reads it."""
    try:
        posed_table(line)
    except BadPosition as refused:
        return [_in_words(problem) for problem in str(refused).removesuffix(".").split("; ")]
    return []


def _in_words(problem: str) -> str:
    text = RULE.sub("", problem)
    for given, told in (*WHO, *PLACES):
        text = text.replace(given, told)
    text = re.sub(r"[A-Z]+\d*-\d{3}", lambda found: _name(found[0]), text)
    return f"{text[0].upper()}{text[1:]}."


def _name(identity: str) -> str:
    card = _cards().get(identity)
    return card.name if card else identity


def text_of(line: str) -> str:
    """The table as part of a game's name."""
    posed_table(line)
    return pack(json.loads(line))


def content_of(text: str) -> str:
    """The table that a part of a game's name stands for."""
    if not text.startswith(PACKED):
        raise BadPosition("A table in the name of a game is packed; give it as JSON where a position is asked for.")
    line = json.dumps(unpack(text.removeprefix(PACKED)))
    posed_table(line)
    return line
