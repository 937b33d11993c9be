"""What the compiler says about a kernel that it refuses is reduced to the line and the reason."""

import inspect
import threading
from pathlib import Path
from typing import NamedTuple

import pytest

import sparring
from sparring.brains.alphabeta import AlphaBeta
from sparring.rules import kernels, places
from sparring.rules.kernels import NOT_OVER

pytestmark = pytest.mark.req("ALL-22")


class Rope(NamedTuple):
    left: int = 3


def pulls(position, buffer, start):
    buffer[start] = 1
    return 1


def pull(position, length):
    return Rope(position.left - length)


def pulled(position):
    return NOT_OVER if position.left else -1


def unmarked(number):
    return number - 1


def writes_text(position, buffer, start):
    buffer[start] = "pull"
    return 1


def asks_for_nothing(position, length):
    return Rope(position.nothing)


def calls_unmarked(position, length):
    return Rope(unmarked(position.left))


def returns_two_types(position, length):
    if length > 1:
        return Rope(0)
    return position.left


def uses_a_name_that_is_not_there(position):
    return no_such_name  # noqa: F821


REFUSED = {
    "moves": [(writes_text, [1], "there is no compiled setitem(")],
    "play": [
        (asks_for_nothing, [1], "Unknown attribute 'nothing' of type {piece}(int64 x 1)"),
        (calls_unmarked, [1], "unmarked is not marked with @kernels.kernel"),
        (returns_two_types, [2, 3], "Can't unify return type from the following types: "),
    ],
    "result": [(uses_a_name_that_is_not_there, [], "NameError: name 'no_such_name' is not defined")],
}
CASES = [(name, *case) for name, cases in REFUSED.items() for case in cases]


@pytest.mark.parametrize(
    ("name", "function", "lines", "reason"), CASES, ids=lambda given: getattr(given, "__name__", "")
)
def test_a_refused_kernel_is_told_by_its_line_and_the_reason(name, function, lines, reason):
    class Pulling(sparring.KernelGame):
        name, title = "pulling", "Pulling"

        def start(self, rng):
            return Piece()

        def to_move(self, position):
            return 0

    class Piece(NamedTuple):
        left: int = 3

    kernels.register(Piece, **{"moves": pulls, "play": pull, "result": pulled, name: function})
    with pytest.raises(Exception, match="nopython") as refused:
        AlphaBeta(Pulling()).prepare()
    told = places.not_compiled(refused.value)
    assert told is not None
    assert told.reason.startswith(reason.format(piece="Piece"))
    assert "\n" not in str(told)
    if not lines:
        assert str(told).startswith(f"The function {function.__name__} cannot be compiled")
    else:
        begins = inspect.getsourcelines(function)[1]
        assert told.place in [places.Place(__file__, begins + line) for line in lines]
        assert str(told).startswith(f"{__file__}, line {told.place.line} cannot be compiled: ")


def test_other_errors_are_not_about_the_compiler():
    assert places.not_compiled(ValueError("nopython")) is None
    assert places.explained(ValueError("x")) == "ValueError: x"


def test_a_file_is_the_users_own_if_it_is_in_their_folder_and_not_installed(tmp_path):
    folders = {tmp_path}
    assert places.is_own(tmp_path / "nim.py", folders)
    assert places.is_own(tmp_path / "brains" / "greedy.py", folders)
    assert not places.is_own(tmp_path.parent / "nim.py", folders)
    everything = {places.PACKAGE.parents[-1]}
    assert not places.is_own(places.PACKAGE / "rules" / "game.py", everything)
    assert not places.is_own(places.INSTALLED[0] / "json" / "decoder.py", everything)


def test_the_place_of_a_class_is_found_while_other_threads_parse(monkeypatch):
    class Rope:
        def choose(self):
            return self

    monkeypatch.setattr(places, "own_folders", lambda: [Path(__file__).parent])
    monkeypatch.setattr(inspect, "getsourcelines", None)  # it parses, and in Python 3.11 only one thread may
    line = Rope.choose.__code__.co_firstlineno - 1
    assert places.place_of_class(Rope) == places.Place(__file__, line, "Rope")


def test_a_class_without_a_file_has_no_place(monkeypatch):
    monkeypatch.setattr(places, "own_folders", lambda: [Path(__file__).parent])
    assert places.place_of_class(type("Made", (), {"__module__": __name__})) is None


def test_an_error_whose_text_never_ends_keeps_nobody_else_waiting():
    begun, over = threading.Event(), threading.Event()

    class Endless(Exception):
        def __str__(self):
            begun.set()
            over.wait()
            return "over"

    stuck = threading.Thread(target=places.place_of, args=(Endless(), [Path(__file__).parent]))
    stuck.start()
    begun.wait()
    with pytest.raises(ValueError, match="wrong") as caught:
        raise ValueError("wrong")
    found = places.place_of(caught.value, [Path(__file__).parent])
    over.set()
    stuck.join()
    assert found.function == "test_an_error_whose_text_never_ends_keeps_nobody_else_waiting"
