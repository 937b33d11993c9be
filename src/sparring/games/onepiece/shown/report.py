"""A game told in sentences: what happened, and what is to be decided."""

from collections.abc import Iterable
from dataclasses import replace

from sparring.games.onepiece.rules.costs import ReturnedDon
from sparring.games.onepiece.rules.events import Event
from sparring.games.onepiece.rules.text import actions_text, effect_text
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
    card, label = view.decks.cards[by.code], view.decks.labels[by.code]
    if what in ("use", "carry out"):
        text = effect_text(card.every_effect[about.effect]) if what == "use" else actions_text(about.ways[0])
        return f"Use {label}? {text[0].upper()}{text[1:]}"
    if what == "trigger":
        return f"{label}: use its Trigger? {' '.join(map(effect_text, card.trigger))}"
    return f"{label}: {asks}"


def _battle_prompt(view: View, what: str) -> str:
    assert view.battle is not None
    state = view.shown()
    units = [state.find(view.battle.attacker), state.find(view.battle.target)]
    sides = [f"{view.decks.labels[unit.code]} ({power(state, unit)})" for unit in units if unit is not None]
    return f"{' attacks '.join(sides)}. Do you {what}?"
