"""For operators of a server: its health check, its metrics and its log."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from prometheus_client.parser import text_string_to_metric_families


@pytest.fixture(scope="module")
def server(start, own_games):
    games = [word for name in ("Nim", "Broken") for word in ("--game", f"{own_games}/nim.py:{name}")]
    return start(*games, "--rate", "0", "--longest", "2", warm=True)


@pytest.fixture
def families(server, ask):
    def families():
        answer = ask(server, "GET", "/metrics")
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        return {family.name: family for family in text_string_to_metric_families(answer.body.decode())}

    return families


def _played(server, ask, *opponents, game="nim"):
    """Play a match to its end with the first option each time; returns its id."""
    begun = ask(server, "POST", "/matches", {"game": game, "opponents": list(opponents)}).json
    token = next((token for token in begun["tokens"] if token), None)
    state = ask(server, "GET", f"/matches/{begun['id']}?wait=15", token=token).json
    while not state["over"]:
        option = state["decision"]["options"][0]
        ask(server, "POST", f"/matches/{begun['id']}/choices", {"option": option}, token=token)
        state = ask(server, "GET", f"/matches/{begun['id']}?wait=15", token=token).json
    return begun["id"]


def _lines(server):
    return [json.loads(line) for line in server.log.read_text().splitlines()]


# ---------------------------------------------------------------------- health


def test_the_health_check_says_when_the_server_is_warm(server, ask, eventually):
    health = ask(server, "GET", "/healthz")
    assert (health.status, health.json["status"], health.json["database"]) == (200, "ok", "ok")
    assert health.json["version"]
    eventually(lambda: ask(server, "GET", "/healthz").json["warm"], 60)


# ---------------------------------------------------------------------- counts


def test_requests_are_counted_by_path_and_status(server, ask, families):
    def counts():
        samples = [sample for sample in families()["sparring_requests"].samples if sample.name.endswith("_total")]
        return [
            sum(s.value for s in samples if s.labels["path"].endswith(path) and s.labels["status"] == status)
            for path, status in (("/games/{game}/move", "200"), ("/games/{game}/move", "404"), ("other", "404"))
        ]

    before = counts()
    ask(server, "POST", "/games/nim/move", {"opponent": "random"})
    ask(server, "POST", "/games/chess/move", {"opponent": "random"})
    ask(server, "GET", "/nothing")
    assert [now - then for now, then in zip(counts(), before, strict=True)] == [1, 1, 1]


def test_a_request_that_fails_inside_the_server_is_counted_as_such(server, ask, metric):
    answer = ask(server, "POST", "/games/broken/move", {"opponent": "random"})
    assert answer.status == 500
    assert answer.json["error"]["code"] == "broken"
    assert metric(server, "sparring_requests_total", status="500") >= 1
    assert metric(server, "sparring_requests_total", status="499") == 0


@pytest.mark.req("ALL-4")
def test_thinking_time_fallbacks_and_matches_are_counted_as_they_happen(server, ask, metric):
    def counts():
        return (
            metric(server, "sparring_thinking_seconds_count", game="nim", opponent="random"),
            metric(server, "sparring_thinking_seconds_count", game="nim", opponent="raises"),
            metric(server, "sparring_fallbacks_total", game="nim", opponent="raises", problem="raised"),
            metric(server, "sparring_fallbacks_total", opponent="random"),
            metric(server, "sparring_matches_started_total", game="nim"),
            metric(server, "sparring_matches_finished_total", game="nim"),
        )

    before = counts()
    ask(server, "POST", "/games/nim/move", {"opponent": "random"})
    ask(server, "POST", "/games/nim/move", {"opponent": "raises"})
    match_id = _played(server, ask, "random", "raises")
    record = ask(server, "GET", f"/matches/{match_id}/record").body.decode().splitlines()
    moves = [sum(line.startswith(f"{seat}: ") for line in record) for seat in (0, 1)]
    grown = tuple(now - then for now, then in zip(counts(), before, strict=True))
    assert grown == (1 + moves[0], 1 + moves[1], 1 + moves[1], 0, 1, 1)


def test_followers_and_thoughts_are_counted_while_they_last(server, ask, follow, metric, eventually):
    begun = ask(server, "POST", "/matches", {"game": "nim", "opponents": ["human", "human"]}).json
    assert metric(server, "sparring_followers") == 0
    with follow(server, begun["id"], begun["tokens"][0]) as followed:
        followed.recv(20)
        assert metric(server, "sparring_followers") == 1
    eventually(lambda: metric(server, "sparring_followers") == 0)
    with ThreadPoolExecutor(1) as asking:
        thought = asking.submit(ask, server, "POST", "/games/nim/move", {"opponent": "endless"})
        eventually(lambda: metric(server, "sparring_thoughts") == 1)
        assert thought.result().status == 200
    assert metric(server, "sparring_thoughts") == 0


def test_the_number_of_metrics_stays_bounded_whatever_clients_send(server, ask, families):
    for number in range(30):
        spelt = "".join(letter.upper() if number >> place & 1 else letter for place, letter in enumerate("random"))
        ask(server, "POST", "/games/nim/move", {"opponent": f"{' ' * number}{spelt}{' ' * number}"})
        ask(server, "POST", "/games/nim/move", {"opponent": f"random:randomness=0.{number}"})
        ask(server, "POST", "/games/nim/move", {"opponent": f"nobody{number}"})
        ask(server, "POST", f"/games/game{number}/move", {"opponent": "random"})
        ask(server, "GET", f"/matches/match{number}")
        ask(server, "GET", f"/path{number}")
        ask(server, ("PROPFIND", "PATCH", "OPTIONS", "HEAD", "TRACE", "LOCK")[number % 6], f"/games?{number}")
        ask(server, "POST", "/matches", {"game": "nim", "opponents": ["human", f"RANDOM:randomness=0.{number}"]})
        ask(server, "GET", f"/players/player{number}")
    told = families()
    opponents = {sample.labels["opponent"] for sample in told["sparring_thinking_seconds"].samples}
    assert opponents <= {"random", "minimax", "raises", "unready", "endless", "analyse"}
    assert len({sample.labels["path"] for sample in told["sparring_requests"].samples}) <= 20
    assert {
        sample.labels["game"] for family in told.values() for sample in family.samples if "game" in sample.labels
    } <= {
        "nim",
        "broken",
    }
    assert len([sample for family in told.values() for sample in family.samples]) < 2000


# ---------------------------------------------------------------------- logs


def test_every_line_of_the_log_is_json(server, ask, plug):
    with plug(server, b"nonsense\r\n\r\n"):
        pass
    ask(server, "POST", "/games/broken/move", {"opponent": "random"})
    ask(server, "POST", "/games/nim/move", {"opponent": "raises"})
    _played(server, ask, "human", "random")
    for line in _lines(server):
        assert {"time", "level", "logger", "message"} <= set(line)


@pytest.mark.req("ALL-4")
def test_every_line_about_a_match_names_it(server, ask):
    match_id = _played(server, ask, "human", "raises")
    about = [line for line in _lines(server) if line.get("match") == match_id]
    said = [line["message"] for line in about]
    assert said[0] == "match begins"
    assert said[-1] == "match is over"
    entries = [line["entry"] for line in about if line["message"] == "entry"]
    fallbacks = [line for line in about if line["message"].startswith("fallback")]
    assert len(entries) == 2 * len(fallbacks) + len(entries) % 2
    assert {line["level"] for line in fallbacks} == {"warning"}
    assert all("I cannot play this" in line["message"] for line in fallbacks)
    for line in _lines(server):
        if line["message"] in ("entry", "match begins", "match is over"):
            assert line["match"]


def test_every_line_about_a_match_that_cannot_go_on_names_it_and_there_are_few_of_them(server, ask, follow, eventually):
    eventually(lambda: ask(server, "GET", "/healthz").json["warm"], 60)  # that is logged too
    begun = ask(server, "POST", "/matches", {"game": "nim", "opponents": ["human", "unready"]}).json
    with follow(server, begun["id"], begun["tokens"][0]) as followed:
        before = len(_lines(server))
        ask(server, "POST", f"/matches/{begun['id']}/choices", {"option": "3 from 1"}, token=begun["tokens"][0])
        ask(server, "GET", f"/matches/{begun['id']}?wait=1.5", token=begun["tokens"][0])
        assert followed.recv(20)
    lines = _lines(server)[before:]
    assert lines
    assert all(line.get("match") == begun["id"] for line in lines), [line["message"] for line in lines]
    assert len(lines) < 8


def test_the_log_contains_no_token_and_no_key(server, ask):
    begun = ask(server, "POST", "/matches", {"game": "nim", "opponents": ["human", "human"]})
    ask(server, "GET", f"/matches/{begun.json['id']}", token="guess")
    cookie = begun.headers["Set-Cookie"].partition(";")[0].partition("=")[2]
    logged = server.log.read_text()
    for secret in (*begun.json["tokens"], cookie):
        assert secret not in logged
