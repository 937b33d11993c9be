"""Hidden information: how much a perfect opponent would win against ours, and against OpenSpiel's IS-MCTS.

Seconds for a decision are processor time, so that a busy machine weakens nobody.
"""

import statistics
import sys
import time
from random import Random
from typing import Any

import pyspiel
from measuring import ROOT, Figures, at_least, at_most, parser, processor_clock, span
from rich.progress import track

import sparring
from sparring.brains.hidden import FROM_THE_VIEW, HiddenInformation
from sparring.match.table import decision_at
from sparring.opponents.opponent import Opponent
from sparring.rules import Thinking

sys.path.insert(0, str(ROOT / "tests"))
from support.exploitability import exploitability, views_to_decide
from support.poker import Kuhn, Leduc, RetracedKuhn, SafeOrGuess

EXPLORATION = 2.0
"""The constant of UCT for OpenSpiel's bot; payoffs in Kuhn poker are between -2 and 2."""


def chips(number: float) -> str:
    """A number of chips, as the tables have it."""
    return f"{number:.3f}"


def ours(game: Any, playouts: int | None, seconds: float | None = None, seed: int = 0, begins: str = "") -> float:
    """The exploitability of what our brain answers in every view of a game, each asked on its own."""
    brain, found = HiddenInformation(game, playouts), {}
    asked = list(enumerate(views_to_decide(game, game.deals()).items()))
    with processor_clock():
        for number, (key, position) in track(asked, game.title, disable=seconds is None):
            search = brain.search(decision_at(game, position, 10_000 * seed + number, thinking=Thinking(seconds)))
            search.reason = begins or search.reason
            found[key] = [judged.probability or 0.0 for judged in search.run().options]
    return exploitability(game, game.deals(), lambda *key: found[key])


def theirs(name: str, playouts: int, seed: int = 0, best_only: bool = False) -> float:
    """The exploitability of OpenSpiel's information-set MCTS, which answers with its shares of visits."""
    game = pyspiel.load_game(name)
    kind = pyspiel.ISMCTSFinalPolicyType
    final = kind.MAX_VISIT_COUNT if best_only else kind.NORMALIZED_VISIT_COUNT
    found: dict[str, list[tuple[int, float]]] = {}

    def ask(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node() and state.information_state_string() not in found:
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed * 10_000 + len(found))
            bot = pyspiel.ISMCTSBot(
                seed * 10_000 + len(found), evaluator, EXPLORATION, playouts, -1, final, False, False
            )
            found[state.information_state_string()] = bot.get_policy(state)
        for action in state.legal_actions():
            ask(state.child(action))

    ask(game.new_initial_state())
    return float(pyspiel.exploitability(game, pyspiel.TabularPolicy(found)))


def kuhn(quick: bool) -> None:
    """Kuhn poker at equal playouts, and what our search would do if it could not begin at the start."""
    figures = Figures(
        "Kuhn poker: exploitability in chips a hand; 0 is perfect",
        *("playouts", "ours", "from the view", "from the view, retraced", "IS-MCTS, visits", "IS-MCTS, best"),
    )
    for playouts, repeats in ((100, 8), (1000, 8), (10_000, 4)) if quick else ((100, 20), (1000, 20), (10_000, 8)):
        found = [
            [
                ours(Kuhn(), playouts, seed=seed),
                ours(Kuhn(), playouts, seed=seed, begins=FROM_THE_VIEW),
                ours(RetracedKuhn(), playouts, seed=seed, begins=FROM_THE_VIEW),
                theirs("kuhn_poker", playouts, seed),
                theirs("kuhn_poker", playouts, seed, best_only=True),
            ]
            for seed in range(repeats)
        ]
        figures.add(f"{playouts:,}", *(chips(statistics.fmean(column)) for column in zip(*found, strict=True)))
    figures.note("Means over several seeds. IS-MCTS is OpenSpiel's C++ bot, with one random rollout for a leaf.")
    figures.show()


def leduc() -> None:
    """Leduc poker at equal playouts."""
    figures = Figures("Leduc poker: exploitability in chips a hand", "playouts", "ours", "IS-MCTS, visits")
    for playouts in (2000, 10_000):
        figures.add(f"{playouts:,}", chips(ours(Leduc(), playouts)), chips(theirs("leduc_poker", playouts)))
    figures.show()


def safe_or_guess() -> tuple[str, ...]:
    """How often the safe nine in ten is preferred to a guess."""
    game = SafeOrGuess()
    opponent = Opponent(game, "ours", HiddenInformation(game, 1000))
    played = [opponent.decide(decision_at(game, game.start(Random(seed)), seed)).option for seed in range(100)]
    share = played.count("safe")
    return ("a sure 90 % against a guess: safe, of 100", str(share), *at_least(95, share, str))


def wanted(quick: bool) -> None:
    """The figures that are asked for."""
    figures = Figures("Hidden information", "", "measured", "wanted", "kept")
    seconds = 0.2 if quick else 1.0
    figures.add(*safe_or_guess())
    for game, limit in ((Kuhn(), 0.05),) if quick else ((Kuhn(), 0.05), (Leduc(), 0.5)):
        found = ours(game, None, seconds)
        figures.add(
            f"{game.title}: exploitability at {span(seconds)} a decision", chips(found), *at_most(limit, found, chips)
        )
    for game in (Kuhn(), Leduc()):
        decision = decision_at(game, game.start(Random(1)), thinking=Thinking(seconds))
        began = time.perf_counter()
        search = HiddenInformation(game).search(decision)
        search.run()
        taken = time.perf_counter() - began
        figures.add(
            f"{game.title}: walks and playouts a second",
            f"{search.walks.count / taken:,.0f}, {search.walks.playouts / taken:,.0f}",
        )
    onepiece = sparring.game("onepiece")
    decision = decision_at(onepiece, onepiece.start(Random(1)), thinking=Thinking(seconds))
    began = time.perf_counter()
    analysis = HiddenInformation(onepiece).judge(decision)
    taken = time.perf_counter() - began
    figures.add(
        f"One Piece: a decision with a limit of {span(seconds)}",
        f"{span(taken)}, {analysis.nodes:,} positions",
        *at_most(seconds + 0.2, taken, span),
    )
    figures.show()


def main() -> None:
    """Print all tables."""
    options = parser(__doc__ or "").parse_args()
    kuhn(options.quick)
    if not options.quick:
        leduc()
    wanted(options.quick)


if __name__ == "__main__":
    main()
