"""A class for a game that is written as a kernel."""

from random import Random
from typing import ClassVar, NamedTuple

import pytest

import sparring
from sparring.rules import BrokenGame, kernels
from sparring.rules.kernels import NOT_OVER


class Rope(NamedTuple):
    """A rope that is three pulls long."""

    left: int = 3


def pulls(position, buffer, start):
    for pull in range(min(2, position.left)):
        buffer[start + pull] = pull + 1
    return min(2, position.left)


def pull(position, length):
    return Rope(position.left - length)


def pulled(position):
    return NOT_OVER if position.left else -1


class Length(NamedTuple):
    inch: int = 10


def by_length(position, weights):
    return weights.inch * position.left


kernels.register(Rope, moves=pulls, play=pull, result=pulled)
kernels.register_evaluation(Rope, Length, by_length)


class Pulling(sparring.KernelGame):
    name, title = "pulling", "Pulling"
    evaluations: ClassVar = {"length": Length(), "twice": Length(20)}

    def start(self, rng):
        return Rope()

    def to_move(self, position):
        return position.left % 2

    def reason(self, position, winner):
        return f"seat {winner} has the rope"


class Lost(sparring.KernelGame):
    name, title = "lost", "Lost"

    def start(self, rng):
        return Rope()


GAME = Pulling()


def test_moves_play_and_outcome_come_from_the_kernel():
    position = GAME.start(Random(0))
    assert GAME.moves(position) == [1, 2]
    assert GAME.play(position, 2) == Rope(1)
    assert GAME.moves(Rope(1)) == [1]
    assert GAME.outcome(position) is None


def test_the_outcome_names_the_winner_and_the_games_own_reason():
    assert GAME.outcome(Rope(0)) == sparring.Outcome(1, "seat 1 has the rope")


def test_the_first_evaluation_is_the_default_and_changes_its_sign_with_the_seat():
    assert GAME.evaluate(Rope(3), seat=1) == 30
    assert GAME.evaluate(Rope(3), seat=0) == -30
    assert sparring.opponent(GAME, "minimax:depth=3").brain.weights == Length()


def test_a_game_without_an_evaluation_finds_every_position_even():
    class Blind(Pulling):
        evaluations: ClassVar = {}

    assert Blind().evaluate(Rope(3), seat=0) == 0


def test_a_class_without_to_move_says_what_is_missing():
    with pytest.raises(BrokenGame, match="lost needs either a method to_move or the kernel function mover"):
        Lost().to_move(Rope())
