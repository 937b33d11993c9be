"""Puzzles: found in self-played games, graded by the levels that solve them, and solved by people."""
