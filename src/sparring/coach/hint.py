"""A hint in two steps: first an idea that names no move, then the move and why it is good."""

from dataclasses import dataclass
from typing import Any

from sparring.coach.analysis import analyse
from sparring.coach.facts import facts_about
from sparring.coach.general_facts import FoundBySearch
from sparring.rules import Analysis, AnyGame, Judgement, Thinking
from sparring.rules.capabilities import HasFacts, explanation
from sparring.rules.facts import Fact, is_word, moves_to_end, quoted, sentence

HINT_SECONDS = 3.0

MOST_SAID = 2
"""Facts of a game that a reason says at most, before what the search says."""


VAGUE = 10
"""The weight of a fact that is said only if there is nothing else to say."""


@dataclass(frozen=True)
class Hint:
    """A good move with its reason, and the idea behind it."""

    idea: str
    """One sentence that names no move."""

    move: str
    reason: str

    @property
    def advice(self) -> str:
        """The move as a sentence."""
        return advised(self.move)


def advised(move: str) -> str:
    """A move as a sentence: a name is to be tried, and words are said as they are.

    >>> advised("b2"), advised("go second"), advised("3 from 1"), advised("keep")
    ('Try b2.', 'Go second.', 'Try 3 from 1.', 'Choose “keep”.')
    """
    if move[0].islower() and " " in move:
        return sentence(move)
    return f"Choose {quoted(move)}." if is_word(move) else f"Try {move}."


def hint(game: AnyGame, position: Any, thinking: Thinking | None = None) -> Hint:
    """The move that the strongest brain would play."""
    return hint_from(game, position, analyse(game, position, seconds=HINT_SECONDS, thinking=thinking))


def hint_from(game: AnyGame, position: Any, analysis: Analysis) -> Hint:
    """The hint that an analysis gives; it reveals nothing that the side to move may not see."""
    facts = facts_about(game, position, analysis.best, analysis)
    said = "" if isinstance(game, HasFacts) else _own_words(game, position, analysis.best)
    return Hint(idea_of(facts), analysis.best, f"{said} {explained(facts)}".strip())


def _own_words(game: AnyGame, position: Any, option: str) -> str:
    """What a game without facts says about a move itself, if nothing is hidden that it might reveal."""
    nothing_hidden = game.view(position, game.to_move(position)) is position
    return explanation(game, position, game.options(position)[option]) if nothing_hidden else ""


def idea_of(facts: list[Fact]) -> str:
    """The idea of the most telling fact that speaks for the move."""
    ideas = [fact.idea for fact in facts if fact.weight > 0 and fact.idea]
    return ideas[0] if ideas else "There is little to choose between the moves."


def explained(facts: list[Fact]) -> str:
    """The most telling facts in sentences: first what the move does, then what the search says."""
    does = [fact.reason for fact in facts if fact.weight > 0 and not isinstance(fact, FoundBySearch)]
    leads_to = [fact.reason for fact in facts if isinstance(fact, FoundBySearch) and (fact.weight > VAGUE or not does)]
    return " ".join([*does[:MOST_SAID], *leads_to])


def value_of(game: AnyGame, analysis: Analysis) -> float:
    """How the side to move stands, from -1 (lost) to 1 (won): what the evaluation bar shows."""
    return 2 * analysis.with_chances(game.half_bar_score)[analysis.best].rank.chance - 1


def expectation(judgement: Judgement) -> str:
    """What is proven about an option, in a few words; empty if nothing is.

    >>> expectation(Judgement("c3", 9, "win", plies=3)), expectation(Judgement("c3", 9, "win", plies=1))
    ('wins in 2 moves or fewer', 'wins at once')
    >>> expectation(Judgement("c3", -9, "loss", plies=2)), expectation(Judgement("c3", 0, "draw"))
    ('loses in 1 move', 'draws')
    >>> expectation(Judgement("c3", -9, "loss", plies=4, exact=False))
    'loses in 2 moves or fewer'
    """
    if judgement.outcome is None:
        return ""
    verb = {"win": "wins", "draw": "draws", "loss": "loses"}[judgement.outcome]
    if judgement.plies is None or judgement.outcome == "draw":
        return verb
    if judgement.plies == 1:
        return f"{verb} at once"
    moves = moves_to_end(judgement.plies)
    # A win is proven against every defence, and some defences are shorter; the losing side can choose the longest.
    fewer = " or fewer" if moves > 1 and (judgement.outcome == "win" or not judgement.exact) else ""
    return f"{verb} in {moves} move{'s' if moves > 1 else ''}{fewer}"
