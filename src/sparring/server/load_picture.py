"""The latencies of a load as a picture: for each share of the answers, within which time they came."""

import math
from html import escape

from sparring.server.load import Times, Told

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 360, 70, 70, 44, 62
NINES = ((0.5, "50 %"), (0.9, "90 %"), (0.99, "99 %"), (0.999, "99.9 %"), (0.9999, "99.99 %"))
COLOURS = ("#1c6455", "#d65f26", "#2b4a7a")

STYLE = """
:root { color-scheme: light dark }
.paper { fill: #f3ecdf } .grid { stroke: #d6c8b1 } .line { fill: none; stroke-width: 2.5 }
text { font: 13px Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #271e17 }
.title { font: 600 19px Georgia, Palatino, serif } .end { text-anchor: end } .middle { text-anchor: middle }
@media (prefers-color-scheme: dark) { .paper { fill: #1e1813 } .grid { stroke: #4a3d31 } text { fill: #f3ecdf } }
"""


def picture(title: str, told: Told) -> str:
    """The latencies as the text of an SVG file; both axes are logarithmic, so that the slowest answers are seen."""
    slowest = max((max(each.seconds) for each in told.times if each.seconds), default=1.0)
    low, high = 0.001, 10.0 ** math.ceil(math.log10(max(slowest, 0.002)))

    def up(seconds: float) -> float:
        share = math.log10(max(seconds, low) / low) / math.log10(high / low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    shapes = [f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>']
    shapes.append(f'<text class="title" x="{LEFT}" y="34">{escape(title)}</text>')
    mark = low
    while mark <= high * 1.01:
        y = up(mark)
        shapes.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        shapes.append(f'<text class="end" x="{LEFT - 8}" y="{y + 4}">{_span(mark)}</text>')
        mark *= 10
    for share, text in NINES:
        shapes.append(f'<text class="middle" x="{_across(share)}" y="{HEIGHT - BOTTOM + 20}">{text}</text>')
    shapes.append(f'<text class="middle" x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 12}">of the answers came within</text>')
    for number, each in enumerate(told.times):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{_across(share)},{up(seconds)}" for share, seconds in _curve(each))
        shapes.append(f'<polyline class="line" stroke="{colour}" points="{points}"/>')
        shapes.append(f'<text x="{LEFT + 190 * number}" y="56" style="fill:{colour}">{escape(each.name)}</text>')
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img"><title>{escape(title)}</title>'
    return "\n".join([head, f"<style>{STYLE}</style>", *shapes, "</svg>", ""])


def _across(share: float) -> float:
    """Each nine takes as much room as the one before."""
    most = -math.log10(1 - NINES[-1][0])
    return round(LEFT + -math.log10(1 - min(share, NINES[-1][0])) / most * (WIDTH - LEFT - RIGHT), 1)


def _curve(times: Times) -> list[tuple[float, float]]:
    """The times at shares that are evenly spread over the picture, as far as there are answers for them."""
    count = len(times.seconds)
    shares = [1 - 10 ** (-step / 40) for step in range(161)]
    return [(share, times.within(100 * share)) for share in shares if count * (1 - share) >= 1] if count else []


def _span(seconds: float) -> str:
    return f"{seconds:g} s" if seconds >= 1 else f"{seconds * 1000:g} ms"
