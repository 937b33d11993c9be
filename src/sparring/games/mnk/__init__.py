"""Boards of any width and height on which a given number of stones in a row wins: tic-tac-toe and its relatives."""

from sparring.games.mnk.board import Board
from sparring.games.mnk.rules import LineGame

__all__ = ["Board", "LineGame"]
