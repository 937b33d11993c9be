"""Where code is: the file and the line, as they are told."""

import inspect
from pathlib import Path
from typing import Any


def defined_at(thing: Any, name: str) -> str:
    """Where a function is defined, or only its name if that is unknown.

    >>> defined_at(len, "moves")
    'moves'
    """
    try:
        function = inspect.unwrap(thing)
        return f"{short(inspect.getfile(function))}:{inspect.getsourcelines(function)[1]}, in {name}"
    except (AttributeError, OSError, TypeError, ValueError):
        return name


def short(file: str) -> str:
    """A path from the current folder on, if the file is in it."""
    try:
        return str(Path(file).resolve().relative_to(Path.cwd()))
    except ValueError:
        return file
