"""The shipped cards as JSON, tables on which one effect can be used, and everything that using it changes.

What a test expects of a card comes from the decks' files, the effect language and the rules, not from what the engine
does. A `Scene` is a table on which one effect can be used. Its `changes` are all differences from the start of the
scene, as numbers that add up: the price of using the card (`price`), the cost of the effect (`paid`), and what the
effect does.
"""

import functools
import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

import sparring.games.onepiece as engine
from sparring.games.onepiece.rules.events import UsedEffect
from sparring.games.onepiece.rules.sides import FACE_UP, KNOWN
from support import onepiece_table
from support.onepiece_table import P1, P2, Half, Put

DECKS = [json.loads(path.read_text()) for path in sorted(Path(engine.__file__).parent.glob("decks/ST*.json"))]
CARDS = {card["id"]: card for deck in DECKS for card in deck["cards"]}
KEYWORDS = ("Rush", "Blocker", "Double Attack", "Banish")
KAROO = "ST01-003"
"""The card in every place where any card will do: cost 1, power 3000, counter 1000, without effects."""

FODDER = "ST01-006"
"""The card that is trashed to pay a cost: it has no counter value."""

COSTING = dict(
    enumerate(
        (KAROO, "ST02-011", "ST01-008", "ST01-010", "ST08-010", "ST04-004", "ST05-010", "ST05-011", "ST04-003"),
        start=1,
    )
)
"""A character of each cost."""


def name(card):
    return CARDS[card]["name"]


def effects_of(card):
    """The effects of a card by their names in these tests: "ST01-002/0", "ST01-002/trigger"."""
    found = {f"{card['id']}/{number}": effect for number, effect in enumerate(card["effects"])}
    assert len(card["trigger"]) <= 1
    return found | {f"{card['id']}/trigger": effect for effect in card["trigger"]}


EFFECTS = {effect: data for card in CARDS.values() for effect, data in effects_of(card).items()}


def with_words(where, word, timings):
    """The effects with one of these timings and with this word as a cost or condition."""
    found = {
        effect for effect, data in EFFECTS.items() for each in data[where] if word in (each.get("pay"), each.get("if"))
    }
    return [effect for effect, data in EFFECTS.items() if effect in found and data["timing"] in timings]


# ---------------------------------------------------------------------- tests and their effects

CLAIMED = set()
"""Everything that tests say they are about: effects, and keywords such as "ST01-006/Blocker"."""

CARRIED_OUT = set()
"""The effects that the running test has carried out."""


def about(*effects):
    """Mark a test as being about these effects; it must carry out those that are not permanent."""

    def mark(test):
        CLAIMED.update(effects)
        return _proven(test, lambda _: effects)

    return mark


def each(names, *rows):
    """Run a test for each of these rows; the first value of a row is the effect that the test is about."""

    def mark(test):
        first = [row if isinstance(row, str) else row[0] for row in rows]
        CLAIMED.update(first)
        proven = _proven(test, lambda given: (given["effect"],))
        return pytest.mark.parametrize(names, rows, ids=first)(proven)

    return mark


def _proven(test, effects_of):
    @functools.wraps(test)
    def run(**given):
        test(**given)
        due = {
            effect for effect in effects_of(given) if EFFECTS.get(effect, {}).get("timing", "permanent") != "permanent"
        }
        assert due <= CARRIED_OUT, f"never carried out: {due - CARRIED_OUT}"

    return run


class Table(onepiece_table.Table):
    def do(self, *texts):
        for text in texts:
            super().do(text)
            for event in self.state.told:
                if isinstance(event, UsedEffect):
                    self._note(event.code, event.effect)
        return self

    def _note(self, code, number):
        card = self.state.decks.cards[code]
        CARRIED_OUT.add(f"{card.id}/{number if number < len(card.effects) else 'trigger'}")


# ---------------------------------------------------------------------- what changed


def snapshot(table, me=P1):
    """Everything on the table from the view of a seat: counts, units, and ordered zones."""
    counts, units, orders = Counter(), {}, {}
    for seat, whose in ((me, "my"), (1 - me, "their")):
        side = table.side(seat)
        assert not side.limbo or table.kind != "action"
        for zone in ("hand", "trash"):
            counts.update(f"{whose} {zone} {card}" for card in getattr(table, zone)(seat))
        for what, count in zip(("active", "rested", "DON!! deck"), table.don(seat), strict=True):
            counts[f"{whose} {what}"] = count
        orders[f"{whose} deck"] = table.deck(seat)
        faces = ["^" * bool(entry & FACE_UP) for entry in reversed(side.life)]
        orders[f"{whose} life"] = [card + face for card, face in zip(table.life(seat), faces, strict=True)]
        for unit in side.units():
            alike = [other.id for other in side.units() if other.card.id == unit.card.id]
            units[unit.id] = _unit(table, whose, unit, alike.index(unit.id))
    return counts, units, orders


def _unit(table, whose, unit, number):
    card, seat = unit.card, unit.seat
    place = {"leader": "leader", "stage": "stage"}.get(card.category, "field")
    label = f"{whose} leader" if place == "leader" else f"{whose} {card.id}"
    values = {f"{label} rested": int(unit.rested), f"{label} DON!!": unit.don}
    values[f"{label} power"] = table.power(seat, card.id, number)
    values[f"{label} cost"] = table.cost(seat, card.id, number)
    values |= {f"{label} {word}": int(table.has(seat, card.id, word, number)) for word in KEYWORDS}
    printed = CARDS.get(card.id) or table.state.decks.cards[unit.code].source
    plain = {f"{label} rested": 0, f"{label} DON!!": 0}
    plain |= {f"{label} power": printed.get("power") or 0, f"{label} cost": printed.get("cost") or 0}
    plain |= {f"{label} {word}": int(word in printed.get("keywords", ())) for word in KEYWORDS}
    return f"{whose} {place} {card.id}", values, plain


def changed(before, after):
    """All differences between two snapshots, as numbers; new units are compared with their printed values."""
    found = Counter()
    for key in before[0].keys() | after[0].keys():
        found[key] += after[0][key] - before[0][key]
    for number in before[1].keys() | after[1].keys():
        was, now = before[1].get(number), after[1].get(number)
        if now is None:
            found[was[0]] -= 1
            continue
        if was is None:
            found[now[0]] += 1
        old = now[2] if was is None else was[1]
        for key, value in now[1].items():
            found[key] += value - old[key]
    for zone, was in before[2].items():
        found.update(_moved(zone, was, after[2][zone]))
    return {key: count for key, count in found.items() if count}


WAYS = sorted(product(range(8), range(3), range(3), range(6)), key=lambda way: (sum(way), way[1] + way[3]))
"""Numbers of cards that leave and enter a zone at its top and bottom; the smallest changes first."""


def _moved(zone, was, now):
    """The cards that left and entered an ordered zone at its top and bottom: the smallest change that explains it."""
    if was == now:
        return Counter()
    for off_top, off_bottom, on_top, on_bottom in WAYS:
        middle = was[off_top : len(was) - off_bottom]
        if now[on_top : len(now) - on_bottom] == middle and len(now) == on_top + len(middle) + on_bottom:
            found = Counter()
            found.subtract(f"{zone} top {card}" for card in was[:off_top])
            found.subtract(f"{zone} bottom {card}" for card in was[len(was) - off_bottom :])
            found.update(f"{zone} top {card}" for card in now[:on_top])
            found.update(f"{zone} bottom {card}" for card in now[len(now) - on_bottom :])
            return found
    found = Counter(f"{zone} {card}" for card in now)
    found.subtract(f"{zone} {card}" for card in was)
    found[f"{zone} shuffled"] = 1
    return found


def plus(*parts):
    total = Counter()
    for part in parts:
        total.update(part)
    return {key: count for key, count in total.items() if count}


def ko(whose, card):
    return {f"{whose} field {card}": -1, f"{whose} trash {card}": 1}


def drawn(*cards, whose="my"):
    cards = cards or (KAROO,)
    return plus(*({f"{whose} deck top {card}": -1, f"{whose} hand {card}": 1} for card in cards))


def damage(whose, card=KAROO):
    return {f"{whose} life top {card}": -1, f"{whose} hand {card}": 1}


# ---------------------------------------------------------------------- scenes


class Scene(Table):
    """A table on which an effect can be used: by P1 in its own turn, or by P2 while a leader attacks it.

    Its controller has exactly what it needs, unless `lack` names a cost that cannot be paid.
    """

    def __init__(self, effect, my=None, their=None, don=None, lack=None):
        self.effect, self.card, self.data = effect, CARDS[effect.split("/")[0]], EFFECTS[effect]
        self.timing, self.lack = self.data["timing"], lack
        self.me = P2 if self.timing in ("counter", "trigger", "on_block") else P1
        self.costs = {word["pay"]: word for word in self.data["cost"]}
        least = [word["min"] for word in self.data["conditions"] if word["if"] == "don_attached"]
        self.attached = sum(least) if don is None else don
        mine, others = self._mine(dict(my or {})), dict(their or {})
        if self.timing == "when_attacking":
            others.setdefault("hand", [KAROO])  # the defender has a counter, so the battle waits
        halves = (Half(**mine), Half(**others))
        super().__init__(*(halves if self.me == P1 else reversed(halves)))
        self.before = snapshot(self, self.me)

    def _mine(self, my):
        identity, category = self.card["id"], self.card["category"]
        hand = [] if self.timing in ("trigger", "activate_main", "when_attacking", "on_block") else [identity]
        fodder = "ST05-002" if self.costs.get("trash_from_hand", {}).get("filter") else FODDER
        extra = [fodder] * (self._count("trash_from_hand"))
        if self.timing in ("counter", "on_block"):
            extra = [KAROO]
        my["hand"] = hand + list(my.get("hand", extra))
        put = Put(identity, rested=self.lack == "rest_this", don=self.attached)
        if self.timing not in ("on_play", "main", "counter", "trigger"):
            if category == "leader":
                my["leader"] = put
            elif category == "stage":
                my["stage"] = put
            else:
                my["characters"] = [put, *my.get("characters", [])]
        don = self.card["cost"] if hand else self._count("rest_don") + self._count("return_don")
        my["active"] = my.get("active", don)
        if self.timing == "trigger":
            my["life"] = [identity, *my.get("life", [KAROO] * 4)]
        elif self.lack == "life_to_hand":
            my["life"] = 0
        self.lives = my.get("life", 5)
        return my

    def _count(self, word):
        if word not in self.costs:
            return 0
        return self.costs[word]["count"] - (self.lack == word)

    @property
    def label(self):
        return "leader" if self.card["category"] == "leader" else self.card["name"]

    @property
    def text(self):
        """The text of the option that uses the effect."""
        return {
            "activate_main": f"use {self.label}",
            "on_play": f"play {self.label}",
            "main": f"play {self.label}",
            "when_attacking": f"attack leader with {self.label}",
            "counter": f"use {self.label}",
            "on_block": f"block with {self.label}",
            "trigger": "use the Trigger",
        }[self.timing]

    def start(self):
        """Play until the effect is due, without paying its cost."""
        if self.me == P2:
            self.do("attack leader with leader")
        if self.timing == "trigger" and "no counter" in self.options:
            self.do("no counter")
        return self.do(self.text)

    def go(self):
        """Use the effect and pay its cost, with Life from the top."""
        self.start()
        if self.costs and self.timing not in ("activate_main", "trigger"):
            assert sorted(self.options) == ["no", "yes"]
            assert self.asked == self.me
            self.do("yes")
        if self.costs.get("life_to_hand", {}).get("from") == "top_or_bottom":
            self.do("top")
        return self

    @property
    def price(self):
        """What using the card changes, apart from its effect."""
        card, cost = self.card["id"], self.card["cost"]
        mine = "my leader" if self.label == "leader" else f"my {card}"
        where = "stage" if self.card["category"] == "stage" else "field"
        bought = {f"my hand {card}": -1, "my active": -cost, "my rested": cost} if cost is not None else {}
        return {
            "activate_main": {},
            "on_play": plus(bought, {f"my {where} {card}": 1}),
            "main": plus(bought, {f"my trash {card}": 1}),
            "when_attacking": {f"{mine} rested": 1},
            "counter": plus(bought, {f"my trash {card}": 1, "their leader rested": 1}),
            "on_block": {"their leader rested": 1, f"{mine} rested": 1},
            "trigger": {"their leader rested": 1, f"my life top {card}": -1, f"my trash {card}": 1},
        }[self.timing]

    @property
    def paid(self):
        """What paying for the effect changes."""
        mine = "my leader" if self.label == "leader" else f"my {self.card['id']}"
        where = "rested" if self.timing in ("on_play", "main", "counter") else "active"
        life = self.lives[0] if isinstance(self.lives, list) else KAROO
        parts = []
        for word, data in self.costs.items():
            count = data.get("count", 1)
            fodder = "ST05-002" if data.get("filter") else FODDER
            parts.append(
                {
                    "rest_don": {"my active": -count, "my rested": count},
                    "return_don": {f"my {where}": -count, "my DON!! deck": count},
                    "trash_from_hand": {f"my hand {fodder}": -count, f"my trash {fodder}": count},
                    "rest_this": {f"{mine} rested": 1},
                    "life_to_hand": {f"my life top {life}": -count, f"my hand {life}": count},
                }[word]
            )
        return plus(*parts)

    @property
    def changes(self):
        return changed(self.before, snapshot(self, self.me))

    def did(self, *parts):
        """True if the effect was used, paid for and finished, and exactly these things happened."""
        assert self.kind in ("action", "counter")
        assert self.changes == plus(self.price, self.paid, *parts)
        return True


def shown(table, card):
    """True if the opponent knows that P1 has this card in hand."""
    (entry,) = [entry for entry in table.side(P1).hand if table.state.card(entry).id == card]
    return bool(entry & KNOWN[P2])


def opposing(put):
    return f"opposing {name(put.id if isinstance(put, Put) else put)}"


def id_of(put):
    return put.id if isinstance(put, Put) else put


CHARACTERS = [card for card in CARDS.values() if card["category"] == "character"]
VANILLA = [card["id"] for card in CHARACTERS if not (card["effects"] or card["trigger"] or card["keywords"])]
RESTED_ROBIN, RESTED_FRANKY = Put("ST01-008", rested=True), Put("ST01-010", rested=True)
ONE_ACTIVE = {"my active": 1, "my rested": -1}
LIFE = ["ST02-011", "ST01-008", KAROO]
