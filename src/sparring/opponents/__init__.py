"""Who you play: a brain with a character, or a guest from outside."""

from sparring.opponents.catalogue import Catalogue, Entry, catalogue, listed_opponent, opponent
from sparring.opponents.opponent import Opponent

__all__ = ["Catalogue", "Entry", "Opponent", "catalogue", "listed_opponent", "opponent"]
