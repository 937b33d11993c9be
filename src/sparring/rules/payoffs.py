"""Whether a game counts payoffs, which only its outcomes tell."""

from random import Random

from sparring.rules.game import AnyGame

LONGEST = 2000
"""Plies after which a game that has not ended counts as one without payoffs."""

_known: dict[tuple[type[AnyGame], str], bool] = {}
"""What was found out, by the class and the name, in which a game has its settings."""


def counts_payoffs(game: AnyGame) -> bool:
    """True if a game ends with payoffs: found out once, by a random game, and then remembered."""
    known_as = type(game), getattr(game, "name", "")
    if known_as not in _known:
        _known[known_as] = _ends_with_payoffs(game)
    return _known[known_as]


def _ends_with_payoffs(game: AnyGame) -> bool:
    rng = Random(0)
    position = game.start(rng)
    for _ in range(LONGEST):
        outcome = game.outcome(position)
        if outcome is not None:
            return outcome.payoffs is not None
        position = game.play(position, rng.choice(game.moves(position)))
    return False
