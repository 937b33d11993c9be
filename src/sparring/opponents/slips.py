"""How a level picks: by the expected score that its own sight gives each option, and never something absurd."""

from math import exp, log
from random import Random
from typing import Any

from sparring.brains.rulelist import winning_replies
from sparring.rules import Analysis, AnyGame, Judgement

SURE = 0.01
"""Expected scores nearer to 0 or 1 than this count as this: nothing that is not proven is certain."""


def weights(analysis: Analysis, slack: float, absurd: float) -> dict[str, float]:
    """How likely each option is to be played, relative to the best one; options that are never played are left out.

    Twice the odds make an option 2 ** (1 / slack) times as likely. So a level is as careful in a position that is
    nearly won or nearly lost as in an even one: there, small differences in the expected score are large ones in odds.

    An option is never played if its expected score is `absurd` below that of the best one, or more.

    If the best option is proven to win or to lose, only what is best is played: the soonest win, or the longest loss.
    Otherwise no proven loss is.
    """
    best, *others = highest(analysis)
    if best.outcome in ("win", "loss"):
        return {judged.option: 1.0 for judged in (best, *others)}
    top = best.rank.chance
    return {
        judged.option: exp((_log_odds(judged) - _log_odds(best)) / slack)
        for judged in analysis.options
        if judged.outcome != "loss" and judged.rank.chance > top - absurd
    }


def slipped(analysis: Analysis, slack: float, absurd: float, rng: Random) -> str:
    """An option, more likely the better it looks."""
    likely = weights(analysis, slack, absurd)
    return rng.choices([*likely], [*likely.values()])[0]


def resisting(game: AnyGame, position: Any, analysis: Analysis) -> list[str]:
    """The best options of a position that is lost to the next move, as far as they leave the fewest ways to win.

    All of them lose. But whoever blocks one of two threats may still be let off, and the other side has to see the
    other one.
    """
    longest, options = highest(analysis), game.options(position)
    if longest[0].outcome != "loss" or longest[0].plies != 2:
        return [judged.option for judged in longest]
    ways = {judged.option: winning_replies(game, position, options[judged.option]) for judged in longest}
    return [option for option, count in ways.items() if count == min(ways.values())]


def highest(analysis: Analysis) -> list[Judgement]:
    """The options of the highest rank, whatever else the brain prefers them for: levels take the soonest win."""
    top = max(judged.rank for judged in analysis.options)
    return [judged for judged in analysis.options if judged.rank == top]


def _log_odds(judged: Judgement) -> float:
    chance = min(max(judged.rank.chance, SURE), 1 - SURE)
    return log(chance / (1 - chance))
