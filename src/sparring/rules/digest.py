"""Digests of functions and everything they depend on: any change gives another digest."""

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.extending import is_jitted

from sparring.rules import kernels


class Undescribable(Exception):
    """Compiled code depends on a value whose changes a digest cannot detect."""


class Digest:
    """A digest of functions and of all they reach: other functions, constants, types and source files."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._files: set[str] = set()

    def __str__(self) -> str:
        return self._hash.hexdigest()[:32]

    def add(self, thing: Any) -> None:
        """Add a value that compiled code depends on, or raise `Undescribable`."""
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
        """Add the contents of a source file, if the file exists."""
        if path and path not in self._files:
            self._files.add(path)
            with suppress(OSError):
                self._text(f"file {hashlib.sha256(Path(path).read_bytes()).hexdigest()}")

    def _add_once(self, thing: Any) -> None:
        if is_jitted(thing):
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
            for label, function in kernels.functions_of(thing):
                self._text(label)
                self.add(function)
        elif isinstance(thing, (ModuleType, BuiltinFunctionType, np.ufunc)):
            self._text(f"{type(thing).__name__} {thing.__name__}")
        elif isinstance(thing, (np.dtype, range, frozenset)):
            self._text(repr(thing))
        elif type(thing).__module__.startswith("numba.") and hasattr(thing, "__wrapped__"):  # an intrinsic
            self.add(thing.__wrapped__)
        else:
            raise Undescribable(repr(thing))

    def _function(self, function: FunctionType) -> None:
        self._text(f"function {function.__module__} {function.__qualname__}")
        self.add_file(function.__code__.co_filename)
        self.add(function.__code__)
        if function.__module__ == kernels.__name__:  # it only looks up a game's function, which comes with the type
            return
        self._all(function.__defaults__ or ())
        self._all(cell.cell_contents for cell in function.__closure__ or ())
        self._named(_names(function.__code__), function.__globals__)

    def _named(self, names: set[str], known: Mapping[str, Any]) -> None:
        """Add the values of names, and the names' values in modules other than Numba's and NumPy's: module.CONSTANT."""
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
    """All names that a function uses, including those in functions defined inside it."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*map(_names, inner))
