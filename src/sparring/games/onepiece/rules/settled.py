"""Questions whose answer cannot matter any more: a counter or a block for an attack that is decided already.

Where both players could tell so, what decides is on the table, or in the lists of the decks, which are open; never in
a hand. What only the player can tell, because it is in their hand, is `passed`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sparring.games.onepiece.rules.cards import Card, Decks, Effect
from sparring.games.onepiece.rules.conditions import DonAttached, HandCount
from sparring.games.onepiece.rules.options import END, NO_BLOCK, NO_COUNTER, Block, CounterEvent, GiveDon, Option
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.rules.vocabulary import TIMINGS
from sparring.games.onepiece.rules.words import Action, Gist, Word, every_gist

REACTIONS = frozenset(name for name, timing in TIMINGS.items() if timing.answers_defence and not timing.fighting)
"""Timings of effects of bystanders that a block or a counter may set off, so that even a useless one may matter."""


def settled(state: State) -> Option | None:
    """The answer to the pending decision if it cannot matter, else None."""
    question, battle = state.question, state.battle
    if question is None or battle is None or question.kind not in ("blocker", "counter"):
        return None
    if not state.decks.timings.isdisjoint(REACTIONS):
        return None
    attacker, target = state.find(battle.attacker), state.find(battle.target)
    if attacker is None or target is None or any("when_battling" in unit.card.numbers for unit in (attacker, target)):
        return None
    missing = power(state, attacker) - power(state, target) + 1
    if question.kind == "blocker":
        blockers = [state.on_field(option.unit) for option in question.options if isinstance(option, Block)]
        pointless = missing <= 0 and not any(unit.card.timed("on_block") for unit in blockers)
        return NO_BLOCK if pointless and _counters_only_add_power(state, question.seat) else None
    decided = missing <= 0 or (not state.permanents and missing > _most_power(state, question.seat))
    return NO_COUNTER if decided and _counters_only_add_power(state, question.seat) else None


# ---------------------------------------------------------------------- as far as the player alone can tell


def passed(state: State) -> Option | None:
    """The answer to the pending decision if nothing else can matter, as far as its player can tell; else None.

    That follows from the player's hand, so the other side must not learn of it.
    """
    question = state.question
    if question is None:
        return None
    if question.kind == "action":
        return END if _only_gifts_are_left(state) else None
    return NO_COUNTER if question.kind == "counter" and _cannot_be_stopped(state) else None


def _only_gifts_are_left(state: State) -> bool:
    """True if the player can only give DON!! or end the turn, and no DON!! could do anything until they return."""
    question = state.question
    assert question is not None
    if not all(option == END or isinstance(option, GiveDon) for option in question.options):
        return False
    effects = [effect for unit in state.sides[question.seat].units() for effect in unit.card.every_effect]
    return not any(isinstance(word, DonAttached) for word in _conditions(effects))


def _cannot_be_stopped(state: State) -> bool:
    """True if the cards in hand do nothing but add power, and all of them together do not add enough."""
    question, battle = state.question, state.battle
    assert question is not None
    assert battle is not None
    attacker, target = state.find(battle.attacker), state.find(battle.target)
    if attacker is None or target is None or state.permanents or not state.decks.timings.isdisjoint(REACTIONS):
        return False
    if any("when_battling" in unit.card.numbers for unit in (attacker, target)) or _counts_hands(state.decks):
        return False
    events = [state.decks.cards[option.code] for option in question.options if isinstance(option, CounterEvent)]
    if not all(map(_only_adds_power, events)):
        return False
    held = Counter(entry & CODE for entry in state.sides[question.seat].hand)
    values = sum((state.decks.cards[code].counter or 0) * count for code, count in held.items())
    gifts = sum(gist.power for card in events for gist in _gists(card)) * max(held.values(), default=0)
    return power(state, attacker) - power(state, target) + 1 > values + gifts


# ---------------------------------------------------------------------- what could be in a hand


def _possible_cards(state: State, seat: int) -> list[Card]:
    """The cards of a seat that may be in its hand, as far as everybody knows."""
    side = state.sides[seat]
    gone = Counter(side.trash) + Counter(unit.code for unit in side.units())
    return [state.decks.cards[code] for code in (Counter(state.decks.lists[seat]) - gone).elements()]


def _counter_events(state: State, seat: int) -> Iterator[Card]:
    """The [Counter] events that may be in a hand and can be paid for."""
    for card in _possible_cards(state, seat):
        least = 0 if state.decks.prices_vary else card.cost or 0
        if card.category == "event" and card.timed("counter") and least <= state.sides[seat].active:
            yield card


def _counters_only_add_power(state: State, seat: int) -> bool:
    """True if no counter that a seat may have does anything but add power to its own cards for this battle."""
    return not _counts_hands(state.decks) and all(_only_adds_power(card) for card in _counter_events(state, seat))


def _only_adds_power(card: Card) -> bool:
    return all(
        gist.target is not None
        and gist.target.side == "self"
        and gist.power >= 0
        and gist.until == "battle"
        and gist._replace(target=None, power=0, until="") == Gist()
        for gist in _gists(card)
    )


def _most_power(state: State, seat: int) -> int:
    """The most power that a hand of this size could add, if it held the best cards."""
    events = (sum(gist.power for gist in _gists(card)) for card in _counter_events(state, seat))
    values = (card.counter or 0 for card in _possible_cards(state, seat))
    return sum(sorted([*events, *values], reverse=True)[: len(state.sides[seat].hand)])


def _gists(card: Card) -> Iterator[Gist]:
    return every_gist(word for number in card.timed("counter") for word in card.effects[number].actions)


@lru_cache(256)
def _counts_hands(decks: Decks) -> bool:
    """True if some effect looks at the size of a hand: then even a useless counter changes something."""
    return any(isinstance(word, HandCount) for card in decks.cards for word in _conditions(card.every_effect))


def _conditions(effects: Iterable[Effect]) -> Iterator[Word]:
    def inside(words: Iterable[Action]) -> Iterator[Word]:
        for word in words:
            yield from getattr(word, "conditions", ())
            yield from inside(word.inside())

    for effect in effects:
        yield from effect.conditions
        yield from inside(effect.actions)
