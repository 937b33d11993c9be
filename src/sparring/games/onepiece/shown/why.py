"""Why something cannot be done now, with the number of the rule."""

from __future__ import annotations

import re

from sparring.games.onepiece.rules import turn
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.options import option_texts
from sparring.games.onepiece.rules.sides import CODE, Unit
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.text import label
from sparring.games.onepiece.rules.values import has_keyword, is_under, may_block, may_rest, price

ATTACK = re.compile(r"attack (?P<target>.+) with (?P<card>.+)")
VERBS = {
    "play": re.compile(r"play (?P<card>.+)"),
    "give": re.compile(r"give (?:a )?don!*(?: to)? (?P<card>.+)"),
    "use": re.compile(r"(?:use|activate) (?P<card>.+)"),
    "block": re.compile(r"block with (?P<card>.+)"),
    "counter": re.compile(r"counter with (?P<card>.+?)(?: for (?P<target>.+))?"),
}
NOW = {
    "blocker": "the attack is to be blocked or not (R6.4)",
    "counter": "this is the counter step (R6.6)",
    "mulligan": "the opening hand is to be kept or not (R3.2)",
    "target": "an effect is being carried out, and something is to be chosen for it (R8.4)",
    "value": "an effect is being carried out, and something is to be decided for it (R8.4)",
}


def why_not(state: State, wanted: str) -> str:
    """One sentence for a player who wanted to do something that is not among the options."""
    if state.lost:
        return f"The game is over ({state.reason}), so {wanted!r} cannot be done."
    question = state.question
    assert question is not None
    seat, text = question.seat, " ".join(wanted.casefold().split())
    reason = ""
    if found := ATTACK.fullmatch(text):
        reason = _why_no_attack(state, seat, found["card"], found["target"])
    else:
        for verb, pattern in VERBS.items():
            if found := pattern.fullmatch(text):
                reason = _reason(state, seat, verb, found["card"])
                break
        else:
            reason = _about_a_card(state, seat, text)
    if reason:
        return reason
    options = list(option_texts(state))
    shown = ", ".join(options[:8]) + (", …" if len(options) > 8 else "")
    now = "who goes first is to be decided (R3.1)" if question.about.what == "begin" else NOW.get(question.kind, "")
    return f"{wanted!r} is none of the options{f': {now}' if now else ''}. Possible: {shown}."


def _reason(state: State, seat: int, verb: str, name: str) -> str:
    return {
        "play": _why_not_play,
        "give": _why_not_give,
        "use": _why_not_use,
        "block": _why_no_block,
        "counter": _why_no_counter,
    }[verb](state, seat, name)


def _about_a_card(state: State, seat: int, name: str) -> str:
    """The reason for a bare name: why a card in hand cannot be played, or one on the field cannot attack."""
    if (card := _in_hand(state, seat, name)) is not None:
        counters = state.question is not None and state.question.kind == "counter"
        return (_why_no_counter if counters else _why_not_play)(state, seat, card.name.casefold())
    if _on_field(state, seat, name) is not None:
        blocks = state.question is not None and state.question.kind == "blocker"
        return _why_no_block(state, seat, name) if blocks else _why_no_attack(state, seat, name, "leader")
    return ""


# ---------------------------------------------------------------------- finding what is meant


def _in_hand(state: State, seat: int, name: str) -> Card | None:
    for entry in state.sides[seat].hand:
        card = state.card(entry)
        if name in (card.name.casefold(), card.id.casefold(), state.decks.labels[entry & CODE].casefold()):
            return card
    return None


def _code(state: State, seat: int, card: Card) -> int:
    """The number of a card in hand."""
    return next(entry & CODE for entry in state.sides[seat].hand if state.card(entry) is card)


def _on_field(state: State, seat: int, name: str) -> Unit | None:
    name = name.removeprefix("opposing ").removeprefix("the ").removeprefix("own ")
    for unit in state.sides[seat].units():
        names = (label(state, unit), state.decks.labels[unit.code], unit.card.name, unit.card.id)
        if name in (each.casefold() for each in names):
            return unit
    return None


def _main_phase(state: State, seat: int, what: str, rule: str) -> str:
    """What all actions of the main phase need."""
    question = state.question
    assert question is not None
    if state.turn == 0:
        return f"{rule}: {what} is for the main phase, and the game has not begun."
    if state.turn_seat != seat:
        return f"{rule}: {what} is for one's own main phase, and it is the opponent's turn."
    if state.battle is not None:
        return f"R5.8: {what} is not possible during a battle."
    if question.kind != "action":
        return f"{rule}: {what} has to wait: {NOW[question.kind]}."
    return ""


# ---------------------------------------------------------------------- one thing after the other


def _why_no_attack(state: State, seat: int, name: str, target_name: str) -> str:
    unit = _on_field(state, seat, name)
    if unit is None:
        card = _in_hand(state, seat, name)
        return f"R6.1: only leaders and characters on the field attack; {card.name} is in hand." if card else ""
    if wait := _main_phase(state, seat, "attacking", "R4.4"):
        return wait
    who = state.decks.labels[unit.code]
    if unit.card.category == "stage":
        return f"R6.1: a stage such as {who} does not attack."
    if state.turn <= 2:
        return "R4.6: neither player may attack in their first turn."
    if unit.rested:
        return f"R6.1: {who} is rested, and only active cards attack."
    if is_under(state, unit, "no attack"):
        return f"R0.2: an effect says that {who} cannot attack."
    if not may_rest(state, unit):
        return f"R0.2: an effect says that {who} cannot be rested, and who attacks is rested (R6.1)."
    if not turn.may_attack(state, unit):
        return f"R5.1: {who} came this turn, and it has no Rush."
    target = _on_field(state, 1 - seat, target_name)
    if target is None:
        mine = _on_field(state, seat, target_name)
        return f"R6.1: {state.decks.labels[mine.code]} is your own." if mine else ""
    aim = state.decks.labels[target.code]
    if target.card.category == "stage":
        return f"R6.1: a stage such as {aim} cannot be attacked."
    if target.id in turn.targets_for(state, unit):
        return ""
    if target.card.category == "leader":
        return f"R9.1: {who} came this turn, and it may attack characters only."
    if not target.rested:
        return f"R6.1: only rested characters can be attacked, and {aim} is active."
    return ""


def _why_not_play(state: State, seat: int, name: str) -> str:
    card = _in_hand(state, seat, name)
    if card is None:
        there = _on_field(state, seat, name)
        return f"R5.1: {state.decks.labels[there.code]} is on the field already, not in hand." if there else ""
    if card.category == "event" and state.question is not None and state.question.kind == "counter":
        return _why_no_counter(state, seat, name)
    if card.category == "event" and not card.timed("main"):
        return f"R6.7: {card.name} is a [Counter] event, which works only in the counter step."
    if wait := _main_phase(state, seat, f"playing {card.name}", "R5.1" if card.category != "event" else "R5.4"):
        return wait
    cost = price(state, seat, _code(state, seat, card))
    if cost > state.sides[seat].active:
        return f"R5.1: {card.name} costs {cost} DON!!, and only {_active(state, seat)}."
    return ""


def _active(state: State, seat: int) -> str:
    """How many DON!! can be used."""
    count = state.sides[seat].active
    return f"{count} of yours {'is' if count == 1 else 'are'} active"


def _why_not_give(state: State, seat: int, name: str) -> str:
    if wait := _main_phase(state, seat, "giving DON!!", "R5.6"):
        return wait
    unit = _on_field(state, seat, name)
    if unit is None:
        other = _on_field(state, 1 - seat, name)
        return "R5.6: DON!! are given to one's own leader and characters." if other else ""
    if unit.card.category == "stage":
        return "R5.6: DON!! are given to leaders and characters, not to stages."
    if not state.sides[seat].active:
        return "R5.6: only active DON!! in the cost area can be given, and there is none."
    return ""


def _why_not_use(state: State, seat: int, name: str) -> str:
    unit = _on_field(state, seat, name.partition(", effect")[0])
    if unit is None:
        card = _in_hand(state, seat, name)
        if card is None:
            return ""
        if card.category == "event":
            return _why_not_play(state, seat, name)
        return f"R8.2: the effects of {card.name} work on the field, and it is in hand."
    who = state.decks.labels[unit.code]
    numbers = unit.card.timed("activate_main")
    if not numbers:
        return f"R5.5: {who} has no [Activate: Main] effect."
    if wait := _main_phase(state, seat, "using effects", "R5.5"):
        return wait
    by = Source(unit.seat, unit.id, unit.code)
    for number in numbers:
        effect = unit.card.effects[number]
        if effect.once and unit.used >> number & 1:
            return f"R8.10: {who} was used this turn already, and its effect is [Once Per Turn]."
        for condition in effect.conditions:
            if not condition.holds(state, by):
                return f"R8.7: {who} needs {condition.says()}, and that does not hold."
        for cost in effect.cost:
            if not cost.payable(state, by):
                return f"R8.5: the cost of {who} cannot be paid ({cost.says()})."
    return ""


def _why_no_block(state: State, seat: int, name: str) -> str:
    unit = _on_field(state, seat, name)
    question = state.question
    assert question is not None
    if unit is None:
        card = _in_hand(state, seat, name)
        return f"R6.4: characters on the field block; {card.name} is in hand." if card else ""
    who = state.decks.labels[unit.code]
    if unit.card.category != "character" or not has_keyword(state, unit, "Blocker"):
        return f"R6.4: {who} has no Blocker."
    if state.battle is None or question.kind != "blocker":
        if state.battle is not None and state.battle.blocked:
            return "R6.4: one Blocker a battle, and this attack was blocked already."
        return "R6.4: blocking is for the block step of an attack."
    if unit.rested:
        return f"R6.4: {who} is rested, and only active characters block."
    if unit.id == state.battle.target:
        return f"R6.4: {who} is the target itself."
    if not may_rest(state, unit):
        return f"R0.2: an effect says that {who} cannot be rested, and who blocks is rested (R6.4)."
    attacker = state.find(state.battle.attacker)
    if attacker is not None and not may_block(state, unit, attacker):
        return f"R6.5: an effect of this attack forbids {who} to block."
    return ""


def _why_no_counter(state: State, seat: int, name: str) -> str:
    card = _in_hand(state, seat, name)
    question = state.question
    assert question is not None
    if card is None:
        there = _on_field(state, seat, name)
        return "R6.7: counter values of cards on the field cannot be used." if there else ""
    if state.battle is None or question.kind != "counter":
        return "R6.6: counters are for the counter step of an attack on you."
    if card.category == "event":
        if not card.timed("counter"):
            return f"R6.6: {card.name} has no [Counter] effect."
        cost = price(state, seat, _code(state, seat, card))
        if cost > state.sides[seat].active:
            return f"R6.6: {card.name} costs {cost} DON!!, and {_active(state, seat)}."
        return ""
    return "" if card.counter else f"R6.6: {card.name} has no counter value."
