"""A match without its players: what was chosen, where that leads, and what is to be decided next."""

from collections.abc import Mapping
from typing import Any

from sparring.rules import (
    AnyGame,
    BadRecord,
    Chosen,
    Decision,
    IllegalMove,
    Outcome,
    Record,
    Resigned,
    SparringError,
    Thinking,
    Undone,
    notation,
)
from sparring.rules.capabilities import move_as_seen
from sparring.rules.record import Entry
from sparring.rules.seeds import derive


class Table:
    """The state of a match, changed only by choices, by taking them back and by resigning.

    >>> from sparring.games.tictactoe import TicTacToe
    >>> table = Table(TicTacToe(), seed=1)
    >>> table.choose("b2")
    ('b2', 'b2')
    >>> table.decision().seat, len(table.decision().options)
    (1, 8)
    """

    def __init__(self, game: AnyGame, seed: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.entries: list[Entry] = []
        self.positions: list[Any] = [notation.start(game, seed)]
        self.choices: list[Chosen] = []
        self.resigned: Resigned | None = None

    @classmethod
    def of_record(cls, game: AnyGame, record: Record) -> "Table":
        """The table as a record left it."""
        table = cls(game, record.seed)
        table.positions = list(notation.replay(game, record))
        table.choices = record.choices()
        table.entries = list(record.entries)
        if record.entries and isinstance(record.entries[-1], Resigned):
            table.resigned = record.entries[-1]
            if table.resigned.seat not in range(len(game.seats)):
                raise BadRecord(
                    f"The record ends with seat {table.resigned.seat} resigning, and there is no such seat."
                )
        return table

    @property
    def position(self) -> Any:
        """Where the match stands."""
        return self.positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if self.resigned is not None:
            return Outcome(1 - self.resigned.seat, self.resigned.reason)
        return self.game.outcome(self.position)

    def decision(self, thinking: Thinking | None = None) -> Decision:
        """What is to be decided next."""
        if self.outcome is not None:
            raise SparringError("The match is over; there is nothing to decide.")
        return decision_at(self.game, self.position, self.seed, len(self.choices), thinking)

    def choose(self, option: str) -> tuple[str, ...]:
        """Answer what is to be decided; the result is what each seat is told of it."""
        options = {} if self.outcome else self.game.options(self.position)
        if option not in options:
            raise IllegalMove(self.game.why_not(self.position, option))
        position, move = self.position, options[option]
        chosen = Chosen(self.game.to_move(position), option)
        seen = tuple(move_as_seen(self.game, seat, position, move) for seat in range(len(self.game.seats)))
        self.positions.append(self.game.play(position, move))
        self.choices.append(chosen)
        self.entries.append(chosen)
        return seen

    def choices_to_take_back(self, seat: int) -> int:
        """How many choices must go for a seat to decide anew what it decided last; 0 if it decided nothing yet."""
        for back, chosen in enumerate(reversed(self.choices), 1):
            if chosen.seat == seat:
                return back
        return 0

    def take_back(self, count: int) -> None:
        """Take back the last choices."""
        if not 0 < count <= len(self.choices):
            raise SparringError(f"There are {len(self.choices)} choices to take back, not {count}.")
        del self.positions[-count:], self.choices[-count:]
        self.entries.append(Undone(count))
        self.resigned = None

    def resign(self, seat: int, out_of_time: bool = False) -> None:
        """A seat gives up, or its time is over."""
        if self.outcome is not None:
            raise SparringError("The match is over; nobody can resign any more.")
        if seat not in range(len(self.game.seats)):
            raise SparringError(f"There is no seat {seat} in {self.game.title}.")
        self.resigned = Resigned(seat, out_of_time)
        self.entries.append(self.resigned)

    def record(self, headers: Mapping[str, str] | None = None) -> Record:
        """The match as it can be written down."""
        return Record(self.game.name, self.seed, self.game.version, tuple(self.entries), dict(headers or {}))


def decision_at(
    game: AnyGame, position: Any, seed: int = 0, number: int = 0, thinking: Thinking | None = None
) -> Decision:
    """What is to be decided in a position."""
    seat = game.to_move(position)
    options = tuple(game.options(position))
    if not options:
        outcome = game.outcome(position)
        assert outcome is not None
        raise SparringError(f"The game is over ({describe_outcome(game, outcome)}), so there is no move to choose.")
    return Decision(
        seat=seat,
        kind=game.kind(position),
        options=options,
        view=game.view(position, seat),
        number=number,
        seed=derive(seed, "decision", number, seat),
        thinking=thinking or Thinking(),
    )


def describe_outcome(game: AnyGame, outcome: Outcome) -> str:
    """An outcome as people say it."""
    who = "draw" if outcome.winner is None else f"{game.seats[outcome.winner]} wins"
    return f"{who}: {outcome.reason}" if outcome.reason else who
