"""Opponents of one's own: a class in a file, a package's entry point, an address."""

import json
import logging
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import EntryPoint

import pytest

import sparring
from sparring.match import Match
from sparring.opponents import own
from sparring.opponents.catalogue import forget_catalogues
from sparring.rules import BadSetting, SparringError, UnknownName

MINE = """
import sparring
from sparring import Setting

class Mine(sparring.Brain):
    '''Likes what comes first.'''
    settings = (Setting.whole("depth", 1, 5, default=2, about="how deep"),)
    def __init__(self, game, depth):
        super().__init__(game)
        self.depth = depth
    def judge(self, decision):
        return sparring.Analysis(tuple(sparring.Judgement(o, -n) for n, o in enumerate(decision.options)))

class First(sparring.Player):
    def choose(self, decision):
        return decision.options[0]

class Last(sparring.Player):
    def __init__(self, game):
        self.game = game
    async def choose(self, decision):
        return sparring.Choice(decision.options[-1], remark="last")

class Late(sparring.Player):
    games = ("oware",)
    def __init__(self):
        raise SystemExit("no")
    def choose(self, decision):
        return ""

class Half(sparring.Brain):
    pass

class Other:
    pass
"""


@pytest.fixture
def mine(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    return f"{tmp_path}/mine.py"


def first_move(opponent):
    return opponent.decide(Match("tictactoe", [opponent, opponent]).table.decision())


@pytest.mark.req("ALL-23")
def test_a_brain_or_a_player_in_a_file_plays_any_game(mine):
    for game in ("tictactoe", "oware"):
        for name in ("Mine", "First", "Last"):
            players = [sparring.opponent(game, f"{mine}:{name}"), sparring.opponent(game, "random")]
            match = Match(game, players, seed=1)
            match.play()
            assert match.problems.total() == 0, name
    assert first_move(sparring.opponent("tictactoe", f"{mine}:Last")).remark == "last"


def test_what_can_be_set_about_any_brain_can_be_set_about_ones_own(mine):
    found = sparring.opponent("tictactoe", f"{mine}:Mine:depth=4,randomness=0.5,style=balanced")
    assert (found.brain.depth, found.character.randomness) == (4, 0.5)
    assert sparring.opponent("tictactoe", f"{mine}:Mine", depth=5).brain.depth == 5
    with pytest.raises(BadSetting, match="depth must be a whole number from 1 to 5, not '9'"):
        sparring.opponent("tictactoe", f"{mine}:Mine:depth=9")
    with pytest.raises(BadSetting, match="is a player and has no settings, so 'depth' cannot be set"):
        sparring.opponent("tictactoe", f"{mine}:First:depth=9")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("Nobody", "has no class 'Nobody' that is a sparring.Brain or a sparring.Player"),
        ("Other", "has no class 'Other' that is"),
        ("Half", "lacks judge: every brain needs that"),
        ("Late", "cannot be made: SystemExit: no"),
    ],
)
def test_a_class_that_is_not_an_opponent_is_refused_in_a_sentence(mine, name, wrong):
    with pytest.raises(SparringError, match=wrong):
        sparring.opponent("tictactoe", f"{mine}:{name}")
    with pytest.raises(UnknownName, match=r"there is no file nowhere\.py"):
        sparring.opponent("tictactoe", "nowhere.py:Mine")


def test_packages_bring_opponents_by_an_entry_point(mine, monkeypatch, caplog):
    sparring.opponent("tictactoe", f"{mine}:Mine")  # so that the module is known by its name
    points = [
        EntryPoint("firstling", "mine:First", own.GROUP),
        EntryPoint("minimax", "mine:First", own.GROUP),
        EntryPoint("late", "mine:Late", own.GROUP),
        EntryPoint("broken", "no_such_module:First", own.GROUP),
        EntryPoint("with-hyphen", "mine:First", own.GROUP),
    ]
    monkeypatch.setattr(own, "_installed", lambda: points)
    caplog.set_level(logging.WARNING, logger="sparring.opponents")
    forget_catalogues()
    try:
        known = sparring.catalogue("tictactoe").entries
        assert "firstling" in known
        assert known["minimax"].brain, "a package does not replace a game's own opponent"
        assert not {"broken", "with-hyphen", "late"} & set(known)
        assert "late" in sparring.catalogue("oware").entries
        assert first_move(sparring.opponent("tictactoe", "firstling")).option == "b2"
    finally:
        forget_catalogues()
    said = [record.getMessage() for record in caplog.records]
    assert any("'broken' (no_such_module:First) cannot be used: ModuleNotFoundError" in line for line in said)
    assert any("is no name for an opponent" in line for line in said)


ANSWERS = {
    "/first": lambda asked: {"move": asked["decision"]["options"][0], "remark": asked.get("hello", "")},
    "/none": lambda asked: {"hm": 1},
    "/number": lambda asked: 4,
    "/illegal": lambda asked: {"move": "z9"},
}


@contextmanager
def listening():
    """A server that answers by its path; yields its address and what it was asked."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(body)
            path = self.path.partition("?")[0]
            said = b"<html>" if path == "/page" else json.dumps(ANSWERS.get(path, ANSWERS["/first"])(body)).encode()
            if path == "/large":
                said = b" " * 2_000_000
            self.send_response(503 if path == "/busy" else 200)
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_an_address_is_asked_for_each_move():
    with listening() as (address, asked):
        match = Match(
            "oware", [sparring.opponent("oware", f"{address}/first?hello=you"), sparring.opponent("oware", "random")]
        )
        match.play()
        assert match.problems.total() == 0
        assert asked[0]["moves"] == []
        assert (asked[0]["hello"], asked[0]["decision"]["game"], asked[0]["decision"]["seat"]) == ("you", "oware", 0)
        assert asked[1]["moves"] == [choice.option for choice in match.record.choices()[:2]]


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/none", "raised"),
        ("/number", "raised"),
        ("/page", "raised"),
        ("/busy", "raised"),
        ("/large", "raised"),
        ("/illegal", "illegal"),
    ],
)
def test_a_match_goes_on_whatever_an_address_answers(path, problem):
    with listening() as (address, _):
        match = Match(
            "tictactoe", [sparring.opponent("tictactoe", address + path), sparring.opponent("tictactoe", "random")]
        )
        match.play()
    assert match.outcome is not None
    assert set(match.problems) == {problem}


def test_an_address_where_nobody_listens_is_a_fault_and_a_bad_one_is_refused():
    found = sparring.opponent("tictactoe", "http://127.0.0.1:9/")
    with pytest.raises(RuntimeError, match="gave no answer: ConnectionRefusedError"):
        first_move(found)
    with pytest.raises(SparringError, match="is not an address; write one like"):
        sparring.opponent("tictactoe", "http://:80000/")


def test_settings_need_bounds():
    with pytest.raises(BadSetting, match="The bounds of a setting must be finite and in order"):
        sparring.Setting.number("reach", 0, float("inf"), default=1, about="how far")
