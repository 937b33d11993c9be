"""HTML for notebooks: a match that is stepped through, and an analysis as a table. It needs no scripts."""

import base64
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Any

from sparring.coach.analysis import analyse
from sparring.match import Match
from sparring.match.standing import describe_outcome
from sparring.match.table import Table
from sparring.rules import Analysis, AnyGame, Record, notation
from sparring.rules.registry import game as find_game
from sparring.scenes import scene_of, svg

_numbers = count(1)

STYLE = """
#{id} .frame {{ display: none }} #{id} input {{ position: absolute; opacity: 0 }}
#{id} input:checked + .frame {{ display: block }}
#{id} label {{ cursor: pointer; padding: 2px 10px; border: 1px solid #857560; border-radius: 6px; user-select: none }}
#{id} input:focus-visible + .frame .bar {{ outline: 2px solid #1c6455; outline-offset: 3px }}
#{id} .bar {{ display: flex; gap: 10px; align-items: center; margin: 6px 0; font: 14px system-ui, sans-serif }}
#{id} img {{ max-width: min(100%, 460px); height: auto }} #{id} .off {{ visibility: hidden }}
"""


@dataclass(frozen=True)
class ShownMatch:
    """A match to step through: with its buttons, or with the arrow keys."""

    game: AnyGame
    frames: tuple[tuple[str, str], ...]
    """What happened, and the picture after it, as SVG."""

    def __repr__(self) -> str:
        return f"<a match of {self.game.name} to step through, {len(self.frames) - 1} moves>"

    def _repr_html_(self) -> str:
        name, last = f"sparring-{next(_numbers)}", len(self.frames) - 1
        parts = [f'<div id="{name}" class="sparring-steps"><style>{STYLE.format(id=name)}</style>']
        for number, (said, drawn) in enumerate(self.frames):
            checked = " checked" if number == 0 else ""
            picture = base64.b64encode(drawn.encode()).decode()
            parts.append(
                f'<input type="radio" name="{name}" id="{name}-{number}"{checked} aria-label="{number} of {last}">'
                f'<div class="frame"><div class="bar">{_button(name, number - 1, last, "◀", "back")}'
                f"{_button(name, number + 1, last, '▶', 'on')}<span>{number} of {last}: {escape(said)}</span></div>"
                f'<img alt="{escape(said)}" src="data:image/svg+xml;base64,{picture}"></div>'
            )
        return "".join(parts) + "</div>"


def _button(name: str, to: int, last: int, sign: str, what: str) -> str:
    off = ' class="off"' if not 0 <= to <= last else ""
    return f'<label for="{name}-{to}" title="{what}"{off}>{sign}</label>'


def steps(played: Record | Match, *, seat: int | None = None) -> ShownMatch:
    """A match to step through, as the seat to move sees it, or always the given seat."""
    record = played.record if isinstance(played, Match) else played
    game = find_game(record.game).in_version(record.rules)
    table = Table.of_record(game, record)
    frames = [("the start", _drawn(game, table.positions[0], seat, None))]
    for chosen, position in zip(table.choices, table.positions[1:], strict=True):
        outcome = game.outcome(position)
        ending = "" if outcome is None else f" – {describe_outcome(game, outcome)}"
        said = f"{game.seats[chosen.seat]} plays {chosen.option}{ending}"
        frames.append((said, _drawn(game, position, seat, chosen.option)))
    return ShownMatch(game, tuple(frames))


def _drawn(game: AnyGame, position: Any, seat: int | None, last: str | None) -> str:
    viewer = game.to_move(position) if seat is None else seat
    return svg(scene_of(game, game.view(position, viewer), last))


@dataclass(frozen=True)
class ShownAnalysis:
    """Every legal move with what the strongest opponent thinks of it."""

    found: Analysis

    def rows(self) -> list[dict[str, Any]]:
        """A row for each move, the best first; `pandas.DataFrame(shown.rows())` is a data frame."""
        ranked = sorted(self.found.options, key=lambda judged: judged.rank, reverse=True)
        return [
            {
                "move": judged.option,
                "chance": round(judged.rank.chance, 4),
                "score": judged.score,
                "outcome": judged.outcome,
                "plies": judged.plies,
                "line": " ".join(judged.line),
            }
            for judged in ranked
        ]

    def __repr__(self) -> str:
        best = self.found.best if self.found.options else "nothing"
        return f"<an analysis of {len(self.found.options)} moves, the best is {best}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("move", "expected", "score", "result", "expected line"))
        body = []
        for row in self.rows():
            result = "" if row["outcome"] is None else f"{row['outcome']} in {row['plies']}"
            cells = row["move"], f"{row['chance']:.0%}", f"{row['score']:g}", result, row["line"]
            body.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def analysis(
    game: str | AnyGame,
    *,
    moves: str = "",
    position: str | None = None,
    depth: int | None = None,
    seconds: float | None = None,
) -> ShownAnalysis:
    """The analysis of a position, given as moves from the start or as text."""
    found = find_game(game)
    there = notation.after_moves(found, moves) if position is None else found.read_position(position)
    return ShownAnalysis(analyse(found, there, depth, seconds))
