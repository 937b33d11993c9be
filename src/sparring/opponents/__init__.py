"""Who you play: a brain with a character, or a guest from outside."""

from sparring.opponents.catalogue import Catalogue, Entry, catalogue, listed_opponent, opponent
from sparring.opponents.opponent import Opponent
from sparring.opponents.own import entry_for

__all__ = ["Catalogue", "Entry", "Opponent", "catalogue", "entry_for", "listed_opponent", "opponent"]
