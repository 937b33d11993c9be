"""Which options are chosen by a click on a card or a pile of the picture, and what each click says."""

from __future__ import annotations

from sparring.games.onepiece.rules.options import (
    Activate,
    Attack,
    Block,
    ChooseCard,
    ChooseUnit,
    Counter,
    CounterEvent,
    GiveDon,
    LifeOf,
    Option,
    PlayCard,
    Resolve,
    ReturnDon,
    option_text,
)
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.rules.view import View
from sparring.games.onepiece.shown.arrangement import hand_ids, unit_id, zone_id
from sparring.scenes import Pick


def picks_of(view: View, asked: State, drawn: set[str]) -> dict[str, Pick]:
    """What is chosen by a click on a card or a pile; everything else has a button."""
    picks = {}
    assert asked.question is not None
    for option in asked.question.options:
        words = option_text(asked, option)
        on, *also = [shape for shape in _shapes_of(view, asked, option) if shape in drawn] or [""]
        if on:
            picks[words] = Pick(on, _spoken(asked, option, words), also=tuple(also))
    return picks


def _shapes_of(view: View, asked: State, option: Option) -> list[str]:
    """The shapes that an option is about."""
    match option:
        case PlayCard(code) | Counter(code) | CounterEvent(code):
            return [identity for identity, each in hand_ids(view) if each == code]
        case Attack(number) | Activate(number) | GiveDon(number) | Block(number):
            return [unit_id(number)]
        case ChooseUnit(number) | Resolve(number) | ReturnDon("given", number):
            return [unit_id(number)]
        case ReturnDon():
            return [zone_id(view.seat, "don")]
        case LifeOf(whose):
            return [zone_id(whose, "life")]
        case ChooseCard(code):
            question = asked.question
            if question is not None and question.about.from_hand:
                return [identity for identity, each in hand_ids(view) if each == code]
            return [f"choice-{code}-{number}" for number in range(1, 5)]
    return []


def _spoken(asked: State, option: Option, words: str) -> str:
    """An option in words, with the powers that would meet."""
    if isinstance(option, Activate):
        words = words.replace("use ", "use the effect of ", 1)
    if isinstance(option, Attack):
        units = [asked.find(number) for number in (option.attacker, option.target)]
        words += ": " + " against ".join(str(power(asked, unit)) for unit in units if unit is not None)
    return words[0].upper() + words[1:]
