"""The most that cards could do for a defender beyond their counters, read from their effects and never too low.

An effect may stop an attack by removing the attacker, by bringing a Blocker, by drawing a card that may counter, or by
adding a Life card. Every condition is assumed to hold. So an assault that beats all of this is sure to win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sparring.games.onepiece.minds.steady import ITS_OWN, is_wild
from sparring.games.onepiece.rules.cards import Card, Effect
from sparring.games.onepiece.rules.language import Cards
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.values import among, has_keyword, power
from sparring.games.onepiece.rules.vocabulary import TIMINGS
from sparring.games.onepiece.rules.words import Gist, every_gist

MANY = 9
"""The number that stands for all attacks of a turn."""


class Rescue(NamedTuple):
    """The most that something may do for the defender."""

    stops: int = 0
    """Attacks that it stops, whoever attacks."""

    removes: int = 0
    """Attacking characters that it removes."""

    raised: int = 0
    """Thousands of power that it gives for the rest of the turn."""

    don: int = 0
    """DON!! that it makes active, for events."""

    def plus(self, other: Rescue) -> Rescue:
        """Both together."""
        return Rescue(*(one + more for one, more in zip(self, other, strict=True)))


@lru_cache(4096)
def gists_of(card: Card, timing: str) -> tuple[Gist, ...]:
    """The gists of everything a card does at a timing, with the other effects of the card that this sets off."""
    found: list[Gist] = []
    for gist in every_gist(word for effect in _effects(card, timing) for word in effect.actions):
        found.append(gist)
        if gist.sets_off:
            found += gists_of(card, gist.sets_off)
    return tuple(found)


def _effects(card: Card, timing: str) -> Sequence[Effect]:
    return card.trigger if timing == "trigger" else [card.effects[number] for number in card.timed(timing)]


class Reader:
    """Reads what cards could do for a seat on one table."""

    def __init__(self, state: State, seat: int, cards: Iterable[Card]) -> None:
        self.state = state
        self.seat = seat
        gists = [gist for card in cards for timing in ("counter", "trigger") for gist in gists_of(card, timing)]
        self.loose = any(gist.changes_cost or gist.unknown for gist in gists)
        """Whether costs may change, so that conditions on costs may come to hold."""
        self.wild = any(is_wild(state.decks.cards[code]) for code in set(state.decks.lists[seat]))
        """Whether a card that is played while its side is attacked may do more than usual."""
        self.gives_don = any(gist.gives_don or gist.unknown for gist in gists)
        """Whether DON!! may be given, so that conditions on DON!! may come to hold."""

    def by_trigger(self, card: Card) -> Rescue:
        """The most that the Trigger of a Life card may do."""
        gists = gists_of(card, "trigger")
        rescue = self.by(gists)
        comes = any(gist.plays_this for gist in gists)
        blocks = MANY if comes and is_wild(card) else "Blocker" in card.keywords and comes
        return rescue._replace(stops=min(MANY, rescue.stops + blocks))

    def by_counter(self, card: Card) -> Rescue:
        """The most that a [Counter] event may do beside the power that it gives for a battle."""
        return self.by(gists_of(card, "counter"))

    def power(self, card: Card) -> int:
        """The most power, in thousands, that a [Counter] event may give for a battle."""
        own = [gist for gist in gists_of(card, "counter") if gist.target is not None and gist.target.side != "opponent"]
        return sum(max(0, -(-gist.power // 1000)) + self._raised_base(gist) for gist in own)

    def cost(self, card: Card) -> int:
        """The least that an event may cost."""
        return 0 if self.state.decks.prices_vary else card.cost or 0

    def _raised_base(self, gist: Gist) -> int:
        """The most power, in thousands, that the leader may gain by another base power."""
        if gist.base_power is None:
            return 0
        leader = self.state.sides[self.seat].leader
        least = min(leader.card.power or 0, power(self.state, leader))
        return max(0, -(-(gist.base_power - least) // 1000))

    def by_blocker(self, unit: Unit) -> Rescue:
        """The most that a Blocker may do beside blocking: when it blocks, and when it is K.O.'d by that."""
        found = Rescue()
        for effect in unit.card.effects:
            if effect.timing in ("on_block", "on_ko", "end_of_battle") and self._possible(unit, effect):
                takes_life = any(part.price.life for part in effect.cost)
                found = found.plus(self.by(every_gist(effect.actions))).plus(Rescue(stops=takes_life))
        return found._replace(stops=MANY) if found.stops and unit.card.timed("end_of_battle") else found

    def by_bystander(self, unit: Unit) -> Rescue:
        """The most that a card on the field may do without being in the battle itself."""
        found = Rescue()
        for number, effect in enumerate(unit.card.effects):
            timing = TIMINGS[effect.timing]
            if effect.once and unit.used >> number & 1:
                continue
            if not timing.attacked or timing.fighting or effect.timing in ITS_OWN or not self._possible(unit, effect):
                continue
            if any(condition.needs.fights for condition in effect.conditions):
                continue
            gists = list(every_gist(effect.actions))
            powers = any(gist.power or gist.base_power is not None for gist in gists)
            most = self.by(gists).plus(Rescue(stops=powers or any(part.price.life for part in effect.cost)))
            found = found.plus(most if effect.once or most == Rescue() else Rescue(stops=MANY))
        return found

    def by_permanents(self, unit: Unit) -> Rescue:
        """The most attacks that are stopped because permanent effects make cards Blockers later."""
        new = [
            gist
            for effect in unit.card.permanent
            for gist in every_gist(effect.actions)
            if gist.keyword == "Blocker" and not has_keyword(self.state, unit, "Blocker")
        ]
        return Rescue(stops=sum(1 if gist.target and gist.target.select == "this" else MANY for gist in new))

    def _possible(self, unit: Unit, effect: Effect) -> bool:
        """True if an effect works in the opponent's turn, can be paid for, and may have the DON!! that it asks for."""
        side = self.state.sides[self.seat]
        prices = [part.price for part in effect.cost]
        needs = [condition.needs for condition in effect.conditions]
        paid = all(len(side.life) >= price.life and side.don_on_field >= price.don for price in prices)
        in_own_turn = any(each.own_turn for each in needs)
        asked = max((each.don for each in needs), default=0)
        return paid and not in_own_turn and (asked <= unit.don or self.gives_don)

    def by(self, gists: Iterable[Gist]) -> Rescue:
        """The most that these actions may do together."""
        stops = removes = raised = don = 0
        for gist in gists:
            cards = gist.target
            don += gist.don
            stops += _brought(gist) + (MANY if gist.plays and self.wild else 0)
            if cards is None:
                continue
            if (gist.power > 0 or gist.base_power is not None) and cards.side != "opponent":
                raised += (max(0, -(-gist.power // 1000)) + self._raised_base(gist)) * (gist.until != "battle")
            weak = gist.base_power is not None or (gist.disables and not gist.keeps_rested)
            if gist.removes or (gist.power < 0 and cards.side != "self") or (weak and cards.side != "self"):
                only_characters = cards.side == "opponent" and "leader" not in cards.zone
                removes += self._meant(cards) * only_characters
                stops += self._meant(cards) * (not only_characters)
        return Rescue(min(MANY, stops), min(MANY, removes), raised, don)

    def _meant(self, cards: Cards) -> int:
        """How many of the cards on the table an effect may remove."""
        if cards.side != "opponent" or cards.select not in ("choose", "all"):
            return _most(cards)
        sure = cards.filter._replace(rested=None, power_max=None, power_min=None)
        if self.loose:
            sure = sure._replace(cost_max=None, cost_eq=None)
        by = Source(self.seat, -1, 0)
        return min(_most(cards), len(among(self.state, by, "opponent", cards.zone, sure)))


def _brought(gist: Gist) -> int:
    """The most attacks that may be stopped by cards that an action brings: each may counter or block."""
    if gist.unknown or gist.unproven or gist.rests_don:
        return MANY
    blockers = 0
    if gist.target is not None and (gist.readies or gist.keyword == "Blocker"):
        blockers = _most(gist.target)
    return gist.cards + 2 * gist.plays + blockers


def _most(cards: Cards) -> int:
    return MANY if cards.select == "all" else max(1, cards.max)
