"""Offers as entries of a stored match, so that every process knows what is open; records leave them out."""

import re
from dataclasses import dataclass

from sparring.rules import Offer, OfferKind

_ENTRY = re.compile(r"\? (offer|decline) (\w+) (\d{1,9})", re.ASCII)


@dataclass(frozen=True)
class Offered:
    """A seat made an offer."""

    offer: Offer

    def __str__(self) -> str:
        return f"? offer {self.offer.kind.value} {self.offer.seat}"


@dataclass(frozen=True)
class Declined:
    """The other seat declined an offer."""

    offer: Offer

    def __str__(self) -> str:
        return f"? decline {self.offer.kind.value} {self.offer.seat}"


def read(text: str) -> Offered | Declined | None:
    """The entry that a text stands for, or None if it is none of these.

    >>> read("? offer share 1")
    Offered(offer=Offer(kind=<OfferKind.SHARE: 'share'>, seat=1))
    >>> read("0: b2") is None
    True
    """
    found = _ENTRY.fullmatch(text)
    if found is None:
        return None
    offer = Offer(OfferKind(found[2]), int(found[3]))
    return Offered(offer) if found[1] == "offer" else Declined(offer)
