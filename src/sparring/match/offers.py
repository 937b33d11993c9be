"""The offers that are open at a table: each is accepted, declined or withdrawn, or lapses when the other plays on."""

from collections.abc import Iterator

from sparring.rules import AnyGame, Offer, OfferKind, SharesTheRest, SparringError


class OpenOffers:
    """Offers that nobody has answered yet, at most one of each kind."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._open: dict[OfferKind, Offer] = {}

    def __iter__(self) -> Iterator[Offer]:
        return iter(self._open.values())

    def add(self, offer: Offer, *, over: bool) -> None:
        """Make an offer; `over` says whether the match has ended."""
        self._check_seat(offer.seat)
        if over != (offer.kind is OfferKind.REMATCH):
            raise SparringError(
                "The match is over; only a rematch can be offered." if over else "A rematch is offered after the match."
            )
        if offer.kind is OfferKind.SHARE and not isinstance(self._game, SharesTheRest):
            raise SparringError(f"In {self._game.title} there is nothing to share.")
        if offer.kind in self._open:
            raise SparringError(f"There is an open offer already: {offer.kind.value}.")
        self._open[offer.kind] = offer

    def take(self, kind: OfferKind, by: int) -> Offer:
        """Close an offer that the other seat made, because it is accepted or declined."""
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
        """Drop the offers that a seat declines by choosing something; without a seat, all of them."""
        self._open = {kind: offer for kind, offer in self._open.items() if offer.seat == chooser}

    def _check_seat(self, seat: int) -> None:
        if seat not in range(len(self._game.seats)):
            raise SparringError(f"There is no seat {seat} in {self._game.title}.")
