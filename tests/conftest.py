"""For all tests: a home folder of their own, only the shipped games, slow tests first, and no skipped test under CI."""

import os
import subprocess
import sys
import time
from importlib.metadata import EntryPoints
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from sparring.rules import registry
from support.order import is_slow, place

pytest.register_assert_rewrite(
    "support.characters", "support.fourinarow_boards", "support.game_contract", "support.onepiece_random_games"
)


# No test depends on how busy the machine is.
settings.register_profile("sparring", deadline=None)
settings.load_profile("sparring")

LONGEST_COLLECTION = 60.0
"""Seconds after which a worker no longer waits for the first one to have collected its tests."""

# Other packages test their own games, so only the shipped ones are registered here.
_SHIPPED = EntryPoints(entry for entry in registry._installed() if entry.dist and entry.dist.name == "sparring")
registry._installed = lambda: _SHIPPED


@pytest.fixture(scope="session")
def _homes(tmp_path_factory):
    """Paths for new folders. For each `tmp_path`, pytest looks at all that were made before."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def _own_home(request, _homes, monkeypatch, pytestconfig):
    if "tmp_path" in request.fixturenames:
        home = request.getfixturevalue("tmp_path")
    else:
        home = next(_homes)
        home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    # All tests and runs share the compiled code. The cache finds it by its sources, so it is never stale.
    compiled = pytestconfig.rootpath / ".pytest_cache" / "d" / "compiled"  # also where the plugin `cache` is off
    compiled.mkdir(parents=True, exist_ok=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(compiled))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("COLUMNS", "100")


def pytest_ignore_collect(collection_path, config):
    """Leave out files of slow tests before they are read, if no slow test is asked for."""
    if "not slow" not in config.option.markexpr or not collection_path.is_relative_to(config.rootpath):
        return None
    return is_slow(collection_path.relative_to(config.rootpath).as_posix()) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if is_slow(item.nodeid):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: place(item.nodeid))


class CompilesFirst:
    """Compiles the kernels while the workers collect tests, so that no two workers compile the same code."""

    def __init__(self, cache):
        names = [entry.name for entry in _SHIPPED]
        half = [name for name in names if name in ("oware", "tictactoe")]  # they take as long as all others together
        others = [name for name in names if name not in half]
        self._compilers = [
            subprocess.Popen(
                [sys.executable, "-m", "sparring.terminal.main", "warmup", *games],
                env={**os.environ, "XDG_CACHE_HOME": str(cache.mkdir("compiled"))},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for games in (half, others)
        ]

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self):
        for compiler in self._compilers:
            compiler.wait()  # no worker gets a test before that

    def pytest_unconfigure(self):
        for compiler in self._compilers:
            compiler.kill()
            compiler.wait()


class CollectsAfterTheFirst:
    """Lets a worker collect its tests after the first one, whose compiled test modules it then reads."""

    def __init__(self, cache, run, worker):
        self._collected = Path(cache.mkdir("collected")) / run
        self._is_first = worker == "gw0"

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self):
        waited_until = time.monotonic() + LONGEST_COLLECTION
        while not (self._is_first or self._collected.exists() or time.monotonic() > waited_until):
            time.sleep(0.05)

    def pytest_collection_finish(self):
        if self._is_first:
            self._collected.touch()

    def pytest_unconfigure(self):
        if self._is_first:
            self._collected.unlink(missing_ok=True)


def pytest_configure(config):
    if worker := getattr(config, "workerinput", None):
        if not sys.dont_write_bytecode:
            config.pluginmanager.register(CollectsAfterTheFirst(config.cache, worker["testrunuid"], worker["workerid"]))
    elif config.getoption("numprocesses", None):
        config.pluginmanager.register(CompilesFirst(config.cache))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each worker neighbouring tests, which share servers and browsers; an idle worker takes some of another."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getvalue("dist") == "load" else None


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = _skipped(reporter) if reporter else []
    if os.environ.get("CI") and skipped and session.exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter):
    if os.environ.get("CI") and _skipped(terminalreporter):
        terminalreporter.write_line("CI: a skipped test is a failure.", red=True)


def _skipped(reporter):
    """Skipped tests, except those that need data outside the project."""
    return [report for report in reporter.stats.get("skipped", []) if "shared/data" not in str(report.longrepr)]
