"""A game told in sentences: what happened, and what is to be decided."""

from collections.abc import Iterable
from dataclasses import replace

from sparring.games.onepiece.rules.costs import ReturnedDon
from sparring.games.onepiece.rules.events import Event
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.text import actions_text, effect_text
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.rules.view import HIDDEN, View


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

ASKS = {
    "action": "What will you do?",
    "mulligan": "Keep this hand, or take another one?",
    "begin": "Do you want to go first or second?",
    "order": "Which effect comes first?",
    "room": "Which character makes room?",
    "trash": "Which card do you trash?",
    "return don": "Which DON!! do you return?",
    "life to hand": "Top or bottom of your Life?",
    "life end": "To the top or the bottom of Life?",
    "put back": "To the top or the bottom of your deck?",
    "take": "Which card do you take?",
    "play": "Which card do you play?",
    "give": "Who gets DON!!, or how many?",
    "add don": "How many DON!! do you add?",
    "don active": "How many DON!! do you set active?",
    "rest don": "How many DON!! do you rest?",
    "trash life": "Which Life card is trashed?",
    "deck to life": "How many cards go onto your Life?",
    "hand to life": "Which card goes onto your Life?",
    "look life": "Whose Life do you look at?",
    "choose one": "Which of these shall happen?",
    "power": "Who gets the power?",
    "cost": "Whose cost changes?",
    "keyword": "Who gets the keyword?",
    "no blocker": "Who shall not be blocked?",
    "no ko": "Who shall not be K.O.'d?",
    "ko": "Who is K.O.'d?",
    "rest": "Who is rested?",
    "set active": "Who becomes active?",
    "return": "Who returns to hand?",
    "bottom": "Who goes under the deck?",
    "to life": "Who goes to Life?",
}


def prompt(view: View) -> str:
    """What is to be decided, in a sentence."""
    about = view.about
    if about is None:
        return "Make your choice."
    what, by = about.what, about.by
    if what in ("block", "counter") and view.battle is not None:
        return _battle_prompt(view, what)
    if by is None:
        return ASKS.get(what, "Make your choice.")
    card, label = view.decks.cards[by.code], view.decks.labels[by.code]
    if what in ("use", "may"):
        text = actions_text(about.actions) if what == "may" else effect_text(card.every_effect[about.effect])
        return f"Use {label}? {text[0].upper()}{text[1:]}"
    if what == "trigger":
        return f"{label}: use its Trigger? {' '.join(map(effect_text, card.trigger))}"
    if what == "order cards":
        return f"{label}: which card lies uppermost {'on top' if about.top else 'under the deck'}?"
    if what == "life back":
        return f"{label}: {_top_life(view, about.seat)} is on top; leave it there, or put it to the bottom?"
    return f"{label}: {ASKS.get(what, 'Make your choice.')}"


def _top_life(view: View, seat: int) -> str:
    entry = view.halves[seat].life[-1] & CODE
    return "a card" if entry == HIDDEN else view.decks.labels[entry]


def _battle_prompt(view: View, what: str) -> str:
    assert view.battle is not None
    state = view.shown()
    units = [state.find(view.battle.attacker), state.find(view.battle.target)]
    sides = [f"{view.decks.labels[unit.code]} ({power(state, unit)})" for unit in units if unit is not None]
    return f"{' attacks '.join(sides)}. Do you {what}?"
