"""The plan of a deck, read from its list: aggro, control, ramp or midrange (OP-15).

The list is read by costs, keywords and gists of effects, so a deck that was never seen before has a plan too. A plan
leans the weights of the five factors a little: aggro towards Life, control towards the board and cards, ramp towards
DON!!. `benchmarks/deck_plans.py` measures whether that weakens anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from sparring.games.onepiece.minds.profiles import Profile
from sparring.games.onepiece.rules.cards import Card, Deck
from sparring.games.onepiece.rules.vocabulary import TIMINGS
from sparring.games.onepiece.rules.words import Gist, every_gist

DeckPlan: TypeAlias = Literal["aggro", "control", "ramp", "midrange"]

OWN_TURN = frozenset(name for name, timing in TIMINGS.items() if timing.planned)
"""Timings of effects that a player plans a turn with."""

RAMP = 0.10
"""The share of cards that add DON!! from which on a deck plays for more DON!! than the other."""

ANSWERS = 0.40
"""The share of removal, Blockers and [Counter] events from which on a deck plays to answer what comes."""

CHEAP = 2.8
"""The mean cost below which a deck can play for early damage."""

OFFENCE = 0.10
"""The share of cards that make attacks stronger which such a deck needs, too."""


class Reading(NamedTuple):
    """What counts in a deck list: a mean cost, and shares of its cards."""

    cost: float
    ramp: float
    """Cards that add DON!! in their own turn."""

    answers: float
    """Cards that remove, block or counter; one that only lowers a cost counts half."""

    offence: float
    """Cards with Rush or Double Attack, and those that give power, DON!! or a way past Blockers."""


@lru_cache(64)
def reading_of(deck: Deck) -> Reading:
    """Count what a deck is made of."""
    size = sum(copies for _, copies in deck.cards)

    def share(counts: Callable[[Card], float]) -> float:
        return sum(copies * counts(card) for card, copies in deck.cards) / size

    return Reading(share(lambda card: card.cost or 0), share(_ramps), share(_answers), share(_attacks))


def plan_of(deck: Deck) -> DeckPlan:
    """The plan of a deck."""
    seen = reading_of(deck)
    if seen.ramp >= RAMP:
        return "ramp"
    if seen.answers >= ANSWERS:
        return "control"
    return "aggro" if seen.cost < CHEAP and seen.offence >= OFFENCE else "midrange"


def _own(card: Card) -> list[Gist]:
    return [gist for effect in card.effects if effect.timing in OWN_TURN for gist in every_gist(effect.actions)]


def _ramps(card: Card) -> float:
    return float(any(gist.don > 0 for gist in _own(card)))


def _answers(card: Card) -> float:
    gists = _own(card)
    removes = any(gist.removes and gist.target is not None and gist.target.side != "self" for gist in gists)
    if removes or "Blocker" in card.keywords or (card.category == "event" and card.timed("counter")):
        return 1.0
    return 0.5 * any(gist.changes_cost for gist in gists)


def _attacks(card: Card) -> float:
    given = [gist.keyword for gist in _own(card)]
    if not {*given, *card.keywords}.isdisjoint({"Rush", "Double Attack"}):
        return 1.0
    return float(any(gist.power > 0 or gist.gives_don or gist.unblockable is not None for gist in _own(card)))


# ---------------------------------------------------------------------- what a plan changes

LEANINGS: Mapping[DeckPlan, tuple[float, float, float, float, float]] = {
    "aggro": (0.0, 0.0, 0.03, 0.0, 0.0),
    "control": (0.02, 0.0, 0.0, 0.02, 0.0),
    "ramp": (0.0, 0.03, 0.0, 0.0, 0.0),
    "midrange": (0.0, 0.0, 0.0, 0.0, 0.0),
}
"""What a plan adds to the weights of board, resources, life, cards and tempo before they are scaled to 1 again."""


def leaned(profile: Profile, plan: DeckPlan) -> Profile:
    """A style with the weights of its deck's plan."""
    more = LEANINGS[plan]
    total = sum(profile.weights) + sum(more)
    board, resources, life, cards, tempo = (
        (weight + add) / total for weight, add in zip(profile.weights, more, strict=True)
    )
    return replace(profile, weights=(board, resources, life, cards, tempo))
