"""`sparring ladder`: the measured strength of a game's opponents, and measuring it."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sparring.arena.ladder import (
    Ladder,
    explained_scale,
    ladder_in,
    own_path,
    read_ladder,
    stale,
)
from sparring.arena.ladder_picture import picture
from sparring.arena.measuring import INTERVAL, Measurement, Progress, journal_beside
from sparring.opponents import catalogue
from sparring.ratings.plackett_luce import AVERAGE
from sparring.rules import AnyGame, BadSetting, SparringError
from sparring.rules.files import write_whole
from sparring.terminal.arguments import game_of, jobs_of, number, whole_number, writable
from sparring.terminal.output import console, plain, progress_of, show, show_json, table
from sparring.work.journal import LineJournal
from sparring.work.pool import executor

EVERY = 30.0
"""Seconds between two lines about the progress, where there is no terminal for a bar."""


def ladder(options: argparse.Namespace) -> None:
    """Show the measured strength of a game's opponents, or measure it."""
    game = game_of(options)
    drawn = writable(options.picture) if options.picture else None
    kept: Path | None = None
    if options.measure:
        kept = _kept(options, game)
        found: Ladder | None = _measured(options, game, kept)
    else:
        for name in ("interval", "minutes", "save", "seed", "ray"):
            if getattr(options, name) is not None:
                raise BadSetting(f"--{name} is for --measure.")
        found = read_ladder(game)
    if drawn is not None:
        if found is None:
            raise SparringError(f"The opponents of {game.title} are not measured yet, so there is nothing to draw.")
        write_whole(drawn, picture(game, found).encode())
    if options.json:
        show_json(found.as_json() if found else {"game": game.name, "ratings": []})
    elif found is None:
        show(f"The opponents of {game.title} are not measured yet: sparring ladder {options.game} --measure")
    else:
        _show(game, found)
        if kept is not None:
            told = "" if options.save else "; without that file the ladder that came with the game is shown"
            show(f"[faint]Kept in {plain(str(kept))}{told}.[/]")


def _kept(options: argparse.Namespace, game: AnyGame) -> Path:
    """Where the measured ladder goes."""
    if not options.save:
        own_path(game).parent.mkdir(parents=True, exist_ok=True)
    return writable(options.save or own_path(game))


def _measured(options: argparse.Namespace, game: AnyGame, kept: Path) -> Ladder:
    """Measure what is not measured well enough yet, keep it, and return the ladder."""
    known = ladder_in(kept, game) if options.save else read_ladder(game)
    seed = 1 if options.seed is None else whole_number("seed", options.seed, 0, 2**63 - 1)
    interval = INTERVAL if options.interval is None else number("interval", options.interval, 1, 1000)
    minutes = None if options.minutes is None else number("minutes", options.minutes, 0, 1_000_000)
    until = None if minutes is None else time.monotonic() + 60 * minutes
    measurement = Measurement(options.game, known, seed, interval)
    beside = journal_beside(kept)
    with LineJournal(beside) as journal, executor(jobs_of(options), options.ray) as workers, _telling() as tell:
        for progress in measurement.play(workers, journal, until):
            tell(progress)
    found = measurement.ladder()
    write_whole(kept, (json.dumps(found.as_json(), indent=1, ensure_ascii=False) + "\n").encode())
    if not measurement.unfinished:
        beside.unlink()
    elif not options.json:
        show("[warn]Some intervals are still too wide; measure again to go on.[/]\n")
    if measurement.problems:
        print(f"The referee chose for an opponent {measurement.problems} times.", file=sys.stderr)
    return found


@contextmanager
def _telling() -> Iterator[Callable[[Progress], None]]:
    """Reports progress with a bar, or with a line now and then where there is no terminal."""
    told = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal told
        still = f"{len(progress.unfinished)} opponent{'s'[: len(progress.unfinished) != 1]}"
        about = f"{still} too uncertain, at most ± {progress.widest:.0f}; {_in_words(progress.seconds_left)}"
        bar(about, progress.games, progress.expected_games)
        if not sys.stderr.isatty() and time.monotonic() - told > EVERY:
            told = time.monotonic()
            print(f"{progress.games} of about {progress.expected_games} games; {about}", file=sys.stderr, flush=True)

    with progress_of() as bar:
        yield tell


def _in_words(seconds: float | None) -> str:
    """The time that is left, which is only an estimate.

    >>> _in_words(20), _in_words(200), _in_words(20_000)
    ('about a minute left', 'about 3 minutes left', 'about 5.6 hours left')
    """
    if seconds is None:
        return "the time left is not known yet"
    if seconds < 90:
        return "about a minute left"
    return f"about {seconds / 60:.0f} minutes left" if seconds < 5400 else f"about {seconds / 3600:.1f} hours left"


def _show(game: AnyGame, found: Ladder) -> None:
    rows = table("", "opponent", ">rating", "95 %", ">games", "measured", "about")
    entries, outdated = catalogue(game).entries, stale(game, found)
    for place, rung in enumerate(sorted(found.rungs, key=lambda rung: (-rung.rating, rung.opponent)), 1):
        about = entries[rung.opponent].about if rung.opponent in entries else ""
        between = "by definition" if rung.opponent == found.anchor else f"{rung.low:.0f}–{rung.high:.0f}"
        if not rung.bounded:
            between = f"above {rung.low:.0f}" if rung.rating > AVERAGE else f"below {rung.high:.0f}"
        when = (rung.date or "–") + (" [warn]stale[/]" if rung.opponent in outdated else "")
        name = f"[name]{plain(rung.opponent)}[/]"
        rows.add_row(str(place), name, f"{rung.rating:.0f}", between, str(rung.games), when, plain(about))
    console().print(rows)
    plies = f"random opening plies: {found.opening_plies}, seed {found.seed}"
    show(f"\n[faint]{plain(explained_scale(found))} {plies}.[/]")
    for name, why in outdated.items():
        show(f"[faint]{plain(name)}: {why}[/]")
