"""Fixtures that run commands."""

import json

import pytest

from sparring.terminal.main import main


@pytest.fixture(autouse=True)
def one_core(request, monkeypatch):
    """A command without --jobs works in this process: starting others takes longer than a few games do."""
    if request.node.get_closest_marker("soak") is None:
        monkeypatch.setattr("sparring.terminal.arguments.cores", lambda: 1)


@pytest.fixture
def run(capsys):
    """Run a command in this process; returns its exit status, output and error output."""

    def run(*arguments):
        try:
            status = main(list(arguments))
        except SystemExit as leaving:
            status = leaving.code
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def answer(run):
    """Run a command that must succeed; returns its JSON."""

    def answer(*arguments):
        status, out, err = run(*arguments, "--json")
        told = [line for line in err.splitlines() if not line.startswith("Compiling ")]  # once on each machine
        assert (status, told) == (0, [])
        assert out.count("\n") == 1
        return json.loads(out)

    return answer
