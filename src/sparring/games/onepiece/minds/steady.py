"""Whether the cards on a table leave an assault as it is reckoned: what could turn against the attacker.

All of this is read from the declarations of timings and from gists. What no proof follows counts as the worst.
"""

from collections.abc import Iterator
from functools import lru_cache

from sparring.games.onepiece.rules.cards import Card, Effect
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.vocabulary import TIMINGS
from sparring.games.onepiece.rules.words import Gist, every_gist

FEW_CARDS = 5
"""With so few cards left in the deck, drawing may lose the game (R12.2)."""


def is_steady(state: State, seat: int) -> bool:
    """True if nothing that lies on the table can change the attacks of a seat in a way that no proof follows."""
    own = state.sides[seat]
    for unit in own.units():
        if hinders(unit.card, fighting=False):
            return False
        if len(own.deck) <= FEW_CARDS and draws(unit.card):
            return False
    return not any(shifts(unit.card) for unit in state.units())


def _while_attacking(card: Card) -> Iterator[tuple[Effect, Gist]]:
    for effect in card.effects:
        if TIMINGS[effect.timing].attacking:
            for gist in every_gist(effect.actions):
                yield effect, gist


@lru_cache(4096)
def hinders(card: Card, fighting: bool) -> bool:
    """True if an effect that may be used while its controller attacks could hinder the attacks.

    Effects for cards that fight count only if `fighting`.
    """
    return any(
        _turns_against(gist)
        for effect, gist in _while_attacking(card)
        if fighting or not TIMINGS[effect.timing].fighting
    )


def _turns_against(gist: Gist) -> bool:
    if gist.unknown or gist.unproven:
        return True
    cards = gist.target
    on_own = cards is not None and cards.select in ("choose", "all") and cards.side != "opponent"
    return on_own and (gist.weakens or gist.base_power is not None)


@lru_cache(4096)
def draws(card: Card) -> bool:
    """True if an effect that may be used while its controller attacks takes cards from a deck."""
    return any(gist.cards for _, gist in _while_attacking(card))


@lru_cache(4096)
def shifts(card: Card) -> bool:
    """True if a permanent effect may begin or cease to weaken or hold back cards while attacks go on."""
    return any(
        gist.weakens or gist.base_power is not None
        for effect in card.permanent
        if any(condition.needs.more for condition in effect.conditions)
        for gist in every_gist(effect.actions)
    )


@lru_cache(4096)
def is_wild(card: Card) -> bool:
    """True if a card that is played while its controller is attacked may do more than come and block."""
    for effect in card.effects:
        if any(condition.needs.own_turn for condition in effect.conditions):
            continue
        timing, gists = TIMINGS[effect.timing], list(every_gist(effect.actions))
        if timing.attacked and not timing.fighting and effect.timing not in ITS_OWN and not _only_fought(effect):
            return True
        if effect.timing == "on_play" and any(gist.unproven or gist.unknown for gist in gists):
            return True
        if effect.timing == "permanent" and any(_reaches_others(gist) for gist in gists):
            return True
    return False


ITS_OWN = ("on_ko", "would_be_ko")
"""Timings that are about the card itself, so that they are read where it blocks."""


def _only_fought(effect: Effect) -> bool:
    return any(condition.needs.fights for condition in effect.conditions)


def _reaches_others(gist: Gist) -> bool:
    about_itself = gist.target is not None and gist.target.select == "this"
    return not about_itself and (gist.power != 0 or gist.base_power is not None or bool(gist.keyword) or gist.disables)
