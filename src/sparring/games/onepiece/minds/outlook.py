"""The outlook: a logistic regression of the chance to win on what lies on the table at the beginning of a turn.

It was fitted to games played by habit (`tools/tune_onepiece.py --outlook`). `expert` evaluates the ends of its trials
with it. What a thing is worth depends on whose turn it is, so every feature has two weights.
"""

from collections.abc import Mapping

from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import has_keyword, power

NAMES = (
    *(f"life {number}" for number in range(6)),
    "card",
    "one of the first three cards",
    "thousand to counter with",
    "event in hand",
    "card in hand of six or more",
    "character",
    "thousand of power",
    "cost on the table",
    "character that beats the leader",
    "character that beats it by 2000",
    "Blocker ready",
    "Blocker rested",
    "Double Attack",
    "character ready",
    "DON!!",
    "stage",
    "thousand of the leader's power",
    "character with an effect",
    "tenth of the last ten cards",
)
"""The features of a side, in this order."""


def counted(state: State, seat: int) -> list[float]:
    """The features of a side."""
    side, cards = state.sides[seat], state.decks.cards
    aim = power(state, state.sides[1 - seat].leader)
    hand = [cards[entry & CODE] for entry in side.hand]
    life = min(len(side.life), 5)
    strength = points = 0.0
    beats = clearly = ready = blocks = tired = doubles = effects = 0
    for unit in side.characters:
        force = power(state, unit)
        strength += force / 1000
        points += unit.card.cost or 0
        beats += force >= aim
        clearly += force >= aim + 2000
        ready += not unit.rested
        effects += bool(unit.card.effects)
        doubles += has_keyword(state, unit, "Double Attack")
        if has_keyword(state, unit, "Blocker"):
            blocks += not unit.rested
            tired += unit.rested
    return [
        *(float(life == number) for number in range(6)),
        len(hand),
        min(len(hand), 3),
        sum(card.counter or 0 for card in hand) / 1000,
        sum(card.category == "event" for card in hand),
        sum((card.cost or 0) >= 6 for card in hand),
        len(side.characters),
        strength,
        points,
        beats,
        clearly,
        blocks,
        tired,
        doubles,
        ready,
        side.don_on_field,
        side.stage is not None,
        power(state, side.leader) / 1000,
        effects,
        min(len(side.deck), 10) / 10,
    ]


def logit(state: State, seat: int) -> float:
    """The logarithm of a seat's odds to win at the beginning of a turn."""
    own, other = counted(state, state.turn_seat), counted(state, 1 - state.turn_seat)
    total = TURN
    for value, weight in zip(own, OWN, strict=True):
        total += weight * value
    for value, weight in zip(other, OTHER, strict=True):
        total += weight * value
    return total if state.turn_seat == seat else -total


WEIGHTS: Mapping[str, tuple[float, float]] = {
    "life 0": (-2.309, 4.018),
    "life 1": (-1.291, 1.339),
    "life 2": (0.059, -0.388),
    "life 3": (0.672, -1.110),
    "life 4": (1.221, -1.634),
    "life 5": (1.699, -2.174),
    "card": (0.247, -0.233),
    "one of the first three cards": (-0.256, 0.017),
    "thousand to counter with": (0.034, -0.084),
    "event in hand": (-0.174, 0.151),
    "card in hand of six or more": (0.161, -0.138),
    "character": (-0.079, 0.159),
    "thousand of power": (0.130, -0.112),
    "cost on the table": (0.047, -0.025),
    "character that beats the leader": (0.381, -0.231),
    "character that beats it by 2000": (0.188, -0.203),
    "Blocker ready": (0.299, -0.419),
    "Blocker rested": (0.000, -0.229),
    "Double Attack": (0.000, -0.299),
    "character ready": (-0.079, -0.061),
    "DON!!": (0.212, -0.157),
    "stage": (-0.017, 0.048),
    "thousand of the leader's power": (0.255, -0.079),
    "character with an effect": (0.012, -0.020),
    "tenth of the last ten cards": (0.051, 0.051),
}
"""Weights in logits: for the player whose turn begins, and for the other player."""

TURN = 0.051
"""The constant, in logits for the player whose turn begins."""

OWN, OTHER = ([WEIGHTS[name][which] for name in NAMES] for which in (0, 1))
