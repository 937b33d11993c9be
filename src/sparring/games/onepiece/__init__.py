"""The One Piece card game: a judge's rules, nine starter decks, decks of your own, and tables to try things out on."""

from sparring.games.onepiece.game import OnePiece
from sparring.games.onepiece.rules.arrange import Clash, FaceUp, Half, Lasting, Put, arrange
from sparring.games.onepiece.table import Table

__all__ = ["Clash", "FaceUp", "Half", "Lasting", "OnePiece", "Put", "Table", "arrange"]
