"""A digest of an opponent: it changes with whatever may change its strength, and so tells which ratings are stale.

That is its settings, the source of its brain and of everything that the brain uses (functions, classes, constants, data
files beside them), the source of how characters pick, and the version of the rules. Comments, docstrings, empty lines,
remarks and pace do not count.
"""

import ast
import hashlib
import importlib.util
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from sparring.brains.brain import Brain
from sparring.brains.learned import LEARNED, demand_learned, with_learned
from sparring.opponents import Opponent, catalogue, opponent
from sparring.opponents.evaluations import EVALUATION
from sparring.opponents.settings import SEEN_ONLY
from sparring.rules import AnyGame, kernels
from sparring.rules.capabilities import HasEvaluations
from sparring.rules.registry import folder_of, own_folders

UNSEEN = (
    "sparring.rules",
    "sparring.work",
    "sparring.scenes",
    "sparring.opponents.remarks",
    "sparring.opponents.offers",
)
"""Code that has no strength: what everybody talks with, and what only people see."""

NO_DATA = ("ladder.json", "opponents.toml", "puzzles.json", "puzzles.json.gz")
"""Files beside a game that are not data of a brain: ratings are results, and settings count one by one."""

NO_STRENGTH = {
    *("name", "about", "level", "face", "tier", "says", "explains", "talks", "talks_as"),
    *("brain", "compiled", "hidden", "options"),
}
"""What an entry of the catalogue says that people only see, or that counts otherwise."""

NOT_PICKING = ("__init__", "prepare", "choose", "accepts", "would_play", "_pace", "_remark")
"""The methods of an opponent that do not matter for which option it picks."""


def digest_of(game: AnyGame, name: str) -> str:
    """The digest of an opponent of a game, the same on every machine and with every version of Python."""
    entry = catalogue(game)[name]
    for other in catalogue(game).entries.values():
        other.brain_class(game)  # loads every evaluation, so that the digest does not depend on what is loaded
    known = entry.known_settings(game).items()
    # An evaluation that the entry does not name is the game's first one, whatever others there are to choose from.
    settings = {key: setting.default for key, setting in known if key != EVALUATION} | dict(entry.options)
    settings |= {each.name: getattr(entry, each.name) for each in fields(entry) if each.name not in NO_STRENGTH}
    brain = entry.brain_class(game)
    found = hashlib.sha256(f"{game.name} {game.version} {brain.__module__}:{brain.__qualname__}\n".encode())
    for key in sorted(settings.keys() - SEEN_ONLY):
        found.update(f"{key}={settings[key]!r}\n".encode())
    if settings.get(EVALUATION) == LEARNED:
        found.update(demand_learned(game).read_bytes())
        game = with_learned(game)
    for text in sorted(_sources(game, {brain, type(opponent(game, name).brain)})):
        found.update(text.encode())
    return found.hexdigest()[:16]


def _sources(game: AnyGame, brains: set[type[Brain]]) -> set[str]:
    """The texts of all definitions and data files that the play of some brains in a game depends on."""
    roots = [Place.of(ancestor) for brain in brains for ancestor in brain.__mro__]
    roots += [Place.of(method) for name, method in vars(Opponent).items() if name not in NOT_PICKING]
    roots.append(Place.of(type(game).evaluate))
    roots += [Place.of(tactic) for tactic in game.tactics.values()]
    position = game.start(Random(0))
    kernel = getattr(game, "kernel_position", lambda position: position)(position)
    roots += [Place.of(function) for function in _kernel_functions(game, type(kernel))]
    return _closure([place for place in roots if place is not None], folder_of(type(game)))


def _kernel_functions(game: AnyGame, position_type: type) -> Iterator[Callable[..., Any]]:
    """The rules and evaluations of a game that can be compiled; another game may evaluate the same positions."""
    own = {type(weights) for weights in game.evaluations.values()} if isinstance(game, HasEvaluations) else set()
    for name in (*kernels.KERNEL_FUNCTIONS, "evaluate"):
        for weights_type in own if name == "evaluate" else (None,):
            if (function := kernels.function_of(name, position_type, weights_type)) is not None:
                yield function


@dataclass(frozen=True)
class Place:
    """A definition: its module, and its name there, such as `play` or `Opponent.decide`."""

    module: str
    name: str

    @classmethod
    def of(cls, thing: object) -> "Place | None":
        """The place of a class or function, if it has one."""
        plain = getattr(thing, "py_func", thing)
        module, name = getattr(plain, "__module__", None), getattr(plain, "__qualname__", None)
        return cls(module, name.partition(".<locals>")[0]) if module and name else None


@dataclass
class Source:
    """What a module defines: the text of each definition, what it refers to, and where imported names come from."""

    folder: Path
    texts: dict[str, str] = field(default_factory=dict)
    nodes: dict[str, ast.AST] = field(default_factory=dict)
    imported: dict[str, Place] = field(default_factory=dict)

    def references(self, module: str, name: str) -> Iterator[Place]:
        """The definitions that a definition refers to, apart from its annotations."""
        for node in _walk(self.nodes[name]):
            if isinstance(node, ast.Name):
                yield self.imported.get(node.id, Place(module, node.id))
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                whole = self.imported.get(node.value.id)
                if whole is not None:
                    yield Place(f"{whole.module}.{whole.name}".rstrip("."), node.attr)

    def data(self, name: str, beside_game: Path | None) -> Iterator[str]:
        """The digests of the files beside the module or the game that a definition names."""
        for node in _walk(self.nodes[name]):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and re.fullmatch(r"[\w-][\w.-]*", node.value)
            ):
                for path in self._files(node.value, beside_game):
                    yield f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}"

    def _files(self, name: str, beside_game: Path | None) -> Iterator[Path]:
        places = {self.folder, self.folder.parent} | ({beside_game} if beside_game else set())
        for folder in sorted(places):
            path = folder / name
            if name in NO_DATA or path.suffix == ".py":
                continue
            if path.is_file():
                yield path
            elif path.is_dir() and not any(path.glob("*.py")):
                yield from sorted(file for file in path.iterdir() if file.is_file())


def _closure(roots: list[Place], beside_game: Path | None) -> set[str]:
    """The texts of some definitions and of all that they refer to."""
    left, seen, found = roots, set[Place](), set[str]()
    while left:
        place = left.pop()
        if place in seen:
            continue
        seen.add(place)
        source = _source(place.module)
        if source is None:
            continue
        if place.name in source.imported:  # passed on by a package
            left.append(source.imported[place.name])
        elif place.name in source.texts:
            found.add(f"{place.module}:{place.name}\n{source.texts[place.name]}\n")
            found.update(source.data(place.name, beside_game))
            left.extend(source.references(place.module, place.name))
    return found


@cache
def _source(module: str) -> Source | None:
    """What a module defines, if its code may change the strength of a brain."""
    if any(module == unseen or module.startswith(f"{unseen}.") for unseen in UNSEEN):
        return None
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    path = Path(spec.origin)
    if module.partition(".")[0] != "sparring" and path.resolve().parent not in own_folders():
        return None
    text = path.read_text("utf-8")
    source, lines = Source(path.parent), text.splitlines()
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            for alias in node.names:
                source.imported[alias.asname or alias.name] = Place(node.module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                source.imported[alias.asname or alias.name.partition(".")[0]] = Place(alias.name, "")
    skipped = _without_meaning(tree, lines)
    for statement in tree.body:
        for name, part in _defined(statement, module):
            source.nodes[name] = part
            first = min([part.lineno, *(decorator.lineno for decorator in getattr(part, "decorator_list", []))])
            kept = [lines[line - 1] for line in range(first, (part.end_lineno or first) + 1) if line not in skipped]
            source.texts[name] = "\n".join(kept)
    return source


def _defined(statement: ast.stmt, module: str) -> Iterator[tuple[str, ast.stmt]]:
    """The names that a statement of a module defines; of shipped games no whole class, because rules have versions."""
    if isinstance(statement, ast.ClassDef):
        named = [base.value if isinstance(base, ast.Subscript) else base for base in statement.bases]
        bases = {base.id for base in named if isinstance(base, ast.Name)}
        if not (module.startswith("sparring.games") and any(base.endswith("Game") for base in bases)):
            yield statement.name, statement
        for part in statement.body:
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{statement.name}.{part.name}", part
    elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        yield statement.name, statement
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
            for node in ast.walk(target):
                if isinstance(node, ast.Name):
                    yield node.id, statement


def _without_meaning(tree: ast.AST, lines: list[str]) -> set[int]:
    """The numbers of lines that are empty, comments or docstrings."""
    skipped = {number for number, line in enumerate(lines, 1) if not line.strip() or line.lstrip().startswith("#")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return skipped


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """The node and everything in it, but no annotations and no docstrings."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (
                isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            ):
                yield from _walk(child)
