"""A brain of the user's own that fails says why, and where, in every command that lets it play."""

import json

import pytest

from sparring.match import MOST_PLIES, FallbackUsed, Match
from sparring.opponents import opponent

pytestmark = pytest.mark.req("ALL-22", "ALL-4")

GAME = """
import sparring

class Tug(sparring.Game):
    name, title = "tug", "Tug"
    def start(self, rng): return 0
    def to_move(self, position): return position % 2
    def moves(self, position): return ["pull", "wait"]
    def play(self, position, move): return position + 1
    def outcome(self, position): return sparring.Outcome(0, "pulled") if position > 3 else None
"""
BRAINS = """
from sparring import Analysis, Brain, Judgement

class Raises(Brain):
    def judge(self, decision):
        return self.weigh(decision.options)

    def weigh(self, options):
        return options[7]

class Cheats(Brain):
    def judge(self, decision):
        return Analysis((Judgement("push", 1.0),))

class Forgets(Brain):
    def judge(self, decision):
        Analysis(())

class Exaggerates(Brain):
    def judge(self, decision):
        return Analysis(tuple(Judgement(option, 0.0, probability=0.9) for option in decision.options))

class Halves(Brain):
    def judge(self, decision):
        return Analysis((Judgement("pull", 0.0, probability=1.0), Judgement("wait", 0.0)))

class Negates(Brain):
    def judge(self, decision):
        return Analysis((Judgement("pull", 0.0, probability=-1.0), Judgement("wait", 0.0, probability=2.0)))

class Skips(Brain):
    def judge(self, decision):
        return Analysis(())
"""
TOML = """
[Raises]
about = "Fails."
level = 1
brain = "{brains}:Raises"

[Cheats]
about = "Answers nonsense."
level = 1
brain = "{brains}:Cheats"
"""
RAISED = "line 9, in weigh: IndexError: tuple index out of range"
CHEATED = "line 11, in Cheats: answered 'push', which is not one of the options"


@pytest.fixture
def game(tmp_path, request):
    brains = f"brains_{abs(hash(request.node.name)):x}"  # a module of its own for each test
    (tmp_path / "tug.py").write_text(GAME)
    (tmp_path / f"{brains}.py").write_text(BRAINS)
    (tmp_path / "opponents.toml").write_text(TOML.format(brains=brains))
    return f"{tmp_path}/tug.py:Tug"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Forgets", "line 15, in Forgets: judge returned None, so a return is missing"),
        ("Exaggerates", "in Exaggerates: judge gave probabilities that add up to 1.8, not to 1"),
        ("Halves", "in Halves: judge gave some options a probability, and others none"),
        ("Negates", "in Negates: judge gave an option a probability that is none: [-1.0, 2.0]"),
        ("Skips", "in Skips: judge returned an Analysis without any option"),
    ],
)
def test_an_analysis_that_cannot_be_used_is_told_with_its_place(run, game, tmp_path, name, why):
    toml = tmp_path / "opponents.toml"
    toml.write_text(toml.read_text().replace("Raises", name))
    _, out, _ = run("move", game, "--opponent", name, "--json")
    assert json.loads(out)["why"].endswith(why)


def test_watch_says_why(run, game):
    _, out, _ = run("watch", game, "Raises", "Cheats", "--seed", "1")
    assert "Raises gave no proper answer, so the referee chose for it." in out
    assert RAISED in out
    assert CHEATED in out


def test_move_says_why(run, game):
    _, out, _ = run("move", game, "--opponent", "Raises")
    assert RAISED in out
    _, out, _ = run("move", game, "--opponent", "Raises", "--json")
    assert RAISED in json.loads(out)["why"]


def test_play_says_why(run, game, monkeypatch, tmp_path):
    (tmp_path / "lines.txt").write_text("pull\n")
    with (tmp_path / "lines.txt").open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        _, out, _ = run("play", game, "--opponent", "Raises")
    assert RAISED in out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_arena_counts_each_fault(run, game, jobs):
    arguments = "arena", game, "Raises", "Cheats", "--games", "4", "--seed", "1", "--jobs", jobs
    _, out, _ = run(*arguments, "--json")
    faults = {fault["fault"]: fault["times"] for fault in json.loads(out)["faults"]}
    assert len(faults) == 2
    assert sum(times for fault, times in faults.items() if fault.startswith("Raises: ") and RAISED in fault) == 8
    assert sum(times for fault, times in faults.items() if fault.startswith("Cheats: ") and CHEATED in fault) == 8
    _, out, _ = run(*arguments)
    assert RAISED in out
    assert "(8 ×)" in out


def test_nothing_is_said_about_the_code_of_brains_that_came_with_sparring(monkeypatch):
    monkeypatch.setattr("sparring.brains.brain.Whim.judge", lambda self, decision: 1 // 0)
    match = Match("tictactoe", [opponent("tictactoe", "random")] * 2)
    whys = [event.why for event in match.follow() if isinstance(event, FallbackUsed)]
    assert len(whys) > 4
    assert set(whys) == {""}
    assert not match.result.faults


# ---------------------------------------------------------------------- games without an end

ENDLESS = GAME.replace("if position > 3", "if position > 10_000")


def test_an_arena_calls_endless_games_a_draw_and_says_so(run, tmp_path):
    (tmp_path / "endless.py").write_text(ENDLESS)
    game = f"{tmp_path}/endless.py:Tug"
    arguments = "arena", game, "random", "random", "--games", "4", "--jobs", "1", "--most-plies", "20"
    _, out, _ = run(*arguments, "--json")
    told = json.loads(out)
    assert told["adjudicated"] == 4
    assert told["pairs"][0]["draws"] == 4
    _, out, _ = run(*arguments)
    assert "called a draw after 20 plies without an end: 4" in out


def test_a_match_that_is_called_a_draw_says_so_in_its_result_and_its_record():
    players = [opponent("connect4", "random")] * 2
    result = Match("connect4", players, seed=1, most_plies=5).play()
    assert result.adjudicated
    assert (result.winner, result.reason) == (None, "called a draw after 5 plies")
    assert len(result.record.choices()) == 5
    assert "called a draw after 5 plies" in str(result.record)
    assert not Match("connect4", players, seed=1).play().adjudicated
    assert MOST_PLIES > 1000
