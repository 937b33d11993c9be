"""Questions whose answer cannot matter any more: a counter or a block for an attack that is decided already.

Both players could tell so. What decides is on the table, or in the lists of the decks, which are open; never in a hand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sparring.games.onepiece.rules.cards import Card, Decks, Effect
from sparring.games.onepiece.rules.conditions import HandCount
from sparring.games.onepiece.rules.options import NO_BLOCK, NO_COUNTER, Block, Option
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
