"""Runs every command and code block of the README and the docs; blocks with >>> also run as doctests."""

import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from contextlib import ExitStack
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest

import sparring
from support import machine, processes
from support.serving import Server

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
BLOCK = re.compile(r"(?:<!-- file: (?P<file>\S+) -->\n)?^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.M | re.S)


def blocks(page):
    return list(BLOCK.finditer(page.read_text("utf-8")))


ADDRESS = "http://127.0.0.1:8000"
"""The address of the server on the pages; in a test it is replaced by the real one."""

TOOLCHAINS = {"tsc": "TypeScript", "mcs": "C#", "g++": "C++"}
"""Programs that only the examples in one language need. If one is missing, its examples are skipped."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_a_page_works_in_order(page, tmp_path):
    with ExitStack() as running:
        run_blocks(page, tmp_path, running)


def run_blocks(page, tmp_path, running):
    address = ADDRESS
    for block in blocks(page):
        code, language = block["code"].replace(ADDRESS, address), block["language"]
        if block["file"]:
            (tmp_path / block["file"]).write_text(code)
        elif language == "console" and code.startswith("$ sparring serve"):
            server = running.enter_context(Server(tmp_path, *shlex.split(code.splitlines()[0])[3:]))
            assert code.splitlines()[1:] == [f"Sparring listens on {ADDRESS}"]
            address = server.address
        elif language == "console":
            run_console(code, tmp_path)
        elif language == "sh":
            run_make_targets(code)
        elif language == "toml":
            tomllib.loads(code)
        elif language == "json":
            json.loads(code)
        elif language == "text":
            if code.startswith("Sparring record"):
                assert str(sparring.Record.parse(code)) == code
        else:
            assert language == "python", f"no code here runs a block of {language!r}"
            assert ">>>" in code, "a Python block must be a doctest or name its file"


def run_console(code, folder):
    """Run each command of a block and compare what it prints with the lines below it; ... matches anything.

    Standard input is empty, so a game of `sparring play` ends at its first question.
    """
    for command, _, expected in (part.partition("\n") for part in re.split(r"^\$ ", code, flags=re.M)[1:]):
        program, *arguments = shlex.split(command)
        if program in TOOLCHAINS and machine.lacking(TOOLCHAINS[program]):
            continue
        if program == "sparring" and not FOR_THE_SHELL.search(command):
            done = processes.sparring(*arguments, cwd=folder, timeout=100, setup=processes.one_core)
        else:
            done = run_in_shell(command, folder)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        told = [line for line in done.stderr.splitlines() if not line.startswith("Compiling ")]  # once on each machine
        assert told == [], command
        if expected:
            matches = OutputChecker().check_output(expected, done.stdout, ELLIPSIS | NORMALIZE_WHITESPACE)
            assert matches, f"{command} printed\n{done.stdout}"


FOR_THE_SHELL = re.compile(r"[|<>$;&`*]|\\\n")
"""What only a shell understands; a command without any of it needs none."""


def run_in_shell(command, folder):
    """Run a command as it is typed. Variables that it sets are kept for the next one."""
    keeping = f"[ ! -e .set ] || . ./.set; set -a\n{command}\nstatus=$?; export -p > .set; exit $status"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", keeping],
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{machine.NODE_BIN}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
    )


def run_make_targets(code):
    """Check that the targets that a page names are in the Makefile; running them would take too long."""
    for line in code.splitlines():
        command = line.partition("#")[0].split()
        assert command[0] == "make"
        subprocess.run([*command, "--dry-run"], cwd=ROOT, check=True, capture_output=True)


def test_links_between_pages_have_targets():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_setting_is_in_the_docs():
    page = (ROOT / "docs/commands.md").read_text("utf-8")
    for entry in sparring.catalogue("tictactoe").entries.values():
        for name in entry.known_settings(sparring.game("tictactoe")):
            assert f"`{name}`" in page


def test_every_public_name_is_in_the_api_reference_once():
    page = (ROOT / "docs/api.md").read_text("utf-8")
    shown = [name for names in re.findall(r"<!-- reference: (.*) -->", page) for name in names.split(", ")]
    assert sorted(shown) == sorted(sparring.__all__)
    assert sorted(re.findall(r"^\| `(\w+)` \|", page, re.M)) == sorted(sparring.__all__)


@pytest.mark.parametrize("name", sparring.__all__)
def test_every_public_name_has_a_docstring_of_its_own(name):
    assert getattr(sparring, name).__doc__, f"sparring.{name} has no docstring"


def test_the_picture_of_the_rooms_is_drawn_from_the_import_contract():
    drawn = runpy.run_path(str(ROOT / "docs/pictures/rooms.py"))["picture"]()
    shown = (ROOT / "docs/pictures/rooms.svg").read_text("utf-8")
    assert shown == drawn, "run `python docs/pictures/rooms.py`"


def test_the_map_names_every_room_and_only_files_and_functions_that_exist():
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    rooms = runpy.run_path(str(ROOT / "docs/pictures/rooms.py"))["layers"]()
    assert sorted(re.findall(r"^\| `(\w+)/` \|", page, re.M)) == sorted(rooms)
    now = page.partition("## The same walks before the redesign")[0]
    for path, name in re.findall(r"`((?:\w+/)+\w+\.\w+)(?:: ([\w.]+))?`", now):
        outside = path.startswith(("benchmarks/", "tools/"))
        file = ROOT / path if outside else ROOT / "src/sparring" / path
        assert file.is_file(), path
        for part in filter(None, name.split(".")):
            declared = rf"(?:def|class|function) {part}\b|^\s+(?:async )?#?{part}\("
            assert re.search(declared, file.read_text("utf-8"), re.M), f"{path} has no {part}"


def test_the_tree_of_the_card_game_is_the_real_one():
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    tree = re.search(r"^```text\ngames/onepiece/\n(.*?)^```$", page, re.M | re.S)[1]
    folder = ROOT / "src/sparring/games/onepiece"
    found = [
        path.name
        for path in folder.rglob("*.py")
        if path.name != "__init__.py" and path.parent.name not in ("actions", "facts")
    ]
    assert sorted(re.findall(r"\w+\.py", tree)) == sorted(found)
