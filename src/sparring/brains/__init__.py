"""Ways to judge the options of a decision."""

from sparring.brains.brain import Brain

__all__ = ["Brain"]
