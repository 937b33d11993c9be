"""Rules at machine speed: short functions that run interpreted as they stand, and compiled inside a search.

A game's kernel is a type of position, a `NamedTuple` of ints, and one small function for each of the verbs below.
Called from the interpreter, a verb looks its function up by the type of the position; in compiled code the compiler
does the same look-up once, so nothing is left of it at run time. So there is one set of rules, and one search for all.

Nothing heavy is imported here: the compiler is loaded by the first search that needs it (`sparring.rules.compiler`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

VERBS = ("moves", "play", "result", "drawn", "key", "hint", "mover")
NEEDED = frozenset({"moves", "play", "result"})

NOT_OVER = -2
"""What `result` says of a game that goes on; else 1, 0 or -1: won, drawn or lost for the side to move."""

MOST_MOVES = 64
"""How many moves a position may have at the most."""

MASK, SIGN = (1 << 64) - 1, 1 << 63

functions: list[Callable[..., Any]] = []
"""All kernel functions there are, for the compiler."""

_verbs: dict[tuple[str, type, type | None], Callable[..., Any]] = {}
_listeners: list[Callable[[str], None]] = []


def kernel(function: Function) -> Function:
    """Mark a function as one that compiled code may call: ints and tuples of ints in and out, no objects."""
    functions.append(function)
    return function


def register(position_type: type, **verbs: Callable[..., Any]) -> None:
    """Say how a type of position answers the verbs.

    `moves`, `play` and `result` are needed. `drawn` sees that a game that goes on can only end in a draw, `key` (a
    hash) lets a search remember positions, `hint` orders moves that nothing else is known about, `mover` (0 or 1) is
    for games in which sides do not simply take turns. What a position looks like is said with `register_evaluation`.
    """
    if strange := sorted(set(verbs) - set(VERBS)):
        raise TypeError(f"{strange[0]} is no verb of a kernel; verbs are {', '.join(VERBS)}")
    if missing := sorted(NEEDED - set(verbs)):
        raise TypeError(f"a kernel needs {', '.join(missing)}")
    for verb, function in verbs.items():
        _verbs[verb, position_type, None] = kernel(function)


def register_evaluation(position_type: type, weights_type: type, evaluate: Callable[..., Any]) -> None:
    """Say what positions look like by one way of seeing: `evaluate(position, weights)` for the side to move.

    A game may have several. Each is a type of weights, a `NamedTuple` of ints, so that the compiler knows which is
    meant, and the weights themselves stay data.
    """
    _verbs["evaluate", position_type, weights_type] = kernel(evaluate)


def function_of(verb: str, position_type: type, weights_type: type | None = None) -> Callable[..., Any] | None:
    """The function that answers a verb for a type of position, if there is one."""
    return _verbs.get((verb, position_type, weights_type))


def has_kernel(position: Any) -> bool:
    """Whether a position can be searched compiled."""
    return function_of("play", type(position)) is not None


def verbs_of(some_type: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every verb that is answered for a type of position or of weights."""
    for (verb, position_type, weights_type), function in _verbs.items():
        if some_type in (position_type, weights_type):
            yield f"{verb} {position_type.__name__} {weights_type and weights_type.__name__}", function


# ---------------------------------------------------------------------- the verbs


def moves(position: Any, buffer: Any, start: int) -> int:
    """Write the legal moves, as ints from 0 to 63, to the buffer from `start` on; the result is their number."""
    return _required("moves", position)(position, buffer, start)  # type: ignore[no-any-return]


def play(position: Any, move: int) -> Any:
    """The position after a legal move."""
    return _required("play", position)(position, move)


def result(position: Any) -> int:
    """1, 0 or -1 for a game that is won, drawn or lost for the side to move; NOT_OVER while it goes on."""
    return _required("result", position)(position)  # type: ignore[no-any-return]


def drawn(position: Any) -> bool:
    """Whether a game that is not over can only end in a draw, if that can be seen."""
    found = function_of("drawn", type(position))
    return False if found is None else found(position)


class Blind(NamedTuple):
    """The weights of one who sees nothing in a position that is not over."""

    nothing: int = 0


def evaluate(position: Any, weights: Any) -> int:
    """How good a position looks to the side to move: an int, by the way of seeing that the weights are for."""
    if isinstance(weights, Blind):
        return 0
    found = function_of("evaluate", type(position), type(weights))
    if found is None:
        raise TypeError(f"{type(position).__name__} has no evaluation for {type(weights).__name__}")
    return found(position, weights)  # type: ignore[no-any-return]


def key(position: Any) -> int:
    """A hash of 64 bits; 0 if positions of this game are not remembered."""
    found = function_of("key", type(position))
    return 0 if found is None else found(position)


def hint(position: Any, move: int) -> int:
    """How promising a move looks before anything is known of it; more is looked at sooner."""
    found = function_of("hint", type(position))
    return 0 if found is None else found(position, move)


def turn(position: Any, following: Any) -> int:
    """-1 if the sides change between two positions, 1 if the same side moves again."""
    found = function_of("mover", type(position))
    return 1 if found is not None and found(position) == found(following) else -1


def _required(verb: str, position: Any) -> Callable[..., Any]:
    found = function_of(verb, type(position))
    if found is None:
        raise TypeError(f"{type(position).__name__} is no kernel position: it has no {verb}")
    return found


@kernel
def popcount(bits: int) -> int:
    """How many of 64 bits are set; one machine instruction where compiled."""
    return (bits & MASK).bit_count()


@kernel
def wrapped(number: int) -> int:
    """A number as 64 bits hold it, which is what compiled code calculates with anyway."""
    return (number + SIGN & MASK) - SIGN


@kernel
def mixed(bits: int) -> int:
    """The bits scrambled into a hash of 64 bits that differs in about half of them when one bit changes."""
    bits = wrapped(bits * -7046029254386353131)
    bits ^= bits >> 32
    bits = wrapped(bits * -4658895280553007687)
    return bits ^ bits >> 29


# ---------------------------------------------------------------------- telling that something is compiled


@contextmanager
def told_of_compiling(listen: Callable[[str], None]) -> Iterator[None]:
    """While this lasts, `listen` is told what is being compiled."""
    _listeners.append(listen)
    try:
        yield
    finally:
        _listeners.remove(listen)


def tell_compiling(what: str) -> None:
    """Tell whoever listens that something is about to be compiled, which takes seconds."""
    for listen in tuple(_listeners):
        listen(what)
