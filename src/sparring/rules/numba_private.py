# mypy: allow-untyped-calls, allow-subclassing-any
"""Every use of Numba's undocumented interface: it makes a dispatcher use our cache of compiled code.

Numba's own cache does not fit, not even with a cache locator of ours; `docs/decisions/7-kernels.md` says why.
"""

import os
import pickle
import secrets
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

from numba.core import serialize
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys

from sparring.rules.code_cache import CodeCache

TRIED = ("0.61.0", "0.68.1")
"""The oldest and the newest Numba that this module was tried with; `pyproject.toml` allows this range."""


def _name_anew() -> None:
    """Let the numbers that make the names of compiled functions unique begin somewhere else.

    Numba counts from 1 in every process, so two cached files could hold different functions of one name. A process that
    loads both would call whichever it loaded first: Oware's playouts ran with four in a row's rules. Forked processes
    would go on with the same numbers, so each begins anew, too.
    """
    FunctionIdentity._unique_ids = count(secrets.randbits(62))


_name_anew()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_name_anew)


def use_cache(dispatcher: Any, cache: CodeCache, before_compiling: Callable[[], None]) -> None:
    """Make a dispatcher keep its code in `cache`, and call `before_compiling` when the code is not there."""
    dispatcher._cache = DispatcherCache(cache, before_compiling)


class DispatcherCache(_Cache):
    """What a dispatcher asks for code before it compiles, and gives the code to afterwards."""

    def __init__(self, cache: CodeCache, before_compiling: Callable[[], None]) -> None:
        self._cache = cache
        self._before_compiling = before_compiling
        self._enabled = True

    @property
    def cache_path(self) -> str | None:
        """The folder that Numba reports in a dispatcher's statistics."""
        folder = self._cache.folder
        return None if folder is None else str(folder)

    def load_overload(self, signature: tuple[Any, ...], target_context: Any) -> Any:
        """Load the code for a signature; if there is none, prepare the compiler and return None.

        Preparing the compiler (`refresh`) takes longer than everything else here, so loaded code does without it.
        """
        rtsys.initialize(target_context)  # the runtime functions that compiled code calls
        name = self._name(signature, target_context.codegen())
        if name is not None and (code := self._cache.read(name)) is not None:
            with suppress(Exception):  # whatever is wrong with the code, it can be compiled again
                return CompileResult._rebuild(target_context, *pickle.loads(code))
        self._before_compiling()
        target_context.refresh()
        return None

    def save_overload(self, signature: tuple[Any, ...], compiled: Any) -> None:
        """Save the code for a signature, if another process could use it."""
        name = self._name(signature, compiled.codegen)
        if name is None or compiled.library.has_dynamic_globals:
            return
        try:
            code = serialize.dumps(compiled._reduce())
        except (pickle.PicklingError, TypeError, AttributeError):  # it has a type that only this process knows
            return
        self._cache.write(name, code)

    def enable(self) -> None:
        """Use the cache again."""
        self._enabled = True

    def disable(self) -> None:
        """Neither load nor save code."""
        self._enabled = False

    def flush(self) -> None:
        """Do nothing: the cache never holds outdated code."""

    def _name(self, signature: tuple[Any, ...], codegen: Any) -> str | None:
        return self._cache.name(signature, str(codegen.magic_tuple())) if self._enabled else None
