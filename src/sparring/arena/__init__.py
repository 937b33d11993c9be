"""Many matches: who beats whom, and how sure that is.

>>> from sparring.arena import play
>>> results = play("tictactoe", ["StrategistApe", "random"], games=10, seed=1)
>>> results.standings[0].name, len(results.rows())
('StrategistApe', 10)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sparring.arena.results import Entrant, Pairing, Results, play

__all__ = ["Entrant", "Pairing", "Results", "play"]


def __getattr__(name: str) -> Any:  # imported on first use, so that commands that need little start fast
    if name in __all__:
        from sparring.arena import results

        return getattr(results, name)
    raise AttributeError(f"module 'sparring.arena' has no attribute {name!r}")
