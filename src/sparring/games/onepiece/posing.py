"""Tables as text: a posed table is JSON with the fields of `Half`, `Put` and `Clash`.

>>> state = posed_table('{"P1": {"leader": "ST01-001", "active": 2}, "P2": {"life": 1, "hand": ["ST01-003"]}}')
>>> state.question.kind, len(state.sides[1].life)
('action', 1)
>>> posed_table('{"P1": {"leaders": "ST01-001"}}')
Traceback (most recent call last):
...
sparring.rules.errors.BadPosition: The posed table cannot be read: P1 has no field 'leaders',
only leader, characters, ...
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from sparring.games.onepiece.rules.arrange import Clash, FaceUp, Half, Lasting, Put, arrange
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.language import Reading
from sparring.games.onepiece.rules.reading import read_card
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.text import SEATS
from sparring.rules import BadPosition

FIELDS = ("P1", "P2", "turn", "to_move", "battle", "cards")
LONGEST = 100_000
MOST = 1000


def posed_table(text: str, chance: int = 0) -> State:
    """The table that a text describes; what is drawn and shuffled from there on follows from `chance`."""
    if len(text) > LONGEST:
        raise _bad(f"it has {len(text)} characters, and may have at most {LONGEST}")
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        example = '{"P1": {"characters": ["ST01-013"], "active": 2}, "P2": {"life": 1}}'
        raise BadPosition(f"A table is posed as JSON, as in {example} ({error}).") from None
    if not isinstance(told, dict):
        raise _bad("it must be an object with P1 and P2")
    _known_fields("the table", told, FIELDS)
    own = _own_cards(told.get("cards", []))
    halves = [_half(who, told.get(who, {}), own) for who in SEATS]
    seat = told.get("to_move", SEATS[0])
    if seat not in SEATS:
        raise _bad(f"to_move must be {' or '.join(SEATS)}, not {seat!r}")
    turn = _whole("turn", told.get("turn", 5))
    battle = _battle(told["battle"]) if told.get("battle") is not None else None
    return arrange(halves[0], halves[1], turn=turn, seat=SEATS.index(seat), chance=chance, battle=battle)


def _bad(what: str) -> BadPosition:
    return BadPosition(f"The posed table cannot be read: {what}.")


def _known_fields(where: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in given:
        if name not in known:
            raise _bad(f"{where} has no field {name!r}, only {', '.join(known)}")


def _whole(where: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST:
        raise _bad(f"{where} must be a whole number of at most {MOST}, not {value!r:.60}")
    return value


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _bad(f"{where} must be a text, not {value!r:.60}")
    return value


def _list(where: str, value: Any, read: Callable[[str, Any], Any]) -> list[Any]:
    if not isinstance(value, list):
        raise _bad(f"{where} must be a list, not {value!r:.60}")
    return [read(f"{where} {number}", item) for number, item in enumerate(value, 1)]


def _own_cards(given: Any) -> list[Card]:
    def read(where: str, item: Any) -> Card:
        reading = Reading()
        card = read_card(item, reading) if isinstance(item, dict) and isinstance(item.get("id"), str) else None
        if card is None:
            raise _bad("; ".join(reading.problems) or f"{where} has no id")
        return card

    return _list("cards", given, read)


def _half(who: str, given: Any, cards: list[Card]) -> Half:
    if not isinstance(given, dict):
        raise _bad(f"{who} must be an object, not {given!r:.60}")
    known = tuple(field.name for field in fields(Half) if field.name != "cards")
    _known_fields(who, given, known)
    found: dict[str, Any] = {"cards": cards}
    for name, value in given.items():
        where = f"{who}'s {name}"
        if name in ("active", "rested", "deck_size"):
            unlimited = name == "deck_size" and value is None
            found[name] = None if unlimited else _whole(where, value)
        elif name == "life" and not isinstance(value, list):
            found[name] = _whole(where, value)
            if not 0 <= value <= 20:
                raise _bad(f"{where} must be a number from 0 to 20 or a list of cards, not {value}")
        elif name in ("leader", "stage"):
            found[name] = None if value is None else _card(where, value)
        else:
            found[name] = _list(where, value, READ.get(name, _text))
    if found.get("leader", "") is None:
        raise _bad(f"{who} must have a leader")
    return Half(**found)


def _card(where: str, value: Any) -> str | Put:
    """A card on the field."""
    if isinstance(value, str):
        return value
    if not isinstance(value, dict) or "id" not in value:
        raise _bad(f"{where} must be a card's number or an object with an id, not {value!r:.60}")
    _known_fields(where, value, tuple(field.name for field in fields(Put)))
    found = {"id": _text(f"{where}: id", value["id"]), "don": _whole(f"{where}: don", value.get("don", 0))}
    for name in ("rested", "fresh"):
        if not isinstance(value.get(name, False), bool):
            raise _bad(f"{where}: {name} must be true or false, not {value[name]!r:.60}")
    used = _list(f"{where}: used", value.get("used", []), _whole)
    lasting = _list(f"{where}: lasting", value.get("lasting", []), _lasting)
    return Put(**found, rested=value.get("rested", False), fresh=value.get("fresh", False), used=used, lasting=lasting)  # type: ignore[arg-type]


def _lasting(where: str, value: Any) -> Lasting:
    if not isinstance(value, dict) or not isinstance(value.get("what"), str):
        raise _bad(
            f"{where} must be an object such as {{'what': 'power', 'value': 1000, 'until': 'turn'}}, not {value!r:.60}"
        )
    _known_fields(where, value, tuple(field.name for field in fields(Lasting)))
    if not isinstance(value.get("value", True), int | str):
        raise _bad(f"{where}: value must be a number, a keyword or true, not {value['value']!r:.60}")
    return Lasting(value["what"], value.get("value", True), _text(f"{where}: until", value.get("until", "turn")))


def _life_card(where: str, value: Any) -> str | FaceUp:
    if isinstance(value, dict) and set(value) == {"id", "face"} and value["face"] in ("up", "down"):
        identity = _text(f"{where}: id", value["id"])
        return FaceUp(identity) if value["face"] == "up" else identity
    return _text(where, value)


def _battle(value: Any) -> Clash:
    if not isinstance(value, dict):
        raise _bad(f"battle must be an object with attacker and target, not {value!r:.60}")
    _known_fields("battle", value, tuple(field.name for field in fields(Clash)))
    attacker, target = (_text(f"battle: {name}", value.get(name, "leader")) for name in ("attacker", "target"))
    step, blocked = value.get("step", "block"), value.get("blocked", False)
    if step not in ("block", "counter") or not isinstance(blocked, bool):
        raise _bad("battle: step is block or counter, and blocked is true or false")
    return Clash(attacker, target, step, blocked)


READ: Mapping[str, Callable[[str, Any], Any]] = {"characters": _card, "life": _life_card}
"""How the lists of a half are read; those that are not here hold numbers of cards."""
