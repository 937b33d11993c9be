"""One Piece's opponents in tests: their names, how to ask them, and defenders with exactly the given cards."""

from functools import cache

import sparring
from sparring.games.onepiece.rules.reading import shipped
from sparring.match.table import decision_at
from support.onepiece_table import GAME, Half

DECKS = sorted(shipped())
LEVELS = ("easy", "medium", "hard", "expert")
STYLES = ("aggressive", "defensive", "balanced")
BASELINES = ("minimax", "random")
"""Opponents for comparison, which know nothing of this game."""

STYLELESS = (*BASELINES, "mcts")
"""Opponents that play in one style only."""

PLAIN = "ST08-001"
"""A leader whose effect needs a K.O."""

VANILLA = "ST01-009"
"""A character without an effect."""

NOTHING, ONE, TWO = "ST01-005", "ST01-003", "ST01-011"
"""Cards that counter with nothing, with 1000 and with 2000."""


def spec(name, nodes=12):
    """The name of an opponent with settings that limit those who think by the clock by nodes instead."""
    if name == "mcts":
        return f"mcts:time=none,playouts={nodes}"
    planned = "nodes" in sparring.catalogue(GAME)[name].known_settings(GAME)
    return f"{name}:time=none,nodes={nodes}" if planned else name


def steady(level, nodes=12):
    """The name of a level with settings that make its answers repeatable."""
    return spec(level, nodes) if level == "expert" else f"{level}:randomness=0"


@cache
def opponent(name):
    return sparring.opponent(GAME, name)


def choice(name, state, seed=1, thinking=None):
    """The choice of an opponent, with its analysis."""
    return opponent(name).decide(decision_at(GAME, state, seed=seed, thinking=thinking))


def stripped(hand=(), life=(), deck=(NOTHING,), characters=(), leader=PLAIN, **more):
    """A defender with exactly these cards: no card is filled in at random."""
    return Half(leader, characters, hand, life, deck=deck, deck_size=len(deck), **more)
