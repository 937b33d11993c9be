"""Games whose whole tree is drawn at random, for any number of players, and what exhaustive search says of them."""

from functools import cache
from random import Random

import sparring
from sparring.rules.capabilities import Chance

DEEPEST = 6

ENDINGS = ("winner", "places", "payoffs")
"""How a game tells who did well: a winner or a draw, the place of every seat, or a payoff for every seat."""


class Wild(sparring.Game):
    """Who moves, what can be played and how it ends is random in every position; a position is the way to it."""

    name, title = "wild", "Wild"

    def __init__(self, seed, players=2, chance=False, ending="winner", widest=3, scale=1, shift=0):
        self.seed = seed
        self.players = players
        self.chance = chance
        self.ending = ending
        self.widest = widest
        self.scale = scale
        self.shift = shift
        self.name = f"wild:{ending}"
        self.seats = tuple(f"player {number}" for number in range(1, players + 1))

    @cache  # noqa: B019
    def facts(self, position):
        """The seat to move (None for chance), the number of moves, and the outcome if it is over."""
        rng = Random(repr((self.seed, position)))
        outcome = None
        if len(position) == DEEPEST or (position and rng.random() < 0.15):
            outcome = self.ended(rng)
        seat = None if self.chance and position and rng.random() < 0.3 else rng.randrange(self.players)
        return seat, rng.randint(1, self.widest), outcome

    def ended(self, rng):
        """How it ends in a position."""
        if self.ending == "winner":
            return sparring.Outcome(rng.choice([None, *range(self.players)]), "so it is")
        points = [rng.randint(-3, 3) for _ in range(self.players)]
        if self.players == 2:
            points[1] = -points[0]
        if self.ending == "payoffs":
            return sparring.Outcome(reason="so it is", payoffs=tuple(self.scale * each + self.shift for each in points))
        places = tuple(1 + sum(other > own for other in points) for own in points)
        return sparring.Outcome(reason="so it is", places=places)

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
    """What each seat gets: its payoff, or its result from 0 to 1."""
    if outcome.payoffs is not None:
        return outcome.payoffs
    return tuple(outcome.score(seat, game.players) for seat in range(game.players))


def followers(game, position):
    return [game.play(position, move) for move in game.moves(position)]


@cache
def forced(game, position, seat):
    """What a seat gets at least, whatever everybody else does."""
    outcome = game.outcome(position)
    if outcome is not None:
        return rewards(game, outcome)[seat]
    best = max if game.facts(position)[0] == seat else min
    return best(forced(game, following, seat) for following in followers(game, position))


@cache
def possible(game, position):
    """All rewards that can come about if no seat settles for less than it can force."""
    outcome = game.outcome(position)
    if outcome is not None:
        return {rewards(game, outcome)}
    found = set().union(*(possible(game, following) for following in followers(game, position)))
    seat = game.facts(position)[0]
    return found if seat is None else {each for each in found if each[seat] >= forced(game, position, seat)}
