"""Checks of the texts of moves and positions, and of records."""

from collections.abc import Iterator
from typing import Any

from sparring.match.table import Table
from sparring.rules import AnyGame, BadPosition, IllegalMove, Record, SparringError, notation
from sparring.rules.capabilities import HidesMoves
from sparring.rules.own_code import in_words
from sparring.rules.seeds import stream
from sparring.testing.faults import Found
from sparring.testing.values import described
from sparring.testing.walks import Visit

NONSENSE = ("", "?", "no such thing", "0", "[/]")

NONSENSE_PLIES = 3
"""Nonsense is tried in the first plies only: a game refuses it everywhere for the same reasons."""


def move_texts(visit: Visit) -> Iterator[Found]:
    """The text of a move is one line, unique among the legal moves, and reads back as that move."""
    game, position, moves = visit.game, visit.position, visit.moves
    texts = [game.move_text(position, move) for move in moves]
    if strange := [text for text in texts if not isinstance(text, str)]:
        yield Found("no text", f"move_text returns {strange[0]!r}, which is not a text.", "move_text")
        return
    for text in texts:
        if text != text.strip() or not text or not text.isprintable():
            yield Found(
                "odd text", f"The text {text!r} of a move is not one line without blanks around it.", "move_text"
            )
            return
    for number, text in enumerate(texts):
        if (other := texts.index(text)) < number and moves[other] != moves[number]:
            sentence = f"The moves {moves[other]!r} and {moves[number]!r} share the text {text!r}."
            yield Found("shared text", sentence, "move_text")
            return
    for text, move in zip(texts, moves, strict=True):
        if (read := game.read_move(position, text)) != move:
            sentence = f"The text {text!r} of the move {move!r} reads back as {read!r}."
            yield Found("move text", sentence, "read_move")
            return


def told_moves(visit: Visit) -> Iterator[Found]:
    """What a seat is told of a move, or of what chance decides, is a text."""
    game, position = visit.game, visit.position
    if isinstance(game, HidesMoves):
        for move in visit.tried:
            for seat in range(len(game.seats)):
                told: Any = game.move_seen_by(seat, position, move)
                if not isinstance(told, str):
                    sentence = f"move_seen_by returns {told!r}, which is not a text; an empty one tells nothing."
                    yield Found("told move", sentence, "move_seen_by")
                    return


def refused_moves(visit: Visit) -> Iterator[Found]:
    """A text that is not a legal move is refused with an IllegalMove that says why."""
    game, position = visit.game, visit.position
    if len(visit.path) >= NONSENSE_PLIES:
        return
    for text in NONSENSE:
        if text not in game.options(position):
            try:
                read = game.read_move(position, text)
            except IllegalMove as refusal:
                if str(refusal).strip() in ("", "None"):
                    yield Found("no reason why not", f"why_not({text!r}) says nothing.", "why_not")
            except SparringError as error:
                yield Found(
                    "refusal", f"read_move({text!r}) raises {in_words(error)}, not an IllegalMove.", "read_move"
                )
            else:
                yield Found("nonsense move", f"read_move({text!r}) accepts this as {read!r}.", "read_move")


def position_texts(visit: Visit) -> Iterator[Found]:
    """The text of a position is one line that reads back as the position, or as one that is played in the same way."""
    game, position = visit.game, visit.position
    try:
        text = game.position_text(position)
    except BadPosition:  # this game has no texts for positions
        return
    if not isinstance(text, str) or "\n" in text:
        yield Found("position text", f"position_text returns {text!r}, which is not one line.", "position_text")
        return
    try:
        read = game.read_position(text)
    except BadPosition as refusal:
        yield Found("position text", f"The text {text!r} of a position cannot be read back: {refusal}", "read_position")
        return
    if (again := game.position_text(read)) != text:
        yield Found("position text", f"The text {text!r} reads back as {again!r}.", "read_position")
    elif read != position and visit.outcome is None and _played_otherwise(visit, read):
        sentence = f"The text {text!r} reads back as another position: the text leaves something out."
        yield Found("position text", sentence, "position_text")


def _played_otherwise(visit: Visit, read: object) -> bool:
    """True if a position that was read back has other moves, or if its moves lead elsewhere.

    Positions may differ in what their text leaves out on purpose, such as the history of the game.
    """
    game, position = visit.game, visit.position
    if game.to_move(read) != game.to_move(position) or list(game.options(read)) != list(game.options(position)):
        return True
    texts = [game.position_text(game.play(start, move)) for start in (position, read) for move in visit.moves]
    return texts[: len(visit.moves)] != texts[len(visit.moves) :]


def refused_positions(visit: Visit) -> Iterator[Found]:
    """A text that is not a position is refused with a BadPosition."""
    if visit.path:
        return
    for text in NONSENSE:
        try:
            visit.game.read_position(text)
        except BadPosition:
            pass
        except Exception as error:
            sentence = f"read_position({text!r}) raises {in_words(error)}; raise a BadPosition that says what is wrong."
            yield Found("refused position", sentence, "read_position")
            return


def records(game: AnyGame, seed: int, most_plies: int) -> Iterator[Found]:
    """The record of a random match reads back and replays to the same positions."""
    table, rng = Table(game, seed), stream(seed, "record")
    while table.outcome is None and len(table.choices) < most_plies:
        table.choose(rng.choice(list(game.options(table.position))))
    record = table.record({})
    again = Record.parse(str(record))
    if again != record:
        yield Found("record", "The record of a match does not read back: a text of a move breaks it.", "move_text")
    elif described(list(notation.replay(game, again))) != described(table.positions):
        yield Found("record", "The record of a match replays to other positions.", "play")
