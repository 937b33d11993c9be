"""What a brain found out, as plain data: the terminal prints it, the page draws it, the log keeps it."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Judgement:
    """What is thought of one option."""

    option: str
    """Its text."""

    score: float
    """How good it is for the one who decides; where proven, in the game's own unit."""

    outcome: str | None = None
    """"win", "draw" or "loss" where that is proven, else None."""

    plies: int | None = None
    """How many plies until the end, this option included, where that is proven."""

    line: tuple[str, ...] = ()
    """What is expected to follow, this option first."""

    exact: bool = True
    """Whether it is worth just that, or a bound is all that is known: a win is at least that, all else at most that."""

    parts: tuple[tuple[str, float], ...] = ()
    """What its score is made of, where a brain can tell: names with their shares."""

    @property
    def rank(self) -> tuple[int, float, bool]:
        """What to compare by: a proven win is above, a proven loss below whatever is only estimated."""
        return {"win": 1, "loss": -1}.get(self.outcome or "", 0), self.score, self.exact

    def as_json(self) -> dict[str, Any]:
        """The judgement as the command line and the API give it.

        >>> Judgement("c3", 5, "win", 11, exact=False).as_json()
        {'move': 'c3', 'score': 5, 'outcome': 'win', 'in': None, 'line': [], 'in_at_most': 11, 'score_is': 'at least'}
        """
        score = int(self.score) if float(self.score).is_integer() else self.score
        side = "at least" if self.outcome == "win" else "at most"
        bound = {} if self.exact else {"in_at_most": self.plies, "score_is": side}
        return {
            "move": self.option,
            "score": score,
            "outcome": self.outcome,
            "in": self.plies if self.exact else None,
            "line": list(self.line),
            **({"parts": dict(self.parts)} if self.parts else {}),
            **bound,
        }


@dataclass(frozen=True)
class Analysis:
    """Every option of a decision with what is thought of it."""

    options: tuple[Judgement, ...]
    """In the decision's order."""

    depth: int = 0
    """How many plies were looked ahead in full."""

    nodes: int = 0
    """How many positions were visited."""

    seconds: float = field(default=0.0, compare=False)
    """How long it took."""

    reason: str = ""
    """In a word or two, what decided: the name of a rule, "winning", "lost" …"""

    preferred: str | None = None
    """Which of several best options the brain itself would take, if it cares."""

    because: str = ""
    """One sentence that says why the best option is best, where a brain can tell."""

    considered: tuple[str, ...] = ()
    """What chance may pick from, where a brain leaves out what nobody would do, or knows a win; else everything."""

    @property
    def best(self) -> str:
        """The option ranked highest; of several the one that the brain prefers, else the first."""
        return self.preferred or self.best_options[0]

    @property
    def best_options(self) -> list[str]:
        """All options that share the highest rank, or the one that the brain prefers."""
        if self.preferred is not None:
            return [self.preferred]
        top = max(judgement.rank for judgement in self.options)
        return [judgement.option for judgement in self.options if judgement.rank == top]

    def __str__(self) -> str:
        """All of it on one line, for logs."""
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
