"""Long jobs: books, tables, compiling ahead."""

import argparse

from sparring.rules import SparringError
from sparring.terminal.given import game_of
from sparring.terminal.output import show


def build_book(options: argparse.Namespace) -> None:
    """Compute a game's opening book."""
    raise SparringError(f"{game_of(options).title} has no opening book to build.")


def build_tables(options: argparse.Namespace) -> None:
    """Compute a game's endgame tables."""
    raise SparringError(f"{game_of(options).title} has no endgame tables to build.")


def warmup(options: argparse.Namespace) -> None:
    """Compile ahead of time."""
    show("Nothing needs compiling: every brain there is runs as it is.")
