"""Every command of the command line, and what it prints."""

import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

import sparring


def test_games_are_listed_with_a_line_each(run, answer):
    games = answer("games")
    assert [game["name"] for game in games] == sparring.game_names()
    assert all(game["about"] for game in games)
    status, out, _ = run("games")
    assert status == 0
    assert "tictactoe" in out


def test_python_m_sparring_runs_the_command():
    run = subprocess.run([sys.executable, "-m", "sparring", "games", "--jsn"], capture_output=True, text=True)
    assert run.returncode == 2
    assert run.stderr.startswith("sparring: ")
    run = subprocess.run([sys.executable, "-m", "sparring", "games", "--json"], capture_output=True, text=True)
    assert set(sparring.game_names()) <= {game["name"] for game in json.loads(run.stdout)}


def test_opponents_are_listed_with_level_style_settings_and_measured_rating(run, answer):
    opponents = {opponent["name"]: opponent for opponent in answer("opponents", "tictactoe")}
    seven = {
        "ChampionChimp",
        "StrategistApe",
        "TricksterMonkey",
        "GuardianGorilla",
        "SpeedyGibbon",
        "WildcardLemur",
        "MentorOrangutan",
    }
    assert seven < set(opponents)
    for name in seven:
        opponent = opponents[name]
        assert opponent["about"]
        assert opponent["face"]
        assert 1 <= opponent["level"] <= 6
        assert opponent["style"] in ("balanced", "aggressive", "defensive")
        assert opponent["low"] <= opponent["rating"] <= opponent["high"]
        assert opponent["games"] > 0
        randomness = next(setting for setting in opponent["settings"] if setting["name"] == "randomness")
        assert (randomness["type"], randomness["min"], randomness["max"]) == ("number", 0, 1)
    assert len({opponents[name]["face"] for name in seven}) == 7
    assert [name for name, opponent in opponents.items() if opponent["default"]] == ["StrategistApe"]
    status, out, _ = run("opponents", "tictactoe")
    assert status == 0
    assert "MentorOrangutan" in out


def test_levels_do_not_contradict_the_measured_ratings(answer):
    opponents = [each for each in answer("opponents", "tictactoe") if "rating" in each]
    for one in opponents:
        for other in opponents:
            if one["level"] > other["level"]:
                assert one["high"] > other["low"], f"{one['name']} is weaker than {other['name']}"


def test_legal_moves_are_listed_for_a_position_given_as_moves_text_or_record(answer, tmp_path):
    expected = {"to_move": "x", "moves": ["c1", "a3", "c3", "b1", "a2", "c2", "b3"], "over": False, "result": None}
    record = tmp_path / "record.txt"
    record.write_text("Sparring record 1\nGame: tictactoe\n\n0: b2\n1: a1\n")
    assert answer("legal", "tictactoe", "--moves", "b2 a1") == expected
    assert answer("legal", "tictactoe", "--moves", "B2 A1") == expected
    assert answer("legal", "tictactoe", "--position", ".../.x./o.. x") == expected
    assert answer("legal", "tictactoe", "--record", str(record)) == expected


@pytest.mark.parametrize(
    ("position", "result"), [("xxx/oo./... o", "x"), ("xx./ooo/x.. x", "o"), ("xox/xoo/oxx o", "draw")]
)
def test_a_finished_position_has_a_result_and_no_moves(answer, run, position, result):
    over = {"to_move": None, "moves": [], "over": True, "result": result}
    assert answer("legal", "tictactoe", "--position", position) == over
    analysis = answer("analyse", "tictactoe", "--position", position)
    assert (analysis["best"], analysis["options"]) == (None, [])
    status, _, err = run("move", "tictactoe", "--opponent", "random", "--position", position)
    assert status == 2
    assert "over" in err


def test_perft_gives_the_known_counts(run, answer):
    counts = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert answer("perft", "tictactoe", "--depth", "9") == {"counts": counts}
    assert answer("perft", "tictactoe", "--depth", "11")["counts"] == [*counts, 0, 0]
    assert "127,872" in run("perft", "tictactoe", "--depth", "9")[1]


@pytest.mark.req("ALL-6")
def test_move_is_reproducible_and_tells_time_and_fallback(run, answer):
    for name in sparring.catalogue("tictactoe").entries:
        arguments = ("move", "tictactoe", "--opponent", name, "--moves", "b2 a1", "--seed", "5")
        first, second = answer(*arguments), answer(*arguments)
        assert first["move"] == second["move"]
        assert set(first) == {"move", "seconds", "fallback"}
        assert first["fallback"] is False
        assert 0 <= first["seconds"] < 10
    assert "A stronger player" in run("move", "tictactoe", "--opponent", "MentorOrangutan")[1]


@pytest.mark.req("ALL-9")
def test_analyse_judges_every_legal_move(run, answer):
    analysis = answer("analyse", "tictactoe", "--position", "xx./oo./... x")
    assert set(analysis) == {"to_move", "best", "options", "depth", "nodes", "seconds", "calibrated"}
    assert (analysis["to_move"], analysis["best"]) == ("x", "c3")
    options = {option["move"]: option for option in analysis["options"]}
    assert set(options) == {"c3", "c2", "a1", "b1", "c1"}
    assert options["c3"] == {"move": "c3", "score": 9, "chance": 1.0, "outcome": "win", "in": 1, "line": ["c3"]}
    assert options["a1"]["outcome"] == "loss"
    assert options["a1"]["in"] == 2
    assert analysis["nodes"] > 0
    assert "wins at once" in run("analyse", "tictactoe", "--position", "xx./oo./... x")[1]


def test_analyse_within_a_depth_claims_only_what_it_has_proven(answer):
    analysis = answer("analyse", "tictactoe", "--depth", "2")
    assert analysis["depth"] == 2
    assert all(option["outcome"] is None and option["in"] is None for option in analysis["options"])


def test_analyse_each_answers_line_by_line_and_goes_on_after_a_bad_one(run, monkeypatch):
    lines = ["b2 a1", ".../.x./... o", "", "b2 b2", "xx./.../... x", "nonsense"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    status, out, _ = run("analyse", "tictactoe", "--each", "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [answer.get("to_move") for answer in answers] == ["x", "o", "x", None, None, None]
    assert [("error" in answer) for answer in answers] == [False] * 3 + [True] * 3
    assert "b2 is taken" in answers[3]["error"]
    assert "2 x and 0 o" in answers[4]["error"]


def test_draw_writes_svg_without_external_files(run):
    status, out, _ = run("draw", "tictactoe", "--position", "xxx/oo./... o")
    root = ElementTree.fromstring(out)
    assert status == 0
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "cross on a3, b3, c3; ring on a2, b2" in root.findtext("{http://www.w3.org/2000/svg}desc")
    crosses = root.findall("{http://www.w3.org/2000/svg}path[@class='cross']")
    assert len(crosses) == 3


def test_watch_shows_a_match_and_saves_a_record_that_review_reads(run, answer, tmp_path):
    record = tmp_path / "match.txt"
    watch = ("watch", "tictactoe", "ChampionChimp", "WildcardLemur", "--seed", "3")
    status, out, err = run(*watch, "--save", str(record), "--explain")
    assert (status, err) == (0, "")
    assert "x wins: 3 in a row." in out
    assert "expected line" in out
    result = answer(*watch)
    saved = sparring.Record.parse(record.read_text())
    assert result["winner"] == "x"
    assert result["moves"] == [chosen.option for chosen in saved.choices()]

    review = answer("review", "tictactoe", "--record", str(record))
    assert [move["move"] for move in review["moves"]] == result["moves"]
    assert {move["word"] for move in review["moves"] if move["seat"] == "x"} == {"best"}
    assert review["accuracy"]["x"] == 100 > review["accuracy"]["o"]
    told = run("review", "tictactoe", "--record", str(record))[1]
    assert "blunder ??" in told
    assert "Expected score of ChampionChimp (x) after each move:" in told
    assert "turned the match" in told
    assert "ChampionChimp (x): accuracy 100 of 100" in told
    assert "Every result is proven." in told


def test_a_review_as_json_has_the_fields_that_programs_rely_on(answer, tmp_path):
    record = tmp_path / "match.txt"
    record.write_text("Sparring record 1\nGame: tictactoe\n\n0: a1\n1: b2\n0: c3\n1: a3\n0: c1\n1: c2\n0: b1\n")
    review = answer("review", "tictactoe", "--record", str(record))
    fields = {"ply", "seat", "move", "best", "before", "after", "loss", "word", "line", "exact"}
    assert all(fields <= move.keys() for move in review["moves"])
    mistake = review["moves"][3]
    assert (mistake["ply"], mistake["seat"], mistake["word"]) == (4, "o", "blunder")
    assert (mistake["before"], mistake["after"], mistake["loss"]) == (0.5, 0, 0.5)
    assert review["turning_points"] == [4]
    assert review["accuracy"].keys() == {"x", "o"}
    assert review["exact"] is True


def test_jobs_that_a_game_does_not_have_are_refused_and_warmup_works(run):
    for job in ("build-book", "build-tables"):
        status, _, err = run(job, "tictactoe")
        assert status == 2
        assert "Tic-tac-toe has no" in err
    assert run("warmup")[0] == 0
    assert run("warmup", "tictactoe", "connect4")[0] == 0
    status, _, err = run("warmup", "tictactoe", "chess")
    assert status == 2
    assert "chess" in err


def test_a_record_that_ends_with_a_resignation_has_a_position_at_its_end(answer, tmp_path):
    record = tmp_path / "record.txt"
    record.write_text("Sparring record 1\nGame: tictactoe\n\n0: b2\n! resign 1\n")
    assert len(answer("legal", "tictactoe", "--record", str(record))["moves"]) == 8
    assert len(answer("review", "tictactoe", "--record", str(record))["moves"]) == 1


def test_help_is_there_for_every_command_and_loads_nothing_heavy():
    code = (
        "import sys; from sparring.terminal.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'rich', 'numpy', 'asyncio', 'multiprocessing', 'tomllib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    commands = "games opponents play watch legal perft move analyse arena draw review ladder build-book build-tables"
    for command in commands.split():
        assert re.search(rf"^    {command}\s", done.stdout, re.M)


@pytest.mark.parametrize(
    "arguments", ["opponents tictactoe --json", "opponents tictactoe", "perft tictactoe --depth 3"]
)
def test_a_pipe_that_is_closed_early_is_not_an_error(arguments):
    command = f"{sys.executable} -m sparring.terminal.main {arguments} | head -c 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == ""


def test_posed_positions_are_taken_with_a_flag(run, answer, monkeypatch):
    posed = ("tictactoe", "--position", "xx./.../... x", "--any-position")
    assert answer("legal", *posed)["to_move"] == "x"
    assert run("legal", *posed[:-1])[2].endswith("cannot be. With --any-position it is taken all the same.\n")
    assert "--any-position" not in run("legal", "tictactoe", "--position", "xxx/.../... x")[2]
    assert answer("analyse", *posed)["best"] == "c3"
    assert answer("move", *posed, "--opponent", "ChampionChimp")["move"] == "c3"
    _, drawn, _ = run("draw", *posed)
    assert "cross on a3, b3; ring on no cell" in drawn
    monkeypatch.setattr("sys.stdin", io.StringIO("xx./.../... x\nb2 a1\nxxx/.../... x\n"))
    status, out, _ = run("analyse", "tictactoe", "--each", "--any-position", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [each.get("to_move") for each in told] == ["x", "x", None]
    assert "cannot be to move" in told[2]["error"]
    assert run("legal", *posed[:-1])[0] == 2
