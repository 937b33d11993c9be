"""Oware by the Abapa rules, from a beginner to a master of endgames."""

from sparring.games.oware.rules import Oware

__all__ = ["Oware"]
