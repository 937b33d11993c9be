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
    card: tuple[float, float]
    small: tuple[float, float]
    don: tuple[float, float]
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

    names: tuple[Box, Box]
    decks: tuple[Box, Box]
    hands: tuple[Box, Box]
    """How many cards are in hand."""

    known: Box
    turn: Box

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


WIDE = Arrangement(
    size=(1040, 744),
    card=(82, 114),
    small=(64, 90),
    don=(30, 42),
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
    names=((14, 208, 132, 24), (14, 388, 132, 24)),
    decks=((14, 234, 132, 20), (14, 414, 132, 20)),
    hands=((14, 12, 132, 24), (14, 660, 132, 24)),
    known=(590, 12, 436, 24),
    turn=(14, 311, 132, 24),
)

TALL = Arrangement(
    size=(374, 518),
    card=(50, 70),
    small=(36, 50),
    don=(26, 36),
    rows=(38, 298),
    fields=((4, 114, 366, 72), (4, 222, 366, 72)),
    high=72,
    columns={
        "life": (4, 56),
        "leader": (64, 74),
        "stage": (142, 54),
        "don": (200, 62),
        "deck": (266, 50),
        "trash": (320, 50),
    },
    other_hand=(184, 3, 118, 17),
    hand=(4, 374, 366, 140),
    beside=((4, 374, 366, 68), (4, 446, 366, 68)),
    names=((4, 2, 26, 18), (4, 195, 26, 18)),
    decks=((32, 2, 150, 18), (32, 195, 150, 18)),
    hands=((306, 2, 64, 18), (306, 195, 64, 18)),
    known=(4, 20, 366, 16),
    turn=(186, 195, 116, 18),
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
