"""A One Piece table for tests of rules, and the names of the seats."""

from sparring.games.onepiece import Half, Put, Table
from sparring.games.onepiece.table import GAME

P1, P2 = 0, 1

__all__ = ["GAME", "P1", "P2", "Half", "Put", "Table"]
