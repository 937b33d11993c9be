"""Whether a game counts payoffs, which only its outcomes tell."""

from random import Random

from sparring.rules.game import AnyGame

LONGEST = 2000
"""Plies after which a game that has not ended counts as one without payoffs."""

_known: dict[type[AnyGame], bool] = {}


def counts_payoffs(game: AnyGame) -> bool:
    """True if a game ends with payoffs: found out once, by a random game, and then remembered."""
    kind = type(game)
    if kind not in _known:
        _known[kind] = _ends_with_payoffs(game)
    return _known[kind]


def _ends_with_payoffs(game: AnyGame) -> bool:
    rng = Random(0)
    position = game.start(rng)
    for _ in range(LONGEST):
        outcome = game.outcome(position)
        if outcome is not None:
            return outcome.payoffs is not None
        position = game.play(position, rng.choice(game.moves(position)))
    return False
