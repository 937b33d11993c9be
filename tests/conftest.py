"""What all tests share: a home of their own, the order in which they run, and that CI fails where one is skipped."""

import os
import subprocess
import sys

import pytest

from support.order import is_slow, place

pytest.register_assert_rewrite("support.characters", "support.game_contract")


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch, cache):
    monkeypatch.setenv("HOME", str(tmp_path))
    # What was compiled once serves all tests and runs; it is found by what it was made from, so it is never stale.
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache.mkdir("compiled")))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if is_slow(item.nodeid):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: place(item.nodeid))


class CompilesFirst:
    """Compiles what the games need while the workers collect tests, so that no two of them compile the same code."""

    def __init__(self, cache):
        self._warmup = subprocess.Popen(
            [sys.executable, "-m", "sparring.terminal.main", "warmup"],
            env={**os.environ, "XDG_CACHE_HOME": str(cache.mkdir("compiled"))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self):
        self._warmup.wait()  # no worker is given a test before

    def pytest_unconfigure(self):
        self._warmup.kill()
        self._warmup.wait()


def pytest_configure(config):
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(CompilesFirst(config.cache))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each worker neighbouring tests, which share servers and browsers; one that is done takes from another."""
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
    """Skipped tests, but for those that need data which is not part of the project."""
    return [report for report in reporter.stats.get("skipped", []) if "shared/data" not in str(report.longrepr)]
