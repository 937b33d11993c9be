"""The lessons of a first game: each is told once, when it comes up."""

from collections.abc import Collection
from typing import Any

from sparring.rules import AnyGame, SparringError
from sparring.rules.teaching import FirstGame, HasLessons, Lesson


def first_game(game: AnyGame) -> FirstGame:
    """The set-up of a game's teaching game."""
    if not isinstance(game, HasLessons):
        raise SparringError(f"{game.title} has no teaching game.")
    return game.first_game()


def next_lesson(game: AnyGame, position: Any, told: Collection[str]) -> Lesson | None:
    """The lesson for the pending decision that comes first among those that were not told yet, if there is one."""
    if not isinstance(game, HasLessons) or game.outcome(position) is not None:
        return None
    view, options = game.view(position, game.to_move(position)), list(game.options(position))
    return next((lesson for lesson in game.lessons(view, options) if lesson.id not in told), None)


def lesson_json(lesson: Lesson) -> dict[str, Any]:
    """A lesson as the API gives it."""
    return {
        "id": lesson.id,
        "title": lesson.title,
        "sentences": list(lesson.sentences),
        "stakes": [{"option": stake.option, "sentence": stake.sentence} for stake in lesson.stakes],
    }
