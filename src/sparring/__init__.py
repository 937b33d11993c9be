"""AI opponents for turn-based games: games, opponents, matches and records.

>>> import asyncio, sparring
>>> players = [sparring.opponent("tictactoe", "ChampionChimp"), sparring.opponent("tictactoe", "WildcardLemur")]
>>> match = sparring.Match("tictactoe", players, seed=7)
>>> asyncio.run(match.run()).fallbacks
0
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sparring.brains import Brain
    from sparring.match import Match, Person, Result
    from sparring.opponents import Opponent, catalogue, opponent
    from sparring.rules import (
        Analysis,
        Choice,
        Decision,
        Game,
        Judgement,
        KernelGame,
        Outcome,
        Player,
        Record,
        SparringError,
    )
    from sparring.rules.capabilities import Chance
    from sparring.rules.notation import replay
    from sparring.rules.registry import game, game_names, register
    from sparring.rules.settings import Setting
    from sparring.server.client import Client
    from sparring.work.isolated import IsolatedPlayer

__version__ = "0.2.0"

# The module of each public name. Names are imported on first use, so that commands that need little start fast.
_HOMES = {
    "sparring.brains": ("Brain",),
    "sparring.match": ("Match", "Person", "Result"),
    "sparring.opponents": ("Opponent", "catalogue", "opponent"),
    "sparring.rules": (
        "Analysis",
        "Choice",
        "Decision",
        "Game",
        "Judgement",
        "KernelGame",
        "Outcome",
        "Player",
        "Record",
        "SparringError",
    ),
    "sparring.rules.capabilities": ("Chance",),
    "sparring.rules.notation": ("replay",),
    "sparring.rules.registry": ("game", "game_names", "register"),
    "sparring.rules.settings": ("Setting",),
    "sparring.server.client": ("Client",),
    "sparring.work.isolated": ("IsolatedPlayer",),
}

__all__ = [
    "Analysis",
    "Brain",
    "Chance",
    "Choice",
    "Client",
    "Decision",
    "Game",
    "IsolatedPlayer",
    "Judgement",
    "KernelGame",
    "Match",
    "Opponent",
    "Outcome",
    "Person",
    "Player",
    "Record",
    "Result",
    "Setting",
    "SparringError",
    "catalogue",
    "game",
    "game_names",
    "opponent",
    "register",
    "replay",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'sparring' has no attribute {name!r}")
