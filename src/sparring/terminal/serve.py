"""`sparring serve`: starts the server."""

import argparse
import os
import sys
import webbrowser

from sparring.opponents.own import bring
from sparring.rules.registry import game as find_game
from sparring.rules.registry import register
from sparring.rules.settings import Number, OneOf
from sparring.server.addresses import network
from sparring.server.limits import RATE
from sparring.server.running import Settings
from sparring.server.running import serve as run_server
from sparring.server.thinkers import LONGEST
from sparring.terminal.arguments import whole_number

MOST_WORKERS = 64


def serve(options: argparse.Namespace) -> None:
    """Serve until the process is stopped."""
    for spec in options.game:
        register(type(find_game(spec)))
    for text in options.opponent:
        bring(text)
    longest = LONGEST if options.longest is None else Number(0.01, 3600).read("longest", options.longest)
    rate = RATE if options.rate is None else Number(0, 10**9).read("rate", options.rate)
    settings = Settings(
        options.database,
        longest=float(longest or 0),
        rate=float(rate or 0),
        proxies=[network(proxy) for proxy in options.proxy],
        expire=None if options.expire is None else Number(0.01, 36500).read("expire", options.expire),
        lab_minutes=float(Number(0, 10_000).read("lab-minutes", options.lab_minutes) or 0),
        log_level=OneOf(("debug", "info", "warning", "error")).read("log", options.log),
        games=tuple(options.game),
        opponents=tuple(options.opponent),
    )
    run_server(
        options.host,
        whole_number("port", options.port, 0, 65535),
        settings,
        workers=whole_number("workers", options.workers, 1, MOST_WORKERS),
        started=_show_page if options.open else _tell,
    )


def _tell(address: str) -> None:
    print(f"Sparring listens on {address}", flush=True)


def _show_page(address: str) -> None:
    """Open the page in the user's browser, or print the address if there is no desktop."""
    _tell(address)
    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
    else:
        print("Open that address in a browser. Ctrl-C stops the server.", flush=True)
