"""Writes `docs/ratings.md`, the measured strength of all opponents of the shipped games: `python tools/ratings.py`."""

from pathlib import Path

from measure import shipped_games

from sparring.arena.ladder import Ladder, Rung, explained_scale, ladder_in, shipped_path
from sparring.rules.registry import game as find_game

PAGE = Path(__file__).parent.parent / "docs" / "ratings.md"

HEAD = """\
# Ratings

How strong the opponents of the shipped games are, as `sparring ladder GAME` shows it.
[How strength is measured](measuring.md) explains the scale, and how to measure it again.
Points of different games cannot be compared. `python tools/ratings.py` writes this page from the measurements.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in shipped_games():
        game = find_game(name)
        path = shipped_path(game)
        ladder = None if path is None else ladder_in(path, game)
        if ladder is not None:
            parts.append(f"## {game.title}\n\n{explained_scale(ladder)}\n\n{table(ladder)}\n")
    return "\n".join(parts)


def table(ladder: Ladder) -> str:
    """The opponents of a game, the strongest first."""
    head = ["| opponent | rating | 95 % | games | measured |", "|---|---|---|---|---|"]
    return "\n".join([*head, *(row(rung, ladder) for rung in sorted(ladder.rungs, key=lambda rung: -rung.rating))])


def row(rung: Rung, ladder: Ladder) -> str:
    """One opponent."""
    fixed = rung.opponent == ladder.anchor
    span = "by definition" if fixed else f"{rung.low:.0f} to {rung.high:.0f}"
    return f"| `{rung.opponent}` | {rung.rating:.0f} | {span} | {rung.games} | {rung.date} |"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
