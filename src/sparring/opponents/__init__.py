"""Who you play: a brain with a character."""

from sparring.opponents.catalogue import Catalogue, Entry, catalogue, opponent
from sparring.opponents.opponent import Opponent

__all__ = ["Catalogue", "Entry", "Opponent", "catalogue", "opponent"]
