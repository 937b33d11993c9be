"""Analysis, hints and reviews by the strongest brain of a game."""
