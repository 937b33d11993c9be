"""Styles of the One Piece opponents: whether twenty games tell them apart, and whether they are equally strong.

Each style of an opponent plays batches of twenty games against the same opponent in the balanced style, over all decks,
seats swapped. What is counted in a batch: how often its attacks go to the leader, how often it blocks and counters
when it could, how many DON!! it gives, and how many cards it holds. A batch is named by the style whose other batches
it is nearest to.
"""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from measuring import Figures, at_least, at_most, parser

import sparring
from sparring.match.table import Table

STYLES = ("aggressive", "balanced", "defensive")
GAMES = 20


def batch(asked: tuple[str, str, int]) -> tuple[str, list[float], float]:
    """Twenty games of a style: what was counted, and the share of them that it won."""
    who, style, number = asked
    game = sparring.game("onepiece")
    styled = sparring.opponent(game, f"{who}:style={style}")
    other = sparring.opponent(game, who)
    counts: Counter[str] = Counter()
    won = 0.0
    for played in range(GAMES):
        seat = played % 2
        table = Table(game, 1000 * number + played // 2)
        while table.outcome is None:
            decision = table.decision()
            option = (styled if decision.seat == seat else other).decide(decision).option
            if decision.seat == seat:
                count(counts, decision, option)
            table.choose(option)
        won += 0.5 if table.outcome.winner is None else table.outcome.winner == seat
    attacks = counts["leader"] + counts["character"]
    seen = [
        counts["leader"] / max(1, attacks),
        attacks / max(1, counts["turns"]),
        counts["blocked"] / max(1, counts["could block"]),
        counts["countered"] / max(1, counts["could counter"]),
        counts["given"] / max(1, counts["turns"]),
        counts["held"] / max(1, counts["turns"]),
    ]
    return style, seen, won / GAMES


def count(counts: Counter[str], decision: sparring.Decision, option: str) -> None:
    """Note what a decision tells of a style."""
    if option.startswith("attack "):
        counts["leader" if option.startswith("attack leader ") else "character"] += 1
    elif option.startswith("give DON!!"):
        counts["given"] += 1
    elif option == "end turn":
        counts["turns"] += 1
        counts["held"] += len(decision.view.halves[decision.seat].hand)
    if decision.kind in ("blocker", "counter"):
        word = "block" if decision.kind == "blocker" else "counter"
        counts[f"could {word}"] += 1
        counts[f"{word}ed"] += not option.startswith("no ")


def named(batches: list[tuple[str, list[float], float]]) -> float:
    """The share of batches that are nearest to the others of their own style."""
    seen = np.array([row for _, row, _ in batches])
    seen = (seen - seen.mean(axis=0)) / (seen.std(axis=0) + 1e-9)
    right = 0
    for number, (style, _, _) in enumerate(batches):
        middles = {
            each: seen[[n for n, (s, _, _) in enumerate(batches) if s == each and n != number]].mean(axis=0)
            for each in STYLES
        }
        right += min(STYLES, key=lambda each: float(np.sum((seen[number] - middles[each]) ** 2))) == style
    return right / len(batches)


def main() -> None:
    """Play, and print what was found."""
    options = parser(__doc__ or "")
    options.add_argument("--opponent", default="medium")
    options.add_argument("--batches", type=int, default=20)
    given = options.parse_args()
    batches = 3 if given.quick else given.batches
    asked = [(given.opponent, style, number) for number in range(batches) for style in STYLES]
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(batch, asked))
    columns = "to the leader", "attacks a turn", "blocks", "counters", "DON!! given", "cards held", "won"
    figures = Figures(f"Styles of {given.opponent}, {batches} batches of {GAMES} games", "style", *columns)
    shares = []
    for style in STYLES:
        rows = np.array([[*row, won] for each, row, won in found if each == style])
        shares.append(float(rows[:, -1].mean()))
        figures.add(style, *(f"{value:.2f}" for value in rows.mean(axis=0)))
    figures.show()
    verdict = Figures("Told apart", "what", "measured", "wanted", "kept")
    share, apart = named(found), 100 * (max(shares) - min(shares))
    verdict.add("batches named rightly", f"{share:.0%}", *at_least(0.85, share, "{:.0%}".format))
    verdict.add("points of score between styles", f"{apart:.0f}", *at_most(10, apart, "{:.0f}".format))
    verdict.show()


if __name__ == "__main__":
    main()
