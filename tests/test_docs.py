"""Every command and code block in the README and the docs is run here, or (those with >>>) as a doctest."""

import json
import os
import re
import subprocess
import sys
import tomllib
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest

import sparring

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
BLOCK = re.compile(r"(?:<!-- file: (?P<file>\S+) -->\n)?^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.M | re.S)


def blocks(page):
    return list(BLOCK.finditer(page.read_text("utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_a_page_works_in_order(page, tmp_path):
    for block in blocks(page):
        code, language = block["code"], block["language"]
        if block["file"]:
            (tmp_path / block["file"]).write_text(code)
        elif language == "console":
            run_console(code, tmp_path)
        elif language == "sh":
            run_make_targets(code)
        elif language == "toml":
            tomllib.loads(code)
        elif language == "text":
            if code.startswith("Sparring record"):
                assert str(sparring.Record.parse(code)) == code
        else:
            assert language == "python", f"a block of {language!r} is run by nobody"
            assert ">>>" in code, "a Python block is a doctest, or says which file it is"


def run_console(code, folder):
    """Run each command of a block; what is shown below it must be what it prints, ... standing for anything.

    Standard input is empty, so a game of `sparring play` ends at its first question.
    """
    for command, _, expected in (part.partition("\n") for part in re.split(r"^\$ ", code, flags=re.M)[1:]):
        environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=100,
        )
        assert done.returncode == 0, f"{command}: {done.stderr}"
        told = [line for line in done.stderr.splitlines() if not line.startswith("Compiling ")]  # once on each machine
        assert told == [], command
        if expected:
            matches = OutputChecker().check_output(expected, done.stdout, ELLIPSIS | NORMALIZE_WHITESPACE)
            assert matches, f"{command} printed\n{done.stdout}"


def run_make_targets(code):
    """The targets that a page names are in the Makefile; running them all here would never end."""
    for line in code.splitlines():
        command = line.partition("#")[0].split()
        assert command[0] == "make"
        subprocess.run([*command, "--dry-run"], cwd=ROOT, check=True, capture_output=True)


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_ratings_in_the_docs_are_the_measured_ones():
    ladder = json.loads((ROOT / "src/sparring/games/tictactoe/ladder.json").read_text())
    page = (ROOT / "docs/thinking.md").read_text("utf-8")
    for rung in ladder["ratings"]:
        row = f"| {rung['opponent']} | {rung['rating']:.0f} | {rung['low']:.0f} and {rung['high']:.0f} |"
        assert row in page


def test_every_setting_is_in_the_docs():
    page = (ROOT / "docs/commands.md").read_text("utf-8")
    for entry in sparring.catalogue("tictactoe").entries.values():
        for name in entry.known_settings(sparring.game("tictactoe")):
            assert f"`{name}`" in page
