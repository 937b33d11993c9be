"""The facts that hints are made of: what a seat can know about an option, from the table and from imagined games."""

from collections.abc import Iterator

from sparring.games.onepiece.minds.facts.attacks import lethal_count
from sparring.games.onepiece.minds.facts.fact import Fact
from sparring.games.onepiece.minds.facts.picks import EARLY, EarlyCards
from sparring.games.onepiece.minds.faults import guarded
from sparring.games.onepiece.minds.reasons import different, facts_of
from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.minds.trials import imagined_game
from sparring.games.onepiece.rules.options import Option
from sparring.games.onepiece.rules.view import View

HANDS = 12
"""Games that are imagined to speak of the opponent's hand."""


def facts(view: View, option: Option) -> list[Fact]:
    """What is true of an option as far as a seat can see, the most telling first."""
    nothing: list[Fact] = []
    return guarded("facts could not be found", lambda: list(_facts(seen_from(view), option)), nothing, option=option)


def seen_from(view: View) -> Seen:
    """What the seat sees, with games that agree with it; the same view always gives the same games."""
    return Seen(view, [imagined_game(view, 0, number) for number in range(HANDS)])


def _facts(seen: Seen, option: Option) -> Iterator[Fact]:
    if seen.view.kind == "mulligan":
        costs = [seen.table.card(entry).cost or 0 for entry in seen.own.hand]
        found: list[Fact] = [EarlyCards(sum(cost <= EARLY for cost in costs), len(costs))]
    else:
        found = [lethal_count(seen)]
    yield from (fact for fact in found if fact.is_true(seen, option))
    if seen.view.kind != "mulligan":
        yield from different(facts_of(seen, option))
