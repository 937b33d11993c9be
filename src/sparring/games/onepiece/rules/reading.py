"""Reads cards and decks from files; one message lists everything that is wrong with a deck."""

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import sparring.games.onepiece.rules.actions
import sparring.games.onepiece.rules.conditions
import sparring.games.onepiece.rules.costs
import sparring.games.onepiece.rules.giving_up  # noqa: F401  (these declare the words)
from sparring.games.onepiece.rules.actions.combined import ReplaceKo
from sparring.games.onepiece.rules.cards import Card, Deck, Effect
from sparring.games.onepiece.rules.language import Flag, Reading, Whole, proper
from sparring.games.onepiece.rules.sides import DON
from sparring.games.onepiece.rules.vocabulary import ATTRIBUTES, CATEGORIES, COLORS, KEYWORDS, TIMINGS
from sparring.games.onepiece.rules.words import Action, Condition, Cost, Words
from sparring.rules import SparringError
from sparring.rules.files import read_text

SIZE, COPIES = 50, 4
FIELDS: Mapping[str, Any] = {
    "cost": None,
    "power": None,
    "counter": None,
    "life": None,
    "attribute": None,
    "types": [],
    "keywords": [],
    "effects": [],
    "trigger": [],
    "don_deck": None,
    "any_number": False,
}
"""The fields that a card may leave out, with their defaults."""

EFFECT: Mapping[str, Any] = {"conditions": [], "once_per_turn": False, "optional": False, "cost": [], "actions": []}


class BadDeck(SparringError):
    """A deck that cannot be played: the message lists everything that is wrong with it."""

    def __init__(self, name: str, problems: list[str]) -> None:
        self.problems = problems
        listed = "; ".join(problems[:20]) + (f"; and {len(problems) - 20} more" if len(problems) > 20 else "")
        message = f"The deck {name} cannot be played: {listed}."
        super().__init__("".join(letter if letter.isprintable() else "\ufffd" for letter in message))


@cache
def shipped() -> dict[str, Deck]:
    """The decks that come with the game, by name."""
    folder = files("sparring.games.onepiece").joinpath("decks")
    decks: dict[str, Deck] = {}
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.endswith(".json"):
            deck = read_deck(json.loads(path.read_text("utf-8")), path.name, {})
            decks[deck.name] = deck
    return decks


@cache
def examples() -> dict[str, Deck]:
    """Decks of invented cards that use every word of the effect language, by name."""
    folder = files("sparring.games.onepiece").joinpath("examples")
    paths = sorted(folder.iterdir(), key=lambda path: path.name)
    found = (read_deck(json.loads(path.read_text("utf-8")), path.name, {}) for path in paths)
    return {deck.name: deck for deck in found}


@cache
def known_cards() -> dict[str, Card]:
    """Every card of the decks that come with the game, by its number."""
    return {card.id: card for deck in shipped().values() for card in (deck.leader, *(c for c, _ in deck.cards))}


def load_deck(path: str | Path) -> Deck:
    """The deck in a file."""
    text = read_text(path, "The deck")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadDeck(str(path), [f"it is not valid JSON ({type(error).__name__}: {error})"]) from None
    return read_deck(content, str(path), known_cards())


def read_deck(content: Any, name: str, known: Mapping[str, Card]) -> Deck:
    """A deck as a file has it: `{"deck", "name", "leader", "cards": [card, …]}`.

    A card that is known already needs no more than its `id` and its `count`; the leader may be given by its number.
    """
    if not isinstance(content, dict) or not isinstance(content.get("cards"), list):
        raise BadDeck(name, ['a deck is {"deck": …, "name": …, "leader": …, "cards": […]}'])
    fields = ("deck", "name", "leader", "cards")
    problems = [f"there is no field {key!r} in a deck" for key in content if key not in fields]
    problems += [
        f"its name (as {key!r}) must be a text, not {content[key]!r:.100}"
        for key in ("deck", "name")
        if key in content and not proper(content[key])
    ]
    cards: list[tuple[Card, int]] = []
    counts = Counter[str]()
    listed = Counter[str]()
    for number, item in enumerate(content["cards"], 1):
        card, count = _counted_card(item, number, known, problems)
        if count:
            listed[item["id"]] += 1
        if card is not None:
            cards.append((card, count))
        if count and (card.category if card is not None else item.get("category")) != "leader":
            counts[item["id"]] += count
    for identity, times in listed.items():
        if times > 1:
            what = "the leader " if identity == content.get("leader") else ""
            problems.append(f"{what}{identity} is listed {times} times")
    leader = _leader(content.get("leader"), cards, known, problems)
    main = [(card, count) for card, count in cards if card.category != "leader"]
    free = {card.id for card, _ in main if card.any_number}
    problems += _broken_rules(leader, main, counts, free)
    if problems or leader is None:
        raise BadDeck(name, problems)
    short = content.get("deck", Path(name).stem)
    return Deck(str(short), str(content.get("name", short)), leader, tuple(main))


def _counted_card(item: Any, number: int, known: Mapping[str, Card], problems: list[str]) -> tuple[Card | None, int]:
    """A card of a list, and the number of its copies."""
    if not isinstance(item, dict) or not proper(item.get("id")):
        given = item.get("id") if isinstance(item, dict) else item
        problems.append(f"card {number} of the list has no id that can be shown, but {given!r:.60}")
        return None, 0
    identity, count = item["id"], item.get("count", 1)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= SIZE:
        problems.append(f"{identity}: its count must be a whole number from 1 to {SIZE}, not {count!r}")
        count = 1
    if set(item) <= {"id", "count"}:
        if identity not in known:
            problems.append(f"{identity}: there is no such card, and it is not described")
        return known.get(identity), count
    reading = Reading()
    card = read_card({key: value for key, value in item.items() if key != "count"}, reading)
    problems += reading.problems
    return card, count


def _leader(
    identity: Any, cards: list[tuple[Card, int]], known: Mapping[str, Card], problems: list[str]
) -> Card | None:
    leaders = [card for card, _ in cards if card.category == "leader"]
    if identity is None and len(leaders) == 1:
        return leaders[0]
    found = next((card for card in leaders if card.id == identity), None) or known.get(str(identity))
    if identity is None and len(leaders) > 1:
        problems.append(f"it has {len(leaders)} leaders, and only one may be there")
    elif found is None:
        problems.append("it has no leader" if identity is None else f"its leader {identity!r} is not among its cards")
    elif found.category != "leader":
        problems.append(f"{identity} is a {found.category}, not a leader")
    elif any(card.id != identity for card in leaders) or sum(count for card, count in cards if card is found) > 1:
        problems.append("it has more than one leader")
    else:
        return found
    return None


def _broken_rules(
    leader: Card | None, cards: list[tuple[Card, int]], copies: Counter[str], free: set[str]
) -> list[str]:
    """What is wrong by R1.1, R1.3 and R1.4; of the `free` cards there may be any number."""
    problems = []
    total = copies.total()
    if total != SIZE:
        problems.append(f"it has {total} cards besides the leader, not {SIZE} (R1.1)")
    problems += [
        f"{identity}: {count} copies, and {COPIES} is the most (R1.4)"
        for identity, count in copies.items()
        if count > COPIES and identity not in free
    ]
    if leader is not None:
        for card, _ in cards:
            if foreign := [color for color in card.colors if color not in leader.colors]:
                allowed = " and ".join(leader.colors)
                problems.append(f"{card.id}: it is {foreign[0]}, and the leader is {allowed} (R1.3)")
    return problems


# ---------------------------------------------------------------------- a card


def read_card(item: dict[str, Any], reading: Reading) -> Card | None:
    """A card, unless something is wrong with it."""
    at = str(item.get("id"))
    before = len(reading.problems)
    for key in item:
        if key not in (*FIELDS, "id", "name", "category", "color"):
            reading.wrong(at, f"there is no field {key!r} on a card")
    given = {**FIELDS, **item}
    category = given.get("category")
    if category not in CATEGORIES:
        reading.wrong(at, f"its category must be {' or '.join(CATEGORIES)}, not {category!r}")
        return None
    if not proper(given.get("name")):
        reading.wrong(at, "it needs a name")
    colors = _colors(given.get("color"), at, reading)
    _check_numbers(given, category, at, reading)
    _check_texts(given, category, at, reading)
    effects = _effects(given["effects"], category, f"{at}: effect", reading, trigger=False)
    trigger = _effects(given["trigger"], category, f"{at}: trigger", reading, trigger=True)
    if category == "event" and not effects:
        reading.wrong(at, "an event without an effect does nothing")
    if len(reading.problems) > before:
        return None
    return Card(
        id=at,
        name=given["name"].strip(),
        category=category,
        colors=colors,
        cost=given["cost"],
        power=given["power"],
        counter=given["counter"],
        life=given["life"],
        attribute=given["attribute"],
        types=frozenset(given["types"]),
        keywords=frozenset(given["keywords"]),
        effects=effects,
        trigger=trigger,
        source={key: value for key, value in item.items() if key not in FIELDS or value != FIELDS[key]},
        don=DON if given["don_deck"] is None else given["don_deck"],
        any_number=given["any_number"],
    )


def _colors(color: Any, at: str, reading: Reading) -> tuple[str, ...]:
    colors = color if isinstance(color, list) else [color]
    if not colors or any(each not in COLORS for each in colors):
        reading.wrong(at, f"its color must be {' or '.join(COLORS)}, not {color!r}")
        return COLORS[:1]
    return tuple(colors)


def _check_numbers(given: dict[str, Any], category: str, at: str, reading: Reading) -> None:
    wanted = {
        "cost": category != "leader",
        "power": category in ("leader", "character"),
        "life": category == "leader",
    }
    ranges = {"cost": Whole(0, 20), "power": Whole(-100_000, 100_000), "life": Whole(0, 20)}
    for name, needed in wanted.items():
        if needed:
            ranges[name].read(given[name], f"{at}: {name}", reading)
        elif given[name] is not None:
            reading.wrong(at, f"a {category} has no {name}")
    if given["counter"] is not None:
        if category != "character":
            reading.wrong(at, f"a {category} has no counter")
        Whole(0, 100_000).read(given["counter"], f"{at}: counter", reading)
    if given["don_deck"] is not None:
        if category != "leader":
            reading.wrong(at, f"a {category} has no don_deck")
        Whole(1, DON).read(given["don_deck"], f"{at}: don_deck", reading)
    if Flag().read(given["any_number"], f"{at}: any_number", reading) and category == "leader":
        reading.wrong(at, "a leader is there once, so any_number is not for it")


def _check_texts(given: dict[str, Any], category: str, at: str, reading: Reading) -> None:
    fights = category in ("leader", "character")
    if fights and given["attribute"] not in ATTRIBUTES:
        reading.wrong(at, f"its attribute must be {' or '.join(ATTRIBUTES)}, not {given['attribute']!r}")
    if not fights and given["attribute"] is not None:
        reading.wrong(at, f"a {category} has no attribute")
    for name, known in (("types", None), ("keywords", KEYWORDS)):
        texts = given[name]
        if not isinstance(texts, list) or not all(map(proper, texts)):
            reading.wrong(at, f"its {name} must be a list of texts")
            given[name] = []
        elif known is not None:
            for text in texts:
                if text not in known:
                    reading.wrong(at, f"there is no keyword {text!r}; there is {', '.join(known)}")


# ---------------------------------------------------------------------- an effect


REPLACING = ("would_be_ko", "would_be_ko_other")
"""The timings of replacements."""


def _goes_with(timing: str, category: str) -> bool:
    """Whether cards of a category can have effects with a timing."""
    if timing == "in_hand":
        return category != "leader"
    if timing == "start_of_game":
        return category == "leader"
    return (timing in ("main", "counter")) == (category == "event")


def _effects(items: Any, category: str, at: str, reading: Reading, trigger: bool) -> tuple[Effect, ...]:
    if not isinstance(items, list):
        reading.wrong(at, "effects are a list")
        return ()
    if trigger and items and category == "leader":
        reading.wrong(at, "a leader has no Trigger")
    read = [_effect(item, category, f"{at} {number}", reading, trigger) for number, item in enumerate(items, 1)]
    return tuple(effect for effect in read if effect is not None)


def _effect(item: Any, category: str, at: str, reading: Reading, trigger: bool) -> Effect | None:
    timing = item.get("timing") if isinstance(item, dict) else None
    if not isinstance(timing, str) or timing not in TIMINGS:
        reading.wrong(at, f"there is no timing {timing!r}")
        return None
    if (timing == "trigger") != trigger:
        reading.wrong(at, f"the timing {timing} stands in the wrong list")
    elif not trigger and not _goes_with(timing, category):
        reading.wrong(at, f"the timing {timing} is not for a {category}")
    for key in item:
        if key != "timing" and key not in EFFECT:
            reading.wrong(at, f"there is no field {key!r} in an effect")
    given = {**EFFECT, **item}
    reading.timing, reading.bound = timing, set()
    reading.permanent, reading.trigger = timing == "permanent", trigger
    conditions = Words(Condition).read(given["conditions"], f"{at} condition", reading)
    cost = Words(Cost).read(given["cost"], f"{at} cost", reading)
    read = Words(Action, at_least=1).read(given["actions"], f"{at} action", reading)
    once = Flag().read(given["once_per_turn"], f"{at}.once_per_turn", reading)
    optional = Flag().read(given["optional"], f"{at}.optional", reading)
    if cost and not optional:
        reading.wrong(at, "an effect with a cost is always optional")
    if timing in REPLACING and (len(read) != 1 or not isinstance(read[0], ReplaceKo)):
        reading.wrong(at, f"the timing {timing} needs one action, {ReplaceKo.name}")
    if timing in (*REPLACING, "permanent", "in_hand") and cost:
        reading.wrong(at, f"the timing {timing} has no cost")
    return Effect(timing, conditions, once, optional, cost, read, all(word.asks_itself() for word in read))
