"""What is learned from, the gate, what is kept on disk, and the command."""

import json
import sys
from collections import Counter
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

import sparring
from sparring.brains.scores import WIN
from sparring.ratings.sequential import SequentialTest, Verdict
from sparring.rules import Decision, SparringError
from sparring.terminal.main import main
from sparring.training.contenders import Positions
from sparring.training.fitting import (
    bits_of,
    columns_under,
    score_scale,
    targets,
    used_columns,
    without_repeats,
)
from sparring.training.gate import Comparison
from sparring.training.picture import picture
from sparring.training.store import NothingToResume, Store

pytestmark = pytest.mark.req("ALL-24")

GAME = sparring.game("tictactoe")


def positions(inputs, scores, results):
    return Positions(
        np.array(inputs, np.int64).reshape(len(scores), -1), np.array(scores, np.int32), np.array(results, np.int8), 1
    )


def after(second, results):
    found = Comparison("generation 2", second, (10, 10))
    for two in results:
        found.add(two, SequentialTest())
    return found


def test_a_generation_passes_only_if_the_test_is_sure_that_it_is_stronger():
    assert not after("generation 1", [(1.0, 1.0)] * 7).passed
    assert after("generation 1", [(1.0, 1.0)] * 8).passed
    assert not after("generation 1", [(1.0, 0.0)] * 200).passed
    assert not after("generation 1", [(0.5, 0.5)] * 200).passed
    assert not after("generation 1", [(0.0, 0.0)] * 8).passed


def test_a_verdict_that_was_reached_stays():
    found = after("generation 1", [(1.0, 1.0)] * 8 + [(0.0, 0.0)] * 30)
    assert (found.verdict, found.games, found.wins) == (Verdict.FIRST, 76, 16)


def test_a_first_evaluation_passes_if_it_is_not_weaker_than_none():
    assert after("nothing", [(0.5, 0.5)] * 20).passed
    assert not after("nothing", [(0.0, 0.0)] * 20).passed


def test_a_proven_result_counts_alone_and_otherwise_score_and_result_together():
    known = positions([1, 2, 3, 4], [WIN - 3, 3 - WIN, 0, 0], [-1, 1, 1, -1])
    assert targets(known, 100.0).tolist() == pytest.approx([1.0, 0.0, 0.7, 0.3])


def test_the_scale_of_scores_is_found_again():
    rng = np.random.default_rng(1)
    scores = rng.normal(0, 300, 40_000)
    won = rng.random(40_000) < 1 / (1 + np.exp(-scores / 150))
    assert score_scale(positions(scores, scores, 2 * won - 1)) == pytest.approx(150, rel=0.05)


def test_bits_are_columns_and_constant_ones_are_not_used():
    ints = np.array([[1, -1], [3, -1], [1 << 63 - 1, -1]], np.int64)
    bits = bits_of(ints)
    assert [np.flatnonzero(row[:64]).tolist() for row in bits] == [[0], [0, 1], [62]]
    assert bits[:, 64:].all()
    assert used_columns(ints).tolist() == [0, 1, 62]


def test_a_symmetry_moves_the_columns_of_every_int_alike():
    used = np.array([0, 1, 64, 65])
    swapped = [1, 0, *range(2, 64)]
    assert columns_under(swapped, used).tolist() == [1, 0, 3, 2]
    assert columns_under([2, 1, 0, *range(3, 64)], used) is None


def test_positions_of_a_small_game_count_once_each():
    known, wanted = without_repeats(positions([7, 5, 7, 7], [0, 0, 0, 0], [1, 0, 1, 1]), np.array([1, 0, 0, 0.5]))
    assert (known.inputs.tolist(), wanted.tolist()) == ([[5], [7]], [0.0, 0.5])


def test_symmetries_of_a_board_of_lines_keep_the_result_of_every_line():
    from sparring.games.mnk.board import lines

    every = Counter(lines(3, 3, 3))
    for goes in GAME.symmetries():
        turned = Counter(sum(1 << goes[bit] for bit in range(64) if line >> bit & 1) for line in lines(3, 3, 3))
        assert turned == every
    assert len({tuple(goes) for goes in GAME.symmetries()}) == 8


ROW = {"generation": 1, "loss": 0.1, "held_out": 0.2, "score": 0.6, "passed": True, "against": "usual"}


def test_a_training_goes_on_from_what_it_has_kept(tmp_path):
    store = Store(tmp_path / "t", GAME, resume=False)
    store.add_row(ROW)
    store.keep_positions(1, positions([1, 2], [5, -5], [1, -1]), 2.5)
    store.keep_champion(b"network")
    again = Store(tmp_path / "t", GAME, resume=True)
    assert (again.rows, again.champion()) == ([ROW], b"network")
    [(number, kept, scale)] = again.positions()
    assert (number, kept.scores.tolist(), scale) == (1, [5, -5], 2.5)
    anew = Store(tmp_path / "t", GAME, resume=False)
    assert anew.rows == []
    assert (tmp_path / "t.earlier" / "champion.npz").read_bytes() == b"network"


def test_a_folder_with_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(SparringError, match="holds something else than a training"):
        Store(tmp_path, GAME, resume=False)
    with pytest.raises(NothingToResume, match="There is no training in"):
        Store(tmp_path, GAME, resume=True)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_the_curves_are_drawn_with_their_figures_in_words():
    svg = picture(GAME, [ROW, {**ROW, "generation": 2, "score": 0.48, "passed": False, "against": "generation 1"}])
    root = ElementTree.fromstring(svg)
    told = root.find("{http://www.w3.org/2000/svg}desc").text
    assert told == "generation 1: 60% against usual, which it replaced; generation 2: 48% against generation 1"
    kinds = [shape.get("class") for shape in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert kinds == ["dot", "open"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tictactoe"], "Training needs PyTorch, which is not installed: pip install 'sparring[train]' installs it."),
        (["onepiece"], "One Piece cannot learn an evaluation: that needs a game for two, without chance"),
        (["tictactoe", "--minutes", "x"], "minutes must be"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(arguments, sentence, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["train", *arguments]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def losses_at_depth_one(brain):
    """Games that a brain loses, against every line that an opponent could play, with both seats."""
    answers = {}

    def lost(position, seat):
        outcome = GAME.outcome(position)
        if outcome is not None:
            return outcome.winner not in (None, seat)
        if GAME.to_move(position) != seat:
            return sum(lost(GAME.play(position, move), seat) for move in GAME.moves(position))
        if position not in answers:
            options = GAME.options(position)
            found = brain.judge(Decision(seat=seat, options=tuple(options), view=position, seed=1))
            answers[position] = GAME.play(position, options[found.best])
        return lost(answers[position], seat)

    return sum(lost(GAME.start(Random(0)), seat) for seat in (0, 1))


@pytest.mark.extras
@pytest.mark.timeout(600)
def test_tic_tac_toe_is_learned_so_that_it_never_loses_at_depth_one(tmp_path, monkeypatch, capsys):
    from sparring.brains.alphabeta import AlphaBeta
    from sparring.brains.learned import read, with_learned

    file = tmp_path / "learned.npz"
    assert main(["train", "tictactoe", "--minutes", "2", "--seed", "1", "--json", "--save", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["installed"]
    assert all(row["bytes"] < 1 << 20 for row in told["generations"])
    brain = AlphaBeta(with_learned(GAME, read(file, GAME)), depth=1, evaluation="learned", thorough=True)
    assert losses_at_depth_one(brain) == 0
