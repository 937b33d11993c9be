"""Facts about a move: typed values, each with a check and with its sentences.

A game proposes facts and keeps those whose check passes (`checked`); the coach drops what a search refutes and puts
the rest into words. So a hint or an explanation says nothing that was not verified.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from sparring.rules.analysis import Judgement

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Fact(ABC):
    """Something about a move that can be checked; its fields are what its sentences say."""

    weight: ClassVar[int]
    """How telling it is; below 0 if it speaks against the move."""

    @abstractmethod
    def holds(self, seen: Any, move: Any) -> bool:
        """Whether it is true of a move, by what the side to move sees."""

    def agrees(self, judged: Judgement) -> bool:
        """False if the judgement of the move by a search refutes it."""
        return True

    @property
    @abstractmethod
    def idea(self) -> str:
        """A sentence to the side to move that names no move; empty if the fact gives none."""

    @property
    @abstractmethod
    def reason(self) -> str:
        """A sentence about the move, which it calls "it"."""


def checked(proposed: Iterable[Fact], seen: Any, move: Any) -> list[Fact]:
    """The proposed facts that hold, the most telling first."""
    held = [fact for fact in dict.fromkeys(proposed) if fact.holds(seen, move)]
    return sorted(held, key=lambda fact: -abs(fact.weight))


def counted(number: int, thing: str, things: str = "") -> str:
    """A number of things in words.

    >>> counted(1, "seed"), counted(3, "seed"), counted(20, "seed")
    ('one seed', 'three seeds', '20 seeds')
    """
    return f"{in_words(number)} {thing if number == 1 else things or thing + 's'}"


def in_words(number: int) -> str:
    """A number as people write it in a sentence: small ones in words."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names in a sentence.

    >>> listed(["a1"]), listed(["a1", "b2", "c3"])
    ('a1', 'a1, b2 and c3')
    """
    *before, end = names
    return f"{', '.join(before)} {last} {end}" if before else end


def moves_to_end(plies: int) -> int:
    """The moves of the side to move in this many plies: what players count.

    >>> moves_to_end(1), moves_to_end(2), moves_to_end(27)
    (1, 1, 14)
    """
    return (plies + 1) // 2


def is_word(move: str) -> bool:
    """True for a move that is a word and no name.

    >>> is_word("keep"), is_word("b2"), is_word("Nami")
    (True, False, False)
    """
    return move.isalpha() and move.islower() and len(move) > 2


def quoted(move: str) -> str:
    """A move inside a sentence.

    >>> quoted("b2"), quoted("none"), quoted("go second")
    ('b2', '“none”', '“go second”')
    """
    return f"“{move}”" if " " in move or is_word(move) else move


def sentence(clause: str) -> str:
    """A clause as a sentence."""
    return f"{clause[0].upper()}{clause[1:]}."
