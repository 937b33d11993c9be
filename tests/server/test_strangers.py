"""Whoever plays over HTTP chooses among names; nothing that they send runs a command, opens a file or an address."""

import json
import re
import shlex
import socket
import sys
from pathlib import Path

import pytest

RUDE = Path(__file__).parent.parent / "support" / "rude_engine.py"

EVIL = """
from pathlib import Path
Path({mark!r}).touch()
import sparring
class Evil(sparring.Player):
    def choose(self, decision):
        return decision.options[0]
"""


def strings_in(value, path=()):
    """The places of all strings in a JSON value."""
    if isinstance(value, str):
        yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from strings_in(part, (*path, key))


def with_text(value, path, text):
    """A JSON value with another text at one place."""
    if not path:
        return text
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[path[0]] = with_text(value[path[0]], path[1:], text)
    return changed


def example_of(operation, schemas):
    """A request's body, made from the description: its example, and a text for every field that may be one."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    schema = schemas.get(content.get("$ref", "").rpartition("/")[2], content)
    [body, *_] = schema.get("examples", [{}])
    texts = {}
    for name, field in schema.get("properties", {}).items():
        kinds = [field, *field.get("anyOf", [])]
        if any(kind.get("type") == "string" for kind in kinds):
            texts[name] = "x"
        elif any(kind.get("type") == "array" for kind in kinds):
            texts[name] = ["x", "x"]
    return body, texts | body


@pytest.mark.req("ALL-23")
def test_no_call_runs_a_command_or_reads_a_file_or_asks_an_address(start, ask, tmp_path):
    server = start("--rate", "0")
    mark = tmp_path / "mark"
    (tmp_path / "evil.py").write_text(EVIL.format(mark=str(mark)))
    trap = socket.create_server(("127.0.0.1", 0))
    trap.settimeout(0)
    touch = shlex.join([sys.executable, "-c", f"open({str(mark)!r}, 'w')"])
    evils = [
        f"engine:{touch}",
        f"engine:time=1:{touch}",
        f"rules:{touch}",
        f"{tmp_path}/evil.py:Evil",
        f"{tmp_path}/evil.py:Evil:depth=1",
        f"http://127.0.0.1:{trap.getsockname()[1]}/",
        "antigravity:Evil",
        "os.path:join",
        f"adaptive:as=engine:{touch}",
        f"minimax:depth=engine:{touch}",
    ]
    described = ask(server, "GET", "/openapi.json").json
    schemas, asked = described["components"]["schemas"], 0
    for path, operations in described["paths"].items():
        if not path.startswith("/api/v1"):
            continue
        for method, operation in operations.items():
            body, texts = example_of(operation, schemas)
            for evil in evils[::3]:
                quoted = re.sub(r"[^\w.]", lambda found: f"%{ord(found[0]):02X}", evil)
                names = re.findall(r"\{(\w+)\}", path)
                paths = [re.sub(rf"\{{{name}\}}", quoted, path) for name in names] or [path]
                paths += [path.replace("{game}", "tictactoe")] if "{game}" in path else []
                paths = [re.sub(r"\{\w+\}", "x", where).removeprefix("/api/v1") for where in paths]
                bodies = [None] if not texts else [with_text(texts, at, evil) for at in strings_in(texts)]
                bodies += [with_text(body, at, evil) for at in strings_in(body)]
                for where in paths:
                    queries = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]
                    asks = [where, *(f"{where}?{name}={quoted}" for name in queries)]
                    for each in bodies:
                        answer = ask(server, method.upper(), asks[0], each)
                        assert answer.status < 500, (method, where, each)
                        asked += 1
                    for other in asks[1:]:
                        assert ask(server, method.upper(), other, bodies[0]).status < 500
    assert asked > 150
    for evil in evils:
        for begun in (
            ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", evil]}),
            ask(server, "POST", "/matches", {"game": evil, "opponents": ["human", "random"]}),
            ask(server, "POST", "/games/tictactoe/move", {"opponent": evil}),
        ):
            assert begun.error["code"] in ("unknown_name", "bad_setting", "unknown_game"), evil
    assert not mark.exists()
    with pytest.raises(BlockingIOError):
        trap.accept()
    trap.close()
    assert ask(server, "GET", "/healthz").status == 200


def test_what_the_operator_lists_is_played_by_its_name_and_only_so(start, ask, tmp_path):
    (tmp_path / "first.py").write_text(
        "import sparring\nclass First(sparring.Player):\n    games = ('tictactoe',)\n"
        "    def choose(self, decision): return decision.options[0]\n"
    )
    command = shlex.join([sys.executable, "-I", "-S", str(RUDE), "none"])
    server = start(
        "--rate", "0", "--opponent", f"{tmp_path}/first.py:First", "--opponent", f"rude=engine:time=20:{command}"
    )
    listed = {entry["name"]: entry for entry in ask(server, "GET", "/games/tictactoe/opponents").json}
    assert {"First", "rude"} <= set(listed)
    assert command not in json.dumps(listed)
    assert not {"First", "rude"} & {entry["name"] for entry in ask(server, "GET", "/games/oware/opponents").json}
    for name in ("First", "rude"):
        played = ask(server, "POST", "/games/tictactoe/move", {"opponent": name, "moves": "b2"}).json
        assert (played["move"], played["fallback"]) == ("a1", False), name
        refused = ask(server, "POST", "/games/tictactoe/move", {"opponent": f"{name}:depth=2"})
        assert refused.error["code"] == "bad_setting"
        begun = ask(server, "POST", "/matches", {"game": "tictactoe", "opponents": ["human", name]})
        assert begun.status == 201
    refused = ask(server, "POST", "/games/tictactoe/move", {"opponent": f"engine:{command}"})
    assert refused.error["code"] == "bad_setting"


def test_every_setting_has_a_maximum_and_more_is_refused(start, ask):
    server = start("--rate", "0")
    seen = set()
    for game in ask(server, "GET", "/games").json:
        calls = f"/games/{game['name']}"
        for entry in ask(server, "GET", f"{calls}/opponents").json:
            for setting in entry["settings"]:
                if (described := json.dumps(setting)) in seen:
                    continue
                seen.add(described)
                if setting["type"] in ("number", "integer"):
                    more = f"{entry['name']}:{setting['name']}={setting['max'] + 1:.0f}"
                    assert ask(server, "POST", f"{calls}/move", {"opponent": more}).error["code"] == "bad_setting", more
                else:
                    assert setting["choices"], setting
