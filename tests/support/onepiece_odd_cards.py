"""Ten invented cards that combine newer words in odd ways, and what must hold in games with them, worked out naively.

The checks read the zones of a table, the marks of cards on the field, and the cards as JSON; they call no code of the
engine that works out power, costs, keywords or options.
"""

from collections import Counter

from sparring.games.onepiece.rules.options import Attack, Block, CounterEvent, GiveDon, PlayCard
from sparring.games.onepiece.rules.options import Counter as CounterWith
from sparring.games.onepiece.rules.reading import known_cards, read_deck
from support.onepiece_own_cards import ONE_OF_MINE, THIS

CODE = 0xFF
LATE = "until_opponents_next_turn_end"
ALWAYS = "while_condition"


def one(side, *zones, least=0, most=1, **fields):
    return {"select": "choose", "side": side, "zone": list(zones), "min": least, "max": most, **fields}


def every(side, **fields):
    return {"select": "all", "side": side, "zone": ["character"], **fields}


def odd(number, name, *effects, category="character", **fields):
    body = {"cost": 3, "power": 4000, "counter": 1000, "attribute": "Slash"} if category == "character" else {"cost": 1}
    named = {"id": f"ODD-{number:02}", "name": name, "category": category, "color": "red", "types": ["Odd"]}
    return {**named, **body, **fields, "effects": list(effects)}


def when(timing, *actions, **fields):
    return {"timing": timing, "actions": list(actions), **fields}


DRAW = {"op": "draw", "count": 1}
MILL = {"op": "mill", "side": "opponent", "count": 2}
DISCARD = {"op": "trash_from_hand", "side": "self", "count": 1, "chooser": "self"}
KO_SMALL = {"op": "ko", "target": one("any", "character", filter={"cost_max": 3})}
BROKE = {"if": "life_count", "side": "opponent", "max": 3}


def power(target, amount, duration):
    return {"op": "modify_power", "target": target, "amount": amount, "duration": duration}


def choose(chooser, *options):
    return {"op": "choose_one", "chooser": chooser, "options": list(options)}


def hand_cost(side, amount, duration=ALWAYS, **filter):
    return {"op": "modify_hand_cost", "side": side, "filter": filter, "amount": amount, "duration": duration}


CARDS = [
    # Choices in choices: the opponent chooses what its controller may choose from.
    odd(
        1,
        "Two-Faced Broker",
        when(
            "on_play",
            choose(
                "opponent",
                [choose("self", [DRAW], [MILL], [choose("opponent", [DRAW, DISCARD], [MILL])])],
                [{"op": "may", "do": [DISCARD], "if_done": [{"op": "if", "conditions": [BROKE], "then": [KO_SMALL]}]}],
            ),
        ),
    ),
    # A replacement that is a K.O., which others may replace in turn.
    odd(
        2,
        "Captain of Scapegoats",
        when(
            "would_be_ko_other",
            {"op": "replace_ko", "with": [{"op": "ko", "target": one("self", "character", exclude_this=True)}]},
            optional=True,
        ),
    ),
    odd(
        3,
        "Page of the Phoenix",
        when(
            "would_be_ko",
            {
                "op": "replace_ko",
                "with": [
                    {"op": "character_to_life", "target": THIS, "to": "top_or_bottom", "face": "up"},
                    {"op": "draw", "count": 1, "side": "opponent"},
                ],
            },
            optional=True,
        ),
        cost=2,
    ),
    # Both players react within one battle.
    odd(
        4,
        "Echoing Gunner",
        when(
            "on_opponents_attack",
            power(
                {"select": "choose", "side": "any", "zone": ["leader", "character"], "min": 1, "max": 1},
                -2000,
                "battle",
            ),
            cost=[{"pay": "return_don", "count": 1}],
            optional=True,
        ),
        when("on_opponents_block", {"op": "negate_effects", "target": every("opponent"), "duration": "battle"}),
        when("on_opponents_event", {"op": "set_active", "target": THIS}, once_per_turn=True),
        keywords=["Blocker"],
    ),
    # A bonus that stays although the effect that gave it is negated.
    odd(
        5,
        "Hollow Saint",
        when(
            "on_play",
            power(THIS, 3000, LATE),
            {"op": "set_base_power", "target": one("any", "leader", "character"), "amount": 2000, "duration": LATE},
            {"op": "negate_effects", "target": one("any", "leader", "character", most=2), "duration": LATE},
        ),
        when("permanent", {"op": "grant_keyword", "target": every("self"), "keyword": "Banish", "duration": ALWAYS}),
        cost=4,
    ),
    # Costs in hand that would fall below zero, and rise again.
    odd(
        6,
        "Cut-Rate Clerk",
        when(
            "in_hand",
            {"op": "cost_in_hand", "amount": -6},
            conditions=[{"if": "character_count", "side": "any", "min": 2}],
        ),
        when("permanent", hand_cost("self", -4, types_any=["Odd"]), conditions=[{"if": "your_turn"}]),
        when("permanent", hand_cost("opponent", 2, category_any=["event"])),
        cost=5,
        power=6000,
    ),
    odd(
        7,
        "Skimming Ray",
        when(
            "permanent",
            {"op": "attack_active", "target": THIS, "duration": ALWAYS},
            conditions=[{"if": "don_attached", "min": 1}],
        ),
        when(
            "when_attacking", {"op": "forbid_active", "target": every("any", filter={"rested": True}), "duration": LATE}
        ),
        keywords=["Rush: Character", "Unblockable", "Double Attack"],
    ),
    odd(
        8,
        "Mutual Ruin",
        when(
            "main",
            choose(
                "opponent",
                [
                    {"op": "deal_damage", "side": "self", "count": 1},
                    {"op": "deal_damage", "side": "opponent", "count": 2},
                ],
                [
                    {"op": "draw", "count": 2, "side": "opponent"},
                    {"op": "play_card", "from": "trash", "max": 2, "filter": {"cost_max": 4}, "rested": True},
                ],
            ),
            cost=[{"pay": "life_to_hand", "count": 1, "from": "top_or_bottom"}, {"pay": "trash_from_hand", "count": 1}],
            optional=True,
        ),
        when("counter", {"op": "set_base_power", "target": ONE_OF_MINE, "amount": 8000, "duration": "battle"}),
        category="event",
        trigger=[when("trigger", {"op": "activate_own_effect", "timing": "main"}, optional=True)],
    ),
    odd(
        9,
        "Undying Twin",
        when(
            "on_ko",
            {"op": "return_this", "to": "field", "rested": True},
            cost=[{"pay": "ko_character", "count": 1, "exclude_this": True}],
            optional=True,
        ),
        when("on_any_character_ko", power(THIS, 1000, "turn")),
        when("on_your_character_left", {"op": "mill", "side": "self", "count": 1}),
        cost=2,
        trigger=[when("trigger", {"op": "play_this"}, optional=True)],
    ),
    odd(
        10,
        "Seesaw Quay",
        when(
            "start_of_your_turn",
            {"op": "forbid_rest", "target": every("any", filter={"cost_max": 2}), "duration": "turn"},
        ),
        when(
            "on_don_returned",
            choose("opponent", [{"op": "add_don", "count": 1, "up_to": True, "state": "active"}], [DRAW]),
        ),
        when(
            "activate_main",
            {"op": "hand_to_life", "count": 1, "up_to": True, "to": "top", "face": "up"},
            cost=[{"pay": "rest_this"}, {"pay": "return_character", "count": 1}],
            optional=True,
        ),
        category="stage",
    ),
]


def deck_of_odd_cards(rng, name):
    """Four each of most odd cards, and characters without effects."""
    plain = [card for card in known_cards().values() if card.category == "character" and not card.every_effect]
    pool = [source for source in (*CARDS, *(card.source for card in plain[:6])) for _ in range(4)]
    counts = Counter(source["id"] for source in rng.sample(pool, 50))
    leader = {"id": "ODD-00", "name": f"Captain of {name}", "category": "leader", "color": "red", "power": 5000}
    leader |= {"life": 4, "attribute": "Wisdom", "don_deck": rng.choice([6, 10])}
    known = {source["id"]: source for source in pool}
    cards = [{**known[identity], "color": "red", "count": count} for identity, count in counts.items()]
    return read_deck({"deck": name, "name": name, "leader": "ODD-00", "cards": [leader, *cards]}, name, {})


# ---------------------------------------------------------------------- naively: values


def printed(state, unit):
    return state.decks.cards[unit.code].source


def negated(unit):
    return any(change.what == "negated" for change in unit.changes)


def standing(state):
    """Each card on the field whose own effects and keywords count."""
    return [unit for side in state.sides for unit in side.units() if not negated(unit)]


def permanents(state):
    """Each action of a permanent effect that counts now, with the card that has it."""
    for unit in standing(state):
        for effect in printed(state, unit).get("effects", ()):
            if effect["timing"] == "permanent" and all(
                holds(state, unit, each) for each in effect.get("conditions", ())
            ):
                yield from ((unit, action) for action in effect["actions"])


def holds(state, unit, condition):
    kind = condition["if"]
    if kind == "don_attached":
        return unit.don >= condition["min"]
    if kind == "your_turn":
        return state.turn_seat == unit.seat
    raise AssertionError(kind)


def power_of(state, unit):
    """Base power, or the largest that an effect has set, with what is added."""
    bases = [change.value for change in unit.changes if change.what == "base power"]
    base = max(bases) if bases else printed(state, unit)["power"]
    added = sum(change.value for change in unit.changes if change.what == "power")
    return base + added + (1000 * unit.don if state.turn_seat == unit.seat else 0)


def keywords_of(state, unit):
    own = () if negated(unit) else printed(state, unit).get("keywords", ())
    given = [change.value for change in unit.changes if change.what == "keyword"]
    given += [
        action["keyword"]
        for giver, action in permanents(state)
        if action["op"] == "grant_keyword" and giver.seat == unit.seat and unit is not state.sides[unit.seat].leader
    ]
    return {*own, *given}


def price_of(state, seat, code):
    """What a card in hand costs: never less than nothing, however much is taken off."""
    card = state.decks.cards[code].source
    total = card["cost"]
    for effect in card.get("effects", ()):
        if effect["timing"] == "in_hand" and max(len(side.characters) for side in state.sides) >= 2:
            total += effect["actions"][0]["amount"]
    for giver, action in permanents(state):
        if action["op"] == "modify_hand_cost" and seat == (giver.seat if action["side"] == "self" else 1 - giver.seat):
            wanted = action["filter"]
            by_type = not set(wanted.get("types_any", ())).isdisjoint(card.get("types", ()))
            total += action["amount"] if by_type or card["category"] in wanted.get("category_any", ()) else 0
    return max(0, total)


def held_back(unit, *states):
    return any(change.what in states for change in unit.changes)


# ---------------------------------------------------------------------- naively: options


def expected_attacks(state):
    side, other = state.sides[state.turn_seat], state.sides[1 - state.turn_seat]
    found = set()
    for unit in (side.leader, *side.characters) if state.turn > 2 else ():
        keywords = keywords_of(state, unit)
        if unit.rested or held_back(unit, "no attack", "no rest"):
            continue
        if unit.fresh and not keywords & {"Rush", "Rush: Character"}:
            continue
        if not unit.fresh or "Rush" in keywords:
            found.add(Attack(unit.id, other.leader.id))
        bold = any(giver is unit and action["op"] == "attack_active" for giver, action in permanents(state))
        found |= {Attack(unit.id, aim.id) for aim in other.characters if aim.rested or bold}
    return found


def expected_plays(state):
    side = state.sides[state.turn_seat]
    codes = {entry & CODE for entry in side.hand}
    cards = {code: state.decks.cards[code].source for code in codes}

    def usable(card):
        return card["category"] != "event" or "main" in timings(card)

    return {
        PlayCard(code)
        for code, card in cards.items()
        if usable(card) and price_of(state, state.turn_seat, code) <= side.active
    }


def expected_blocks(state):
    attacker = state.find(state.battle.attacker)
    if "Unblockable" in keywords_of(state, attacker):
        return set()
    return {
        Block(unit.id)
        for unit in state.sides[1 - state.turn_seat].characters
        if not unit.rested
        and unit.id != state.battle.target
        and "Blocker" in keywords_of(state, unit)
        and not held_back(unit, "no rest")
    }


def timings(card):
    return {effect["timing"] for effect in card.get("effects", ())}


def expected_counters(state):
    seat = 1 - state.turn_seat
    side, found = state.sides[seat], set()
    for code in {entry & CODE for entry in side.hand}:
        card = state.decks.cards[code].source
        if card.get("counter"):
            found |= {CounterWith(code, unit.id) for unit in (side.leader, *side.characters)}
        elif "counter" in timings(card) and price_of(state, seat, code) <= side.active:
            found.add(CounterEvent(code))
    return found


def broken_expectations(state, power):
    """What the engine offers or reckons otherwise than the naive rules; `power` is the engine's power of a card."""
    for side in state.sides:
        for unit in (side.leader, *side.characters):
            if power(state, unit) != power_of(state, unit):
                yield f"{unit.card.id} has {power(state, unit)} power, not {power_of(state, unit)}"
        if side.don_deck < 0 or sum(unit.don for unit in side.units()) < 0:
            yield "DON!! from nowhere"
    question = state.question
    if question is None:
        return
    offered = {kind: {each for each in question.options if isinstance(each, kind)} for kind in KINDS}
    if question.kind == "action":
        fighters = (state.sides[question.seat].leader, *state.sides[question.seat].characters)
        gifts = {GiveDon(unit.id) for unit in fighters if state.sides[question.seat].active}
        wanted = {Attack: expected_attacks(state), PlayCard: expected_plays(state), GiveDon: gifts}
    elif question.kind == "blocker":
        wanted = {Block: expected_blocks(state)}
    elif question.kind == "counter":
        found = expected_counters(state)
        wanted = {kind: {each for each in found if isinstance(each, kind)} for kind in (CounterWith, CounterEvent)}
    else:
        return
    for kind, expected in wanted.items():
        if offered[kind] != expected:
            yield f"{kind.__name__}: offered {offered[kind] - expected} too many, {expected - offered[kind]} too few"


KINDS = (Attack, PlayCard, GiveDon, Block, CounterWith, CounterEvent)
