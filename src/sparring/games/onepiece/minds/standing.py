"""The expected score of an option as the scorer sees it: how the table stands for a seat, and what the option adds.

Scores say what an option changes, and nothing of who is ahead. The curves of the game (`curves.json`) correct what is
found here for each level of sight.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import fmean

from sparring.brains.curves import chance_of
from sparring.games.onepiece.minds.factors import Factors
from sparring.games.onepiece.minds.profiles import PROFILES
from sparring.rules import Judgement

TABLE, GAIN = 0.18, 0.04
"""What a point is worth in logits: of the table as it stands, and of an option's score.

They were fitted to 300 games of `medium` against itself. A point on the table is known, and one of a score only hoped
for."""


def with_chances(judged: Iterable[Judgement], tables: Sequence[Factors]) -> tuple[Judgement, ...]:
    """Judgements with their expected scores, from the factors of the table in each imagined game.

    All styles see the same table, whatever they like. A better score always has the higher chance.
    """
    weights = PROFILES["balanced"].by_name
    stands = fmean(sum(weight * table[name] for name, weight in weights.items()) for table in tables)
    return tuple(replace(one, chance=chance_of(TABLE * stands + GAIN * one.score)) for one in judged)
