"""Checks of seats, moves, outcomes, chance and evaluations."""

from collections.abc import Iterator, Sequence
from math import fsum, isclose, isfinite
from typing import Any

from sparring.rules.capabilities import Chance, HasChance
from sparring.testing.faults import Found
from sparring.testing.sources import defined_at
from sparring.testing.values import described
from sparring.testing.walks import Memory, Visit, a


def seat_to_move(visit: Visit) -> Iterator[Found]:
    """The seat to move is one of the game's."""
    seat, seats = visit.game.to_move(visit.position), len(visit.game.seats)
    if not _is_seat(seat, seats):
        sentence = f"to_move returns {seat!r}, which is not a seat: seats are numbers from 0 to {seats - 1}."
        yield Found("no such seat to move", sentence, "to_move")


def distinct_moves(visit: Visit) -> Iterator[Found]:
    """Moves can be hashed, and none is listed twice."""
    try:
        twice = len(set(visit.moves)) < len(visit.moves)
    except TypeError as error:
        yield Found("unhashable moves", f"A move cannot be hashed ({error}).", "moves")
        return
    if twice:
        move = next(move for move in visit.moves if list(visit.moves).count(move) > 1)
        yield Found("a move twice", f"moves lists {move!r} twice.", "moves")


def outcomes(visit: Visit) -> Iterator[Found]:
    """An outcome names a seat or nobody, says why in words, and has a payoff for each seat or for none."""
    outcome, seats = visit.outcome, len(visit.game.seats)
    if outcome is None:
        return
    if outcome.winner is not None and not _is_seat(outcome.winner, seats):
        sentence = (
            f"The winner {outcome.winner!r} is not a seat: seats are numbers from 0 to {seats - 1}, or None for a draw."
        )
        yield Found("no such winner", sentence, "outcome")
    reason: Any = outcome.reason
    if not isinstance(reason, str):
        yield Found("no reason", f"The reason of an outcome is a text, not {reason!r}.", "outcome")
    visit.memory.endings.setdefault(outcome.payoffs is not None, visit)
    if outcome.places is not None and len(outcome.places) != seats:
        given = "payoffs" if outcome.payoffs is not None else "places"
        yield Found(given, f"An outcome has {len(outcome.places)} {given}, and there are {seats} seats.", "outcome")
        return
    if outcome.payoffs is not None:
        visit.memory.payoffs = True
        if not all(_is_number(payoff) for payoff in outcome.payoffs):
            yield Found("payoffs", f"The payoffs {outcome.payoffs} are not all finite numbers.", "outcome")


def all_paid(memory: Memory) -> Iterator[tuple[Visit, Found]]:
    """Every outcome has payoffs, or none has: brains could not compare them."""
    if len(memory.endings) == 2:
        sentence = "Some outcomes have payoffs, and this one has none: give every seat its payoff at every end."
        yield memory.endings[False], Found("unpaid", sentence, "outcome")


def tactics(visit: Visit) -> Iterator[Found]:
    """Tactics choose among the legal moves."""
    game, position, moves = visit.game, visit.position, visit.moves
    if isinstance(game, HasChance) and game.chance_outcomes(position):
        return
    for name, tactic in game.tactics.items():
        liked = tactic(game, position, moves)
        if not isinstance(liked, Sequence) or any(move not in moves for move in liked):
            sentence = f"The tactic {name!r} returns {liked!r}, which is not a list of legal moves."
            yield Found(f"tactic {name}", sentence, where=defined_at(tactic, name))


def chances(visit: Visit) -> Iterator[Found]:
    """At a chance node, the outcomes of chance are the moves, and their probabilities add up to 1."""
    game, position = visit.game, visit.position
    if not isinstance(game, HasChance) or visit.outcome is not None:
        return
    listed: Any = game.chance_outcomes(position)
    if not isinstance(listed, Sequence):
        sentence = f"chance_outcomes returns {a(listed)}; return a list, which is empty where a player decides."
        yield Found("no chance", sentence, "chance_outcomes")
        return
    found = list(listed)
    if strange := [chance for chance in found if not isinstance(chance, Chance)]:
        sentence = f"chance_outcomes lists {strange[0]!r}, which is not a sparring.rules.capabilities.Chance."
        yield Found("no chance", sentence, "chance_outcomes")
        return
    if not found:
        return
    probabilities = [chance.probability for chance in found]
    if not all(_is_number(each) and each >= 0 for each in probabilities):
        yield Found(
            "probabilities", f"A probability in {probabilities} is not a number from 0 to 1.", "chance_outcomes"
        )
    elif not isclose(total := fsum(probabilities), 1, abs_tol=1e-9):
        yield Found("probabilities", f"The probabilities add up to {total:g}, not to 1.", "chance_outcomes")
    fallen = [chance.move for chance in found]
    if sorted(map(repr, fallen)) != sorted(map(repr, visit.moves)):
        sentence = "At a chance node, moves and chance_outcomes list different moves."
        yield Found("chance moves", sentence, "chance_outcomes")


def evaluations(visit: Visit) -> Iterator[Found]:
    """An evaluation is a finite number, the same each time, and good for one of two seats is bad for the other."""
    game, position, seats = visit.game, visit.position, len(visit.game.seats)
    if visit.outcome is not None:
        return
    scores = [game.evaluate(position, seat) for seat in range(seats)]
    if strange := [score for score in scores if not _is_number(score)]:
        yield Found("evaluation", f"evaluate returns {strange[0]!r}, not a finite number.", "evaluate")
        return
    if described(scores) != described([game.evaluate(position, seat) for seat in range(seats)]):
        yield Found("evaluation varies", "evaluate returns another score when it is asked again.", "evaluate")
    elif seats == 2 and not isclose(scores[0], -scores[1], rel_tol=1e-6, abs_tol=1e-6):
        sentence = f"evaluate gives {scores[0]:g} to one seat and {scores[1]:g} to the other; together it must be 0."
        visit.memory.one_sided.append((visit, Found("one-sided", sentence, "evaluate")))


def _is_seat(seat: Any, seats: int) -> bool:
    return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < seats


def _is_number(value: Any) -> bool:
    try:
        return not isinstance(value, str | bytes) and isfinite(value)
    except TypeError:
        return False
