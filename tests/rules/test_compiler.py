"""The cache of compiled code: outdated, damaged or foreign code is never run, and a broken cache stops nothing."""

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from numba import njit

from sparring.rules import kernels
from sparring.rules.code_cache import CodeCache
from sparring.rules.compiler import entry
from sparring.rules.numba_private import DispatcherCache, use_cache
from support.kernel_project import ENTRIES, edit, write

DAY = 24 * 3600
NEW_PROCESS = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Python misses an edit within one second that keeps the length, so it must not cache bytecode here."""


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """The folder of the code cache during a test: its own, and empty at first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path / "cache" / "sparring" / "kernels"


@pytest.fixture
def nowhere(tmp_path):
    """A path that does not exist and cannot be created."""
    (tmp_path / "a file").write_text("no folder")
    return str(tmp_path / "a file" / "below")


def triple(number):
    return 3 * number


def ask(function=triple, number=5):
    """Call an entry as a new process would: its answer, and what was reported as being compiled."""
    told = []
    with kernels.told_of_compiling(told.append):
        answer = entry("the triple")(function)(number)
    return answer, told


COMPILED, LOADED = (15, ["the triple"]), (15, [])


# ---------------------------------------------------------------------- cached


def test_compiled_code_is_loaded_the_next_time(kept):
    assert ask() == COMPILED
    assert len(list(kept.iterdir())) == 1
    assert ask() == LOADED


def test_code_is_looked_up_once_and_not_at_every_call(kept, monkeypatch):
    ask()
    function, loads = entry("the triple")(triple), []
    load = DispatcherCache.load_overload
    monkeypatch.setattr(DispatcherCache, "load_overload", lambda *given: loads.append(given) or load(*given))
    assert [function(number) for number in range(5)] == [0, 3, 6, 9, 12]
    assert len(loads) == 1


def test_each_argument_type_is_compiled_and_cached_separately(kept):
    assert ask(number=5) == COMPILED
    assert ask(number=0.5) == (1.5, ["the triple"])
    assert ask(number=5) == LOADED
    assert ask(number=0.5) == (1.5, [])


def test_the_cache_of_a_function_can_be_disabled(kept):
    dispatcher = njit(triple)
    use_cache(dispatcher, CodeCache(triple), lambda: None)
    dispatcher._cache.disable()
    assert dispatcher(5) == 15
    assert not kept.exists() or not list(kept.iterdir())


@pytest.mark.parametrize(
    "damage",
    [
        lambda code: b"",
        lambda code: code[: len(code) // 2],
        lambda code: code[:-1],
        lambda code: code[:10],
        lambda code: code[:100] + bytes([code[100] ^ 1]) + code[101:],
        lambda code: bytes([code[0] ^ 128]) + code[1:],
        lambda code: code + b"more",
        lambda code: b"something else altogether, and no code at all",
    ],
    ids=["empty", "half", "one byte short", "ten bytes", "a bit within", "a bit of the digest", "longer", "other"],
)
def test_a_damaged_file_is_compiled_again_and_replaced(kept, damage):
    ask()
    [file] = kept.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert ask() == COMPILED
    assert len(file.read_bytes()) > 1000
    assert ask() == LOADED


def test_a_folder_with_the_name_of_the_file_does_no_harm(kept):
    ask()
    [file] = kept.iterdir()
    file.unlink()
    file.mkdir()
    assert ask() == COMPILED
    assert ask() == LOADED  # from the other folder


def test_no_unfinished_file_is_left(kept):
    ask()
    assert [path.suffix for path in kept.iterdir()] == [".code"]


def test_files_unused_for_sixty_days_are_deleted_and_used_ones_stay(kept):
    ask()
    [used] = kept.iterdir()
    for name, days in (("old.code", 61), ("unfinished.code.77.123", 61), ("newer.code", 59)):
        (kept / name).write_bytes(b"code")
        os.utime(kept / name, (time.time() - days * DAY,) * 2)
    os.utime(used, (time.time() - 59 * DAY,) * 2)
    assert ask() == LOADED
    assert used.stat().st_mtime > time.time() - DAY
    ask(number=0.5)  # a new file is written, which also deletes old ones
    assert used.exists()
    assert {path.name for path in kept.iterdir()} & {"old.code", "unfinished.code.77.123", "newer.code"} == {
        "newer.code"
    }


# ---------------------------------------------------------------------- where code is cached


def test_if_the_home_cannot_be_written_to_code_is_cached_among_temporary_files(tmp_path, monkeypatch, nowhere):
    monkeypatch.setenv("XDG_CACHE_HOME", nowhere)
    assert ask() == COMPILED
    [folder] = tmp_path.glob("sparring-kernels-*")
    assert folder.stat().st_mode & 0o077 == 0
    assert len(list(folder.iterdir())) == 1
    assert ask() == LOADED


def test_entries_work_if_nothing_can_be_written(monkeypatch, nowhere):
    monkeypatch.setenv("XDG_CACHE_HOME", nowhere)
    monkeypatch.setattr(tempfile, "tempdir", nowhere)
    assert ask() == COMPILED
    assert ask() == COMPILED


def test_entries_work_if_there_is_no_folder_for_temporary_files(monkeypatch, nowhere):
    def no_place():
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setenv("XDG_CACHE_HOME", nowhere)
    monkeypatch.setattr(tempfile, "gettempdir", no_place)
    assert ask() == COMPILED


def test_code_is_read_from_a_folder_that_cannot_be_written_to(kept, tmp_path, monkeypatch):
    ask()

    def refuse(*given, **named):
        raise PermissionError("read-only")

    for owner, name in ((os, "utime"), (Path, "write_bytes"), (Path, "unlink"), (Path, "replace")):
        monkeypatch.setattr(owner, name, refuse)
    assert ask() == LOADED
    assert ask(number=0.5) == (1.5, ["the triple"])


def test_a_full_disk_does_no_harm_and_leaves_no_unfinished_file(kept, monkeypatch):
    opened = Path.open

    class Full:
        """A file on a disk that is full after 100 bytes."""

        def __init__(self, file):
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *error):
            self.file.close()

        def writelines(self, parts):
            self.file.write(b"".join(parts)[:100])
            raise OSError(28, "No space left on device")

    def open_full(path, mode="r", *rest, **more):
        file = opened(path, mode, *rest, **more)
        return Full(file) if mode == "wb" else file

    monkeypatch.setattr(Path, "open", open_full)
    assert ask() == COMPILED
    assert list(kept.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no owners of folders")
def test_a_temporary_folder_of_another_user_is_neither_written_nor_read(tmp_path, monkeypatch, nowhere):
    monkeypatch.setenv("XDG_CACHE_HOME", nowhere)
    assert ask() == COMPILED
    [mine] = tmp_path.glob("sparring-kernels-*")
    somebody = os.getuid() + 1
    theirs = tmp_path / f"sparring-kernels-{somebody}"
    mine.rename(theirs)
    monkeypatch.setattr(os, "getuid", lambda: somebody)
    before = {path: path.stat().st_mtime_ns for path in theirs.iterdir()}
    assert ask() == COMPILED
    ask(number=0.5)
    assert {path: path.stat().st_mtime_ns for path in theirs.iterdir()} == before


# ---------------------------------------------------------------------- never outdated


def in_new_process(folder, *arguments, given=None):
    """The output of a new process."""
    found = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **NEW_PROCESS},
        input=given,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def three_runs(tmp_path_factory):
    """The answers and compile reports of a first process, a second, and a third after edits."""
    folder = tmp_path_factory.mktemp("project")
    write(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        first, second = (json.loads(in_new_process(folder, "asking.py", *ENTRIES)) for _ in range(2))
        edit(folder)
        return first, second, json.loads(in_new_process(folder, "asking.py", *ENTRIES))


@pytest.mark.parametrize("name", ENTRIES)
def test_an_edit_is_seen_by_the_next_process_and_without_one_nothing_is_compiled_twice(three_runs, name):
    first, second, edited = (run[name] for run in three_runs)
    assert first == [11, [name]]
    assert second == [11, []]
    assert edited == [12, [name]]


def test_two_processes_can_compile_the_same_at_once_and_leave_complete_files(kept, tmp_path):
    write(tmp_path)
    both = [
        subprocess.Popen(
            [sys.executable, "waiting.py", "a_rule"],
            cwd=tmp_path,
            env={**os.environ, **NEW_PROCESS},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in both:
        assert process.stdout.readline() == "ready\n"
    for process in both:
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in both:
        answers, _ = process.communicate(timeout=100)
        assert json.loads(answers)["a_rule"][0] == 11
    assert [path.suffix for path in kept.iterdir()] == [".code"]
    assert json.loads(in_new_process(tmp_path, "asking.py", "a_rule")) == {"a_rule": [11, []]}


KERNEL = """
from typing import NamedTuple
from sparring.rules import kernels

class Board(NamedTuple):
    stones: int

def moves(position, buffer, start):
    return 0

def result(position):
    total = position.stones
LONG    return NUMBER

kernels.register(Board, moves=moves, play=result, result=result)
"""

LONG = 60 * "    total ^= total << 13\n    if total % 7 == 3:\n        print(total)\n"
"""Lines that make a function so long that it is called and not inlined."""

ASKING = """
import importlib, sys
from sparring.rules import compiler, kernels

@compiler.entry("the result")
def ask(position):
    return kernels.result(position) + kernels.result(position)

told = []
with kernels.told_of_compiling(told.append):
    print(*[ask(importlib.import_module(name).Board(0)) for name in sys.argv[1:]], len(told))
"""


def test_code_for_positions_of_one_name_and_shape_is_not_confused_whoever_compiled_it(kept, tmp_path):
    (tmp_path / "asking.py").write_text(ASKING)
    for name, number in (("thousands", 1000), ("millions", 1_000_000)):
        (tmp_path / f"{name}.py").write_text(KERNEL.replace("NUMBER", str(number)).replace("LONG", LONG))
        assert in_new_process(tmp_path, "asking.py", name).split() == [str(2 * number), "1"]
    assert in_new_process(tmp_path, "asking.py", "thousands", "millions").split() == ["2000", "2000000", "0"]


NAMING = """
import sparring.rules.compiler
from numba.core.bytecode import FunctionIdentity

print(FunctionIdentity.from_function(lambda number: number).unique_name)
"""


def test_two_processes_never_give_two_functions_one_name(tmp_path):
    names = [in_new_process(tmp_path, "-c", NAMING) for _ in range(2)]
    assert names[0] != names[1]


# ---------------------------------------------------------------------- without a source file

TYPED = """
from typing import NamedTuple
from sparring.rules import compiler, kernels
from sparring.rules.numba_private import DispatcherCache

class Spot(NamedTuple):
    place: int

def moves(position, buffer, start):
    return 0

def result(position):
    return position.place + 1

kernels.register(Spot, moves=moves, play=result, result=result)

@compiler.entry("the result")
def ask(position):
    return kernels.result(position)

told, loads, load = [], [], DispatcherCache.load_overload

def counted(*given):
    loads.append(given)
    return load(*given)

DispatcherCache.load_overload = counted
with kernels.told_of_compiling(told.append):
    answers = [ask(Spot(place)) for place in range(20)]

print(answers == list(range(1, 21)) or answers, len(told) <= 1 or told, len(loads))
"""


@pytest.mark.parametrize("how", ["typed at a prompt", "given to the interpreter", "executed", "a script"])
def test_an_entry_works_however_its_source_was_given_and_is_looked_up_only_once(tmp_path, how):
    (tmp_path / "script.py").write_text(TYPED)
    arguments, given = {
        "typed at a prompt": (["-i", "-q"], TYPED),
        "given to the interpreter": (["-c", TYPED], None),
        "executed": (["-c", f"exec({TYPED!r}, dict(__name__='elsewhere'))"], None),
        "a script": (["script.py"], None),
    }[how]
    for _ in range(2):
        assert in_new_process(tmp_path, *arguments, given=given).split() == ["True", "True", "1"]


def test_two_threads_can_call_an_entry_at_once(kept):
    function = entry("the triple")(triple)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(function, [5, 5, 0.5, 0.5])) == [15, 15, 1.5, 1.5]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_forked_processes_do_not_give_their_code_the_same_names():
    code = """
import os, sys
from numba.core.bytecode import FunctionIdentity
import sparring.rules.numba_private
told, tell = os.pipe()
if os.fork() == 0:
    os.write(tell, str(next(FunctionIdentity._unique_ids)).encode())
    os._exit(0)
os.wait()
print(abs(int(os.read(told, 100)) - next(FunctionIdentity._unique_ids)) > 1_000_000)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "True\n"
