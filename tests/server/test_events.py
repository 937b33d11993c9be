"""Following a match: events are numbered, and nobody misses one or gets one twice, whatever the connection does."""

import json
import socket
import struct
from contextlib import suppress

import pytest

MOVES = ["b2", "a1", "c1", "a3", "a2", "c2", "b1"]
"""Moves of two people after which nobody has won yet."""


@pytest.fixture(scope="module")
def server(start, own_games):
    games = [word for name in ("Nim", "Loud") for word in ("--game", f"{own_games}/nim.py:{name}")]
    return start(*games, "--rate", "0", "--longest", "2", hurried=True)


def _choose(ask, server, match_id, token, option):
    answer = ask(server, "POST", f"/matches/{match_id}/choices", {"option": option}, token=token)
    assert answer.status == 200, answer.body


def _play_by_hand(ask, server, match_id, tokens, moves=MOVES, begun=0):
    for number, option in enumerate(moves, begun):
        _choose(ask, server, match_id, tokens[number % 2], option)


def _told(followed, count):
    """The next numbered events, without thoughts."""
    events = []
    while len(events) < count:
        event = json.loads(followed.recv(20))
        if "number" in event:
            events.append(event)
    return events


def _hang_up(followed):
    """End a connection without closing it, as pulling the cable would."""
    with suppress(OSError):  # the match was over, and the server hung up first
        followed.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        followed.socket.shutdown(socket.SHUT_RDWR)


# ---------------------------------------------------------------------- order and completeness


@pytest.mark.req("ALL-11")
def test_events_are_numbered_without_gaps_and_tell_the_whole_match(server, ask, follow, rest, begin):
    match_id, (token, _) = begin(server, "human", "StrategistApe", seed=2)
    with follow(server, match_id, token) as followed:
        state = ask(server, "GET", f"/matches/{match_id}", token=token).json
        while not state["over"]:
            _choose(ask, server, match_id, token, state["decision"]["options"][0])
            state = ask(server, "GET", f"/matches/{match_id}?wait=10", token=token).json
        messages, code = rest(followed)
    events = [message for message in messages if "number" in message]
    assert code == 1000
    assert [event["number"] for event in events] == list(range(1, state["event"] + 1))
    assert [event["event"] for event in events][:3] == ["match_started", "decision_asked", "move_made"]
    assert events[-1]["event"] == "match_over"
    assert events[-1]["result"] == state["result"]
    assert events[-1]["position"] == state["position"]
    played = [{"seat": event["seat"], "option": event["option"]} for event in events if event["event"] == "move_made"]
    assert played == state["moves"]


@pytest.mark.req("ALL-11")
def test_events_go_on_without_a_gap_or_a_repetition_after_a_lost_connection(server, ask, follow, rest, begin):
    match_id, tokens = begin(server, "human", "human")
    _play_by_hand(ask, server, match_id, tokens)
    ask(server, "POST", f"/matches/{match_id}/resign", token=tokens[0])
    with follow(server, match_id, tokens[1]) as followed:
        whole, _ = rest(followed)
    assert len(whole) == 2 + 2 * len(MOVES) + 1
    for seen in range(len(whole) + 1):
        with follow(server, match_id, tokens[1]) as followed:
            before = _told(followed, seen)
            _hang_up(followed)
        with follow(server, match_id, tokens[1], after=seen) as followed:
            after, code = rest(followed)
        assert before + after == whole
        assert code == 1000


@pytest.mark.req("ALL-11")
def test_a_follower_that_drops_after_every_event_of_a_running_match_misses_nothing(server, ask, follow, rest, begin):
    match_id, tokens = begin(server, "human", "human")
    seen = []

    def look(count):
        for _ in range(count):
            with follow(server, match_id, tokens[0], after=len(seen)) as followed:
                seen.extend(_told(followed, 1))
                _hang_up(followed)

    look(2)
    for number, option in enumerate(MOVES):
        _choose(ask, server, match_id, tokens[number % 2], option)
        look(2)
    ask(server, "POST", f"/matches/{match_id}/resign", token=tokens[0])
    look(1)
    with follow(server, match_id, tokens[0]) as followed:
        assert rest(followed)[0] == seen


def test_a_connection_that_is_lost_before_its_first_event_leaves_nothing_behind(
    server, follow, begin, metric, eventually
):
    match_id, tokens = begin(server, "human", "human")
    for _ in range(20):
        with follow(server, match_id, tokens[0]) as followed:
            _hang_up(followed)
        with follow(server, match_id, first="") as followed:
            _hang_up(followed)
    eventually(lambda: metric(server, "sparring_followers") == 0)


@pytest.mark.req("ALL-11")
@pytest.mark.parametrize("ending", ["stop", "kill"])
def test_events_go_on_where_they_were_after_a_restart(start, ask, follow, rest, begin, ending):
    first = start("--rate", "0")
    match_id, tokens = begin(first, "human", "human")
    _play_by_hand(ask, first, match_id, tokens, MOVES[:3])
    with follow(first, match_id, tokens[0]) as followed:
        before = _told(followed, 5)
        getattr(first, ending)()
        between, code = rest(followed)
        assert code in ((1001, 1012) if ending == "stop" else (None,))
    before += [event for event in between if "number" in event]
    second = start("--rate", "0", folder=first.folder)
    with follow(second, match_id, tokens[0], after=len(before)) as followed:
        _play_by_hand(ask, second, match_id, tokens, MOVES[3:], begun=3)
        ask(second, "POST", f"/matches/{match_id}/resign", token=tokens[0])
        after, _ = rest(followed)
    with follow(second, match_id, tokens[0]) as followed:
        whole, _ = rest(followed)
    assert before + after == whole
    assert [event["number"] for event in whole] == list(range(1, len(whole) + 1))
    assert [event["option"] for event in whole if event["event"] == "move_made"] == MOVES
    assert second.stop() == 0


def test_a_follower_that_claims_to_have_seen_future_events_gets_an_error(server, ask, follow, rest, begin):
    match_id, tokens = begin(server, "human", "human")
    assert ask(server, "GET", f"/matches/{match_id}", token=tokens[0]).json["event"] == 2
    for after in (3, 10**30):
        with follow(server, match_id, tokens[0], after=after) as followed:
            messages, code = rest(followed, 5)
        assert [message["error"]["code"] for message in messages] == ["bad_message"]
        assert code == 4400


# ---------------------------------------------------------------------- visibility


@pytest.mark.req("ALL-2", "ALL-11")
def test_options_are_shown_only_to_the_seat_that_decides(server, ask, follow, rest, begin):
    match_id, tokens = begin(server, "human", "human")
    _play_by_hand(ask, server, match_id, tokens)
    ask(server, "POST", f"/matches/{match_id}/resign", token=tokens[0])
    for seat, token in enumerate(tokens):
        with follow(server, match_id, token) as followed:
            asked = [event for event in rest(followed)[0] if event["event"] == "decision_asked"]
        assert len(asked) == len(MOVES) + 1
        for number, event in enumerate(asked):
            assert event["seat"] == number % 2
            assert (event["decision"] is not None) == (event["seat"] == seat)
            if event["decision"]:
                assert set(event["decision"]) == {"number", "kind", "options", "may_offer"}
                assert event["decision"]["number"] == number


def test_many_followers_see_the_same(server, ask, follow, rest, begin):
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier

    match_id, tokens = begin(server, "human", "human")
    together = Barrier(33)

    def watch(_):
        with follow(server, match_id, tokens[1]) as followed:
            first = _told(followed, 1)
            together.wait(20)
            return first + rest(followed)[0]

    with ThreadPoolExecutor(32) as many:
        watching = [many.submit(watch, number) for number in range(32)]
        together.wait(20)
        _play_by_hand(ask, server, match_id, tokens)
        ask(server, "POST", f"/matches/{match_id}/resign", token=tokens[0])
        seen = [watched.result() for watched in watching]
    assert len(seen[0]) == 2 + 2 * len(MOVES) + 1
    assert all(other == seen[0] for other in seen)


@pytest.mark.req("ALL-11")
def test_every_kind_of_event_occurs_and_taking_back_is_one(server, ask, follow, rest, begin):
    match_id, (token, _) = begin(server, "human", "raises", game="nim", seed=5)
    with follow(server, match_id, token) as followed:
        _choose(ask, server, match_id, token, "3 from 1")
        state = ask(server, "GET", f"/matches/{match_id}?wait=10", token=token).json
        assert len(state["moves"]) == 2
        assert ask(server, "POST", f"/matches/{match_id}/undo", token=token).status == 200
        assert ask(server, "POST", f"/matches/{match_id}/resign", token=token).status == 200
        messages, _ = rest(followed)
    kinds = [message["event"] for message in messages if "number" in message]
    assert kinds == [
        "match_started",
        "decision_asked",
        "move_made",
        "decision_asked",
        "fallback_used",
        "move_made",
        "decision_asked",
        "taken_back",
        "decision_asked",
        "match_over",
    ]
    told = {message["event"]: message for message in messages}
    assert (told["fallback_used"]["seat"], told["fallback_used"]["problem"]) == (1, "raised")
    assert told["taken_back"]["count"] == 2
    assert [message["number"] for message in messages if "number" in message] == list(range(1, 11))


@pytest.mark.req("ALL-4")
@pytest.mark.parametrize("opponent", ["raises", "unready"])
def test_an_opponent_that_fails_is_replaced_and_the_match_goes_on(server, ask, begin, opponent):
    answer = ask(server, "POST", "/games/nim/move", {"opponent": opponent})
    assert answer.status == 200
    assert answer.json["fallback"] is (opponent == "raises")  # an opponent that cannot get ready is still asked
    match_id, (token, _) = begin(server, "human", opponent, game="nim")
    state = ask(server, "GET", f"/matches/{match_id}", token=token).json
    while not state["over"]:
        _choose(ask, server, match_id, token, state["decision"]["options"][0])
        state = ask(server, "GET", f"/matches/{match_id}?wait=10", token=token).json
        assert state["over"] or state["decision"], f"{opponent} stalls the match"
    assert state["result"]["reason"] == "took the last one"


@pytest.mark.req("ALL-7")
def test_thoughts_are_sent_without_a_number(server, ask, follow, begin):
    match_id, (_, token) = begin(server, "perfect", "human", game="connect4")
    with follow(server, match_id, token) as followed:
        messages = []
        while not messages or messages[-1]["event"] != "move_made":
            messages.append(json.loads(followed.recv(20)))
    for thought in (message for message in messages if message["event"] == "thinking"):
        assert set(thought) == {"event", "seat", "depth", "nodes"}
    assert [message["number"] for message in messages if "number" in message] == [1, 2, 3]


# ---------------------------------------------------------------------- the first message


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("hello", 4400),
        ("{", 4400),
        ("[]", 4400),
        ("null", 4400),
        ("7", 4400),
        ("NaN", 4400),
        ("[" * 30_000, 4400),
        ('{"token": 7}', 4400),
        ('{"token": ["x"]}', 4400),
        ('{"token": "x", "after": "3"}', 4400),
        ('{"token": "x", "after": 1.5}', 4400),
        ('{"token": "x", "after": true}', 4400),
        ('{"token": "x", "after": 1e400}', 4400),
        ('{"token": "x", "after": ' + "9" * 5000 + "}", 4400),
        ('{"token": "x"}', 4401),
        ('{"token": "\\ud800"}', 4401),
        ('{"token": "\\u0000"}', 4401),
        ('{"after": 0}', 4401),
        ("{}", 4401),
        (b'{"token": "x", "after": 0}', 4400),
        (b"\x00\xff", 4400),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_bad_first_message_closes_the_connection_with_an_error(server, follow, rest, begin, first, code):
    match_id, _ = begin(server, "human", "human")
    with follow(server, match_id, first=first) as followed:
        messages, closed = rest(followed)
    assert len(messages) == 1
    assert set(messages[0]) == {"error"}
    assert set(messages[0]["error"]) == {"code", "message"}
    assert closed == code


def test_a_first_message_that_is_huge_closes_the_connection(server, follow, rest, begin):
    match_id, tokens = begin(server, "human", "human")
    with follow(server, match_id, first=json.dumps({"token": tokens[0], "more": "x" * 100_000})) as followed:
        assert rest(followed)[1] in (1009, 4400, 4413)


@pytest.mark.parametrize(
    "match_id", ["nothing", "x" * 300, "x" * 7000, "%00", "%ff", "%C3%A9" * 200, "%E2%98%83" * 60, "a%0D%0Ab"]
)
def test_an_unknown_match_closes_the_connection_with_an_error(server, follow, rest, match_id):
    with follow(server, match_id, "x") as followed:
        messages, closed = rest(followed)
    assert messages[0]["error"]["code"] == "unknown_match"
    assert closed == 4404


def test_a_first_message_that_never_comes_closes_the_connection(server, follow, rest, begin):
    match_id, _ = begin(server, "human", "human")
    with follow(server, match_id, first="") as followed:
        messages, closed = rest(followed)
    assert [message["error"]["code"] for message in messages] == ["too_slow"]
    assert closed == 4408


def test_later_messages_are_ignored(server, ask, follow, rest, begin):
    match_id, tokens = begin(server, "human", "human")
    with follow(server, match_id, tokens[0]) as followed:
        for later in ("hello", b"\x00", json.dumps({"token": tokens[1], "after": 0}), json.dumps({"option": "b2"})):
            followed.send(later)
        ask(server, "POST", f"/matches/{match_id}/resign", token=tokens[0])
        messages, code = rest(followed)
    assert [message["number"] for message in messages] == [1, 2, 3]
    assert code == 1000


# ---------------------------------------------------------------------- followers that do not read


def test_a_follower_that_does_not_read_does_not_slow_others_down(server, ask, follow, rest, plug, begin):
    match_id, tokens = begin(server, "human", "human", game="loud")
    shake = (
        f"GET /api/v1/matches/{match_id}/events HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    said = json.dumps({"token": tokens[0], "after": 0}).encode()
    frame = bytes([0x81, 0x80 | len(said), 0, 0, 0, 0]) + said
    with plug(server, shake.encode()) as deaf, follow(server, match_id, tokens[1]) as followed:
        assert deaf.recv(12) == b"HTTP/1.1 101"
        deaf.sendall(frame)
        for number in range(60):  # 12 MB, more than fits into any buffer on the way
            heap = number % 3 + 1
            _choose(ask, server, match_id, tokens[number % 2], f"1 from {heap}")
        ask(server, "POST", f"/matches/{match_id}/resign", token=tokens[0])
        messages, code = rest(followed)
    assert code == 1000
    assert [message["number"] for message in messages] == list(range(1, 124))
