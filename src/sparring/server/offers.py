"""Offers between the players of a match: to share, to draw, to take back, to play again."""

import random
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

from sparring.rules import Agreed, Offer, OfferKind, SparringError, Undone
from sparring.rules.decks import with_decks_moved_on
from sparring.server.driver import Driver
from sparring.server.live import HUMAN, Change, LiveMatch
from sparring.server.offered import Accepted, Declined, Offered, Rematched, Withdrawn
from sparring.server.open_matches import OpenMatches, known_game
from sparring.server.problems import Conflict
from sparring.server.stored import Stored
from sparring.server.turns import demand_owner, demand_turn, playing

ONLY_PEOPLE = frozenset((OfferKind.DRAW, OfferKind.UNDO, OfferKind.REMATCH))
"""What is offered only where another person can answer."""

AGREED_AT_ONCE = frozenset((OfferKind.DRAW, OfferKind.REMATCH))
"""What two players want who offer it each other at the same time."""


class Offers:
    """Writes the offers of players and the answers to them."""

    def __init__(self, matches: OpenMatches, driver: Driver) -> None:
        self._matches = matches
        self._driver = driver

    async def make(self, live: LiveMatch, seat: int | None, kind: OfferKind) -> None:
        """Offer the others something: to share in one's own turn, the rest at any time."""

        async def write() -> bool:
            offer = Offer(kind, playing(seat))
            if kind in AGREED_AT_ONCE and (theirs := _open_offer(live, kind, offer.seat)) is not None:
                return await self._accept(live, theirs, offer.seat)
            _demand_possible(live, offer)
            return await self._matches.append(live, Offered(offer))

        await self._until_written(live, seat, write)

    async def withdraw(self, live: LiveMatch, seat: int | None, kind: OfferKind) -> None:
        """Take one's own offer back."""

        async def write() -> bool:
            offer = Offer(kind, playing(seat))
            if offer not in live.table.offers:
                raise Conflict("no_offer", "You offer nothing of this kind, so there is nothing to take back.")
            return await self._matches.append(live, Withdrawn(offer))

        await self._until_written(live, seat, write)

    async def answer(self, live: LiveMatch, seat: int | None, kind: OfferKind, *, accept: bool) -> None:
        """Accept or decline what another player offers."""

        async def write() -> bool:
            me = playing(seat)
            if (offer := _open_offer(live, kind, me)) is None:
                raise Conflict("no_offer", "There is no such offer to answer any more.")
            if not accept:
                return await self._matches.append(live, Declined(offer))
            return await self._accept(live, offer, me)

        await self._until_written(live, seat, write)

    async def _accept(self, live: LiveMatch, offer: Offer, me: int) -> bool:
        """Note that a person accepts; once all people have, it takes effect."""
        people = {seat for seat, player in enumerate(live.stored.players) if player == HUMAN}
        if people - live.table.offers.accepted_by(offer.kind) - {me}:
            return await self._matches.append(live, Accepted(offer, me))
        if offer.kind is OfferKind.REMATCH:
            begins = _played_again(live.stored)
            return await self._matches.append(live, Rematched(begins.id), begins=begins)
        await self._driver.stop_thinking(live)
        agreed: Change = Agreed(offer)
        if offer.kind is OfferKind.UNDO:
            agreed = Undone(live.table.choices_to_take_back(offer.seat))
        return await self._matches.append(live, agreed)

    async def _until_written(
        self, live: LiveMatch, seat: int | None, write: Callable[[], Coroutine[Any, Any, bool]]
    ) -> None:
        """Try to write until no other process writes first."""
        owner = live.stored.owners.get(seat or 0)
        async with live.lock:
            try:
                while True:
                    demand_owner(live, seat, owner)
                    if await write():
                        return
            finally:
                self._driver.attend_to(live)


def _open_offer(live: LiveMatch, kind: OfferKind, me: int) -> Offer | None:
    """The offer of this kind that a seat can still accept."""
    if me in live.table.offers.accepted_by(kind):
        return None
    return next((offer for offer in live.table.offers if offer.kind is kind and offer.seat != me), None)


def _demand_possible(live: LiveMatch, offer: Offer) -> None:
    """Refuse an offer that cannot be made now."""
    if live.rematch is not None:
        raise Conflict("rematch_begun", "The rematch has begun already.")
    if offer.kind is OfferKind.SHARE:
        demand_turn(live, offer.seat)
    people = [seat for seat, player in enumerate(live.stored.players) if player == HUMAN]
    opponents = len(live.stored.players) - len(people)
    if offer.kind in ONLY_PEOPLE and (len(people) < 2 or (offer.kind is OfferKind.DRAW and opponents)):
        raise Conflict("cannot_offer", f"Only people can be offered this: {offer.kind.value}.")
    if offer in live.refused:
        raise Conflict("declined", "This was declined. You can offer it again after the next move.")
    try:
        live.table.check_offer(offer)
    except SparringError as refusal:
        raise Conflict("cannot_offer", str(refusal)) from None


def _played_again(stored: Stored) -> Stored:
    """The rematch of a match: everybody moves one seat on, and each token opens the new seat of its player."""
    game, count, now = known_game(with_decks_moved_on(stored.game)), len(stored.players), time.time()
    seated = all(owner.is_taken for owner in stored.owners.values())
    return Stored(
        id=secrets.token_urlsafe(12),
        game=game.name,
        rules=game.version,
        seed=random.SystemRandom().randrange(2**63),
        players=(stored.players[-1], *stored.players[:-1]),
        paced=stored.paced,
        clock=stored.clock,
        increment=stored.increment,
        complete=now if seated else None,
        created=now,
        changed=now,
        owners={(seat + 1) % count: owner for seat, owner in stored.owners.items()},
    )
