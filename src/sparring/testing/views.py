"""Checks of hidden information: views show no more than they should, and their samples agree with them."""

import inspect
from collections.abc import Iterator
from random import Random
from typing import Any

from sparring.rules import AnyGame
from sparring.rules.capabilities import Retraces
from sparring.rules.chance import chances_at
from sparring.testing.faults import Found
from sparring.testing.sources import defined_at
from sparring.testing.values import described, difference
from sparring.testing.walks import Memory, Visit

SAMPLES = 3
"""How many samples are drawn from a view."""

ENOUGH = 20
"""A view is said to hide nothing if at least this many samples were drawn and all were the position itself."""


def views(visit: Visit) -> Iterator[Found]:
    """The view of each seat can be hashed, and its samples agree with it in everything that the seat knows."""
    game, position = visit.game, visit.position
    for seat in range(len(game.seats)):
        view = game.view(position, seat)
        if view is position:
            continue
        try:
            same_hash = hash(view) == hash(game.view(position, seat))
        except TypeError as error:
            yield Found("unhashable view", f"A view cannot be hashed ({error}).", "view")
            return
        if view != game.view(position, seat) or not same_hash:
            yield Found("view varies", "view gives another view of the same position when it is asked again.", "view")
            return
        if type(view) is type(position) and view == position:
            continue
        if not callable(getattr(view, "sample", None)):
            sentence = "A view that hides something needs sample(rng), so that opponents can think ahead."
            yield Found("no sample", sentence, "view")
            return
        try:
            inspect.signature(view.sample).bind(visit.rng)
        except TypeError:
            yield Found("sample", "sample does not take one argument: write sample(self, rng).", "view", _where(view))
            return
        yield from _samples(visit, seat, view)


def _samples(visit: Visit, seat: int, view: Any) -> Iterator[Found]:
    game, position, memory = visit.game, visit.position, visit.memory
    shown = described(view)
    known = memory.views.setdefault((seat, view), (view, shown))
    if known[1] != shown:
        yield _shows(seat, difference(known[0], view))
        return
    for _ in range(SAMPLES):
        seed = visit.rng.getrandbits(32)
        world, again = view.sample(Random(seed)), view.sample(Random(seed))
        if world is None:
            yield Found("sample", "sample returns None, so a return is missing.", "view", _where(view))
            return
        if described(world) != described(again):
            sentence = "sample gives another position with the same generator; all its chance must come from rng."
            yield Found("sample varies", sentence, "view", _where(view))
            return
        if not memory.samples[False]:
            memory.samples[described(world) == described(position)] += 1
        seen = game.view(world, seat)
        if seen != view:
            fields = difference(seen, view)
            sentence = f"A sample contradicts the view of seat {seat} that it was drawn from"
            told = f" in {fields}: sample is wrong, or the view shows what it should hide." if fields else "."
            yield Found("sample", sentence + told, "view", _where(view))
            return
        if described(seen) != shown:
            yield _shows(seat, difference(seen, view))
            return
        if (game.outcome(world) is None) != (visit.outcome is None) or game.to_move(world) != game.to_move(position):
            sentence = f"In a sample of the view of seat {seat}, another seat is to move, or the game is over."
            yield Found("sample", sentence, "view", _where(view))
            return
        decides = visit.outcome is None and game.to_move(position) == seat and not chances_at(game, position)
        if decides and _asks_otherwise(game, world, position):
            sentence = f"In a sample of its view, seat {seat} has other moves than it really has."
            yield Found("sample", sentence, "view", _where(view))
            return


def _asks_otherwise(game: AnyGame, world: Any, position: Any) -> bool:
    return list(game.options(world)) != list(game.options(position)) or game.kind(world) != game.kind(position)


def _shows(seat: int, fields: str) -> Found:
    sentence = f"Two positions that look alike to seat {seat} have views that differ in what == leaves out"
    return Found("view shows", f"{sentence}{f' ({fields})' if fields else ''}: the view shows what it hides.", "view")


def _where(view: Any) -> str:
    return defined_at(type(view).sample, f"{type(view).__name__}.sample")


def retraced(visit: Visit) -> Iterator[Found]:
    """The way that a game tells to a position leads there."""
    game, position = visit.game, visit.position
    if not isinstance(game, Retraces):
        return
    at, moves = game.retrace(position)
    for move in moves:
        at = game.play(at, move)
    if at != position:
        sentence = "retrace leads to another position: it tells the start and all moves since, those of chance too."
        yield Found("retraced", sentence, "retrace")


def hides_something(memory: Memory) -> Iterator[Found]:
    """Samples are not always the very position: a view that holds all of it hides nothing."""
    if memory.samples[True] >= ENOUGH and not memory.samples[False]:
        sentence = f"All of {memory.samples[True]} samples were the real position: the view holds what it should hide."
        yield Found("view shows", sentence, "view")
