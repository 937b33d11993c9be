"""Expected scores: fitted curves, where they are found, and what holds for every brain and every position."""

import importlib.util
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparring
from sparring.brains import curves
from sparring.brains.brain import Brain, Whim, analysis_of
from sparring.brains.curves import (
    BEYOND,
    DEPTH,
    EDGE,
    PLAYOUTS,
    Curve,
    Curves,
    Fitted,
    Sight,
    Situation,
    chance_of,
    curve_as_json,
    curves_of,
    own_path,
    read_curves,
    shipped_path,
    situation_of,
)
from sparring.match.table import Table, decision_at
from sparring.rules import Analysis, Judgement, notation

pytestmark = pytest.mark.req("ALL-15")

SCORES = st.floats(-1e6, 1e6)
CURVES = st.builds(
    Curve,
    offset=st.floats(-2, 2),
    slope=st.floats(0.02, 3),
    scale=st.none() | st.floats(0.5, 1000),
    first=st.floats(-1, 1),
    late_offset=st.floats(-1, 1),
    late_slope=st.floats(0, 3),
)
SITUATIONS = st.builds(Situation, st.floats(0, 1), st.sampled_from([-1.0, 0.0, 1.0]))


def judged(score, chance=None):
    return Judgement("a", score, chance=chance)


# ---------------------------------------------------------------------- one curve


@given(CURVES, SCORES, SCORES, SITUATIONS)
def test_a_curve_rises_with_the_score_and_is_never_certain(curve, one, other, when):
    low, high = (
        chance_of(curve.logit(judged(score, 1 / (1 + 2 ** -(score / 1e5))), when)) for score in sorted((one, other))
    )
    assert 0 < low <= high + 1e-12
    assert high < 1


@pytest.mark.parametrize("score", [float("inf"), float("-inf"), 1e308, -1e308])
def test_no_score_is_too_large_for_a_curve(score):
    assert EDGE <= chance_of(Curve(0.0, 3.0, 1.0).logit(judged(score), Situation())) <= 1 - EDGE


def test_the_seat_that_began_and_the_phase_of_the_game_matter():
    curve = Curve(0.0, 1.0, 10.0, first=0.2, late_offset=0.1, late_slope=2.0)
    began, other = (curve.logit(judged(0.0), Situation(0.0, side)) for side in (1.0, -1.0))
    assert (began, other) == (0.2, -0.2)
    early, late = (curve.logit(judged(10.0), Situation(progress)) for progress in (0.0, 1.0))
    assert late > 2.5 * early


def test_a_curve_over_the_brains_own_chance_needs_no_score():
    curve = Curve(0.0, 0.5)
    assert chance_of(curve.logit(judged(7.0, 0.5), Situation())) == 0.5
    assert 0.5 < chance_of(curve.logit(judged(-7.0, 0.9), Situation())) < 0.9


# ---------------------------------------------------------------------- the curves of a game


def fitted(unit, amount, offset=0.0, slope=1.0, holds=True, measure="lines"):
    return Fitted(Sight(measure, unit, amount), Curve(offset, slope, 10.0), holds)


def told(known, unit, amount, score=0.0, measure="lines"):
    found = Curves(known).at(Sight(measure, unit, amount))
    return None if found is None else found.chance(judged(score), Situation())


def test_scores_of_another_kind_have_no_curve():
    known = [fitted(DEPTH, 4)]
    assert told(known, DEPTH, 4, measure="threats") is None
    assert told(known, PLAYOUTS, 4) is None
    assert Curves(known).at(None) is None


def test_odd_depths_follow_odd_ones_and_even_depths_even_ones():
    """At odd depths the own side moves last, so that the same score means less."""
    known = [fitted(DEPTH, 2, 1.0), fitted(DEPTH, 3, -1.0), fitted(DEPTH, 6, 2.0)]
    assert told(known, DEPTH, 3) == told(known, DEPTH, 5) == told(known, DEPTH, 1) == chance_of(-1.0)
    assert told(known, DEPTH, 4) == pytest.approx(chance_of(1.5))
    assert told(known, DEPTH, 20) == told(known, DEPTH, 6) == chance_of(2.0)


def test_the_next_depth_helps_out_if_none_of_the_same_kind_was_fitted():
    assert told([fitted(DEPTH, 4, 1.0)], DEPTH, 3) == chance_of(1.0)


def test_numbers_of_playouts_are_compared_by_doublings():
    known = [fitted(PLAYOUTS, 100, 0.0), fitted(PLAYOUTS, 400, 1.0)]
    assert told(known, PLAYOUTS, 200) == pytest.approx(chance_of(0.5))
    assert told(known, PLAYOUTS, 10) == chance_of(0.0)
    assert told(known, PLAYOUTS, 10**9) == chance_of(1.0)


@given(st.integers(1, 12), SCORES, SCORES)
def test_between_two_curves_a_higher_score_never_means_a_lower_chance(depth, one, other):
    known = [fitted(DEPTH, 2, 1.0, 0.3), fitted(DEPTH, 5, -1.0, 2.0), fitted(DEPTH, 8, 0.5, 1.0)]
    low, high = (told(known, DEPTH, depth, score) for score in sorted((one, other)))
    assert low <= high + 1e-12


def test_calibrated_is_what_was_confirmed_and_not_much_beyond_that():
    known = [fitted(DEPTH, 4), fitted(DEPTH, 5, holds=False)]
    assert Curves(known).at(Sight("lines", DEPTH, 4)).calibrated
    assert not Curves(known).at(Sight("lines", DEPTH, 5)).calibrated
    assert Curves(known).at(Sight("lines", DEPTH, 4 + BEYOND)).calibrated
    assert not Curves(known).at(Sight("lines", DEPTH, 4 + BEYOND + 2)).calibrated


# ---------------------------------------------------------------------- files


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A folder of the user's own, and no curves that were read before."""
    monkeypatch.setattr(curves.platformdirs, "user_data_dir", lambda *args, **more: str(tmp_path))
    curves.forget()
    yield tmp_path
    curves.forget()


def write(game, entries, path=None, **changes):
    path = path or own_path(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"game": game.name, "rules": game.version, "curves": entries} | changes))
    return path


@given(CURVES, st.booleans())
@settings(max_examples=30)
def test_a_curve_is_read_as_it_was_written(tmp_path_factory, curve, holds):
    game = sparring.game("tictactoe")
    one = Fitted(Sight("lines", DEPTH, 4.0), curve, holds)
    path = write(game, [curve_as_json(one)], tmp_path_factory.mktemp("curves") / "curves.json")
    assert read_curves(path, game) == [one]


def test_curves_fitted_here_replace_the_shipped_ones_of_the_same_kind_of_score(kept):
    game = sparring.game("tictactoe")
    before = curves_of(game).at(Sight("evaluate", DEPTH, 2))
    write(game, [curve_as_json(fitted(DEPTH, 2, 0.77, measure="evaluate"))])
    curves.forget()
    after = curves_of(game).at(Sight("evaluate", DEPTH, 2))
    assert after != before
    assert after.below.offset == 0.77


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"game": "tictactoe", "rules": 1}',
        '{"game": "tictactoe", "rules": 1, "curves": [{"measure": 1}]}',
    ],
)
def test_a_file_that_is_none_of_curves_is_ignored(kept, text):
    game = sparring.game("tictactoe")
    own_path(game).parent.mkdir(parents=True)
    own_path(game).write_text(text)
    assert read_curves(own_path(game), game) == []
    assert curves_of(game).at(Sight("nothing of that", DEPTH, 2)) is None


def test_curves_of_other_rules_and_curves_that_fall_are_ignored(kept):
    game = sparring.game("tictactoe")
    entry = curve_as_json(fitted(DEPTH, 2))
    assert read_curves(write(game, [entry]), game)
    assert not read_curves(write(game, [entry], rules=game.version + 1), game)
    assert not read_curves(write(game, [entry | {"slope": -1.0}]), game)
    assert not read_curves(write(game, [entry | {"late_slope": -2.0}]), game)
    assert not read_curves(write(game, [entry | {"offset": float("nan")}]), game)


def test_a_board_of_another_size_has_its_own_curves(kept):
    usual, wide = sparring.game("fourinarow"), sparring.game("fourinarow:width=7,height=7")
    assert own_path(usual) != own_path(wide)
    assert read_curves(write(usual, [curve_as_json(fitted(DEPTH, 2))]), wide) == []


# ---------------------------------------------------------------------- analyses


def test_a_proven_draw_is_no_worse_than_what_scores_no_more():
    """A search does not look closer at options that are no better than a draw that it has found."""
    found = Analysis((Judgement("draw", 0.0, "draw", 8), Judgement("bound", -1.0, exact=False), Judgement("open", 3.0)))
    sure = found.with_chances(60, lambda _: 0.6)
    assert [option.chance for option in sure.options] == [0.5, 0.5, 0.6]


def test_no_open_option_counts_for_more_than_the_one_that_the_brain_prefers():
    found = Analysis((Judgement("safe", 1.0), Judgement("risky", 9.0), Judgement("won", 9.0, "win")), preferred="safe")
    assert [option.chance for option in found.with_chances(60, lambda one: one.score / 10).options] == [0.1, 0.1, 1.0]


def test_only_what_is_proven_or_confirmed_is_calibrated():
    proven, open_ = Judgement("a", 3.0, "win", 5), Judgement("b", 2.0)
    assert Analysis((proven,)).with_chances(60).calibrated
    assert not Analysis((proven, open_)).with_chances(60).calibrated
    assert not Analysis((proven, open_)).with_chances(60, lambda _: 0.7).calibrated
    assert Analysis((proven, open_)).with_chances(60, lambda _: 0.7, calibrated=True).calibrated


def test_a_brain_that_says_nothing_of_its_sight_is_not_calibrated():
    game = sparring.game("connect4")
    assert Whim(game).sight(Analysis(())) is None
    assert not analysis_of(Whim(game), decision_at(game, notation.start(game))).calibrated


EVERYBODY = [
    *(
        ("tictactoe", who)
        for who in ("minimax:depth=1", "minimax:depth=3", "ChampionChimp", "mcts:playouts=60,time=none")
    ),
    *(("fourinarow", who) for who in ("minimax:depth=2", "hard", "medium", "mcts:playouts=60,time=none")),
    *(("connect4", f"minimax:depth={depth}") for depth in (1, 2, 5)),
    *(("connect4", who) for who in ("easy", "hard", "perfect:depth=4", "mcts:playouts=100,time=none")),
    *(("oware", who) for who in ("intermediate", "advanced:depth=5", "master:depth=5,time=none")),
    *(
        ("oware", who)
        for who in ("master:depth=4,time=none,thorough=on", "minimax:depth=2", "mcts:playouts=60,time=none")
    ),
    *(("onepiece", who) for who in ("easy", "medium")),
]


def some_position(game, seed):
    """A position after random moves that do not end the game."""
    rng, table = Random(seed), Table(game, seed)
    for _ in range(rng.randrange(40 if game.name == "oware" else 18)):
        options = list(game.options(table.position))
        table.choose(rng.choice(options))
        if table.outcome is not None:
            return some_position(game, seed + 1000)
    return table.position


@pytest.mark.parametrize(("name", "who"), EVERYBODY, ids=lambda text: text)
def test_the_best_option_has_the_highest_chance_in_every_position(name, who):
    game = sparring.game(name)
    brain = sparring.opponent(game, who).brain
    for seed in range(8):
        position = some_position(game, seed)
        found = analysis_of(brain, decision_at(game, position, seed))
        assert found[found.best].chance == max(option.chance for option in found.options)
        for option in found.options:
            assert {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(option.outcome, option.chance) == option.chance
            assert option.outcome or 0 < option.chance < 1
        unproven = sorted((option for option in found.options if option.outcome is None), key=lambda one: one.score)
        chances = [option.chance for option in unproven]
        assert chances == sorted(chances)
        losses = [option for option in found.options if option.outcome == "loss"]
        assert all(lost.chance < option.chance for lost in losses for option in unproven)


@pytest.mark.parametrize("name", ["connect4", "tictactoe", "fourinarow", "oware"])
def test_progress_goes_from_zero_to_at_most_one(name):
    game, last = sparring.game(name), 0.0
    table = Table(game, 3)
    rng = Random(3)
    assert game.progress(table.position) == 0
    while table.outcome is None:
        when = situation_of(game, table.decision())
        assert last <= when.progress <= 1
        assert when.first == (1.0 if game.to_move(table.position) == 0 else -1.0)
        last = when.progress
        table.choose(rng.choice(list(game.options(table.position))))
    assert last > 0


# ---------------------------------------------------------------------- what is shipped


@pytest.mark.parametrize("name", ["connect4", "tictactoe", "fourinarow", "oware"])
def test_shipped_curves_are_confirmed_by_games_that_were_kept_apart(name):
    game = sparring.game(name)
    shipped = json.loads(shipped_path(game).read_text("utf-8"))
    known = read_curves(shipped_path(game), game)
    assert len(known) == len(shipped["curves"])
    assert all(one.holds for one in known)
    for check in shipped["checked"]:
        assert check["holds"], check["opponent"]
        for each in [*check["by_chance"], *check["by_progress"]]:
            assert each["games"] >= 300
            assert each["least"] <= 0.05
            assert each["most"] >= -0.05


class Knows(Brain):
    """A brain that judges like another one, and says so."""

    def judge(self, decision):
        return Analysis(tuple(Judgement(option, 50.0) for option in decision.options), depth=4)

    def sight(self, found):
        return Sight("windows", DEPTH, found.depth)


def test_brains_with_the_same_sight_share_a_curve():
    game = sparring.game("connect4")
    decision = decision_at(game, notation.start(game))
    found = analysis_of(Knows(game), decision)
    curve = curves_of(game).at(Sight("windows", DEPTH, 4))
    assert found.options[0].chance == curve.chance(Judgement("", 50.0), situation_of(game, decision))
    assert found.calibrated


def test_the_docs_show_what_was_told_and_scored_in_every_bin():
    root = Path(__file__).parents[2]
    spec = importlib.util.spec_from_file_location("table_of_bins", root / "tools" / "table_of_bins.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert "\n".join(tool.lines()) in (root / "docs" / "thinking.md").read_text("utf-8")
