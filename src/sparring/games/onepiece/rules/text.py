"""Cards and effects in words."""

from typing import Any

from sparring.games.onepiece.rules.cards import Card, Effect, Word
from sparring.games.onepiece.rules.language import Cards
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import ANY_CARD, Filter

SEATS = ("P1", "P2")
CHOSEN = ("activate_main", "main", "counter", "trigger", "would_be_ko")
"""Timings of effects that are used only when somebody chooses to."""


def label(state: State, unit: Unit) -> str:
    """What a card on the field is called: its name, and which one it is where several are called so."""
    name = state.decks.labels[unit.code]
    if unit.card.category == "leader":
        return "leader"
    alike = [other for other in state.sides[unit.seat].characters if state.decks.labels[other.code] == name]
    return name if len(alike) < 2 else f"{name} #{alike.index(unit) + 1}"


def named(state: State, number: int, seat: int) -> str:
    """A card on the field as a seat speaks of it."""
    unit = state.find(number)
    assert unit is not None
    return label(state, unit) if unit.seat == seat else f"opposing {label(state, unit)}"


# ---------------------------------------------------------------------- effects in words of our own


def timing_text(timing: str) -> str:
    """When an effect happens, in a word or two."""
    return {
        "activate_main": "Activate: Main",
        "on_ko": "On K.O.",
        "on_any_character_ko": "On a K.O.",
        "would_be_ko": "Instead of a K.O.",
    }.get(timing, timing.replace("_", " ").title())


def card_text(card: Card) -> list[str]:
    """What a card does, a line for each effect."""
    lines = [f"{keyword}." for keyword in sorted(card.keywords)]
    lines += [effect_text(effect) for effect in (*card.effects, *card.trigger)]
    return lines


def effect_text(effect: Effect) -> str:
    """An effect as a sentence."""
    head = [f"[{timing_text(effect.timing)}]"] if effect.timing != "permanent" else []
    others = []
    for word in effect.conditions:
        if word.word in ("don_attached", "your_turn", "opponent_turn"):
            head.append(f"[{condition_text(word)}]")
        else:
            others.append(condition_text(word))
    if effect.once:
        head.append("[Once Per Turn]")
    text = actions_text(effect.actions)
    if others:
        text = f"if {' and '.join(others)}, {text}"
    if effect.cost:
        text = f"you may {' and '.join(map(cost_text, effect.cost))}: {text}"
    elif effect.optional and not effect.asks_itself and effect.timing not in CHOSEN:
        text = f"you may {text}"
    return " ".join([*head, text[0].upper() + text[1:] + "."])


def condition_text(word: Word) -> str:
    """What must hold."""
    args: Any = word.args
    match word.word:
        case "don_attached":
            return f"DON!! x{args[0]}"
        case "your_turn":
            return "Your Turn"
        case "opponent_turn":
            return "Opponent's Turn"
        case "this_rested":
            return "this card is rested"
        case "character_count":
            return f"{_whose(args[0])} {_has(args[0])} {args[1]} or more characters"
        case "hand_count":
            return f"{_whose(args[0])} {_has(args[0])} {args[1]} or fewer cards in hand"
        case "life_count":
            return f"{_whose(args[0])} {_has(args[0])} {args[1]} or less Life"
        case "life_compare":
            return "you have less Life than your opponent"
        case "leader_has_type":
            return f"your leader is of {{{args[0]}}}"
        case "don_on_field":
            return f"{_whose(args[0])} {_has(args[0])} {args[1]} or more DON!! on the field"
        case "don_on_field_compare":
            return "your opponent has more DON!! on the field"
        case "exists":
            return f"there is {cards_text(args[0], 'a')}"
        case "this_battled_opponent_character":
            return "this card battled an opposing character"
        case "battle_opponent_is":
            return f"it battles a {args[1]} {args[0]}"
        case "bound_is":
            return f"it is a {args[1]}"
    return word.word.replace("_", " ")


def cost_text(word: Word) -> str:
    """What is paid."""
    args: Any = word.args
    match word.word:
        case "rest_don":
            return f"rest {args[0]} DON!!"
        case "return_don":
            return f"return {args[0]} DON!! to the DON!! deck"
        case "trash_from_hand":
            return f"trash {_cards(args[0], args[1])} from hand"
        case "rest_this":
            return "rest this card"
        case "life_to_hand":
            ends = "the top or bottom" if args[1] == "top_or_bottom" else "the top"
            return f"take {ends} card of your Life to hand"
    return word.word.replace("_", " ")


def actions_text(actions: tuple[Word, ...], own: bool = True) -> str:
    """What is done, one thing after the other; for the opponent of the controller the sides are swapped."""
    text = ", then ".join(action_text(word) for word in actions)
    return text if own else _swapped(text)


def _swapped(text: str) -> str:
    for mine, theirs in (("your opponent's", "\0"), ("your", "the opponent's"), ("\0", "your")):
        text = text.replace(mine, theirs)
    return text


def action_text(word: Word) -> str:
    """What is done."""
    args: Any = word.args
    match word.word:
        case "modify_power":
            return f"{cards_text(args[0])} {_gets(args[0])} {args[1]:+d} power{_until(args[2])}"
        case "modify_cost":
            return f"{cards_text(args[0])} {_gets(args[0])} {args[1]:+d} cost{_until(args[2])}"
        case "grant_keyword":
            return f"{cards_text(args[0])} {_gets(args[0])} {args[1]}{_until(args[2])}"
        case "forbid_blocker":
            who = "Blockers" if args[2] == ANY_CARD else f"Blockers {filter_text(args[2])}"
            return f"{who} cannot block {cards_text(args[0])}{_until(args[1])}"
        case "prevent_ko":
            how = {"battle": " in battle", "effect": " by effects", "battle_with_leader": " in battle with a leader"}
            return f"{cards_text(args[0])} cannot be K.O.'d{how.get(args[1], '')}{_until(args[2])}"
        case "ko":
            return f"K.O. {cards_text(args[0])}"
        case "rest":
            return f"rest {cards_text(args[0])}"
        case "set_active":
            return f"set {cards_text(args[0])} active"
        case "return_to_hand":
            return f"return {cards_text(args[0])} to its owner's hand"
        case "place_at_deck_bottom":
            return f"put {cards_text(args[0])} under its owner's deck"
        case "character_to_life":
            ends = "the top or bottom" if args[1] == "top_or_bottom" else "the top"
            return f"put {cards_text(args[0])} face {args[2]} on {ends} of its owner's Life"
        case "draw":
            return f"draw {_cards(args[0])}"
        case "trash_from_hand":
            return f"{'' if args[0] == 'self' else 'your opponent must '}trash {_cards(args[1])} from hand"
        case "give_don":
            return f"give {_up_to(args[1])}{args[0]} rested DON!! to {cards_text(args[3])}"
        case "add_don":
            return f"add {_up_to(args[1])}{args[0]} DON!! from the DON!! deck, {args[2]}"
        case "set_don_active":
            return f"set {_up_to(args[1])}{args[0]} DON!! active"
        case "rest_opponent_don":
            return f"rest {_up_to(args[1])}{args[0]} of your opponent's DON!!"
        case "look_top":
            return _look_top(*args)
        case "take_from_trash":
            return f"take up to {_cards(args[0], args[2])} from your trash to hand"
        case "play_card":
            return f"play up to {_cards(args[1], args[2])} from your {args[0]} for nothing"
        case "shuffle_deck":
            return "shuffle your deck"
        case "play_this":
            return "play this card"
        case "add_this_to_hand":
            return "take this card to hand"
        case "activate_own_effect":
            return f"use this card's [{timing_text(args[0])}] effect"
        case "trash_life":
            ends = "top or bottom" if args[3] == "top_or_bottom" else "top"
            whose = "your" if args[0] == "self" else "your opponent's"
            return f"trash {_up_to(args[2])}{args[1]} of {whose} {ends} Life cards"
        case "deck_to_life":
            return f"put {_up_to(args[1])}{_cards(args[0])} from the top of your deck onto your Life, face {args[3]}"
        case "hand_to_life":
            return f"put {_up_to(args[1])}{_cards(args[0])} from your hand onto your Life, face {args[3]}"
        case "look_life":
            return "look at the top card of either player's Life and put it to the top or bottom"
        case "choose_one":
            ways = " or ".join(actions_text(way) for way in args[1])
            return f"{'choose' if args[0] == 'self' else 'your opponent chooses'}: {ways}"
        case "if":
            return f"if {' and '.join(map(condition_text, args[0]))}, {actions_text(args[1])}"
        case "may":
            return f"you may {actions_text(args[0])}; if you do, {actions_text(args[1])}"
        case "replace_ko":
            return f"instead of the K.O. {actions_text(args[0])}"
    return word.word.replace("_", " ")


def _look_top(count: int, take: Any, rest: str) -> str:
    taken = "" if take is None else f", take up to {_cards(take.max, take.filter)}{' openly' if take.reveal else ''}"
    where = "under the deck" if rest == "bottom_any_order" else "all on top or all under the deck"
    return f"look at the top {_cards(count)} of your deck{taken}, and put the rest {where} in any order"


def cards_text(cards: Cards, article: str = "all") -> str:
    """Which cards are meant."""
    if cards.select == "this":
        return "this card"
    if cards.select == "bound":
        return "that card"
    if cards.select == "battle_opponent":
        return "the character it battled"
    kind = " or ".join(cards.zone)
    whose = {"self": "your ", "opponent": "your opponent's ", "any": ""}[cards.side]
    which = filter_text(cards.filter)
    one = cards.select == "choose" and cards.max == 1
    if article == "a":
        return f"a {kind} {which}".strip()
    if cards.select == "all":
        return f"all {whose}{kind}s {which}".strip()
    number = f"up to {cards.max}" if cards.min == 0 else str(cards.max)
    other = "other " if cards.exclude_this else ""
    return f"{number} of {whose}{other}{kind if one and not whose else kind + 's'} {which}".strip()


def filter_text(filter: Filter) -> str:
    """What a filter asks for."""
    parts = []
    if filter.rested is not None:
        parts.append("that are rested" if filter.rested else "that are active")
    if filter.color:
        parts.append(f"that are {filter.color}")
    if filter.types_any:
        parts.append(f"of {' or '.join('{' + kind + '}' for kind in filter.types_any)}")
    if filter.name_any:
        parts.append(f"called {' or '.join(filter.name_any)}")
    if filter.name_not:
        parts.append(f"not called {' or '.join(filter.name_not)}")
    if filter.keyword:
        parts.append(f"with {filter.keyword}")
    if filter.cost_max is not None:
        parts.append(f"of cost {filter.cost_max} or less" if filter.cost_max else "of cost 0")
    if filter.cost_eq is not None:
        parts.append(f"of cost {filter.cost_eq}")
    if filter.power_max is not None:
        parts.append(f"of power {filter.power_max} or less")
    if filter.power_min is not None:
        parts.append(f"of power {filter.power_min} or more")
    return " ".join(parts)


def _cards(count: int, filter: Filter = ANY_CARD) -> str:
    kinds = filter.category_any or ("card",)
    kind = " or ".join(kinds)
    return f"{count} {kind}{'' if count == 1 else 's'} {filter_text(filter)}".strip()


def _whose(side: str) -> str:
    return {"self": "you", "opponent": "your opponent", "any": "either player"}[side]


def _has(side: str) -> str:
    return "have" if side == "self" else "has"


def _gets(cards: Cards) -> str:
    many = cards.select == "all" or (cards.select == "choose" and cards.max > 1)
    return "get" if many else "gets"


def _up_to(up_to: bool) -> str:
    return "up to " if up_to else ""


def _until(duration: str) -> str:
    return {
        "battle": " during this battle",
        "turn": " during this turn",
        "until_your_next_turn_start": " until your next turn begins",
    }.get(duration, "")
