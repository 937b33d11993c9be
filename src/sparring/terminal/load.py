"""`sparring load`: puts load on a server, and tells how long its answers take."""

import argparse
import asyncio
from pathlib import Path
from urllib.parse import urlsplit

from sparring.rules import SparringError
from sparring.server.load import PERCENTS, Calls, Play, Told, early_positions, moves_of
from sparring.server.load_picture import picture
from sparring.terminal.arguments import number, seed_of, whole_number
from sparring.terminal.output import console, show, show_json, table


def load(options: argparse.Namespace) -> None:
    """Measure."""
    parts = urlsplit(options.address if "//" in options.address else f"http://{options.address}")
    if parts.scheme != "http" or not parts.hostname:
        raise SparringError(f"{options.address!r} is not a server's address; write one like http://127.0.0.1:8000.")
    told = asyncio.run(_work(options, parts.hostname, parts.port or 80).run())
    title = f"{options.game}, {options.opponent}: {options.matches or options.connections} "
    title += "matches at once" if options.matches else "connections"
    if options.picture:
        Path(options.picture).write_text(picture(title, told), "utf-8")
    if options.json:
        show_json(told.as_json())
    else:
        _show(told)


def _work(options: argparse.Namespace, host: str, port: int) -> Calls | Play:
    seconds = number("seconds", options.seconds, 0.1, 3600)
    seed = seed_of(options)
    if options.matches:
        count = whole_number("matches", options.matches, 1, 10_000)
        pause = number("pause", options.pause, 0, 3600)
        return Play(host, port, options.game, options.opponent, count, pause, seconds, seed)
    count = whole_number("connections", options.connections, 1, 10_000)
    requests = moves_of(options.game, options.opponent, early_positions(options.game, seed))
    return Calls(host, port, requests, count, seconds)


def _show(told: Told) -> None:
    shown = table("", "Answers", "A second", *(f"{percent:g} % within" for percent in PERCENTS))
    for each in told.times:
        shares = (_span(each.within(percent)) for percent in PERCENTS)
        rate = f"{len(each.seconds) / told.lasted:,.0f}"
        shown.add_row(each.name, f"{len(each.seconds):,}", rate, *shares)
    console().print(shown)
    show(f"Errors: {told.errors}")


def _span(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
