"""The curves of a training as a picture: the loss, and the score against the predecessor, generation by generation."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from sparring.rules import AnyGame

WIDTH, HEIGHT, LEFT, RIGHT, TOP, GAP = 760, 150, 74, 40, 104, 92

STYLE = """
:root { color-scheme: light dark }
.paper { fill: #f3ecdf } .sheet { fill: #fbf8f1; stroke: #d6c8b1 } .grid { stroke: #e2d7c4 }
text { font: 14px Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #271e17 }
.title { font: 600 21px Georgia, "Iowan Old Style", Palatino, serif } .name { font-weight: 600 }
.quiet { fill: #5d4f43; font-size: 12.5px } .end { text-anchor: end } .middle { text-anchor: middle }
.own { stroke: #1c6455; fill: none; stroke-width: 2.5 } .other { stroke: #9c2f22; fill: none; stroke-width: 2.5;
stroke-dasharray: 6 4 }
.dot { fill: #1c6455 } .open { fill: #fbf8f1; stroke: #1c6455; stroke-width: 2 } .even { stroke: #9c2f22;
stroke-dasharray: 5 4 }
@media (prefers-color-scheme: dark) {
.paper { fill: #1e1813 } .sheet { fill: #29211a; stroke: #4a3d31 } .grid { stroke: #3a3027 }
text { fill: #f3ecdf } .quiet { fill: #c9baa4 } .own { stroke: #7fc4b2 } .dot { fill: #7fc4b2 }
.open { fill: #29211a; stroke: #7fc4b2 } .other, .even { stroke: #f0907f }
}
"""


def picture(game: AnyGame, rows: Sequence[dict[str, Any]]) -> str:
    """The table of generations as the text of an SVG file."""
    numbers = [row["generation"] for row in rows]

    def across(number: int) -> int:
        span = max(1, numbers[-1] - numbers[0])
        return LEFT + 26 + int((number - numbers[0]) / span * (WIDTH - LEFT - RIGHT - 52))

    highest = 1.1 * max(0.001, *(row[name] for row in rows for name in ("loss", "held_out")))
    shapes = _sheet(TOP, 0.0, highest, 3, "{:.3f}")
    first = _down(TOP, 0.0, highest)
    for name, style in (("loss", "own"), ("held_out", "other")):
        points = " ".join(f"{across(row['generation'])},{first(row[name])}" for row in rows)
        shapes.append(f'<polyline class="{style}" points="{points}"/>')
    below = TOP + HEIGHT + GAP
    shapes += _sheet(below, 0.0, 1.0, 5, "{:.0%}")
    second = _down(below, 0.0, 1.0)
    shapes.append(f'<line class="even" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{second(0.5)}" y2="{second(0.5)}"/>')
    for row in rows:
        kind = "dot" if row["passed"] else "open"
        shapes.append(f'<circle class="{kind}" cx="{across(row["generation"])}" cy="{second(row["score"])}" r="5.5"/>')
    every = max(1, -(-len(rows) // 12))
    for top in (TOP, below):
        for number in numbers[::every]:
            x = across(number)
            shapes.append(f'<text class="quiet middle" x="{x}" y="{top + HEIGHT + 18}">{number}</text>')
    height = below + HEIGHT + 56
    told = "Filled: it passed the gate and replaced its predecessor. Hollow: it did not."
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-labelledby="title about">\n'
        f'<title id="title">What {escape(game.title)} learned, by generation</title>\n'
        f'<desc id="about">{escape(_in_words(rows))}</desc>\n<style>{STYLE}</style>\n'
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>\n'
        f'<text class="title" x="20" y="36">{escape(game.title)}: what was learned, by generation</text>\n'
        f'<text class="name" x="20" y="{TOP - 26}">Loss</text>\n'
        f'<text class="quiet" x="62" y="{TOP - 26}">solid: positions learned from; dashed: positions held out</text>\n'
        f'<text class="name" x="20" y="{below - 26}">Score against the predecessor at equal time</text>\n'
        + "\n".join(shapes)
        + f'\n<text class="quiet" x="20" y="{height - 14}">{told}</text>\n</svg>\n'
    )


def _down(top: float, low: float, high: float) -> Callable[[float], float]:
    return lambda value: round(top + HEIGHT - (value - low) / (high - low) * HEIGHT, 1)


def _sheet(top: float, low: float, high: float, marks: int, form: str) -> list[str]:
    """A panel with its horizontal lines and their numbers."""
    down = _down(top, low, high)
    wide = WIDTH - LEFT - RIGHT
    shapes = [f'<rect class="sheet" x="{LEFT}" y="{top - 10}" width="{wide}" height="{HEIGHT + 20}" rx="10"/>']
    for mark in range(marks):
        value = low + (high - low) * mark / (marks - 1)
        y = down(value)
        shapes.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        shapes.append(f'<text class="quiet end" x="{LEFT - 10}" y="{y + 4}">{form.format(value)}</text>')
    return shapes


def _in_words(rows: Sequence[dict[str, Any]]) -> str:
    return "; ".join(
        f"generation {row['generation']}: {row['score']:.0%} against {row['against']}"
        f"{', which it replaced' if row['passed'] else ''}"
        for row in rows
    )
