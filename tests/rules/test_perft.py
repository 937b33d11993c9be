"""Counting paths gives the same numbers interpreted and compiled."""

import subprocess
import sys

import pytest

import sparring
from sparring.rules import notation, perft
from support.kernel_games import Cards, Stones, WideBoard

NEVER = 10**9


@pytest.mark.req("ALL-22")
@pytest.mark.parametrize(
    ("game", "depth"),
    [(sparring.game("connect4"), 6), (sparring.game("fourinarow"), 3), (Cards(), 12), (Stones(), 9), (WideBoard(), 3)],
    ids=lambda given: getattr(given, "name", None),
)
def test_compiled_code_counts_the_paths_that_the_interpreter_counts(game, depth, monkeypatch):
    start = notation.start(game)
    monkeypatch.setattr(perft, "MANY", NEVER)
    interpreted = perft.perft(game, start, depth)
    monkeypatch.setattr(perft, "MANY", 1)
    assert perft.perft(game, start, depth) == interpreted


@pytest.mark.req("ALL-22")
def test_the_rules_of_the_class_are_counted_where_they_differ_from_its_kernel(monkeypatch):
    class OnlyTheFirst(Stones):
        def moves(self, position):
            return super().moves(position)[:1]

    monkeypatch.setattr(perft, "MANY", 1)
    game = OnlyTheFirst()
    assert perft.perft(game, notation.start(game), 5) == [1, 1, 1, 1, 1]


def test_little_is_counted_without_the_compiler():
    code = "import sparring.terminal.main as m, sys; m.main(['perft', 'connect4', '--depth', '4', '--json'])"
    code += "; assert 'numba' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == '{"counts": [7, 49, 343, 2401]}\n'


@pytest.mark.req("ALL-22")
def test_what_counts_paths_is_compiled_ahead_of_time(monkeypatch):
    counted = []
    monkeypatch.setattr(perft, "_compiled", lambda layer, depth: counted.append(depth))
    perft.prepare(sparring.game("connect4"))
    perft.prepare(sparring.game("onepiece"))
    assert counted == [1]
