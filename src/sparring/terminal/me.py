"""`sparring me`: one's own ratings and results, kept in a file of the user's data folder."""

import argparse
import json
import time
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import platformdirs

from sparring.arena.standing import ENOUGH, Result, Standing, about_score, plays_as
from sparring.opponents import entry_for
from sparring.rules import AnyGame, SparringError
from sparring.rules.files import read_text
from sparring.rules.registry import games
from sparring.terminal import tried
from sparring.terminal.output import console, plain, show, show_json, table

NAMES = {field.name for field in fields(Result)}


def me(options: argparse.Namespace) -> None:
    """Show one's ratings and results; or delete them."""
    if options.delete:
        path().unlink(missing_ok=True)
        tried.path().unlink(missing_ok=True)
        show("Your results are deleted.")
        return
    known = results()
    standings = [standing for game in games() if (standing := Standing(game, known)).results]
    if options.json:
        told = {"file": str(path()), "games": [_as_json(standing) for standing in standings]}
        show_json(told | {"puzzles": tried.as_json(games())})
        return
    solved = [f"[name]{plain(game.title)}[/] {plain(said)}" for game in games() if (said := tried.told(game))]
    if not standings and not solved:
        show("You have no results yet. Play a match with `sparring play`, and your record begins.")
    for standing in standings:
        _show(standing)
    for line in solved:
        show(line)


def path() -> Path:
    """Where the results are kept: one line of JSON for each match."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "results.jsonl"


def results() -> list[Result]:
    """All results that are kept; a line that cannot be read is left out."""
    if not path().exists():
        return []
    found = []
    for line in read_text(path(), "The file of your results").splitlines():
        try:
            found.append(Result(**{name: value for name, value in json.loads(line).items() if name in NAMES}))
        except (ValueError, TypeError, AttributeError):
            continue
    return found


def keep(result: Result) -> None:
    """Add a result to the file."""
    line = json.dumps(asdict(result))
    try:
        path().parent.mkdir(parents=True, exist_ok=True)
        with path().open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:
        raise SparringError(f"Your result cannot be kept in {path()}: {error.strerror}.") from None


def standing_in(game: AnyGame) -> Standing:
    """Where the user stands in a game."""
    return Standing(game, results())


def stakes(standing: Standing, result: Result) -> str:
    """Whether a match that begins counts, and how strong an adaptive opponent is in it."""
    said, why = [], standing.why_not(result)
    if " and " not in result.opponent and entry_for(standing.game, result.opponent).adapts:
        name = plays_as(standing.game, result.opponent)
        rating, expected = standing.ratings.get(name), standing.expected(result.opponent)
        strength = f", rated {rating:.0f}; you score {about_score(expected)}" if rating and expected is not None else ""
        said.append(f"It plays as [name]{name}[/] in this match{strength}.")
    counts = f"The match does not count. {why}" if why else "The match counts for your rating."
    said.append(f"[faint]{plain(counts)}[/]")
    return "\n".join(said)


def tell_change(standing: Standing, result: Result) -> str:
    """What a match did to the rating, or why it did not count."""
    if why := standing.why_not(result):
        return f"The match does not count for your rating. {why}"
    if not standing.has_rating:
        left = ENOUGH - len(standing.counted)
        return f"It counts. {left} more rated {'match' if left == 1 else 'matches'} and you have a rating."
    now, change = standing.counted[-1].after, standing.counted[-1].change
    between = f"between {now.low:.0f} and {now.high:.0f}"
    if change is None:
        return f"Your first rating is {now.rating:.0f}, {between}."
    return f"Your rating is {now.rating:.0f} ({change:+.0f}), {between}."


def _as_json(standing: Standing) -> dict[str, Any]:
    rated, rung = standing.strength.interval, standing.match()
    shown = {"rating": rated.rating, "low": rated.low, "high": rated.high} if standing.has_rating else {"rating": None}
    changes = {counted.result.when: counted.change for counted in standing.counted}
    return {
        "game": standing.game.name,
        **shown,
        "matches": len(standing.counted),
        "next": rung and {"opponent": rung.name, "rating": rung.rating, "expected": rung.expected},
        "results": [
            {
                **{name: value for name, value in asdict(result).items() if name not in ("match", "help", "left")},
                "rated": not standing.why_not(result),
                "why": standing.why_not(result),
                "change": changes.get(result.when),
            }
            for result in standing.results
        ],
    }


def _show(standing: Standing) -> None:
    rated, count = standing.strength.interval, len(standing.counted)
    rating = (
        f"{rated.rating:.0f}, between {rated.low:.0f} and {rated.high:.0f}"
        if standing.has_rating
        else f"no rating yet: {count} of {ENOUGH} rated matches"
    )
    show(f"\n[name]{plain(standing.game.title)}[/]  {rating}")
    rows = table("opponent", ">won", ">drawn", ">lost", ">last")
    for opponent in dict.fromkeys(result.opponent for result in standing.results):
        met = [result for result in standing.results if result.opponent == opponent]
        won, drawn, lost = (sum(result.score == score for result in met) for score in (1, 0.5, 0))
        day = time.strftime("%Y-%m-%d", time.localtime(met[-1].when))
        rows.add_row(f"[name]{plain(opponent)}[/]", str(won), str(drawn), str(lost), day)
    console().print(rows)
    if rung := standing.match():
        show(f"[faint]Next: {rung.name}, rated {rung.rating:.0f}; you score {about_score(rung.expected)}.[/]")
