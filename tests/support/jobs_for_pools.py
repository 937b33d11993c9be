"""Jobs, and a game, that worker processes can import."""

import os
import time
from typing import ClassVar

import sparring


def square(number):
    return number * number


def square_row(number):
    return number, number * number


def die_on_three(number):
    if number == 3:
        os._exit(1)
    return number


def die_once(job):
    """The square of a number; every third one dies with its process when it is first tried."""
    number, mark = job
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os._exit(1)
    return number * number


def node_of_one_of_two(job):
    """The Ray node that a job ran on, as soon as another job has begun elsewhere."""
    import ray

    number, folder = job
    (folder / str(number)).touch()
    until = time.monotonic() + 60
    while not (folder / str(1 - number)).exists() and time.monotonic() < until:
        time.sleep(0.01)
    return ray.get_runtime_context().get_node_id()


class Tug(sparring.Game):
    """A game that ends with its first move."""

    name, title = "tug", "Tug"

    def start(self, rng):
        return 0

    def to_move(self, position):
        return 0

    def moves(self, position):
        return ["pull"]

    def play(self, position, move):
        return 1

    def outcome(self, position):
        return sparring.Outcome(0, "pulled") if position else None


class Cut(sparring.Game):
    """Each side has a deck of one card; the higher card wins, whichever is turned over first."""

    name, title = "cut", "Cut"
    settings: ClassVar = {"left": "2", "right": "2"}

    def __init__(self, left="2", right="2"):
        self.cards = left, right
        self.name = self.name_with(left=left, right=right)

    @classmethod
    def decks(cls, given):
        return dict(zip(cls.settings, given, strict=True))

    @classmethod
    def decks_known(cls):
        return ["2", "9"]

    @classmethod
    def deck_called(cls, given):
        return given, f"the {given}"

    def start(self, rng):
        return rng.randrange(2), False

    def began(self, position):
        return position[0]

    def to_move(self, position):
        return position[0]

    def moves(self, position):
        return ["turn over"]

    def play(self, position, move):
        return position[0], True

    def outcome(self, position):
        return sparring.Outcome(int(self.cards[1] > self.cards[0]), "the higher card") if position[1] else None
