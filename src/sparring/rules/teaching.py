"""How a game teaches itself: its rules in sections with pictures, its words, and the lessons of a first game.

Pictures are positions and moves. Whoever shows them plays the moves by the rules, so that no picture can be wrong.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, runtime_checkable

from sparring.rules.game import AnyGame

# ---------------------------------------------------------------------- the rules, in sections


@dataclass(frozen=True)
class Shown:
    """One frame of a picture."""

    caption: str
    """What is seen, in a sentence."""

    moves: tuple[str, ...] = ()
    """The moves that lead to it from the frame before."""


@dataclass(frozen=True)
class Picture:
    """A position, and what becomes of it."""

    position: Any
    shown: tuple[Shown, ...]
    seat: int = 0
    """The seat that looks at it."""

    close_up: tuple[float, float, float, float] | None = None
    """The part of the scene to show: left, top, width, height, in its layout for narrow screens if it has one."""


@dataclass(frozen=True)
class Section:
    """One part of the rules."""

    title: str
    sentences: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()


@runtime_checkable
class HasRulebook(Protocol):
    """A game that explains its rules with pictures."""

    def rulebook(self) -> Sequence[Section]:
        """The rules in sections, in the order in which a newcomer needs them."""


@runtime_checkable
class HasGlossary(Protocol):
    """A game with words of its own."""

    def glossary(self) -> Mapping[str, str]:
        """What each word means, as a sentence. A word in lower case also stands for itself with a capital."""


class Frame(NamedTuple):
    """A frame of a picture, played by the rules."""

    caption: str
    view: Any
    """What the picture's seat sees."""

    last: str | None
    """The text of the latest move, if there was one."""


def frames(game: AnyGame, picture: Picture) -> Iterator[Frame]:
    """The frames of a picture; raises an IllegalMove if its moves cannot be played."""
    position, last = picture.position, None
    for shown in picture.shown:
        for text in shown.moves:
            move = game.read_move(position, text)
            last = game.move_text(position, move)
            position = game.play(position, move)
        yield Frame(shown.caption, game.view(position, picture.seat), last)


def rulebook(game: AnyGame) -> Sequence[Section]:
    """The rules of any game: its own sections, or else its short description."""
    if isinstance(game, HasRulebook):
        return game.rulebook()
    sentences = tuple(game.how_to_play) or ((game.about,) if game.about else ())
    return [Section("How it works", sentences or (f"{game.title} has no description yet.",))]


def glossary(game: AnyGame) -> Mapping[str, str]:
    """The words that a game explains; none in most games."""
    return game.glossary() if isinstance(game, HasGlossary) else {}


# ---------------------------------------------------------------------- a first game that teaches


@dataclass(frozen=True)
class Stake:
    """What one option leads to, in numbers."""

    option: str
    """The text of the option."""

    sentence: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The numbers of the sentence that are true after the option, by what they count."""


@dataclass(frozen=True)
class Lesson:
    """Something that a newcomer is told once, when it comes up."""

    id: str
    title: str
    sentences: tuple[str, ...]
    stakes: tuple[Stake, ...] = ()


@dataclass(frozen=True)
class FirstGame:
    """How the teaching game is set up."""

    game: str
    """The game's name with its settings."""

    opponent: str
    seed: int
    seat: int = 0


@runtime_checkable
class HasLessons(Protocol):
    """A game with a first game that teaches."""

    def first_game(self) -> FirstGame:
        """The set-up of the teaching game."""

    def lessons(self, view: Any, options: Sequence[str]) -> Sequence[Lesson]:
        """Every lesson that fits a decision of the seat that sees this view, the most basic first."""
