"""Games whose whole tree is drawn at random, for any number of players, and what exhaustive search says of them."""

from functools import cache
from random import Random

import sparring
from sparring.rules.capabilities import Chance

DEEPEST = 6


class Wild(sparring.Game):
    """Who moves, what can be played and how it ends is random in every position; a position is the way to it."""

    name, title = "wild", "Wild"

    def __init__(self, seed, players=2, chance=False):
        self.seed = seed
        self.players = players
        self.chance = chance
        self.seats = tuple(f"player {number}" for number in range(1, players + 1))

    @cache  # noqa: B019
    def facts(self, position):
        """The seat to move (None for chance), the number of moves, and the outcome if it is over."""
        rng = Random(repr((self.seed, position)))
        outcome = None
        if len(position) == DEEPEST or (position and rng.random() < 0.15):
            outcome = sparring.Outcome(rng.choice([None, *range(self.players)]), "so it is")
        seat = None if self.chance and position and rng.random() < 0.3 else rng.randrange(self.players)
        return seat, rng.randint(1, 3), outcome

    def start(self, rng):
        return ()

    def to_move(self, position):
        return self.facts(position)[0] or 0

    def chance_outcomes(self, position):
        seat, count, outcome = self.facts(position)
        return [Chance(move, 1 / count) for move in range(count)] if seat is None and outcome is None else []

    def moves(self, position):
        return list(range(self.facts(position)[1]))

    def play(self, position, move):
        return (*position, move)

    def outcome(self, position):
        return self.facts(position)[2]


def rewards(game, outcome):
    """1 for who won, 0 for the others, and ½ for all in a draw."""
    return tuple(0.5 if outcome.winner is None else float(seat == outcome.winner) for seat in range(game.players))


def followers(game, position):
    return [game.play(position, move) for move in game.moves(position)]


def forced(game, position, seat):
    """What a seat gets at least, whatever everybody else does."""
    outcome = game.outcome(position)
    if outcome is not None:
        return rewards(game, outcome)[seat]
    best = max if game.facts(position)[0] == seat else min
    return best(forced(game, following, seat) for following in followers(game, position))


def possible(game, position):
    """All rewards that can come about if no seat settles for less than it can force."""
    outcome = game.outcome(position)
    if outcome is not None:
        return {rewards(game, outcome)}
    found = set().union(*(possible(game, following) for following in followers(game, position)))
    seat = game.facts(position)[0]
    return found if seat is None else {each for each in found if each[seat] >= forced(game, position, seat)}
