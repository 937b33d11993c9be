"""What effects do: the words of section 7 of the effect language, each declared once, with the events it tells of."""

from sparring.games.onepiece.rules.actions import (
    changing,
    combined,
    damage,
    decks,
    don,
    hands,
    life,
    limits,
    prices,
    removing,
    triggers,
)

__all__ = [
    "changing",
    "combined",
    "damage",
    "decks",
    "don",
    "hands",
    "life",
    "limits",
    "prices",
    "removing",
    "triggers",
]
