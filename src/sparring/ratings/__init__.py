"""Strength from results, with its uncertainty."""

from sparring.ratings.bradley_terry import Pair, Rating, rate
from sparring.ratings.share import wilson

__all__ = ["Pair", "Rating", "rate", "wilson"]
