"""What is true of a move: the facts of the game itself, and those that hold in any game."""

from collections.abc import Iterator, Sequence
from typing import Any

from sparring.coach.general_facts import (
    AvoidsLoss,
    Case,
    Expected,
    Mixed,
    OnlyMove,
    ProvenDraw,
    ProvenLoss,
    ProvenWin,
    RatedAbove,
    RatedAlike,
    WinsAtOnce,
    losing_at_once,
    percent,
)
from sparring.rules import Analysis, AnyGame, Judgement
from sparring.rules.capabilities import HasFacts
from sparring.rules.facts import Fact, checked


def facts_about(game: AnyGame, position: Any, option: str, analysis: Analysis | None = None) -> list[Fact]:
    """Everything known about an option that is verified, the most telling first.

    >>> from sparring.games.connect4 import ConnectFour
    >>> game = ConnectFour()
    >>> three = game.read_position("......./......./......./......./ooo..../xxx.... x")
    >>> [fact.reason for fact in facts_about(game, three, "4")]
    ['It completes four across and wins.']
    """
    case = Case(game, position, analysis or Analysis(()))
    judged = case.judged(option)
    own: Sequence[Fact] = ()
    if isinstance(game, HasFacts):
        view = game.view(position, game.to_move(position))
        own = [
            fact for fact in game.facts(view, game.options(position)[option]) if judged is None or fact.agrees(judged)
        ]
    general = checked(_proposed(case, option, at_once=not isinstance(game, HasFacts)), case, option)
    return sorted((*own, *general), key=lambda fact: -abs(fact.weight))


def _proposed(case: Case, option: str, at_once: bool) -> Iterator[Fact]:
    options = list(case.game.options(case.position))
    if len(options) == 1:
        yield OnlyMove()
    elif at_once:
        yield WinsAtOnce()
        if losing := losing_at_once(case, options):
            yield AvoidsLoss(tuple(each for each in losing if each != option), len(losing) == len(options) - 1)
    judged = case.judged(option)
    if judged is None:
        return
    others = case.others(option)
    if judged.outcome == "win" and judged.plies is not None:
        only = bool(others) and all(each.outcome in ("draw", "loss") for each in others)
        yield ProvenWin(judged.plies, only)
    elif judged.outcome == "draw":
        yield ProvenDraw(bool(others) and all(each.outcome == "loss" for each in others))
    elif judged.outcome == "loss" and judged.plies is not None:
        yield ProvenLoss(judged.plies, all(each.outcome == "loss" for each in others))
    elif judged.outcome is None:
        yield from _estimated(case, judged, others)


def _estimated(case: Case, judged: Judgement, others: Sequence[Judgement]) -> Iterator[Fact]:
    """Facts about an option of which nothing is proven."""
    second = max(others, key=lambda each: each.rank, default=None)
    if judged.probability is not None:
        yield Mixed(percent(judged.probability))
    elif case.analysis.calibrated or case.analysis.nodes:
        named, score = (None, None) if second is None else (second.option, percent(second.rank.chance))
        yield Expected(percent(judged.rank.chance), named, score, case.analysis.calibrated)
    elif second is not None:
        yield RatedAbove(second.option)
        yield RatedAlike(second.option)
