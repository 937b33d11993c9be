"""Every command of the command line: what it prints, and what it says to those who got something wrong."""

import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

import sparring
from sparring.terminal.main import main


@pytest.fixture
def run(capsys):
    """Run a command in this process: its exit status, output and error output."""

    def run(*arguments):
        try:
            status = main(list(arguments))
        except SystemExit as leaving:
            status = leaving.code
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def answer(run):
    """Run a command that must work: its JSON."""

    def answer(*arguments):
        status, out, err = run(*arguments, "--json")
        assert (status, err) == (0, "")
        assert out.count("\n") == 1
        return json.loads(out)

    return answer


def test_games_are_listed_with_a_line_each(run, answer):
    games = answer("games")
    assert [game["name"] for game in games] == sparring.game_names()
    assert all(game["about"] for game in games)
    status, out, _ = run("games")
    assert status == 0
    assert "tictactoe" in out


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
        assert opponent["low"] < opponent["rating"] < opponent["high"]
        assert opponent["settings"]["randomness"]["range"] == "a number from 0 to 1"
    assert len({opponents[name]["face"] for name in seven}) == 7
    assert [name for name, opponent in opponents.items() if opponent["default"]] == ["StrategistApe"]
    status, out, _ = run("opponents", "tictactoe")
    assert status == 0
    assert "MentorOrangutan" in out


def test_levels_do_not_contradict_the_measured_ratings(answer):
    opponents = answer("opponents", "tictactoe")
    for one in opponents:
        for other in opponents:
            if one["level"] > other["level"]:
                assert one["high"] > other["low"], f"{one['name']} is not stronger than {other['name']}"


def test_legal_moves_of_a_position_by_moves_by_text_and_by_record(answer, tmp_path):
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
    assert set(analysis) == {"to_move", "best", "options", "depth", "nodes", "seconds"}
    assert (analysis["to_move"], analysis["best"]) == ("x", "c3")
    options = {option["move"]: option for option in analysis["options"]}
    assert set(options) == {"c3", "c2", "a1", "b1", "c1"}
    assert options["c3"] == {"move": "c3", "score": 9, "outcome": "win", "in": 1, "line": ["c3"]}
    assert options["a1"]["outcome"] == "loss"
    assert options["a1"]["in"] == 2
    assert analysis["nodes"] > 0
    assert "wins in 1 ply" in run("analyse", "tictactoe", "--position", "xx./oo./... x")[1]


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


def test_draw_is_svg_that_needs_nothing_else(run):
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
    assert [choice["move"] for choice in review["choices"]] == result["moves"]
    assert review["summary"]["x"] == {"best": len(result["moves"]) // 2 + 1}
    assert "mistake" in review["summary"]["o"]
    assert "mistake" in run("review", "tictactoe", "--record", str(record))[1]


def test_a_review_names_the_move_that_threw_the_game_away(answer, tmp_path):
    record = tmp_path / "match.txt"
    record.write_text("Sparring record 1\nGame: tictactoe\n\n0: a1\n1: b2\n0: c3\n1: a3\n0: c1\n1: c2\n0: b1\n")
    choices = answer("review", "tictactoe", "--record", str(record))["choices"]
    assert [choice["verdict"] for choice in choices] == ["best", "best", "best", "mistake", "best", "best", "best"]
    assert sorted(choices[3]["better"]) == ["a2", "b1", "b3", "c2"]
    assert (choices[3]["best_outcome"], choices[3]["outcome"]) == ("draw", "loss")


def test_ladder_shows_what_was_measured_and_measures_anew(run, answer, tmp_path):
    shipped = answer("ladder", "tictactoe")["ratings"]
    assert {rung["opponent"] for rung in shipped} == set(sparring.catalogue("tictactoe").entries)
    assert shipped == sorted(shipped, key=lambda rung: -rung["rating"])
    measure = ("ladder", "tictactoe", "--measure", "--games", "2", "--seed", "1", "--jobs", "1")
    measured = answer(*measure)
    assert measured["games"] == 2
    assert answer("ladder", "tictactoe") == measured
    assert measured["ratings"] != shipped
    assert "ChampionChimp" in run("ladder", "tictactoe")[1]
    elsewhere = tmp_path / "elsewhere.json"
    assert f"Kept in {elsewhere}" in run(*measure, "--save", str(elsewhere))[1]
    assert json.loads(elsewhere.read_text()) == measured
    status, _, err = run(*measure, "--save", "/dev/null/ladder.json")
    assert status == 2
    assert "cannot be written" in err


def test_a_ladder_of_another_game_or_of_other_rules_is_not_taken_for_this_one(answer, tmp_path, monkeypatch):
    kept = tmp_path / "data" / "sparring" / "ladders" / "tictactoe.json"
    kept.parent.mkdir(parents=True)
    shipped = answer("ladder", "tictactoe")
    for wrong in ({"game": "oware"}, {"rules": 99}):
        kept.write_text(json.dumps({**shipped, **wrong, "ratings": []}))
        assert answer("ladder", "tictactoe") == shipped
    for damaged in ("", "[]", "{}", "nonsense"):
        kept.write_text(damaged)
        assert answer("ladder", "tictactoe") == shipped


def test_jobs_that_a_game_does_not_have_are_refused_and_warmup_works(run):
    for job in ("build-book", "build-tables"):
        status, _, err = run(job, "tictactoe")
        assert status == 2
        assert "Tic-tac-toe has no" in err
    assert run("warmup")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["legal", "chess"], "no game 'chess'; there is tictactoe"),
        (["legal", "missing.py:Game"], "there is no file missing.py"),
        (["legal", "json:JSONDecoder"], "json has no game class"),
        (["legal", ":Nim"], "cannot be loaded"),
        (["legal", ".x:Nim"], "cannot be loaded"),
        (["legal", "tictactoe", "--moves", "b2 b2"], "Move 2 cannot be played: b2 is taken"),
        (["legal", "tictactoe", "--moves", "d4"], "d4 is not on the board"),
        (["legal", "tictactoe", "--moves", "b2", "--position", "..."], "not allowed with"),
        (["legal", "tictactoe", "--position", ""], "0 part(s)"),
        (["legal", "tictactoe", "--position", "x../... x"], "3 rows of 3 cells"),
        (["legal", "tictactoe", "--position", "z../.../... x"], "not 'z'"),
        (["legal", "tictactoe", "--position", ".../.../... y"], "side to move"),
        (["legal", "tictactoe", "--position", "x../.../... x"], "o's turn, not x's"),
        (["legal", "tictactoe", "--position", "xx./.../... o"], "2 x and 0 o"),
        (["legal", "tictactoe", "--position", "xxx/ooo/... x"], "Both sides"),
        (["legal", "tictactoe", "--position", "xxx/oo./o.. x"], "but o moved after that"),
        (["legal", "tictactoe", "--record", "missing.txt"], "cannot be read: No such file"),
        (["perft", "tictactoe"], "--depth"),
        (["perft", "tictactoe", "--depth", "0"], "depth must be a whole number from 1 to 100, not '0'"),
        (["perft", "tictactoe", "--depth", "x"], "not 'x'"),
        (["move", "tictactoe", "--opponent", "Nobody"], "no opponent 'Nobody' in this game; there is ChampionChimp"),
        (["move", "tictactoe", "--opponent", "minimax:depth=0"], "depth must be a whole number from 1 to 100"),
        (["move", "tictactoe", "--opponent", "minimax:depth=1.5"], "not '1.5'"),
        (["move", "tictactoe", "--opponent", "minimax:depth"], "write NAME:key=value"),
        (["move", "tictactoe", "--opponent", "minimax:depth=1,depth=2"], "given twice"),
        (["move", "tictactoe", "--opponent", "StrategistApe:depth=3"], "StrategistApe has no setting 'depth'"),
        (["move", "tictactoe", "--opponent", "StrategistApe:randomness=2"], "randomness must be a number from 0 to 1"),
        (["move", "tictactoe", "--opponent", "StrategistApe:randomness=nan"], "not 'nan'"),
        (["move", "tictactoe", "--opponent", "StrategistApe:style=odd"], "balanced, aggressive or defensive"),
        (["move", "tictactoe", "--opponent", "StrategistApe:difficulty=9"], "easy, medium or hard"),
        (["move", "tictactoe", "--opponent", "StrategistApe:time=0"], "time must be a number from 0.001 to 3600"),
        (["move", "tictactoe", "--opponent", "StrategistApe:pace_min=5"], "pace_min must be at most pace_max"),
        (["move", "tictactoe", "--opponent", "random", "--seed", "x"], "seed must be a whole number"),
        (["analyse", "tictactoe", "--depth", "0"], "depth must be"),
        (["analyse", "tictactoe", "--time", "-1"], "time must be a number from 0.001 to 3600"),
        (["analyse", "tictactoe", "--time", "0"], "time must be"),
        (["arena", "tictactoe", "random", "--games", "2"], "at least two"),
        (["arena", "tictactoe", "random", "Nobody", "--games", "2"], "no opponent 'Nobody'"),
        (["arena", "tictactoe", "random", "random", "--games", "0"], "games must be a whole number from 1"),
        (["arena", "tictactoe", "random", "random", "--games", "2", "--jobs", "0"], "jobs must be"),
        (["arena", "tictactoe", "random", "random", "--games", "2", "--opening-plies", "-1"], "opening-plies must be"),
        (["watch", "tictactoe", "random", "random", "--save", "/no/such/folder/x"], "cannot be written"),
        (["play", "tictactoe", "--opponent", "Nobody"], "no opponent 'Nobody'"),
        (["review", "tictactoe", "--record", "missing.txt"], "cannot be read"),
        (["no-such-command"], "invalid choice"),
    ],
)
def test_what_the_user_got_wrong_is_said_in_one_sentence(run, arguments, says):
    status, out, err = run(*arguments)
    assert status == 2
    assert says in err
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a match record"),
        ("Sparring record 1\nGame: oware\n\n", "is of oware, not of tictactoe"),
        ("Sparring record 1\nSeed: 1\n\n", "does not say its game"),
        ("Sparring record 1\nGame: tictactoe\nRules: 99\n\n", "version 99"),
        ("Sparring record 1\nGame: tictactoe\nSeed: x\n\n", "Seed must be a whole number"),
        (
            "Sparring record 1\nGame: tictactoe\n\n0: b2\n1: b2\n",
            "Choice 2 of the record cannot be played",
        ),
        ("Sparring record 1\nGame: tictactoe\n\n1: b2\n", "whose turn it is not"),
        ("Sparring record 1\nGame: tictactoe\n\nb2\n", "Line 4"),
        ("Sparring record 1\nGame: tictactoe\n\n! undo 1\n", "takes back 1"),
    ],
)
def test_a_bad_record_is_refused_with_what_is_wrong_with_it(run, tmp_path, text, says):
    record = tmp_path / "bad.txt"
    record.write_text(text)
    status, _, err = run("legal", "tictactoe", "--record", str(record))
    assert status == 2
    assert says in err


def test_a_record_that_ends_with_a_resignation_has_a_position_at_its_end(answer, tmp_path):
    record = tmp_path / "record.txt"
    record.write_text("Sparring record 1\nGame: tictactoe\n\n0: b2\n! resign 1\n")
    assert len(answer("legal", "tictactoe", "--record", str(record))["moves"]) == 8
    assert len(answer("review", "tictactoe", "--record", str(record))["choices"]) == 1


@pytest.mark.parametrize("choice", ["0: zz", "7: b2", "1: b2"])
def test_a_review_refuses_a_record_that_cannot_be(run, tmp_path, choice):
    record = tmp_path / "record.txt"
    record.write_text(f"Sparring record 1\nGame: tictactoe\n\n{choice}\n")
    status, out, err = run("review", "tictactoe", "--record", str(record))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_a_record_that_is_no_text_is_refused(run, tmp_path):
    record = tmp_path / "bad.bin"
    record.write_bytes(b"\xff\xfe\x00")
    assert run("legal", "tictactoe", "--record", str(record))[0] == 2


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
    "arguments", ["opponents tictactoe --json", "opponents tictactoe", "perft tictactoe --depth 9"]
)
def test_a_reader_who_leaves_early_is_no_error(arguments):
    command = f"{sys.executable} -m sparring.terminal.main {arguments} | head -c 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == ""


HIDDEN = """
from dataclasses import dataclass, replace
import sparring

@dataclass(frozen=True)
class Table:
    hands: tuple
    shown: tuple = ()

@dataclass(frozen=True)
class Seen:
    seat: int
    hand: tuple
    shown: tuple

    def sample(self, rng):
        left = [card for card in range(1, 7) if card not in self.hand + self.shown]
        rng.shuffle(left)
        other = tuple(sorted(left[: 3 - len(self.shown) // 2 - (len(self.shown) % 2) * (1 - self.seat)]))
        return Table((self.hand, other) if self.seat == 0 else (other, self.hand), self.shown)

class Duel(sparring.Game):
    name, title = "duel", "[/red] Duel"

    def start(self, rng):
        cards = list(range(1, 7))
        rng.shuffle(cards)
        return Table((tuple(sorted(cards[:3])), tuple(sorted(cards[3:]))))

    def to_move(self, position): return len(position.shown) % 2
    def moves(self, position): return [f"play card {card}" for card in position.hands[self.to_move(position)]]

    def play(self, position, move):
        card, hands = int(move.split()[-1]), list(position.hands)
        seat = self.to_move(position)
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        return Table(tuple(hands), (*position.shown, card))

    def outcome(self, position):
        if len(position.shown) < 6:
            return None
        points = sum(first > second for first, second in zip(position.shown[::2], position.shown[1::2]))
        return sparring.Outcome(0 if points > 1 else 1, "[/nope] more tricks")

    def view(self, position, seat): return Seen(seat, position.hands[seat], position.shown)
    def draw(self, view): return f"your hand: {view.hand}, shown: {view.shown}"
"""


def test_a_game_with_hidden_cards_works_in_every_command_and_nothing_is_claimed_to_be_proven(run, answer, tmp_path):
    (tmp_path / "duel.py").write_text(HIDDEN)
    game = f"{tmp_path}/duel.py:Duel"
    for arguments in (["legal"], ["analyse"], ["watch", "minimax", "random", "--explain"], ["draw"], ["opponents"]):
        status, _, err = run(arguments[0], game, *arguments[1:])
        assert (status, err) == (0, "")
    analysis = answer("analyse", game, "--time", "1")
    assert all(option["outcome"] is None and option["in"] is None for option in analysis["options"])
    moves = answer("watch", game, "random", "random", "--seed", "0")["moves"]
    position = answer("legal", game, "--moves", " ".join(moves[:2]))
    assert len(position["moves"]) == 2
    arena = answer("arena", game, "minimax", "random", "--games", "2", "--seed", "1", "--jobs", "2")
    assert arena["fallbacks"] == 0


BRAIN = """
from sparring import Analysis, Brain, Judgement

class Last(Brain):
    def judge(self, decision):
        return Analysis(tuple(Judgement(option, number) for number, option in enumerate(decision.options)))
"""


def test_an_opponent_of_the_users_own_with_a_brain_beside_the_game(answer, run, tmp_path):
    (tmp_path / "dueling.py").write_text(HIDDEN)
    (tmp_path / "last_brain.py").write_text(BRAIN)
    (tmp_path / "opponents.toml").write_text(
        'default = "Laster"\n[Laster]\nabout = "Plays its last card."\nlevel = 2\nbrain = "last_brain:Last"\n'
    )
    game = f"{tmp_path}/dueling.py:Duel"
    assert [each["name"] for each in answer("opponents", game)] == ["Laster", "random", "minimax"]
    options = answer("legal", game)["moves"]
    assert answer("move", game, "--opponent", "Laster")["move"] == options[-1]


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("[Odd", "opponents.toml cannot be read"),
        ("odd = 1", "'odd' in opponents.toml is no opponent"),
        ('default = "Nobody"', "The default 'Nobody' is none of the opponents"),
        ('[Odd]\nlevel = 1\nbrain = "x:Y"', "Odd lacks about"),
        ('[Odd]\nabout = "?"\nlevel = "x"\nbrain = "x:Y"', "level of Odd must be a whole number from 1 to 6"),
        ('[Odd]\nabout = "?"\nlevel = 1\nbrain = "no_such_brain:Y"', "brain 'no_such_brain:Y' of Odd cannot be loaded"),
        ('[Odd]\nabout = "?"\nlevel = 1\nbrain = "json:Y"', "cannot be loaded"),
        (
            '[Odd]\nabout = "?"\nlevel = 1\nbrain = "sparring.brains.rulelist:RuleList"\nrulez = ["win"]',
            "not described well in opponents.toml",
        ),
        (
            '[Odd]\nabout = "?"\nlevel = 1\nbrain = "sparring.brains.brain:Whim"\nrandomness = 7',
            "randomness of Odd must be a number from 0 to 1",
        ),
    ],
)
def test_what_is_wrong_in_an_opponents_file_is_said_in_one_sentence(run, tmp_path, toml, says):
    (tmp_path / "odd.py").write_text(HIDDEN)
    (tmp_path / "opponents.toml").write_text(toml)
    status, out, err = run("move", f"{tmp_path}/odd.py:Duel", "--opponent", "Odd")
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_game_that_breaks_its_promises_is_told_so_in_one_sentence(run, tmp_path):
    (tmp_path / "stuck.py").write_text(
        "import sparring\n"
        "class Stuck(sparring.Game):\n"
        "    name, title = 'stuck', 'Stuck'\n"
        "    def start(self, rng): return 0\n"
        "    def to_move(self, position): return 0\n"
        "    def moves(self, position): return []\n"
        "    def play(self, position, move): return 0\n"
        "    def outcome(self, position): return None\n"
        "class Nameless(Stuck):\n"
        "    name = None\n"
        "class Needy(Stuck):\n"
        "    def __init__(self, size): pass\n"
    )
    for name, status, says in (
        ("Stuck", 1, "stuck goes on but offers no move"),
        ("Nameless", 2, "lacks its name"),
        ("Needy", 2, "cannot be made without arguments"),
    ):
        got, out, err = run("legal", f"{tmp_path}/stuck.py:{name}")
        assert (got, out) == (status, "")
        assert says in err
        assert err.count("\n") == 1


def test_a_game_of_the_users_own_works_by_file_in_every_command(run, answer, tmp_path, monkeypatch):
    source = tmp_path / "countdown.py"
    source.write_text(
        "import sparring\n"
        "class Countdown(sparring.Game):\n"
        "    name, title = 'countdown', 'Countdown'\n"
        "    def start(self, rng): return (7, 0)\n"
        "    def to_move(self, position): return position[1]\n"
        "    def moves(self, position): return [n for n in (1, 2, 3) if n <= position[0]]\n"
        "    def play(self, position, move): return (position[0] - move, 1 - position[1])\n"
        "    def outcome(self, position):\n"
        "        return None if position[0] else sparring.Outcome(1 - position[1], 'nothing is left')\n"
    )
    game = f"{source}:Countdown"
    assert answer("legal", game, "--moves", "313") == {"to_move": None, "moves": [], "over": True, "result": "first"}
    assert answer("perft", game, "--depth", "2") == {"counts": [3, 9]}
    assert answer("analyse", game)["best"] == "3"
    assert answer("move", game, "--opponent", "minimax:depth=8")["move"] == "3"
    arena = answer("arena", game, "minimax:depth=8", "random", "--games", "4", "--seed", "1", "--jobs", "2")
    assert arena["pairs"][0]["wins"] >= 2
    assert answer("watch", game, "random", "random", "--seed", "1")["reason"] == "nothing is left"
    assert "<svg" in run("draw", game)[1]
    assert run("ladder", game)[0] == 0
    status, _, err = run("legal", game, "--position", "7")
    assert status == 2
    assert "no text for positions" in err
