"""Which cards an action is about: found by a selector, or chosen by whoever controls the effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sparring.games.onepiece.rules.language import Cards
from sparring.games.onepiece.rules.options import NONE, ChooseUnit, Option, choose_unit
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.values import among


def pick(state: State, about: About, cards: Cards, then: Callable[..., None], *args: Any) -> None:
    """Find the cards that a selector means, or have them chosen; then go on with their numbers and the source."""
    by = about.by
    assert by is not None
    if cards.select == "choose":
        state.push(choose, Choice(about, by, cards, then, args))
    else:
        state.push(then, tuple(unit.id for unit in meant(state, by, cards)), by, *args)


def meant(state: State, by: Source, cards: Cards) -> list[Unit]:
    """The cards that a selector means by itself."""
    if cards.select == "all":
        return among(state, by, cards.side, cards.zone, cards.filter)
    numbers: tuple[int, ...] = ()
    if cards.select == "this":
        numbers = (by.unit,)
    elif cards.select == "bound":
        numbers = state.bound_to(cards.bind)
    elif state.battle is not None and by.unit in (state.battle.attacker, state.battle.target):
        other = state.battle.target if state.battle.attacker == by.unit else state.battle.attacker
        numbers = (other,)
    return still_there(state, numbers)


class Choice(NamedTuple):
    """Cards being chosen one by one, and what is to be done with them then."""

    about: About
    by: Source
    cards: Cards
    then: Callable[..., None]
    args: tuple[Any, ...]
    chosen: tuple[int, ...] = ()


def choose(state: State, choice: Choice) -> None:
    """Have the controller choose one more card, or enough (R0.4)."""
    by, cards, chosen = choice.by, choice.cards, choice.chosen
    options: list[Option] = []
    if len(chosen) < cards.max:
        options = [
            choose_unit(unit.id)
            for unit in among(state, by, cards.side, cards.zone, cards.filter)
            if unit.id not in chosen and not (cards.exclude_this and unit.id == by.unit)
        ]
    if len(chosen) >= cards.min or not options:
        options.append(NONE)
    state.ask("target", by.seat, options, choice.about, _chosen, choice)


def _chosen(state: State, option: Option, choice: Choice) -> None:
    if isinstance(option, ChooseUnit):
        state.push(choose, choice._replace(chosen=(*choice.chosen, option.unit)))
    else:
        state.push(choice.then, choice.chosen, choice.by, *choice.args)


def still_there(state: State, numbers: Iterable[int]) -> list[Unit]:
    """Cards on the field by their numbers, those that are still there."""
    units = [state.find(number) for number in numbers]
    return [unit for unit in units if unit is not None]
