"""`sparring calibrate`: an opponent plays against itself, a curve is fitted, checked on other games, and kept."""

import json
import re
from random import Random

import pytest

from sparring.arena import calibration
from sparring.arena.calibration import Calibration, fit, merged
from sparring.arena.measuring import journal_beside
from sparring.arena.self_play import Row, play_one
from sparring.brains import curves
from sparring.brains.curves import DEPTH, PLAYOUTS, Sight, Situation, chance_of, read_curves
from sparring.rules import Judgement
from sparring.rules.registry import game as find_game

pytestmark = pytest.mark.req("ALL-15")

SUMS = '''
import sparring


class Sums(sparring.Game):
    """Two players in turn take one of three numbers, four times each; the larger sum wins."""

    name, title = "sums", "Sums"

    def start(self, rng):
        return (rng.randrange(10**6), (0, 0), 0)

    def to_move(self, position):
        return position[2] % 2

    def moves(self, position):
        return [0, 1, 2]

    def play(self, position, move):
        seed, sums, ply = position
        seed = (seed * 1103515245 + 12345 + move * 7919) % 2**31
        gain = seed // 1000 % 10
        mine = ply % 2
        return (seed, tuple(had + gain * (seat == mine) for seat, had in enumerate(sums)), ply + 1)

    def outcome(self, position):
        if position[2] < 8:
            return None
        one, other = position[1]
        return sparring.Outcome(None if one == other else int(other > one), "the sums are compared")

    def evaluate(self, position, seat):
        return position[1][seat] - position[1][1 - seat]
'''


@pytest.fixture
def sums(tmp_path, monkeypatch):
    """A plain game of the user's own, and a user's folder for what is fitted."""
    monkeypatch.setattr(curves.platformdirs, "user_data_dir", lambda *args, **more: str(tmp_path / "user"))
    curves.forget()
    (tmp_path / "sums.py").write_text(SUMS)
    yield f"{tmp_path}/sums.py:Sums"
    curves.forget()


MINIMAX = ("--opponent", "minimax:depth=1", "--games", "700", "--seed", "1", "--jobs", "1")


FEW = ("--opponent", "minimax:depth=1", "--games", "320", "--seed", "1", "--jobs", "1")


def analysed(run, sums):
    status, out, _ = run("analyse", sums, "--depth", "1", "--json")
    assert status == 0
    return json.loads(out)


def test_a_plain_game_of_ones_own_is_calibrated_after_calibrate_and_not_before(sums, run):
    before = analysed(run, sums)
    assert before["calibrated"] is False
    status, out, _ = run("calibrate", sums, *MINIMAX, "--json")
    told = json.loads(out)
    assert status == 0
    assert told["holds"] is True
    assert [check["opponent"] for check in told["checked"]] == ["minimax:depth=1"]
    assert all(each["holds"] and each["games"] >= 300 for each in told["checked"][0]["by_chance"])
    after = analysed(run, sums)
    assert after["calibrated"] is True
    assert [option["score"] for option in after["options"]] == [option["score"] for option in before["options"]]
    assert [option["chance"] for option in after["options"]] != [option["chance"] for option in before["options"]]


def test_the_same_seed_gives_the_same_curves(sums, run, tmp_path):
    told = []
    for name in ("one.json", "two.json"):
        run("calibrate", sums, *FEW, "--save", str(tmp_path / name), "--json")
        told.append((tmp_path / name).read_text())
    assert told[0] == told[1]
    assert read_curves(tmp_path / "one.json", find_game(sums))


def test_the_table_shows_every_bin_and_where_the_curves_are_kept(sums, run):
    _, out, _ = run("calibrate", sums, *FEW)
    assert "told 0% to" in out
    assert "within 5 points" in out
    assert f"Kept in {curves.own_path(find_game(sums))}." in out


def test_too_few_games_prove_nothing(sums, run):
    """A curve from few games is used, but not called calibrated."""
    status, out, _ = run("calibrate", sums, *FEW)
    assert status == 1
    assert re.search(r"is not calibrated: only \d+ games with open decisions were kept apart, and 300", out)
    assert analysed(run, sums)["calibrated"] is False
    status, out, _ = run("calibrate", sums, *MINIMAX[:2], "--games", "20", "--seed", "1", "--jobs", "1")
    assert status == 1
    assert "20 different games are too few to fit a curve." in out


def test_minutes_bound_how_long_it_takes(sums, run):
    status, out, _ = run("calibrate", sums, *MINIMAX, "--minutes", "0", "--json")
    assert status == 1
    assert [check["games"] for check in json.loads(out)["checked"]] == [1]


def test_a_calibration_that_was_stopped_goes_on_where_it_was(sums, run, tmp_path, monkeypatch):
    """The curves are those of one run, and no game that the journal has is played again."""
    whole, stopped = tmp_path / "whole.json", tmp_path / "stopped.json"
    run("calibrate", sums, *FEW, "--save", str(whole), "--json")
    assert not journal_beside(whole).exists()
    run("calibrate", sums, *FEW, "--save", str(stopped), "--minutes", "0", "--json")
    [line] = journal_beside(stopped).read_text().splitlines()
    damaged = json.dumps({"game": 7}) + "\n{}\n" + line[:40]
    journal_beside(stopped).write_text(line + "\n" + damaged)
    asked = []
    monkeypatch.setattr(calibration, "play_one", lambda each: asked.append(each) or play_one(each))
    run("calibrate", sums, *FEW, "--save", str(stopped), "--json")
    assert len(asked) == 319
    assert stopped.read_text() == whole.read_text()
    assert not journal_beside(stopped).exists()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--opponent", "random"], "random does not say how far it looks, so its scores cannot be calibrated."),
        (["--opponent", "nobody"], "There is no opponent 'nobody' in this game"),
        (["--games", "0"], "games must be"),
        (["--minutes", "soon"], "minutes must be"),
        (["--save", "/no/such/folder/curves.json"], "cannot be written"),
    ],
)
def test_mistakes_are_refused_before_anything_is_played(sums, run, given, message):
    status, _, err = run("calibrate", sums, *given)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1


def test_a_brain_that_fails_is_reported_with_its_place(tmp_path, run):
    (tmp_path / "faulty.py").write_text(
        SUMS.replace("return position[1][seat] - position[1][1 - seat]", 'raise ValueError("no idea")')
    )
    status, _, err = run("calibrate", f"{tmp_path}/faulty.py:Sums", *MINIMAX[:2], "--games", "3", "--jobs", "1")
    assert status == 2
    assert "No game was played without a fault." in err
    assert "faulty.py, line" in err
    assert "no idea" in err


def test_games_that_repeat_another_one_do_not_count():
    again = Calibration("tictactoe", ["ChampionChimp"], games=40, seed=1)
    for _ in again.play():
        pass
    assert again.repeated > 0
    [verdict] = again.result().verdicts
    assert verdict.games == 40 - again.repeated


def test_new_curves_are_kept_beside_those_of_other_sights():
    def told(amount, opponent, offset, rules=1):
        curve = {"measure": "lines", "unit": DEPTH, "amount": amount, "offset": offset}
        return {"game": "sums", "rules": rules, "curves": [curve], "checked": [{"opponent": opponent}]}

    both = merged(told(1, "a", 0.1), told(2, "b", 0.2))
    assert [curve["amount"] for curve in both["curves"]] == [1, 2]
    assert [check["opponent"] for check in both["checked"]] == ["a", "b"]
    again = merged(both, told(2, "b", 0.3))
    assert [curve["offset"] for curve in again["curves"]] == [0.1, 0.3]
    assert merged(told(1, "a", 0.1, rules=1), told(2, "b", 0.2, rules=2))["curves"] == told(2, "b", 0.2)["curves"]


# ---------------------------------------------------------------------- the fit


def rows(chance, sight, count=8000, seed=1):
    """Decisions whose results were drawn by a known chance."""
    rng, made = Random(seed), []
    for game in range(count):
        when = Situation(rng.random(), rng.choice([-1.0, 1.0]))
        score, own = rng.gauss(0, 20), rng.uniform(0.05, 0.95)
        likely = chance(score, own, when)
        made.append(Row(game, sight, score, own, when, 0, float(rng.random() < likely)))
    return made


def worst(curve, told, chance):
    """The largest difference between a curve and the truth."""
    return max(
        abs(chance_of(curve.logit(row.judged, row.when)) - chance(row.score, row.chance, row.when)) for row in told
    )


def test_the_fit_finds_scores_that_count_more_late_and_more_for_the_seat_that_began():
    def truth(score, own, when):
        return chance_of(0.3 * when.first + (0.03 + 0.05 * when.progress) * score)

    told = rows(truth, Sight("lines", DEPTH, 3))
    assert worst(fit(told), told[:500], truth) < 0.08


def test_the_fit_corrects_playouts_that_are_too_sure():
    def truth(score, own, when):
        return 0.5 + (own - 0.5) / 2

    told = rows(truth, Sight("playouts", PLAYOUTS, 100))
    curve = fit(told)
    assert curve.scale is None
    assert curve.slope < 0.7
    assert worst(curve, told[:500], truth) < 0.08


def test_a_fit_to_scores_that_mean_the_opposite_still_rises():
    told = rows(lambda score, own, when: chance_of(-score / 10), Sight("lines", DEPTH, 3))
    low, high = (fit(told).logit(Judgement("", score), Situation(1.0)) for score in (-50, 50))
    assert low < high
