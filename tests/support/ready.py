"""Opponents that are ready to play, made once for all tests of a process."""

from functools import cache

import sparring


@cache
def ready_opponent(game, name):
    """An opponent of a game, prepared: it answers without loading or compiling anything first."""
    found = sparring.opponent(game, name)
    found.prepare()
    return found
