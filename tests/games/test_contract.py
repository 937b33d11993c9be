"""Tic-tac-toe fulfils the contract of all games; so do a wider board and two games such as users write."""

from collections import namedtuple
from dataclasses import dataclass, replace
from random import Random

import sparring
from sparring.games.mnk import LineGame
from sparring.rules import BadPosition, Outcome
from support.game_contract import GameContract


class TestTicTacToe(GameContract):
    game = sparring.game("tictactoe")


class WideLineGame(LineGame):
    name, title = "wide", "Four in a row on 5×4"

    def __init__(self):
        super().__init__(width=5, height=4, length=4)


class TestAWiderBoard(GameContract):
    game = WideLineGame()


Heaps = namedtuple("Heaps", "sizes to_move")


class Nim(sparring.Game):
    """The smallest game: five methods, and the text of positions, which the contract needs."""

    name, title = "nim", "Nim"

    def start(self, rng):
        return Heaps((3, 4, 5), 0)

    def to_move(self, position):
        return position.to_move

    def moves(self, position):
        return [f"{heap}-{take}" for heap, size in enumerate(position.sizes, 1) for take in range(1, size + 1)]

    def play(self, position, move):
        heap, take = map(int, move.split("-"))
        sizes = tuple(size - take if number == heap else size for number, size in enumerate(position.sizes, 1))
        return Heaps(sizes, 1 - position.to_move)

    def outcome(self, position):
        return None if any(position.sizes) else Outcome(1 - position.to_move, "took the last one")

    def position_text(self, position):
        return f"{','.join(map(str, position.sizes))} {position.to_move}"

    def read_position(self, text):
        try:
            sizes, to_move = text.split()
            return Heaps(tuple(map(int, sizes.split(","))), int(to_move))
        except ValueError:
            raise BadPosition(f"{text!r} is no position of Nim, as in '3,4,5 0'.") from None


class TestAGameOfTheUsersOwn(GameContract):
    game = Nim()


@dataclass(frozen=True)
class RaceView:
    """The position without future dice and the bonus of the other seat."""

    seat: int
    points: tuple
    bonus: int
    to_move: int

    def sample(self, rng):
        bonuses = (self.bonus, rng.randrange(4)) if self.seat == 0 else (rng.randrange(4), self.bonus)
        return RacePosition(self.points, bonuses, self.to_move, rng.getrandbits(32))


@dataclass(frozen=True)
class RacePosition:
    points: tuple
    bonuses: tuple
    to_move: int
    dice: int


class Race(sparring.Game):
    """A race with dice and a secret bonus: a small game with chance and hidden information."""

    name, title = "race", "Race"

    def start(self, rng):
        return RacePosition((0, 0), (rng.randrange(4), rng.randrange(4)), 0, rng.getrandbits(32))

    def to_move(self, position):
        return position.to_move

    def moves(self, position):
        return ["roll one die", "roll two, keep the lower, and add 1"]

    def play(self, position, move):
        dice = Random(position.dice)
        rolled = dice.randint(1, 6) if "one" in move else min(dice.randint(1, 6), dice.randint(1, 6)) + 1
        points = list(position.points)
        points[position.to_move] += rolled
        return replace(position, points=tuple(points), to_move=1 - position.to_move, dice=dice.getrandbits(32))

    def outcome(self, position):
        if position.to_move == 1 or max(position.points) < 15:
            return None
        first, second = (points + bonus for points, bonus in zip(position.points, position.bonuses, strict=True))
        return Outcome(None if first == second else int(second > first), "the race is run")

    def evaluate(self, position, seat):
        mine, theirs = (position.points[side] + position.bonuses[side] for side in (seat, 1 - seat))
        return mine - theirs

    def view(self, position, seat):
        return RaceView(seat, position.points, position.bonuses[seat], position.to_move)

    def draw(self, view):
        return f"{view.points[0]} : {view.points[1]}, your bonus {view.bonus}"


class TestAGameWithChanceAndSecrets(GameContract):
    game = Race()

    def rechanced(self, position, seat):
        bonuses = list(position.bonuses)
        bonuses[1 - seat] = (bonuses[1 - seat] + 1) % 4
        return replace(position, bonuses=tuple(bonuses), dice=position.dice ^ 0x5A5A5A5A)


def test_the_contract_notices_a_view_that_hides_nothing():
    """The contract fails for a game whose view is the whole position."""

    class Open(Race):
        def view(self, position, seat):
            return position

    position = Open().start(Random(1))
    other = TestAGameWithChanceAndSecrets().rechanced(position, 0)
    assert Open().view(position, 0) != Open().view(other, 0)
