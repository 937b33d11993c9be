"""Texts that clients send: games, records and positions are bounded, and never read where the server listens."""

import asyncio
import json
import os
import threading
import time
from types import SimpleNamespace

import pytest

from sparring.games.tictactoe import TicTacToe
from sparring.server import event_calls
from sparring.server.background import Background
from sparring.server.live import LiveMatch
from sparring.server.matches import Matches
from sparring.server.messages import MOST_CHARACTERS, MOST_LINES
from sparring.server.metrics import Metrics
from sparring.server.migrations import bring_up_to_date
from sparring.server.shown import event_for
from sparring.server.storage import Storage
from sparring.server.stored import Logged, Stored
from sparring.server.thinkers import Thinkers

CAREFUL = '''
import threading

import sparring


def elsewhere():
    """Fail in the thread of the event loop."""
    if threading.current_thread() is threading.main_thread():
        raise RuntimeError("the event loop has to wait")


class Careful(sparring.Game):
    """Count down by one or two; whoever comes to zero wins."""

    name, title, settings = "careful", "Careful", {"size": 5}

    def __init__(self, size=5):
        if size != 5:
            elsewhere()
        self.size = size
        self.name = self.name_with(size=size)

    def start(self, rng):
        elsewhere()
        return self.size, 0

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        return [count for count in (1, 2) if count <= position[0]]

    def play(self, position, move):
        return position[0] - move, 1 - position[1]

    def outcome(self, position):
        return None if position[0] else sparring.Outcome(1 - position[1], "nothing is left")

    def read_position(self, text):
        elsewhere()
        return int(text), 0

    def why_not(self, position, text):
        elsewhere()
        return "That cannot be done."
'''

RECORD = "Sparring record 1\nGame: {game}\n\n0: 1\n1: 2\n"


@pytest.fixture(scope="module")
def careful(tmp_path_factory):
    folder = tmp_path_factory.mktemp("careful")
    (folder / "careful.py").write_text(CAREFUL)
    return f"{folder}/careful.py:Careful"


@pytest.fixture(scope="module")
def server(start, careful):
    return start("--game", careful, "--log", "warning")


# ---------------------------------------------------------------------- off the event loop


@pytest.mark.parametrize(
    "position",
    [
        {"record": RECORD.format(game="careful")},
        {"record": RECORD.format(game="careful:size=7")},
        {"moves": ["1"] * 150},
        {"moves": " ".join(["1"] * 150)},
        {"position": "0" * 200 + "9"},
    ],
    ids=["record", "record with settings", "list of moves", "moves", "position"],
)
@pytest.mark.parametrize("call", ["move", "analyse", "scenes"])
def test_what_a_client_sends_is_read_in_a_thread(server, ask, call, position):
    game = "careful:size=200" if "moves" in position else "careful"
    rest = {"move": {"opponent": "random"}, "analyse": {"depth": 2}, "scenes": {"line": ["1"]}}[call]
    answer = ask(server, "POST", f"/games/{game}/{call}", {**position, **rest})
    assert answer.status == 200, answer.body


def test_a_match_is_begun_explained_and_replayed_in_threads(server, start, careful, ask):
    begun = ask(server, "POST", "/matches", {"game": "careful:size=9", "opponents": ["human", "random"]})
    assert begun.status == 201, begun.body
    path, token = f"/matches/{begun.json['id']}", begun.json["tokens"][0]
    assert ask(server, "GET", f"{path}/why?option=7", token=token).json["why"] == "That cannot be done."
    assert ask(server, "GET", f"{path}/why?option=1", token=token).json["why"] == ""
    assert ask(server, "POST", f"{path}/choices", {"option": "1"}, token=token).status == 200
    other = start("--game", careful, database=f"sqlite:///{server.folder}/matches.db")
    state = ask(other, "GET", path, token=token).json
    assert (state["closed"], state["moves"][0]) == (None, {"seat": 0, "option": "1"})


@pytest.fixture
def in_background():
    """Runs a story with threads in the background."""

    def in_background(story):
        async def run():
            background = Background()
            try:
                await asyncio.wait_for(story(background), 20)
            finally:
                background.close()

        asyncio.run(run())

    return in_background


def test_clients_take_turns_so_that_nobody_waits_for_all_that_another_has_sent(in_background):
    async def story(background):
        held, ran = threading.Event(), []
        many = [asyncio.create_task(background.run("many", held.wait)) for _ in range(20)]
        await asyncio.sleep(0)
        assert await background.run("one", threading.current_thread) is not threading.main_thread()
        assert not any(task.done() for task in many)
        ran.append(await background.run("one", lambda: 1 + 1))
        held.set()
        assert await asyncio.gather(*many) == [True] * 20
        assert ran == [2]

    in_background(story)


def test_work_whose_client_leaves_is_interrupted_and_makes_room(in_background, monkeypatch):
    monkeypatch.setattr("sparring.work.threads.GRACE", 0.05)

    async def story(background):
        started, ended = threading.Event(), threading.Event()

        def endless():
            started.set()
            try:
                while True:
                    time.sleep(0.001)
            finally:
                ended.set()

        for _ in range(3):
            started.clear()
            ended.clear()
            working = asyncio.create_task(background.run("somebody", endless))
            while not started.is_set():
                await asyncio.sleep(0.001)
            working.cancel()
            await asyncio.wait({working})
            assert working.cancelled()
            assert await background.run("somebody", ended.is_set)

    in_background(story)


def test_what_somebody_who_comes_late_has_missed_is_drawn_in_a_thread(in_background, monkeypatch):
    entries = [Logged(entry) for entry in ("0: b2", "1: a1", "0: c3")]
    live = LiveMatch.replayed(TicTacToe(), Stored("a-match", "tictactoe", 1, 1, ("human", "human"), False), entries)
    threads = []

    def drawn_where(*details, **how):
        threads.append(threading.current_thread())
        return event_for(*details, **how)

    monkeypatch.setattr(event_calls, "event_for", drawn_where)

    async def story(background):
        served, socket = SimpleNamespace(background=background), SimpleNamespace(scope={"client": ("::1", 1)})
        few = await event_calls._drawn(served, socket, live, live.events[:2], 0, True)
        assert threads == [threading.main_thread()] * 2
        threads.clear()
        many = await event_calls._drawn(served, socket, live, live.events, 0, True)
        assert len(threads) == len(live.events) == len(many)
        assert threading.main_thread() not in threads
        assert [json.loads(message)["number"] for message in many] == [event.number for event in live.events]
        assert many[:2] == few

    in_background(story)


def test_an_error_comes_through_as_it_is(in_background):
    async def story(background):
        with pytest.raises(ZeroDivisionError):
            await background.run("somebody", lambda: 1 // 0)

    in_background(story)


# ---------------------------------------------------------------------- limits

HEAD = "Sparring record 1\nGame: tictactoe\n\n"


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({"record": HEAD + "#\n" * 40_000}, f"The record has 40003 lines; at most {MOST_LINES} are read."),
        ({"record": HEAD + "#\r" * 40_000}, f"The record has 40003 lines; at most {MOST_LINES} are read."),
        (
            {"record": HEAD + "#" * MOST_CHARACTERS},
            f"The record has {MOST_CHARACTERS + len(HEAD)} characters; at most {MOST_CHARACTERS} are read.",
        ),
        (
            {"position": "x" * (MOST_CHARACTERS + 1)},
            f"The position has {MOST_CHARACTERS + 1} characters; at most {MOST_CHARACTERS} are read.",
        ),
        (
            {"moves": "4" * (MOST_CHARACTERS + 1)},
            f"The moves have {MOST_CHARACTERS + 1} characters; at most {MOST_CHARACTERS} are read.",
        ),
        ({"moves": "4 " * 40_000}, f"There are 40000 moves; at most {MOST_LINES} are read."),
        ({"moves": ["4"] * 40_000}, f"There are 40000 moves; at most {MOST_LINES} are read."),
        ({"moves": "b2", "position": "x"}, "give the position in one way, not as moves and position."),
        ({str(number): 1 for number in range(20_000)}, "There are 20001 fields; a request has at most "),
    ],
    ids=["lines", "other lines", "record", "position", "characters", "moves", "list", "two ways", "fields"],
)
def test_a_position_that_is_too_long_is_refused_with_the_limit(server, ask, position, says):
    for call, rest in (("move", {"opponent": "random"}), ("analyse", {"depth": 1}), ("scenes", {"line": []})):
        answer = ask(server, "POST", f"/games/tictactoe/{call}", {**position, **rest})
        assert answer.status == 422
        assert answer.error["message"].startswith(says)


def test_a_record_up_to_the_limits_is_read(server, ask):
    record = HEAD + "0: b2\n! undo 1\n" * (MOST_LINES // 2 - 2) + "0: a1\n"
    answer = ask(server, "POST", "/games/tictactoe/move", {"opponent": "random", "record": record})
    assert answer.status == 200


def test_of_many_wrong_moves_only_the_first_is_told(server, ask):
    answer = ask(server, "POST", "/games/tictactoe/move", {"opponent": "random", "moves": [1] * 80_000})
    assert answer.status == 422
    assert answer.error


@pytest.mark.parametrize("where", ["record", "path", "match"])
def test_a_game_is_not_read_from_a_text_that_is_too_long(server, ask, where):
    game = "onepiece:deck1=" + "x" * 20_000
    answer = {
        "record": lambda: ask(
            server, "POST", "/games/onepiece/scenes", {"record": RECORD.format(game=game), "line": []}
        ),
        "path": lambda: ask(server, "POST", f"/games/{game}/move", {"opponent": "random"}),
        "match": lambda: ask(server, "POST", "/matches", {"game": game, "opponents": ["human", "random"]}),
    }[where]()
    assert answer.status == 422
    assert "characters" in answer.error["message"]


# ---------------------------------------------------------------------- memory


def test_metrics_name_games_and_opponents_without_their_settings(server, ask, metric):
    for width in (5, 7, 8):
        game = f"fourinarow:width={width}"
        begun = ask(server, "POST", "/matches", {"game": game, "opponents": ["human", "minimax:depth=1"]})
        ask(server, "POST", f"/matches/{begun.json['id']}/resign", token=begun.json["tokens"][0])
        assert ask(server, "POST", f"/games/{game}/move", {"opponent": f"minimax:depth={width - 4}"}).status == 200
        assert ask(server, "POST", f"/games/{game}/analyse", {"depth": 1}).status == 200
    assert metric(server, "sparring_matches_started_total", game="fourinarow") == 3
    assert metric(server, "sparring_matches_finished_total", game="fourinarow") == 3
    assert metric(server, "sparring_thinking_seconds_count", game="fourinarow", opponent="minimax") == 3
    assert metric(server, "sparring_thinking_seconds_count", game="fourinarow", opponent="analyse") == 3
    told = ask(server, "GET", "/metrics").body
    assert b"width" not in told
    assert b"depth" not in told


def test_of_matches_of_large_games_only_the_latest_stay_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("sparring.server.open_matches.LONG_TEXT", 12)
    monkeypatch.setattr("sparring.server.open_matches.KEPT_LARGE", 2)

    async def story():
        storage = Storage(f"sqlite:///{tmp_path}/matches.db")
        bring_up_to_date(storage.engine)
        matches = Matches(storage, Thinkers(Metrics()), Background(), Metrics())

        async def begin(game):
            live, _ = await matches.create(
                game, ["human", "human"], seed=None, paced=False, player_key=None, player_name=None, address=""
            )
            return live

        small = [await begin("fourinarow") for _ in range(4)]
        large = [await begin(f"fourinarow:width={width}") for width in (5, 7, 8, 9)]
        await matches.choose(large[0], 0, "a1", 0)  # which is written, though the match is not in memory any more
        kept = list(matches._open)
        again = await matches.open(large[0].stored.id, "")
        await matches.close()
        await storage.close()
        return kept, small + large[2:], again, large[0]

    kept, expected, again, forgotten = asyncio.run(story())
    assert kept == expected
    assert again is not forgotten
    assert [logged.entry for logged in again.log] == ["0: a1"]


# ---------------------------------------------------------------------- installed games


def test_a_package_that_cannot_be_imported_takes_no_other_game_down(tmp_path, start, ask, own_games):
    package = tmp_path / "bad-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[sparring.games]\nbad = bad_game:Bad\nworse = worse_game:Worse\nnim = alone_game:Nim\n"
    )
    (tmp_path / "alone_game").mkdir()
    (tmp_path / "alone_game/__init__.py").write_text((own_games / "nim.py").read_text())
    (tmp_path / "alone_game/opponents.toml").write_text("nobody is [")
    (tmp_path / "bad_game.py").write_text("import sys; sys.exit('not today')")
    (tmp_path / "worse_game.py").write_text("raise BaseException('several')")
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(tmp_path))))
    server = start(fresh=True, path=path)
    for _ in range(2):
        listed = ask(server, "GET", "/games")
        assert listed.status == 200
        assert {"tictactoe", "connect4"} <= {game["name"] for game in listed.json}
        assert not {"bad", "worse"} & {game["name"] for game in listed.json}
    assert ask(server, "GET", "/games/bad/opponents").status == 404
    assert "alone_game/opponents.toml cannot be read" in ask(server, "GET", "/games/nim/opponents").error["message"]
    assert "tictactoe" in [rating["game"] for rating in ask(server, "GET", "/players/me").json["ratings"]]
    opponents = ask(server, "GET", "/games/tictactoe/opponents")
    assert opponents.status == 200, opponents.body.decode()
    assert ask(server, "POST", "/games/tictactoe/move", {"opponent": "random"}).status == 200
    told = [line for line in server.log.read_text().splitlines() if "cannot be loaded" in line]
    assert len(told) == 2
    assert any("bad_game:Bad" in line and "not today" in line for line in told)
