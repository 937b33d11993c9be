"""What an opponent says with a choice: each remark at most once a match, and never with an effect on the choice."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sparring.brains.brain import imagine
from sparring.rules import Analysis, AnyGame, Decision
from sparring.rules.capabilities import NoticesDeeds, explanation, hides_something
from sparring.rules.facts import moves_to_end

FINE, MISSED, WAITED = "fine", "missed", "waited"
"""Occasions that others give: a fine move, a missed win, a long think."""

LONG_THINK = 40.0
"""Seconds from which on a think is a long one."""


def remark(
    game: AnyGame, says: Mapping[str, Sequence[str]], decision: Decision, analysis: Analysis, option: str, reason: str
) -> str:
    """An unused remark for the first occasion that has one; empty if there is none.

    Occasions in order: a win that the others missed, what this choice is about, a fine move of theirs, a long think.
    """
    for occasion in _occasions(game, says, decision, reason):
        remarks = [template for template in says.get(occasion, ()) if not _was_said(template, decision.audience.said)]
        if remarks:
            return decision.rng("remark").choice(remarks).replace("{within}", _within(analysis[option].plies))
    return ""


def _within(plies: int | None) -> str:
    """The time until the end, as players count it."""
    if plies is None:
        return "a few moves"
    moves = moves_to_end(plies)
    return "1 move" if moves == 1 else f"{moves} moves or fewer"


def _occasions(game: AnyGame, says: Mapping[str, Sequence[str]], decision: Decision, reason: str) -> Iterator[str]:
    deeds = _deeds(game, decision) if FINE in says or MISSED in says else set()
    if MISSED in deeds:
        yield MISSED
    yield reason
    if FINE in deeds:
        yield FINE
    if decision.audience.waited >= LONG_THINK:
        yield WAITED


def _was_said(template: str, said: Sequence[str]) -> bool:
    """True if a remark was made already."""
    pattern = re.escape(template).replace(r"\{within\}", ".+")
    return any(re.fullmatch(pattern, text) for text in said)


def explained(game: AnyGame, decision: Decision, option: str) -> str:
    """What the other's last move and this choice do or miss, if the game can say. Sentences begin with the move."""
    audience = decision.audience
    position = imagine(decision.view, decision.rng("explain"))
    own = explanation(game, position, game.options(position)[option])
    if not audience.seen or hides_something(game):
        return own
    before = audience.seen[-1]
    theirs = explanation(game, before, game.options(before)[audience.told])
    return f"Your {theirs} My {own}" if theirs and own else own


# ---------------------------------------------------------------------- what the others did


def _deeds(game: AnyGame, decision: Decision) -> set[str]:
    """What the others did since this seat last decided, as far as that is worth a remark."""
    views = (*decision.audience.seen, decision.view)
    if isinstance(game, NoticesDeeds):
        return {deed for before, after in pairwise(views) for deed in game.deeds(before, after)}
    if hides_something(game) or len(views) < 2:
        return set()
    return set(_deeds_in_the_open(game, views[-2], views[-1]))


def _deeds_in_the_open(game: AnyGame, before: Any, after: Any) -> Iterator[str]:
    """MISSED if the mover passed up an immediate win; FINE for the only defence, or a move that leaves no defence."""
    mover, options = game.to_move(before), list(game.options(before).values())
    if any(_wins(game, game.play(before, move), mover) for move in options):
        yield MISSED
    elif not _can_win(game, after) and (_is_only_defence(game, before, options) or _leaves_no_defence(game, after)):
        yield FINE


def _is_only_defence(game: AnyGame, position: Any, moves: Sequence[Any]) -> bool:
    safe = 0
    for move in moves:
        safe += not _can_win(game, game.play(position, move))
        if safe > 1:
            return False
    return len(moves) > 2


def _leaves_no_defence(game: AnyGame, position: Any) -> bool:
    return all(_can_win(game, game.play(position, move)) for move in game.options(position).values())


def _can_win(game: AnyGame, position: Any) -> bool:
    """True if the side to move can win at once."""
    seat = game.to_move(position)
    return any(_wins(game, game.play(position, move), seat) for move in game.options(position).values())


def _wins(game: AnyGame, position: Any, seat: int) -> bool:
    outcome = game.outcome(position)
    return outcome is not None and outcome.winner == seat
