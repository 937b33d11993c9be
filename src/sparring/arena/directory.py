"""Lists of the games and of each game's opponents with their measured strength, as plain data."""

from typing import Any

from sparring.arena.ladder import ratings_by_name
from sparring.opponents import catalogue
from sparring.rules import AnyGame
from sparring.rules.capabilities import FirstTurnVaries, HasChance, NamesDecks, hides_something
from sparring.rules.decks import BuildsDecks
from sparring.rules.posing import SetsUpPositions
from sparring.rules.teaching import HasLessons


def game_entry(game: AnyGame) -> dict[str, Any]:
    """A game as the command line and the API list it."""
    return {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "how": list(game.how_to_play),
        "notice": game.notice,
        "seats": list(game.seats),
        "settings": [setting.as_json() for setting in game.offered] + _decks(game),
        "first_game": _first_game(game),
        "first_varies": isinstance(game, FirstTurnVaries),
        "builds_decks": isinstance(game, BuildsDecks),
        "sets_up": isinstance(game, SetsUpPositions),
        "has_tree": _has_tree(game),
        "hides": hides_something(game),
    }


def _has_tree(game: AnyGame) -> bool:
    """True if minimax may suffice for a game. Only the class is asked, so that a broken game is listed as well."""
    return len(game.seats) == 2 and not isinstance(game, HasChance) and not hides_something(game)


def _first_game(game: AnyGame) -> dict[str, Any] | None:
    """The teaching game as a match is asked for, or None."""
    if not isinstance(game, HasLessons):
        return None
    first = game.first_game()
    opponents = [first.opponent] * (len(game.seats) - 1)
    opponents.insert(first.seat, "human")
    return {"game": first.game, "opponents": opponents, "seed": first.seed}


def _decks(game: AnyGame) -> list[dict[str, Any]]:
    """The settings for the decks of a card game: one for each seat, among the decks that come with the game."""
    if not isinstance(game, NamesDecks):
        return []
    known = game.decks_known()
    titles = {name: ": ".join(game.deck_called(name)) for name in known}
    names = game.decks(known[: len(game.seats)])
    return [
        {
            "name": name,
            "type": "choice",
            "choices": list(known),
            "titles": titles,
            "seat": seat,
            "default": None,
            "about": "a random deck unless you choose one",
        }
        for seat, name in enumerate(names)
    ]


def opponent_entries(game: AnyGame) -> list[dict[str, Any]]:
    """A game's opponents, with what can be set about each, and what was measured."""
    known, ratings = catalogue(game), ratings_by_name(game)
    return [
        {
            "name": entry.name,
            "about": entry.about,
            "level": entry.level,
            "style": entry.style,
            "face": entry.face,
            "default": entry.name == known.default,
            "adapts": entry.adapts,
            "talks": entry.talks,
            "settings": [setting.as_json() for setting in entry.known_settings(game).values()],
            **(
                {key: ratings[entry.name][key] for key in ("rating", "low", "high", "games")}
                if entry.name in ratings
                else {"rated": False}
            ),
        }
        for entry in known.entries.values()
    ]
