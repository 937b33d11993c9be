"""The rules of a game as plain data: sections with their pictures, played by the rules, and the game's words."""

from collections.abc import Callable
from typing import Any

from sparring.rules import AnyGame
from sparring.rules.capabilities import drawing
from sparring.rules.teaching import Frame, frames, glossary, rulebook
from sparring.scenes import scene_message, scene_of, without_marks

Drawn = Callable[[AnyGame, Frame], dict[str, Any]]


def in_text(game: AnyGame, frame: Frame) -> dict[str, Any]:
    """A frame as a terminal draws it."""
    return {"drawing": without_marks(drawing(game, frame.view))}


def as_scene(game: AnyGame, frame: Frame) -> dict[str, Any]:
    """A frame as the page draws it: still, so without the steps that lead to it."""
    scene = scene_message(scene_of(game, frame.view, frame.last))
    scene.pop("steps", None)
    return {"scene": scene | {"picks": {}}}


def rules_json(game: AnyGame, drawn: Drawn) -> dict[str, Any]:
    """The rules as the command line and the API give them."""
    return {
        "game": game.name,
        "title": game.title,
        "sections": [
            {
                "title": section.title,
                "sentences": list(section.sentences),
                "pictures": [
                    {
                        "close_up": picture.close_up and list(picture.close_up),
                        "frames": [{"caption": frame.caption, **drawn(game, frame)} for frame in frames(game, picture)],
                    }
                    for picture in section.pictures
                ],
            }
            for section in rulebook(game)
        ],
        "words": dict(glossary(game)),
    }
