"""Connect Four, from random to perfect."""

from sparring.games.connect4.rules import ConnectFour

__all__ = ["ConnectFour"]
