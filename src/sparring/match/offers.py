"""The open offers at a table: each is accepted by all others, declined or withdrawn, or lapses when one moves."""

from collections.abc import Iterator

from sparring.rules import AnyGame, Offer, OfferKind, SharesTheRest, SparringError


class OpenOffers:
    """Offers that nobody has answered yet, at most one of each kind."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._open: dict[OfferKind, Offer] = {}
        self._accepted: dict[OfferKind, set[int]] = {}
        """Who has accepted what, in a match of several players."""

    def __iter__(self) -> Iterator[Offer]:
        return iter(self._open.values())

    def add(self, offer: Offer, *, over: bool) -> None:
        """Make an offer; `over` says whether the match has ended."""
        self.check(offer, over=over)
        self._open[offer.kind] = offer
        self._accepted[offer.kind] = {offer.seat}

    def check(self, offer: Offer, *, over: bool) -> None:
        """Raise an error that says why an offer cannot be made, if it cannot."""
        self._check_seat(offer.seat)
        if over != (offer.kind is OfferKind.REMATCH):
            raise SparringError(
                "The match is over; only a rematch can be offered." if over else "A rematch is offered after the match."
            )
        if offer.kind is OfferKind.SHARE and not isinstance(self._game, SharesTheRest):
            raise SparringError(f"In {self._game.title} there is nothing to share.")
        if offer.kind in self._open:
            raise SparringError(f"There is an open offer already: {offer.kind.value}.")

    def accepted_by(self, kind: OfferKind) -> frozenset[int]:
        """The seats that want what is offered: the one that offers it, and those that have accepted it."""
        return frozenset(self._accepted[kind]) if kind in self._open else frozenset()

    def accept(self, kind: OfferKind, by: int) -> Offer | None:
        """A seat accepts an offer; the offer is closed and returned once all seats have accepted it."""
        offer = self.take(kind, by)
        self._accepted[kind].add(by)
        if len(self._accepted[kind]) == len(self._game.seats):
            return offer
        self._open[kind] = offer
        return None

    def take(self, kind: OfferKind, by: int) -> Offer:
        """Close an offer that another seat made."""
        offer = self._open.get(kind)
        self._check_seat(by)
        if offer is None or offer.seat == by:
            raise SparringError(f"Nobody has offered {self._game.seats[by]} this: {kind.value}.")
        del self._open[kind]
        return offer

    def withdraw(self, offer: Offer) -> None:
        """Close an offer that its own seat takes back."""
        if self._open.get(offer.kind) != offer:
            raise SparringError(f"There is no such offer to withdraw: {offer.kind.value}.")
        del self._open[offer.kind]

    def lapse(self, chooser: int | None = None) -> None:
        """Drop the offers that a seat declines by choosing something; without a seat, all of them.

        Whoever asked to take a move back and then plays on does not ask any more.
        """
        self._open = {
            kind: offer
            for kind, offer in self._open.items()
            if chooser in self._accepted[kind] and kind is not OfferKind.UNDO
        }

    def _check_seat(self, seat: int) -> None:
        if seat not in range(len(self._game.seats)):
            raise SparringError(f"There is no seat {seat} in {self._game.title}.")
