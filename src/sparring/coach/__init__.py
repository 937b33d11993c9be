"""Explain, hint, review: what the strongest brain of a game makes of a position or a match."""
