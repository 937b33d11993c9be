"""Jobs, and a game, that worker processes can import."""

import os

import sparring


def square(number):
    return number * number


def die_on_three(number):
    if number == 3:
        os._exit(1)
    return number


class Tug(sparring.Game):
    """One pull, and it is over."""

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
