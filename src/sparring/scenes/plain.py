"""The scene of any game: the game's own, or else the lines of its drawing in the terminal."""

import re
from typing import Any, Protocol, runtime_checkable

from sparring.rules import AnyGame
from sparring.rules.capabilities import drawing
from sparring.scenes.scene import Label, Plate, Scene

_MARK = re.compile(r"\\\[|\[[a-z/]*\]")


@runtime_checkable
class HasScene(Protocol):
    """A game that has pictures of its own."""

    def scene(self, view: Any, last: str | None = None) -> Scene:
        """The picture of a view; `last` is the text of the latest move."""


def scene_of(game: AnyGame, view: Any, last: str | None = None) -> Scene:
    """The picture of a view, for any game."""
    if isinstance(game, HasScene):
        return game.scene(view, last)
    text = without_marks(drawing(game, view))
    lines = text.splitlines() or [""]
    widest = max(map(len, lines))
    width, row = max(320, 12 * widest + 60), 30
    height = row * len(lines) + 60
    # Labels are centred, so only lines of one length keep their columns.
    labels = (
        Label(f"line-{number}", (0, 30 + row * number, width, row), line.ljust(widest), "mono")
        for number, line in enumerate(lines)
    )
    return Scene(game.title, (width, height), (Plate("table", (0, 0, width, height), "felt"), *labels), about=text)


def without_marks(drawing: str) -> str:
    """A drawing without its colour marks.

    >>> without_marks(r"[first]x[/] \\[1]")
    'x [1]'
    """
    return _MARK.sub(lambda mark: "[" if mark[0] == r"\[" else "", drawing)
