"""`sparring train`: an evaluation learned from self-play, with the table of its generations."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sparring.rules.files import write_whole
from sparring.terminal.arguments import jobs_of, number, seed_of, spec_of, writable
from sparring.terminal.output import console, plain, progress_of, show, show_json, table
from sparring.training.gate import Comparison
from sparring.training.generations import Training
from sparring.training.picture import picture

LEAST_MINUTES, MOST_MINUTES = 0.05, 100_000


def train(options: argparse.Namespace) -> None:
    """Train until the time is over, and tell what came of it."""
    minutes = number("minutes", options.minutes, LEAST_MINUTES, MOST_MINUTES)
    drawn = writable(options.picture) if options.picture else None
    with progress_of() as tell:
        training = Training(
            spec_of(options),
            seconds=60 * minutes,
            seed=seed_of(options),
            jobs=jobs_of(options),
            ray=options.ray,
            folder=Path(options.folder) if options.folder else None,
            resume=options.resume,
            tell=tell,
            install_at=writable(options.save) if options.save else None,
        )
        try:
            for row in training.run():
                _draw(training, drawn)
                if not options.json:
                    show(f"[faint]{plain(_sentence(row))}[/]")
        except KeyboardInterrupt:
            show(
                f"\n[faint]What was played so far is kept in {plain(str(training.store.folder))}; --resume goes on.[/]"
            )
            raise
    if options.json:
        show_json(_as_json(training))
    else:
        _show(training)


def _draw(training: Training, drawn: Path | None) -> None:
    svg = picture(training.found, training.store.rows).encode()
    for path in (training.store.folder / "curves.svg", *([drawn] if drawn else [])):
        write_whole(path, svg)


def _as_json(training: Training) -> dict[str, Any]:
    return {
        "game": training.found.name,
        "seed": training.seed,
        "date": datetime.now(UTC).date().isoformat(),
        "generations": training.store.rows,
        "final": [found.as_json() for found in training.final],
        "installed": training.installed,
        "file": str(training.path) if training.installed else None,
        "folder": str(training.store.folder),
    }


def _sentence(row: dict[str, Any]) -> str:
    result = f"{row['wins']}–{row['draws']}–{row['losses']}"
    what = "passes" if row["passed"] else "does not pass"
    return f"generation {row['generation']}: {row['score']:.0%} ({result}) against {row['against']}, so it {what}"


def _show(training: Training) -> None:
    rows = table("generation", ">games", ">positions", ">loss", ">held out", "against", ">score", "result", "")
    for row in training.store.rows:
        rows.add_row(
            str(row["generation"]),
            f"{row['games']:,}",
            f"{row['positions']:,}",
            f"{row['loss']:.4f}",
            f"{row['held_out']:.4f}",
            plain(row["against"]),
            f"{row['score']:.1%}",
            f"{row['wins']}–{row['draws']}–{row['losses']}",
            "passed" if row["passed"] else "[faint]not passed[/]",
        )
    console().print(rows)
    for found in training.final:
        show(f"\n{_told(found)}")
    if training.installed:
        show(f"It is kept in {plain(str(training.path))}: opponents use it with [name]evaluation=learned[/].")
    elif not training.final:
        show(f"\nNo generation passed the gate, so nothing replaces [name]{plain(training.usual.name)}[/].")
    else:
        show("It is not taken. --resume goes on with the training.")
    show(f"[faint]Table, curves and positions are in {plain(str(training.store.folder))}.[/]")


def _told(found: Comparison) -> str:
    """What the last test says, in a sentence."""
    result = f"{found.wins}–{found.draws}–{found.losses}"
    sure = {
        "first": "it is stronger",
        "second": "it is weaker",
        "neither": "neither is better by as much as matters",
        "open": "it is not sure who is stronger",
    }[found.verdict.name.lower()]
    nodes = f"{found.nodes[0]:,} nodes a move against {found.nodes[1]:,}"
    return (
        f"{plain(found.first).capitalize()} scores {found.score:.1%} ({result}) against "
        f"[name]{plain(found.second)}[/] at equal time ({nodes}): {sure}."
    )
