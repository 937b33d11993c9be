"""Strength from results, with its uncertainty."""

from sparring.ratings.bradley_terry import Pair, Rating, rate

__all__ = ["Pair", "Rating", "rate"]
