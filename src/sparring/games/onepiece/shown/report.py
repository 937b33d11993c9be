"""A game told in sentences: what happened, and what is to be decided."""

from typing import Any

from sparring.games.onepiece.rules.state import CODE, Source
from sparring.games.onepiece.rules.text import SEATS, actions_text, effect_text, timing_text
from sparring.games.onepiece.rules.values import ANY_CARD, power
from sparring.games.onepiece.rules.view import HIDDEN, View


def lines(view: View) -> list[str]:
    """What happened since the decision before, a sentence each."""
    told: list[tuple[Any, ...]] = []
    for event in view.told:
        if told and event[0] == "return don" and event[:2] == told[-1][:2]:
            told[-1] = (*event[:2], event[2] + told[-1][2])
        else:
            told.append(event)
    return [line for event in told if (line := _line(view, event))]


def _line(view: View, event: tuple[Any, ...]) -> str:
    word, seat, *rest = event
    who, labels = SEATS[seat], view.decks.labels

    def name(code: int | None) -> str:
        return "a card" if code is None or code == HIDDEN else labels[code]

    match word, rest:
        case "begin", []:
            decks = " against ".join(f"{SEATS[each]} with {view.decks.decks[each]}" for each in (0, 1))
            return f"{decks}. {who} goes first."
        case "draw", [drawn]:
            if not drawn:
                return ""
            count = drawn if isinstance(drawn, int) else len(drawn)
            what = _number(count, "card") if isinstance(drawn, int) else ", ".join(map(name, drawn))
            return f"{who} draws {what}."
        case "keep", []:
            return f"{who} keeps the hand."
        case "mulligan", []:
            return f"{who} takes a mulligan."
        case "turn", [number]:
            return f"— Turn {number}, {who} —"
        case "don", [count]:
            return f"{who} gets {count} DON!!." if count else ""
        case "play", [code, cost]:
            return f"{who} plays {name(code)} for {cost} DON!!."
        case "enter", [code]:
            return f"{name(code)} comes onto {who}'s field."
        case "room", [code]:
            return f"{who} trashes {name(code)} to make room for a sixth character (R5.2)."
        case "replaced", [code]:
            return f"{who}'s stage {name(code)} is replaced."
        case "event", [code, timing]:
            return f"{who} uses {name(code)} [{timing_text(timing)}]."
        case "effect", [code, number]:
            return f"{who}: {name(code)} {_effect(view, code, number)}"
        case "decline", [code, number]:
            return f"{who} does not use {name(code)}."
        case "give", [code, count]:
            return f"{who} gives {_number(count, 'DON!!')} to {name(code)}."
        case "attack", [attacker, target, mine, theirs]:
            return f"{who} attacks {name(target)} ({theirs}) with {name(attacker)} ({mine})."
        case "block", [code, power]:
            return f"{who} blocks with {name(code)} ({power})."
        case "counter", [code, target, value, power]:
            return f"{who} counters with {name(code)}: +{value} for {name(target)}, now {power}."
        case "compare", [attacker, target, mine, theirs, success]:
            result = "succeeds" if success else "fails"
            return f"{mine} against {theirs}: the attack on {name(target)} {result} (R6.8)."
        case "damage", [code, left]:
            return f"{who} takes damage: {name(code)} goes to hand, {left} Life left."
        case "banish", [code]:
            return f"{who} takes damage: {name(code)} is banished to the trash (R9.4)."
        case "trigger", [code, left]:
            return f"{who} takes damage, {left} Life left, and uses the Trigger of {name(code)}."
        case "ko", [code]:
            return f"{who}'s {name(code)} is K.O.'d."
        case "protected", [code]:
            return f"{who}'s {name(code)} cannot be K.O.'d."
        case "change", [code, what, value, until]:
            return f"{who}'s {name(code)} {_change(what, value)}{_until(until)}."
        case "rest" | "set active", [code]:
            return f"{who}'s {name(code)} is {'rested' if word == 'rest' else 'set active'}."
        case "hand", [code]:
            return f"{who}'s {name(code)} returns to hand."
        case "deck", [code]:
            return f"{who}'s {name(code)} goes under the deck."
        case "to life", [code, end]:
            return f"{who}'s {name(code)} goes to the {end} of Life."
        case "trash", [code]:
            return f"{who} trashes {name(code)} from hand."
        case "rest don", [count]:
            return f"{_number(count, 'DON!!')} of {who} {'is' if count == 1 else 'are'} rested." if count else ""
        case "return don", [count]:
            return f"{who} returns {_number(count, 'DON!!')} to the DON!! deck."
        case "add don", [count, how]:
            return f"{who} adds {_number(count, 'DON!!')}, {how}." if count else ""
        case "don active", [count]:
            return f"{who} sets {_number(count, 'DON!!')} active." if count else ""
        case "life to hand", [end]:
            return f"{who} takes the {end} Life card to hand."
        case "look", [count]:
            return f"{who} looks at the top {_number(count, 'card')} of the deck."
        case "take", [code, shown]:
            return f"{who} {'shows and ' if shown else ''}takes {name(code)}."
        case "put back", [end, count]:
            return f"{who} puts {_number(count, 'card')} to the {end} of the deck."
        case "search", []:
            return f"{who} looks through the deck."
        case "shuffle", []:
            return f"{who} shuffles."
        case "from trash", [code]:
            return f"{who} takes {name(code)} from the trash."
        case "this to hand", [code]:
            return f"{name(code)} goes to {who}'s hand."
        case "trash life", [code]:
            return f"{who}'s Life card {name(code)} is trashed."
        case "deck to life", []:
            return f"{who} puts the top card of the deck onto Life."
        case "hand to life", [code, _]:
            return f"{who} puts {name(code)} from hand onto Life."
        case "look life", [whose, cards]:
            seen = "" if isinstance(cards, int) else f": {', '.join(map(name, cards))}"
            return f"{who} looks at {SEATS[whose]}'s top Life card{seen}."
        case "life back", [whose, end]:
            return f"{who} puts it to the {end} of {SEATS[whose]}'s Life."
    return ""


def _effect(view: View, code: int, number: int) -> str:
    card = view.decks.cards[code]
    return effect_text((*card.effects, *card.trigger)[number])


def _change(what: str, value: Any) -> str:
    if what in ("power", "cost"):
        return f"gets {value:+d} {what}"
    if what == "keyword":
        return f"gets {value}"
    if what == "no ko":
        return "cannot be K.O.'d"
    return "cannot be blocked" if value == ANY_CARD else "cannot be blocked by some"


def _until(until: str) -> str:
    return {"battle": " in this battle", "turn": " this turn"}.get(until, " until the next own turn")


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 or what.endswith("!!") else f"{count} {what}s"


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
    "hand to life openly": "Which card goes onto your Life?",
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
    what, *rest = view.about or ("",)
    by = rest[0] if rest and isinstance(rest[0], Source) else None
    source = "" if by is None else f"{view.decks.labels[by.code]}: "
    if what in ("use", "may") and by is not None:
        text = actions_text(rest[1]) if what == "may" else _effect(view, by.code, rest[1])
        return f"Use {view.decks.labels[by.code]}? {text[0].upper()}{text[1:]}"
    if what == "trigger" and by is not None:
        card = view.decks.cards[by.code]
        return f"{source}use its Trigger? {' '.join(map(effect_text, card.trigger))}"
    if what == "order cards":
        return f"{source}which card lies uppermost {'on top' if rest[1] else 'under the deck'}?"
    if what == "life back" and by is not None:
        return f"{source}{_top_life(view, rest[1])} is on top; leave it there, or put it to the bottom?"
    if what in ("block", "counter") and view.battle is not None:
        return _battle_prompt(view, what)
    return f"{source}{ASKS.get(what, 'Make your choice.')}"


def _top_life(view: View, seat: int) -> str:
    entry = view.halves[seat].life[-1] & CODE
    return "a card" if entry == HIDDEN else view.decks.labels[entry]


def _battle_prompt(view: View, what: str) -> str:
    assert view.battle is not None
    state = view.shown()
    units = [state.find(view.battle.attacker), state.find(view.battle.target)]
    sides = [f"{view.decks.labels[unit.code]} ({power(state, unit)})" for unit in units if unit is not None]
    return f"{' attacks '.join(sides)}. Do you {what}?"
