"""Checks of what people see of a position: the drawing in the terminal, the picture on the page, and words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from sparring.rules import AnyGame
from sparring.rules.capabilities import (
    ExplainsMoves,
    HasFacts,
    HasMenu,
    HasProgress,
    HasPrompt,
    TellsNews,
    drawing,
)
from sparring.rules.chance import chances_at
from sparring.rules.facts import Fact
from sparring.scenes import Card, Cell, Disc, Scene, Zone, scene_of, svg
from sparring.scenes.plain import HasScene
from sparring.scenes.svg import FACES
from sparring.testing.faults import Found
from sparring.testing.walks import Visit, a

MARKS = ("first", "second", "third", "fourth", "fifth", "sixth", "last", "faint", "say", "warn", "name")
"""The marks of a drawing that have a colour or a style; those of Rich, such as `bold`, work too."""


def pictures(visit: Visit) -> Iterator[Found]:
    """A position can be drawn for the terminal and for the page, as every seat sees it."""
    game, position = visit.game, visit.position
    first = game.to_move(position)
    for seat in [first, *(seat for seat in range(len(game.seats)) if seat != first)]:
        view = game.view(position, seat)
        yield from _drawing(game, view)
        yield from _picture(game, view, visit.path[-1] if visit.path else None)
        if view is position:  # everybody sees the same
            return


def _drawing(game: AnyGame, view: Any) -> Iterator[Found]:
    if not isinstance(drawn := drawing(game, view), str) or not drawn.strip():
        yield Found("drawing", "draw returns no text to show.", "draw")
        return
    from rich.errors import MarkupError, StyleSyntaxError
    from rich.style import Style
    from rich.text import Text

    try:
        styles = {str(span.style) for span in Text.from_markup(drawn).spans}
    except MarkupError as error:
        yield Found("drawing", rf"draw has a mark that cannot be read ({error}); write \[ for a bracket.", "draw")
        return
    for style in sorted(styles - set(MARKS)):
        try:
            Style.parse(style)
        except StyleSyntaxError:
            sentence = rf"draw has the mark [{style}], which is no colour: the seats have [first] to [sixth]; write \[ "
            yield Found("drawing", f"{sentence}for a bracket.", "draw")
            return


def _picture(game: AnyGame, view: Any, last: str | None) -> Iterator[Found]:
    scene: Any = scene_of(game, view, last)
    if not isinstance(scene, Scene):
        yield Found("scene", f"scene returns {a(scene)}, not a sparring.scenes.Scene.", "scene")
        return
    if isinstance(game, HasScene) and (wrong := _misplaced(scene)):
        yield Found("scene", wrong, "scene")
        return
    svg(scene)


def _misplaced(scene: Scene) -> str:
    """What is wrong with the shapes of a scene, if anything."""
    ids = Counter(shape.id for shape in scene.shapes)
    if twice := [shape for shape, count in ids.items() if count > 1]:
        return f"scene has two shapes with the id {twice[0]!r}."
    places = {shape.id for shape in scene.shapes if isinstance(shape, Cell | Zone | Card)}
    for shape in scene.shapes:
        if isinstance(shape, Disc | Card) and shape.place not in places:
            return f"scene puts {shape.id!r} on {shape.place!r}, and there is no such place."
        if isinstance(shape, Disc) and shape.face not in FACES:
            return f"scene gives {shape.id!r} the face {shape.face!r}; faces are {', '.join(FACES)}."
    for option, pick in scene.picks.items():
        clicked = [pick.on, *pick.also, *filter(None, (pick.onto, pick.source))]
        if strange := [shape for shape in clicked if shape not in ids]:
            return f"scene lets {option!r} be picked on {strange[0]!r}, and there is no such shape."
    return ""


def words(visit: Visit) -> Iterator[Found]:
    """News, prompts, menus, facts and explanations are of the right kind, and menus hold every option."""
    game, position = visit.game, visit.position
    view = game.view(position, game.to_move(position))
    if isinstance(game, HasProgress) and not 0 <= (share := game.progress(view)) <= 1:
        yield Found("progress", f"progress returns {share!r}, which is not a number from 0 to 1.", "progress")
    if isinstance(game, TellsNews) and not _is_list_of(str, told := game.news(view)):
        yield Found("news", f"news returns {told!r}, which is not a list of sentences.", "news")
    if not visit.moves or chances_at(game, position):
        return
    asked: Any = game.prompt(view) if isinstance(game, HasPrompt) else ""
    if not isinstance(asked, str):
        yield Found("prompt", f"prompt returns {asked!r}, which is not a text.", "prompt")
    options = list(game.options(position))
    if isinstance(game, HasMenu):
        listed = Counter(option for _, group in game.groups(view, options) for option in group)
        if wrong := [option for option in {*listed, *options} if listed[option] != 1 or option not in options]:
            sentence = "once" if wrong[0] in options else "not, because it is not legal"
            yield Found("menu", f"groups must list {wrong[0]!r} {sentence}.", "groups")
    for move in visit.tried:
        if isinstance(game, HasFacts) and not _is_list_of(Fact, facts := game.facts(view, move)):
            yield Found("facts", f"facts returns {facts!r}, which is not a list of facts.", "facts")
            return
        said: Any = game.explain(position, move) if isinstance(game, ExplainsMoves) else ""
        if not isinstance(said, str):
            yield Found("explanation", f"explain returns {said!r}, which is not a text.", "explain")
            return


def _is_list_of(kind: type, value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(each, kind) for each in value)
