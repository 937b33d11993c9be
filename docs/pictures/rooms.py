"""Draws the rooms of the package from the import contract in pyproject.toml: `python docs/pictures/rooms.py`."""

import tomllib
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent

ROOMS = {
    "terminal": "the sparring command",
    "notebook": "what a notebook shows",
    "server": "HTTP, WebSocket, storage, the page",
    "puzzles": "found, graded and solved",
    "talking": "characters with a language model",
    "coach": "analysis, hints, reviews",
    "testing": "checks of a game, for its author",
    "training": "evaluations learned from self-play",
    "envs": "for PettingZoo, Gymnasium, OpenSpiel",
    "arena": "many matches, ladders",
    "ratings": "strength from results",
    "match": "the referee: asks, checks, times, records",
    "games": "one folder for each game",
    "scenes": "pictures: shapes, options, SVG",
    "opponents": "characters, levels, settings, the catalogue",
    "outside": "players and rules in other programs",
    "brains": "ways to judge: minimax, alpha-beta, tree search",
    "work": "where thinking runs: threads, processes",
    "rules": "what a game is: Game, Decision, Analysis, Record",
}
"""What lives in each room, in a few words."""

PARTS = {"terminal": "people", "puzzles": "tools", "match": "play", "games": "play", "scenes": "parts", "rules": "base"}
"""The colour of a room and of those below it."""

WIDTH, TOP, ROW, GAP = 720, 20, 44, 10

STYLE = """
text { font: 15px Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #271e17 }
.name { font: 600 17px Georgia, "Iowan Old Style", Palatino, serif }
.chip text { font-size: 13px } .chip rect { fill: #fffdf7; stroke: #857560 }
.side { font-size: 13px; fill: #5d4f43 }
.people { fill: #f6dcc9 } .tools { fill: #f2e2b4 } .play { fill: #d3e4da }
.parts { fill: #d9e2f1 } .base { fill: #e3d9ec }
.room { stroke: #857560 } .arrow { stroke: #5d4f43; fill: none; stroke-width: 2 }
"""


def layers() -> list[str]:
    """The rooms in the order of the contract: each may import only those after it."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    order = next(contract["layers"] for contract in contracts if contract.get("containers") == ["sparring"])
    return [room for room in order if room != "__main__"]


def games() -> list[str]:
    """The names of the games that come with the package."""
    entries = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    return sorted(entries["sparring.games"])


def picture() -> str:
    """The rooms as SVG, on a background of its own, so that it can be read on light and dark pages."""
    shapes, top, part = [], TOP, ""
    for room in layers():
        part = PARTS.get(room, part)
        tall = ROW + (34 if room == "games" else 0)
        shapes.append(f'<rect class="room {part}" x="20" y="{top}" width="620" height="{tall}" rx="8"/>')
        shapes.append(f'<text class="name" x="36" y="{top + 28}">{room}/</text>')
        shapes.append(f'<text x="146" y="{top + 28}">{escape(ROOMS[room])}</text>')
        if room == "games":
            for place, game in enumerate(games()):
                left = 36 + place * 118
                shapes.append(f'<g class="chip"><rect x="{left}" y="{top + 42}" width="108" height="26" rx="5"/>')
                shapes.append(f'<text x="{left + 54}" y="{top + 60}" text-anchor="middle">{game}/</text></g>')
        top += tall + GAP
    arrow = f"M680 {TOP + 6}V{top - GAP - 10}m-6 -10l6 12l6 -12"
    shapes.append(f'<path class="arrow" d="{arrow}"/>')
    middle = (TOP + top) // 2
    shapes.append(
        f'<text class="side" transform="translate(704 {middle}) rotate(-90)" text-anchor="middle">'
        "imports go down, never up</text>"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top + 10}" role="img">\n'
        f"<title>The rooms of Sparring, each importing only those below it</title>\n<style>{STYLE}</style>\n"
        f'<rect width="{WIDTH}" height="{top + 10}" rx="12" fill="#fbf8f1"/>\n' + "\n".join(shapes) + "\n</svg>\n"
    )


if __name__ == "__main__":
    (HERE / "rooms.svg").write_text(picture(), "utf-8")
