"""What a brain found out, as plain data: the terminal prints it, the page draws it, the log keeps it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import copysign, inf, isinf
from typing import Any, NamedTuple

HALF_BAR_SCORE = 60.0
"""The score that fills half of the evaluation bar, unless a game says otherwise."""

OPEN_SHARE = 0.95
"""How much of the evaluation bar an unproven score can fill; only a proven result fills all of it."""

PROVEN_CHANCES = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def expected_score(score: float, half_bar_score: float = HALF_BAR_SCORE) -> float:
    """The expected score, strictly between 0 and 1, that an unproven score stands for.

    This curve rises with the score and is not fitted to played games; `brains/curves.py` has those that are.

    >>> expected_score(0), expected_score(60), expected_score(-60)
    (0.5, 0.7375, 0.2625)
    """
    share = copysign(1.0, score) if isinf(score) else score / (abs(score) + half_bar_score)
    return 0.5 + OPEN_SHARE / 2 * share


class Rank(NamedTuple):
    """What options are ordered by; the highest is best."""

    chance: float
    distance: float
    """Higher for a win that comes sooner and for a loss that comes later; 0 if nothing is won or lost for sure."""

    score: float
    exact: bool


@dataclass(frozen=True)
class Judgement:
    """What a brain thinks of one option."""

    option: str
    """The option's text."""

    score: float
    """How good the option is for the side to move; if proven, in the game's own unit."""

    outcome: str | None = None
    """"win", "draw" or "loss" if that is proven, else None."""

    plies: int | None = None
    """The number of plies until the end, this option included, if that is proven."""

    line: tuple[str, ...] = ()
    """The principal variation: what is expected to follow, this option first."""

    exact: bool = True
    """False if the score is only a bound: at least that for a proven win, at most that otherwise."""

    parts: tuple[tuple[str, float], ...] = ()
    """The terms of the score with their names, if a brain can tell."""

    chance: float | None = None
    """The expected score of the side to move, from 0 to 1: what two equal players who judge like this would score.

    A proven result has 1, ½ or 0. A brain need not give it for other options: `Analysis.with_chances` fills it in.
    """

    because: str = ""
    """What the option is good for or what speaks against it, in the game's words, if a brain can tell."""

    probability: float | None = None
    """How often the brain wants to play this option, if it mixes; then the options of an analysis add up to 1."""

    values: tuple[float, ...] = ()
    """What each seat is expected to get, if a brain can tell: its payoff, or else its result from 0 to 1."""

    def __post_init__(self) -> None:
        if self.outcome is not None:
            object.__setattr__(self, "chance", PROVEN_CHANCES[self.outcome])

    @property
    def rank(self) -> Rank:
        """The order of options: by expected score, then the soonest win or the longest loss, then by score."""
        chance = expected_score(self.score) if self.chance is None else self.chance
        plies = inf if self.plies is None else self.plies
        distance = {"win": -plies, "loss": plies}.get(self.outcome or "", 0)
        return Rank(chance, distance, self.score, self.exact)

    def as_json(self) -> dict[str, Any]:
        """The judgement as the command line and the API give it.

        >>> Judgement("c3", 5, "win", 11, exact=False).as_json() == {
        ...     "move": "c3", "score": 5, "chance": 1.0, "outcome": "win", "in": None, "line": [],
        ...     "in_at_most": 11, "score_is": "at least",
        ... }
        True
        """
        score = int(self.score) if float(self.score).is_integer() else self.score
        side = "at least" if self.outcome == "win" else "at most"
        bound = {} if self.exact else {"in_at_most": self.plies, "score_is": side}
        return {
            "move": self.option,
            "score": score,
            "chance": round(self.rank.chance, 6),
            "outcome": self.outcome,
            "in": self.plies if self.exact else None,
            "line": list(self.line),
            **({"values": [round(value, 6) for value in self.values]} if self.values else {}),
            **({"parts": dict(self.parts)} if self.parts else {}),
            **({"because": self.because} if self.because else {}),
            **({} if self.probability is None else {"probability": round(self.probability, 6)}),
            **bound,
        }


@dataclass(frozen=True)
class Analysis:
    """Every option of a decision with its judgement."""

    options: tuple[Judgement, ...]
    """In the decision's order."""

    depth: int = 0
    """The number of plies that were searched in full."""

    nodes: int = 0
    """The number of positions visited."""

    seconds: float = field(default=0.0, compare=False)
    """How long it took."""

    reason: str = ""
    """What decided, in a word or two: the name of a rule, "winning", "lost" …"""

    preferred: str | None = None
    """The option that the brain itself would take, if it has a preference among the best."""

    because: str = ""
    """One sentence that says why the best option is best, if a brain can tell."""

    considered: tuple[str, ...] = ()
    """The options that a random choice may pick, if the brain rules some out; empty for all of them."""

    method: str = ""
    """What the scores assume of the others and of chance, if not minimax: "max-n", "expectimax", "mcts" or "cfr"."""

    calibrated: bool = False
    """True if expected scores were confirmed by played games; `with_chances` sets it."""

    @property
    def mixes(self) -> bool:
        """True if the brain wants chance to pick an option by its probability."""
        return any(judgement.probability is not None for judgement in self.options)

    @property
    def best(self) -> str:
        """The option that the brain prefers, or else the first of the most probable or highest rank."""
        return self.preferred or self.best_options[0]

    @property
    def best_options(self) -> list[str]:
        """The option that the brain prefers, or else all options that share the highest probability and rank."""
        if self.preferred is not None:
            return [self.preferred]
        order = [(judgement.probability or 0.0, judgement.rank) for judgement in self.options]
        return [judged.option for judged, place in zip(self.options, order, strict=True) if place == max(order)]

    def why(self, option: str) -> str:
        """One sentence that says why an option was played: the best one, or another that the character picked.

        >>> found = Analysis((Judgement("a", 2, because="takes a card"), Judgement("b", 1, because="risks one")))
        >>> found.why("b")
        "Risks one; chance or taste decided against 'a', which it thought better."
        """
        if option in self.best_options:
            return self.because
        own, mixed = self[option].because, self[option].probability
        if mixed:
            return f"It mixes its moves, and plays this one {mixed:.0%} of the time."
        if not own:
            return f"It did not take what it thought best, {self.best!r}: chance or its taste decided."
        return f"{own[0].upper()}{own[1:]}; chance or taste decided against {self.best!r}, which it thought better."

    def with_chances(
        self,
        half_bar_score: float,
        curve: Callable[[Judgement], float] | None = None,
        calibrated: bool = False,
    ) -> "Analysis":
        """The same with the expected score of every option.

        For options that are not proven it comes from a curve that was fitted to played games, which may be confirmed
        (`calibrated`). Without one it is what the brain found itself, or follows from the score on the scale of the
        game's evaluation bar.
        """

        def chance(judged: Judgement) -> float:
            if curve is not None:
                return curve(judged)
            return expected_score(judged.score, half_bar_score) if judged.chance is None else judged.chance

        told = [judged if judged.outcome else replace(judged, chance=chance(judged)) for judged in self.options]
        proven = all(judged.outcome for judged in told)
        sure = self.calibrated or proven or (curve is not None and calibrated)
        return replace(self, options=self._in_order(told), calibrated=sure)

    def _in_order(self, told: list[Judgement]) -> tuple[Judgement, ...]:
        """The judgements, with no open option above what the brain holds to be at least as good.

        A search compares open scores with that of a proven draw, and does not look closer at what scores no more. If
        a brain prefers an option, no open one counts for more than that.
        """
        drawn = max((judged.score for judged in told if judged.outcome == "draw"), default=-inf)
        preferred = [judged.rank.chance for judged in told if judged.option == self.preferred and not self.mixes]

        def capped(judged: Judgement) -> Judgement:
            limits = [PROVEN_CHANCES["draw"]] if judged.score <= drawn else []
            most = min([*limits, *preferred, judged.rank.chance])
            return judged if judged.outcome or most == judged.chance else replace(judged, chance=most)

        return tuple(capped(judged) for judged in told)

    def __str__(self) -> str:
        """The whole analysis on one line, for logs."""
        options = " ".join(
            f"{judged.option}{'=' if judged.exact else '≥' if judged.outcome == 'win' else '≤'}{judged.score:g}"
            + (f"({judged.outcome}{'' if judged.plies is None else f' in {judged.plies}'})" if judged.outcome else "")
            for judged in self.options
        )
        line = " ".join(self[self.best].line) if self.options else ""
        return (
            f"{options}; decided by {self.reason or 'nothing'}, expecting {line or 'nothing'}; "
            f"depth {self.depth}, {self.nodes} nodes, {self.seconds:.3f} s"
        )

    def __getitem__(self, option: str) -> Judgement:
        for judgement in self.options:
            if judgement.option == option:
                return judgement
        raise KeyError(option)
