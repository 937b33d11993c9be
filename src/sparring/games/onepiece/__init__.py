"""The One Piece card game: a judge's rules, nine starter decks, and decks of your own."""

from sparring.games.onepiece.game import OnePiece

__all__ = ["OnePiece"]
