"""Effects that no shipped card has."""

from random import Random

import pytest

from sparring.games.onepiece.rules.reading import BadDeck, read_deck
from support.onepiece_decks import CHOOSE, deck_file, one_game, one_line

# ---------------------------------------------------------------------- random effects

ON_FIELD = ["activate_main", "on_play", "when_attacking", "on_block", "on_ko", "end_of_your_turn", "end_of_battle"]
ON_FIELD += ["when_battling", "on_any_character_ko"]
FILTERS = [{}, {"cost_max": 4}, {"rested": True}, {"keyword": "Blocker"}, {"power_min": 3000}, {"name_not": ["Card 1"]}]


OWN_FIGHTER = {"select": "choose", "side": "self", "zone": ["leader", "character"], "min": 0, "max": 1}


def new_target(rng):
    """Any selector."""
    side, zone = (
        rng.choice(["self", "opponent", "any"]),
        rng.choice([["leader"], ["character"], ["leader", "character"]]),
    )
    where = {"side": side, "zone": zone, "filter": rng.choice(FILTERS)}
    least = rng.choice([0, 0, 1, 2])
    some = {"select": "choose", **where, "min": least, "max": max(1, least + rng.randrange(3))}
    return rng.choice([some, some, {"select": "all", **where}, {"select": "this"}, {"select": "battle_opponent"}])


def new_action(rng, of_itself=(), depth=2):
    """Any action; actions on the card itself only where the language allows them."""
    target, count, up_to = new_target(rng), rng.randint(1, 4), rng.random() < 0.5
    until = rng.choice(["battle", "turn", "until_your_next_turn_start"])
    side, chooser = rng.choice(["self", "opponent"]), rng.choice(["self", "opponent"])
    end, face = rng.choice(["top", "top_or_bottom"]), rng.choice(["up", "down"])
    amount = {"count": count, "up_to": up_to}
    taken = {"max": count, "filter": rng.choice(FILTERS[:2]), "to": "hand", "reveal": up_to}
    rest = rng.choice(["bottom_any_order", "all_top_or_all_bottom_any_order"])
    simple = [
        {"op": "modify_power", "target": target, "amount": rng.choice([-9000, 1000]), "duration": until},
        {"op": "modify_cost", "target": target, "amount": rng.choice([-9, 2]), "duration": until},
        {"op": "grant_keyword", "target": target, "keyword": rng.choice(["Rush", "Blocker"]), "duration": until},
        {"op": "forbid_blocker", "attacker": target, "duration": until, "blocker_filter": rng.choice(FILTERS)},
        {"op": "prevent_ko", "target": target, "by": rng.choice(["battle", "effect", "any"]), "duration": until},
        *(
            {"op": op, "target": target}
            for op in ("ko", "rest", "set_active", "return_to_hand", "place_at_deck_bottom")
        ),
        {"op": "character_to_life", "target": target, "to": end, "face": face},
        {"op": "draw", "count": count},
        {"op": "trash_from_hand", "side": side, "count": count, "chooser": chooser},
        {"op": "give_don", **amount, "source": "rested_in_cost_area", "target": OWN_FIGHTER},
        {"op": "add_don", **amount, "state": rng.choice(["active", "rested"])},
        *({"op": op, **amount} for op in ("set_don_active", "rest_opponent_don")),
        {"op": "look_top", "count": rng.choice([1, 3, 50]), "take": rng.choice([None, taken]), "rest": rest},
        {"op": "take_from_trash", "max": count, "to": "hand", "filter": rng.choice(FILTERS[:2])},
        {"op": "play_card", "from": rng.choice(["hand", "deck"]), "max": count, "filter": {"cost_max": 3}},
        {"op": "shuffle_deck"},
        {"op": "trash_life", "side": side, **amount, "from": end},
        *({"op": op, **amount, "to": "top", "face": face} for op in ("deck_to_life", "hand_to_life")),
        {"op": "look_life", "side": "either", "from": "top", "max": count, "then": "owner_top_or_bottom"},
    ]
    if depth == 0 or rng.random() < 0.8:
        return rng.choice([*simple, *of_itself])
    some = [new_action(rng, of_itself, depth - 1) for _ in range(rng.randint(1, 2))]
    other = new_action(rng, of_itself, depth - 1)
    return rng.choice(
        [
            {"op": "choose_one", "chooser": chooser, "options": [some, [other, {"op": "shuffle_deck"}]]},
            {"op": "may", "do": some, "if_done": [other]},
            {"op": "if", "conditions": [rng.choice([{"if": "your_turn"}, {"if": "this_rested"}])], "then": some},
        ]
    )


def new_effect(rng, timing, category):
    """Any effect of a timing."""
    cost, of_itself = [], []
    if timing == "trigger":
        of_itself = [
            {"op": "add_this_to_hand"},
            {"op": "activate_own_effect", "timing": rng.choice(["main", "counter"])},
        ]
        of_itself += [{"op": "play_this"}] if category != "event" else []
    if timing != "trigger" and rng.random() < 0.4:
        words = ["rest_don", "return_don", "trash_from_hand", "life_to_hand"]
        cost = [{"pay": word, "count": 1} for word in rng.sample(words, rng.randint(1, 2))]
        cost = [{**pay, "from": "top_or_bottom"} if pay["pay"] == "life_to_hand" else pay for pay in cost]
        if timing in ("activate_main", "when_battling") and rng.random() < 0.5:
            cost.append({"pay": "rest_this"})
    return {
        "timing": timing,
        "once_per_turn": timing in ("activate_main", "on_any_character_ko") or rng.random() < 0.2,
        "optional": bool(cost) or rng.random() < 0.5,
        "cost": cost,
        "actions": [new_action(rng, of_itself) for _ in range(rng.randint(1, 2))],
    }


CONDITIONS = [
    {"if": "don_attached", "min": 1},
    {"if": "your_turn"},
    {"if": "opponent_turn"},
    {"if": "this_rested"},
    {"if": "character_count", "side": "any", "min": 2},
    {"if": "hand_count", "side": "opponent", "max": 4},
    {"if": "life_count", "side": "any", "max": 2},
    {"if": "exists", "target": {"select": "all", "side": "any", "zone": ["character"], "filter": {"power_min": 6000}}},
    {"if": "don_on_field_compare", "relation": "opponent_more"},
]


def lasting_effect(rng):
    """An effect that is always on, or that takes the place of a K.O."""
    if rng.random() < 0.3:
        action = {"op": "replace_ko", "with": [new_action(rng)]}
        return {"timing": "would_be_ko", "once_per_turn": True, "optional": rng.random() < 0.5, "actions": [action]}
    some = {"select": "all", "side": "any", "zone": ["leader", "character"], "filter": rng.choice(FILTERS)}
    target, duration = rng.choice([some, {"select": "this"}]), "while_condition"
    action = rng.choice(
        [
            {"op": "modify_power", "target": target, "amount": rng.choice([-1000, 1000]), "duration": duration},
            {"op": "modify_cost", "target": target, "amount": rng.choice([-1, 1]), "duration": duration},
            {"op": "grant_keyword", "target": target, "keyword": rng.choice(["Rush", "Banish"]), "duration": duration},
            {"op": "prevent_ko", "target": target, "by": rng.choice(["battle", "effect"]), "duration": duration},
            {"op": "forbid_blocker", "attacker": target, "duration": duration},
        ]
    )
    return {"timing": "permanent", "conditions": rng.sample(CONDITIONS, rng.randrange(3)), "actions": [action]}


def deck_of_new_cards(rng):
    """A leader and fourteen cards, with any effects that the language allows."""

    def effects(timings, category):
        least = category == "event"
        made = [new_effect(rng, rng.choice(timings), category) for _ in range(max(least, rng.choice([0, 1, 1, 2])))]
        return [*made, lasting_effect(rng)] if category != "event" and rng.random() < 0.3 else made

    cards = [{"id": "N-000", "name": "Captain", "category": "leader", "power": 5000, "life": 4, "attribute": "Slash"}]
    cards[0]["effects"] = effects(ON_FIELD, "leader")
    for number in range(1, 15):
        category = "character" if number < 10 else "event" if number < 13 else "stage"
        body = {"power": 1000 * rng.randint(1, 8), "counter": 1000, "attribute": "Strike"}
        cards.append(
            {
                "id": f"N-{number:03}",
                "name": f"Card {number}",
                "category": category,
                "cost": rng.randint(0, 4),
                **(body if category == "character" else {}),
                "keywords": rng.sample(["Rush", "Blocker", "Double Attack", "Banish"], rng.choice([0, 0, 1, 2])),
                "effects": effects(["main", "counter"] if category == "event" else ON_FIELD, category),
                "trigger": [new_effect(rng, "trigger", category)] if rng.random() < 0.4 else [],
                "count": 4 if number < 12 else 2,
            }
        )
    for card in cards:
        card.update(color="red", types=["New"])
    return {"deck": "new", "name": "New", "leader": "N-000", "cards": cards}


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("seeds", [range(first, first + 10) for first in range(0, 40, 10)], ids=str)
def test_any_effect_of_the_language_can_be_played(seeds):
    for seed in seeds:
        one_game(read_deck(deck_of_new_cards(Random(seed)), "new", {}), seed)


OPPOSING = {"select": "choose", "side": "opponent", "zone": ["leader"], "min": 0, "max": 1}
GIVE = {"op": "give_don", "count": 2, "up_to": True, "source": "rested_in_cost_area"}
MISUSED = {
    "DON!! for the other side's leader": ("activate_main", "character", [{**GIVE, "target": OPPOSING}]),
    "DON!! for anybody": ("activate_main", "character", [{**GIVE, "target": {**OPPOSING, "side": "any"}}]),
    "DON!! for a stage": ("activate_main", "stage", [{**GIVE, "target": {"select": "this"}}]),
    "an event that is played onto the field": ("trigger", "event", [{"op": "play_this"}]),
    "an event that starts over": ("main", "event", [{"op": "activate_own_effect", "timing": "main"}]),
    "an event that starts over and asks": (
        "main",
        "event",
        [{"op": "rest", "target": CHOOSE}, {"op": "activate_own_effect", "timing": "main"}],
    ),
    "a counter that starts over": ("counter", "event", [{"op": "activate_own_effect", "timing": "counter"}]),
    "a card that plays itself when played": ("on_play", "character", [{"op": "play_this"}]),
    "a card that goes to hand when it is on the field": ("on_play", "character", [{"op": "add_this_to_hand"}]),
    "instead of no K.O.": ("on_play", "character", [{"op": "replace_ko", "with": [{"op": "draw", "count": 1}]}]),
    "a K.O. instead of a K.O.": (
        "would_be_ko",
        "character",
        [{"op": "replace_ko", "with": [{"op": "ko", "target": {"select": "this"}}]}],
    ),
    "another's K.O. instead": (
        "would_be_ko",
        "character",
        [{"op": "replace_ko", "with": [{"op": "ko", "target": {**CHOOSE, "side": "self", "exclude_this": True}}]}],
    ),
    "a choice between the same": (
        "on_play",
        "character",
        [{"op": "choose_one", "chooser": "self", "options": [[{"op": "draw", "count": 1}]] * 2}],
    ),
    "a choice of who chooses": (
        "on_play",
        "character",
        [
            {
                "op": "choose_one",
                "chooser": "self",
                "options": [
                    [{"op": "trash_from_hand", "side": "opponent", "count": 1, "chooser": who}]
                    for who in ("self", "opponent")
                ],
            }
        ],
    ),
    "a choice of how many Life cards to look at": (
        "on_play",
        "character",
        [
            {
                "op": "choose_one",
                "chooser": "self",
                "options": [
                    [{"op": "look_life", "side": "either", "from": "top", "max": most, "then": "owner_top_or_bottom"}]
                    for most in (1, 2)
                ],
            }
        ],
    ),
}


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("which", MISUSED)
def test_a_misplaced_word_is_refused_or_harmless(which):
    """Words about the card itself belong to Triggers; DON!! are given to the own leader and characters (R5.6)."""
    timing, category, actions = MISUSED[which]
    deck = deck_file()
    body = {"power": 3000, "counter": 1000, "attribute": "Slash"} if category == "character" else {}
    effect = {"timing": timing, "once_per_turn": timing == "activate_main", "optional": True, "actions": actions}
    card = {"category": category, "color": "red", "cost": 0, "types": ["Own"], **body, "count": 4}
    if category == "event":
        card["effects"] = [{"timing": "main", "actions": [{"op": "draw", "count": 1}]}]
    card["trigger" if timing == "trigger" else "effects"] = [effect]
    fours = [number for number, other in enumerate(deck["cards"]) if other["count"] == 4][:6]
    for number in fours:
        deck["cards"][number] = {**card, "id": f"OWN-{number}", "name": f"Own {number}"}
    try:
        read = read_deck(deck, "mine", {})
    except BadDeck as error:
        one_line(error)
        return
    for seed in range(8):
        assert one_game(read, seed).reason != "an endless loop"


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.req("OP-2")
def test_ten_thousand_decks_with_any_effects_can_be_played():
    for seed in range(1000, 6000):
        deck = read_deck(deck_of_new_cards(Random(seed)), "new", {})
        for number in (1, 2):
            one_game(deck, number)
