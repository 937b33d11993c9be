"""Objects that a player hands over, and that only the player's own thread may touch."""

import threading
from typing import Any


class NastyText(str):
    """A text that claims to equal everything."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        _only_in_the_players_thread()
        return True

    def __ne__(self, other: object) -> bool:
        _only_in_the_players_thread()
        return False

    def __hash__(self) -> int:
        _only_in_the_players_thread()
        return hash("a1")

    def __str__(self) -> str:
        _only_in_the_players_thread()
        return "a1"

    def __getitem__(self, key: Any) -> Any:
        _only_in_the_players_thread()
        return 7


class Nasty:
    """An object that claims to equal everything."""

    def __eq__(self, other: object) -> bool:
        _only_in_the_players_thread()
        return True

    def __hash__(self) -> int:
        _only_in_the_players_thread()
        return 0


class Liar:
    """Claims that its class is str."""

    __class__ = property(lambda self: str)  # type: ignore[assignment]


class NastyNumber(float):
    """A number that raises when it is converted."""

    def __float__(self) -> float:
        raise RuntimeError("guess")


TOUCHED: list[str] = []
"""The threads, other than a player's own, that ran code that a player handed over."""


def _only_in_the_players_thread() -> None:
    name = threading.current_thread().name
    if name != "sparring seat":
        TOUCHED.append(name)
