"""The description in /openapi.json: what it says is what is served, whatever is sent by it or against it."""

import json
import re

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
"""The last only where there is a body: everything is a text in a cookie or a path, so nothing violates a type there."""

CALLS = {
    ("get", "/api/v1/games"),
    ("get", "/api/v1/games/{game}/opponents"),
    ("get", "/api/v1/games/{game}/picture"),
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
    ("post", "/api/v1/matches/{match_id}/hint"),
    ("get", "/api/v1/players/me"),
    ("get", "/api/v1/players/{name}"),
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
            assert answer.error["code"] in ("unknown_game", "unknown_match")


def test_every_body_has_an_example_that_works(server, ask, description):
    schemas = description["components"]["schemas"]
    bodies = {
        (method, path): operation["requestBody"]["content"]["application/json"]["schema"]
        for method, path, operation in _operations(description)
        if "requestBody" in operation
    }
    assert len(bodies) == 6
    for (method, path), schema in bodies.items():
        if path.endswith("/seat"):
            continue
        named = schemas[schema["$ref"].rpartition("/")[2]]
        assert named["examples"], path
        for example in named["examples"]:
            begun = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", "human"]}).json
            filled = path.replace("{game}", "tictactoe").replace("{match_id}", begun["id"]).removeprefix("/api/v1")
            answer = ask(server, method.upper(), filled, example, token=begun["tokens"][0])
            assert answer.status in (200, 201), (path, example, answer.body)


def test_every_error_is_described_as_errors_are(description):
    for method, path, operation in _operations(description):
        assert "200" in operation["responses"] or "201" in operation["responses"]
        for status, response in operation["responses"].items():
            if status.startswith("2"):
                continue
            schema = response["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/ErrorAnswered"}, (method, path, status)


@pytest.mark.parametrize("call", sorted(CALLS), ids=" ".join)
def test_nothing_that_is_sent_breaks_a_call_or_is_answered_other_than_described(server, ask, description, call):
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
        case.call_and_validate(checks=CHECKS if operation.body and not real else CHECKS[:-1])

    holds()
