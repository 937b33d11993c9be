"""The same seed gives the same match."""

import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest

from sparring.match import (
    Event,
)
from sparring.opponents import catalogue, opponent
from sparring.rules import Decision
from support.faults.all_faults import Faulty
from support.small_games import play, timeless

BOUNDED = {"mcts": "mcts:time=none,playouts=200"}
"""Opponents that think by the clock, with a limit that makes their answers repeatable."""

CHARACTERS = [BOUNDED.get(name, name) for name in catalogue("tictactoe").entries if name not in ("random", "minimax")]


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize(("first", "second"), list(pairwise([*CHARACTERS, CHARACTERS[0]])))
def test_the_same_seed_gives_the_same_match(first: str, second: str) -> None:
    def match(seed: int) -> tuple[str, list[Event]]:
        played, events = play("tictactoe", [opponent("tictactoe", first), opponent("tictactoe", second)], seed=seed)
        return str(played.record), timeless(events)

    assert match(7) == match(7)


@pytest.mark.req("ALL-6")
def test_another_seed_gives_another_match() -> None:
    def record(seed: int) -> str:
        players = [opponent("tictactoe", "WildcardLemur"), opponent("tictactoe", "MentorOrangutan")]
        return str(play("tictactoe", players, seed=seed)[0].table.choices)

    assert len({record(seed) for seed in range(6)}) > 1


@pytest.mark.req("ALL-6")
def test_the_same_seed_gives_the_same_match_in_another_process() -> None:
    script = """
import asyncio, sparring
names = ["TricksterMonkey", "WildcardLemur"]
match = sparring.Match("tictactoe", [sparring.opponent("tictactoe", name) for name in names], seed=99)
print(asyncio.run(match.run()).record, end="")
"""
    printed = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for hash_seed in ("0", "1", "77")
    }
    assert len(printed) == 1
    assert printed.pop().startswith("Sparring record 1\nGame: tictactoe\n")


@pytest.mark.req("ALL-6")
def test_a_player_that_uses_the_global_random_numbers_changes_nothing() -> None:
    import random

    def wasteful(decision: Decision) -> str:
        random.seed(decision.number)
        return decision.options[0]

    def record() -> list[Any]:
        return play("tictactoe", [Faulty("wasteful", wasteful), opponent("tictactoe", "WildcardLemur")], seed=5)[
            0
        ].table.choices

    random.seed(1)
    once = record()
    random.seed(2)
    assert record() == once
