"""Says what went wrong in the user's own code, and where: the file and the line, also of kernels."""

import inspect
import linecache
import re
import sysconfig
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sparring.rules.own_code import in_words
from sparring.rules.registry import own_folders

PACKAGE = Path(__file__).resolve().parents[1]
INSTALLED = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib"))

_FRAME = re.compile(r'^ *(?:\| *)?File "(.+)", line (\d+), in (.+)$', re.MULTILINE)

PHASE = "Failed in nopython mode pipeline"
"""Numba's words at the beginning of what is wrong with each function that it gives up, the innermost last."""

_COMPILED_AT = re.compile(r' at (\S.*\.py) \((\d+)\)$|File "(.+)", line (\d+):$', re.MULTILINE)
_SIGNATURE = re.compile(r">>> (.+)")
_UNMARKED = re.compile(r"Untyped global name '(\w+)':.*<class 'function'>")
_CALLEE = re.compile(r"type\(CPUDispatcher\(<function (\S+) at ")

ATTEMPTS = 3
"""How often an error is formatted: in Python 3.11, two threads that parse source code at once may get a SystemError."""


@dataclass(frozen=True)
class Place:
    """A line of a file."""

    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}" + (f", in {self.function}" if self.function else "")


@dataclass(frozen=True)
class NotCompiled:
    """Why the compiler refuses a kernel, and where."""

    reason: str
    place: Place | None
    function: str = ""
    """The function that it refuses, if the place is unknown."""

    def __str__(self) -> str:
        where = str(self.place) if self.place else f"The function {self.function}" if self.function else "The kernel"
        return f"{where} cannot be compiled: {self.reason}"


def explained(error: BaseException) -> str:
    """An error in a sentence: its place in the user's own code if it has one, and what it says."""
    if (refused := not_compiled(error)) is not None:
        return str(refused)
    place = place_of(error)
    return f"{place}: {in_words(error)}" if place else in_words(error)


def place_of(error: BaseException, folders: Iterable[Path] | None = None) -> Place | None:
    """The last line of the user's own code that an error came through, here or in a worker process."""
    own = set(own_folders() if folders is None else folders)
    if not own:
        return None
    frames = [frame for frame in _FRAME.findall(_formatted(error)) if is_own(Path(frame[0]), own)]
    if not frames:
        return None
    file, line, function = frames[-1]
    return Place(file, int(line), function)


def _formatted(error: BaseException) -> str:
    """An error with its traceback, or nothing if it cannot be formatted.

    No lock is held meanwhile: even the text of an error may be the user's own code, and may never end.
    """
    for _ in range(ATTEMPTS):
        with suppress(Exception):
            return "".join(traceback.format_exception(error))
    return ""


def place_of_class(some_class: type) -> Place | None:
    """Where a class of the user's own begins; None for all other classes."""
    try:
        file = inspect.getfile(some_class)
    except (OSError, TypeError):
        return None
    if not is_own(Path(file), set(own_folders())):
        return None
    line = _line_of_class(some_class, file)
    return Place(file, line, some_class.__name__) if line else None


def _line_of_class(some_class: type, file: str) -> int | None:
    """The line where a class begins: the last one that names it and is not below its methods.

    `inspect` would parse the file, which fails in Python 3.11 while another thread parses one.
    """
    begins = re.compile(rf"\s*class {re.escape(some_class.__name__)}\b")
    lines = [number for number, line in enumerate(linecache.getlines(file), 1) if begins.match(line)]
    methods = [member.__code__ for member in vars(some_class).values() if inspect.isfunction(member)]
    end = min((code.co_firstlineno for code in methods if code.co_filename == file), default=None)
    return max((line for line in lines if end is None or line < end), default=None)


def is_own(file: Path, folders: set[Path]) -> bool:
    """True for a file in one of these folders or below, unless it belongs to Sparring or an installed package."""
    if file.name.startswith("<"):  # generated code, such as the methods of a dataclass
        return False
    within = {file.parent, *file.resolve().parents}
    if not within & folders:
        return False
    return file.parent in folders or not within & {PACKAGE, *INSTALLED}


# ---------------------------------------------------------------------- rules that cannot be compiled


def not_compiled(error: BaseException) -> NotCompiled | None:
    """Numba's pages about an error, reduced to the reason and its place; None for any other error."""
    if not type(error).__module__.startswith("numba."):
        return None
    sections = str(error).split(PHASE)
    found = [NotCompiled(_reason(section), _compiled_place(section), _callee(section)) for section in sections[1:]]
    in_rules = [each for each in found if each.place is not None]
    if found and found[-1].place is None and found[-1].function:
        return found[-1]
    return in_rules[-1] if in_rules else NotCompiled(_reason(f"\n{sections[-1]}"), None)


def _reason(section: str) -> str:
    """The first line that says something, with the call that is meant where it is about one."""
    lines = [line.strip() for line in section.partition("\n")[2].splitlines()]
    said = next((line for line in lines if line), " ".join(section.split()))
    if said.startswith("No implementation of function") and (call := _SIGNATURE.search(section)):
        said = f"there is no compiled {call[1]}"
    if unmarked := _UNMARKED.match(said):
        said = f"{unmarked[1]} is not marked with @kernels.kernel"
    return said.rstrip(".")


def _compiled_place(section: str) -> Place | None:
    """The first line that a section names, if it is not one of the compiler or of Sparring's own searches."""
    for at_file, at_line, file, line in _COMPILED_AT.findall(section):
        path = Path(at_file or file).resolve()
        if not {PACKAGE / "rules", PACKAGE / "brains", PACKAGE / "testing", *INSTALLED} & set(path.parents):
            return Place(str(path), int(at_line or line))
        return None
    return None


def _callee(section: str) -> str:
    found = _CALLEE.search(section)
    return found[1] if found else ""
