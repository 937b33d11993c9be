"""What a hand tells by what its player declined, counted in games of opponents.

`python tools/hands_onepiece.py hard --games 100` plays, and prints for each kind of card how often it was in hands that
had declined something, beside how often it would be if they told nothing, and how many bits a card of such a hand is
better known with the likelihoods of `belief.py`.
"""

import argparse
import math
from collections import Counter

import sparring
from sparring.games.onepiece.minds.belief import likelihood
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.sides import CODE, KNOWN, Declined
from sparring.games.onepiece.rules.state import State
from sparring.match.table import Table


class Count:
    """What was found in hands, and what was to be expected."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self.expected: Counter[str] = Counter()
        self.bits = 0.0

    def look(self, state: State, seat: int) -> None:
        """Count a hand as the other seat wonders about it."""
        side, known = state.sides[seat], KNOWN[1 - seat]
        held, rest = (
            [state.decks.cards[entry & CODE] for entry in entries if not entry & known]
            for entries in (side.hand, [*side.deck, *side.life])
        )
        hints = [(hint, len(held) - (side.gained - hint.gained)) for hint in side.declined]
        for number, card in enumerate(held):
            telling = [hint for hint, old in hints if number < old]
            if not telling:
                break
            pool = [*held[number:], *rest]
            for other in pool:
                self.expected[kind(other, telling[-1])] += 1 / len(pool)  # type: ignore[assignment]
            self.found[kind(card, telling[-1])] += 1
            likely = [math.prod(likelihood(other, hint) for hint in telling) for other in pool]
            self.bits += math.log2(likely[0] * len(pool) / sum(likely))


def kind(card: Card, hint: Declined) -> str:
    """What a card is, beside what was declined."""
    if hint.what == "play":
        return f"left {min(hint.limit, 4)} DON!!: {card.category if card.main_price <= hint.limit else 'too dear'}"
    if card.category == "event":
        return f"let {hint.limit} through: " + ("[Counter] event" if card.timed("counter") else "other event")
    return f"let {hint.limit} through: " + ("stops it" if (card.counter or 0) >= hint.limit else "does not suffice")


def main() -> None:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opponent")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = sparring.game("onepiece")
    opponent = sparring.opponent(game, given.opponent)
    count = Count()
    for number in range(given.games):
        table, turn = Table(game, given.seed + number), 2
        while table.outcome is None:
            decision, state = table.decision(), table.position
            if state.turn > turn and decision.kind == "action":
                turn = state.turn
                count.look(state, 1 - decision.seat)
            table.choose(opponent.decide(decision).option)
    for name in sorted(count.expected):
        found, expected = count.found[name], count.expected[name]
        print(f"{name:40} found {found:5}, expected {expected:7.1f}: {found / expected:.2f}")
    cards = count.found.total()
    print(f"{cards} cards, each {count.bits / max(1, cards):+.3f} bits better known")


if __name__ == "__main__":
    main()
