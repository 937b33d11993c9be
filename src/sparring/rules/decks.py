"""Games that are played with decks: how such a game is named."""

from collections.abc import Sequence

from sparring.rules.capabilities import PlayedWithDecks
from sparring.rules.errors import BadSetting
from sparring.rules.naming import split
from sparring.rules.registry import game as find_game


def with_decks(spec: str, decks: Sequence[str]) -> str:
    """The name of a game with these decks, one for each seat; its other settings stay as they are."""
    game = find_game(spec)
    if not isinstance(game, PlayedWithDecks):
        raise BadSetting(f"{type(game).title} is not played with decks.")
    given: dict[str, str] = {}
    if "=" in spec.rpartition(":")[2]:
        spec, given = split(spec)
    game_class = type(game)
    return spec + game_class.name_with(**{**given, **game.decks(decks)}).removeprefix(game_class.name)
