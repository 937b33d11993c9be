"""Boards of any width and height on which so many stones in a row win: tic-tac-toe and its relatives."""

from sparring.games.mnk.board import Board
from sparring.games.mnk.rules import LineGame

__all__ = ["Board", "LineGame"]
