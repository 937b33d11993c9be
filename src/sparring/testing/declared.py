"""Checks of what a game's class declares: its names, the signatures of its methods, and its opponents."""

import asyncio
import inspect
import re
from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any, Protocol

from sparring.match.seat import Overrun, PlayerFailed, Seat
from sparring.match.table import Table
from sparring.opponents import catalogue, opponent
from sparring.rules import AnyGame, Game, KernelGame, SparringError, Thinking, capabilities, kernels
from sparring.rules.offer import SharesTheRest
from sparring.rules.registry import KINDS, folder_of
from sparring.scenes.plain import HasScene
from sparring.testing.faults import Found
from sparring.testing.sources import defined_at, short
from sparring.testing.walks import a

MOST_SEATS = 6
A_MOMENT = 2.0
"""Seconds that each opponent gets for its first move."""

KERNEL_SIGNATURES = {
    "moves": ("position", "buffer", "start"),
    "play": ("position", "move"),
    "hint": ("position", "move"),
    **dict.fromkeys(("result", "drawn", "key", "mover"), ("position",)),
}


def names(game: AnyGame) -> Iterator[Found]:
    """A game has a name that can be typed, a title, and seats with different names."""
    if not re.fullmatch(r"[a-z0-9_-]+", type(game).name) and not type(game).name.startswith(tuple(KINDS)):
        yield Found("name", f"The name {type(game).name!r} is not one lower-case word.", "name")
    yield from _words(game)
    seats = game.seats
    if not isinstance(seats, tuple | list) or not all(isinstance(seat, str) and seat.strip() for seat in seats):
        yield Found("seats", f"The seats are a tuple of names, not {seats!r}.", "seats")
    elif not 2 <= len(seats) <= MOST_SEATS or len(set(seats)) < len(seats) or "draw" in seats:
        sentence = f"The seats {seats} are not two to six different names, none of them 'draw'."
        yield Found("seats", sentence, "seats")
    if not isinstance(game.version, int) or game.version < 1:
        yield Found("version", f"The version {game.version!r} is not a whole number from 1 on.", "version")


def _words(game: AnyGame) -> Iterator[Found]:
    """What is told of the game is text, and its settings can be set."""
    title: Any = game.title
    if not isinstance(title, str) or not title.strip():
        yield Found("title", f"The title {title!r} is not a text that says something.", "title")
    about: Any = game.about
    if not isinstance(about, str):
        yield Found("about", f"about is {about!r}, which is not a text.", "about")
    rules: Any = game.how_to_play
    if not isinstance(rules, tuple | list) or not all(isinstance(rule, str) for rule in rules):
        yield Found("how_to_play", f"how_to_play is a tuple of sentences, not {a(rules)}.", "how_to_play")
    half: Any = game.half_bar_score
    if not isinstance(half, int | float) or not 0 < half < inf:
        yield Found("half_bar_score", f"half_bar_score is {half!r}, which is not a number above 0.", "half_bar_score")
    try:
        inspect.signature(type(game)).bind(**game.settings)
    except TypeError:
        listed = ", ".join(f"{name}={value!r}" for name, value in game.settings.items())
        yield Found("settings", f"The class does not take its settings: write __init__(self, {listed}).", "settings")


def signatures(game: AnyGame) -> Iterator[Found]:
    """Every method takes what it will be given."""
    for name, wanted in _expected().items():
        method = getattr(type(game), name, None)
        if method is None or getattr(Game, name, None) is method or not callable(method):
            continue
        static = isinstance(inspect.getattr_static(type(game), name), staticmethod | classmethod)
        taken = _parameters(getattr(game, name) if static else method)
        given = list(wanted) if static else ["self", *wanted]
        if taken is not None and (wrong := _mismatch(taken, given)):
            yield Found(
                f"signature of {name}", f"{name}({_listed(taken)}) {wrong}: write {name}({', '.join(given)}).", name
            )


def _listed(taken: list[inspect.Parameter]) -> str:
    return ", ".join(str(parameter.replace(annotation=inspect.Parameter.empty)) for parameter in taken)


def kernel_signatures(game: AnyGame) -> Iterator[Found]:
    """Every kernel function takes what it will be given."""
    position = game.start(Random(0))
    if isinstance(game, KernelGame) and not kernels.has_kernel(position):
        sentence = f"start returns {a(position)}, which has no kernel: give its type to kernels.register."
        yield Found("signature of start", sentence, "start")
    for name, wanted in KERNEL_SIGNATURES.items():
        function = kernels.function_of(name, type(position))
        taken = _parameters(function) if function is not None else None
        if taken is not None and (wrong := _mismatch(taken, list(wanted))):
            sentence = f"The kernel's {name}({_listed(taken)}) {wrong}: write {name}({', '.join(wanted)})."
            yield Found(f"signature of {name}", sentence, where=defined_at(function, name))


def _expected() -> dict[str, tuple[str, ...]]:
    """The parameters of every method that a game may have, by its name."""
    protocols: list[Any] = [each for each in vars(capabilities).values() if isinstance(each, type)]
    expected: dict[str, tuple[str, ...]] = {}
    for owner in [Game, HasScene, SharesTheRest, *protocols]:
        if owner is Game or Protocol in getattr(owner, "__mro__", ()):
            for name, member in vars(owner).items():
                if inspect.isfunction(member) and not name.startswith("_"):
                    taken = [each for each in inspect.signature(member).parameters if each != "self"]
                    expected.setdefault(name, tuple(taken))
    return expected


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter] | None:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None


def _mismatch(taken: list[inspect.Parameter], given: list[str]) -> str:
    """What is wrong with the parameters of a function that gets these arguments, if anything."""
    try:
        inspect.Signature(taken).bind(*given)
    except TypeError:
        return f"does not take {len(given)} arguments" if len(given) != 1 else "does not take one argument"
    named = [parameter.name for parameter in taken][: len(given)]
    return "has its parameters in another order" if named != given and sorted(named) == sorted(given) else ""


def opponents(game: AnyGame) -> Iterator[Found]:
    """Every opponent of the game's own opponents.toml can be built, and answers."""
    folder = folder_of(type(game))
    path = folder / "opponents.toml" if folder else None
    if path is None or not path.is_file():
        return
    lines = path.read_text("utf-8", "replace").splitlines()
    try:
        entries = catalogue(game).entries
    except SparringError as error:
        yield Found("opponents.toml", str(error), where=short(str(path)))
        return
    for name in entries:
        line = next((number for number, line in enumerate(lines, 1) if line.strip() in (f"[{name}]", f'["{name}"]')), 0)
        if not line:
            continue  # one that plays every game
        try:
            player = opponent(game, name)
            player.prepare()
        except SparringError as error:
            yield Found(f"opponent {name}", str(error), where=f"{short(str(path))}:{line}")
            continue
        decision = Table(game).decision(Thinking(A_MOMENT / 2))
        seat = Seat(player)
        try:
            asyncio.run(seat.ask(decision, A_MOMENT))
        except Overrun:
            pass
        except PlayerFailed as failure:
            sentence = f"The opponent {name} fails: {failure.why or failure}."
            yield Found(f"opponent {name}", sentence, where=f"{short(str(path))}:{line}")
        finally:
            seat.close()
