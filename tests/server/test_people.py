"""Who you are on a server: a key and nothing else, from which ratings, results and the next opponent follow."""

import pytest

import sparring
from sparring.arena.ladder import ratings_by_name

RATED = {name: rung["rating"] for name, rung in ratings_by_name(sparring.game("tictactoe")).items()}

pytestmark = pytest.mark.req("ALL-18")


@pytest.fixture(scope="module")
def server(start):
    return start("--longest", "0.5", "--rate", "0")


@pytest.fixture
def begin(server, ask):
    def begin(*opponents, cookie=None, **settings):
        asked = {"game": "tictactoe", "opponents": list(opponents), **settings}
        answer = ask(server, "POST", "/matches", asked, cookie=cookie)
        assert answer.status == 201
        given = (answer.headers["Set-Cookie"] or "").partition(";")[0].partition("=")[2]
        return answer.json | {"cookie": cookie or given}

    return begin


@pytest.fixture
def play(server, ask, begin):
    """Plays a match of tic-tac-toe to its end, by moves or by resigning after this many of them; returns the match."""

    def play(opponent="StrategistApe", cookie=None, moves=2, then="resign", before=(), **asked):
        match = begin("human", opponent, cookie=cookie, **asked)
        cookie, path = match["cookie"], f"/matches/{match['id']}"
        for call in before:
            assert ask(server, "POST", f"{path}/{call}", cookie=cookie).status == 200
        for _ in range(moves):
            shown = ask(server, "GET", f"{path}?wait=10", cookie=cookie).json
            if shown["over"]:
                break
            ask(server, "POST", f"{path}/choices", {"option": shown["decision"]["options"][0]}, cookie=cookie)
        if then == "resign":
            ask(server, "GET", f"{path}?wait=10", cookie=cookie)
            ask(server, "POST", f"{path}/resign", cookie=cookie)
        return {**match, "path": path}

    return play


@pytest.fixture
def me(server, ask):
    return lambda cookie=None, rest="", **how: ask(server, "GET", f"/players/me{rest}", cookie=cookie, **how).json


def rating_in(told, game="tictactoe"):
    return next(rating for rating in told["ratings"] if rating["game"] == game)


def test_results_make_a_rating_after_five_matches_that_count(play, me):
    cookie = None
    for number in range(5):
        assert rating_in(me(cookie))["rating"] is None
        assert rating_in(me(cookie))["matches"] == number
        cookie = play(cookie=cookie)["cookie"]
    told = me(cookie)
    rating = rating_in(told)
    assert rating["low"] < rating["rating"] < rating["high"]
    assert rating["rating"] < RATED["StrategistApe"], "five losses"
    assert rating["course"][-1] == rating["rating"]
    (row,) = told["results"]
    assert (row["opponent"], row["losses"], row["rating"]) == ("StrategistApe", 5, RATED["StrategistApe"])
    assert 0 < row["expected"] < 1
    assert [match["result"] for match in told["matches"]] == ["lost"] * 5
    assert {match["change"] for match in told["matches"]} == {None}, "there was no rating before"
    assert told["played"] == 5
    assert told["next"]["game"] == "tictactoe"
    assert me()["known"] is False
    assert me()["played"] == 0
    play(cookie=cookie, opponent="StrategistApe:pace_max=2")
    told = me(cookie)
    assert told["matches"][0]["change"] == pytest.approx(rating_in(told)["rating"] - rating["rating"])
    (row,) = told["results"]
    assert (row["opponent"], row["losses"]) == ("StrategistApe", 6), "another pace makes no other opponent"
    assert 0 < row["expected"] < 1


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({}, ""),
        ({"moves": 1}, "left before the third move"),
        ({"moves": 0}, "left before the third move"),
        ({"seed": 7}, "seed"),
        ({"before": ["hint"]}, "hint"),
        ({"opponent": "minimax:depth=2"}, "minimax with these settings"),
        ({"opponent": "minimax:pace_max=2"}, ""),
        ({"opponent": "adaptive:as=SpeedyGibbon"}, ""),
    ],
)
def test_before_and_after_a_match_it_is_said_whether_it_counts(server, ask, play, me, how, why):
    match = play(**how)
    after = ask(server, "GET", f"{match['path']}/standing", cookie=match["cookie"]).json
    assert why in after["why"]
    assert after["counts"] == (not why)
    assert me(match["cookie"])["matches"][0]["why"] == after["why"]
    assert rating_in(me(match["cookie"]))["matches"] == (not why)


def test_an_undo_is_told_at_once_and_the_match_does_not_count_any_more(server, ask, play):
    match = play(moves=1, then="nothing")
    where = f"{match['path']}/standing"
    before = ask(server, "GET", where, cookie=match["cookie"]).json
    assert (before["counts"], before["change"]) == (True, None)
    assert before["opponent_rating"] == RATED["StrategistApe"]
    ask(server, "GET", f"{match['path']}?wait=10", cookie=match["cookie"])
    assert ask(server, "POST", f"{match['path']}/undo", cookie=match["cookie"]).status == 200
    assert "took a move back" in ask(server, "GET", where, cookie=match["cookie"]).json["why"]


@pytest.mark.req("ALL-13")
def test_an_adaptive_opponent_says_before_the_match_whom_it_plays_as_and_records_it(server, ask, play, me):
    cookie = play("MentorOrangutan")["cookie"]
    offered = {aim["target"]: aim for aim in me(cookie, "/games/tictactoe")["matches"]}
    assert offered[0.6]["rating"] <= offered[0.45]["rating"] <= offered[0.3]["rating"]
    for target, aim in offered.items():
        match = play(f"adaptive:target={target}", cookie=cookie, moves=0, then="nothing")
        assert match["players"][1] == f"adaptive:as={aim['plays_as']},target={target}"
        told = ask(server, "GET", f"{match['path']}/standing", cookie=cookie).json
        assert (told["plays_as"], told["opponent_rating"]) == (aim["plays_as"], aim["rating"])


@pytest.mark.req("ALL-13")
def test_without_a_key_an_adaptive_opponent_plays_as_the_default(server, ask, me, play):
    default = sparring.catalogue("tictactoe").default
    assert {aim["plays_as"] for aim in me(rest="/games/tictactoe")["matches"]} == {default}
    match = play("adaptive", moves=0, then="nothing")
    assert match["players"][1] == "adaptive"
    assert ask(server, "GET", f"{match['path']}/standing", cookie=match["cookie"]).json["plays_as"] == default
    asked = {"opponent": "adaptive", "seed": 3}
    assert (
        ask(server, "POST", "/games/tictactoe/move", asked).json["move"]
        == (ask(server, "POST", "/games/tictactoe/move", {**asked, "opponent": default}).json["move"])
    )


def test_what_is_expected_against_each_opponent_falls_with_its_strength(play, me):
    told = me(play()["cookie"], "/games/tictactoe")
    assert [rung["rating"] for rung in told["opponents"]] == sorted(RATED.values())
    scores = [rung["expected"] for rung in told["opponents"]]
    assert scores == sorted(scores, reverse=True)


def test_a_key_moves_to_another_device_and_can_be_thrown_away_there(server, ask, play, me):
    cookie = play()["cookie"]
    key = me(cookie, "/key")["key"]
    assert key == cookie
    moved = ask(server, "PUT", "/players/me/key", {"key": key})
    assert key in moved.headers["Set-Cookie"]
    assert me(headers={"Sparring-Key": key})["played"] == 1
    unknown = ask(server, "PUT", "/players/me/key", {"key": "k" * 32})
    assert (unknown.status, unknown.error["code"]) == (404, "unknown_key")
    dropped = ask(server, "DELETE", "/players/me/key", cookie=cookie)
    assert 'sparring_player=""' in dropped.headers["Set-Cookie"]
    assert me(headers={"Sparring-Key": key})["played"] == 1, "only this device has forgotten it"


def test_no_key_is_stored_or_logged(server, play, me):
    match = play()
    key = me(match["cookie"], "/key")["key"]
    folder = server.log.parent
    for path in folder.glob("matches.db*"):
        assert key.encode() not in path.read_bytes()
    assert key not in server.log.read_text()


def test_a_name_stays_with_the_key(server, ask, me):
    named = ask(server, "PATCH", "/players/me", {"name": "Ada"})
    cookie = named.headers["Set-Cookie"].split(";")[0].partition("=")[2]
    assert me(cookie)["name"] == "Ada"
    ask(server, "PATCH", "/players/me", {"name": "Bea"}, cookie=cookie)
    assert me(cookie)["name"] == "Bea"


def test_everything_can_be_exported_and_replayed_and_then_deleted(server, ask, play, me, begin):
    match = play()
    cookie = match["cookie"]
    shared = begin("human", "human", cookie=cookie, player="Ada")
    friend = ask(server, "POST", f"/matches/{shared['id']}/seat", {}, token=shared["tokens"][1]).json["token"]
    exported = me(cookie, "/export")
    by_id = {each["id"]: each for each in exported["matches"]}
    record = sparring.Record.parse(by_id[match["id"]]["record"])
    assert str(record.entries[-1]) == "! resign 0"
    assert by_id[shared["id"]]["record"] is None
    gone = ask(server, "DELETE", "/players/me", cookie=cookie)
    assert gone.json == {"matches": 2}
    assert me(cookie)["played"] == 0
    assert ask(server, "GET", match["path"], cookie=cookie).status == 404
    assert ask(server, "GET", f"/matches/{shared['id']}", token=friend).json["names"] == [None, None]
    assert ask(server, "GET", f"/matches/{shared['id']}", cookie=cookie).status == 401


def test_a_page_of_another_site_cannot_delete_anybody(server, ask, play, me):
    cookie = play()["cookie"]
    headers = {"Origin": "https://elsewhere.example"}
    assert ask(server, "DELETE", "/players/me", cookie=cookie, headers=headers).status == 403
    assert me(cookie)["played"] == 1
