"""Chance nodes: positions in which no player decides but chance does."""

from collections.abc import Mapping
from math import isclose
from typing import Any

from sparring.rules.capabilities import HasChance
from sparring.rules.errors import BadSetting, BrokenGame
from sparring.rules.game import AnyGame


def chances_at(game: AnyGame, position: Any) -> Mapping[str, float]:
    """The probability of each outcome by its text; empty if a player is to move or the game is over."""
    if not isinstance(game, HasChance) or game.outcome(position) is not None:
        return {}
    chances = game.chance_outcomes(position)
    if not chances:
        return {}
    found = {game.move_text(position, chance.move): chance.probability for chance in chances}
    if len(found) != len(chances) or found.keys() != game.options(position).keys():
        raise BrokenGame(f"{game.name} lists other moves than chance outcomes at the chance node {position!r}")
    if min(found.values()) < 0 or not isclose(sum(found.values()), 1, abs_tol=1e-9):
        raise BrokenGame(f"{game.name} has probabilities that do not add up to 1 at {position!r}")
    return found


def refuse_chance(game: AnyGame, who: str) -> None:
    """Raise an error if a brain that cannot search chance nodes is asked to play a game that has them."""
    if isinstance(game, HasChance):
        raise BadSetting(f"{game.title} has chance nodes, which {who} cannot search.")
