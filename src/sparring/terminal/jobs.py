"""Commands that compute for long: books, tables, compiling ahead."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sparring.opponents import catalogue, opponent
from sparring.rules import AnyGame, SparringError, perft
from sparring.rules.capabilities import HasBook, HasTables
from sparring.rules.jobs import LongJob
from sparring.rules.registry import game as find_game
from sparring.rules.registry import games as all_games
from sparring.terminal.arguments import game_of, jobs_of, whole_number, writable
from sparring.terminal.output import plain, progress_of, show, with_progress

MOST_PLIES = 42


def build_book(options: argparse.Namespace) -> None:
    """Compute a game's opening book."""
    plies = None if options.plies is None else whole_number("plies", options.plies, 1, MOST_PLIES)
    game = game_of(options)
    if not isinstance(game, HasBook):
        raise SparringError(f"{game.title} has no opening book to build.")
    _run(game.build_book, options, plies)


def build_tables(options: argparse.Namespace) -> None:
    """Compute a game's endgame tables."""
    seeds = None if options.seeds is None else whole_number("seeds", options.seeds, 1, 100)
    game = game_of(options)
    if not isinstance(game, HasTables):
        raise SparringError(f"{game.title} has no endgame tables to build.")
    _run(game.build_tables, options, seeds)


def warmup(options: argparse.Namespace) -> None:
    """Compile what the opponents of some games need, or of all games, and what counts paths, ahead of time."""
    games = [find_game(name) for name in options.games] or all_games()
    work = [partial(_prepare, game, name) for game in games for name in catalogue(game).entries]
    work += [partial(perft.prepare, game) for game in games]
    for prepare in with_progress(work, "compiling", len(work)):
        prepare()
    show("Everything is compiled.")


def _prepare(game: AnyGame, name: str) -> None:
    opponent(game, name).prepare()


def _run(build: Callable[[LongJob], str], options: argparse.Namespace, size: int | None) -> None:
    save_to = writable(options.save) if options.save else None
    with progress_of() as tell:
        told = build(LongJob(tell, jobs_of(options), Path(save_to) if save_to else None, size, options.ray))
    show(plain(told))
