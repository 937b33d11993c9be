# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls, allow-subclassing-any
"""The compiler behind the kernels: Numba, told about our verbs, and a memory on disk that is never stale.

Import this only where something is to be compiled: it takes a third of a second.
"""

import hashlib
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
import platformdirs
from numba import njit, types
from numba.core import compiler as numba_compiler
from numba.core import serialize
from numba.core.caching import _Cache
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic, overload, register_jitable

from sparring.rules import kernels
from sparring.rules.files import write_whole

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
"""Other threads run meanwhile; a division by zero is not looked for."""

DIGEST_SIZE = hashlib.sha256().digest_size

KEPT_DAYS = 60
"""Compiled code that nobody has used for so long is thrown away."""

compiled = njit(**OPTIONS)
"""For functions that exist only compiled and are called by compiled code: a recursive search, say."""


def entry(what: str) -> Callable[[Callable[..., Any]], Any]:
    """For compiled functions that the interpreter calls: kept on disk, and announced as `what` when compiled."""

    def decorate(function: Callable[..., Any]) -> Any:
        dispatcher = njit(**OPTIONS)(function)
        dispatcher._cache = CodeOnDisk(function, what)
        return dispatcher

    return decorate


# ---------------------------------------------------------------------- what compiled code may call


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


def _function(verb, position, weights=None):
    """The game's own function for a verb, found by types while compiling."""
    function = kernels.function_of(verb, position.instance_class, weights and weights.instance_class)
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
    """Let compiled code call every kernel function that has been marked since the last time."""
    while kernels.functions:
        function = kernels.functions.pop()
        if function not in (kernels.popcount, kernels.wrapped):
            register_jitable(**OPTIONS)(function)


# ---------------------------------------------------------------------- the memory on disk


class CodeOnDisk(_Cache):
    """Remembers compiled code by everything it was made from.

    The name of a file is a digest of all functions that the code can reach with the constants that they name, the
    source files they are in, the types it was compiled for, the processor, and the versions of Python and Numba. So an
    edited rule has another name, and old code is never found again. Files are written whole and then renamed, and are
    checked by a digest when read; one that is damaged is compiled again.
    """

    def __init__(self, function: Callable[..., Any], what: str) -> None:
        self._function = function
        self._what = what
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """Where code is kept, if anywhere."""
        return str(next(_places(), ""))

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The code for a signature, if it is known.

        What a compiler has to know is loaded only if it is not: that takes longer than all the rest.
        """
        name = self._file_name(signature, target_context.codegen())
        rtsys.initialize(target_context)  # what compiled code itself calls
        for folder in _places() if self._enabled else ():
            if name is None:
                break
            with suppress(Exception):  # whatever is wrong with a remembered file, it can be compiled again
                kept = (folder / name).read_bytes()
                if hashlib.sha256(kept[DIGEST_SIZE:]).digest() == kept[:DIGEST_SIZE]:
                    code = pickle.loads(kept[DIGEST_SIZE:])
                    found = numba_compiler.CompileResult._rebuild(target_context, *code)
                    with suppress(OSError):
                        os.utime(folder / name)
                    return found
        kernels.tell_compiling(self._what)
        target_context.refresh()
        _make_callable()
        return None

    def save_overload(self, signature: Any, compiled_code: Any) -> None:
        """Keep the code for a signature, in the first place that can be written to."""
        name = self._file_name(signature, compiled_code.codegen)
        if name is None or not self._enabled or compiled_code.library.has_dynamic_globals:
            return
        try:
            code = serialize.dumps(compiled_code._reduce())
        except (pickle.PicklingError, TypeError, AttributeError):  # a type that only this process knows
            return
        for folder in _places():
            with suppress(OSError):
                write_whole(folder / name, hashlib.sha256(code).digest() + code)
                _throw_away_old(folder)
                return

    def enable(self) -> None:
        """Remember again."""
        self._enabled = True

    def disable(self) -> None:
        """Remember nothing."""
        self._enabled = False

    def flush(self) -> None:
        """Nothing is ever stale, so there is nothing to forget."""

    def _file_name(self, signature: Any, codegen: Any) -> str | None:
        digest = Digest()
        try:
            digest.add(self._function)
            for argument in signature:
                digest.add(str(argument))
                if (position_type := getattr(argument, "instance_class", None)) is not None:
                    if position_type.__module__ == "__main__":
                        return None  # another process would take it for another type
                    digest.add(position_type)
        except Undescribable:
            return None
        digest.add((sys.version, numba.__version__, np.__version__, str(codegen.magic_tuple())))
        digest.add_file(__file__)
        return f"{self._function.__name__}-{digest}.code"


def _places() -> Iterator[Path]:
    """Where compiled code may be kept: the user's cache, and a folder of the user's own among temporary files."""
    with suppress(OSError):
        folder = Path(platformdirs.user_cache_dir("sparring", appauthor=False)) / "kernels"
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        if folder.is_dir():
            yield folder
    user = os.getuid() if hasattr(os, "getuid") else None
    with suppress(OSError):
        folder = Path(tempfile.gettempdir()) / f"sparring-kernels-{user or 0}"
        folder.mkdir(mode=0o700, exist_ok=True)
        if user is None or folder.stat().st_uid == user:  # nobody else's code is ever run
            yield folder


def _throw_away_old(folder: Path) -> None:
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for path in folder.iterdir():
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()


class Undescribable(Exception):
    """Something that compiled code depends on and whose change could not be noticed."""


class Digest:
    """A digest of functions with all that they can reach: other functions, constants, types, source files."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._files: set[str] = set()

    def __str__(self) -> str:
        return self._hash.hexdigest()[:32]

    def add(self, thing: Any) -> None:
        """Add anything that compiled code may depend on."""
        if isinstance(thing, (int, float, complex, str, bytes, type(None))):
            self._text(f"{type(thing).__name__} {thing!r}")
        elif isinstance(thing, (tuple, list)):
            self.add(type(thing))
            self._text(f"of {len(thing)}")
            self._all(thing)
        elif isinstance(thing, (np.ndarray, np.generic)):
            self._text(f"array {thing.dtype} {thing.shape} {hashlib.sha256(thing.tobytes()).hexdigest()}")
        elif id(thing) in self._seen:
            self._text(f"seen {self._seen[id(thing)]}")
        else:
            self._seen[id(thing)] = len(self._seen)
            self._add_once(thing)

    def add_file(self, path: str | None) -> None:
        """Add what a source file says, if there is one."""
        if path and path not in self._files:
            self._files.add(path)
            with suppress(OSError):
                self._text(f"file {hashlib.sha256(Path(path).read_bytes()).hexdigest()}")

    def _add_once(self, thing: Any) -> None:
        if isinstance(thing, Dispatcher):
            self.add(thing.py_func)
        elif isinstance(thing, FunctionType):
            self._function(thing)
        elif isinstance(thing, CodeType):
            self._text(f"code {thing.co_name} {thing.co_code.hex()} {thing.co_names} {thing.co_varnames}")
            self._all(thing.co_consts)
        elif isinstance(thing, type):
            self._text(f"type {thing.__module__} {thing.__qualname__} {getattr(thing, '_fields', ())}")
            if issubclass(thing, Enum):
                self._all((member.name, member.value) for member in thing)
            for verb, function in kernels.verbs_of(thing):
                self._text(verb)
                self.add(function)
        elif isinstance(thing, (ModuleType, BuiltinFunctionType, np.ufunc)):
            self._text(f"{type(thing).__name__} {thing.__name__}")
        elif isinstance(thing, (np.dtype, range, frozenset)):
            self._text(repr(thing))
        elif hasattr(thing, "_defn"):  # an intrinsic
            self.add(thing._defn)
        else:
            raise Undescribable(repr(thing))

    def _function(self, function: FunctionType) -> None:
        self._text(f"function {function.__module__} {function.__qualname__}")
        self.add_file(function.__code__.co_filename)
        self.add(function.__code__)
        if function.__module__ == kernels.__name__:  # the verbs; what they stand for comes with the types
            return
        self._all(function.__defaults__ or ())
        self._all(cell.cell_contents for cell in function.__closure__ or ())
        names = _names(function.__code__)
        self._named(names, function.__globals__)

    def _named(self, names: set[str], known: Mapping[str, Any]) -> None:
        """What names stand for; in a module of the user's own also what they stand for there: module.CONSTANT."""
        for name in sorted(names & known.keys()):
            value = known[name]
            self._text(name)
            self.add(value)
            if isinstance(value, ModuleType) and not value.__name__.startswith(("numpy", "numba", "math")):
                self._named(names - {name}, vars(value))

    def _all(self, things: Iterable[Any]) -> None:
        for thing in things:
            self.add(thing)

    def _text(self, text: str) -> None:
        self._hash.update(text.encode() + b"\0")


def _names(code: CodeType) -> set[str]:
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*map(_names, inner))
