"""Which options are chosen by a click on a card or a pile of the picture, and what each click says."""

from __future__ import annotations

from dataclasses import replace

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
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.rules.view import View
from sparring.games.onepiece.shown.arrangement import hand_ids, unit_id, zone_id
from sparring.games.onepiece.shown.foretelling import (
    attack_foretold,
    block_foretold,
    called,
    counter_foretold,
    powers_with_don,
)
from sparring.scenes import Pick


def picks_of(view: View, asked: State, drawn: set[str]) -> dict[str, Pick]:
    """What is chosen by a click on a card or a pile; everything else has a button."""
    picks = {}
    assert asked.question is not None
    for option in asked.question.options:
        words = option_text(asked, option)
        on, *also = [shape for shape in _shapes_of(view, asked, option) if shape in drawn] or [""]
        if on:
            pick = Pick(on, _spoken(asked, option, words), also=tuple(also))
            picks[words] = _with_target(view, asked, option, pick)
    return picks


def _with_target(view: View, asked: State, option: Option, pick: Pick) -> Pick:
    """A pick with what it is dragged onto, and with what will happen."""
    match option:
        case PlayCard(code):
            zone = "stage" if asked.decks.cards[code].category == "stage" else "field"
            return replace(pick, onto=zone_id(view.seat, zone))
        case CounterEvent():
            return replace(pick, onto=zone_id(view.seat, "field"))
        case Attack(_, target):
            aim = called(asked, asked.on_field(target))
            bends = around(asked.on_field(option.attacker), asked.on_field(target))
            told = attack_foretold(asked, option)
            return replace(pick, onto=unit_id(target), aims=aim, around=bends, foretold=told)
        case Counter(_, unit):
            return replace(pick, onto=unit_id(unit), foretold=counter_foretold(asked, option))
        case Block():
            onto = "" if asked.battle is None else unit_id(asked.battle.attacker)
            return replace(pick, onto=onto, foretold=block_foretold(asked, option))
        case GiveDon(number):
            times = asked.sides[view.seat].active
            gains = powers_with_don(asked, asked.on_field(number), times)
            return replace(pick, onto=pick.on, source=zone_id(view.seat, "don"), times=times, gains=gains)
    return pick


def around(attacker: Unit, target: Unit) -> tuple[bool, bool]:
    """Where the arrow of an attack goes around the characters: at leaders, which lie behind them."""
    return attacker.card.category != "character", target.card.category != "character"


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
    """An option in words, in which leaders have their names."""
    match option:
        case Attack(attacker, target):
            units = [asked.on_field(number) for number in (target, attacker)]
            against = " against ".join(str(power(asked, unit)) for unit in reversed(units))
            words = f"attack {called(asked, units[0])} with {called(asked, units[1])}: {against}"
        case GiveDon(number):
            words = f"give DON!! to {called(asked, asked.on_field(number))}"
        case Counter(code, number):
            words = f"counter with {asked.decks.labels[code]} for {called(asked, asked.on_field(number))}"
        case Activate():
            words = words.replace("use leader", f"use {called(asked, asked.on_field(option.unit))}", 1)
            words = words.replace("use ", "use the effect of ", 1)
        case ChooseUnit(number):
            unit = asked.on_field(number)
            opposing = "opposing " if words.startswith("opposing ") else ""
            words = opposing + called(asked, unit) if unit.card.category == "leader" else words
    return words[0].upper() + words[1:]
