"""`sparring new` writes a package that works, also outside this repository and from wheels alone."""

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import sparring
from sparring.rules import UnknownName, registry

ROOT = Path(sparring.__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


def run_in(folder, site, *arguments):
    """A module's command in another folder, with the packages of a folder before all others."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(what, site):
    options = ["--no-build-isolation", "--no-deps", "--no-compile", "--target", site]
    subprocess.run([*PIP, "install", *options, what], check=True, capture_output=True)


@pytest.mark.timeout(400)
def test_a_new_package_passes_its_own_tests_with_sparring_from_a_wheel(tmp_path):
    site = tmp_path / "site"
    wheels = [*PIP, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", tmp_path, ROOT]
    subprocess.run(wheels, check=True, capture_output=True)
    [wheel] = tmp_path.glob("sparring-*.whl")
    install(wheel, site)
    told = json.loads(run_in(tmp_path, site, "sparring", "new", "reversi", "--json"))
    package = tmp_path / "reversi"
    assert {str(path.relative_to(tmp_path)) for path in package.rglob("*") if path.is_file()} == set(told["files"])
    install(package, site)
    checked = run_in(package, site, "sparring", "check", "reversi", "--games", "20", "--json")
    assert json.loads(checked)["ok"]
    assert "passed" in run_in(package, site, "pytest", "-q", "-p", "no:cacheprovider", "-k", "not contract")
    listed = json.loads(run_in(tmp_path, site, "sparring", "opponents", "reversi", "--json"))
    assert "greedy" in {entry["name"] for entry in listed}, "opponents.toml is in the wheel"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Rev", "'Rev' cannot be the name of a game"),
        ("my-game", "'my-game' cannot be the name of a game"),
        ("oware", "There is a game 'oware' already"),
        ("class", "'class' is the name of a Python module or word already"),
        ("json", "'json' is the name of a Python module or word already"),
        ("here", "There is a file or folder 'here' here already; nothing was written"),
    ],
)
def test_a_name_that_cannot_be_is_refused(run, tmp_path, monkeypatch, name, why):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    status, out, err = run("new", name)
    assert (status, out) == (2, "")
    assert why in err
    assert [path.name for path in tmp_path.iterdir() if path.name not in ("data", "here")] == []


def test_an_entry_point_under_another_name_than_the_game_is_refused(monkeypatch):
    entry = EntryPoint("noughts", "sparring.games.tictactoe:TicTacToe", registry.GROUP)
    with pytest.raises(UnknownName, match="calls itself 'tictactoe': the entry point must have the same name"):
        registry._class_of(entry)
    registry._unusable.pop("noughts")
