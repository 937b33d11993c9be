# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""The compiler of kernels: Numba, with our kernel functions made known to it.

Import this module only where code is compiled or compiled code is run: the import takes a third of a second.
"""

from collections.abc import Callable
from functools import cache, update_wrapper
from typing import Any

from numba import njit, types
from numba.extending import intrinsic, overload, register_jitable

from sparring.rules import kernels, numba_private
from sparring.rules.code_cache import CodeCache

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
"""Compiled code releases the interpreter lock and does not check for division by zero."""

compiled = njit(**OPTIONS)
"""Decorates a function that only compiled code calls, for example a recursive search."""


def entry(what: str) -> Callable[[Callable[..., Any]], "Entry"]:
    """Decorate a compiled function that the interpreter calls.

    Its code is cached on disk. Listeners are told `what` is being compiled when it is not in the cache.
    """
    return lambda function: Entry(function, what)


class Entry:
    """A function that the interpreter calls and compiled code runs."""

    def __init__(self, function: Callable[..., Any], what: str) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._what = what
        self._dispatchers: dict[tuple[type, ...], Any] = {}
        """Numba's dispatchers, by the tuple types among the arguments.

        One dispatcher would do, but it takes two types for one if their names and fields are the same. Two games that
        both call their positions `Board` would be played by the rules of the first."""

    def __call__(self, *arguments: Any) -> Any:
        """Run the compiled code for these arguments; compile or load it at the first call."""
        types = tuple([type(argument) for argument in arguments if isinstance(argument, tuple)])
        dispatcher = self._dispatchers.get(types) or self._dispatchers.setdefault(types, self._new_dispatcher())
        return dispatcher(*arguments)

    def _new_dispatcher(self) -> Any:
        dispatcher = njit(**OPTIONS)(self.py_func)
        numba_private.use_cache(dispatcher, CodeCache(self.py_func), self._before_compiling)
        return dispatcher

    def _before_compiling(self) -> None:
        kernels.tell_compiling(self._what)
        _make_callable()


# ---------------------------------------------------------------------- what compiled code can call


@intrinsic
def _count_bits(context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@overload(kernels.popcount)
def _popcount(bits):
    return lambda bits: _count_bits(bits)  # type: ignore[call-arg]


@overload(kernels.wrapped)
def _wrapped(number):
    return lambda number: number


def _function(name, position, weights=None):
    """The game's kernel function of that name, looked up by types at compile time."""
    function = kernels.function_of(name, position.instance_class, weights and weights.instance_class)
    return function and _compiled(function)


_compiled = cache(compiled)


@overload(kernels.moves)
def _moves(position, buffer, start):
    function = _function("moves", position)
    return lambda position, buffer, start: function(position, buffer, start)


@overload(kernels.play)
def _play(position, move):
    function = _function("play", position)
    return lambda position, move: function(position, move)


@overload(kernels.result)
def _result(position):
    function = _function("result", position)
    return lambda position: function(position)


@overload(kernels.drawn)
def _drawn(position):
    function = _function("drawn", position)
    return (lambda position: False) if function is None else (lambda position: function(position))


@overload(kernels.ends_by_repetition)
def _ends_by_repetition(position):
    ends = _function("repeated", position) is not None
    return (lambda position: True) if ends else (lambda position: False)


@overload(kernels.repeated)
def _repeated(position):
    function = _function("repeated", position)
    return (lambda position: kernels.NOT_OVER) if function is None else (lambda position: function(position))


@overload(kernels.evaluate)
def _evaluate(position, weights):
    if weights.instance_class is kernels.Blind:
        return lambda position, weights: 0
    function = _function("evaluate", position, weights)
    return lambda position, weights: function(position, weights)


@overload(kernels.key)
def _key(position):
    function = _function("key", position)
    return (lambda position: 0) if function is None else (lambda position: function(position))


@overload(kernels.hint)
def _hint(position, move):
    function = _function("hint", position)
    return (lambda position, move: 0) if function is None else (lambda position, move: function(position, move))


@overload(kernels.inputs)
def _inputs(position):
    function = _function("inputs", position)
    return (lambda position: tuple(position)) if function is None else (lambda position: function(position))


@overload(kernels.turn)
def _turn(position, following):
    function = _function("mover", position)
    if function is None:
        return lambda position, following: -1
    return lambda position, following: 1 if function(position) == function(following) else -1


def _make_callable() -> None:
    """Let compiled code call every kernel function that was marked since the last call."""
    while kernels.functions:
        function = kernels.functions.pop()
        if function not in (kernels.popcount, kernels.wrapped):
            register_jitable(**OPTIONS)(function)
