"""Rule lists: a character as a short list of rules, such as `win, block 90%, corner, edge`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sparring.brains.brain import Brain, imagine
from sparring.rules import Analysis, AnyGame, BadSetting, Decision, Judgement, Tactic, one_of

_RULE = re.compile(r"(?P<name>.+?)(?: (?P<percent>\d+)%)?")


def win(game: AnyGame, position: Any, moves: Sequence[Any]) -> list[Any]:
    """Moves that win at once."""
    seat = game.to_move(position)
    return [move for move in moves if _winner(game, game.play(position, move)) == seat]


def block(game: AnyGame, position: Any, moves: Sequence[Any]) -> list[Any]:
    """Moves after which the other side cannot win at once; none if every move prevents that."""
    safe = [move for move in moves if not winning_replies(game, position, move)]
    return safe if len(safe) < len(moves) else []


def random(game: AnyGame, position: Any, moves: Sequence[Any]) -> Sequence[Any]:
    """Any move."""
    return moves


EVERYWHERE: Mapping[str, Tactic] = {"win": win, "block": block, "random": random}
"""Tactics that need nothing but the rules of a game; a game's own tactic of the same name replaces them."""


@dataclass(frozen=True)
class Rule:
    """A tactic, and how often a character follows it."""

    name: str
    tactic: Tactic
    probability: float = 1.0


class RuleList(Brain):
    """Applies its rules in order. Each keeps the moves that its tactic picks; a tactic that picks none changes nothing.

    A rule with a probability is sometimes overlooked: then the moves that it would have picked are dropped instead.
    With a `mix` instead of rules, chance picks one rule for each decision, and only that one is followed.
    """

    def __init__(self, game: AnyGame, rules: Sequence[str] = (), mix: Mapping[str, float] | None = None) -> None:
        super().__init__(game)
        self.rules = [_read_rule(game, text) for text in rules]
        self.mix = [(_read_rule(game, name), share) for name, share in (mix or {}).items()]
        shares = [share for _, share in self.mix]
        if shares and (min(shares) < 0 or abs(sum(shares) - 1) > 1e-9):
            raise BadSetting(f"The shares of a mix must be 0 or more and add up to 1, not to {sum(shares):g}.")

    def judge(self, decision: Decision) -> Analysis:
        """Score each option by the number of rules that kept it."""
        rng = decision.rng("rules")
        position = imagine(decision.view, rng)
        texts = {move: text for text, move in self.game.options(position).items()}
        kept = list(texts)
        survived = dict.fromkeys(kept, 0)
        reason = ""
        rules = self.rules
        if self.mix:
            rules = rng.choices(*zip(*self.mix, strict=True))
        for rule in rules:
            picked = set(rule.tactic(self.game, position, kept))
            if not picked or len(picked) == len(kept) > 1:
                continue
            if rule.probability < 1 and rng.random() >= rule.probability:
                reason = reason or f"overlooked {rule.name}"
                kept = [move for move in kept if move not in picked] or kept
            else:
                reason = reason or rule.name
                kept = [move for move in kept if move in picked]
            for move in kept:
                survived[move] += 1
        judged = tuple(Judgement(texts[move], float(score)) for move, score in survived.items())
        return Analysis(judged, depth=1, nodes=len(texts), reason=reason or "chance")


def winning_replies(game: AnyGame, position: Any, move: Any) -> int:
    """In how many ways the next player can win at once after a move; 1 if the move itself loses."""
    seat = game.to_move(position)
    after = game.play(position, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return int(outcome.winner not in (None, seat))
    if game.to_move(after) == seat:
        return 0
    return sum(_winner(game, game.play(after, reply)) not in (None, seat) for reply in game.moves(after))


def _read_rule(game: AnyGame, text: str) -> Rule:
    match = _RULE.fullmatch(text.strip())
    known = {**EVERYWHERE, **game.tactics}
    if match is None or match["name"] not in known:
        raise BadSetting(f"{game.title} has no rule {text!r}; it has {one_of(sorted(known))}.")
    percent = 100 if match["percent"] is None else int(match["percent"])
    if percent > 100:
        raise BadSetting(f"A rule is followed in 0% to 100% of the cases, not {percent}%.")
    return Rule(match["name"], known[match["name"]], percent / 100)


def _winner(game: AnyGame, position: Any) -> int | None:
    outcome = game.outcome(position)
    return None if outcome is None else outcome.winner
