"""Rules at machine speed: short functions that run interpreted as they are, and compiled inside a search.

A game's kernel is a position type, a `NamedTuple` of ints, with the small functions that are registered for it. The
interpreter looks a function up by the type of the position at every call. In compiled code the compiler does this once,
so the look-up costs nothing at run time. There is one set of rules, and one search for all games.

Nothing heavy is imported here: the first search that needs the compiler loads it (`sparring.rules.compiler`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

KERNEL_FUNCTIONS = ("moves", "play", "result", "drawn", "repeated", "key", "hint", "mover", "inputs")
"""The names of the functions that can be registered for a position type."""

REQUIRED = frozenset({"moves", "play", "result"})
"""The kernel functions that every position type needs."""

NOT_OVER = -2
"""The `result` of a game that is not over; otherwise it is 1, 0 or -1: won, drawn or lost for the side to move."""

MOST_MOVES = 1024
"""The largest number of legal moves that a position may have; every move is an int from 0 to one less."""

MASK = (1 << 64) - 1
"""The lowest 64 bits."""

SIGN = 1 << 63
"""The sign bit of a 64-bit integer."""

functions: list[Callable[..., Any]] = []
"""Kernel functions that the compiler has not been told of yet."""

_registered: dict[tuple[str, type, type | None], Callable[..., Any]] = {}
"""The registered functions, by name, position type and, for evaluations, weights type."""

_listeners: list[Callable[[str], None]] = []
"""Functions to call before something is compiled."""


def kernel(function: Function) -> Function:
    """Mark a function as callable from compiled code: it takes and returns ints and tuples of ints, no objects."""
    functions.append(function)
    return function


def register(position_type: type, **given: Callable[..., Any]) -> None:
    """Register the kernel functions of a position type.

    `moves`, `play` and `result` are required. `drawn` recognises games that can only end in a draw, `key` (a hash)
    lets a search use its transposition table, `hint` orders moves that nothing else is known about, and `mover` (0 or
    1) is for games in which the sides do not strictly alternate. `repeated`, which needs a `key`, is for games that end
    when a position occurs again (`sparring.rules.capabilities.HasPast`). `inputs` is for evaluations that are learned:
    a tuple of ints whose bits describe the position, as the side to move sees it. Evaluations have
    `register_evaluation`.
    """
    if unknown := sorted(set(given) - set(KERNEL_FUNCTIONS)):
        raise TypeError(f"{unknown[0]} is not a kernel function; kernel functions are {', '.join(KERNEL_FUNCTIONS)}")
    if missing := sorted(REQUIRED - set(given)):
        raise TypeError(f"a kernel needs {', '.join(missing)}")
    for name, function in given.items():
        _registered[name, position_type, None] = kernel(function)


def register_evaluation(position_type: type, weights_type: type, evaluate: Callable[..., Any]) -> None:
    """Register an evaluation: `evaluate(position, weights)` is the score for the side to move.

    A game may have several. Each has its own weights type, a `NamedTuple` of ints: the type tells the compiler which
    evaluation is meant, and the weights themselves remain data.
    """
    _registered["evaluate", position_type, weights_type] = kernel(evaluate)


def function_of(name: str, position_type: type, weights_type: type | None = None) -> Callable[..., Any] | None:
    """The function of that name that is registered for these types, or None."""
    return _registered.get((name, position_type, weights_type))


def has_kernel(position: Any) -> bool:
    """True if compiled code can search this position."""
    return function_of("play", type(position)) is not None


def functions_of(some_type: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every function that is registered for a position type or a weights type, each with a label."""
    for (name, position_type, weights_type), function in _registered.items():
        if some_type in (position_type, weights_type):
            yield f"{name} {position_type.__name__} {weights_type and weights_type.__name__}", function


# ---------------------------------------------------------------------- the kernel functions


def moves(position: Any, buffer: Any, start: int) -> int:
    """Write the legal moves, ints below MOST_MOVES, to the buffer from index `start` on, and return their number."""
    return _required("moves", position)(position, buffer, start)  # type: ignore[no-any-return]


def play(position: Any, move: int) -> Any:
    """The position after a legal move."""
    return _required("play", position)(position, move)


def result(position: Any) -> int:
    """1, 0 or -1 if the game is won, drawn or lost for the side to move; NOT_OVER while it goes on."""
    return _required("result", position)(position)  # type: ignore[no-any-return]


def drawn(position: Any) -> bool:
    """True if the game is not over but is known to end in a draw; False if that is unknown."""
    found = function_of("drawn", type(position))
    return False if found is None else found(position)


def ends_by_repetition(position: Any) -> bool:
    """True if the game ends when a position occurs again; always the same for a type of positions."""
    return function_of("repeated", type(position)) is not None


def repeated(position: Any) -> int:
    """The result of the game, as `result` gives it, if this position has occurred before."""
    found = function_of("repeated", type(position))
    return NOT_OVER if found is None else found(position)


class Blind(NamedTuple):
    """The weights of an evaluation that scores every unfinished game 0."""

    nothing: int = 0


def evaluate(position: Any, weights: Any) -> int:
    """The score of a position for the side to move, by the evaluation that the weights belong to."""
    if isinstance(weights, Blind):
        return 0
    found = function_of("evaluate", type(position), type(weights))
    if found is None:
        raise TypeError(f"{type(position).__name__} has no evaluation for {type(weights).__name__}")
    return found(position, weights)  # type: ignore[no-any-return]


def key(position: Any) -> int:
    """A 64-bit hash of the position; 0 if the game registers none, so its positions are not kept in a table."""
    found = function_of("key", type(position))
    return 0 if found is None else found(position)


def hint(position: Any, move: int) -> int:
    """How promising a move looks before it is searched; moves with higher hints are searched first."""
    found = function_of("hint", type(position))
    return 0 if found is None else found(position, move)


def inputs(position: Any) -> tuple[int, ...]:
    """The ints whose bits a learned evaluation looks at: those of the position, unless the game registers others."""
    found = function_of("inputs", type(position))
    return tuple(position) if found is None else found(position)


def turn(position: Any, following: Any) -> int:
    """-1 if the side to move differs between two positions, 1 if it is the same."""
    found = function_of("mover", type(position))
    return 1 if found is not None and found(position) == found(following) else -1


def _required(name: str, position: Any) -> Callable[..., Any]:
    found = function_of(name, type(position))
    if found is None:
        raise TypeError(f"{type(position).__name__} is not a kernel position: it has no {name}")
    return found


@kernel
def popcount(bits: int) -> int:
    """The number of set bits among the lowest 64; compiled, it is one machine instruction."""
    return (bits & MASK).bit_count()


@kernel
def wrapped(number: int) -> int:
    """The number reduced to a signed 64-bit integer, as compiled arithmetic does by itself."""
    return (number + SIGN & MASK) - SIGN


@kernel
def mixed(bits: int) -> int:
    """A 64-bit hash: if one bit of the argument changes, about half of the bits of the hash do."""
    bits = wrapped(bits * -7046029254386353131)
    bits ^= bits >> 32
    bits = wrapped(bits * -4658895280553007687)
    return bits ^ bits >> 29


# ---------------------------------------------------------------------- reporting compilation


@contextmanager
def told_of_compiling(listen: Callable[[str], None]) -> Iterator[None]:
    """Inside this context, call `listen` with a description of whatever is about to be compiled."""
    _listeners.append(listen)
    try:
        yield
    finally:
        _listeners.remove(listen)


def tell_compiling(what: str) -> None:
    """Tell all listeners that something is about to be compiled, which takes seconds."""
    for listen in tuple(_listeners):
        listen(what)
