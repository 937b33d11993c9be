"""Strength from results, with its uncertainty."""

from sparring.ratings.bradley_terry import Pair, rate
from sparring.ratings.mean import Mean, mean_of
from sparring.ratings.plackett_luce import Finish, Rating, rate_finishes
from sparring.ratings.share import wilson

__all__ = ["Finish", "Mean", "Pair", "Rating", "mean_of", "rate", "rate_finishes", "wilson"]
