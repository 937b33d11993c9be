"""Who may see and do what: a token opens one seat of a match, a cookie the player's own seats, a name nothing."""

import json
import sqlite3

import pytest

CALLS = [
    ("GET", ""),
    ("POST", "/choices"),
    ("POST", "/undo"),
    ("POST", "/resign"),
    ("POST", "/seat"),
    ("GET", "/record"),
]
BODIES = {"/choices": {"option": "b2"}, "/seat": {}}


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0")


@pytest.fixture
def begin(server, ask):
    def begin(*opponents, cookie=None, **settings):
        answer = ask(
            server, "POST", "/matches", {"game": "tictactoe", "opponents": list(opponents), **settings}, cookie=cookie
        )
        assert answer.status == 201
        return answer.json | {"cookie": cookie or _cookie(answer)}

    return begin


def _cookie(answer):
    given = answer.headers.get("Set-Cookie")
    return given and given.partition(";")[0].partition("=")[2]


def _everything(server, ask, match_id, **who):
    """The status of every call about a match, asked with these credentials."""
    return {
        (method, path): ask(server, method, f"/matches/{match_id}{path}", BODIES.get(path), **who)
        for method, path in CALLS
    }


# ---------------------------------------------------------------------- tokens


@pytest.mark.parametrize(
    "wrong",
    [
        "none",
        "empty",
        "made up",
        "of another match",
        "of another seat's digest",
        "cut off",
        "longer",
        "other scheme",
        "odd",
    ],
)
def test_only_its_own_token_opens_a_seat_for_any_call_and_for_the_events(server, ask, follow, rest, begin, wrong):
    begun, another = begin("human", "human"), begin("human", "human")
    token = begun["tokens"][0]
    with sqlite3.connect(server.folder / "matches.db") as database:
        digest = database.execute("SELECT token FROM seats WHERE match_id = ?", (begun["id"],)).fetchone()[0]
    database.close()
    said = {
        "none": None,
        "empty": "",
        "made up": "A" * 32,
        "of another match": another["tokens"][0],
        "of another seat's digest": digest,
        "cut off": token[:-1],
        "longer": token + "A",
        "other scheme": token,
        "odd": "\xff\xfe",
    }[wrong]
    who = {"headers": {"Authorization": f"Basic {said}"}} if wrong == "other scheme" else {"token": said}
    for call, answer in _everything(server, ask, begun["id"], **who).items():
        assert answer.status == 401, call
        assert answer.error["code"] == "not_open"
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    if wrong != "other scheme":
        with follow(server, begun["id"], said) as followed:
            messages, code = rest(followed)
        assert [message["error"]["code"] for message in messages] == ["not_open"]
        assert code == 4401
    assert ask(server, "GET", f"/matches/{begun['id']}", token=token).json["moves"] == []


def test_a_token_opens_its_own_seat_and_not_the_other(server, ask, begin):
    begun = begin("human", "human")
    path = f"/matches/{begun['id']}"
    first, second = begun["tokens"]
    assert [ask(server, "GET", path, token=token).json["seat"] for token in (first, second)] == [0, 1]
    early = ask(server, "POST", f"{path}/choices", {"option": "b2"}, token=second)
    assert (early.status, early.error["code"]) == (409, "not_your_turn")
    assert ask(server, "POST", f"{path}/choices", {"option": "b2"}, token=first).status == 200
    late = ask(server, "POST", f"{path}/choices", {"option": "a1"}, token=first)
    assert (late.status, late.error["code"]) == (409, "not_your_turn")
    claimed = ask(server, "POST", f"{path}/choices", {"option": "b2", "number": 0}, token=second)
    assert claimed.status == 409


def test_tokens_cannot_be_guessed_and_are_not_stored(server, ask, begin):
    begun = [begin("human", "human") for _ in range(20)]
    tokens = [token for match in begun for token in match["tokens"]]
    assert len({*tokens}) == 40
    assert all(len(token) >= 32 for token in tokens)
    for place in range(32):  # every character of a token varies
        assert len({token[place] for token in tokens}) > 5
    cookies = [match["cookie"] for match in begun]
    for match in begun[:3]:
        ask(server, "GET", f"/matches/{match['id']}", token=match["tokens"][0])
        ask(server, "GET", f"/matches/{match['id']}", token=match["tokens"][0] + "x")
        ask(server, "POST", f"/matches/{match['id']}/seat", {}, token=match["tokens"][1])
    stored = b"".join(file.read_bytes() for file in server.folder.glob("matches.db*"))
    assert begun[0]["id"].encode() in stored
    logged = server.log.read_bytes()
    assert begun[0]["id"].encode() in logged
    for secret in tokens + cookies:
        assert secret.encode() not in stored
        assert secret.encode() not in logged


def test_no_token_is_in_the_list_of_matches_or_the_state(server, ask, begin):
    begun = begin("human", "human")
    told = ask(server, "GET", f"/matches/{begun['id']}", token=begun["tokens"][0]).body
    told += ask(server, "GET", "/matches", cookie=begun["cookie"]).body
    assert begun["id"].encode() in told
    assert all(token.encode() not in told for token in begun["tokens"])


# ---------------------------------------------------------------------- invitations


def test_a_friend_who_sits_down_has_the_seat_alone(server, ask, follow, rest, begin):
    begun = begin("human", "human", player="Ada")
    path, (mine, sent) = f"/matches/{begun['id']}", begun["tokens"]
    taken = ask(server, "POST", f"{path}/seat", {"player": "Bob"}, token=sent)
    assert taken.status == 200
    assert taken.json["seat"] == 1
    own = taken.json["token"]
    assert own != sent
    assert _cookie(taken)
    assert {answer.status for answer in _everything(server, ask, begun["id"], token=sent).values()} == {401}
    with follow(server, begun["id"], sent) as followed:
        assert rest(followed)[1] == 4401
    assert ask(server, "GET", path, token=own).json["names"] == ["Ada", "Bob"]
    assert ask(server, "GET", path, token=mine).json["seat"] == 0
    assert ask(server, "POST", f"{path}/choices", {"option": "b2"}, token=mine).status == 200
    assert ask(server, "POST", f"{path}/choices", {"option": "a1"}, token=own).status == 200


def test_only_the_first_of_two_people_with_the_same_token_gets_the_seat(server, ask, begin):
    from concurrent.futures import ThreadPoolExecutor

    for _ in range(5):
        begun = begin("human", "human")
        path = f"/matches/{begun['id']}"
        with ThreadPoolExecutor(8) as many:
            taken = list(
                many.map(
                    lambda _, path=path, token=begun["tokens"][1]: ask(server, "POST", f"{path}/seat", token=token),
                    range(8),
                )
            )
        assert sorted(answer.status for answer in taken) == [200] + 7 * [401]
        (won,) = [answer.json["token"] for answer in taken if answer.status == 200]
        assert ask(server, "GET", path, token=won).json["seat"] == 1


def test_a_follower_with_an_old_token_is_cut_off_when_the_seat_changes_hands(server, ask, follow, rest, begin):
    begun = begin("human", "human")
    path, (mine, sent) = f"/matches/{begun['id']}", begun["tokens"]
    with follow(server, begun["id"], sent) as onlooker:
        assert json.loads(onlooker.recv(20))["event"] == "match_started"
        own = ask(server, "POST", f"{path}/seat", token=sent).json["token"]
        ask(server, "POST", f"{path}/choices", {"option": "b2"}, token=mine)
        ask(server, "POST", f"{path}/choices", {"option": "a1"}, token=own)
        ask(server, "POST", f"{path}/resign", token=own)
        messages, _ = rest(onlooker)
    mine_to_see = [message["decision"] for message in messages if message.get("event") == "decision_asked"]
    assert not any(mine_to_see), "the old token still shows the decisions of the seat"


def test_a_token_that_was_exchanged_at_one_server_is_refused_at_the_other(server, start, ask, begin):
    other = start("--rate", "0", database=f"sqlite:///{server.folder}/matches.db")
    begun = begin("human", "human")
    path, sent = f"/matches/{begun['id']}", begun["tokens"][1]
    assert ask(other, "GET", path, token=sent).json["seat"] == 1
    own = ask(server, "POST", f"{path}/seat", token=sent).json["token"]
    assert ask(other, "GET", path, token=sent).status == 401
    assert ask(other, "GET", path, token=own).json["seat"] == 1
    assert other.stop() == 0


def test_two_people_cannot_take_back_what_they_chose(server, ask, begin):
    begun = begin("human", "human")
    path = f"/matches/{begun['id']}"
    ask(server, "POST", f"{path}/choices", {"option": "b2"}, token=begun["tokens"][0])
    for token in begun["tokens"]:
        refused = ask(server, "POST", f"{path}/undo", token=token)
        assert (refused.status, refused.error["code"]) == (409, "not_alone")
    assert len(ask(server, "GET", path, token=begun["tokens"][1]).json["moves"]) == 1


# ---------------------------------------------------------------------- cookies and names


def test_a_cookie_opens_the_players_own_seat_and_no_other(server, ask, follow, begin):
    begun = begin("human", "human")
    path, ada = f"/matches/{begun['id']}", begun["cookie"]
    assert ask(server, "GET", path, cookie=ada).json["seat"] == 0
    bob = _cookie(ask(server, "POST", f"{path}/seat", {}, token=begun["tokens"][1]))
    assert bob not in (None, ada)
    assert ask(server, "GET", path, cookie=bob).json["seat"] == 1
    stranger = begin("human", "random")["cookie"]
    assert {answer.status for answer in _everything(server, ask, begun["id"], cookie=stranger).values()} == {401}
    assert ask(server, "POST", f"{path}/choices", {"option": "b2"}, cookie=bob).status == 409
    assert ask(server, "POST", f"{path}/choices", {"option": "b2"}, cookie=ada).status == 200
    assert ask(server, "GET", path, cookie=ada, token="A" * 32).status == 401
    headers = {"Cookie": f"sparring_player={bob}"}
    with follow(server, begun["id"], additional_headers=headers) as followed:
        events = [json.loads(followed.recv(20)) for _ in range(4)]
    assert [event["decision"] is not None for event in events if event["event"] == "decision_asked"] == [False, True]


def test_a_cookie_is_hidden_from_scripts_and_set_once(server, ask, begin):
    answer = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "random"]})
    flags = {part.strip().lower() for part in answer.headers["Set-Cookie"].split(";")[1:]}
    assert {"httponly", "samesite=lax"} <= flags
    again = ask(
        server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "random"]}, cookie=_cookie(answer)
    )
    assert again.headers["Set-Cookie"] is None
    watched = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["random", "random"]})
    assert watched.headers["Set-Cookie"] is None


def test_a_returning_player_finds_their_matches_and_results(server, ask, begin):
    first = begin("human", "ChampionChimp", player="Cleo")
    cookie = first["cookie"]
    second = begin("ChampionChimp", "human", cookie=cookie, player="Cleo")
    begin("human", "ChampionChimp", player="Nobody")
    for match in (first, second):
        assert ask(server, "POST", f"/matches/{match['id']}/resign", cookie=cookie).status == 200
    listed = ask(server, "GET", "/matches", cookie=cookie).json
    assert [entry["id"] for entry in listed] == [second["id"], first["id"]]
    assert [(entry["seat"], entry["over"], entry["winner"]) for entry in listed] == [(1, True, 0), (0, True, 1)]
    results = [{"game": "tictactoe", "opponent": "ChampionChimp", "wins": 0, "draws": 0, "losses": 2}]
    (own,) = ask(server, "GET", "/players/me", cookie=cookie).json["results"]
    assert own.items() >= results[0].items()
    assert ask(server, "GET", "/players/Cleo").json == {"name": "Cleo", "results": results}
    assert ask(server, "GET", "/players/me").json["results"] == []
    assert ask(server, "GET", "/matches").json == []
    assert ask(server, "GET", "/matches", cookie="made-up").json == []


def test_a_list_of_matches_is_read_page_by_page(server, ask, begin):
    cookie = begin("human", "random")["cookie"]
    for _ in range(6):
        begin("human", "random", cookie=cookie)
    whole = ask(server, "GET", "/matches", cookie=cookie).json
    assert len(whole) == 7
    pages, before = [], ""
    while page := ask(server, "GET", f"/matches?limit=3{before}", cookie=cookie).json:
        pages += page
        before = f"&before={page[-1]['changed']!r}"
    assert [entry["id"] for entry in pages] == [entry["id"] for entry in whole]


def test_a_name_finds_results_and_opens_nothing(server, ask, begin):
    begun = begin("human", "human", player="Dora")
    assert [entry["id"] for entry in ask(server, "GET", "/matches?player=Dora").json] == [begun["id"]]
    for who in ({"token": "Dora"}, {"cookie": "Dora"}, {"headers": {"Authorization": "Dora"}}):
        assert {answer.status for answer in _everything(server, ask, begun["id"], **who).values()} == {401}
    impostor = begin("human", "human", player="Dora")
    assert ask(server, "GET", f"/matches/{begun['id']}", token=impostor["tokens"][0]).status == 401
    assert ask(server, "GET", f"/matches/{begun['id']}", cookie=impostor["cookie"]).status == 401


@pytest.mark.parametrize("name", ["Ärger", "名前", "a b", "50%", "me?", "x&y=z", "' OR 1=1 --", "🙂"])
def test_any_name_on_one_line_is_accepted(server, ask, begin, name):
    from urllib.parse import quote

    begun = begin("human", "random", player=name)
    ask(server, "POST", f"/matches/{begun['id']}/resign", token=begun["tokens"][0])
    assert [entry["id"] for entry in ask(server, "GET", f"/matches?player={quote(name, safe='')}").json] == [
        begun["id"]
    ]
    shown = ask(server, "GET", f"/players/{quote(name, safe='')}").json
    assert (shown["name"], shown["results"][0]["losses"]) == (name, 1)


def test_a_player_called_me_is_found_by_that_name_or_refused(server, ask):
    asked = {"game": "tictactoe", "opponents": ["human", "random"], "player": "me"}
    answer = ask(server, "POST", "/matches", asked)
    if answer.status == 201:
        ask(server, "POST", f"/matches/{answer.json['id']}/resign", token=answer.json["tokens"][0])
        assert ask(server, "GET", "/players/me").json["results"], "nobody can see the results of a player called me"
    else:
        assert answer.error


# ---------------------------------------------------------------------- spectators


@pytest.mark.req("ALL-12")
def test_watching_two_opponents_needs_no_token_and_allows_no_changes(server, ask, follow, rest, begin):
    begun = begin("random:pace_min=0,pace_max=0", "random", seed=3)
    path = f"/matches/{begun['id']}"
    with follow(server, begun["id"]) as followed:
        messages, code = rest(followed)
    assert code == 1000
    assert all(message["decision"] is None for message in messages if message["event"] == "decision_asked")
    played = [message["option"] for message in messages if message["event"] == "move_made"]
    for body in ({"option": "b2"}, {"option": played[0], "number": 0}, {"option": played[1], "number": 1}):
        assert ask(server, "POST", f"{path}/choices", body).status == 409
    for call in ("undo", "resign", "seat"):
        assert ask(server, "POST", f"{path}/{call}").status == 409
    state = ask(server, "GET", path).json
    assert (state["seat"], state["decision"]) == (None, None)
    assert [move["option"] for move in state["moves"]] == played
    assert ask(server, "GET", f"{path}/record").status == 200
