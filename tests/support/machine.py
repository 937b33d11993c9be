"""Programs that the tests need beside Python; as a script, this module installs those that are missing if it can.

A test whose program is missing is skipped, with the sentence of `lacking` as its reason.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

NODE_BIN = Path(sys.prefix) / "node" / "node_modules" / ".bin"
"""The folder into which programs from npm are installed."""

BIOME = "2.6.6"
"""The version of Biome that formats and lints the page; `biome.jsonc` names it too."""

BROWSERS = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
"""The names of browsers that Playwright can steer. The first has no window, so it takes a quarter less time."""

POSTGRESQL_FOLDERS = "usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql@*/bin"
"""The folders with PostgreSQL's own programs, on systems that do not have them on the path."""


def program(name: str) -> Path | None:
    """The path of a program: on the system's path, or in the folder of the newest PostgreSQL; None if it is missing."""
    folders = [folder for pattern in POSTGRESQL_FOLDERS for folder in Path("/").glob(pattern)]
    newest_first = sorted(folders, key=_version, reverse=True)
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, newest_first)))
    return Path(found) if found else None


def chromium() -> Path | None:
    """The path of a browser that Playwright can steer, under any of its names."""
    return next(filter(None, map(program, BROWSERS)), None)


def _version(folder: Path) -> int:
    digits = "".join(letter for letter in folder.parent.name if letter.isdigit())
    return int(digits or 0)


def _has_biome() -> bool:
    package = NODE_BIN.parent / "@biomejs" / "biome" / "package.json"
    return package.exists() and json.loads(package.read_text())["version"] == BIOME


@dataclass(frozen=True)
class Need:
    """Something that tests need."""

    what: str
    is_there: Callable[[], bool]
    get: str
    """The command with which root installs it on Debian."""


NEEDS = [
    Need(
        "PostgreSQL",
        lambda: all(map(program, ("initdb", "pg_ctl", "postgres"))),
        "apt-get install --yes postgresql",
    ),
    Need(
        "nginx",
        lambda: bool(program("nginx")),
        "apt-get install --yes --no-install-recommends nginx",
    ),
    Need(
        "C#",
        lambda: bool(program("mcs") and program("mono")),
        "apt-get install --yes --no-install-recommends mono-mcs mono-runtime libmono-system-net-http4.0-cil "
        "libmono-system-runtime-serialization4.0-cil",
    ),
    Need(
        "C++",
        lambda: bool(program("g++") and program("curl-config")),
        "apt-get install --yes g++ libcurl4-openssl-dev",
    ),
    Need(
        "TypeScript",
        lambda: bool(program("tsc") or (NODE_BIN / "tsc").exists()),
        f"npm install --silent --prefix {NODE_BIN.parent.parent} typescript",
    ),
    Need(
        "Biome",
        _has_biome,
        f"npm install --silent --prefix {NODE_BIN.parent.parent} @biomejs/biome@{BIOME}",
    ),
    Need(
        "Chromium",
        lambda: bool(chromium()),
        "apt-get install --yes chromium-headless-shell || apt-get install --yes chromium",
    ),
]


def lacking(what: str) -> str:
    """A sentence that says what is missing and how to install it; empty if it is there."""
    need = _need(what)
    return "" if need.is_there() else f"{what} is missing, which some tests need; on Debian: {need.get}"


def get(what: str) -> None:
    """Install something that is missing with npm, which needs no root."""
    if not _need(what).is_there() and shutil.which("npm"):
        _run(_need(what).get)


def _need(what: str) -> Need:
    return next(need for need in NEEDS if need.what == what)


def get_what_is_missing() -> bool:
    """Install what is missing, if this is Debian and we are root; returns whether everything is there now."""
    missing = [need for need in NEEDS if not need.is_there()]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        _run("apt-get update")
        for need in missing:
            print(f"Installing {need.what} for the tests …", flush=True)
            _run(need.get)
    for sentence in filter(None, (lacking(need.what) for need in missing)):
        print(sentence, file=sys.stderr)
    return all(need.is_there() for need in NEEDS)


def _run(command: str) -> None:
    """Run a command, and show its output only if it fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        command, shell=True, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode:
        print(f"{command} failed:\n{done.stdout}{done.stderr}", file=sys.stderr)


if __name__ == "__main__" and get_what_is_missing():
    for stamp in sys.argv[1:]:  # make does not ask again if this file is there
        Path(stamp).touch()
