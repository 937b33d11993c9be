"""An opponent: a brain that judges, and a character that picks."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from sparring.brains.brain import Brain, analysis_of, imagine
from sparring.opponents.offers import offer_with, sharing_is_right
from sparring.opponents.remarks import explained, remark
from sparring.opponents.slips import highest, resisting, slipped
from sparring.rules import Analysis, AnyGame, Choice, Decision, Offer, OfferKind, Player
from sparring.rules.capabilities import hides_something
from sparring.rules.player import TIME_LIMIT
from sparring.work.threads import in_thread

TOO_FAR = 3
"""How many times the variety an option may score below the best one and still be played."""

AT_ONCE = 0.05
"""The most seconds that it thinks where there is nothing to choose."""

ABSURD = 0.25
"""An option whose expected score is this much below that of the best one is never played, unless a level says more."""

REAL = 0.1
"""How much less than the best an option's expected score may be for it to be a real alternative."""


@dataclass(frozen=True)
class Character:
    """How an opponent picks from an analysis, how long it seems to think, and what it says."""

    style: str = "balanced"
    """Which of equally good options it prefers: one of the game's tactics, or "balanced" for none."""

    variety: float = 0.0
    """The difference in score that it hardly minds, so that it varies among moves about as good as the best."""

    slack: float = 0.0
    """How readily it plays what looks a little worse to it, in the odds of winning; 0 for never. See `slips.py`."""

    absurd: float = ABSURD
    """How much less than that of the best option an expected score may be, for an option that it slips into."""

    randomness: float = 0.0
    """The share of its decisions that are random."""

    pace_min: float = 0.0
    """The fewest seconds that it seems to think."""

    pace_max: float = 0.0
    """The most seconds that it seems to think."""

    time: float | None = None
    """The most seconds it really thinks."""

    says: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Remarks by what they are about: the reason of a choice, or "fine", "missed" and "waited" for what others do.

    {within} stands for the winner's moves until the end, and an empty remark for saying nothing."""

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
        thinking = decision.thinking.limited(self._time_for(decision))
        analysis = analysis_of(self.brain, replace(decision, thinking=thinking))
        rng = decision.rng("character")
        option, reason = self._picked(decision, analysis, rng)
        return Choice(
            option,
            remark=self._remark(decision, analysis, option, reason),
            analysis=analysis,
            pace=self._pace(analysis, rng),
            offer=offer_with(self.game, decision, analysis, option),
        )

    def would_play(self, decision: Decision, analysis: Analysis, draws: int) -> list[str]:
        """The options that it picks in several draws, none twice; the first is what `decide` picks.

        Whoever chooses among them by something else than their strength plays as strong as this opponent.
        """
        drawn = [self._picked(decision, analysis, decision.rng("character"))[0]]
        drawn += [self._picked(decision, analysis, decision.rng(f"character {draw}"))[0] for draw in range(1, draws)]
        return list(dict.fromkeys(drawn))

    def _picked(self, decision: Decision, analysis: Analysis, rng: Random) -> tuple[str, str]:
        """The option that the character picks, and what the choice is about."""
        character = self.character
        reason, candidates = analysis.reason, analysis.best_options
        if rng.random() < character.randomness and analysis.considered != (analysis.best,):
            reason, candidates = "whim", list(analysis.considered or decision.options)
        elif character.variety:
            candidates = [self._varied(analysis, rng)]
        elif character.slack:
            candidates = self._slipped(decision, analysis, rng)
        elif analysis.mixes:
            wanted = [judged.probability or 0.0 for judged in analysis.options]
            candidates = [rng.choices(analysis.options, wanted)[0].option]
        else:
            candidates = self._in_style(decision, candidates)
        return rng.choice(candidates), reason

    def accepts(self, offer: Offer, decision: Decision) -> bool:
        """Accept what brings it about as much as playing on does."""
        if offer.kind is not OfferKind.SHARE or hides_something(self.game):
            return False
        thinking = decision.thinking.limited(self._time_for(decision))
        analysis = analysis_of(self.brain, replace(decision, thinking=thinking))
        return sharing_is_right(self.game, decision, analysis, 1 - offer.seat)

    def _time_for(self, decision: Decision) -> float | None:
        """The most seconds that it thinks: less where it has no choice, or where its turn takes long to watch."""
        limits = [self.character.time, decision.audience.patience, AT_ONCE if len(decision.options) == 1 else None]
        return None if self.character.time is None else min(limit for limit in limits if limit is not None)

    def _pace(self, analysis: Analysis, rng: Random) -> float:
        """How long it seems to think: not at all with one option, and shortly if it sees no real alternative.

        Where something is hidden it always takes its time, because its pace would tell what it holds.
        """
        character = self.character
        pace = rng.uniform(character.pace_min, character.pace_max)
        if hides_something(self.game):
            return pace
        if len(analysis.options) == 1:
            return 0.0
        chances = sorted(option.rank.chance for option in analysis.options)
        return pace if chances[-1] - chances[-2] < REAL else character.pace_min

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

    def _slipped(self, decision: Decision, analysis: Analysis, rng: Random) -> list[str]:
        """An option as good as its level, or those that resist most where all of them lose."""
        if highest(analysis)[0].outcome == "loss" and not hides_something(self.game):
            return resisting(self.game, decision.view, analysis)
        return [slipped(analysis, self.character.slack, self.character.absurd, rng)]

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
            return explained(self.game, decision, option)
        return remark(self.game, self.character.says, decision, analysis, option, reason)
