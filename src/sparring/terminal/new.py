"""`sparring new`: writes a package for a game of one's own, in which everything works already."""

import argparse
import importlib.util
import keyword
import re
from importlib.resources import files
from pathlib import Path
from string import Template

import sparring
from sparring.rules import SparringError
from sparring.rules.registry import game_names
from sparring.terminal.output import plain, show, show_json

PLACES = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "__init__.py.txt": "src/$NAME/__init__.py",
    "rules.py.txt": "src/$NAME/rules.py",
    "scene.py.txt": "src/$NAME/scene.py",
    "brain.py.txt": "src/$NAME/brain.py",
    "opponents.toml.txt": "src/$NAME/opponents.toml",
    "test.py.txt": "tests/test_$NAME.py",
}
"""Where each template goes."""


def new(options: argparse.Namespace) -> None:
    """Write the package into a new folder."""
    name = _checked(options.name)
    words = {
        "NAME": name,
        "TITLE": name.replace("_", " ").capitalize(),
        "CLASS": "".join(word.capitalize() for word in name.split("_")),
        "VERSION": ".".join(sparring.__version__.split(".")[:2]),
    }
    folder, written = Path(name), []
    for template, place in PLACES.items():
        path = folder / Template(place).substitute(words)
        text = files("sparring.terminal").joinpath("skeleton", template).read_text("utf-8")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(Template(text).safe_substitute(words), "utf-8")
        except OSError as error:
            raise SparringError(f"{path} cannot be written: {error.strerror}.") from None
        written.append(str(path))
    if options.json:
        show_json({"folder": name, "files": written})
        return
    for line in written:
        show(plain(line))
    show(f'\nNext: [name]cd {name} && pip install -e ".\\[test]" && sparring check {name} && pytest[/]')


def _checked(name: str) -> str:
    """The name, if a game, a package and a folder can have it."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or name.endswith("_"):
        raise SparringError(f"{name!r} cannot be the name of a game; use a lower-case word, such as mygame.")
    if name in game_names():
        raise SparringError(f"There is a game {name!r} already; choose another name.")
    if keyword.iskeyword(name) or importlib.util.find_spec(name) is not None:
        raise SparringError(f"{name!r} is the name of a Python module or word already; choose another name.")
    if Path(name).exists():
        raise SparringError(f"There is a file or folder {name!r} here already; nothing was written.")
    return name
