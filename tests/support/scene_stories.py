"""A few scenes in a row for each game, as the server sends them, to test the page's renderer with."""

from collections.abc import Iterator
from random import Random
from typing import Any

import sparring
from sparring.rules import AnyGame, notation
from sparring.scenes import scene_message, scene_of

Message = dict[str, Any]

SEAT = 0
"""The seat that looks at the scenes."""

MOVES = {
    "tictactoe": ["b2", "a1", "c3", "b1", "c1", "a3", "c2"],
    "fourinarow": ["c3", "d4", "c4", "d3", "c5", "d5", "c2"],
    "connect4": ["4", "4", "5", "3", "6", "3", "7"],
    "oware": ["D", "e", "B", "f", "F", "b", "E"],
}
"""Moves of board games: the last one wins, or captures from two houses."""

CARDS = "onepiece:deck1=ST01,deck2=ST02"


def scene_stories() -> dict[str, list[Message]]:
    """Scenes of each game, in the order in which they are seen."""
    boards = {name: list(_board_story(name, moves)) for name, moves in MOVES.items()}
    return {**boards, "onepiece": list(_card_story(seed=3))}


def options_in(message: Message) -> list[Message]:
    """What can be chosen in a scene, as the page gives it to the renderer."""
    return [{"id": option, **pick} for option, pick in message["picks"].items()]


def _board_story(name: str, moves: list[str]) -> Iterator[Message]:
    """The start, and the scenes before and after the last move."""
    game = sparring.game(name)
    for made in (0, len(moves) - 1, len(moves)):
        position = notation.after_moves(game, moves[:made])
        yield _message(game, position, moves[made - 1] if made else None)


def _card_story(seed: int) -> Iterator[Message]:
    """The first decision, one where cards can attack, the attack itself, and the answer to one of theirs."""
    game, rng = sparring.game(CARDS), Random(seed)
    position, last = notation.start(game, seed), None
    yield _message(game, position, last)
    wanted = [_can_attack, _is_attacking, _is_attacked]
    while wanted and game.outcome(position) is None:
        message = _message(game, position, last)
        if wanted[0](message):
            wanted.pop(0)
            yield message
        options = game.options(position)
        liked = [option for option in options if option.startswith(("keep", "play", "attack"))]
        last = rng.choice(liked or list(options))
        position = game.play(position, options[last])
    assert not wanted, "no such decision came up"


def _can_attack(message: Message) -> bool:
    return any(option.startswith("attack") for option in message["picks"])


def _is_attacking(message: Message) -> bool:
    return any(shape["kind"] == "mark" for shape in message["shapes"])


def _is_attacked(message: Message) -> bool:
    return _is_attacking(message) and len(message["picks"]) > 1


def _message(game: AnyGame, position: Any, last: str | None) -> Message:
    return scene_message(scene_of(game, game.view(position, SEAT), last))
