"""Independent seeds, derived from the one seed of a match."""

import hashlib
from random import Random, SystemRandom


def derive(seed: int, *words: object) -> int:
    """A seed for the purpose that the words name; the original seed cannot be found from it.

    >>> derive(1, "start") == derive(1, "start"), derive(1, "start") == derive(1, "seat", 0)
    (True, False)
    """
    text = "\0".join([str(seed), *map(str, words)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def stream(seed: int, *words: object) -> Random:
    """A random number generator for the purpose that the words name."""
    return Random(derive(seed, *words))


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return SystemRandom().randrange(2**63)
