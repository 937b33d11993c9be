"""Deck plans of One Piece: whether leaning towards the plan of one's deck weakens an opponent.

An opponent that leans plays one that does not, in pairs of games with the same seed, and so the same decks, and with
swapped seats. The score of each plan is that of the games in which the leaning opponent had such a deck.
"""

import math
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor

from measuring import Figures, at_least, parser

import sparring
from sparring.games.onepiece.minds.deck_plan import plan_of
from sparring.match.table import Table
from sparring.ratings.share import wilson


def pair(asked: tuple[str, int]) -> list[tuple[str, float]]:
    """The plan and the score of the leaning opponent in two games with the same decks."""
    who, seed = asked
    game = sparring.game("onepiece")
    leaning, other = sparring.opponent(game, who), sparring.opponent(game, who)
    brain = getattr(other.brain, "scorer", other.brain)
    brain.leans = False
    found: list[tuple[str, float]] = []
    for seat in (0, 1):
        table = Table(game, seed)
        while table.outcome is None:
            decision = table.decision()
            table.choose((leaning if decision.seat == seat else other).decide(decision).option)
        winner = table.outcome.winner
        deck = table.position.decks.decks[seat]
        found.append((plan_of(deck), 0.5 if winner is None else float(winner == seat)))
    return found


def main() -> None:
    """Play, and print what was found."""
    options = parser(__doc__ or "")
    options.add_argument("--opponent", default="hard")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--jobs", type=int, default=2)
    given = options.parse_args()
    games = 4 if given.quick else given.games
    with ProcessPoolExecutor(given.jobs) as pool:
        found = []
        for two in pool.map(pair, [(given.opponent, seed) for seed in range(1, games // 2 + 1)]):
            found.append(two)
            score = sum(each for both in found for _, each in both)
            sys.stderr.write(f"{score:g} of {2 * len(found)} games\n")
    scores = defaultdict(list)
    for plan, score in (one for two in found for one in two):
        scores[plan].append(score)
        scores["all"].append(score)
    figures = Figures(f"{given.opponent} with its deck's plan against itself without", "plan", "games", "score", "95 %")
    for plan, each in sorted(scores.items()):
        low, high = wilson(sum(each), len(each))
        figures.add(plan, str(len(each)), f"{sum(each) / len(each):.1%}", f"{low:.0%} to {high:.0%}")
    figures.show()
    twos = [sum(score for _, score in two) / 2 for two in found]
    mean = sum(twos) / len(twos)
    spread = math.sqrt(sum((each - mean) ** 2 for each in twos) / max(1, len(twos) - 1) / len(twos))
    verdict = Figures("Pairs of games", "what", "measured", "wanted", "kept")
    high = mean + 1.96 * spread
    interval = f"{mean:.1%} ({mean - 1.96 * spread:.1%} to {high:.1%})"
    verdict.add("score, and whether its interval reaches a half", interval, *at_least(0.5, high, "{:.0%}".format))
    verdict.show()


if __name__ == "__main__":
    main()
