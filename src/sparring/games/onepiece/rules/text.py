"""Cards and effects in words: the pieces from which the words of the effect language make their clauses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sparring.games.onepiece.rules.language import Cards
from sparring.games.onepiece.rules.values import ANY_CARD, Filter
from sparring.games.onepiece.rules.vocabulary import TIMINGS

if TYPE_CHECKING:
    from sparring.games.onepiece.rules.cards import Card, Effect
    from sparring.games.onepiece.rules.sides import Unit
    from sparring.games.onepiece.rules.state import State
    from sparring.games.onepiece.rules.words import Action

SEATS = ("P1", "P2")


def label(state: State, unit: Unit) -> str:
    """The name of a card on the field, with its place where several cards share the name."""
    name = state.decks.labels[unit.code]
    if unit.card.category == "leader":
        return "leader"
    alike = [other for other in state.sides[unit.seat].characters if state.decks.labels[other.code] == name]
    return name if len(alike) < 2 else f"{name} #{alike.index(unit) + 1}"


def named(state: State, number: int, seat: int) -> str:
    """A card on the field as a seat speaks of it."""
    unit = state.on_field(number)
    return label(state, unit) if unit.seat == seat else f"opposing {label(state, unit)}"


# ---------------------------------------------------------------------- cards and their effects


def timing_text(timing: str) -> str:
    """When an effect happens, as cards print it."""
    return TIMINGS[timing].label


def card_text(card: Card) -> list[str]:
    """What a card does, a line for each effect."""
    lines = [f"{keyword}." for keyword in sorted(card.keywords)]
    lines += [effect_text(effect) for effect in card.every_effect]
    return lines


def effect_text(effect: Effect) -> str:
    """An effect as a sentence."""
    head = [f"[{timing_text(effect.timing)}]"] if effect.timing != "permanent" else []
    head += [f"[{condition.says()}]" for condition in effect.conditions if condition.in_brackets]
    if effect.once:
        head.append("[Once Per Turn]")
    text = actions_text(effect.actions)
    others = [condition.says() for condition in effect.conditions if not condition.in_brackets]
    if others:
        text = f"if {' and '.join(others)}, {text}"
    if effect.cost:
        text = f"you may {' and '.join(cost.says() for cost in effect.cost)}: {text}"
    elif effect.optional and not effect.asks_itself and not TIMINGS[effect.timing].chosen:
        text = f"you may {text}"
    return " ".join([*head, text[0].upper() + text[1:] + "."])


def actions_text(actions: Iterable[Action], own: bool = True) -> str:
    """What is done, one thing after the other; for the opponent of the controller the sides are swapped."""
    text = ", then ".join(word.says() for word in actions)
    return text if own else _swapped(text)


def _swapped(text: str) -> str:
    for mine, theirs in (("your opponent's", "\0"), ("your", "the opponent's"), ("\0", "your")):
        text = text.replace(mine, theirs)
    return text


# ---------------------------------------------------------------------- pieces of clauses


def cards_text(cards: Cards, article: str = "all") -> str:
    """Which cards on the field are meant."""
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


def cards_counted(count: int, filter: Filter = ANY_CARD) -> str:
    """So many cards that fit, wherever they are."""
    kind = " or ".join(filter.category_any or ("card",))
    return f"{count} {kind}{'' if count == 1 else 's'} {filter_text(filter)}".strip()


def player_has(side: str) -> str:
    """You have, or your opponent has."""
    who = {"self": "you", "opponent": "your opponent", "any": "either player"}[side]
    return f"{who} {'have' if side == 'self' else 'has'}"


def cards_get(cards: Cards) -> str:
    """The cards that are meant, as the subject of what they get."""
    many = cards.select == "all" or (cards.select == "choose" and cards.max > 1)
    return f"{cards_text(cards)} {'get' if many else 'gets'}"


def up_to(up_to: bool) -> str:
    """Up to, where fewer can be chosen."""
    return "up to " if up_to else ""


def until(duration: str) -> str:
    """How long something lasts."""
    return {
        "battle": " during this battle",
        "turn": " during this turn",
        "until_your_next_turn_start": " until your next turn begins",
        "until_opponents_next_turn_end": " until the end of your opponent's next turn",
    }.get(duration, "")
