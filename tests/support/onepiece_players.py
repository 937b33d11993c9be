"""One Piece's opponents at a table: whom to ask, what they choose, and defenders about whom everything is said."""

from functools import cache

import sparring
from sparring.games.onepiece.rules.reading import shipped
from sparring.match.table import decision_at
from support.onepiece_table import GAME, Half

DECKS = sorted(shipped())
PLANNERS = ("expert", "Harbourmaster", "Corsair")
PLAIN = "ST08-001"
"""A leader whose effect needs a K.O."""

NOTHING, ONE, TWO = "ST01-005", "ST01-003", "ST01-011"
"""Cards that counter with nothing, with 1000 and with 2000."""


def spec(name, nodes=12):
    """An opponent by name, such that a clock does not matter to it."""
    return f"{name}:time=none,nodes={nodes}" if name in PLANNERS else name


def steady(level, nodes=12):
    """A level without its randomness."""
    return spec(level, nodes) if level == "expert" else f"{level}:randomness=0"


@cache
def opponent(name):
    return sparring.opponent(GAME, name)


def choice(name, state, seed=1, thinking=None):
    """What an opponent chooses, with what it thought."""
    return opponent(name).decide(decision_at(GAME, state, seed=seed, thinking=thinking))


def stripped(hand=(), life=(), deck=(NOTHING,), characters=(), leader=PLAIN, **more):
    """A defender about whom everything that could be is said."""
    return Half(leader, characters, hand, life, deck=deck, deck_size=len(deck), **more)
