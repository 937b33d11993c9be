"""Tic-tac-toe, and the seven characters who play it."""

from sparring.games.tictactoe.rules import TicTacToe

__all__ = ["TicTacToe"]
