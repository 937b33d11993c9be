"""A scene as one static SVG file, with nothing to load and nothing to run."""

from html import escape

from sparring.scenes.scene import Box, Cell, Disc, Label, Line, Plate, Scene, Shape

STYLE = """
.wood { fill: #c8955c; stroke: #8f6236; stroke-width: 3 } .felt { fill: #dfe3d3 } .backing { fill: #f3ecdf }
.cell { fill: #fbf8f1; stroke: #8f6236; stroke-width: 2 } .cell.last { fill: #f2e2b4 }
.label { fill: #2b1a0b; font: 20px Georgia, serif; text-anchor: middle; dominant-baseline: central }
.label.coord { fill: #5d4f43 } .label.mono { font-family: monospace; white-space: pre }
.sun { fill: #d65f26; stroke: #8c3510; stroke-width: 2.5 } .sun-mark { fill: none; stroke: #fff0dd }
.moon { fill: #2b4a7a; stroke: #14284a; stroke-width: 2.5 } .moon-mark { fill: #e3ecfb }
.cross { stroke: #d65f26 } .ring { stroke: #2b4a7a } .line { stroke: #271e17 }
.last-ring { fill: none; stroke: #ffe08a }
.cross, .ring, .line { fill: none; stroke-linecap: round }
"""


def svg(scene: Scene) -> str:
    """The scene as the text of an SVG file."""
    width, height = scene.size
    boxes = {shape.id: shape.box for shape in scene.shapes if isinstance(shape, Cell)}
    drawn = "\n".join(_draw(shape, boxes) for shape in scene.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-labelledby="title about">\n'
        f'<title id="title">{escape(scene.title)}</title>\n<desc id="about">{escape(scene.about)}</desc>\n'
        f"<style>{STYLE}</style>\n{drawn}\n</svg>\n"
    )


def _draw(shape: Shape, boxes: dict[str, Box]) -> str:
    match shape:
        case Plate(holes=holes) if holes:
            return _wall(shape, [boxes[place] for place in holes])
        case Plate():
            return _rectangle(shape.box, shape.look, inset=2, rounding=14)
        case Cell(look="none"):
            return ""
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


def _piece(face: str, box: Box) -> str:
    x, y = _middle(box)
    if face in ("sun", "moon"):
        return _disc(face, x, y, 0.39 * min(box[2], box[3]))
    r = 0.28 * min(box[2], box[3])
    if face == "ring":
        return f'<circle class="ring" stroke-width="{0.4 * r:g}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'
    strokes = f"M{x - r:g} {y - r:g}L{x + r:g} {y + r:g}M{x + r:g} {y - r:g}L{x - r:g} {y + r:g}"
    return f'<path class="cross" stroke-width="{0.4 * r:g}" d="{strokes}"/>'


def _ring(box: Box) -> str:
    """What marks the latest piece."""
    (x, y), r = _middle(box), 0.39 * min(box[2], box[3])
    return f'<circle class="last-ring" stroke-width="{0.12 * r:g}" cx="{x:g}" cy="{y:g}" r="{0.8 * r:g}"/>'


def _wall(plate: Plate, holes: list[Box]) -> str:
    """A plate with round holes, through which one sees what was painted before."""
    x, y, width, height = plate.box
    path = f"M{x + 2:g} {y + 2:g}h{width - 4:g}v{height - 4:g}h{4 - width:g}z"
    for hole in holes:
        (middle, centre), r = _middle(hole), 0.41 * min(hole[2], hole[3])
        path += f"M{middle - r:g} {centre:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"
    return f'<path class="{plate.look}" fill-rule="evenodd" stroke-linejoin="round" d="{path}"/>'


def _disc(face: str, x: float, y: float, r: float) -> str:
    """A disc with a mark, so that the two are told apart without their colours: a ring, or a star of four points."""
    disc = f'<circle class="{face}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'
    if face == "sun":
        return f'{disc}<circle class="sun-mark" stroke-width="{0.13 * r:g}" cx="{x:g}" cy="{y:g}" r="{0.58 * r:g}"/>'
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
