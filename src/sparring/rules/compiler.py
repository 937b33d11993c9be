# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls
"""The compiler of kernels: Numba, with our kernel functions made known to it.

Import this module only where code is compiled or compiled code is run: the import takes a third of a second.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from numba import njit, types
from numba.extending import intrinsic, overload, register_jitable

from sparring.rules import kernels, numba_private
from sparring.rules.code_cache import CodeCache

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
"""Compiled code releases the interpreter lock and does not check for division by zero."""

compiled = njit(**OPTIONS)
"""Decorates a function that only compiled code calls, for example a recursive search."""


def entry(what: str) -> Callable[[Callable[..., Any]], Any]:
    """Decorate a compiled function that the interpreter calls.

    Its code is cached on disk. Listeners are told `what` is being compiled when it is not in the cache.
    """

    def before_compiling() -> None:
        kernels.tell_compiling(what)
        _make_callable()

    def decorate(function: Callable[..., Any]) -> Any:
        dispatcher = njit(**OPTIONS)(function)
        numba_private.use_cache(dispatcher, CodeCache(function), before_compiling)
        return dispatcher

    return decorate


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
