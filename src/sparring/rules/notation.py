"""Positions as users give them: moves from the start, a line of text, or a record."""

from collections.abc import Iterator, Sequence
from typing import Any

from sparring.rules.capabilities import Posed, posed
from sparring.rules.chance import chances_at
from sparring.rules.errors import BadPosition, BadRecord, IllegalMove, SparringError
from sparring.rules.game import AnyGame
from sparring.rules.record import ByChance, Chosen, Record
from sparring.rules.registry import game as find_game
from sparring.rules.seeds import stream


def start(game: AnyGame, seed: int = 0) -> Any:
    """The position a match with this seed begins with."""
    return game.start(stream(seed, "start"))


def after_moves(game: AnyGame, moves: str | Sequence[str], seed: int = 0) -> Any:
    """The position after moves from the start: "4 4 5", or "445" where every move is one character."""
    position = start(game, seed)
    words = moves.split() if isinstance(moves, str) else [word for move in moves for word in move.split()]
    number = 0
    while words:
        for text in _first_moves(game, position, words):
            number += 1
            try:
                position = game.play(position, game.read_move(position, text))
            except IllegalMove as error:
                raise IllegalMove(f"Move {number} cannot be played: {error}") from None
    return position


def replay(game: str | AnyGame, record: Record) -> Iterator[Any]:
    """The position before each choice of a record that was not taken back, and the one after the last.

    A record of an earlier version of the rules is replayed by those rules, if the game still has them.
    """
    game = find_game(game).in_version(record.rules)
    position, number = start(game, record.seed), 1
    for step in record.steps():
        chances = chances_at(game, position)
        if isinstance(step, ByChance):
            if not chances.get(step.option):
                raise BadRecord(f"Chance cannot have decided {step.option!r} before choice {number} of the record.")
        else:
            if chances:
                raise BadRecord(f"The record does not say what chance decided before choice {number}.")
            yield position
            _check_choice(game, position, step, number)
            number += 1
        position = game.play(position, game.options(position)[step.option])
    yield position


def _check_choice(game: AnyGame, position: Any, chosen: Chosen, number: int) -> None:
    if game.outcome(position) is not None:
        raise BadRecord(f"The record goes on with {chosen.option!r} after the game was over.")
    if game.to_move(position) != chosen.seat:
        raise BadRecord(f"Choice {number} of the record is by seat {chosen.seat}, whose turn it is not.")
    if chosen.option not in game.options(position):
        raise BadRecord(f"Choice {number} of the record cannot be played: {game.why_not(position, chosen.option)}")


def after_record(game: AnyGame, record: Record) -> Any:
    """The position at the end of a record."""
    *_, last = replay(game, record)
    return last


def read_line(game: AnyGame, line: str, seed: int = 0, *, any_position: bool = False) -> Posed:
    """The position that a line describes, which is either moves from the start or the text of a position."""
    try:
        return Posed(game, after_moves(game, line, seed))
    except IllegalMove as not_moves:
        try:
            return read_text(game, line, any_position=any_position)
        except BadPosition as not_position:
            raise _likelier(game, line, not_moves, not_position) from None


def read_text(game: AnyGame, line: str, *, any_position: bool = False) -> Posed:
    """The position that a text describes: one that a game can reach, unless any will do."""
    return posed(game, line) if any_position else Posed(game, game.read_position(line))


def _first_moves(game: AnyGame, position: Any, words: list[str]) -> list[str]:
    """Remove the next move from the words: the longest run that is a move, or one word of one-character moves."""
    options = {option.casefold() for option in game.options(position)}
    for length in range(max((len(option.split()) for option in options), default=1), 1, -1):
        text = " ".join(words[:length])
        if text.casefold() in options:
            del words[:length]
            return [text]
    word = words.pop(0)
    one_character_each = bool(options) and all(len(option) == 1 for option in options)
    return list(word) if one_character_each else [word]


def _likelier(game: AnyGame, line: str, not_moves: SparringError, not_position: SparringError) -> SparringError:
    """The error that fits what the line was probably meant to be."""
    position = start(game)
    first = _first_moves(game, position, line.split())[0]
    begins_as_moves = any(option.casefold() == first.casefold() for option in game.options(position))
    return not_moves if begins_as_moves else not_position
