"""A match as a text file: the game, the seed, and everything that was chosen. It reads back, and it replays."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from sparring.rules.errors import BadRecord
from sparring.rules.game import Outcome
from sparring.rules.offer import Offer, OfferKind

FIRST_LINE = "Sparring record 1"
_HEADER = re.compile(r"([A-Za-z][^:]*):(.*)")
_CHOSEN = re.compile(r"(\d{1,9}): (.+)", re.ASCII)
_BY_CHANCE = re.compile(r"! chance (.+)")
_UNDONE = re.compile(r"! undo (\d{1,9})", re.ASCII)
_RESIGNED = re.compile(r"! (resign|time) (\d{1,9})", re.ASCII)
_AGREED = re.compile(r"! agree (draw|share|rematch) (\d{1,9})", re.ASCII)


@dataclass(frozen=True)
class Chosen:
    """A seat chose an option."""

    seat: int
    option: str

    def __str__(self) -> str:
        return f"{self.seat}: {self.option}"


@dataclass(frozen=True)
class ByChance:
    """Chance decided: an option fell at a chance node."""

    option: str

    def __str__(self) -> str:
        return f"! chance {self.option}"


@dataclass(frozen=True)
class Undone:
    """The last choices were taken back, with all that chance decided after them."""

    count: int
    """The number of choices."""

    def __str__(self) -> str:
        return f"! undo {self.count}"


@dataclass(frozen=True)
class Resigned:
    """A seat resigned, or ran out of time."""

    seat: int
    out_of_time: bool = False

    @property
    def reason(self) -> str:
        """Why the match is over."""
        return "out of time" if self.out_of_time else "resignation"

    def outcome(self, seats: int) -> Outcome:
        """How the match ends: the other seat wins; of several others, all share the first place."""
        if seats == 2:
            return Outcome(1 - self.seat, self.reason)
        return Outcome(None, self.reason, places=tuple(seats if seat == self.seat else 1 for seat in range(seats)))

    def __str__(self) -> str:
        return f"! {'time' if self.out_of_time else 'resign'} {self.seat}"


@dataclass(frozen=True)
class Agreed:
    """A seat's offer was accepted; an accepted undo is recorded as Undone instead."""

    offer: Offer

    @property
    def ends_the_match(self) -> bool:
        """Whether the match is over with it."""
        return self.offer.kind in (OfferKind.DRAW, OfferKind.SHARE)

    def __str__(self) -> str:
        return f"! agree {self.offer.kind.value} {self.offer.seat}"


Step: TypeAlias = Chosen | ByChance
"""What moves a game on."""

Entry: TypeAlias = Step | Undone | Resigned | Agreed


@dataclass(frozen=True)
class Record:
    """Everything that is needed to replay a match.

    >>> record = Record("tictactoe", seed=7, entries=(Chosen(0, "b2"), Chosen(1, "a1")))
    >>> print(record, end="")
    Sparring record 1
    Game: tictactoe
    Rules: 1
    Seed: 7
    <BLANKLINE>
    0: b2
    1: a1
    >>> Record.parse(str(record)) == record
    True
    """

    game: str
    seed: int = 0
    rules: int = 1
    """The version of the rules it was played under."""

    entries: tuple[Entry, ...] = ()
    """What was chosen, in order; chance, taking back and resigning have entries of their own."""

    headers: Mapping[str, str] = field(default_factory=dict)
    """Anything else worth keeping: who played, how it ended, how often the referee chose for a player."""

    def __str__(self) -> str:
        headers = {"Game": self.game, "Rules": self.rules, "Seed": self.seed, **self.headers}
        lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in headers.items()), ""]
        return "\n".join([*lines, *map(str, self.entries)]) + "\n"

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read a record; lines that begin with # are comments."""
        lines = [
            (number, line.strip())
            for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
            if not line.lstrip().startswith("#")
        ]
        if not lines or lines[0][1] != FIRST_LINE:
            raise BadRecord(f"This is not a match record: its first line must be {FIRST_LINE!r}.")
        blank = next((index for index, (_, line) in enumerate(lines) if not line), len(lines))
        headers = _read_headers(lines[1:blank])
        if "Game" not in headers:
            raise BadRecord("The record does not say its game: a line such as 'Game: tictactoe' is missing.")
        numbers = {name: _whole_number(name, *headers.pop(name)) for name in ("Seed", "Rules") if name in headers}
        return cls(
            game=headers.pop("Game")[1],
            seed=numbers.get("Seed", 0),
            rules=numbers.get("Rules", 1),
            entries=tuple(_read_entry(number, line) for number, line in lines[blank:] if line),
            headers={name: value for name, (_, value) in headers.items()},
        )

    def choices(self) -> list[Chosen]:
        """The choices that were not taken back."""
        return [step for step in self.steps() if isinstance(step, Chosen)]

    def steps(self) -> list[Step]:
        """The choices that were not taken back, and what chance decided between them."""
        standing: list[Step] = []
        choices: list[int] = []  # where in `standing` each choice is
        for entry in self.entries:
            if isinstance(entry, Undone):
                if entry.count > len(choices):
                    raise BadRecord(f"The record takes back {entry.count} choices where only {len(choices)} stand.")
                if entry.count:
                    del standing[choices[-entry.count] :], choices[-entry.count :]
            elif isinstance(entry, Chosen | ByChance):
                if isinstance(entry, Chosen):
                    choices.append(len(standing))
                standing.append(entry)
        return standing


def _read_headers(lines: Iterable[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """The headers by name, each with its line number."""
    headers: dict[str, tuple[int, str]] = {}
    for number, line in lines:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise BadRecord(
                f"Line {number} of the record is not a header: {line!r} (a header is 'Name: value', and a blank line "
                "stands between headers and choices)."
            )
        name, value = match[1].strip(), match[2].strip()
        if name in headers:
            raise BadRecord(f"Line {number} of the record gives {name} a second time.")
        headers[name] = (number, value)
    return headers


def _read_entry(number: int, line: str) -> Entry:
    if match := _CHOSEN.fullmatch(line):
        return Chosen(int(match[1]), match[2])
    if match := _BY_CHANCE.fullmatch(line):
        return ByChance(match[1])
    if match := _UNDONE.fullmatch(line):
        return Undone(int(match[1]))
    if match := _RESIGNED.fullmatch(line):
        return Resigned(int(match[2]), out_of_time=match[1] == "time")
    if match := _AGREED.fullmatch(line):
        return Agreed(Offer(OfferKind(match[1]), int(match[2])))
    raise BadRecord(
        f"Line {number} of the record is not a choice: {line!r} (write '0: b2', '! undo 2' or '! resign 1')."
    )


def _whole_number(name: str, line: int, text: str) -> int:
    if not re.fullmatch(r"-?\d{1,4000}", text):
        raise BadRecord(f"Line {line} of the record: {name} must be a whole number, not {text!r}.")
    return int(text)
