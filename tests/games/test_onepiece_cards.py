"""Every card of the nine decks: what it changes, and that it changes nothing else.

What is expected is written from the decks' own files, the effect language and the rules, not from what the engine does.
A `Scene` is a table on which one effect is about to be used. Its `changes` are all that differs from its beginning,
as numbers that add up: what using the card costs (`price`), what the effect costs (`paid`), and what the effect does.
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
"""What lies wherever no card is asked for: cost 1, power 3000, counter 1000, and nothing else."""

FODDER = "ST01-006"
"""What is trashed where a card must be: a card that is no counter."""

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
    """The effects of a card by their names here: "ST01-002/0", "ST01-002/trigger"."""
    found = {f"{card['id']}/{number}": effect for number, effect in enumerate(card["effects"])}
    assert len(card["trigger"]) <= 1
    return found | {f"{card['id']}/trigger": effect for effect in card["trigger"]}


EFFECTS = {effect: data for card in CARDS.values() for effect, data in effects_of(card).items()}


def with_words(where, word, timings):
    """The effects of such timings with such a cost or condition."""
    found = {
        effect for effect, data in EFFECTS.items() for each in data[where] if word in (each.get("pay"), each.get("if"))
    }
    return [effect for effect, data in EFFECTS.items() if effect in found and data["timing"] in timings]


# ---------------------------------------------------------------------- which test is about which effect

CLAIMED = set()
"""All that tests say they are about: effects, and keywords such as "ST01-006/Blocker"."""

CARRIED_OUT = set()
"""The effects that a test has really had carried out."""


def about(*effects):
    """The test is about these; it must have them carried out, if they are such as happen at a moment."""

    def mark(test):
        CLAIMED.update(effects)
        return _proven(test, lambda _: effects)

    return mark


def each(names, *rows):
    """The test is about each of these in turn; the first of a row is the effect."""

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


@pytest.fixture(autouse=True)
def _nothing_is_carried_out_yet():
    CARRIED_OUT.clear()


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
    """All that is on the table, as a seat speaks of it: countable things, units, and what lies in an order."""
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
    printed = CARDS[card.id]
    plain = {f"{label} rested": 0, f"{label} DON!!": 0}
    plain |= {f"{label} power": printed["power"] or 0, f"{label} cost": printed["cost"] or 0}
    plain |= {f"{label} {word}": int(word in printed["keywords"]) for word in KEYWORDS}
    return f"{whose} {place} {card.id}", values, plain


def changed(before, after):
    """All differences of two snapshots, as numbers; what came onto the field is compared with what is printed."""
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
"""How many cards may leave at the top and the bottom of a zone, and come there; the fewest first."""


def _moved(zone, was, now):
    """What left and came at the top and the bottom of an ordered zone; the fewest cards that explain it."""
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


# ---------------------------------------------------------------------- an effect about to be used


class Scene(Table):
    """A table on which an effect can be used: by P1 in the turn, or by P2 who is attacked by a leader.

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
            others.setdefault("hand", [KAROO])  # so that the battle waits for a counter
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
        """The option with which it begins."""
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
        """Everything up to the moment at which the effect is due, without paying its cost."""
        if self.me == P2:
            self.do("attack leader with leader")
        if self.timing == "trigger" and "no counter" in self.options:
            self.do("no counter")
        return self.do(self.text)

    def go(self):
        """Use it, and pay for it from where it can be paid, from the top of Life."""
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
        """What using the card changes, whatever its effect does."""
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
        """Whether the effect was used and paid for and is over, and these things happened, and nothing else."""
        assert self.kind in ("action", "counter")
        assert self.changes == plus(self.price, self.paid, *parts)
        return True


def shown(table, card):
    """Whether the opponent knows that P1 has this card in hand."""
    (entry,) = [entry for entry in table.side(P1).hand if table.state.card(entry).id == card]
    return bool(entry & KNOWN[P2])


def opposing(put):
    return f"opposing {name(put.id if isinstance(put, Put) else put)}"


def id_of(put):
    return put.id if isinstance(put, Put) else put


# ---------------------------------------------------------------------- what is the same for many cards

CHARACTERS = [card for card in CARDS.values() if card["category"] == "character"]
VANILLA = [card["id"] for card in CHARACTERS if not (card["effects"] or card["trigger"] or card["keywords"])]
WITHOUT_TRIGGER = [card["id"] for card in CARDS.values() if not card["trigger"] and card["category"] != "leader"]


@pytest.mark.parametrize("card", VANILLA)
def test_a_card_without_text_comes_for_its_cost_and_does_nothing(card):
    cost = CARDS[card]["cost"]
    table = Table(Half(hand=[card], active=cost + 1), Half(characters=[Put(KAROO, rested=True)]))
    before = snapshot(table)
    table.do(f"play {name(card)}")
    assert changed(before, snapshot(table)) == {
        f"my hand {card}": -1,
        f"my field {card}": 1,
        "my active": -cost,
        "my rested": cost,
    }
    assert table.power(P1, card) == CARDS[card]["power"]
    anyway = {"end turn", "use leader", "give DON!! to leader", "attack leader with leader", "attack Karoo with leader"}
    assert set(table.options) == anyway | {f"give DON!! to {name(card)}"}


@pytest.mark.parametrize("card", VANILLA)
def test_a_card_without_text_attacks_for_its_power_and_does_not_block(card):
    power = CARDS[card]["power"]
    table = Table(Half(characters=[card]), Half(characters=["ST09-013", Put(KAROO, rested=True)]))
    before = snapshot(table)
    table.do(f"attack Karoo with {name(card)}")
    assert changed(before, snapshot(table)) == {f"my {card} rested": 1, **(ko("their", KAROO) if power >= 3000 else {})}
    table = Table(Half(active=1), Half(characters=[card]))
    before = snapshot(table, P2)
    table.do("attack leader with leader")
    assert changed(before, snapshot(table, P2)) == {"their leader rested": 1, **damage("my")}


@pytest.mark.parametrize("card", [card for card in CARDS if CARDS[card]["category"] != "leader"])
def test_a_card_needs_active_don_for_its_cost(card):
    cost = CARDS[card]["cost"]
    table = Table(Half(hand=[card], active=cost - 1, rested=1))
    assert f"play {name(card)}" not in table.options
    table = Table(Half(hand=[card], active=cost))
    events = {effect["timing"] for effect in CARDS[card]["effects"]} if CARDS[card]["category"] == "event" else {"main"}
    assert (f"play {name(card)}" in table.options) == ("main" in events)


@pytest.mark.parametrize("card", WITHOUT_TRIGGER)
def test_a_card_without_a_trigger_goes_from_life_to_hand_unasked(card):
    table = Table(Half(active=1), Half(life=[card, KAROO]))
    before = snapshot(table)
    table.do("attack leader with leader")
    assert table.kind == "action"
    assert changed(before, snapshot(table)) == {"my leader rested": 1, **damage("their", card)}


@pytest.mark.parametrize("effect", [effect for effect in EFFECTS if effect.endswith("trigger")])
def test_a_trigger_may_be_declined(effect):
    scene = Scene(effect, their={"active": 1})
    scene.do("attack leader with leader")
    assert scene.asked == P2
    assert sorted(scene.options) == ["take it to hand", "use the Trigger"]
    scene.do("take it to hand")
    assert scene.changes == {"their leader rested": 1, **damage("my", scene.card["id"])}


@pytest.mark.parametrize("card", [card["id"] for card in CHARACTERS])
def test_a_character_in_hand_counters_for_its_counter_value(card):
    counter = CARDS[card]["counter"]
    table = Table(Half(active=1), Half(hand=[card, KAROO], characters=["ST01-010"]))  # with Karoo the battle goes on
    before = snapshot(table, P2)
    table.do("attack leader with leader")
    mine = {f"counter with {name(card)} for leader", f"counter with {name(card)} for Franky"}
    if not counter:
        assert not mine & set(table.options)
        return
    assert mine <= set(table.options)
    table.do(f"counter with {name(card)} for leader")
    gone = {f"my hand {card}": -1, f"my trash {card}": 1, "their leader rested": 1}
    assert changed(before, snapshot(table, P2)) == {**gone, "my leader power": counter}
    table.do("no counter")
    assert changed(before, snapshot(table, P2)) == gone


BLOCKERS = [f"{card['id']}/Blocker" for card in CHARACTERS if "Blocker" in card["keywords"]]


@each("effect", *BLOCKERS)
def test_a_blocker_may_take_an_attack_upon_itself(effect):
    card = effect.split("/")[0]
    defence = Half(characters=[card, "ST01-008"], hand=[KAROO])
    table = Table(Half(active=1), defence)
    before = snapshot(table, P2)
    table.do("attack leader with leader")
    assert sorted(table.options) == sorted([f"block with {name(card)}", "no block"])
    table.do(f"block with {name(card)}")
    if EFFECTS.get(f"{card}/0", {}).get("timing") == "on_block" and "no" in table.options:
        table.do("no")
    assert table.kind == "counter"
    tired = {"their leader rested": 1}
    assert changed(before, snapshot(table, P2)) == {**tired, f"my {card} rested": 1}
    table.do("no counter")
    lost = CARDS[card]["power"] <= 5000
    assert changed(before, snapshot(table, P2)) == {**tired, **(ko("my", card) if lost else {f"my {card} rested": 1})}
    table = Table(Half(active=1), defence).do("attack leader with leader", "no block", "no counter")
    assert changed(before, snapshot(table, P2)) == {**tired, **damage("my")}


@pytest.mark.parametrize("effect", BLOCKERS)
def test_a_blocker_that_is_rested_or_attacked_itself_does_not_block(effect):
    card = effect.split("/")[0]
    for target in ("leader", name(card)):
        table = Table(Half(active=1), Half(characters=[Put(card, rested=True)], hand=[KAROO]))
        table.do(f"attack {target} with leader")
        assert table.kind == "counter"


@about("ST01-012/Rush")
def test_rush_attacks_in_the_turn_in_which_it_came():
    table = Table(Half(hand=["ST01-012"], active=5)).do("play Monkey.D.Luffy")
    assert "attack leader with Monkey.D.Luffy" in table.options
    before = snapshot(table)
    table.do("attack leader with Monkey.D.Luffy")
    assert changed(before, snapshot(table)) == {"my ST01-012 rested": 1, **damage("their")}
    table = Table(Half(characters=[Put("ST01-012", rested=True)]))
    assert "attack leader with Monkey.D.Luffy" not in table.options


# ---------------------------------------------------------------------- conditions and costs, whatever the effect

BATTLING = ("when_attacking", "on_block")
MAY_REFUSE = ("on_play", "main", "counter", *BATTLING)


@pytest.mark.parametrize("effect", with_words("conditions", "don_attached", timings=BATTLING))
def test_with_a_don_too_few_nothing_happens_in_a_battle(effect):
    least = Scene(effect).attached
    scene = Scene(effect, don=least - 1, my={"hand": [KAROO], "rested": 1}, their={"active": 1, "hand": [KAROO]})
    scene.start()
    assert scene.kind == "counter"
    assert scene.changes == scene.price
    assert effect not in CARRIED_OUT


@pytest.mark.parametrize(
    "effect", [effect for effect, data in EFFECTS.items() if data["cost"] and data["timing"] in MAY_REFUSE]
)
def test_whoever_does_not_pay_gets_nothing(effect):
    scene = Scene(effect, their={"characters": [KAROO], "hand": [KAROO]}).start()
    assert scene.asked == scene.me
    assert sorted(scene.options) == ["no", "yes"]
    scene.do("no")
    assert scene.changes == scene.price
    assert effect not in CARRIED_OUT


def lacking():
    """Effects, and each part of their cost that can be missing: DON!! were just paid for what is played."""
    for effect, data in EFFECTS.items():
        for word in data["cost"]:
            bought = data["timing"] in ("on_play", "main", "counter") and word["pay"] == "return_don"
            if data["timing"] != "on_ko" and not bought:
                yield effect, word["pay"]


@pytest.mark.parametrize(("effect", "lack"), list(lacking()))
def test_what_cannot_be_paid_in_full_is_not_offered(effect, lack):
    scene = Scene(effect, lack=lack, their={"characters": [Put(KAROO, rested=True)], "hand": [KAROO], "active": 1})
    if scene.timing == "activate_main":
        assert scene.text not in scene.options
        return
    if scene.timing == "trigger":
        scene.do("attack leader with leader")
        assert scene.changes == {"their leader rested": 1, **damage("my", scene.card["id"])}
        return
    scene.start()
    assert "yes" not in scene.options
    assert scene.changes == scene.price


FROM_BELOW = [
    effect
    for effect, data in EFFECTS.items()
    if any(word["pay"] == "life_to_hand" and word["from"] == "top_or_bottom" for word in data["cost"])
]


@pytest.mark.parametrize("effect", FROM_BELOW)
def test_life_may_be_paid_from_the_bottom_and_no_trigger_is_used(effect):
    scene = Scene(effect, {"life": [KAROO, KAROO, KAROO, "ST01-002"]}, {"characters": [COSTING[9]]}).start()
    if scene.timing != "activate_main":
        scene.do("yes")
    assert scene.options == ["top", "bottom"]
    scene.do("bottom")
    while scene.options[-1] in ("none", "0"):
        scene.do(scene.options[-1])
    more = {"my ST07-004 Banish": 1, "my ST07-004 power": 1000} if effect == "ST07-004/0" else {}
    more |= {"my ST09-007 power": 4000} if effect == "ST09-007/0" else {}
    more |= {"my ST09-012 power": 2000} if effect == "ST09-012/0" else {}
    rested = {f"my {scene.card['id']} rested": 1} if "rest_this" in scene.costs else {}
    below = {"my life bottom ST01-002": -1, "my hand ST01-002": 1}
    assert scene.changes == plus(scene.price, rested, below, more)


ACTIVATED = [effect for effect, data in EFFECTS.items() if data["timing"] == "activate_main"]


@pytest.mark.parametrize("effect", ACTIVATED)
def test_an_activated_effect_can_be_used_when_all_is_there_and_only_in_the_own_turn(effect):
    scene = Scene(effect, their={"leader": "ST09-001"})
    assert scene.text in scene.options
    scene.do("end turn")
    assert scene.asked == P2
    assert scene.text not in scene.options


@pytest.mark.parametrize("effect", [effect for effect in ACTIVATED if EFFECTS[effect]["once_per_turn"]])
def test_once_a_turn_is_once_a_turn(effect):
    card, given = Scene(effect).card, Scene(effect).attached
    hand = ["ST05-002"] * 4
    if card["category"] == "leader":
        half = Half(leader=Put(card["id"], don=given), active=10 - given, hand=hand, characters=["ST01-008"])
    else:
        half = Half(characters=[Put(card["id"], don=given), "ST01-008"], active=9 - given, rested=1, hand=hand)
    table, text = Table(half), Scene(effect).text
    table.do(text)
    while table.kind != "action":
        table.do(table.options[-1])
    assert effect in CARRIED_OUT
    assert text not in table.options
    table.do("end turn", "end turn", *[f"give DON!! to {card['name']}"] * given)
    if effect != "ST04-001/0":  # whose seven DON!! are not there again so soon
        assert text in table.options


@pytest.mark.parametrize("effect", with_words("cost", "rest_this", timings=("activate_main",)))
def test_a_card_that_just_came_may_rest_itself_at_once(effect):
    scene = Scene(effect)
    card = scene.card
    half = Half(hand=[card["id"], "ST05-002"], active=card["cost"] + 1)
    table = Table(half, Half(characters=[KAROO])).do(f"play {card['name']}")
    while table.kind != "action":
        table.do("none")
    assert scene.text in table.options


# ---------------------------------------------------------------------- K.O.

RESTED_ROBIN, RESTED_FRANKY = Put("ST01-008", rested=True), Put("ST01-010", rested=True)
IN_HAND = {"my trash ST09-009": -1, "my hand ST09-009": 1}


@each(
    ("effect", "whom", "spared", "then", "more"),
    ("ST01-015/0", "ST01-010", ["ST03-009"], [], {}),
    ("ST01-015/trigger", "ST01-010", ["ST03-009"], [], {}),
    ("ST01-016/trigger", "ST03-013", ["ST05-004", "ST01-008"], [], {}),
    ("ST02-005/0", RESTED_ROBIN, ["ST09-011", RESTED_FRANKY], [], {}),
    ("ST04-003/0", COSTING[6], [COSTING[7]], [], {"my ST04-003 Rush": 1}),
    ("ST04-004/0", COSTING[4], [COSTING[5]], [], {}),
    ("ST04-010/0", COSTING[3], [COSTING[4]], [], {}),
    ("ST04-015/0", COSTING[6], [COSTING[7]], ["0"], {}),
    ("ST04-015/0", COSTING[6], [COSTING[7]], ["1"], {"my active": 1, "my DON!! deck": -1}),
    ("ST05-016/0", COSTING[5], [COSTING[6]], [], {}),
    ("ST06-012/0", COSTING[4], [COSTING[5]], [], {}),
    ("ST06-014/trigger", COSTING[4], [COSTING[5]], [], {}),
    ("ST07-009/0", COSTING[3], [COSTING[4]], [], {}),
    ("ST08-004/0", COSTING[2], [COSTING[3]], [], {}),
    ("ST08-015/0", COSTING[2], [COSTING[3]], [], {}),
    ("ST09-009/trigger", COSTING[1], [COSTING[2]], [], IN_HAND),
)
def test_an_effect_kos_one_that_fits_or_none(effect, whom, spared, then, more):
    mine, others = {"characters": [Put("ST01-006", rested=True)]}, {"characters": [whom, whom, *spared]}
    others |= {"leader": Put("ST01-001", rested=True)} if effect == "ST02-005/0" else {}
    scene = Scene(effect, mine, others).go()
    assert scene.asked == scene.me
    assert scene.options == [f"{opposing(whom)} #1", f"{opposing(whom)} #2", "none"]
    scene.do(f"{opposing(whom)} #2")
    assert not then or scene.options == ["1", "0"]
    scene.do(*then)
    assert scene.did(ko("their", id_of(whom)), more)
    assert Scene(effect, mine, others).go().do("none", *then).did(more)
    alone = Scene(effect, mine, {**others, "characters": spared}).go().do(*then)
    assert alone.did(more)  # nobody fits: used all the same (R8.9)


@each("effect", "ST06-001/0", "ST06-002/0")
def test_a_ko_of_cost_zero_needs_the_cost_to_be_lowered_first(effect):
    mine = {"characters": [Put("ST02-012", rested=True)], "stage": "ST06-017"}
    mine |= {"leader": "ST06-001"} if effect == "ST06-002/0" else {}
    others = {"characters": [KAROO, "ST06-003", "ST02-011"]}  # of cost 1, 1 and 2
    scene = Scene(effect, mine, others).go()
    assert scene.did()  # nobody costs 0
    scene = Scene(effect, mine, others)
    scene.do("use Navy HQ", "opposing Karoo").go()
    assert scene.options == ["opposing Karoo", "none"]
    scene.do("opposing Karoo")
    assert scene.did({"my ST06-017 rested": 1}, ko("their", KAROO))
    scene = Scene(effect, mine, others)
    scene.do("use Navy HQ", "opposing Heat").go()
    assert scene.did({"my ST06-017 rested": 1, "their ST02-011 cost": -1})
    scene = Scene(effect, {**mine, "characters": ["ST08-002"]}, others)
    scene.do("use Navy HQ", "opposing Karoo", "use Uta", "opposing Jango").go()
    assert scene.options == ["opposing Karoo", "opposing Jango", "none"]
    tired = {"my ST06-017 rested": 1, "my ST08-002 rested": 1}
    assert scene.do("opposing Jango").did(tired, {f"their {KAROO} cost": -1}, ko("their", "ST06-003"))


@about("ST06-014/0")
def test_shockwave_also_kos_an_active_character_of_cost_three():
    effect = "ST06-014/0"
    others = {"characters": ["ST01-008", Put("ST09-011", rested=True), "ST01-010", "ST02-011"]}
    scene = Scene(effect, {"characters": [KAROO]}, others).go().do("leader")
    assert scene.options == ["opposing Nico Robin", "opposing Heat", "none"]
    scene.do("opposing Nico Robin")
    assert scene.did({"my leader power": 4000}, ko("their", "ST01-008"))
    assert Scene(effect, {}, others).go().do("leader", "none").did({"my leader power": 4000})


@about("ST08-005/0")
def test_shanks_kos_all_of_cost_one_on_both_sides():
    mine = {"characters": [KAROO, "ST02-011"]}
    others = {"characters": ["ST02-012", KAROO, "ST02-011"]}
    scene = Scene("ST08-005/0", mine, others).go()
    assert scene.kind == "action"
    assert scene.did(ko("my", KAROO), ko("their", KAROO), ko("their", "ST02-012"))


# ---------------------------------------------------------------------- back to the hand, or under the deck


@each(
    ("effect", "most"),
    ("ST03-001/0", 5),
    ("ST03-009/0", 7),
    ("ST03-014/0", 3),
    ("ST03-015/0", 7),
    ("ST03-015/trigger", 7),
    ("ST03-016/0", 3),
    ("ST03-016/trigger", 3),
)
def test_a_character_of_either_side_returns_to_its_owners_hand(effect, most):
    fits, near = COSTING[most], COSTING[most + 1]
    mine, others = {"characters": [fits, near]}, {"characters": [Put(fits, don=1), near]}

    def scene():
        return Scene(effect, mine, others).go()

    itself = ["Donquixote Doflamingo"] if effect == "ST03-009/0" else []
    assert sorted(scene().options) == sorted([name(fits), opposing(fits), "none", *itself])
    returned = {f"their field {fits}": -1, f"their hand {fits}": 1, "their rested": 1}  # its DON!! stays, rested (R2.3)
    assert scene().do(opposing(fits)).did(returned)
    assert scene().do(name(fits)).did({f"my field {fits}": -1, f"my hand {fits}": 1})
    assert scene().do("none").did()


@about("ST03-009/0")
def test_doflamingo_may_return_himself():
    scene = Scene("ST03-009/0", {}, {"characters": [KAROO]}).go().do("Donquixote Doflamingo")
    assert scene.changes == {"my active": -7, "my rested": 7}


@about("ST03-016/0")
def test_an_attacker_that_is_returned_deals_no_damage():
    table = Table(Half(characters=[Put("ST01-009", don=1)]), Half(hand=["ST03-016"], active=2))
    before = snapshot(table)
    table.do("attack leader with Nefeltari Vivi", "use Thrust Pad Cannon", "opposing Nefeltari Vivi")
    assert table.kind == "action"
    mine = {"my field ST01-009": -1, "my hand ST01-009": 1, "my rested": 1}
    price = {"their hand ST03-016": -1, "their trash ST03-016": 1, "their active": -2, "their rested": 2}
    assert changed(before, snapshot(table)) == {**mine, **price}


@about("ST03-003/0")
def test_crocodile_puts_a_character_of_cost_two_under_its_owners_deck():
    mine, others = {"characters": ["ST02-012", "ST01-008"]}, {"characters": ["ST02-011", "ST01-008"]}

    def scene():
        return Scene("ST03-003/0", mine, others).go()

    assert sorted(scene().options) == ["Bepo", "none", "opposing Heat"]
    assert scene().do("opposing Heat").did({"their field ST02-011": -1, "their deck bottom ST02-011": 1})
    assert scene().do("Bepo").did({"my field ST02-012": -1, "my deck bottom ST02-012": 1})
    assert scene().do("none").did()


# ---------------------------------------------------------------------- costs

NAVY = {"leader": "ST06-001"}


@each(
    ("effect", "amount", "more", "my"),
    ("ST06-005/0", 4, {}, {}),
    ("ST06-006/0", 2, {}, {}),
    ("ST06-008/0", 4, {}, {}),
    ("ST06-010/0", 3, {}, {}),
    ("ST06-015/0", 2, drawn(), {}),
    ("ST06-017/0", 1, {}, {}),
    ("ST06-017/1", 1, {}, NAVY),
    ("ST08-002/1", 2, {}, {}),
    ("ST08-006/0", 4, {}, {}),
    ("ST08-008/0", 2, {}, {}),
    ("ST08-014/0", 7, {}, {}),
)
def test_an_opposing_character_costs_less_for_this_turn(effect, amount, more, my):
    mine = {"characters": [Put("ST01-006", rested=True)], **my}
    others = {"characters": ["ST04-003", KAROO]}

    def scene():
        return Scene(effect, mine, others).go()

    assert scene().options == ["opposing Kaido", "opposing Karoo", "none"]
    assert scene().do("none").did(more)
    assert scene().do("opposing Karoo").did(more, {f"their {KAROO} cost": -1})  # never below 0 (R0.6)
    table = scene().do("opposing Kaido")
    assert table.did(more, {"their ST04-003 cost": -amount})
    if table.kind == "counter":
        table.do("no counter")
        assert table.cost(P2, "ST04-003") == 9 - amount  # longer than the battle
    table.do("end turn")
    assert table.cost(P2, "ST04-003") == 9


@about("ST06-017/1")
def test_navy_hq_rests_in_vain_without_a_navy_leader():
    assert Scene("ST06-017/1", {}, {"characters": [KAROO]}).go().did()


@about("ST06-006/0", "ST06-008/0")
def test_lowered_costs_add_up():
    table = Table(Half(characters=["ST06-006", "ST08-002"], hand=["ST06-008"], active=3), Half(characters=["ST02-006"]))
    table.do("use Tashigi", "opposing Koby", "play Hina", "opposing Koby")  # 4 - 2 - 4
    assert table.cost(P2, "ST02-006") == 0
    table.do("end turn")
    assert table.cost(P2, "ST02-006") == 4


# ---------------------------------------------------------------------- counters that add power

ONE_ACTIVE = {"my active": 1, "my rested": -1}


@each(
    ("effect", "amount", "first", "then", "more"),
    ("ST01-014/0", 3000, [], [], {}),
    ("ST02-015/0", 2000, [], ["1"], ONE_ACTIVE),
    ("ST02-015/0", 2000, [], ["0"], {}),
    ("ST02-016/0", 4000, [], ["1"], ONE_ACTIVE),
    ("ST02-016/0", 4000, [], ["0"], {}),
    ("ST03-017/0", 4000, [], [], drawn()),
    ("ST04-016/0", 4000, [], [], {}),
    ("ST06-014/0", 4000, [], [], {}),
    ("ST06-016/0", 2000, [], [], {}),
    ("ST07-016/0", 2000, ["none"], [], {}),
    ("ST09-015/0", 4000, [], [], {}),
)
def test_a_counter_event_adds_power_to_one_of_the_own_until_the_battle_ends(effect, amount, first, then, more):
    def scene():
        return Scene(effect, {"characters": ["ST01-008"]}, {"characters": ["ST01-010"]}).go().do(*first)

    assert sorted(scene().options) == ["Nico Robin", "leader", "none"]
    assert scene().do("none", *then).did(more)
    assert scene().do("Nico Robin", *then).did(more, {"my ST01-008 power": amount})
    table = scene().do("leader", *then)
    assert table.did(more, {"my leader power": amount})
    table.do("no counter")  # 5000 against more: no damage, and the power is gone
    assert table.did(more)
    assert scene().do("Nico Robin", *then).do("no counter").did(more, damage("my"))


@about("ST02-015/0", "ST02-016/0")
def test_of_rested_don_only_one_becomes_active():
    for effect, price in (("ST02-015/0", 1), ("ST02-016/0", 2)):
        scene = Scene(effect, {"active": price, "rested": 3}).go().do("leader")
        assert scene.options == ["1", "0"]


@about("ST03-017/0")
def test_love_love_mellow_draws_with_three_cards_in_hand_and_not_with_four():
    scene = Scene("ST03-017/0", {"hand": [KAROO] * 3}).go().do("leader")
    assert scene.did({"my leader power": 4000}, drawn())
    scene = Scene("ST03-017/0", {"hand": [KAROO] * 4}).go().do("leader")
    assert scene.did({"my leader power": 4000})


@about("ST04-016/0")
def test_blast_breath_returns_whichever_don_one_likes():
    scene = Scene("ST04-016/0", {"active": 2, "characters": [Put("ST01-008", don=1)]}).start().do("yes")
    assert sorted(scene.options) == ["DON!! of Nico Robin", "active DON!!", "rested DON!!"]
    scene.do("DON!! of Nico Robin", "leader")
    assert scene.changes == plus(scene.price, {"my ST01-008 DON!!": -1, "my DON!! deck": 1, "my leader power": 4000})


@about("ST05-017/0")
def test_union_armada_protects_a_film_character_for_the_turn():
    film, other = Put("ST05-013", rested=True), Put("ST01-010", rested=True)
    my = {"leader": "ST05-001", "characters": [film, other]}
    their = {"characters": ["ST04-003", "ST05-007"], "hand": ["ST01-015"], "active": 4}
    scene = Scene("ST05-017/0", my, their).go()
    assert scene.options == ["leader", "Bins", "none"]
    scene.do("Bins")
    assert scene.did({"my ST05-013 power": 4000})
    scene.do("no counter")
    scene.do("attack Bins with Kaido", "no counter")  # 10000 against 6000, and still there
    assert "ST05-013" in scene.field(P2)
    scene.do("play Gum-Gum Jet Pistol", "opposing Bins")
    assert scene.field(P2) == ["ST05-013", "ST01-010"]


@about("ST05-017/0")
def test_union_armadas_protection_ends_with_the_turn():
    my = {"leader": "ST05-001", "characters": [Put("ST05-013", rested=True)]}
    scene = Scene("ST05-017/0", my, {"characters": ["ST04-003"]}).go().do("Bins", "no counter", "end turn")
    scene.do("attack leader with Bins", "end turn", "attack Bins with Kaido", "no counter")
    assert scene.field(P2) == []


@about("ST05-017/0")
def test_union_armada_for_the_leader_or_nobody_protects_no_character():
    my = {"leader": "ST05-001", "characters": [Put("ST05-013", rested=True)]}
    for choice, more in (("leader", {"my leader power": 4000}), ("none", {})):
        scene = Scene("ST05-017/0", my, {"characters": ["ST04-003"]}).go().do(choice)
        assert scene.did(more)
        scene.do("no counter", "attack Bins with Kaido", "no counter")
        assert scene.field(P2) == []
    scene = Scene("ST05-017/0", {}, {}).go()  # a leader without FILM: nobody to choose
    assert scene.did()


# ---------------------------------------------------------------------- triggers of many cards

PLAYED = [
    effect
    for effect, data in EFFECTS.items()
    if data["timing"] == "trigger" and data["actions"] == [{"op": "play_this"}] and not data["cost"]
]


@each("effect", *PLAYED)
def test_a_character_taken_as_damage_is_played_by_its_trigger(effect):
    scene = Scene(effect, {}, {"characters": ["ST01-010"]}).start()
    while scene.kind != "action":
        scene.do("top" if "top" in scene.options else scene.options[0])  # an [On Play], which changes nothing here
    card = scene.card["id"]
    assert scene.did({f"my trash {card}": -1, f"my field {card}": 1})


@about("ST02-005/trigger", "ST02-005/0")
def test_an_on_play_follows_a_trigger():
    their = {"characters": [RESTED_ROBIN]}
    scene = Scene("ST02-005/trigger", {}, their).go().do("opposing Nico Robin")
    assert scene.did({"my trash ST02-005": -1, "my field ST02-005": 1}, ko("their", "ST01-008"))


@about("ST04-010/trigger")
def test_an_on_play_after_a_trigger_is_not_offered_when_it_cannot_be_paid():
    scene = Scene("ST04-010/trigger", {}, {"characters": [KAROO]}).go()
    assert scene.kind == "action"
    assert scene.did({"my trash ST04-010": -1, "my field ST04-010": 1})
    scene = Scene("ST04-010/trigger", {"active": 1}, {"characters": [KAROO]}).go()
    assert scene.options == ["yes", "no"]
    scene.do("yes", "opposing Karoo")
    assert scene.did(
        {"my trash ST04-010": -1, "my field ST04-010": 1, "my active": -1, "my DON!! deck": 1}, ko("their", KAROO)
    )


@about("ST07-009/trigger")
def test_mont_dor_comes_for_a_card_from_hand():
    scene = Scene("ST07-009/trigger", {"hand": [FODDER, "ST01-004"]}, {}).start()
    assert sorted(scene.options) == ["Sanji", "Tony Tony.Chopper"]
    scene.do("Tony Tony.Chopper")
    assert scene.did({"my trash ST07-009": -1, "my field ST07-009": 1})


@each("effect", "ST08-015/trigger", "ST09-015/trigger")
def test_a_trigger_draws_a_card(effect):
    scene = Scene(effect, {"deck": ["ST01-010"]}, {"active": 1}).go()
    assert scene.did(drawn("ST01-010"))


@each("effect", "ST04-015/trigger", "ST05-016/trigger", "ST05-017/trigger")
def test_a_trigger_adds_an_active_don(effect):
    scene = Scene(effect, {}, {"active": 1}).go()
    assert scene.options == ["1", "0"]
    assert scene.do("1").did({"my active": 1, "my DON!! deck": -1})
    assert Scene(effect, {}, {"active": 1}).go().do("0").did()
    assert Scene(effect, {"rested": 10}, {"active": 1}).go().did()  # the DON!! deck is empty


@each("effect", "ST04-014/0", "ST04-014/trigger")
def test_lead_performer_draws_and_adds_an_active_don(effect):
    my, their = {"deck": ["ST01-010"]}, {"active": 1}
    scene = Scene(effect, my, their).go()
    assert scene.options == ["1", "0"]
    assert scene.do("1").did(drawn("ST01-010"), {"my active": 1, "my DON!! deck": -1})
    assert Scene(effect, my, their).go().do("0").did(drawn("ST01-010"))


# ---------------------------------------------------------------------- ST01


@each("effect", "ST01-001/0", "ST01-007/0")
def test_a_rested_don_is_given_to_a_leader_or_a_character(effect):
    def scene(rested=2):
        their = {"characters": [KAROO]}
        return Scene(effect, {"characters": ["ST01-008"], "active": 1, "rested": rested}, their).go()

    itself = ["Nami"] if effect == "ST01-007/0" else []
    assert sorted(scene().options) == sorted(["leader", "Nico Robin", "none", *itself])
    given = {"my rested": -1, "my ST01-008 DON!!": 1, "my ST01-008 power": 1000}
    assert scene().do("Nico Robin").did(given)
    assert scene().do("leader").did({"my rested": -1, "my leader DON!!": 1, "my leader power": 1000})
    assert scene().do("none").did()
    assert scene(rested=0).did()  # an active one cannot be given


@about("ST01-002/0")
def test_usopp_with_two_don_cannot_be_blocked_by_5000_or_more():
    blockers = ["ST05-004", "ST02-013", "ST05-003"]  # of 5000, 7000 and 3000
    for given, offered in ((2, ["Ann"]), (1, ["Ann", 'Eustass"Captain"Kid', "Uta"])):
        table = Table(Half(characters=[Put("ST01-002", don=given)], active=1), Half(characters=blockers))
        before = snapshot(table)
        table.do("attack leader with Usopp")
        assert sorted(table.options) == ["block with " + name for name in offered] + ["no block"]
        assert changed(before, snapshot(table)) == {"my ST01-002 rested": 1}
        table.do("no block", "attack leader with leader")
        assert len(table.options) == 4  # another attacker can be blocked by all


@about("ST01-002/0")
def test_usopp_minds_the_power_that_a_blocker_has_at_that_moment():
    defence = Half(characters=["ST05-003"], life=["ST01-014", "ST01-014", KAROO])
    table = Table(Half(characters=[Put("ST01-002", don=2), "ST01-008"]), defence)
    table.do("attack leader with leader", "no block", "use the Trigger", "Ann")
    assert table.power(P2, "ST05-003") == 4000
    for strength in (4000, 5000):
        again = Table(Half(characters=[Put("ST01-002", don=2), "ST01-008"]), defence)
        again.do("attack leader with leader", "no block", "use the Trigger", "Ann")
        if strength == 5000:
            again.do("attack leader with Nico Robin", "no block", "use the Trigger", "Ann")
        again.do("attack leader with Usopp")
        assert again.power(P2, "ST05-003") == strength
        assert (again.kind == "blocker") == (strength < 5000)


@about("ST01-004/0")
def test_sanji_has_rush_with_two_don():
    table = Table(Half(hand=["ST01-004"], active=4)).do("play Sanji", "give DON!! to Sanji")
    assert not table.has(P1, "ST01-004", "Rush")
    assert "attack leader with Sanji" not in table.options
    before = snapshot(table)
    table.do("give DON!! to Sanji")
    mine = {"my active": -1, "my ST01-004 DON!!": 1, "my ST01-004 power": 1000, "my ST01-004 Rush": 1}
    assert changed(before, snapshot(table)) == mine
    assert "attack leader with Sanji" in table.options


@about("ST01-005/0")
def test_jinbe_strengthens_another_for_the_turn():
    def scene():
        return Scene("ST01-005/0", {"characters": ["ST01-008"]}, {"characters": ["ST01-010"], "hand": [KAROO]}).go()

    assert scene().options == ["leader", "Nico Robin", "none"]
    assert scene().do("none").did()
    assert scene().do("leader").did({"my leader power": 1000})
    table = scene().do("Nico Robin")
    assert table.did({"my ST01-008 power": 1000})
    table.do("no counter")
    assert table.did({"my ST01-008 power": 1000}, damage("their"))  # longer than the battle
    table.do("end turn")
    assert table.power(P1, "ST01-008") == 5000


@about("ST01-011/0")
def test_brook_gives_up_to_two_rested_don_to_one_card():
    def scene(rested=0):
        my = {"characters": ["ST01-008"], "active": 2, "rested": rested}
        return Scene("ST01-011/0", my, {"characters": [KAROO]}).go()

    assert scene().options == ["leader", "Nico Robin", "Brook", "none"]
    assert scene().do("none").did()
    table = scene().do("Brook")
    assert table.options == ["2", "1"]
    assert table.do("2").did({"my rested": -2, "my ST01-011 DON!!": 2, "my ST01-011 power": 2000})
    table = scene(rested=3).do("leader")
    assert table.options == ["2", "1"]
    table.do("1")
    assert table.did({"my rested": -1, "my leader DON!!": 1, "my leader power": 1000})


@about("ST01-012/0")
def test_luffy_with_two_don_cannot_be_blocked_at_all():
    for given, kind in ((2, "action"), (1, "blocker")):
        table = Table(Half(characters=[Put("ST01-012", don=given)]), Half(characters=["ST01-006", "ST02-013"]))
        before = snapshot(table)
        table.do("attack leader with Monkey.D.Luffy")
        assert table.kind == kind
        done = damage("their") if kind == "action" else {}
        assert changed(before, snapshot(table)) == {"my ST01-012 rested": 1, **done}
    table = Table(Half(characters=[Put("ST01-012", don=2)]), Half(characters=["ST01-006"]))
    table.do("attack leader with Monkey.D.Luffy", "attack leader with leader")
    assert table.kind == "blocker"


@about("ST01-012/0")
def test_luffy_can_be_blocked_in_another_battle_without_don():
    mine = Half("ST03-001", [Put("ST01-012", don=2)], hand=["ST02-009"], active=7)
    table = Table(mine, Half(characters=["ST01-006"]))
    table.do("attack leader with Monkey.D.Luffy", "play Trafalgar Law", "Monkey.D.Luffy", "use leader")
    table.do(*["DON!! of Monkey.D.Luffy"] * 2, *["rested DON!!"] * 2, "none")
    table.do("attack leader with Monkey.D.Luffy")
    assert table.options == ["no block", "block with Tony Tony.Chopper"]


@about("ST01-013/0")
def test_zoro_has_1000_more_with_a_don():
    table = Table(Half(characters=["ST01-013", "ST01-008"], active=2))
    assert table.power(P1, "ST01-013") == 5000
    before = snapshot(table)
    table.do("give DON!! to Roronoa Zoro")
    mine = {"my active": -1, "my ST01-013 DON!!": 1, "my ST01-013 power": 2000}
    assert changed(before, snapshot(table)) == mine
    table.do("give DON!! to Roronoa Zoro")
    assert table.power(P1, "ST01-013") == 8000  # once, not for each
    table.do("end turn")
    assert table.power(P1, "ST01-013") == 6000  # in the opponent's turn too


@about("ST01-014/trigger")
def test_guard_points_trigger_adds_1000_for_the_turn():
    def scene():
        return Scene("ST01-014/trigger", {"characters": ["ST01-008"]}, {"characters": [KAROO]}).go()

    assert scene().options == ["leader", "Nico Robin", "none"]
    assert scene().do("none").did()
    assert scene().do("leader").did({"my leader power": 1000})
    table = scene().do("Nico Robin")
    assert table.did({"my ST01-008 power": 1000})
    table.do("end turn")
    assert table.power(P2, "ST01-008") == 5000


@about("ST01-016/0")
def test_diable_jambe_keeps_blockers_from_one_straw_hat_for_the_turn():
    my, their = {"characters": ["ST01-008", "ST01-009"], "active": 2}, {"characters": ["ST01-006"]}
    scene = Scene("ST01-016/0", my, their).go()
    assert scene.options == ["leader", "Nico Robin", "none"]  # Vivi is of Alabasta
    scene.do("leader")
    assert scene.did()
    scene.do("attack leader with Nico Robin")
    assert "block with Tony Tony.Chopper" in scene.options
    scene.do("block with Tony Tony.Chopper")
    scene = Scene("ST01-016/0", my, their).go().do("leader", "attack leader with Nico Robin", "no block")
    scene.do("attack leader with leader", "no counter")  # nobody could block
    hits = plus(damage("their"), damage("their"))
    assert scene.did({"my leader rested": 1, "my ST01-008 rested": 1}, hits)
    scene.do("end turn", "end turn", "attack leader with leader")
    assert "block with Tony Tony.Chopper" in scene.options
    scene = Scene("ST01-016/0", my, their).go().do("none", "attack leader with leader")
    assert "block with Tony Tony.Chopper" in scene.options


@about("ST01-017/0")
def test_thousand_sunny_strengthens_a_straw_hat_for_the_turn():
    def scene(leader="ST01-001"):
        my = {"leader": leader, "characters": ["ST01-008", "ST01-009"], "active": 1}
        return Scene("ST01-017/0", my, {"characters": ["ST01-008"]}).go()

    assert scene().options == ["leader", "Nico Robin", "none"]
    assert scene("ST02-001").options == ["Nico Robin", "none"]
    assert scene().do("none").did()
    assert scene().do("leader").did({"my leader power": 1000})
    table = scene().do("Nico Robin")
    assert table.did({"my ST01-008 power": 1000})
    assert "use Thousand Sunny" not in table.options
    table.do("end turn")
    assert table.power(P1, "ST01-008") == 5000


# ---------------------------------------------------------------------- ST02


@about("ST02-001/0")
def test_kid_becomes_active_and_attacks_again():
    table = Table(Half(Put("ST02-001", rested=True), [KAROO], hand=["ST02-011", "ST01-008"], active=4))
    before = snapshot(table)
    table.do("use leader")
    assert sorted(table.options) == ["Heat", "Nico Robin"]
    table.do("Heat")
    assert changed(before, snapshot(table)) == {
        "my active": -3,
        "my rested": 3,
        "my hand ST02-011": -1,
        "my trash ST02-011": 1,
        "my leader rested": -1,
    }
    assert "attack leader with leader" in table.options
    assert Scene("ST02-001/0").go().did()  # an active one may pay in vain


@about("ST02-003/0")
def test_urouge_has_2000_more_with_a_don_among_three():
    for given, others, more in ((1, 2, 3000), (1, 1, 1000), (0, 2, 0)):
        characters = [Put("ST02-003", don=given), *[KAROO] * others]
        table = Table(Half(characters=characters, active=1), Half(characters=[KAROO] * 3))
        assert table.power(P1, "ST02-003") == 3000 + more
        assert table.power(P1, KAROO) == 3000
    table = Table(Half(characters=[Put("ST02-003", don=1), KAROO, KAROO])).do("end turn")
    assert table.power(P1, "ST02-003") == 5000


@about("ST02-007/0")
def test_bonney_looks_at_five_and_takes_a_supernova():
    deck = ["ST02-011", "ST02-005", "ST01-008", "ST02-014", "ST02-006", "ST02-009"]

    def scene():
        return Scene("ST02-007/0", {"deck": deck}).go()

    assert sorted(scene().options) == ["Killer", "X.Drake", "none"]  # Law is the sixth
    table = scene().do("X.Drake", "Nico Robin", "Koby", "Heat")
    bottom = {f"my deck bottom {card}": 1 for card in ("ST01-008", "ST02-006", "ST02-011", "ST02-005")}
    top = {f"my deck top {card}": -1 for card in deck[:5]}
    assert table.did(top, bottom, {"my hand ST02-014": 1})
    assert shown(table, "ST02-014")
    assert table.deck(P1)[-4:] == ["ST01-008", "ST02-006", "ST02-011", "ST02-005"]
    table = scene().do("none", "Heat", "Killer", "Nico Robin", "X.Drake")
    assert table.did(top, bottom, {"my deck bottom ST02-014": 1})


@about("ST02-008/0")
def test_apoo_rests_one_of_the_opponents_don():
    def scene(active):
        return Scene("ST02-008/0", {"active": 2}, {"active": active, "rested": 1, "hand": [KAROO]}).go()

    assert scene(2).options == ["1", "0"]
    assert scene(2).do("1").did({"their active": -1, "their rested": 1})
    assert scene(2).do("0").did()
    assert scene(0).did()


@about("ST02-009/0")
def test_law_sets_a_rested_supernova_or_heart_pirate_active():
    rested = [Put(card, rested=True) for card in ("ST02-010", "ST02-012", "ST02-013", "ST02-011")]
    my, their = {"characters": [*rested[:3], "ST02-008"]}, {"characters": [Put("ST02-012", rested=True)]}

    def scene():
        return Scene("ST02-009/0", my, their).go()

    assert scene().options == ["Basil Hawkins", "Bepo", "none"]  # Kid costs 7, Apoo is active
    assert scene().do("Basil Hawkins").did({"my ST02-010 rested": -1})
    assert scene().do("Bepo").did({"my ST02-012 rested": -1})
    assert scene().do("none").did()
    assert Scene("ST02-009/0", {"characters": rested[3:]}, their).go().did()  # Heat is of the Kid Pirates
    assert Scene("ST02-009/0", {"leader": Put("ST02-001", rested=True), "characters": [KAROO]}).go().did()


@about("ST02-010/0")
def test_hawkins_becomes_active_once_after_a_battle_with_a_character():
    targets = [Put("ST01-008", rested=True), Put("ST03-012", rested=True), Put("ST05-013", rested=True)]
    table = Table(Half(characters=[Put("ST02-010", don=1)]), Half(characters=targets))
    before = snapshot(table)
    table.do("attack Nico Robin with Basil Hawkins")
    assert changed(before, snapshot(table)) == ko("their", "ST01-008")
    before = snapshot(table)
    table.do("attack Pacifista with Basil Hawkins")
    assert changed(before, snapshot(table)) == {**ko("their", "ST03-012"), "my ST02-010 rested": 1}


@about("ST02-010/0")
def test_hawkins_becomes_active_after_a_block_and_after_a_lost_battle():
    table = Table(Half(characters=[Put("ST02-010", don=1)]), Half(characters=["ST02-004"]))
    before = snapshot(table)
    table.do("attack leader with Basil Hawkins", 'block with Capone"Gang"Bege')
    assert changed(before, snapshot(table)) == ko("their", "ST02-004")
    table = Table(Half(characters=[Put("ST02-010", don=1)]), Half(characters=[Put("ST04-003", rested=True)]))
    before = snapshot(table)
    table.do("attack Kaido with Basil Hawkins")
    assert changed(before, snapshot(table)) == {}


def test_hawkins_stays_rested_after_a_leader_without_don_and_in_the_other_turn():
    table = Table(Half(characters=[Put("ST02-010", don=1)]))
    before = snapshot(table)
    table.do("attack leader with Basil Hawkins")
    assert changed(before, snapshot(table)) == {"my ST02-010 rested": 1, **damage("their")}
    table = Table(Half(characters=["ST02-010"]), Half(characters=[RESTED_ROBIN]))
    before = snapshot(table)
    table.do("attack Nico Robin with Basil Hawkins")
    assert changed(before, snapshot(table)) == {"my ST02-010 rested": 1, **ko("their", "ST01-008")}
    table = Table(Half(characters=[KAROO]), Half(characters=[Put("ST02-010", rested=True, don=1)]))
    before = snapshot(table)
    table.do("attack Basil Hawkins with Karoo")
    assert changed(before, snapshot(table)) == {f"my {KAROO} rested": 1}


@about("ST02-013/0")
def test_kid_becomes_active_at_the_end_of_the_turn_with_a_don():
    for given, rested in ((1, 0), (0, 1)):
        characters = [Put("ST02-013", rested=True, don=given), Put("ST01-008", rested=True)]
        table = Table(Half(characters=characters))
        table.do("end turn")
        assert [int(unit.rested) for unit in table.side(P1).characters] == [rested, 1]


@about("ST02-014/0")
def test_drake_rested_with_a_don_strengthens_supernovas_and_navy():
    characters = [Put("ST02-014", don=1), "ST02-003", "ST02-006", "ST01-008"]
    table = Table(Half("ST02-001", characters), Half("ST02-001", ["ST02-006"]))
    before = snapshot(table)
    table.do("attack leader with X.Drake")
    stronger = {f"my {card} power": 1000 for card in ("leader", "ST02-014", "ST02-003", "ST02-006")}
    assert changed(before, snapshot(table)) == {"my ST02-014 rested": 1, **stronger, **damage("their")}
    table.do("end turn")
    assert [table.power(P1, card) for card in ("ST02-001", "ST02-014", "ST02-006")] == [5000, 5000, 6000]
    table = Table(Half("ST02-001", ["ST02-014", "ST02-006"], active=1)).do("attack leader with X.Drake")
    assert table.power(P1, "ST02-006") == 6000  # no DON!!
    table.do("give DON!! to X.Drake")
    assert table.power(P1, "ST02-006") == 7000


@about("ST02-015/trigger")
def test_scalpels_trigger_sets_two_don_active():
    def scene(rested):
        return Scene("ST02-015/trigger", {"rested": rested}, {"rested": 3, "active": 1}).go()

    assert scene(3).options == ["2", "1", "0"]
    assert scene(3).do("2").did({"my active": 2, "my rested": -2})
    assert scene(3).do("1").did(ONE_ACTIVE)
    assert scene(3).do("0").did()
    assert scene(1).options == ["1", "0"]
    assert scene(0).did()


@about("ST02-017/0")
def test_straw_sword_rests_an_opposing_character():
    def scene():
        return Scene("ST02-017/0", {"characters": [KAROO]}, {"characters": ["ST04-003", "ST01-008"]}).go()

    assert scene().options == ["opposing Kaido", "opposing Nico Robin", "none"]
    assert scene().do("opposing Kaido").did({"their ST04-003 rested": 1})
    assert scene().do("none").did()


@about("ST02-017/trigger")
def test_straw_swords_trigger_plays_a_supernova_of_cost_two():
    # Killer costs 3, Chopper is none, Scalpel is an event
    hand = ["ST02-003", "ST02-004", "ST02-005", "ST01-006", "ST02-015"]

    def scene():
        return Scene("ST02-017/trigger", {"hand": hand}, {"active": 1}).go()

    assert scene().options == ["Urouge", 'Capone"Gang"Bege', "none"]
    assert scene().do("Urouge").did({"my hand ST02-003": -1, "my field ST02-003": 1})
    assert scene().do("none").did()


# ---------------------------------------------------------------------- ST03


@about("ST03-001/0")
def test_crocodile_returns_don_from_wherever_one_likes():
    my = {"characters": [Put("ST01-008", don=1)], "active": 2, "rested": 2}
    scene = Scene("ST03-001/0", my, {"characters": [KAROO]}).start()
    assert sorted(scene.options) == ["DON!! of Nico Robin", "active DON!!", "rested DON!!"]
    scene.do("DON!! of Nico Robin", "active DON!!", "active DON!!")  # the last can only be a rested one
    scene.do("opposing Karoo")
    paid = {"my ST01-008 DON!!": -1, "my ST01-008 power": -1000, "my active": -2, "my rested": -1, "my DON!! deck": 4}
    assert scene.changes == {**paid, f"their field {KAROO}": -1, f"their hand {KAROO}": 1}


@about("ST03-004/0")
def test_moria_takes_a_warlord_or_thriller_bark_character_of_cost_four_from_the_trash():
    # those after Mihawk: cost 5, another type, its own name, an event
    trash = ["ST03-002", "ST03-005", "ST03-003", "ST03-012", "ST03-004", "ST03-016"]

    def scene():
        return Scene("ST03-004/0", {"trash": trash}, {"trash": ["ST03-006"]}).go()

    assert scene().options == ["Edward Weevil", "Dracule Mihawk", "none"]
    assert scene().do("Dracule Mihawk").did({"my trash ST03-005": -1, "my hand ST03-005": 1})
    assert scene().do("none").did()


@about("ST03-005/0")
def test_mihawk_draws_two_and_trashes_two():
    my = {"deck": ["ST01-008", "ST01-010"], "hand": ["ST02-011"]}
    scene = Scene("ST03-005/0", my).go()
    assert scene.asked == P1
    assert sorted(scene.options) == ["Franky", "Heat", "Nico Robin"]
    scene.do("Heat", "Franky")
    assert scene.did(
        drawn("ST01-008", "ST01-010"),
        {"my hand ST02-011": -1, "my trash ST02-011": 1, "my hand ST01-010": -1, "my trash ST01-010": 1},
    )


@about("ST03-007/0")
def test_sentomaru_plays_a_pacifista_from_the_deck_and_shuffles():
    deck = ["ST03-005", "ST03-012", "ST02-011", "ST01-010", "ST03-012"]

    def scene():
        return Scene("ST03-007/0", {"deck": deck, "active": 2, "hand": ["ST03-012"]}).go()

    assert scene().options == ["Pacifista", "none"]
    shuffled = {"my deck shuffled": 1}
    assert scene().do("Pacifista").did(shuffled, {"my deck ST03-012": -1, "my field ST03-012": 1})
    assert scene().do("none").did(shuffled)
    assert Scene("ST03-007/0", {"deck": ["ST03-005", "ST02-011"]}).go().did(shuffled)
    assert "use Sentomaru" not in Scene("ST03-007/0", {"deck": deck, "active": 2}, don=0).options


@about("ST03-010/0")
def test_kuma_looks_at_three_and_puts_all_on_top_or_all_under_the_deck():
    deck = ["ST02-011", "ST01-008", "ST01-010", "ST02-006"]

    def scene():
        return Scene("ST03-010/0", {"deck": deck}).go()

    assert scene().options == ["top", "bottom"]
    table = scene().do("top", "Franky", "Heat")
    assert table.deck(P1)[:4] == ["ST01-010", "ST02-011", "ST01-008", "ST02-006"]
    assert table.deck(P1)[4:] == scene().deck(P1)[4:]
    table = scene().do("bottom", "Franky", "Heat")
    assert table.deck(P1)[-3:] == ["ST01-010", "ST02-011", "ST01-008"]
    moved = [{f"my deck top {card}": -1, f"my deck bottom {card}": 1} for card in deck[:3]]
    assert table.did(*moved)


# ---------------------------------------------------------------------- ST04


@about("ST04-001/0")
def test_kaido_trashes_the_opponents_top_life():
    def scene(life):
        return Scene("ST04-001/0", {"characters": [KAROO]}, {"life": life}).go()

    assert scene(["ST01-002", KAROO]).options == ["top", "none"]
    assert scene(["ST01-002", KAROO]).do("top").did({"their life top ST01-002": -1, "their trash ST01-002": 1})
    assert scene(["ST01-002", KAROO]).do("none").did()
    assert scene(0).did()  # paid in vain, and nobody has lost
    assert not scene(0).over


@about("ST04-002/0")
def test_ulti_brings_page_one():
    def scene():
        return Scene("ST04-002/0", {"hand": ["ST04-012", "ST04-012", "ST04-009"]}).go()

    assert scene().options == ["Page One", "none"]
    assert scene().do("Page One").did({"my hand ST04-012": -1, "my field ST04-012": 1})
    assert scene().do("none").did()
    assert Scene("ST04-002/0", {"hand": ["ST04-009"]}).go().did()


@about("ST04-003/0")
def test_kaido_has_rush_until_the_turn_ends():
    table = Scene("ST04-003/0").go()
    assert "attack leader with Kaido" in table.options
    table.do("end turn")
    assert not table.has(P1, "ST04-003", "Rush")
    table = Scene("ST04-003/0").start().do("no")
    assert "attack leader with Kaido" not in table.options


@about("ST04-005/0")
def test_queen_draws_two_and_trashes_one():
    scene = Scene("ST04-005/0", {"deck": ["ST01-008", "ST01-010"], "hand": ["ST02-011"]}).go()
    assert sorted(scene.options) == ["Franky", "Heat", "Nico Robin"]
    scene.do("Nico Robin")
    assert scene.did(drawn("ST01-008", "ST01-010"), {"my hand ST01-008": -1, "my trash ST01-008": 1})


@about("ST04-006/0")
def test_sasaki_draws_one():
    assert Scene("ST04-006/0", {"deck": ["ST01-008"]}).go().did(drawn("ST01-008"))


@about("ST04-008/0")
def test_jack_adds_an_active_don():
    assert Scene("ST04-008/0").go().options == ["1", "0"]
    assert Scene("ST04-008/0").go().do("1").did({"my active": 1, "my DON!! deck": -1})
    assert Scene("ST04-008/0").go().do("0").did()
    assert Scene("ST04-008/0", {"active": 10}).go().did()


@about("ST04-017/0")
def test_onigashima_adds_a_rested_don_under_an_animal_kingdom_leader():
    def scene(leader):
        return Scene("ST04-017/0", {"leader": leader}).go()

    assert scene("ST04-001").options == ["1", "0"]
    assert scene("ST04-001").do("1").did({"my rested": 1, "my DON!! deck": -1})
    assert scene("ST04-001").do("0").did()
    assert scene("ST05-001").did()  # rested in vain (R8.8)


# ---------------------------------------------------------------------- ST05


@about("ST05-001/0")
def test_shanks_strengthens_all_film_characters_there_are():
    my = {"characters": ["ST05-007", "ST05-012", "ST01-008"], "hand": ["ST05-015"], "active": 5}
    table = Scene("ST05-001/0", my, {"characters": ["ST05-007"]}).go()
    assert table.did({"my ST05-007 power": 2000, "my ST05-012 power": 2000})
    table.do("play Dr. Indigo")
    assert table.power(P1, "ST05-015") == 4000
    table.do("end turn")
    assert table.power(P1, "ST05-007") == 3000


@about("ST05-002/0")
def test_ain_adds_a_rested_don():
    assert Scene("ST05-002/0").go().options == ["1", "0"]
    assert Scene("ST05-002/0").go().do("1").did({"my rested": 1, "my DON!! deck": -1})
    assert Scene("ST05-002/0").go().do("0").did()
    assert Scene("ST05-002/0", {"active": 10}).go().did()


@about("ST05-004/0")
def test_uta_rests_an_opposing_character_of_cost_five():
    def scene():
        others = {"characters": [COSTING[5], "ST09-013", COSTING[6]]}
        return Scene("ST05-004/0", {"characters": [KAROO]}, others).go()

    assert scene().options == ["opposing Monkey.D.Garp", "opposing Yamato", "none"]
    assert scene().do("opposing Monkey.D.Garp").did({"their ST08-010 rested": 1})
    assert scene().do("none").did()


@about("ST05-005/0")
def test_carina_adds_two_rested_don_when_the_opponent_has_more():
    def scene(mine, others):
        return Scene("ST05-005/0", {"active": mine}, {"active": others - 1, "characters": [Put(KAROO, don=1)]}).go()

    assert scene(3, 4).did({"my rested": 2, "my DON!! deck": -2})
    assert scene(4, 4).did()  # as many: paid in vain
    assert scene(5, 4).did()
    assert scene(9, 10).did({"my rested": 1, "my DON!! deck": -1})


@about("ST05-005/0")
def test_carina_asks_for_a_film_card():
    scene = Scene("ST05-005/0", {"hand": ["ST05-002", "ST05-007", KAROO]}, {"active": 1}).start()
    assert sorted(scene.options) == ["Ain", "Gordon"]
    scene.do("Gordon")
    gone = {"my hand ST05-007": -1, "my trash ST05-007": 1, "my ST05-005 rested": 1}
    assert scene.changes == {**gone, "my rested": 2, "my DON!! deck": -2}
    assert "use Carina" not in Scene("ST05-005/0", {"hand": [KAROO]}).options


@about("ST05-006/0")
def test_tesoro_draws_two():
    scene = Scene("ST05-006/0", {"deck": ["ST01-008", "ST01-010"]}).go()
    assert scene.did(drawn("ST01-008", "ST01-010"))


@about("ST05-008/0")
def test_shiki_cannot_be_koed_in_battle_with_eight_don():
    def table(**don):
        defence = Half(characters=[Put("ST05-008", rested=True, don=1)], **don)
        return Table(Half(characters=["ST04-003"], hand=["ST04-015"], active=9), defence)

    for there in (table(active=4, rested=3), table(active=7)):
        before = snapshot(there)
        there.do("attack Shiki with Kaido")
        assert changed(before, snapshot(there)) == {"my ST04-003 rested": 1}
    there = table(active=6)  # with the given one they are seven
    before = snapshot(there)
    there.do("attack Shiki with Kaido")
    assert changed(before, snapshot(there)) == {"my ST04-003 rested": 1, "their rested": 1, **ko("their", "ST05-008")}
    there = table(active=7).do("play Brachio Bomber", "opposing Shiki")
    assert there.field(P2) == []  # an effect K.O.s all the same


@about("ST05-010/0")
def test_zephyr_has_3000_more_against_strike_characters_for_the_turn():
    def battle(rival):
        table = Table(Half(characters=["ST05-010"]), Half(characters=[Put(rival, rested=True)], active=1))
        before = snapshot(table)
        table.do(f"attack {name(rival)} with Zephyr")
        return table, changed(before, snapshot(table))

    table, found = battle("ST04-003")  # Strike, 10000
    assert found == {"my ST05-010 rested": 1, "my ST05-010 power": 3000, **ko("their", "ST04-003")}
    table.do("end turn")
    assert table.power(P1, "ST05-010") == 8000
    assert battle("ST08-005")[1] == {"my ST05-010 rested": 1}  # Slash
    table = Table(Half(characters=["ST05-010"]))
    before = snapshot(table)
    table.do("attack leader with Zephyr")  # a Strike leader is no character
    assert changed(before, snapshot(table)) == {"my ST05-010 rested": 1, **damage("their")}


@about("ST05-010/0")
def test_zephyr_defends_himself_against_strike_characters_too():
    table = Table(Half(characters=["ST04-003"]), Half(characters=[Put("ST05-010", rested=True)]))
    before = snapshot(table, P2)
    table.do("attack Zephyr with Kaido")
    assert changed(before, snapshot(table, P2)) == {"their ST04-003 rested": 1, "my ST05-010 power": 3000}
    table.do("end turn")
    assert table.power(P2, "ST05-010") == 8000


@about("ST05-010/1")
def test_zephyr_adds_2000_for_a_don():
    table = Scene("ST05-010/1", {"characters": ["ST05-013"]}).go()
    assert table.did({"my ST05-010 power": 2000})
    table.do("end turn")
    assert table.power(P1, "ST05-010") == 8000


@about("ST05-011/0")
def test_bullet_rests_up_to_two_and_attacks_doubly():
    others = [COSTING[6], COSTING[5], COSTING[4], COSTING[7]]

    def scene():
        return Scene("ST05-011/0", {"characters": [KAROO]}, {"characters": others}).go()

    double = {"my ST05-011 Double Attack": 1}
    assert scene().options == ["opposing King", "opposing Monkey.D.Garp", "opposing Franky", "none"]
    assert scene().do("none").did(double)
    assert scene().do("opposing King", "none").did(double, {"their ST04-004 rested": 1})
    table = scene().do("opposing King", "opposing Franky")
    assert table.did(double, {"their ST04-004 rested": 1, "their ST01-010 rested": 1})
    before = snapshot(table)
    table.do("attack leader with Douglas Bullet")
    hits = {f"their life top {KAROO}": -2, f"their hand {KAROO}": 2}
    assert changed(before, snapshot(table)) == {"my ST05-011 rested": 1, **hits}
    table.do("end turn")
    assert not table.has(P1, "ST05-011", "Double Attack")


@about("ST05-014/0")
def test_buena_festa_takes_a_film_card_but_not_her_own_name():
    deck = ["ST05-014", "ST05-007", "ST01-008", "ST05-016", KAROO, "ST05-012"]

    def scene():
        return Scene("ST05-014/0", {"deck": deck}).go()

    top = {f"my deck top {card}": -1 for card in deck[:5]}
    left = {f"my deck bottom {card}": 1 for card in ("ST05-014", "ST01-008", "ST05-007", KAROO)}
    assert scene().options == ["Gordon", "Lion's Threat Imperial Earth Bind", "none"]
    table = scene().do("Lion's Threat Imperial Earth Bind", "Karoo", "Gordon", "Nico Robin")
    assert table.did(top, left, {"my hand ST05-016": 1})
    assert shown(table, "ST05-016")
    assert table.deck(P1)[-4:] == [KAROO, "ST05-007", "ST01-008", "ST05-014"]
    table = scene().do("none", "Karoo", "Gordon", "Nico Robin", "Buena Festa")
    assert table.did(top, left, {"my deck bottom ST05-016": 1})


# ---------------------------------------------------------------------- ST06


@about("ST06-004/0")
def test_smoker_cannot_be_koed_by_effects_but_in_battle():
    attack = Half(characters=["ST04-003"], hand=["ST04-015"], active=6)
    table = Table(attack, Half(characters=[Put("ST06-004", rested=True)])).do("play Brachio Bomber", "opposing Smoker")
    assert table.do("0").field(P2) == ["ST06-004"]
    table.do("attack Smoker with Kaido")
    assert table.field(P2) == []


@about("ST06-004/1")
def test_smoker_attacks_doubly_with_a_don_while_a_character_costs_nothing():
    def table(given):
        mine = Half(leader="ST06-001", characters=[Put("ST06-004", don=given)], stage="ST06-017", active=1)
        return Table(mine, Half(characters=[KAROO]))

    for given in (0, 1):
        assert not table(given).has(P1, "ST06-004", "Double Attack")
        there = table(given)
        before = snapshot(there)
        there.do("use Navy HQ", "opposing Karoo")
        double = {"my ST06-004 Double Attack": 1} if given else {}
        assert changed(before, snapshot(there)) == {"my ST06-017 rested": 1, f"their {KAROO} cost": -1, **double}
        there.do("end turn")
        assert not there.has(P1, "ST06-004", "Double Attack")
    there = Table(Half("ST06-001", stage="ST06-017"), Half(characters=[Put("ST06-004", don=1), KAROO]))
    before = snapshot(there)
    there.do("use Navy HQ", "opposing Karoo")  # the character may be on one's own side
    double = {"their ST06-004 Double Attack": 1}
    assert changed(before, snapshot(there)) == {"my ST06-017 rested": 1, f"their {KAROO} cost": -1, **double}


@about("ST06-015/trigger")
def test_great_eruptions_trigger_has_the_opponent_trash_a_card_of_their_choice():
    scene = Scene("ST06-015/trigger", {"hand": [FODDER]}, {"hand": ["ST01-008", "ST01-010"], "active": 1}).go()
    assert scene.asked == P1
    assert sorted(scene.options) == ["Franky", "Nico Robin"]
    assert scene.do("Franky").did({"their hand ST01-010": -1, "their trash ST01-010": 1})
    assert Scene("ST06-015/trigger", {}, {"active": 1}).go().did()  # nothing to trash


@about("ST06-016/trigger")
def test_white_outs_trigger_draws_and_protects_all_characters_there_are_for_the_turn():
    my = {"characters": [RESTED_ROBIN, Put("ST09-011", rested=True)], "deck": ["ST02-011"]}
    my |= {"hand": ["ST06-014"], "active": 2}
    their = {"characters": ["ST04-003", KAROO, "ST02-012"], "hand": ["ST01-015"], "active": 4}
    scene = Scene("ST06-016/trigger", my, their).go()
    assert scene.did(drawn("ST02-011"))
    scene.do("attack Nico Robin with Kaido", "no counter", "play Gum-Gum Jet Pistol", "opposing Monkey.D.Luffy")
    assert scene.field(P2) == ["ST01-008", "ST09-011"]
    scene.do("attack Nico Robin with Karoo", "use Shockwave", "none", "opposing Bepo", "no counter")
    assert scene.field(P1) == ["ST04-003", KAROO]  # the opponent's are not protected
    scene.do("end turn", "attack leader with Nico Robin", "end turn")
    scene.do("attack Nico Robin with Kaido", "no counter")
    assert scene.field(P2) == ["ST09-011"]


# ---------------------------------------------------------------------- ST07

LIFE = ["ST02-011", "ST01-008", KAROO]


@about("ST07-001/0")
def test_linlin_takes_life_and_puts_a_card_from_hand_there_if_it_is_two_or_less():
    def scene(life):
        return Scene("ST07-001/0", {"life": life, "hand": ["ST01-010"]}, {"life": 2}).go()

    assert sorted(scene(LIFE).options) == ["Franky", "Heat", "none"]
    moved = {"my hand ST01-010": -1, "my life top ST01-010": 1}
    assert scene(LIFE).do("Franky").did(moved)
    assert scene(LIFE).do("none").did()
    assert scene([*LIFE, KAROO]).did()  # three are left: taken in vain


def looks(table, first, then):
    """Whose Life can be looked at, and where the card may go."""
    assert table.options == ["own Life", "opposing Life", "none"]
    assert table.do(first).options == ["top", "bottom"]
    return table.do(then)


@each(
    ("effect", "then", "more"),
    ("ST07-003/0", [], {}),
    ("ST07-008/0", [], {}),
    ("ST07-016/0", ["none"], {}),
    ("ST07-016/trigger", [], drawn("ST01-010")),
)
def test_a_life_card_is_looked_at_and_put_to_the_top_or_bottom(effect, then, more):
    lives = ["ST02-012", "ST01-009", "ST02-006"]

    def scene():
        my = {"life": LIFE} | ({"deck": ["ST01-010"]} if more else {})
        return Scene(effect, my, {"life": lives, "active": 1}).go()

    to_bottom = {"my life top ST02-011": -1, "my life bottom ST02-011": 1}
    theirs = {"their life top ST02-012": -1, "their life bottom ST02-012": 1}
    assert scene().do("none", *then).did(more)
    assert looks(scene(), "own Life", "top").do(*then).did(more)
    assert looks(scene(), "own Life", "bottom").do(*then).did(more, to_bottom)
    assert looks(scene(), "opposing Life", "top").do(*then).did(more)
    assert looks(scene(), "opposing Life", "bottom").do(*then).did(more, theirs)


@about("ST07-003/0")
def test_katakuri_has_rush_with_less_life_than_the_opponent():
    for mine, others, rush in ((2, 3, 1), (3, 3, 0), (4, 3, 0)):
        table = Scene("ST07-003/0", {"life": mine}, {"life": others}).go().do("none")
        assert table.did({"my ST07-003 Rush": rush})
        assert ("attack leader with Charlotte Katakuri" in table.options) == rush
    table = Scene("ST07-003/0", {"life": 2}).go().do("none", "end turn")
    assert not table.has(P1, "ST07-003", "Rush")


@about("ST07-004/0")
def test_snack_banishes_with_1000_more_for_this_battle():
    table = Scene("ST07-004/0", {"life": LIFE}, {"life": ["ST01-002", KAROO], "hand": [KAROO]}).go()
    assert table.did({"my ST07-004 Banish": 1, "my ST07-004 power": 1000})
    table.do("no counter")
    assert table.did({"their life top ST01-002": -1, "their trash ST01-002": 1})


@about("ST07-005/0")
def test_daifuku_exchanges_life_for_the_top_of_the_deck():
    def scene():
        return Scene("ST07-005/0", {"life": LIFE, "deck": ["ST01-010"]}).go()

    assert scene().options == ["1", "0"]
    assert scene().do("1").did({"my deck top ST01-010": -1, "my life top ST01-010": 1})
    assert scene().do("0").did()


LINLIN = "Charlotte Linlin"


@each("effect, keyword", ("ST07-011/0", "Banish"), ("ST07-013/0", "Double Attack"))
def test_a_homie_gives_linlin_a_keyword_for_the_turn(effect, keyword):
    def scene(leader="ST07-001"):
        my = {"leader": leader, "characters": ["ST07-010", "ST07-012"], "active": 1}
        return Scene(effect, my, {"leader": "ST07-001", "characters": ["ST07-010"]}).go()

    assert scene().options == ["leader", LINLIN, "none"]
    assert scene("ST01-001").options == [LINLIN, "none"]
    assert scene().do("none").did()
    assert scene().do(LINLIN).did({f"my ST07-010 {keyword}": 1})
    table = scene().do("leader")
    assert table.did({f"my leader {keyword}": 1})
    table.do("attack leader with leader")
    if keyword == "Banish":
        hit = {f"their life top {KAROO}": -1, f"their trash {KAROO}": 1}
    else:
        hit = plus(damage("their"), damage("their"))
    assert table.did({f"my leader {keyword}": 1, "my leader rested": 1}, hit)
    table.do("end turn")
    assert not table.has(P1, "ST07-001", keyword)


@each("effect", "ST07-010/0", "ST07-015/0", "ST07-015/trigger")
def test_the_opponent_chooses_between_losing_life_and_giving_it(effect):
    def scene(number, life):
        table = Scene(effect, {"deck": ["ST01-010"]}, {"life": life, "active": 1}).go()
        assert table.asked == 1 - table.me
        assert len(table.options) == 2
        return table.do(table.options[number])

    life = ["ST01-002", KAROO]
    assert scene(0, life).did({"their life top ST01-002": -1, "their trash ST01-002": 1})
    assert scene(1, life).did({"my deck top ST01-010": -1, "my life top ST01-010": 1})
    assert scene(0, 0).did()  # without Life nothing is lost, and the game goes on (R7.9)


@about("ST07-017/0")
def test_queen_mama_chanter_puts_a_character_of_cost_three_face_up_on_life():
    characters = [COSTING[2], COSTING[4], Put(COSTING[3], don=1), "ST07-014"]

    def scene():
        return Scene("ST07-017/0", {"life": LIFE, "characters": characters}, {"characters": [COSTING[3]]}).go()

    assert scene().options == ["Nico Robin", "Pekoms", "none"]
    table = scene().do("Nico Robin")
    assert table.did({"my field ST01-008": -1, "my life top ST01-008^": 1, "my rested": 1})
    assert scene().do("none").did()


# ---------------------------------------------------------------------- ST08


@about("ST08-001/0")
def test_luffy_gets_a_rested_don_for_each_ko_in_the_own_turn():
    def table(rested=2):
        mine = Half("ST08-001", ["ST01-010", KAROO], hand=["ST08-005", FODDER], active=5, rested=rested)
        return Table(mine, Half("ST08-001", [RESTED_ROBIN], active=1, rested=1))

    given = {"my rested": -1, "my leader DON!!": 1, "my leader power": 1000}
    there = table()
    before = snapshot(there)
    there.do("attack Nico Robin with Franky")
    assert there.asked == P1
    assert there.options == ["1", "0"]
    there.do("1")
    assert changed(before, snapshot(there)) == {"my ST01-010 rested": 1, **ko("their", "ST01-008"), **given}
    there = table().do("attack Nico Robin with Franky", "0")
    assert changed(before, snapshot(there)) == {"my ST01-010 rested": 1, **ko("their", "ST01-008")}
    there = table(rested=0).do("attack Nico Robin with Franky")
    assert there.kind == "action"
    assert there.don(P1)[:2] == (5, 0)


@about("ST08-001/0", "ST08-005/0")
def test_luffy_gets_two_don_for_two_kos_at_once_of_either_side():
    mine = Half("ST08-001", [KAROO], hand=["ST08-005", FODDER], active=9)
    table = Table(mine, Half("ST08-001", [KAROO], rested=3)).do("play Shanks", "yes")
    while table.kind != "action":
        table.do("1" if "1" in table.options else table.options[0])
    assert table.side(P1).leader.don == 2
    assert table.don(P1)[:2] == (0, 7)
    assert table.side(P2).leader.don == 0  # not in the opponent's turn


@about("ST08-002/0")
def test_uta_cannot_be_koed_in_battle_with_a_leader():
    attack, uta = Half(characters=["ST01-010"], hand=["ST01-015"], active=4), Put("ST08-002", rested=True)
    table = Table(attack, Half(characters=[uta]))
    before = snapshot(table)
    table.do("attack Uta with leader")
    assert changed(before, snapshot(table)) == {"my leader rested": 1}
    other = Table(attack, Half(characters=[uta]))
    assert other.do("play Gum-Gum Jet Pistol", "opposing Uta").field(P2) == []  # an effect does
    table.do("attack Uta with Franky")
    assert table.field(P2) == []  # and a character does


@about("ST08-009/0")
def test_makino_draws_if_a_character_costs_nothing():
    def scene():
        my = {"leader": "ST06-001", "stage": "ST06-017", "deck": ["ST01-010"]}
        return Scene("ST08-009/0", my, {"characters": [KAROO, "ST02-011"]})

    assert scene().go().did()
    lowered = scene().do("use Navy HQ", "opposing Heat").go()
    assert lowered.did({"my ST06-017 rested": 1, "their ST02-011 cost": -1})
    lowered = scene().do("use Navy HQ", "opposing Karoo").go()
    assert lowered.did({"my ST06-017 rested": 1, f"their {KAROO} cost": -1}, drawn("ST01-010"))


BENTHAM = "Mr.2.Bon.Kurei(Bentham)"


def fought(rival="ST04-003", don=1, seat=P1, **others):
    """A battle of Bentham's, up to what he may do at its end; a character of the other side is given 1000 more."""
    bentham = Put("ST08-013", don=don, rested=seat == P2)
    if seat == P2:
        table = Table(Half(characters=[rival]), Half(characters=[bentham]))
        before = snapshot(table, P2)
        return table.do(f"attack {BENTHAM} with {name(rival)}"), before
    table = Table(Half(characters=[bentham]), Half(characters=[Put(rival, rested=True)], hand=[KAROO], **others))
    before = snapshot(table)
    return table.do(f"attack {name(rival)} with {BENTHAM}", f"counter with Karoo for {name(rival)}"), before


COUNTERED = {f"their hand {KAROO}": -1, f"their trash {KAROO}": 1}
BOTH_GONE = {**ko("my", "ST08-013"), "my rested": 1}  # his DON!! stays


@about("ST08-013/0")
def test_bentham_kos_whom_he_battled_and_himself():
    table, before = fought()
    assert (table.asked, table.options) == (P1, ["yes", "no"])
    table.do("yes")
    assert changed(before, snapshot(table)) == {**COUNTERED, **ko("their", "ST04-003"), **BOTH_GONE}
    table, before = fought()
    table.do("no")
    assert changed(before, snapshot(table)) == {**COUNTERED, "my ST08-013 rested": 1}


@about("ST08-013/0")
def test_bentham_does_so_when_he_is_attacked_and_still_there():
    table, before = fought("ST01-008", seat=P2)
    assert (table.asked, table.options) == (P2, ["yes", "no"])
    table.do("yes")
    assert changed(before, snapshot(table, P2)) == {**ko("their", "ST01-008"), **BOTH_GONE}
    table, before = fought("ST06-012", seat=P2)  # by as much as he has
    assert table.kind == "action"
    assert changed(before, snapshot(table, P2)) == {"their ST06-012 rested": 1, **BOTH_GONE}


def test_bentham_does_nothing_without_a_don_or_after_a_leader():
    table, before = fought(don=0)
    assert table.kind == "action"
    assert changed(before, snapshot(table)) == {**COUNTERED, "my ST08-013 rested": 1}
    table = Table(Half(characters=[Put("ST08-013", don=1)]))
    before = snapshot(table)
    table.do(f"attack leader with {BENTHAM}")
    assert table.kind == "action"
    assert changed(before, snapshot(table)) == {"my ST08-013 rested": 1, **damage("their")}


@about("ST08-013/0")
def test_bentham_stays_when_nobody_was_koed_by_him():
    for rival, lost in (("ST01-008", True), ("ST06-004", False)):  # lost in the battle itself; Smoker is protected
        table, before = fought(rival)
        while table.kind != "action":
            table.do("yes")
        found = ko("their", rival) if lost else {}
        assert changed(before, snapshot(table)) == {**COUNTERED, **found, "my ST08-013 rested": 1}


@about("ST08-013/0", "ST09-010/0")
def test_bentham_stays_when_something_else_happens_instead_of_the_ko():
    table, before = fought("ST09-010", life=LIFE)
    table.do("yes")
    assert (table.asked, table.options) == (P2, ["yes", "no"])
    table.do("yes", "top")
    trashed = {"their life top ST02-011": -1, "their trash ST02-011": 1}
    assert changed(before, snapshot(table)) == {**COUNTERED, **trashed, "my ST08-013 rested": 1}


@about("ST08-014/trigger")
def test_gum_gum_bells_trigger_takes_a_black_character_of_cost_two_from_the_trash():
    trash = ["ST06-009", "ST06-003", "ST06-013", "ST02-011", "ST06-015"]  # after Jango: cost 3, green, an event

    def scene():
        return Scene("ST08-014/trigger", {"trash": trash}, {"trash": ["ST06-003"], "active": 1}).go()

    assert scene().options == ["Fullbody", "Jango", "none"]
    assert scene().do("Fullbody").did({"my trash ST06-009": -1, "my hand ST06-009": 1})
    assert scene().do("none").did()


# ---------------------------------------------------------------------- ST09


@about("ST09-001/0")
def test_yamato_has_1000_more_in_the_opponents_turn_with_a_don_and_two_life():
    for given, life, power in ((1, 2, 6000), (1, 3, 5000), (0, 2, 5000)):
        table = Table(Half(life=2), Half(Put("ST09-001", don=given), [KAROO], life=life))
        assert table.power(P2, "ST09-001") == power
        assert table.power(P2, KAROO) == 3000
    assert Table(Half(Put("ST09-001", don=1), life=2)).power(P1, "ST09-001") == 6000  # for the DON!! alone


@about("ST09-002/trigger")
def test_tempuras_trigger_rests_a_character_of_cost_two_and_goes_to_hand():
    def scene(characters):
        return Scene("ST09-002/trigger", {"characters": [FODDER]}, {"characters": characters, "active": 1})

    in_hand = {"my trash ST09-002": -1, "my hand ST09-002": 1}
    both = [COSTING[2], COSTING[1], COSTING[3]]
    played = scene(both)
    played.do("attack leader with leader", "no block", "use the Trigger")
    assert played.options == ["opposing Heat", "opposing Karoo", "none"]
    assert played.do("opposing Heat").did(in_hand, {"their ST02-011 rested": 1})
    played = scene(both).do("attack leader with leader", "no block", "use the Trigger", "none")
    assert played.did(in_hand)
    played = scene([COSTING[3]]).do("attack leader with leader", "no block", "use the Trigger")
    assert played.did(in_hand)


@about("ST09-004/0")
def test_kaido_cannot_be_koed_in_battle_with_a_don_and_two_life():
    def table(don=1, life=2):
        defence = Half(characters=[Put("ST09-004", rested=True, don=don)], life=life)
        return Table(Half(characters=["ST01-010"], hand=["ST01-015"], active=4, life=2), defence)

    before = snapshot(table())
    there = table().do("attack Kaido with Franky")
    assert changed(before, snapshot(there)) == {"my ST01-010 rested": 1}
    assert there.do("play Gum-Gum Jet Pistol", "opposing Kaido").field(P2) == []
    assert table(don=0).do("attack Kaido with Franky").field(P2) == []
    assert table(life=3).do("attack Kaido with Franky").field(P2) == []


@about("ST09-005/0")
def test_oden_attacks_doubly_with_a_don():
    table = Table(Half(characters=["ST09-005", KAROO], active=1))
    before = snapshot(table)
    table.do("give DON!! to Kouzuki Oden")
    mine = {"my active": -1, "my ST09-005 DON!!": 1, "my ST09-005 power": 1000, "my ST09-005 Double Attack": 1}
    assert changed(before, snapshot(table)) == mine
    before = snapshot(table)
    table.do("attack leader with Kouzuki Oden")
    assert changed(before, snapshot(table)) == plus({"my ST09-005 rested": 1}, damage("their"), damage("their"))


@about("ST09-005/1")
def test_odens_ko_may_bring_life_for_two_cards():
    def lost(*hand):
        defence = Half(characters=[Put("ST09-005", rested=True)], hand=hand, life=2, deck=["ST02-011"])
        table = Table(Half(characters=["ST04-003"]), defence)
        before = snapshot(table, P2)
        return table.do("attack Kouzuki Oden with Kaido"), before

    hand = ["ST01-006", "ST01-004", "ST01-005"]
    gone = {"their ST04-003 rested": 1, **ko("my", "ST09-005")}
    paid = {"my hand ST01-004": -1, "my hand ST01-005": -1, "my trash ST01-004": 1, "my trash ST01-005": 1}
    life = {"my deck top ST02-011": -1, "my life top ST02-011": 1}
    table, before = lost(*hand)
    assert (table.asked, table.options) == (P2, ["yes", "no"])
    table.do("yes", "Sanji", "Jinbe")
    assert table.options == ["1", "0"]
    table.do("1")
    assert changed(before, snapshot(table, P2)) == {**gone, **paid, **life}
    table, before = lost(*hand)
    table.do("yes", "Sanji", "Jinbe", "0")
    assert changed(before, snapshot(table, P2)) == {**gone, **paid}
    table, before = lost(*hand)
    table.do("no")
    assert changed(before, snapshot(table, P2)) == gone
    table, before = lost(hand[0])  # one card is not enough
    assert table.kind == "action"
    assert changed(before, snapshot(table, P2)) == gone


@about("ST09-007/0")
def test_shinobu_takes_life_for_4000_in_this_battle():
    table = Scene("ST09-007/0", {"life": LIFE, "characters": ["ST01-008"]}).go()
    assert table.did({"my ST09-007 power": 4000})
    table.do("no counter")  # 5000 against 6000
    assert table.did()


@about("ST09-008/0")
def test_ushimaru_plays_a_yellow_character_of_wano_of_cost_four():
    hand = [
        "ST09-002",
        "ST09-006",
        "ST09-013",
        "ST09-003",
        "ST09-014",
    ]  # the last three: cost 5, another type, an event

    def scene():
        return Scene("ST09-008/0", {"life": LIFE, "hand": hand}).go()

    assert scene().options == ["Uzuki Tempura", "Kouzuki Momonosuke", "none"]
    assert scene().do("Uzuki Tempura").did({"my hand ST09-002": -1, "my field ST09-002": 1})
    assert scene().do("none").did()


@about("ST09-008/0")
def test_ushimaru_may_play_the_card_that_he_takes_from_life():
    scene = Scene("ST09-008/0", {"life": ["ST09-007", KAROO]}).go()
    assert scene.options == ["Shinobu", "none"]
    assert scene.do("Shinobu").did({"my hand ST09-007": -1, "my field ST09-007": 1})


def ace(how, life=LIFE, **others):
    """Ace about to be K.O.'d: in battle, or by an effect."""
    mine = Half(characters=["ST04-003"], hand=["ST04-015", "ST08-015"], active=6)
    table = Table(mine, Half(characters=[Put("ST09-010", rested=True)], life=life, **others))
    before = snapshot(table, P2)
    if how == "battle":
        return table.do("attack Portgas.D.Ace with Kaido"), before
    return table.do("play Brachio Bomber", "opposing Portgas.D.Ace"), before


@about("ST09-010/0")
def test_ace_trashes_life_instead_of_being_koed():
    table, before = ace("battle")
    assert (table.asked, table.options) == (P2, ["yes", "no"])
    table.do("yes")
    assert table.options == ["top", "bottom"]
    table.do("bottom")
    tired = {"their ST04-003 rested": 1}
    assert changed(before, snapshot(table, P2)) == {**tired, f"my life bottom {KAROO}": -1, f"my trash {KAROO}": 1}
    table, before = ace("battle")
    table.do("yes", "top")
    assert changed(before, snapshot(table, P2)) == {**tired, "my life top ST02-011": -1, "my trash ST02-011": 1}
    table, before = ace("battle")
    table.do("no")
    assert changed(before, snapshot(table, P2)) == {**tired, **ko("my", "ST09-010")}
    table, before = ace("battle", life=0)
    assert changed(before, snapshot(table, P2)) == {**tired, **ko("my", "ST09-010")}


@about("ST09-010/0")
def test_ace_does_so_against_effects_too_but_once_a_turn():
    table, before = ace("effect")
    table.do("yes", "top", "0")
    price = {"their hand ST04-015": -1, "their trash ST04-015": 1, "their active": -6, "their rested": 6}
    assert changed(before, snapshot(table, P2)) == {**price, "my life top ST02-011": -1, "my trash ST02-011": 1}
    table.do("attack Portgas.D.Ace with Kaido")
    assert table.field(P2) == []
    table, _ = ace("battle")
    table.do("yes", "top", "end turn", "attack leader with Portgas.D.Ace", "end turn")
    table.do("attack Portgas.D.Ace with Kaido", "no counter")
    assert (table.asked, table.options) == (P2, ["yes", "no"])  # in another turn again


@about("ST09-010/0")
def test_ace_is_only_returned_to_hand_without_a_word():
    table = Table(Half(hand=["ST03-009"], active=7), Half(characters=["ST09-010"], life=LIFE))
    table.do("play Donquixote Doflamingo", "opposing Portgas.D.Ace")
    assert table.hand(P2) == ["ST09-010"]
    ace("battle")[0].do("yes", "top")


@about("ST09-012/0")
def test_yamato_takes_life_for_2000_until_the_next_own_turn():
    table = Scene("ST09-012/0", {"life": LIFE}).go()
    assert table.did({"my ST09-012 power": 2000})
    table.do("no counter", "end turn")
    assert table.power(P1, "ST09-012") == 5000
    table.do("end turn")
    assert table.power(P1, "ST09-012") == 3000


@about("ST09-014/0")
def test_narikabura_arrow_takes_3000_for_the_turn_with_two_life():
    def scene(life=2):
        their = {"characters": ["ST01-008"], "life": 2}
        return Scene("ST09-014/0", {"life": life, "characters": [KAROO]}, their).go()

    assert scene().options == ["opposing leader", "opposing Nico Robin", "none"]
    assert scene().do("none").did()
    assert scene().do("opposing Nico Robin").did({"their ST01-008 power": -3000})
    table = scene().do("opposing leader")
    assert table.did({"their leader power": -3000})
    table.do("no counter")
    assert table.did({"their leader power": -3000})  # no damage, and longer than the battle
    table.do("end turn")
    assert table.power(P1, "ST01-001") == 5000
    assert scene(life=3).did()


@about("ST09-014/trigger")
def test_narikabura_arrows_trigger_brings_life_for_two_cards():
    def scene():
        return Scene("ST09-014/trigger", {"deck": ["ST01-010"]}, {"active": 1}).go()

    assert scene().options == ["1", "0"]
    assert scene().do("1").did({"my deck top ST01-010": -1, "my life top ST01-010": 1})
    assert scene().do("0").did()


@about("ST09-015/0")
def test_thunder_bagua_puts_a_character_of_cost_three_into_life_with_two_life():
    def scene(life=2):
        their = {"characters": [COSTING[3], COSTING[2], COSTING[4]], "life": LIFE[:2]}
        return Scene("ST09-015/0", {"life": life, "characters": [KAROO]}, their).go().do("leader")

    power = {"my leader power": 4000}
    assert scene().options == ["opposing Nico Robin", "opposing Heat", "none"]
    assert scene().do("none").did(power)
    table = scene().do("opposing Nico Robin")
    assert table.options == ["top", "bottom"]
    assert table.asked == P2
    assert table.do("top").did(power, {"their field ST01-008": -1, "their life top ST01-008^": 1})
    table = scene().do("opposing Nico Robin", "bottom")
    assert table.did(power, {"their field ST01-008": -1, "their life bottom ST01-008^": 1})
    assert scene(life=3).did(power)


# ---------------------------------------------------------------------- nothing is left out


def test_every_effect_and_keyword_of_every_card_has_a_test():
    keywords = {f"{card['id']}/{word}" for card in CARDS.values() for word in card["keywords"]}
    assert len(CARDS) == 149
    assert EFFECTS.keys() | keywords == CLAIMED
    with_text = {effect.split("/")[0] for effect in CLAIMED}
    assert with_text | set(VANILLA) == CARDS.keys()
    assert not with_text & set(VANILLA)
