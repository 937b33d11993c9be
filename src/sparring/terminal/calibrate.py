"""`sparring calibrate`: curves from scores to expected scores, fitted to games that are played now."""

import argparse
import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sparring.arena.calibration import Calibration, calibratable, merged
from sparring.arena.measuring import journal_beside
from sparring.brains import curves
from sparring.ratings.calibration import ALLOWED, FEWEST_GAMES, Checked
from sparring.rules import AnyGame, SparringError
from sparring.rules.files import UnreadableFile, read_text, write_whole
from sparring.rules.settings import Number
from sparring.terminal.arguments import game_of, jobs_of, seed_of, whole_number, writable
from sparring.terminal.output import console, plain, show, show_json, table, with_progress
from sparring.work.journal import LineJournal

MOST_GAMES = 1_000_000
MOST_MINUTES = 100_000
LONGEST_REPORT = 3
"""How many different faults of the user's own code are shown."""


def calibrate(options: argparse.Namespace) -> int:
    """Play, fit, check, and keep the curves; the status is 1 if they do not hold in games that were kept apart."""
    game = game_of(options)
    if not options.save:
        curves.own_path(game).parent.mkdir(parents=True, exist_ok=True)
    kept = writable(options.save or curves.own_path(game))
    minutes = None
    if options.minutes is not None:
        minutes = Number(0, MOST_MINUTES).read("minutes", options.minutes)
    calibration = Calibration(
        options.game,
        list(dict.fromkeys(options.opponent)) or calibratable(game),
        games=whole_number("games", options.games, 1, MOST_GAMES),
        seed=seed_of(options),
        jobs=jobs_of(options),
        seconds=None if minutes is None else 60 * minutes,
    )
    beside = journal_beside(kept)
    played = 0
    with LineJournal(beside) as journal:
        for _ in with_progress(calibration.play(journal), "games", calibration.total):
            played += 1
    found = calibration.result()
    told = found.as_json(datetime.now(UTC).date().isoformat())
    if found.curves:
        _keep(kept, told)
    if played == calibration.total:
        beside.unlink()
    if options.json:
        show_json({**told, "holds": found.holds, "repeated": calibration.repeated, "file": str(kept)})
        return int(not found.holds)
    _show(game, calibration, told, {verdict.opponent: verdict for verdict in found.verdicts})
    if found.curves:
        show(f"[faint]Kept in {plain(str(kept))}.[/]")
    return int(not found.holds)


def _keep(path: Path, told: dict[str, Any]) -> None:
    """Write the curves to a file, beside those of other opponents that it has."""
    # There may be no such file yet, or one of something else.
    with suppress(UnreadableFile, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        told = merged(json.loads(read_text(path, "The file of curves")), told)
    try:
        write_whole(path, (as_text(told) + "\n").encode())
    except OSError as error:
        raise SparringError(f"{path} cannot be written: {error.strerror}.") from None
    curves.forget()


def as_text(told: dict[str, Any]) -> str:
    """The JSON of a file of curves, with a line for each curve and for each bin."""
    parts = []
    for name, value in told.items():
        text = json.dumps(value)
        if isinstance(value, list):
            text = "[\n" + ",\n".join(f"  {_entry(each)}" for each in value) + "\n ]"
        parts.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _entry(entry: dict[str, Any]) -> str:
    bins = {name: value for name, value in entry.items() if isinstance(value, list)}
    text = json.dumps({name: value for name, value in entry.items() if name not in bins})
    for name, rows in bins.items():
        text = text[:-1] + f', "{name}": [\n' + ",\n".join(f"   {json.dumps(row)}" for row in rows) + "\n  ]}"
    return text


def _show(game: AnyGame, calibration: Calibration, told: dict[str, Any], verdicts: dict[str, Any]) -> None:
    rows = table("opponent", "", ">games", ">decisions", ">told", ">scored", ">deviation, 95 %", "within 5 points")
    for name, verdict in verdicts.items():
        _add_rows(rows, name, "told", verdict.by_chance)
        _add_rows(rows, name, "over", verdict.by_progress)
    console().print(rows)
    within = f"{100 * ALLOWED:.0f} points"
    show(f"\n[faint]Bins have {FEWEST_GAMES} games or more; intervals are those of games, and must reach {within}.[/]")
    if calibration.repeated:
        show(f"[faint]Games that only repeated another one: {calibration.repeated}.[/]")
    for name, verdict in verdicts.items():
        if not (verdict.by_chance or verdict.by_progress):
            show(f"[warn]{plain(name)}: {verdict.games} different games are too few to fit a curve.[/]")
        elif not verdict.holds:
            apart = max(each.games for each in verdict.by_chance)
            few = f"only {apart} games with open decisions were kept apart, and {FEWEST_GAMES} are needed"
            why = few if apart < FEWEST_GAMES else "its expected scores deviate too much"
            show(f"[warn]{plain(name)} is not calibrated: {why}.[/]")
    for fault, times in calibration.faults.most_common(LONGEST_REPORT):
        show(f"[warn]{plain(fault)}[/] [faint]({times} ×)[/]")


def _add_rows(rows: Any, name: str, what: str, bins: Sequence[Checked]) -> None:
    for each in bins:
        rows.add_row(
            f"[name]{plain(name)}[/]",
            f"{what} {each.low:.0%} to {min(1.0, each.high):.0%}",
            str(each.games),
            str(each.decisions),
            f"{each.told:.1%}",
            f"{each.scored:.1%}",
            f"{100 * each.deviation:+.1f} ({100 * each.least:+.1f} to {100 * each.most:+.1f})",
            "yes" if each.holds else "[warn]no[/]",
        )
