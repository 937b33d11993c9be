"""People who play each other: what they can ask of each other, who watches them, and who of them is here."""

import json
from itertools import chain

import pytest

from support import cookbook, hidden_game


@pytest.fixture(scope="module")
def server(start, tmp_path_factory):
    islands = cookbook.write("islands", tmp_path_factory.mktemp("islands"))
    hidden = [f"{hidden_game.__file__}:{name}" for name in ("Whispers", "ShowsWatchers")]
    games = chain.from_iterable(("--game", game) for game in (islands, *hidden))
    return start(*games, "--rate", "0", hurried=True)


@pytest.fixture
def pair(server, ask):
    """Begins a match between people; returns a function that calls the API for a seat of it."""

    def begin(game="tictactoe", people=2, **settings):
        body = {"game": game, "opponents": ["human"] * people, **settings}
        begun = ask(server, "POST", "/matches", body)
        path, tokens = f"/matches/{begun.json['id']}", begun.json["tokens"]

        def call(seat, method, rest="", body=None, **how):
            return ask(server, method, path + rest, body, token=tokens[seat], **how)

        call.id, call.tokens = begun.json["id"], tokens
        return call

    return begin


def offers(call, kind, seat=0):
    return call(seat, "POST", "/offers", {"kind": kind})


def answers(call, kind, seat=1, accept=True):
    return call(seat, "POST", f"/offers/{kind}", {"accept": accept})


def plays(call, *options):
    for number, option in enumerate(options):
        answer = call(number % 2, "POST", "/choices", {"option": option})
        assert answer.status == 200, answer.body
    return answer.json


# ---------------------------------------------------------------------- offers


def test_an_undo_that_is_allowed_takes_back_the_last_move_of_the_one_who_asked(pair):
    call = pair()
    plays(call, "b2", "a1")
    assert offers(call, "undo", 0).json["offers"] == [{"kind": "undo", "seat": 0}]
    after = answers(call, "undo").json
    assert (after["moves"], after["to_move"], after["offers"]) == ([], 0, [])
    refused = offers(call, "undo")
    assert refused.error == {"code": "cannot_offer", "message": "There is nothing to take back yet."}


def test_a_draw_is_offered_at_any_time_and_declined_it_waits_for_the_next_move(pair):
    call = pair()
    plays(call, "b2")
    offers(call, "draw")  # it is the other's turn
    answers(call, "draw", accept=False)
    assert offers(call, "draw").error["code"] == "declined"
    plays_on = call(1, "POST", "/choices", {"option": "a1"})
    assert plays_on.status == 200
    offers(call, "draw")
    result = answers(call, "draw").json["result"]
    assert (result["winner"], result["reason"]) == (None, "draw by agreement")


def test_an_offer_is_taken_back_by_whoever_made_it_and_lapses_with_a_move_of_the_other(pair):
    call = pair()
    offers(call, "draw", 1)
    assert call(0, "DELETE", "/offers/draw").error["code"] == "no_offer"
    assert call(1, "DELETE", "/offers/draw").json["offers"] == []
    offers(call, "draw", 1)
    assert call(0, "POST", "/choices", {"option": "b2"}).json["offers"] == []
    assert answers(call, "draw", 0).error["code"] == "no_offer"


def test_whoever_asks_to_take_a_move_back_and_plays_on_does_not_ask_any_more(pair):
    call = pair()
    plays(call, "b2", "a1")
    offers(call, "undo", 0)
    offers(call, "draw", 0)
    assert call(0, "POST", "/choices", {"option": "c3"}).json["offers"] == [{"kind": "draw", "seat": 0}]
    assert answers(call, "undo", 1).error["code"] == "no_offer"
    assert offers(call, "undo", 0).json["offers"][-1] == {"kind": "undo", "seat": 0}


@pytest.mark.parametrize("kind", ["draw", "rematch"])
def test_two_who_offer_each_other_the_same_have_agreed(pair, kind):
    call = pair()
    if kind == "rematch":
        call(0, "POST", "/resign")
    assert offers(call, kind, 0).json["offers"] == [{"kind": kind, "seat": 0}]
    after = offers(call, kind, 1).json
    assert after["offers"] == []
    if kind == "draw":
        assert after["result"]["reason"] == "draw by agreement"
    else:
        assert after["rematch"]


@pytest.mark.req("ALL-12")
def test_a_rematch_begins_once_both_want_it_with_seats_swapped_and_the_same_tokens(pair, ask, server, follow):
    call = pair(player="Ada", clock=60, increment=2)
    own = call(1, "POST", "/seat", {"player": "Bob"}).json["token"]
    call.tokens[1] = own
    assert offers(call, "rematch").error["message"] == "A rematch is offered after the match."
    call(1, "POST", "/resign")
    with follow(server, call.id, first=json.dumps({"token": own, "after": 0, "stay": True})) as followed:
        offers(call, "rematch")
        heard = []
        while "rematch_begun" not in heard:
            told = json.loads(followed.recv(20))
            heard.append(told["event"])
            if told["event"] == "offer_made":
                assert call(0, "GET").json["rematch"] is None
                answers(call, "rematch")
    new = call(0, "GET").json["rematch"]
    assert new == told["match"] != call.id
    for old, seat in ((0, 1), (1, 0)):
        state = ask(server, "GET", f"/matches/{new}", token=call.tokens[old]).json
        assert (state["seat"], state["names"], state["seated"]) == (seat, ["Bob", "Ada"], [True, True])
        assert (state["clock"], state["increment"]) == (60, 2)
    assert offers(call, "rematch", 1).error["code"] == "rematch_begun"
    assert "rematch" not in ask(server, "GET", f"/matches/{call.id}/record", token=own).body.decode()


def test_the_rematch_of_a_match_is_known_after_a_restart(start, ask, tmp_path_factory):
    folder = tmp_path_factory.mktemp("again")
    first = start(folder=folder)
    begun = ask(first, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]}).json
    path, (one, other) = f"/matches/{begun['id']}", begun["tokens"]
    ask(first, "POST", f"{path}/resign", token=one)
    ask(first, "POST", f"{path}/offers", {"kind": "rematch"}, token=one)
    first.kill()
    second = start(folder=folder)
    assert ask(second, "GET", path, token=other).json["offers"] == [{"kind": "rematch", "seat": 0}]
    state = ask(second, "POST", f"{path}/offers/rematch", {"accept": True}, token=other).json
    assert ask(second, "GET", f"/matches/{state['rematch']}", token=other).json["seat"] == 0


def test_in_a_match_of_three_everybody_has_to_agree(pair):
    call = pair("islands", people=3)
    call(0, "POST", "/choices", {"option": call(0, "GET").json["decision"]["options"][0]})
    offers(call, "undo", 0)
    waits = answers(call, "undo", 2).json
    assert (len(waits["moves"]), waits["offers"]) == (1, [{"kind": "undo", "seat": 0}])
    assert answers(call, "undo", 2).error["code"] == "no_offer"
    assert answers(call, "undo", 1).json["moves"] == []


def test_nothing_is_asked_of_an_opponent_that_only_people_can_answer(server, ask, begin):
    match_id, tokens = begin(server, "human", "random")
    for kind in ("draw", "undo"):
        refused = ask(server, "POST", f"/matches/{match_id}/offers", {"kind": kind}, token=tokens[0])
        assert refused.error["message"] == f"Only people can be offered this: {kind}."


# ---------------------------------------------------------------------- watchers


def test_a_link_for_watchers_shows_the_match_and_opens_nothing(pair, server, ask, follow, rest):
    call = pair()
    token = call(1, "POST", "/watchers").json["token"]
    path = f"/matches/{call.id}"
    plays(call, "b2", "a1")
    seen = ask(server, "GET", path, token=token).json
    assert (seen["seat"], seen["decision"], [move["option"] for move in seen["moves"]]) == (None, None, ["b2", "a1"])
    for rest_, body in {
        "/choices": {"option": "c3"},
        "/resign": None,
        "/seat": {},
        "/undo": None,
        "/hint": None,
    }.items():
        assert ask(server, "POST", path + rest_, body, token=token).status == 409
    assert ask(server, "POST", f"{path}/watchers", token=token).status == 409
    assert ask(server, "POST", f"{path}/offers", {"kind": "draw"}, token=token).status == 409
    with follow(server, call.id, token) as watching:
        assert json.loads(watching.recv(20))["event"] == "match_started"
        newer = call(1, "POST", "/watchers").json["token"]
        messages, code = rest(watching)
        assert (messages[-1]["error"]["code"], code) == ("not_open", 4401)
    assert ask(server, "GET", path, token=token).status == 401
    assert ask(server, "GET", path, token=newer).status == 200
    call(0, "POST", "/resign")
    assert ask(server, "GET", f"{path}/record", token=newer).status == 200


@pytest.mark.req("ALL-14")
@pytest.mark.parametrize("game", ["whispers", "showswatchers"])
def test_watchers_never_see_what_is_hidden_from_one_of_the_players(pair, server, ask, follow, game):
    call = pair(game)
    token = call(0, "POST", "/watchers").json["token"]
    path, sent, known = f"/matches/{call.id}", [], {0: set(), 1: set()}

    def look():
        for rest in ("", "?scene=true", "/record", "/review", "/why?option=x"):
            sent.append(ask(server, "GET", path + rest, token=token).body)

    with follow(server, call.id, first=json.dumps({"token": token, "scenes": True}), compression=None) as watching:
        state = call(0, "GET").json
        while not state["over"]:
            for seat in (0, 1):
                known[seat] |= set(call(seat, "GET").json["position"].split())
            look()
            seat = state["to_move"]
            options = call(seat, "GET").json["decision"]["options"]
            choice = next(option for option in options if option.startswith("hide" if seat else "show"))
            state = call(seat, "POST", "/choices", {"option": choice}).json
        messages = [json.loads(message) for message in watching]
    look()
    sent += [json.dumps(message).encode() for message in messages]
    words = {word for word in known[0] | known[1] if len(word) > 10 and ":" not in word}
    shown = {word.partition(":")[2] for word in known[0] & known[1] if ":" in word}
    assert words - shown
    assert not [word for word in words - shown if any(word.encode() in piece for piece in sent)]
    made = [message["option"] for message in messages if message["event"] == "move_made"]
    assert all((option == "") == (number % 2 == 1) for number, option in enumerate(made))
    if game == "showswatchers":
        assert all(any(word.encode() in piece for piece in sent) for word in shown)


# ---------------------------------------------------------------------- who is here


def test_whoever_leaves_is_seen_to_be_away_and_back(pair, server, follow):
    call = pair()
    hello = [json.dumps({"token": token, "stay": True}) for token in call.tokens]

    def told(followed, here):
        while (event := json.loads(followed.recv(20))).get("here") != here:
            assert "error" not in event
        return True

    with follow(server, call.id, first=hello[0]) as one:
        assert told(one, [True, None])
        assert told(one, [True, False])
        with follow(server, call.id, first=hello[1]):
            assert told(one, [True, True])
        assert told(one, [True, False])
        with follow(server, call.id, first=hello[1]):
            assert told(one, [True, True])


def test_whoever_connects_is_told_that_somebody_has_sat_down_meanwhile(pair, server, follow):
    """The page may have asked for the match before, or lost its connection."""
    call = pair()
    hello = json.dumps({"token": call.tokens[0], "stay": True})
    with follow(server, call.id, first=hello) as early:
        call(1, "POST", "/seat", {"player": "Bob"})
        with follow(server, call.id, first=hello) as late:
            for followed in (early, late):
                while json.loads(followed.recv(20))["event"] != "seated":
                    pass


def test_one_server_sees_who_is_connected_to_the_other(pair, server, start, ask, follow):
    other = start("--rate", "0", database=f"sqlite:///{server.folder}/matches.db", hurried=True)
    call = pair()
    hello = [json.dumps({"token": token, "stay": True}) for token in call.tokens]
    with follow(server, call.id, first=hello[0]) as here, follow(other, call.id, first=hello[1]) as there:
        for followed in (here, there):
            while json.loads(followed.recv(20)).get("here") != [True, True]:
                pass
    assert other.stop() == 0
