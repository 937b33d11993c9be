"""What effects do: one small function a word, as section 7 of the effect language has them."""

from sparring.games.onepiece.rules.actions import combined, don, life, units, zones

__all__ = ["combined", "don", "life", "units", "zones"]
