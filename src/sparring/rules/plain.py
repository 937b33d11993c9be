"""Any value as plain data: what JSON can hold."""

import json
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

DEEPEST = 60
"""How deep values may lie in one another; what lies deeper is told as text."""


def plain(value: Any, depth: int = 0) -> Any:
    """A value as JSON data: tuples with names and data classes become objects, sets become sorted lists.

    >>> from fractions import Fraction
    >>> from typing import NamedTuple
    >>> class Heaps(NamedTuple):
    ...     left: tuple[int, ...]
    ...     seen: frozenset[str]
    >>> plain(Heaps((3, 4), frozenset("ba")))
    {'left': [3, 4], 'seen': ['a', 'b']}
    >>> plain({1: Fraction(1, 2)})
    {'1': '1/2'}
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, Enum):
        return plain(value.value, depth)
    if depth > DEEPEST:
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name), depth + 1) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain(part, depth + 1) for name, part in zip(value._fields, value, strict=True)}
    if isinstance(value, Mapping):
        return {str(plain(key, depth + 1)): plain(part, depth + 1) for key, part in value.items()}
    if isinstance(value, Set):
        return sorted((plain(part, depth + 1) for part in value), key=json.dumps)
    if isinstance(value, list | tuple):
        return [plain(part, depth + 1) for part in value]
    speaks = any("__str__" in vars(kind) or "__repr__" in vars(kind) for kind in type(value).__mro__[:-1])
    return plain(vars(value), depth + 1) if hasattr(value, "__dict__") and not speaks else str(value)
