"""Offers as entries of a stored match, so that every process knows what is open; records leave them out."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sparring.rules import Offer, OfferKind

_ENTRY = re.compile(r"\? (offer|decline|withdraw|accept) (\w+) (\d{1,9})(?: by (\d{1,9}))?", re.ASCII)
_REMATCH = re.compile(r"\? rematch ([A-Za-z0-9_-]{1,32})", re.ASCII)


@dataclass(frozen=True)
class Offered:
    """A seat made an offer."""

    offer: Offer

    def __str__(self) -> str:
        return f"? offer {_text(self.offer)}"


@dataclass(frozen=True)
class Declined:
    """Another seat declined an offer."""

    offer: Offer

    def __str__(self) -> str:
        return f"? decline {_text(self.offer)}"


@dataclass(frozen=True)
class Withdrawn:
    """A seat took its own offer back."""

    offer: Offer

    def __str__(self) -> str:
        return f"? withdraw {_text(self.offer)}"


@dataclass(frozen=True)
class Accepted:
    """One of several people accepted an offer; the others have still to answer it."""

    offer: Offer
    by: int

    def __str__(self) -> str:
        return f"? accept {_text(self.offer)} by {self.by}"


@dataclass(frozen=True)
class Rematched:
    """Everybody wanted to play again, so another match began."""

    match: str
    """The id of that match."""

    def __str__(self) -> str:
        return f"? rematch {self.match}"


Bargain: TypeAlias = Offered | Declined | Withdrawn | Accepted | Rematched
"""An entry about an offer: it is neither a choice nor part of the record."""

_KINDS: Mapping[str, type[Offered | Declined | Withdrawn]] = {
    "offer": Offered,
    "decline": Declined,
    "withdraw": Withdrawn,
}


def read(text: str) -> Bargain | None:
    """The entry that a text stands for, or None if it is none of these.

    >>> read("? offer share 1")
    Offered(offer=Offer(kind=<OfferKind.SHARE: 'share'>, seat=1))
    >>> read("0: b2") is None
    True
    """
    if rematch := _REMATCH.fullmatch(text):
        return Rematched(rematch[1])
    found = _ENTRY.fullmatch(text)
    if found is None:
        return None
    offer = Offer(OfferKind(found[2]), int(found[3]))
    return Accepted(offer, int(found[4])) if found[1] == "accept" else _KINDS[found[1]](offer)


def _text(offer: Offer) -> str:
    return f"{offer.kind.value} {offer.seat}"
