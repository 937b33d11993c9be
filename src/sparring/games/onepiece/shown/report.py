"""A game told in sentences: what happened, and what is to be decided."""

from collections.abc import Iterable
from dataclasses import replace

from sparring.games.onepiece.rules.costs import ReturnedDon
from sparring.games.onepiece.rules.events import Event
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.text import actions_text, effect_text, label
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.rules.view import View


def lines(view: View) -> list[str]:
    """What happened since the decision before, a sentence each."""
    return [line for event in _summed_up(view.told) if (line := event.line(view.decks))]


def _summed_up(told: Iterable[Event]) -> list[Event]:
    """The events, with DON!! that were returned one by one as one event."""
    found: list[Event] = []
    for event in told:
        last = found[-1] if found else None
        if isinstance(event, ReturnedDon) and isinstance(last, ReturnedDon) and event.seat == last.seat:
            found[-1] = replace(event, count=event.count + last.count)
        else:
            found.append(event)
    return found


# ---------------------------------------------------------------------- what is asked


def prompt(view: View) -> str:
    """What is to be decided, in a sentence."""
    about = view.about
    if about is None:
        return "Make your choice."
    what, by = about.what, about.by
    if what in ("block", "counter") and view.battle is not None:
        return _battle_prompt(view, what)
    asks = about.asks or "Make your choice."
    if by is None:
        return asks
    card = view.decks.cards[by.code]
    table = view.shown()
    unit = table.find(by.unit)
    called = view.decks.labels[by.code] if unit is None else _called(table, unit)
    if what in ("use", "carry out"):
        text = effect_text(card.every_effect[about.effect]) if what == "use" else actions_text(about.ways[0])
        return f"Use {called}? {text[0].upper()}{text[1:]}"
    if what == "trigger":
        told = " ".join(effect_text(effect).removeprefix("[Trigger] ") for effect in card.trigger)
        return f"{called}: use its Trigger? {told}"
    return f"{called}: {asks}"


def _battle_prompt(view: View, what: str) -> str:
    assert view.battle is not None
    state = view.shown()
    units = [state.find(view.battle.attacker), state.find(view.battle.target)]
    sides = [f"{_called(state, unit)} ({power(state, unit)})" for unit in units if unit is not None]
    return f"{' attacks '.join(sides)}. Do you {what}?"


def _called(table: State, unit: Unit) -> str:
    """A card on the field by its name, and which one it is where several of its side are called so."""
    return table.decks.labels[unit.code] if unit.card.category == "leader" else label(table, unit)
