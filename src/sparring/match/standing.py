"""How a match ended, in words: who won, with how many points, and who came where."""

from collections.abc import Sequence

from sparring.rules import AnyGame, Outcome, Resigned

LEFT = {Resigned(0).reason: "resigned", Resigned(0, out_of_time=True).reason: "ran out of time"}
"""What a player did who left a match, by the reason of its outcome."""


def describe_outcome(game: AnyGame, outcome: Outcome) -> str:
    """An outcome in words.

    >>> from sparring.games.oware import Oware
    >>> describe_outcome(Oware(), Outcome(reason="no more moves", payoffs=(18, 30)))
    'north wins 30 to 18: no more moves'
    """
    who, score = who_won(game.seats, outcome), score_text(game.seats, outcome)
    if score and score not in outcome.reason:
        who += f", {score}" if outcome.winner is None else f" {score}" if len(game.seats) == 2 else f" ({score})"
    return f"{who}: {why_over(game.seats, outcome)}" if outcome.reason else who


def who_won(names: Sequence[str], outcome: Outcome) -> str:
    """Who won, by the names of the seats: "x wins", "draw", "red and blue share the first place"."""
    if outcome.winner is not None:
        return f"{names[outcome.winner]} wins"
    first = [name for name, place in zip(names, outcome.places_of(len(names)), strict=True) if place == 1]
    return "draw" if len(first) == len(names) else f"{all_of(first)} share the first place"


def why_over(names: Sequence[str], outcome: Outcome) -> str:
    """Why a match is over, by the names of the seats: the reason of its outcome, or who left and how.

    >>> why_over(["x", "o"], Outcome(0, "out of time"))
    'o ran out of time'
    """
    if outcome.reason not in LEFT:
        return outcome.reason
    places = outcome.places_of(len(names))
    return f"{names[places.index(max(places))]} {LEFT[outcome.reason]}"


def score_text(names: Sequence[str], outcome: Outcome) -> str:
    """The payoffs of two seats as "21 to 18", the higher first; those of more seats with names; else their places.

    Empty if only the winner is known.
    """
    places = outcome.places_of(len(names))
    order = sorted(range(len(names)), key=lambda seat: places[seat])
    if outcome.payoffs is not None:
        points = [amount(outcome.payoffs[seat]) for seat in order]
        if len(names) == 2:
            return " to ".join(points)
        return ", ".join(f"{names[seat]} {point}" for seat, point in zip(order, points, strict=True))
    if outcome.places is None or len(names) == 2:
        return ""
    return ", ".join(f"{places[seat]}. {names[seat]}" for seat in order)


def amount(payoff: float) -> str:
    """A payoff as people write it.

    >>> amount(21.0), amount(-0.5), amount(1/3)
    ('21', '-0.5', '0.333333')
    """
    return str(int(payoff)) if float(payoff).is_integer() else f"{payoff:.6g}"


def all_of(names: Sequence[str]) -> str:
    """The names as a list.

    >>> all_of(["red", "blue", "green"])
    'red, blue and green'
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
