"""One seed for a match, and from it as many independent ones as are needed."""

import hashlib
from random import Random


def derive(seed: int, *words: object) -> int:
    """A seed of its own for what the words name; it tells nothing about the seed it came from.

    >>> derive(1, "start") == derive(1, "start"), derive(1, "start") == derive(1, "seat", 0)
    (True, False)
    """
    text = "\0".join([str(seed), *map(str, words)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def stream(seed: int, *words: object) -> Random:
    """Random numbers of their own for what the words name."""
    return Random(derive(seed, *words))
