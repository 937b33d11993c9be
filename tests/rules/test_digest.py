"""Digests of what compiled code is made from: any difference gives another digest."""

from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np
import pytest
from numba.extending import intrinsic

from sparring.rules import kernels
from sparring.rules.compiler import entry
from sparring.rules.digest import Digest, Undescribable


def digest(*things):
    made = Digest()
    for thing in things:
        made.add(thing)
    return str(made)


def function(source, **names):
    """A function `f` without a source file, with these names as its globals."""
    exec(source, names)
    return names["f"]


def closed_over(number):
    return lambda: number


def sides(**values):
    return IntEnum("Side", values, module="games")


class Pair(NamedTuple):
    first: int
    second: int


class Riap(NamedTuple):
    second: int
    first: int


CALL_THREE = "def f(): return a() + b() + c()"
ONE, TWO = function("def f(): return 1"), function("def f(): return 2")

DIFFERENT = {
    "a constant": (function("def f(): return 1"), function("def f(): return 2")),
    "the type of a constant": (function("def f(): return 1"), function("def f(): return 1.0")),
    "what is done": (function("def f(a, b): return a + b"), function("def f(a, b): return a - b")),
    "a global": (function("def f(): return G", G=1), function("def f(): return G", G=2)),
    "a default": (function("def f(a=1): return a"), function("def f(a=2): return a")),
    "what it closes over": (closed_over(1), closed_over(2)),
    "a function it calls": (function("def f(): return g()", g=ONE), function("def f(): return g()", g=TWO)),
    "a function that a function calls": (
        function("def f(): return g()", g=function("def f(): return h()", h=ONE)),
        function("def f(): return g()", g=function("def f(): return h()", h=TWO)),
    ),
    "a function within": (
        function("def f():\n def g(): return G\n return g()", G=1),
        function("def f():\n def g(): return G\n return g()", G=2),
    ),
    "which of two known functions": (
        function(CALL_THREE, a=ONE, b=TWO, c=ONE),
        function(CALL_THREE, a=ONE, b=TWO, c=TWO),
    ),
    "an attribute's name": (function("def f(a): return a.x"), function("def f(a): return a.y")),
    "numbers and texts": (1, "1"),
    "numbers and truth": (1, True),
    "where a tuple ends": ((1, (2, 3)), ((1, 2), 3)),
    "the fields of a tuple": (Pair(1, 2), Riap(1, 2)),
    "a value of an array": (np.array([1, 2]), np.array([1, 3])),
    "the type of an array": (np.array([1, 2]), np.array([1, 2], "i4")),
    "the shape of an array": (np.zeros((2, 3)), np.zeros((3, 2))),
    "a field of a record": (np.dtype([("a", "i8")]), np.dtype([("b", "i8")])),
    "a member of an enumeration": (sides(FIRST=0), sides(FIRST=1)),
    "a range": (range(3), range(4)),
    "an intrinsic": (intrinsic(function("def f(context): return 1")), intrinsic(function("def f(context): return 2"))),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_different_things_have_different_digests(what):
    one, other = DIFFERENT[what]
    assert digest(one) != digest(other)
    assert digest(one) == digest(one)


def test_a_function_defined_again_has_the_same_digest():
    source = "def f(a, b=2): return a + b + G + h(3)"
    assert digest(function(source, G=4, h=ONE)) == digest(function(source, G=4, h=ONE))


def test_a_function_that_calls_itself_has_a_digest():
    assert digest(function("def f(n): return f(n - 1) if n else 0")) == digest(
        function("def f(n): return f(n - 1) if n else 0")
    )


def test_a_rule_of_a_type_is_part_of_its_digest():
    class Spot(NamedTuple):
        place: int

    before = digest(Spot)
    kernels.register(Spot, moves=ONE, play=ONE, result=ONE)
    one = digest(Spot)
    kernels.register(Spot, moves=ONE, play=ONE, result=TWO)
    assert len({before, one, digest(Spot)}) == 3


@pytest.mark.parametrize(
    "thing", [object(), {"a": 1}, {1, 2}, [object()], (1, object()), function("def f(): return G", G=object())]
)
def test_a_value_whose_changes_cannot_be_detected_is_refused(thing):
    with pytest.raises(Undescribable):
        digest(thing)


def test_a_function_that_uses_such_a_value_is_compiled_each_time():
    class Colour(Enum):
        RED = 1

    painted, told = function("def f(number): return 3 * number if G == G else 0", G=Colour.RED), []
    with kernels.told_of_compiling(told.append):
        assert [entry("a colour")(painted)(5) for _ in range(2)] == [15, 15]
    assert told == ["a colour"] * 2
