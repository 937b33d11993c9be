"""Checks of a game for its author: `sparring check`, and a class for the author's own tests."""

from sparring.testing.check import Check
from sparring.testing.contract import GameContract
from sparring.testing.faults import Fault, Part

__all__ = ["Check", "Fault", "GameContract", "Part"]
