"""Four in a row on 6×6 and its relatives, from easy to proven."""

from sparring.games.fourinarow.rules import FourInARow

__all__ = ["FourInARow"]
