"""Writes the measured strength of the shipped games' opponents into the docs: `python tools/ratings.py`.

All of `docs/ratings.md` comes from the measurements. In the tables of `docs/levels.md` the ratings do, with the steps
between them, and so does the sentence below each table that says what is out of bounds. The other figures stay.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from measure import shipped_games

from sparring.arena.ladder import Ladder, Rung, explained_scale, ladder_in, shipped_path
from sparring.arena.measuring import INTERVAL, SLOW_INTERVAL
from sparring.ratings.plackett_luce import AVERAGE
from sparring.rules.registry import game as find_game

DOCS = Path(__file__).parent.parent / "docs"
PAGE, LEVELS = DOCS / "ratings.md", DOCS / "levels.md"

HEAD = """\
# Ratings

How strong the opponents of the shipped games are, as `sparring ladder GAME` shows it.
[How strength is measured](measuring.md) explains the scale, and how to measure it again.
Points of different games cannot be compared. `python tools/ratings.py` writes this page from the measurements.
"""

SMALLEST_STEP, LARGEST_STEP = 100, 250
"""How many points neighbouring levels should be apart."""

ROUNDED = 0.1
"""Intervals are stored rounded."""

ROW = re.compile(r"^\| `(level\d+)` \|(?:[^|\n]*\|){4}(.*)$", re.MULTILINE)
BOUNDS = re.compile(r"\n\nOut of bounds: [^\n]*|\n\nNothing is out of bounds\.")


def shipped_ladders() -> Iterator[tuple[str, Ladder]]:
    """The title and the ladder of each shipped game that has been measured."""
    for name in shipped_games():
        game = find_game(name)
        path = shipped_path(game)
        ladder = None if path is None else ladder_in(path, game)
        if ladder is not None:
            yield game.title, ladder


# ---------------------------------------------------------------------- all opponents


def page() -> str:
    """The whole page of ratings."""
    parts = [HEAD]
    for title, ladder in shipped_ladders():
        wide = too_wide(ladder, ladder.rungs)
        told = f"\n{wide[0].upper()}{wide[1:]}.\n" if wide else ""
        parts.append(f"## {title}\n\n{explained_scale(ladder)}\n\n{table(ladder)}\n{told}")
    return "\n".join(parts)


def table(ladder: Ladder) -> str:
    """The opponents of a game, the strongest first."""
    head = ["| opponent | rating | 95 % | games | measured |", "|---|---|---|---|---|"]
    return "\n".join([*head, *(row(rung, ladder) for rung in sorted(ladder.rungs, key=lambda rung: -rung.rating))])


def row(rung: Rung, ladder: Ladder) -> str:
    """One opponent."""
    span = "by definition" if rung.opponent == ladder.anchor else interval(rung)
    return f"| `{rung.opponent}` | {rung.rating:.0f} | {span} | {rung.games} | {rung.date} |"


def interval(rung: Rung) -> str:
    """Where the rating lies, with 95 % certainty."""
    if not rung.bounded:
        return f"above {rung.low:.0f}" if rung.rating > AVERAGE else f"below {rung.high:.0f}"
    return f"{rung.low:.0f} to {rung.high:.0f}"


def too_wide(ladder: Ladder, rungs: tuple[Rung, ...]) -> str:
    """The opponents whose intervals reach further than they should, as the end of a sentence; empty if none does."""
    reaches = {
        rung.opponent: (rung.high - rung.low) / 2
        for rung in rungs
        if rung.bounded and (rung.high - rung.low) / 2 > (SLOW_INTERVAL if rung.slow else INTERVAL) + ROUNDED
    }
    told = ", ".join(f"`{name}` ± {reach:.0f}" for name, reach in reaches.items() if name != ladder.anchor)
    should = f"± {INTERVAL:.0f}, or ± {SLOW_INTERVAL:.0f} for whoever thinks long"
    return f"intervals wider than they should be ({should}): {told}" if told else ""


# ---------------------------------------------------------------------- levels


def levels_page(text: str) -> str:
    """The page of levels, with the ratings that were measured."""
    for title, ladder in shipped_ladders():
        before, heading, rest = text.partition(f"### {title}\n")
        section, following, after = rest.partition("\n### ")
        shown = with_ratings(BOUNDS.sub("", section.rstrip("\n")), ladder)
        text = f"{before}{heading}{shown}\n\n{out_of_bounds(ladder)}\n{following}{after}"
    return text


def with_ratings(section: str, ladder: Ladder) -> str:
    """A section of the page, with the ratings that were measured in the rows of its table."""
    return ROW.sub(lambda found: level_row(found[1], ladder) + found[2], section)


def level_row(name: str, ladder: Ladder) -> str:
    """The measured cells of a level's row: its rating, the interval, the step from the level before, and the games."""
    rung, apart = ladder[name], steps(ladder).get(name)
    step = "" if apart is None else signed(apart)
    return f"| `{name}` | {rung.rating:.0f} | {interval(rung)} | {step} | {rung.games} |"


def steps(ladder: Ladder) -> dict[str, int]:
    """How far each level is above the one before it."""
    ratings = {rung.opponent: rung.rating for rung in ladder.rungs}
    above = {name: f"level{int(name.removeprefix('level')) - 1}" for name in ratings if name.startswith("level")}
    return {name: round(ratings[name] - ratings[last]) for name, last in above.items() if last in ratings}


def out_of_bounds(ladder: Ladder) -> str:
    """What is out of bounds in a game: steps that are too short or too long, and intervals that are too wide."""
    levels = sorted(
        (rung for rung in ladder.rungs if rung.opponent.removeprefix("level").isdecimal()),
        key=lambda rung: int(rung.opponent.removeprefix("level")),
    )
    apart = steps(ladder)
    uneven = [
        f"`{rung.opponent}` {signed(apart[rung.opponent])}"
        for rung in levels
        if rung.opponent in apart and not SMALLEST_STEP <= apart[rung.opponent] <= LARGEST_STEP
    ]
    told = [f"steps that are not {SMALLEST_STEP} to {LARGEST_STEP} points: {', '.join(uneven)}"] if uneven else []
    told += filter(None, [too_wide(ladder, tuple(levels))])
    return f"Out of bounds: {'; '.join(told)}." if told else "Nothing is out of bounds."


def signed(points: int) -> str:
    """A step with its sign.

    >>> signed(81), signed(-76)
    ('+81', '−76')
    """
    return f"{points:+d}".replace("-", "−")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    LEVELS.write_text(levels_page(LEVELS.read_text("utf-8")), "utf-8")
