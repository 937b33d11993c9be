"""Loads modules of the user's own: a file by its path, or a module by its name."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from sparring.rules.errors import UnknownName
from sparring.rules.files import read_bytes
from sparring.rules.own_code import loading


def module_at(place: str, what: str, file: str) -> ModuleType:
    """The module at a place, which is the path of a .py file or the name of a module; errors say what it is."""
    if not place.endswith(".py"):
        with loading(what, UnknownName):
            return importlib.import_module(place)
    path = Path(place).resolve()
    if not path.is_file():
        raise UnknownName(f"{what} cannot be loaded: there is no file {place}.")
    read_bytes(path, file)  # so that no file is run that is too large for one
    module_spec = importlib.util.spec_from_file_location(path.stem, path)
    assert module_spec is not None
    assert module_spec.loader is not None
    module = importlib.util.module_from_spec(module_spec)
    sys.modules.setdefault(path.stem, module)  # so that its positions can be pickled for other processes
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # so that it can import modules beside it, such as a brain
    try:
        with loading(what, UnknownName):
            module_spec.loader.exec_module(module)
    except BaseException:
        if sys.modules.get(path.stem) is module:
            del sys.modules[path.stem]
        raise
    return module
