"""Checks that positions are values which never change, and that the rules are pure functions."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

from sparring.rules import notation
from sparring.rules.own_code import in_words
from sparring.testing.faults import Found
from sparring.testing.values import described
from sparring.testing.walks import Visit

MOST_MET = 5000
"""How many positions are remembered, to see whether they are played on in the same way when they are met again."""

IMMUTABLE = "use tuples, NamedTuples or frozen dataclasses, not lists, sets or dicts"


def unchanged(visit: Visit) -> Iterator[Found]:
    """No method changes the position that it is given."""
    game, position = visit.game, visit.position
    calls: dict[str, Callable[[], object]] = {
        "outcome": lambda: game.outcome(position),
        "to_move": lambda: game.to_move(position),
        "view": lambda: game.view(position, game.to_move(position)),
    }
    if visit.moves:
        calls["moves"] = lambda: game.moves(position)
        calls["evaluate"] = lambda: game.evaluate(position, 0)
        calls["move_text"] = lambda: [game.move_text(position, move) for move in visit.moves]
        calls["play"] = lambda: [game.play(position, move) for move in visit.tried]
    before, was = copy.deepcopy(position), described(position)
    for method, call in calls.items():
        call()
        now = described(position)
        if now != was and not _same(before, position):
            yield Found(f"{method} changes", f"{method} changes the position that it is given; {IMMUTABLE}.", method)
            return
        was = now


def _same(before: Any, position: Any) -> bool:
    """True if a position has only remembered something that its own equality leaves out."""
    try:
        return bool(before == position) and hash(before) == hash(position)
    except TypeError:
        return False


def hashed(visit: Visit) -> Iterator[Found]:
    """A position can be hashed."""
    try:
        hash(visit.position)
    except TypeError as error:
        method = "play" if visit.path else "start"
        yield Found("unhashable", f"A position cannot be hashed ({error}): {IMMUTABLE}.", method)


def copied(visit: Visit) -> Iterator[Found]:
    """Copies of a position are equal to it, also those that another process gets."""
    position = visit.position
    method = "play" if visit.path else "start"
    ways: dict[str, Callable[[], object]] = {
        "copied": lambda: copy.deepcopy(position),
        "pickled": lambda: pickle.loads(pickle.dumps(position)),
    }
    for way, call in ways.items():
        try:
            twin = call()
        except Exception as error:
            yield Found(f"not {way}", f"A position cannot be {way}: {in_words(error)}.", method)
            continue
        if twin != position:
            if described(twin) == described(position):
                yield _NO_EQUALITY
                return
            yield Found(f"not {way}", f"A position that is {way} is another one afterwards.", method)


_NO_EQUALITY = Found(
    "no equality",
    "Equal positions are not equal for ==: give their class __eq__ and __hash__, as NamedTuples and frozen dataclasses "
    "have them.",
    "play",
)


def pure(visit: Visit) -> Iterator[Found]:
    """The same position and the same move give the same result."""
    game, position = visit.game, visit.position
    state = random.getstate()
    moves, again = list(game.moves(position)), list(game.moves(position))
    if described(moves) != described(again):
        sentence = "moves gives other moves, or another order, when it is asked again: it uses randomness or a set."
        yield Found("moves varies", sentence, "moves")
    elif random.getstate() != state:
        yield _draws("moves")
    state = random.getstate()
    for move in visit.tried:
        first, second = game.play(position, move), game.play(position, move)
        if first != second:
            if described(first) == described(second):
                yield _NO_EQUALITY
            else:
                sentence = f"play leads from the same position to two different ones by {move!r}; chance must come "
                yield Found("play varies", sentence + "from a seed in the position, or be a chance node.", "play")
            return
        if random.getstate() != state:
            yield _draws("play")
            return
        if _hash(first) != _hash(second):
            yield Found("hash varies", "Equal positions have different hashes.", "play")
            return


def played_alike(visit: Visit) -> Iterator[Found]:
    """Positions that are equal are played on in the same way, whenever they are met."""
    game, position, met = visit.game, visit.position, visit.memory.met
    if _hash(position) is None or len(met) > MOST_MET:
        return
    over = visit.outcome is not None
    played_on = (
        over,
        None if over else game.to_move(position),
        *(game.move_text(position, each) for each in visit.moves),
    )
    shown, known = met.setdefault(position, (described(position), played_on))
    if known == played_on:
        return
    differs = "whether it is over" if known[0] != over else "who moves" if known[1] != played_on[1] else "what is legal"
    if shown == described(position):
        why = (
            f"The same position differs in {differs} when it is met again: the game remembers something outside of it."
        )
    else:
        why = f"Two positions are equal for ==, but differ in {differs}: == must compare all that matters."
    yield Found("played otherwise", why, "play")


def _hash(position: Any) -> int | None:
    try:
        return hash(position)
    except TypeError:  # told by another check
        return None


def _draws(method: str) -> Found:
    sentence = (
        f"{method} draws from the module random; chance must come from a seed in the position, or be a chance node."
    )
    return Found(f"{method} varies", sentence, method)


def start_is_seeded(visit: Visit) -> Iterator[Found]:
    """The start depends on its random number generator only."""
    if visit.path:
        return
    state = random.getstate()
    first, second = (notation.start(visit.game, visit.seed) for _ in range(2))
    if described(first) != described(second) or random.getstate() != state:
        sentence = "start gives another position with the same generator; all its chance must come from rng."
        yield Found("start varies", sentence, "start")
