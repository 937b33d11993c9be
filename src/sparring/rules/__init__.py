"""What a game is, and the types that all other rooms share: decisions, outcomes, records, players."""

from sparring.rules.analysis import Analysis, Judgement
from sparring.rules.errors import (
    BadPosition,
    BadRecord,
    BadSetting,
    BrokenGame,
    IllegalMove,
    SparringError,
    UnknownName,
    one_of,
)
from sparring.rules.game import AnyGame, Game, Outcome, Tactic
from sparring.rules.kernel_game import KernelGame
from sparring.rules.offer import Offer, OfferKind, SharesTheRest, may_share
from sparring.rules.player import Choice, Decision, Player, Thinking
from sparring.rules.record import Agreed, ByChance, Chosen, Record, Resigned, Undone

__all__ = [
    "Agreed",
    "Analysis",
    "AnyGame",
    "BadPosition",
    "BadRecord",
    "BadSetting",
    "BrokenGame",
    "ByChance",
    "Choice",
    "Chosen",
    "Decision",
    "Game",
    "IllegalMove",
    "Judgement",
    "KernelGame",
    "Offer",
    "OfferKind",
    "Outcome",
    "Player",
    "Record",
    "Resigned",
    "SharesTheRest",
    "SparringError",
    "Tactic",
    "Thinking",
    "Undone",
    "UnknownName",
    "may_share",
    "one_of",
]
