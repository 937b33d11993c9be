"""Values of proven wins and losses: what they are, and how they change with the distance to the end of the game."""

WIN = 1_000_000
"""The value of a position that is won. Each ply until the end costs one, so the sooner win is worth more."""

PROVEN = WIN - 10_000
"""A value above this, or below its negative, is a proven win or loss. Every evaluation lies in between."""
