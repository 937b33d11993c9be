"""A scene as one static SVG file, without scripts or external resources."""

import re
from html import escape
from math import cos, pi, sin, sqrt

from sparring.scenes.card_layout import card_boxes
from sparring.scenes.scene import Arrow, Box, Card, Cell, Disc, Label, Line, Plate, Scene, Shape, Zone

STYLE = """
.wood { fill: #c8955c; stroke: #8f6236; stroke-width: 3 } .felt { fill: #dfe3d3 } .backing { fill: #f3ecdf }
.cell { fill: #fbf8f1; stroke: #8f6236; stroke-width: 2 } .cell.last { fill: #f2e2b4 }
.bowl { fill: #9a6a3d; stroke: #7f5430; stroke-width: 4 } .bowl.last { stroke: #e8c65a; stroke-width: 5 }
.seed { fill: #e6ddc6; stroke: #54452f; stroke-width: 1.5 }
.label { fill: #2b1a0b; font: 20px Georgia, serif; text-anchor: middle; dominant-baseline: central }
.label.coord { fill: #5d4f43 } .label.mono { font-family: monospace; white-space: pre }
.label.onwood { font-size: 15px } .label.count, .label.total { font-weight: bold } .label.total { font-size: 32px }
.sun { fill: #d65f26; stroke: #8c3510; stroke-width: 2.5 } .sun-mark { fill: none; stroke: #fff0dd }
.moon { fill: #2b4a7a; stroke: #14284a; stroke-width: 2.5 } .moon-mark { fill: #e3ecfb }
.leaf { fill: #3f7d4a; stroke: #1d4326; stroke-width: 2.5 } .leaf-mark { fill: #e2f2dd }
.plum { fill: #7d4a8f; stroke: #40224c; stroke-width: 2.5 } .plum-mark { fill: #f3e4f8 }
.corn { fill: #f1e3bb; stroke: #9a7b2d; stroke-width: 2.5 } .corn-mark { fill: #9a7b2d }
.stone { fill: #4a443e; stroke: #1f1b17; stroke-width: 2.5 } .stone-mark { fill: #cfc6b8 }
.cross { stroke: #d65f26 } .ring { stroke: #2b4a7a } .line { stroke: #271e17 }
.last-ring { fill: none; stroke: #ffe08a }
.cross, .ring, .line { fill: none; stroke-linecap: round }
.slot { fill: none; stroke: #b4bca3; stroke-width: 1.5; stroke-dasharray: 5 5 }
.label.title, .label.zone { fill: #5d4f43; font: 12px sans-serif } .label.who { font-weight: bold }
.card { fill: #fffdf7; stroke: #4a3d31; stroke-width: 1.5 } .card.hit { stroke: #9c2f22; stroke-width: 4 }
.back { fill: #5a4636; stroke: #4a3d31; stroke-width: 1.5 } .token { fill: #271e17; stroke: #dfe3d3; stroke-width: 1.5 }
.mark { fill: #d9c3a2 } .label.band { fill: #fff; font: bold 11px sans-serif } .label.power { font-weight: bold }
.red { fill: #b3361f } .green { fill: #2c6b3c } .blue { fill: #23589a } .purple { fill: #6a3d8a }
.black { fill: #332d2a } .yellow { fill: #8a6a00 } .dim { opacity: 0.62 }
.arrow { stroke: #9c2f22; fill: none; stroke-width: 5; stroke-linecap: round } .arrow-chip { fill: #9c2f22 }
"""

MARKS = {
    "leaf": "M-.46 .46Q-.56 -.5 .5 -.5Q.5 .5 -.46 .46z",
    "plum": "M-.4 -.4H.4V.4H-.4z",
    "corn": "M-.52 -.13H-.13V-.52H.13V-.13H.52V.13H.13V.52H-.13V.13H-.52z",
    "stone": "M-.56 -.15H.56V.15H-.56z",
}
"""The marks of discs, in shares of the radius, so that seats differ in more than colour."""

FACES = ("cross", "ring", "sun", "moon", *MARKS)
"""What a disc can look like."""

SEED = 0.12
"""The radius of a seed, relative to the narrowest cell with seeds."""

SPREAD = 1.55
GOLDEN = pi * (3 - sqrt(5))


def svg(scene: Scene) -> str:
    """The scene as the text of an SVG file."""
    width, height = scene.size
    boxes = {shape.id: shape.box for shape in scene.shapes if isinstance(shape, Cell)} | card_boxes(scene.shapes)
    sown = [shape.box for shape in scene.shapes if isinstance(shape, Cell) and shape.seeds is not None]
    seed = SEED * min((min(box[2:]) for box in sown), default=0)
    drawn = "\n".join(_draw(shape, boxes, seed) for shape in scene.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-labelledby="title about">\n'
        f'<title id="title">{escape(scene.title)}</title>\n<desc id="about">{escape(scene.about)}</desc>\n'
        f"<style>{STYLE}</style>\n{drawn}\n</svg>\n"
    )


def _draw(shape: Shape, boxes: dict[str, Box], seed: float) -> str:
    match shape:
        case Plate(holes=holes) if holes:
            return _wall(shape, [boxes[place] for place in holes])
        case Plate():
            return _rectangle(shape.box, shape.look, inset=2, rounding=14)
        case Cell(look="none"):
            return ""
        case Cell(look="bowl"):
            look, rounding = "bowl last" if shape.last else "bowl", min(shape.box[2:]) / 2
            return _rectangle(shape.box, look, inset=5, rounding=rounding) + _seeds(shape, seed)
        case Cell():
            return _rectangle(shape.box, "cell last" if shape.last else "cell", inset=4, rounding=6)
        case Disc():
            return _piece(shape.face, boxes[shape.place]) + (_ring(boxes[shape.place]) if shape.last else "")
        case Label():
            x, y = _middle(shape.box)
            look = f"label {shape.look}".strip()
            return f'<text class="{look}" x="{x:g}" y="{y:g}" xml:space="preserve">{escape(shape.text)}</text>'
        case Line():
            (x1, y1), (x2, y2) = _middle(boxes[shape.start]), _middle(boxes[shape.end])
            return f'<path class="line" stroke-width="8" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"/>'
        case Arrow():
            return _arrow(shape, boxes)
        case Zone():
            return _zone(shape)
        case Card():
            return _card(shape, boxes[shape.id])


def _zone(zone: Zone) -> str:
    x, y, width, height = zone.box
    frame = "" if zone.look == "none" else _rectangle(zone.box, zone.look, inset=0, rounding=6)
    return frame + (_text("title", x + width / 2, y + height - 9, zone.title, width - 4) if zone.title else "")


def _card(card: Card, box: Box) -> str:
    """A card reduced to what is legible: a band with cost and name, and the power."""
    x, y, width, height = box
    (middle, centre), round_corners = _middle(box), max(3, 0.07 * min(width, height))
    if card.back:
        r = 0.16 * min(width, height)
        mark = f"M{middle:g} {centre - r:g}l{r:g} {r:g}l{-r:g} {r:g}l{-r:g} {-r:g}z"
        look = "back" if card.back == "card" else "token"
        return _rectangle(box, look, inset=0, rounding=round_corners) + f'<path class="mark" d="{mark}"/>'
    band = 20.0
    title = card.name if card.cost is None else f"{card.cost} {card.name}"
    foot = card.type.title() if card.power is None else str(card.power)
    drawn = _rectangle(box, "card hit" if card.hit else "card", inset=0, rounding=round_corners)
    drawn += _rectangle((x + 1, y + 1, width - 2, band), card.colour, inset=0, rounding=3)
    drawn += _text("band", middle, y + 11, title, width - 6)
    drawn += _text("power" if card.power is not None else "zone", middle, y + height - 14, foot, width - 6)
    drawn += _text("zone", x + 14, y + band + 10, card.badge, 24) if card.badge else ""
    return f'<g class="dim">{drawn}</g>' if card.dim else drawn


def _arrow(arrow: Arrow, boxes: dict[str, Box]) -> str:
    (x1, y1), (x2, y2) = _middle(boxes[arrow.start]), _middle(boxes[arrow.end])
    far = max(1.0, sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2))
    x, y = (x2 - x1) / far, (y2 - y1) / far
    a, b = (x1 + 62 * x, y1 + 62 * y), (x2 - 62 * x, y2 - 62 * y)
    wings = "".join(f"M{b[0]:g} {b[1]:g}l{-14 * x + s * 9 * y:g} {-14 * y - s * 9 * x:g}" for s in (1, -1))
    drawn = f'<path class="arrow" d="M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}{wings}"/>'
    if not arrow.text:
        return drawn
    along = 0.5 if arrow.level is None or a[1] == b[1] else max(0.0, min(1.0, (arrow.level - a[1]) / (b[1] - a[1])))
    middle, centre, width = a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1]), 8 * len(arrow.text) + 16
    chip = (middle - width / 2, centre - 13, width, 26)
    return drawn + _rectangle(chip, "arrow-chip", 0, 4) + _text("band", middle, centre, arrow.text, width - 8)


def _text(look: str, x: float, y: float, text: str, room: float) -> str:
    """A line of text, condensed if there is not enough room."""
    narrow = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if 6.4 * len(text) > room else ""
    return f'<text class="label {look}" x="{x:g}" y="{y:g}"{narrow}>{escape(text)}</text>'


def _seeds(cell: Cell, r: float) -> str:
    """Seeds in a spiral, as in a sunflower; many seeds fill the whole cell."""
    (x, y), count = _middle(cell.box), cell.seeds or 0
    reach = SPREAD * r * sqrt(max(count, 1) - 0.65)
    wide, high = (max(side / 2 - r - 7, 1) / reach if reach else 1 for side in cell.box[2:])
    across, down = min(wide, 1 / min(high, 1)), min(high, 1 / min(wide, 1))
    drawn = ""
    for number in range(count):
        angle, far = number * GOLDEN + 0.6, SPREAD * r * sqrt(number + 0.35)
        at = f'cx="{x + cos(angle) * far * across:.1f}" cy="{y + sin(angle) * far * down:.1f}"'
        drawn += f'<ellipse class="seed" {at} rx="{r:.1f}" ry="{0.86 * r:.1f}"/>'
    return drawn


def _piece(face: str, box: Box) -> str:
    x, y = _middle(box)
    if face in ("sun", "moon", *MARKS):
        return _disc(face, x, y, 0.39 * min(box[2], box[3]))
    r = 0.28 * min(box[2], box[3])
    if face == "ring":
        return f'<circle class="ring" stroke-width="{0.4 * r:g}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'
    strokes = f"M{x - r:g} {y - r:g}L{x + r:g} {y + r:g}M{x + r:g} {y - r:g}L{x - r:g} {y + r:g}"
    return f'<path class="cross" stroke-width="{0.4 * r:g}" d="{strokes}"/>'


def _ring(box: Box) -> str:
    """The ring that marks the latest piece."""
    (x, y), r = _middle(box), 0.39 * min(box[2], box[3])
    return f'<circle class="last-ring" stroke-width="{0.12 * r:g}" cx="{x:g}" cy="{y:g}" r="{0.8 * r:g}"/>'


def _wall(plate: Plate, holes: list[Box]) -> str:
    """A plate with round holes, through which earlier shapes are visible."""
    x, y, width, height = plate.box
    path = f"M{x + 2:g} {y + 2:g}h{width - 4:g}v{height - 4:g}h{4 - width:g}z"
    for hole in holes:
        (middle, centre), r = _middle(hole), 0.41 * min(hole[2], hole[3])
        path += f"M{middle - r:g} {centre:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"
    return f'<path class="{plate.look}" fill-rule="evenodd" stroke-linejoin="round" d="{path}"/>'


def _disc(face: str, x: float, y: float, r: float) -> str:
    """A disc with a mark, so that the sides differ in more than colour."""
    disc = f'<circle class="{face}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'
    if face == "sun":
        return f'{disc}<circle class="sun-mark" stroke-width="{0.13 * r:g}" cx="{x:g}" cy="{y:g}" r="{0.58 * r:g}"/>'
    if face in MARKS:
        path = re.sub(r"-?[.\d]+", lambda share: f" {float(share[0]) * r:.4g}", MARKS[face])
        return f'{disc}<path class="{face}-mark" transform="translate({x:g} {y:g})" d="{path}"/>'
    far, near = 0.66 * r, 0.13 * r
    points = [(0, -far), (far, 0), (0, far), (-far, 0), (0, -far)]
    bends = [(near, -near), (near, near), (-near, near), (-near, -near)]
    star = f"M{x:g} {y - far:g}" + "".join(
        f"Q{x + a:g} {y + b:g} {x + c:g} {y + d:g}" for (a, b), (c, d) in zip(bends, points[1:], strict=True)
    )
    return f'{disc}<path class="moon-mark" d="{star}z"/>'


def _rectangle(box: Box, look: str, inset: float, rounding: float) -> str:
    x, y, width, height = box
    return (
        f'<rect class="{look}" x="{x + inset:g}" y="{y + inset:g}" '
        f'width="{width - 2 * inset:g}" height="{height - 2 * inset:g}" rx="{rounding:g}"/>'
    )


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2
