"""Reads and checks what the user gave on the command line."""

import argparse
from pathlib import Path

from sparring.arena.decks import ALL
from sparring.rules import AnyGame, BadPosition, BadRecord, Record, SparringError, notation
from sparring.rules.capabilities import Posed
from sparring.rules.decks import with_decks
from sparring.rules.files import read_text
from sparring.rules.registry import game as find_game
from sparring.rules.seeds import fresh_seed
from sparring.rules.settings import Number
from sparring.work.pool import cores


def game_of(options: argparse.Namespace) -> AnyGame:
    """The game that was named, with the decks that were given, or as a given record was played."""
    game = find_game(spec_of(options))
    path = getattr(options, "record", None)
    return game if path is None else game.in_version(_read_record(path).rules)


def spec_of(options: argparse.Namespace) -> str:
    """The text by which other processes find the same game."""
    spec: str = options.game
    game_class = type(find_game(spec))
    if getattr(options, "decks", None) is not None:
        return with_decks(spec, options.decks.split(","))
    if getattr(options, "record", None) is not None and "=" not in spec.rpartition(":")[2]:
        name = _read_record(options.record).game
        if name.partition(":")[0] == game_class.name:
            spec += name.removeprefix(game_class.name)
    return spec


def field_of(options: argparse.Namespace) -> list[str]:
    """The decks of a tournament of decks: those given, if they are more than two or `all`; else none."""
    decks: list[str] = options.decks.split(",") if options.decks is not None else []
    return decks if len(decks) > 2 or ALL in decks else []


def opponents_of(given: list[str], game: AnyGame) -> list[str]:
    """The opponents for all seats but one: each given one, or a single one for all; none if none was given."""
    wanted = len(game.seats) - 1
    names = given if wanted == 1 else [name for text in given for name in split_opponents(text)]
    if len(names) == 1:
        names *= wanted
    if len(names) not in (0, wanted):
        needed = "one opponent" if wanted == 1 else f"{wanted} opponents, or one for all"
        raise SparringError(f"{game.title} needs {needed}, not {len(names)}.")
    return names


def split_opponents(text: str) -> list[str]:
    """The opponents of a list with commas, which also stand between settings: easy,minimax:depth=2,style=balanced."""
    names: list[str] = []
    for part in text.split(","):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


def seat_of(options: argparse.Namespace, game: AnyGame) -> int | None:
    """The seat that the person takes, counted from 0; None if that was not said."""
    if options.seat is not None:
        return whole_number("seat", options.seat, 1, len(game.seats)) - 1
    return 1 if options.second else None


def position_of(options: argparse.Namespace) -> Posed:
    """The position that was given, or the start position, with its game."""
    game = game_of(options)
    if options.position is not None:
        return _posed(game, options)
    if options.record is not None:
        return Posed(game, notation.after_record(game, record_of(options.record, game)))
    return Posed(game, notation.after_moves(game, options.moves or ""))


def _posed(game: AnyGame, options: argparse.Namespace) -> Posed:
    """The position in a text; the error says so if the flag for posed ones would take it."""
    try:
        return notation.read_text(game, options.position, any_position=bool(options.any_position))
    except BadPosition as refused:
        if options.any_position is not False or not _can_be_posed(game, options.position):
            raise
        raise BadPosition(f"{refused} With --any-position it is taken all the same.") from None


def _can_be_posed(game: AnyGame, text: str) -> bool:
    try:
        notation.read_text(game, text, any_position=True)
    except BadPosition:
        return False
    return True


def record_of(path: str, game: AnyGame) -> Record:
    """The record in a file; raises an error if it is of another game."""
    record = _read_record(path)
    if record.game != game.name:
        raise BadRecord(f"The record {path} is of {record.game}, not of {game.name}.")
    return record


def _read_record(path: str) -> Record:
    return Record.parse(read_text(path, "The record"))


def writable(path: str | Path) -> Path:
    """The path, if a file can be written there. Commands check this before they start to play."""
    try:
        there = Path(path).exists()
        with Path(path).open("a", encoding="utf-8"):
            pass
        if not there:
            Path(path).unlink()  # no empty file is left behind
        return Path(path)
    except OSError as error:
        raise SparringError(f"{path} cannot be written: {error.strerror}.") from None


def numbered(path: str | None, number: int) -> str | None:
    """The file for the record of a match: the given one for the first, then match-2.txt and so on."""
    if path is None or number == 1:
        return path
    first = Path(path)
    return str(first.with_name(f"{first.stem}-{number}{first.suffix}"))


def whole_number(name: str, text: str, low: int, high: int) -> int:
    """A whole number within the bounds."""
    number = Number(low, high, whole=True).read(name, text)
    assert number is not None
    return int(number)


def number(name: str, text: str, low: float, high: float) -> float:
    """A number within the bounds."""
    found = Number(low, high).read(name, text)
    assert found is not None
    return float(found)


def seed_of(options: argparse.Namespace) -> int:
    """The seed that was given, or a random one."""
    if options.seed is None:
        return fresh_seed()
    return whole_number("seed", options.seed, 0, 2**63 - 1)


def jobs_of(options: argparse.Namespace) -> int:
    """The number of processes that was given, or one for each core."""
    return cores() if options.jobs is None else whole_number("jobs", options.jobs, 1, 1024)
