"""The server behaves as /openapi.json describes, for requests that follow the description and for those that do not."""

import json
import re

import hypothesis
import pytest

CALLS = {
    ("get", "/api/v1/games"),
    ("get", "/api/v1/games/{game}/opponents"),
    ("get", "/api/v1/games/{game}/decks"),
    ("post", "/api/v1/games/{game}/decks/check"),
    ("post", "/api/v1/games/{game}/labs"),
    ("get", "/api/v1/games/{game}/setup"),
    ("post", "/api/v1/games/{game}/setup"),
    ("post", "/api/v1/games/{game}/lethal"),
    ("get", "/api/v1/labs"),
    ("get", "/api/v1/labs/{lab_id}"),
    ("post", "/api/v1/labs/{lab_id}/stop"),
    ("delete", "/api/v1/labs/{lab_id}"),
    ("get", "/api/v1/players/me/decks"),
    ("put", "/api/v1/players/me/decks/{deck_id}"),
    ("delete", "/api/v1/players/me/decks/{deck_id}"),
    ("get", "/api/v1/games/{game}/picture"),
    ("get", "/api/v1/games/{game}/rules"),
    ("get", "/api/v1/games/{game}/puzzles"),
    ("get", "/api/v1/games/{game}/puzzles/{puzzle_id}"),
    ("post", "/api/v1/games/{game}/puzzles/{puzzle_id}"),
    ("post", "/api/v1/games/{game}/move"),
    ("post", "/api/v1/games/{game}/analyse"),
    ("post", "/api/v1/games/{game}/scenes"),
    ("post", "/api/v1/matches"),
    ("get", "/api/v1/matches"),
    ("get", "/api/v1/matches/{match_id}"),
    ("post", "/api/v1/matches/{match_id}/choices"),
    ("post", "/api/v1/matches/{match_id}/undo"),
    ("post", "/api/v1/matches/{match_id}/resign"),
    ("post", "/api/v1/matches/{match_id}/seat"),
    ("get", "/api/v1/matches/{match_id}/record"),
    ("get", "/api/v1/matches/{match_id}/why"),
    ("get", "/api/v1/matches/{match_id}/piles"),
    ("post", "/api/v1/matches/{match_id}/hurry"),
    ("get", "/api/v1/matches/{match_id}/review"),
    ("post", "/api/v1/matches/{match_id}/again"),
    ("get", "/api/v1/matches/{match_id}/lesson"),
    ("post", "/api/v1/matches/{match_id}/hint"),
    ("post", "/api/v1/matches/{match_id}/talk"),
    ("post", "/api/v1/matches/{match_id}/tree"),
    ("post", "/api/v1/matches/{match_id}/offers"),
    ("post", "/api/v1/matches/{match_id}/offers/{kind}"),
    ("delete", "/api/v1/matches/{match_id}/offers/{kind}"),
    ("post", "/api/v1/matches/{match_id}/watchers"),
    ("get", "/api/v1/players/me"),
    ("patch", "/api/v1/players/me"),
    ("delete", "/api/v1/players/me"),
    ("get", "/api/v1/players/me/export"),
    ("get", "/api/v1/players/me/key"),
    ("put", "/api/v1/players/me/key"),
    ("delete", "/api/v1/players/me/key"),
    ("get", "/api/v1/players/me/games/{game}"),
    ("get", "/api/v1/players/{name}"),
    ("get", "/api/v1/matches/{match_id}/standing"),
    ("get", "/healthz"),
    ("get", "/metrics"),
}


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0", "--longest", "0.05", "--log", "error")


@pytest.fixture(scope="module")
def description(server, ask):
    return ask(server, "GET", "/openapi.json").json


def _operations(description):
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_every_call_is_described_and_every_description_is_served(server, ask, description):
    assert {(method, path) for method, path, _ in _operations(description)} == CALLS
    for method, path, _ in _operations(description):
        filled = re.sub(r"\{.*?\}", "nothing", path).removeprefix("/api/v1")
        answer = ask(server, method.upper(), filled)
        assert answer.status != 405
        if answer.status == 404:
            assert answer.error["code"] in ("unknown_game", "unknown_match", "unknown_test", "unknown_deck")


BODIES = {
    "choices": {"option": "zz"},
    "offers": {"kind": "share"},
    "{kind}": {"accept": True},
    "again": {"ply": 1},
    "tree": {},
    "talk": {"text": "Hello!"},
}
"""What is sent to calls of a match that need a body, by the ends of their paths."""


@pytest.mark.parametrize("match_id", ["%00", "%FF%FE", "%C3%A9" * 200, "%E2%98%83", "x" * 65, "x" * 20_000, "%0D%0A"])
def test_a_match_id_that_no_match_can_have_is_unknown_in_every_call(server, ask, description, match_id):
    for method, path, _ in _operations(description):
        if "{match_id}" in path:
            filled = path.replace("{match_id}", match_id).replace("{kind}", "share").removeprefix("/api/v1")
            query = "?option=b2" if path.endswith("/why") else ""
            answer = ask(server, method.upper(), filled + query, BODIES.get(path.rpartition("/")[2]))
            assert (answer.status, answer.error["code"]) == (404, "unknown_match"), (method, path)


METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"}
PAGES = {"/": {"GET"}, "/match/x": {"GET"}, "/page/icon.svg": {"GET"}, "/openapi.json": {"GET", "HEAD"}}


def test_a_method_that_a_path_does_not_support_is_refused_with_all_that_it_does(server, plug, description):
    supported = {
        re.sub(r"\{.*?\}", "nothing", path): {method.upper() for method in methods}
        for path, methods in description["paths"].items()
    }
    for path, methods in {**supported, **PAGES}.items():
        for method in METHODS - methods:
            request = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            with plug(server, request.encode()) as plugged:
                head = plugged.recv(65536).decode().partition("\r\n\r\n")[0]
            allowed = re.search(r"(?im)^allow: (.*?)\r?$", head)
            assert head.startswith("HTTP/1.1 405 "), (method, path)
            assert allowed, (method, path)
            assert set(allowed[1].split(", ")) == methods, (method, path)


def test_what_the_description_says_about_tokens_is_so(server, ask, description):
    """A call is open if it may be made with neither a token nor a key; a match of opponents is open to all."""
    alone = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "random"]})
    watched = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["random", "random"]}).json["id"]
    ask(server, "GET", f"/matches/{watched}?wait=20")  # now it is over
    private, token = alone.json["id"], alone.json["tokens"][0]
    cookie = alone.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    schemes = {each.get("in", "token"): name for name, each in description["components"]["securitySchemes"].items()}
    for method, path, operation in _operations(description):
        declared = operation.get("security", [])
        query = "?option=b2" if path.endswith("/why") else ""
        body = BODIES.get(path.rpartition("/")[2])

        def status(match_id, method=method, path=path, query=query, body=body, **how):
            filled = path.replace("{match_id}", match_id).replace("{game}", "tictactoe")
            filled = filled.replace("{kind}", "share").removeprefix("/api/v1")
            return ask(server, method.upper(), filled + query, body, **how).status

        if "{match_id}" not in path:
            assert not declared, (method, path)
            assert status("") != 401, (method, path)
            continue
        assert status(private) == 401, (method, path)
        header = {"Sparring-Key": cookie}
        assert ({schemes["cookie"]: []} in declared) == (status(private, cookie=cookie) != 401), (method, path)
        assert ({schemes["header"]: []} in declared) == (status(private, headers=header) != 401), (method, path)
        assert ({} in declared) == (status(watched) == 200), (method, path)
        if not path.endswith(("/seat", "/resign")):  # these two change who may do what
            assert status(private, token=token) != 401, (method, path)
        assert {schemes["token"]: []} in declared, (method, path)


def test_every_body_has_an_example_that_works(server, ask, description):
    schemas = description["components"]["schemas"]
    bodies = {
        (method, path): operation["requestBody"]["content"]["application/json"]["schema"]
        for method, path, operation in _operations(description)
        if "requestBody" in operation
    }
    assert len(bodies) == 19
    for (method, path), schema in bodies.items():
        if path.endswith(
            ("/seat", "/key", "/offers", "/offers/{kind}", "/again", "/tree", "/talk", "/{puzzle_id}", "/lethal")
        ):
            continue  # these need a token, a key, a puzzle that exists, something to share, a talker, an end, or time
        named = schemas[schema["$ref"].rpartition("/")[2]]
        assert named["examples"], path
        for example in named["examples"]:
            begun = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]}).json
            with_cards = "/decks/" in path or path.endswith(("/labs", "/setup", "/lethal"))
            filled = path.replace("{game}", "onepiece" if with_cards else "tictactoe").replace("{deck_id}", "mine")
            filled = filled.replace("{match_id}", begun["id"]).removeprefix("/api/v1")
            answer = ask(server, method.upper(), filled, example, token=begun["tokens"][0])
            assert answer.status in (200, 201), (path, example, answer.body)


def test_every_error_has_the_same_description(description):
    for method, path, operation in _operations(description):
        assert "200" in operation["responses"] or "201" in operation["responses"]
        for status, response in operation["responses"].items():
            if status.startswith("2"):
                continue
            schema = response["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/ErrorAnswered"}, (method, path, status)


def checks(*, negative):
    """What must hold for every answer. Negative checks suit only bodies: no value of a path has a wrong type."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    every = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    return [*every, checks.negative_data_rejection] if negative else every


@pytest.mark.parametrize("call", sorted(CALLS), ids=" ".join)
def test_no_request_breaks_a_call_or_gets_an_answer_that_is_not_described(server, ask, description, call):
    import schemathesis  # it takes most of a second, and only one worker needs it

    method, path = call
    begun = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "random"]}).json
    known = {"game": "connect4", "match_id": begun["id"]}
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(description)))
    schema.config.update(base_url=server.address)
    operation = schema[path][method.upper()]
    modes = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]

    @hypothesis.given(
        case=hypothesis.strategies.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes)),
        real=hypothesis.strategies.booleans(),
    )
    @hypothesis.settings(
        max_examples=40,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    def holds(case, real):
        if real and isinstance(case.path_parameters, dict):
            case.path_parameters.update({key: known[key] for key in case.path_parameters if key in known})
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {begun['tokens'][0]}"}
        case.call_and_validate(checks=checks(negative=operation.body and not real))

    holds()
