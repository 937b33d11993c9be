"""Files and functions are short enough to read in one go; longer ones give a reason."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
MODULES = sorted(SOURCE.rglob("*.py"))
SCRIPTS = sorted(SOURCE.rglob("*.js"))

MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 60
WIDEST = 120

REASON = "# One long function"
"""The beginning of the comment that gives the reason, in the file or function."""


@pytest.mark.parametrize("path", [*MODULES, *SCRIPTS], ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_has_at_most_400_lines(path):
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) <= MOST_LINES or _gives_a_reason(lines)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_line_of_a_script_has_at_most_120_characters(path):
    assert max(map(len, path.read_text("utf-8").splitlines())) <= WIDEST


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_function_has_at_most_60_lines(path):
    text = path.read_text("utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            body = lines[node.lineno - 1 : node.end_lineno]
            assert len(body) <= MOST_LINES_OF_A_FUNCTION or _gives_a_reason(body), f"{node.name}: {len(body)} lines"


def _gives_a_reason(lines: list[str]) -> bool:
    return any(line.strip().startswith(REASON) for line in lines)
