"""The textbook search agrees with something simpler still, and alpha-beta with minimax."""

import asyncio
import random
import re
from pathlib import Path

import pytest

import sparring
from sparring.brains.minimax import Minimax, Search, alphabeta, minimax
from sparring.brains.scores import PROVEN, WIN
from sparring.games.mnk import LineGame
from sparring.match.table import decision_at
from sparring.rules import Thinking
from sparring.rules.perft import layers, perft
from support import naive

GAME = sparring.game("tictactoe")


class Small(LineGame):
    """Three in a row on 4×3, with an evaluation that differs from cell to cell so that wrong bounds are noticed."""

    name, title = "small", "Small"

    def __init__(self):
        super().__init__(4, 3, 3)

    def evaluate(self, position, seat):
        mine = position.sides[seat]
        theirs = position.sides[1 - seat]
        return (mine * 2654435761 % 201 - 100) / 10 - (theirs * 40503 % 201 - 100) / 10


class DoubleMove(sparring.Game):
    """Taking an even number gives another move, so signs must follow the side to move."""

    name, title = "double", "Double move"

    def start(self, rng):
        return (9, 0, (0, 0))

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        return [take for take in (1, 2, 3) if take <= position[0]]

    def play(self, position, move):
        left, seat, taken = position
        points = (taken[0] + move * (seat == 0), taken[1] + move * (seat == 1))
        return (left - move, seat if move % 2 == 0 else 1 - seat, points)

    def outcome(self, position):
        first, second = position[2]
        if position[0]:
            return None
        return sparring.Outcome(None if first == second else int(second > first), "nothing left")


def reachable(game, seed, count, longest=9):
    rng = random.Random(seed)
    for _ in range(count):
        position = game.start(rng)
        for _ in range(rng.randrange(longest)):
            if game.outcome(position) is None:
                position = game.play(position, rng.choice(game.moves(position)))
        if game.outcome(position) is None:
            yield position


@pytest.mark.parametrize("game", [GAME, Small(), DoubleMove()], ids=lambda game: game.name)
@pytest.mark.parametrize("remember", [False, True])
def test_alphabeta_finds_the_value_of_minimax_at_every_depth(game, remember):
    for position in reachable(game, 1, 60):
        for depth in (1, 2, 3, 4):
            for seat in (0, 1):
                full, pruned = Search(game, seat), Search(game, seat, proofs={} if remember else None)
                value = minimax(full, position, depth).value
                assert alphabeta(pruned, position, depth).value == value
                assert pruned.nodes <= full.nodes


def test_alphabeta_within_a_window_gives_the_value_or_a_bound_on_its_side():
    game = Small()
    for position in reachable(game, 2, 40):
        value = minimax(Search(game, 0), position, 3).value
        for alpha, beta in ((-5, 5), (0, 1), (value - 1, value + 1), (-WIN, 0), (0, WIN)):
            for proofs in (None, {}):
                found = alphabeta(Search(game, 0, proofs=proofs), position, 3, alpha, beta).value
                if alpha < value < beta:
                    assert found == value
                elif value <= alpha:
                    assert value <= found <= alpha
                else:
                    assert beta <= found <= value


def test_minimax_visits_every_path_exactly_once():
    search = Search(GAME, 0)
    after_one = GAME.play(GAME.empty, 5)
    minimax(search, after_one)
    assert search.nodes == 1 + sum(perft(GAME, after_one, 8))


def test_the_node_counts_in_the_docs_are_right():
    full, pruned, remembering = Search(GAME, 0), Search(GAME, 0), Search(GAME, 0, proofs={})
    for look, search in ((minimax, full), (alphabeta, pruned), (alphabeta, remembering)):
        assert look(search, GAME.empty).value == 0
    page = (Path(__file__).parents[2] / "docs/thinking.md").read_text("utf-8")
    rows = re.findall(r"^\| (?:minimax|alpha.*?) \| (\d+ \d+) \|$", page, re.M)
    figures = [int(figure.replace(" ", "")) for figure in rows]
    assert figures == [full.nodes, pruned.nodes, remembering.nodes]


def test_values_and_distances_agree_with_a_naive_solver_in_every_position():
    brain = Minimax(GAME, deepening=False)
    positions = [position for layer in layers(GAME, GAME.empty) for position in layer]
    for position in random.Random(3).sample(positions, 250):
        if GAME.outcome(position) is not None:
            continue
        analysis = brain.judge(decision_at(GAME, position))
        for option in analysis.options:
            after = naive.play(GAME.position_text(position), option.option)
            value, plies = naive.solve(after)
            assert option.outcome == {1: "loss", 0: "draw", -1: "win"}[value]
            assert option.plies == plies + 1


@pytest.mark.req("ALL-9")
def test_an_expected_line_is_best_play_to_the_end():
    brain = Minimax(GAME)
    for position in reachable(GAME, 4, 30):
        for option in brain.judge(decision_at(GAME, position)).options:
            line, reached = option.line, position
            assert line[0] == option.option
            for text in line:
                reached = GAME.play(reached, GAME.options(reached)[text])
            outcome = GAME.outcome(reached)
            assert len(line) == option.plies
            expected = {"win": GAME.to_move(position), "loss": 1 - GAME.to_move(position), "draw": None}
            assert outcome.winner == expected[option.outcome]


@pytest.mark.req("ALL-5")
def test_a_search_told_to_stop_has_its_last_full_depth_ready():
    game = LineGame(6, 6, 4)
    game.name, game.title = "big", "Big"
    reports = []
    thinking = Thinking(listen=lambda analysis: (reports.append(analysis), len(reports) == 2 and thinking.stop()))
    found = Minimax(game).judge(decision_at(game, game.empty, thinking=thinking))
    assert [report.depth for report in reports] == [1, 2]
    assert found == reports[-1]


def test_a_search_without_any_time_still_judges_every_option():
    thinking = Thinking()
    thinking.stop()
    game = LineGame(6, 6, 4)
    found = Minimax(game, depth=5).judge(decision_at(game, game.empty, thinking=thinking))
    assert len(found.options) == 36


def test_evaluations_never_look_like_proofs():
    class Boastful(Small):
        def evaluate(self, position, seat):
            return 1e12

    found = Minimax(Boastful(), depth=1).judge(decision_at(Boastful(), Boastful().empty))
    assert all(option.outcome is None and option.score == PROVEN for option in found.options)


def test_iterative_deepening_and_a_direct_search_agree():
    for position in reachable(GAME, 5, 25):
        deep, straight = (
            Minimax(GAME, deepening=deepening).judge(decision_at(GAME, position)) for deepening in (True, False)
        )
        assert [(one.option, one.score, one.outcome, one.plies) for one in deep.options] == [
            (one.option, one.score, one.outcome, one.plies) for one in straight.options
        ]


def test_a_deeper_search_beats_a_shallower_one():
    """40 games in both seats; between equal opponents, 26 points or more would come about once in 30 times."""
    game = Small()
    points = 0.0
    for seed in range(20):
        for seat in (0, 1):
            players = [sparring.opponent(game, "minimax:depth=4"), sparring.opponent(game, "minimax:depth=1")]
            result = asyncio.run(sparring.Match(game, players[:: 1 - 2 * seat], seed=seed).run())
            points += 0.5 if result.winner is None else result.winner == seat
    assert points >= 26
