"""Which evaluation an opponent uses, where its brain can use several: those of the game, and the one it has learned."""

import inspect
from collections.abc import Mapping
from typing import Any

from sparring.brains.brain import Brain
from sparring.brains.learned import LEARNED, NOTHING, demand_learned, evaluations_of, with_learned
from sparring.rules import AnyGame
from sparring.rules.settings import Setting

EVALUATION = "evaluation"


def evaluation_setting(game: AnyGame, brain: type[Brain]) -> tuple[Setting, ...]:
    """The choice of an evaluation; nothing if the brain has none, or if the game has just one."""
    parameter = inspect.signature(brain.__init__).parameters.get(EVALUATION)
    if parameter is None or (brain.__init__ is Brain.__init__):
        return ()
    names = [name for name in evaluations_of(game) if parameter.default is None or name != NOTHING]
    if len(names) < 2:
        return ()
    usual = parameter.default or names[0]
    return (Setting.choice(EVALUATION, *names, default=usual, about="how it judges positions that it stops at"),)


def demand_evaluation(game: AnyGame, given: Mapping[str, Any]) -> None:
    """Raise an error that says how to learn an evaluation, if the learned one is asked for and there is none."""
    if given.get(EVALUATION) == LEARNED:
        demand_learned(game)


def prepared_for(game: AnyGame, arguments: dict[str, Any]) -> AnyGame:
    """The game as a brain with these arguments needs it: with its learned evaluation, if that is the one to use."""
    if arguments.get(EVALUATION) == NOTHING:
        del arguments[EVALUATION]
    return with_learned(game) if arguments.get(EVALUATION) == LEARNED else game
