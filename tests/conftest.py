"""What all tests share: no user's files, no games of other packages, and under CI a skipped test is a failure."""

import os
from importlib.metadata import EntryPoints

import pytest

from sparring.rules import registry

pytest.register_assert_rewrite("support.characters", "support.game_contract")


# Games of other packages that are installed here are theirs to test.
_SHIPPED = EntryPoints(entry for entry in registry._installed() if entry.dist and entry.dist.name == "sparring")
registry._installed = lambda: _SHIPPED


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch, cache):
    monkeypatch.setenv("HOME", str(tmp_path))
    # What was compiled once serves all tests and runs; it is found by what it was made from, so it is never stale.
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache.mkdir("compiled")))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")


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
