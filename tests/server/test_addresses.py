"""Where requests come from: whose word about an address counts, and whose pages may act for a player."""

import ipaddress

import pytest
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from sparring.rules import BadSetting
from sparring.server.addresses import BehindProxies, is_from_another_site, network
from sparring.server.limits import address_of
from support.processes import sparring

# ---------------------------------------------------------------------- proxies


def seen(client, *headers, proxies=("10.0.0.0/8", "::1"), kind="http"):
    """A request as the server sees it behind proxies."""
    scope = {"type": kind, "client": (client, 5), "scheme": "http" if kind == "http" else "ws"}
    scope["headers"] = [(b"host", b"inside:8000"), *((name.encode(), value.encode()) for name, value in headers)]
    found = []

    async def app(scope, receive, send):
        found.append(scope)

    calling = BehindProxies(app, [network(proxy) for proxy in proxies])(scope, None, None)
    with pytest.raises(StopIteration):
        calling.send(None)
    return found[0]


@pytest.mark.parametrize(
    ("client", "told", "address"),
    [
        ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["1.1.1.1", "203.0.113.9, 10.0.0.2"], "203.0.113.9"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", ["2001:DB8::1"], "2001:db8::1"),
        ("10.0.0.1", ["::ffff:203.0.113.9"], "203.0.113.9"),
        ("::ffff:10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("::1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["203.0.113.9, nonsense"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.9, nonsense, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["<script>"], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["x" * 60_000], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ("127.0.0.1", ["203.0.113.9"], "127.0.0.1"),
    ],
)
def test_the_clients_address_is_the_last_that_no_named_proxy_has(client, told, address):
    assert address_of(seen(client, *(("x-forwarded-for", value) for value in told))) == address


def test_nobodys_word_counts_if_no_proxy_is_named():
    headers = [("x-forwarded-for", "203.0.113.9"), ("x-forwarded-proto", "https"), ("x-forwarded-host", "evil.example")]
    scope = seen("127.0.0.1", *headers, proxies=())
    assert (address_of(scope), scope["scheme"], Headers(scope=scope)["host"]) == ("127.0.0.1", "http", "inside:8000")


@pytest.mark.parametrize(("kind", "secure"), [("http", "https"), ("websocket", "wss")])
def test_a_named_proxy_says_which_scheme_and_host_the_client_used(kind, secure):
    headers = [("x-forwarded-proto", "https"), ("x-forwarded-host", "games.example")]
    scope = seen("10.0.0.1", *headers, kind=kind)
    assert (scope["scheme"], Headers(scope=scope).getlist("host")) == (secure, ["games.example"])
    assert seen("10.0.0.1", ("x-forwarded-proto", "gopher"))["scheme"] == "http"


def test_what_is_not_a_proxys_address_is_refused_in_one_sentence(tmp_path):
    assert network("10.1.2.3/8") == ipaddress.ip_network("10.0.0.0/8")
    with pytest.raises(BadSetting, match=r"'localhost' is neither an IP address nor a network"):
        network("localhost")
    refused = sparring("serve", "--port", "0", "--proxy", "10.0.0.0/99", cwd=tmp_path)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "10.0.0.0/99" in refused.stderr


def test_a_client_cannot_choose_the_address_that_its_requests_are_counted_for(start, ask):
    """Not even one on the same machine."""
    server = start("--rate", "5")
    statuses = {ask(server, "GET", "/games", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status for n in range(40)}
    assert 429 in statuses


def test_behind_a_named_proxy_each_client_is_counted_for_itself(start, ask):
    server = start("--rate", "5", "--proxy", "127.0.0.1", "--proxy", "10.0.0.0/8")
    statuses = {ask(server, "GET", "/games", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status for n in range(40)}
    assert statuses == {200}
    same = {
        ask(server, "GET", "/games", headers={"X-Forwarded-For": f"1.1.1.{n}, 203.0.113.1"}).status for n in range(40)
    }
    assert 429 in same


def test_the_cookie_is_secure_if_a_named_proxy_was_called_securely(start, ask):
    body, https = {"game": "tictactoe", "opponents": ["human", "random"]}, {"X-Forwarded-Proto": "https"}
    for options, secure in (((), False), (("--proxy", "127.0.0.1"), True)):
        server = start(*options)
        assert (
            "secure" in ask(server, "POST", "/matches", body, headers=https).headers["Set-Cookie"].lower()
        ) == secure
        assert "secure" not in ask(server, "POST", "/matches", body).headers["Set-Cookie"].lower()


# ---------------------------------------------------------------------- pages of other sites


@pytest.mark.parametrize(
    ("headers", "other"),
    [
        ({}, False),
        ({"host": "games.example", "origin": "https://games.example"}, False),
        ({"host": "games.example", "origin": "http://games.example"}, False),
        ({"host": "games.example:443", "origin": "https://games.example"}, False),
        ({"host": "GAMES.example:8000", "origin": "http://games.example:8000"}, False),
        ({"host": "[::1]:8000", "origin": "http://[::1]:8000"}, False),
        ({"host": "games.example", "origin": "https://evil.example"}, True),
        ({"host": "games.example", "origin": "https://games.example.evil.example"}, True),
        ({"host": "games.example", "origin": "https://games.example@evil.example"}, True),
        ({"host": "games.example:8000", "origin": "http://games.example:8001"}, True),
        ({"host": "games.example:8000", "origin": "http://games.example"}, True),
        ({"host": "games.example", "origin": "null"}, True),
        ({"host": "games.example", "origin": ""}, True),
        ({"host": "games.example", "origin": "http://[::1"}, True),
        ({"host": "games.example", "origin": "http://games.example:port"}, True),
        ({"origin": "https://"}, True),
        ({"host": "games.example", "sec-fetch-site": "same-origin"}, False),
        ({"host": "games.example", "sec-fetch-site": "none"}, False),
        ({"host": "games.example", "sec-fetch-site": "same-site"}, True),
        ({"host": "games.example", "sec-fetch-site": "cross-site"}, True),
    ],
    ids=str,
)
def test_a_page_of_another_site_is_known_by_its_origin(headers, other):
    assert is_from_another_site(from_a_page(headers)) is other


@pytest.mark.parametrize("scheme", ["https", "wss"])
def test_a_page_that_was_not_loaded_securely_is_another_site_where_the_server_is_called_securely(scheme):
    own = {"host": "games.example", "origin": "https://games.example"}
    assert not is_from_another_site(from_a_page(own, scheme))
    for origin in ("http://games.example", "http://games.example:443"):
        assert is_from_another_site(from_a_page({"host": "games.example", "origin": origin}, scheme))
        assert is_from_another_site(from_a_page({"host": "games.example:443", "origin": origin}, scheme))


def from_a_page(headers, scheme="http"):
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "scheme": scheme, "headers": raw})


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0", "--proxy", "127.0.0.5")


@pytest.fixture
def own(server, ask):
    """A match of a player who has nothing but the cookie: its path, and the cookie."""
    begun = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]})
    cookie = begun.headers["Set-Cookie"].partition(";")[0].partition("=")[2]
    return f"/matches/{begun.json['id']}", cookie, begun.json["tokens"][0]


ELSEWHERE = {"Origin": "https://evil.example"}
CHANGES = [("choices", {"option": "b2"}), ("hint", None), ("resign", None), ("undo", None)]


@pytest.mark.parametrize(("call", "body"), CHANGES, ids=[call for call, _ in CHANGES])
def test_a_page_of_another_site_cannot_act_with_a_players_cookie(server, ask, own, call, body):
    path, cookie, _ = own
    for headers in (
        ELSEWHERE,
        {"Sec-Fetch-Site": "cross-site"},
        {**ELSEWHERE, "Authorization": "Basic x"},
        {**ELSEWHERE, "Authorization": "Bearer "},
        {**ELSEWHERE, "Sparring-Key": ""},
    ):
        refused = ask(server, "POST", f"{path}/{call}", body, cookie=cookie, headers=headers)
        assert (refused.status, refused.error["code"]) == (403, "foreign_page")
    state = ask(server, "GET", path, cookie=cookie, headers=ELSEWHERE).json  # which the browser keeps from that page
    assert (state["moves"], state["over"]) == ([], False)


def test_a_page_of_another_site_cannot_begin_a_match_in_a_players_name(server, ask, own):
    _, cookie, _ = own
    body = {"game": "tictactoe", "opponents": ["human", "random"]}
    assert ask(server, "POST", "/matches", body, cookie=cookie, headers=ELSEWHERE).status == 403
    assert len(ask(server, "GET", "/matches", cookie=cookie).json) == 1
    assert ask(server, "POST", "/matches", body, headers=ELSEWHERE).status == 201
    move = {"opponent": "random"}
    assert ask(server, "POST", "/games/tictactoe/move", move, cookie=cookie, headers=ELSEWHERE).status == 200


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer x"}, {"Sparring-Key": ""}], ids=str)
def test_a_token_that_opens_nothing_does_not_let_another_site_use_the_cookie(server, ask, own, headers):
    path, cookie, _ = own
    for method, call, body in (
        ("POST", "/matches", {"game": "tictactoe", "opponents": ["human", "random"]}),
        ("PATCH", "/players/me", {"name": "Eve"}),
        ("PUT", "/players/me/key", {"key": "x" * 32}),
        ("DELETE", "/players/me/key", None),
        ("DELETE", "/players/me", None),
    ):
        refused = ask(server, method, call, body, cookie=cookie, headers={**ELSEWHERE, **headers})
        assert (refused.status, refused.error["code"]) == (403, "foreign_page"), call
    assert ask(server, "GET", path, cookie=cookie).status == 200
    assert ask(server, "GET", "/players/me", cookie=cookie).json["name"] is None


def test_the_page_itself_a_program_and_whoever_has_a_token_can_act(server, ask, own):
    path, cookie, token = own
    host = server.address.partition("//")[2]
    why = f"{path}/choices"
    for how in (
        {"cookie": cookie, "headers": {"Origin": f"http://{host}"}},
        {"cookie": cookie, "headers": {"Sec-Fetch-Site": "same-origin"}},
        {"cookie": cookie},
        {"token": token, "headers": ELSEWHERE},
        {"token": token, "cookie": cookie, "headers": ELSEWHERE},
    ):
        refused = ask(server, "POST", why, {"option": "z9"}, **how)
        assert (refused.status, refused.error["code"]) == (422, "illegal_move")


def test_behind_a_named_proxy_the_pages_origin_is_the_proxys(server, ask, own):
    path, cookie, _ = own
    headers = {"Origin": "https://games.example", "X-Forwarded-Host": "games.example"}
    assert ask(server, "POST", f"{path}/choices", {"option": "z9"}, cookie=cookie, headers=headers).status == 403
    through = {"cookie": cookie, "headers": headers, "source": "127.0.0.5"}
    assert ask(server, "POST", f"{path}/choices", {"option": "z9"}, **through).status == 422


def test_a_page_of_another_site_cannot_follow_a_match_with_a_players_cookie(server, own, follow, rest):
    path, cookie, token = own
    match_id, host = path.rpartition("/")[2], server.address.partition("//")[2]
    cookies = {"Cookie": f"sparring_player={cookie}"}
    with follow(server, match_id, additional_headers=cookies, origin="https://evil.example") as followed:
        told, closed = rest(followed)
        assert (told[0]["error"]["code"], len(told), closed) == ("foreign_page", 1, 4403)
    for sent, origin in ((None, f"http://{host}"), (None, None), (token, "https://evil.example")):
        with follow(server, match_id, sent, additional_headers=cookies, origin=origin) as followed:
            assert '"match_started"' in followed.recv(20)


def test_whoever_watches_two_opponents_may_do_so_from_anywhere(server, begin, follow):
    match_id, _ = begin(server, "random", "random")
    cookies = {"Cookie": "sparring_player=mine"}
    with follow(server, match_id, additional_headers=cookies, origin="https://evil.example") as followed:
        assert '"match_started"' in followed.recv(20)


# ---------------------------------------------------------------------- what is stored nowhere


def test_no_answer_is_stored_or_taken_for_another_type(start, ask, own_games):
    server = start("--rate", "6", "--game", f"{own_games}/nim.py:Broken")  # twelve at once, then six a second
    calls = [
        ("GET", "/healthz", None, 200),
        ("GET", "/metrics", None, 200),
        ("GET", "/openapi.json", None, 200),
        ("GET", "/games", None, 200),
        ("POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]}, 201),
        ("GET", "/matches/nothing", None, 404),
        ("GET", "/nothing", None, 404),
        ("DELETE", "/games", None, 405),
        ("POST", "/matches", {}, 422),
        ("POST", "/matches", {"game": "x" * 300_000}, 413),
        ("POST", "/games/broken/move", {"opponent": "random"}, 500),
        *[("GET", "/games", None, None)] * 60,
    ]
    statuses = []
    for method, path, body, status in calls:
        answer = ask(server, method, path, body)
        assert status is None or answer.status == status
        assert answer.headers.get_all("Cache-Control") == ["no-store"], answer.status
        assert answer.headers.get_all("X-Content-Type-Options") == ["nosniff"], answer.status
        statuses.append(answer.status)
    assert 429 in statuses
