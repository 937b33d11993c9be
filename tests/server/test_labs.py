"""Decks are tested in the background, found again, stopped and forgotten; decks are kept with their player."""

import time

import pytest

SOON = 120.0


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0", "--log", "warning")


@pytest.fixture
def call(server, ask):
    """Calls as a player with a key of their own."""

    def made(method, path, body=None, key="the-key-of-the-player-1", status=200):
        answer = ask(server, method, path, body, headers={"Sparring-Key": key})
        assert answer.status == status, answer.body
        return answer.json

    return made


def until(call, lab, *statuses):
    """Wait until a test has one of these statuses."""
    ends = time.monotonic() + SOON
    while (found := call("GET", f"/labs/{lab}"))["status"] not in statuses:
        assert time.monotonic() < ends, found
        time.sleep(0.1)
    return found


def test_a_deck_is_tested_in_the_background_and_found_again(call):
    asked = {"deck": "ST01", "against": ["ST02"], "opponent": "random", "games": 2, "seed": 4}
    begun = call("POST", "/games/onepiece/labs", asked, status=201)
    assert begun["status"] in ("waiting", "running")
    found = until(call, begun["id"], "finished")
    report = found["report"]
    assert (report["done"], report["games"], report["seed"]) == (2, 2, 4)
    assert [row["deck"] for row in report["against"]] == ["ST02"]
    assert found["seconds"] > 0
    assert [lab["id"] for lab in call("GET", "/labs")] == [begun["id"]]
    assert call("GET", "/labs", key="a-key-of-somebody-else-1") == []
    call("GET", f"/labs/{begun['id']}", key="a-key-of-somebody-else-1", status=404)
    call("DELETE", f"/labs/{begun['id']}", key="a-key-of-somebody-else-1", status=404)
    call("DELETE", f"/labs/{begun['id']}")
    assert call("GET", "/labs") == []


def test_tests_wait_in_a_queue_and_can_be_stopped(call):
    long = {"deck": "ST01", "opponent": "medium", "games": 400}
    first, second = (call("POST", "/games/onepiece/labs", long, status=201)["id"] for _ in range(2))
    refused = call("POST", "/games/onepiece/labs", long, status=429)
    assert "2 tests under way already" in refused["error"]["message"]
    until(call, first, "running")
    assert call("GET", f"/labs/{second}")["ahead"] == 1
    assert call("POST", f"/labs/{first}/stop")["status"] == "stopped"
    until(call, second, "running")
    assert call("DELETE", f"/labs/{second}")["id"] == second
    call("GET", f"/labs/{second}", status=404)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"deck": "/etc/passwd"}, "There is no deck '/etc/passwd'"),
        ({"deck": {"leader": "ST01-001", "cards": []}}, "it has 0 cards besides the leader, not 50"),
        ({"against": ["ST02", None]}, "Name the decks of a test"),
        ({"against": ["all"]}, "Name the decks of a test"),
        ({"opponent": "nobody"}, "nobody"),
        ({"opponent": "hard:time=5"}, "without settings"),
        ({"games": 100_000}, "less than or equal to 400"),
        ({"swap": {"out": "ST01-004", "into": "ST02-002"}}, "the leader is red"),
        ({"swap": {"out": "ST01-004", "into": "ST01-004"}}, "to put in"),
    ],
)
def test_what_cannot_be_tested_is_refused_with_a_reason(call, change, told):
    asked = {"deck": "ST01", "against": ["ST02"], "opponent": "random", "games": 2, **change}
    assert told in call("POST", "/games/onepiece/labs", asked, status=422)["error"]["message"]


def test_a_game_without_decks_has_no_tests(call):
    refused = call("POST", "/games/connect4/labs", {"deck": "ST01"}, status=422)
    assert refused["error"]["message"] == "Connect Four has no decks that can be tested."


@pytest.mark.req("ALL-18")
def test_decks_are_kept_with_their_player_exported_and_deleted(call):
    deck = {"name": "Half done", "leader": "ST01-001", "cards": [{"id": "ST01-002", "count": 3}]}
    assert call("PUT", "/players/me/decks/one", {"game": "onepiece", "content": deck})["content"] == deck
    call("PUT", "/players/me/decks/two", {"game": "onepiece", "content": {**deck, "name": "Other"}})
    changed = {**deck, "name": "Changed"}
    call("PUT", "/players/me/decks/one", {"game": "onepiece", "content": changed})
    kept = call("GET", "/players/me/decks?game=onepiece")
    assert [(deck["id"], deck["content"]["name"]) for deck in kept] == [("one", "Changed"), ("two", "Other")]
    assert call("GET", "/players/me/decks?game=onepiece", key="a-key-of-somebody-else-1") == []
    assert call("DELETE", "/players/me/decks/two?game=onepiece")["content"] is None
    told = {deck["id"]: deck["content"] for deck in call("GET", "/players/me/decks?game=onepiece")}
    assert told == {"one": changed, "two": None}, "a deleted deck is told to other devices of the player"
    exported = call("GET", "/players/me/export")["decks"]
    assert [(deck["id"], deck["content"]) for deck in exported] == [("one", changed)]
    assert call("PUT", "/players/me/key", {"key": "the-key-of-the-player-1"})["key"] == "the-key-of-the-player-1"
    call("DELETE", "/players/me")
    assert call("GET", "/players/me/decks?game=onepiece") == []
    call("PUT", "/players/me/key", {"key": "the-key-of-the-player-1"}, status=404)


def test_a_deck_that_is_too_large_or_one_too_many_is_refused(call):
    call("PUT", "/players/me/decks/x", {"game": "onepiece", "content": {"cards": ["x" * 70_000]}}, status=413)
    call("PUT", "/players/me/decks/x", {"game": "nonsense", "content": {"cards": []}}, status=404)
    call("PUT", "/players/me/decks/no.dots", {"game": "onepiece", "content": {"cards": []}}, status=422)


def test_an_operator_can_switch_tests_off_and_bound_their_time(start, ask):
    with_none = start("--lab-minutes", "0", "--rate", "0", "--log", "warning")
    answer = ask(with_none, "POST", "/games/onepiece/labs", {"deck": "ST01", "against": ["ST02"], "games": 2})
    assert (answer.status, answer.json["error"]["message"]) == (503, "This server runs no tests of decks.")
