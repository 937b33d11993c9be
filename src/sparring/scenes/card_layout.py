"""Where cards lie: each zone lays out its own cards, by the same rules as the page."""

from collections.abc import Iterable
from math import ceil

from sparring.scenes.scene import Box, Card, Shape, Zone

TITLE_ROOM = 8.0
"""How far cards move up to make room for a zone's title."""

ATTACHED_SIZE = (24.0, 33.0)
"""Width and height of a card that lies under another card."""

RESTED = 0.68
"""How high a rested card is drawn, as a share of its height."""


def card_boxes(shapes: Iterable[Shape]) -> dict[str, Box]:
    """The box of every card, by the card's id; a rested card is drawn lower."""
    shapes = tuple(shapes)
    zones = [shape for shape in shapes if isinstance(shape, Zone)]
    cards_in: dict[str, list[Card]] = {}
    for shape in shapes:
        if isinstance(shape, Card):
            cards_in.setdefault(shape.place, []).append(shape)
    boxes: dict[str, Box] = {}
    for zone in zones:
        boxes |= _in_zone(zone, cards_in.pop(zone.id, []))
    for place, cards in cards_in.items():
        boxes |= _under(boxes[place], cards)
    return boxes


def _in_zone(zone: Zone, cards: list[Card]) -> dict[str, Box]:
    if not cards:
        return {}
    x, y, width, height = zone.box
    area = (x, y - (TITLE_ROOM if zone.title else 0), width, height)
    boxes = {"row": _row, "pile": _pile, "fit": _fit}[zone.flow](zone, area, cards)
    return {card.id: box for card, box in zip(cards, boxes, strict=True)}


def _row(zone: Zone, area: Box, cards: list[Card]) -> list[Box]:
    """Side by side around the middle; evenly overlapping if they do not fit."""
    widths = [zone.card[0] for _ in cards]
    total, gaps = sum(widths) + zone.gap * (len(cards) - 1), len(cards) - 1
    middle = area[0] + area[2] / 2
    if gaps and total > area[2]:
        apart = (area[2] - widths[0] / 2 - widths[-1] / 2) / gaps
        centres = [area[0] + widths[0] / 2 + apart * number for number in range(gaps + 1)]
    else:
        lefts = [middle - total / 2 + sum(widths[:number]) + zone.gap * number for number in range(gaps + 1)]
        centres = [left + width / 2 for left, width in zip(lefts, widths, strict=True)]
    return [_around(centre, area, zone.card, card.rested) for centre, card in zip(centres, cards, strict=True)]


def _pile(zone: Zone, area: Box, cards: list[Card]) -> list[Box]:
    middle = area[0] + area[2] / 2
    return [_around(middle, area, zone.card, card.rested) for card in cards]


def _fit(zone: Zone, area: Box, cards: list[Card]) -> list[Box]:
    """As large as possible up to the zone's card size, in as many rows as that takes."""
    count, (card_width, card_height), gap = len(cards), zone.card, zone.gap

    def scale(rows: int) -> float:
        columns = ceil(count / rows)
        across = (area[2] - gap * (columns - 1)) / columns / card_width
        return min(1.0, across, (area[3] - gap * (rows - 1)) / rows / card_height)

    rows = max(range(1, count + 1), key=scale)
    columns, width, height = ceil(count / rows), card_width * scale(rows), card_height * scale(rows)
    boxes = []
    for number in range(count):
        row, in_row = number // columns, min(columns, count - number // columns * columns)
        x = area[0] + area[2] / 2 + (number % columns - in_row / 2) * (width + gap) + gap / 2
        y = area[1] + area[3] / 2 + (row - rows / 2) * (height + gap) + gap / 2
        boxes.append(_lowered((x, y, width, height), cards[number].rested))
    return boxes


def _under(box: Box, cards: list[Card]) -> dict[str, Box]:
    """Attached cards lie under the middle of the card, which covers them."""
    x, y, width, height = box
    left, top = x + (width - ATTACHED_SIZE[0]) / 2, y + (height - ATTACHED_SIZE[1]) / 2
    return {card.id: (left, top, *ATTACHED_SIZE) for card in cards}


def _around(centre: float, area: Box, card: tuple[float, float], rested: bool) -> Box:
    width, height = card
    return _lowered((centre - width / 2, area[1] + area[3] / 2 - height / 2, width, height), rested)


def _lowered(box: Box, rested: bool) -> Box:
    """The box of a card, less high if the card is rested."""
    x, y, width, height = box
    return (x, y + (1 - RESTED) * height, width, RESTED * height) if rested else box
