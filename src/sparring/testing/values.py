"""Describes values in full, also what their own `==` leaves out, so that any change can be seen."""

import dataclasses
import functools
from collections.abc import Iterator
from enum import Enum
from random import Random
from types import FunctionType, MethodType, ModuleType
from typing import Any

ATOMS = (int, float, complex, str, bytes, type(None), Enum, type)

KEPT = 20_000
"""The most immutable objects whose descriptions are remembered."""

AGAIN = 1
"""The description of an object within itself."""

_remembered: dict[int, tuple[Any, int]] = {}
"""The descriptions of immutable objects by their ids, each with its object, which therefore stays alive."""


def described(value: Any) -> int:
    """A number that stands for a value and everything in it: equal for equal contents, and surely different for others.

    >>> described([1, {2}]) == described([1, {2}]), described([1, {2}]) == described([1, {3}])
    (True, False)
    """
    if len(_remembered) > KEPT:
        _remembered.clear()
    return _described(value, {})


def _described(value: Any, seen: dict[int, int]) -> int:
    if isinstance(value, ATOMS):
        return hash((type(value).__qualname__, repr(value)))
    if isinstance(value, FunctionType | MethodType | ModuleType):
        return hash((type(value).__qualname__, value.__name__))
    if (known := _remembered.get(id(value))) is not None:
        return known[1]
    if (number := seen.get(id(value))) is not None:
        return number
    seen[id(value)] = AGAIN
    attributes = tuple((name, _described(each, seen)) for name, each in _attributes(value))
    seen[id(value)] = number = hash((type(value).__qualname__, _inside(value, seen), attributes))
    if _is_immutable(type(value)) and _can_be_hashed(value):  # type: ignore[arg-type]
        _remembered[id(value)] = value, number
    return number


def _inside(value: Any, seen: dict[int, int]) -> Any:
    """The description of what a container holds."""
    if isinstance(value, tuple | list):
        return tuple(_described(each, seen) for each in value)
    if isinstance(value, set | frozenset):
        return tuple(sorted(_described(each, seen) for each in value))
    if isinstance(value, dict):
        return tuple(sorted((_described(key, seen), _described(each, seen)) for key, each in value.items()))
    if isinstance(value, Random):
        return value.getstate()
    return value.tobytes() if hasattr(value, "tobytes") else ()


@functools.cache
def _is_immutable(some_type: type) -> bool:
    """True for frozen dataclasses all of whose fields count for their equality."""
    frozen = dataclasses.is_dataclass(some_type) and some_type.__dataclass_params__.frozen  # type: ignore[attr-defined]
    return frozen and all(field.compare and field.hash is not False for field in dataclasses.fields(some_type))


def _can_be_hashed(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    """The attributes of an object by their names, without those that a `cached_property` remembers."""
    slots, remembered = _of_type(type(value))  # type: ignore[arg-type]
    names = slots.union(own) if (own := getattr(value, "__dict__", None)) else slots
    for name in sorted(names - remembered):
        if hasattr(value, name):
            yield name, getattr(value, name)


@functools.cache
def _of_type(some_type: type) -> tuple[frozenset[str], frozenset[str]]:
    """The names of the slots of a type, and of its cached properties."""
    slots: set[str] = set()
    remembered: set[str] = set()
    for owner in some_type.__mro__:
        declared = owner.__dict__.get("__slots__", ())
        slots |= {declared} if isinstance(declared, str) else set(declared)
        remembered |= {name for name, member in vars(owner).items() if isinstance(member, functools.cached_property)}
    return frozenset(slots), frozenset(remembered)


def difference(one: Any, other: Any) -> str:
    """The names of the fields in which two objects of the same type differ, or nothing if that cannot be said."""
    if type(one) is not type(other):
        return ""
    fields = getattr(one, "_fields", None) or [name for name, _ in _attributes(one)]
    return ", ".join(
        name for name in fields if described(getattr(one, name, None)) != described(getattr(other, name, None))
    )
