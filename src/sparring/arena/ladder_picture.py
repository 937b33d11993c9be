"""A ladder as a picture: every opponent on one scale, with its interval."""

from collections.abc import Callable
from html import escape

from sparring.arena.ladder import Ladder, Rung, explained_scale
from sparring.ratings.plackett_luce import AVERAGE
from sparring.rules import AnyGame

WIDTH, ROW, TOP, LEFT, RIGHT = 760, 30, 92, 190, 120
STEPS = (100, 200, 500, 1000)
"""The distances between marks of the scale, of which the smallest is used that leaves room for the numbers."""

STYLE = """
:root { color-scheme: light dark }
.paper { fill: #f3ecdf } .sheet { fill: #fbf8f1; stroke: #d6c8b1 } .grid { stroke: #e2d7c4 }
text { font: 14px Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #271e17 }
.title { font: 600 21px Georgia, "Iowan Old Style", Palatino, serif } .name { font-weight: 600 }
.quiet { fill: #5d4f43; font-size: 12.5px } .end { text-anchor: end } .middle { text-anchor: middle }
.reach { stroke: #1c6455; stroke-width: 4; stroke-linecap: round; opacity: 0.45 } .open { stroke-dasharray: 1 8 }
.dot { fill: #1c6455 } .anchor { stroke: #9c2f22; stroke-width: 1.5; stroke-dasharray: 5 4 } .fixed { fill: #9c2f22 }
@media (prefers-color-scheme: dark) {
.paper { fill: #1e1813 } .sheet { fill: #29211a; stroke: #4a3d31 } .grid { stroke: #3a3027 }
text { fill: #f3ecdf } .quiet { fill: #c9baa4 } .reach { stroke: #7fc4b2 } .dot { fill: #7fc4b2 }
.anchor { stroke: #f0907f } .fixed { fill: #f0907f }
}
"""


def picture(game: AnyGame, ladder: Ladder) -> str:
    """The ladder as the text of an SVG file, the strongest opponent at the top."""
    rungs = sorted(ladder.rungs, key=lambda rung: (-rung.rating, rung.opponent))
    ends = [end for rung in rungs if rung.bounded for end in (rung.low, rung.high)]
    ends += [rung.rating for rung in rungs]
    span = max(ends) - min(ends)
    step = next((step for step in STEPS if span / step <= 10), STEPS[-1])
    low, high = step * (min(ends) // step), step * -(-max(ends) // step)

    def across(rating: float) -> float:
        share = (min(max(rating, low), high) - low) / max(high - low, 1)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    bottom = TOP + ROW * len(rungs)
    shapes = [f'<rect class="sheet" x="12" y="{TOP - 34}" width="{WIDTH - 24}" height="{bottom - TOP + 46}" rx="10"/>']
    for mark in range(int(low), int(high) + 1, step):
        x = across(mark)
        shapes.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{bottom}"/>')
        shapes.append(f'<text class="quiet middle" x="{x}" y="{TOP - 15}">{mark}</text>')
    if ladder.anchor is not None:
        x = across(1500)
        shapes.append(f'<line class="anchor" x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{bottom}"/>')
    for place, rung in enumerate(rungs):
        shapes += _row(rung, TOP + ROW * place + ROW / 2, across, rung.opponent == ladder.anchor)
    dates = sorted({rung.date for rung in rungs if rung.date})
    when = "" if not dates else f" Measured {dates[0] if len(dates) == 1 else f'{dates[0]} to {dates[-1]}'}."
    height = bottom + 70
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-labelledby="title about">\n'
        f'<title id="title">The opponents of {escape(game.title)} by strength</title>\n'
        f'<desc id="about">{escape(_in_words(rungs))}</desc>\n<style>{STYLE}</style>\n'
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>\n'
        f'<text class="title" x="20" y="36">{escape(game.title)}: how strong the opponents are</text>\n'
        + "\n".join(shapes)
        + f'\n<text class="quiet" x="20" y="{bottom + 36}">{escape(explained_scale(ladder))}</text>\n'
        + f'<text class="quiet" x="20" y="{bottom + 56}">The bars are 95 % intervals.{when}</text>\n</svg>\n'
    )


def _row(rung: Rung, y: float, across: Callable[[float], float], anchor: bool) -> list[str]:
    """One opponent: its name, its interval, its rating, and the number of games."""
    open_ended = "" if rung.bounded else " open"
    reach = f'<line class="reach{open_ended}" x1="{across(rung.low)}" x2="{across(rung.high)}" y1="{y}" y2="{y}"/>'
    told = f"{rung.rating:.0f} ± {(rung.high - rung.low) / 2:.0f}"
    if not rung.bounded:
        told = f"above {rung.low:.0f}" if rung.rating > AVERAGE else f"below {rung.high:.0f}"
    if anchor:
        told = f"{rung.rating:.0f}"
    return [
        f'<text class="name end" x="{LEFT - 18}" y="{y + 5}">{escape(rung.opponent)}</text>',
        reach,
        f'<circle class="{"fixed" if anchor else "dot"}" cx="{across(rung.rating)}" cy="{y}" r="5.5"/>',
        f'<text x="{WIDTH - RIGHT + 18}" y="{y + 5}">{told}</text>',
    ]


def _in_words(rungs: list[Rung]) -> str:
    return "; ".join(f"{rung.opponent} {rung.rating:.0f}, between {rung.low:.0f} and {rung.high:.0f}" for rung in rungs)
