"""An opponent: a brain that judges, and a character that picks."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from sparring.brains.brain import Brain, analysis_of, imagine
from sparring.rules import Analysis, AnyGame, Choice, Decision, Player
from sparring.rules.capabilities import explanation
from sparring.rules.player import TIME_LIMIT
from sparring.work.threads import in_thread

TOO_FAR = 3
"""How many times the variety an option may score below the best one and still be played."""


@dataclass(frozen=True)
class Character:
    """How an opponent picks from an analysis, how long it seems to think, and what it says."""

    style: str = "balanced"
    """Which of equally good options it prefers: one of the game's tactics, or "balanced" for none."""

    variety: float = 0.0
    """The difference in score that it hardly minds, so that it varies among moves about as good as the best."""

    randomness: float = 0.0
    """The share of its decisions that are random."""

    pace_min: float = 0.0
    """The fewest seconds that it seems to think."""

    pace_max: float = 0.0
    """The most seconds that it seems to think."""

    time: float | None = None
    """The most seconds it really thinks."""

    says: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Remarks by the reason of a choice; {plies} stands for the moves of both sides until the end."""

    explains: bool = False
    """Whether it explains what its choice does and what it misses."""


class Opponent(Player):
    """A player made of a brain, which judges the options, and a character, which picks one."""

    def __init__(self, game: AnyGame, name: str, brain: Brain, character: Character = Character()) -> None:  # noqa: B008
        self.game = game
        self.name = name
        self.brain = brain
        self.character = character
        self.ready = type(brain).prepare is Brain.prepare

    def prepare(self) -> None:
        """Let the brain load or compile what it needs."""
        self.brain.prepare()
        self.ready = True

    @property
    def time_limit(self) -> float:
        """The seconds that a referee should allow for a decision: more than the opponent may think."""
        return max(TIME_LIMIT, 1.5 * (self.character.time or 0))

    async def choose(self, decision: Decision) -> Choice:
        """Decide in a thread of its own, so that the caller's event loop goes on turning."""
        return await in_thread(lambda: self.decide(decision), decision.thinking)

    def decide(self, decision: Decision) -> Choice:
        """Judge the options, then let the character pick one."""
        character, rng = self.character, decision.rng("character")
        analysis = analysis_of(self.brain, replace(decision, thinking=decision.thinking.limited(character.time)))
        reason, candidates = analysis.reason, analysis.best_options
        if rng.random() < character.randomness and analysis.considered != (analysis.best,):
            reason, candidates = "whim", list(analysis.considered or decision.options)
        elif character.variety:
            candidates = [self._varied(analysis, rng)]
        else:
            candidates = self._in_style(decision, candidates)
        option = rng.choice(candidates)
        return Choice(
            option,
            remark=self._remark(decision, analysis, option, reason),
            analysis=analysis,
            pace=rng.uniform(character.pace_min, character.pace_max),
        )

    def _varied(self, analysis: Analysis, rng: Random) -> str:
        """An option that is nearly as good as the best; better ones are more likely.

        If the best option is proven to win or to lose, a best one is taken. Otherwise no proven loss is.
        """
        best, variety = analysis[analysis.best], self.character.variety
        if best.outcome in ("win", "loss"):
            return rng.choice(analysis.best_options)
        near = [
            judged
            for judged in analysis.options
            if judged.outcome != "loss" and judged.score > best.score - TOO_FAR * variety
        ]
        weights = [math.exp((judged.score - best.score) / variety) for judged in near]
        return rng.choices(near, weights)[0].option

    def _in_style(self, decision: Decision, candidates: list[str]) -> list[str]:
        tactic = self.game.tactics.get(self.character.style)
        if tactic is None or len(candidates) == 1:
            return candidates
        position = imagine(decision.view, decision.rng("style"))
        options = self.game.options(position)
        liked = tactic(self.game, position, [options[text] for text in candidates])
        return [text for text in candidates if options[text] in liked] or candidates

    def _remark(self, decision: Decision, analysis: Analysis, option: str, reason: str) -> str:
        if self.character.explains:
            position = imagine(decision.view, decision.rng("explain"))
            return explanation(self.game, position, self.game.options(position)[option])
        remarks = self.character.says.get(reason, ())
        if not remarks:
            return ""
        plies = analysis[option].plies
        return (
            decision.rng("remark")
            .choice(remarks)
            .replace("{plies}", "some moves" if plies is None else f"{plies} moves")
        )
