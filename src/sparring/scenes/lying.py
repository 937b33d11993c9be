"""Where cards lie: every zone arranges its own, as the page does."""

from collections.abc import Iterable
from math import ceil

from sparring.scenes.scene import Box, Card, Shape, Zone

TITLE = 8.0
"""How far cards are lifted to make room for a title."""

GIVEN = (24.0, 33.0)
"""How large a card is that lies under another one."""


def lying(shapes: Iterable[Shape]) -> dict[str, Box]:
    """The boxes of all cards, by their ids; one that rests lies on its side."""
    shapes = tuple(shapes)
    zones = [shape for shape in shapes if isinstance(shape, Zone)]
    held: dict[str, list[Card]] = {}
    for shape in shapes:
        if isinstance(shape, Card):
            held.setdefault(shape.place, []).append(shape)
    boxes: dict[str, Box] = {}
    for zone in zones:
        boxes |= _arranged(zone, held.pop(zone.id, []))
    for place, cards in held.items():
        boxes |= _under(boxes[place], cards)
    return boxes


def _arranged(zone: Zone, cards: list[Card]) -> dict[str, Box]:
    if not cards:
        return {}
    x, y, width, height = zone.box
    area = (x, y - (TITLE if zone.title else 0), width, height)
    boxes = {"row": _row, "pile": _pile, "fit": _fit}[zone.flow](zone, area, cards)
    return {card.id: box for card, box in zip(cards, boxes, strict=True)}


def _row(zone: Zone, area: Box, cards: list[Card]) -> list[Box]:
    wide = [zone.card[card.rested] for card in cards]
    total, many = sum(wide) + zone.gap * (len(cards) - 1), len(cards) - 1
    middle = area[0] + area[2] / 2
    if many and total > area[2]:  # over each other, all as much
        apart = (area[2] - wide[0] / 2 - wide[-1] / 2) / many
        centres = [area[0] + wide[0] / 2 + apart * number for number in range(many + 1)]
    else:
        ends = [middle - total / 2 + sum(wide[:number]) + zone.gap * number for number in range(many + 1)]
        centres = [end + width / 2 for end, width in zip(ends, wide, strict=True)]
    return [_around(centre, area, zone.card, card.rested) for centre, card in zip(centres, cards, strict=True)]


def _pile(zone: Zone, area: Box, cards: list[Card]) -> list[Box]:
    middle = area[0] + area[2] / 2
    return [_around(middle, area, zone.card, card.rested) for card in cards]


def _fit(zone: Zone, area: Box, cards: list[Card]) -> list[Box]:
    """As large as they can be, in as many rows as that takes, and no larger than cards are here."""
    count, (wide, high), gap = len(cards), zone.card, zone.gap

    def size(rows: int) -> float:
        columns = ceil(count / rows)
        across = (area[2] - gap * (columns - 1)) / columns / wide
        return min(1.0, across, (area[3] - gap * (rows - 1)) / rows / high)

    rows = max(range(1, count + 1), key=size)
    columns, width, height = ceil(count / rows), wide * size(rows), high * size(rows)
    boxes = []
    for number in range(count):
        row, held = number // columns, min(columns, count - number // columns * columns)
        x = area[0] + area[2] / 2 + (number % columns - held / 2) * (width + gap) + gap / 2
        y = area[1] + area[3] / 2 + (row - rows / 2) * (height + gap) + gap / 2
        boxes.append((x, y, width, height))
    return boxes


def _under(box: Box, cards: list[Card]) -> dict[str, Box]:
    """They peep out below the card that they were put to."""
    x, y, width, height = box
    apart = min(0.7 * GIVEN[0], (width - GIVEN[0] - 8) / max(1, len(cards) - 1))
    top = y + height - 0.45 * GIVEN[1]
    return {card.id: (x + 4 + apart * number, top, *GIVEN) for number, card in enumerate(cards)}


def _around(centre: float, area: Box, card: tuple[float, float], rested: bool) -> Box:
    width, height = (card[1], card[0]) if rested else card
    return (centre - width / 2, area[1] + area[3] / 2 - height / 2, width, height)
