"""Where everything lies on the card table, on wide and on tall screens, and the ids of what is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.text import SEATS
from sparring.games.onepiece.rules.view import View
from sparring.scenes import Box


class Arrangement(NamedTuple):
    """Where everything is on screens of one shape; of two values, the first is for the opponent's side above."""

    size: tuple[float, float]
    cards: Mapping[str, tuple[float, float]]
    """The size of a card in each zone."""

    rows: tuple[float, float]
    """Where leader, stage and piles begin."""

    fields: tuple[Box, Box]
    high: float
    columns: Mapping[str, tuple[float, float]]
    """Where a zone of such a row begins, and how wide it is."""

    other_hand: Box
    hand: Box
    beside: tuple[Box, Box]
    """The places of the hand and of the cards that are looked at, when there are any."""

    deck: Box
    """The name of the opponent's deck."""

    hand_count: Box
    """How many cards are in the opponent's hand."""

    known: Box
    turn: Box
    lane: float
    """How far to the right the free lane is, in which an arrow passes a row of cards."""

    @property
    def middle(self) -> float:
        """How far down the free strip between the two fields is."""
        (_, top, _, high), (_, below, _, _) = self.fields
        return (top + high + below) / 2

    def zone(self, name: str, own: bool) -> Box:
        """Where a zone of a side is."""
        if name == "field":
            return self.fields[own]
        left, width = self.columns[name]
        return (left, self.rows[own], width, self.high)


_SMALL = (64, 90)

WIDE = Arrangement(
    size=(1040, 744),
    cards={
        "field": (82, 114),
        "leader": (82, 114),
        "life": _SMALL,
        "stage": _SMALL,
        "deck": _SMALL,
        "trash": _SMALL,
        "don": (30, 42),
        "other hand": (26, 36),
        "hand": (88, 123),
        "choice": (82, 114),
    },
    rows=(48, 480),
    fields=((160, 174, 866, 118), (160, 354, 866, 118)),
    high=118,
    columns={
        "life": (14, 132),
        "leader": (160, 122),
        "stage": (296, 122),
        "don": (432, 352),
        "deck": (798, 110),
        "trash": (916, 110),
    },
    other_hand=(160, 6, 420, 36),
    hand=(160, 608, 866, 130),
    beside=((160, 608, 500, 130), (674, 608, 352, 130)),
    deck=(14, 234, 132, 20),
    hand_count=(14, 12, 132, 24),
    known=(590, 12, 436, 24),
    turn=(14, 311, 132, 24),
    lane=152,
)

WIDE_NAMES: tuple[Box, Box] = ((14, 208, 132, 24), (14, 388, 132, 24))
WIDE_DECK: Box = (14, 414, 132, 20)
WIDE_COUNT: Box = (14, 660, 132, 24)
"""Labels for which narrow screens have no room: who sits where, and one's own deck and number of cards."""

_TINY = (38, 50)

TALL = Arrangement(
    size=(374, 586),
    cards={
        "field": (68, 90),
        "leader": (68, 74),
        "life": _TINY,
        "stage": (48, 72),
        "deck": _TINY,
        "trash": _TINY,
        "don": (15, 22),
        "other hand": (12, 17),
        "hand": (70, 86),
        "choice": (70, 86),
    },
    rows=(38, 328),
    fields=((14, 116, 356, 90), (14, 234, 356, 90)),
    high=74,
    columns={
        "leader": (14, 70),
        "life": (88, 48),
        "stage": (140, 48),
        "don": (192, 86),
        "deck": (282, 42),
        "trash": (328, 42),
    },
    other_hand=(184, 2, 118, 17),
    hand=(4, 406, 366, 176),
    beside=((4, 406, 366, 86), (4, 496, 366, 86)),
    deck=(4, 2, 176, 17),
    hand_count=(306, 2, 64, 17),
    known=(4, 20, 366, 16),
    turn=(122, 210, 130, 20),
    lane=7,
)


# ---------------------------------------------------------------------- ids


def seat_name(seat: int) -> str:
    """P1 or P2."""
    return SEATS[seat]


def zone_id(seat: int, zone: str) -> str:
    """The id of a zone of a side."""
    return f"{seat_name(seat)}-{zone}"


def unit_id(number: int) -> str:
    """The id of a card on the field."""
    return f"unit-{number}"


def hand_ids(view: View) -> list[tuple[str, int]]:
    """The cards in hand: each named by its number, and by which of its copies it is."""
    codes = [entry & CODE for entry in view.halves[view.seat].hand]
    return [(f"hand-{code}-{codes[:at].count(code) + 1}", code) for at, code in enumerate(codes)]
