"""Every id that code, tests and docs cite is defined in the docs, and the tests that a definition names prove it."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from sparring.terminal.main import main

ROOT = Path(__file__).parent.parent
REQUIREMENTS = (ROOT / "docs/requirements.md").read_text("utf-8")
RULES = (ROOT / "docs/onepiece-rules.md").read_text("utf-8")
EFFECTS = (ROOT / "docs/onepiece-effects.md").read_text("utf-8")

REQUIREMENT = re.compile(r"\b(?:ALL|TT|PT|C4|OW|OP)-\d+\b")
RULE = re.compile(r"\b(?:R\d{1,2}(?:\.\d{1,2})?|C[1-9](?!-)|S\d\d)\b")
"""Rules, conventions and worked examples of the card game."""

SOURCES = [
    path
    for folder in ("src", "tests", "docs", "benchmarks", "tools")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".md", ".toml", ".js")
]
SECTIONS = {
    section.partition("\n")[0]: section for section in re.split(r"^#{2,3} ", REQUIREMENTS, flags=re.M) if section
}
DEFINED = [name for name in SECTIONS if REQUIREMENT.fullmatch(name)]


def ids_of(node):
    """The requirements that a test, or a class of tests, names in its markers and its docstring."""
    marks = [ast.unparse(mark) for mark in node.decorator_list if "req(" in ast.unparse(mark)]
    return set(REQUIREMENT.findall(" ".join([*marks, ast.get_docstring(node) or ""])))


def proofs_in(node, inherited):
    """Every test in a module or a class, with the requirements that it names."""
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            yield from proofs_in(child, inherited | ids_of(child))
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and child.name.startswith("test"):
            yield child.name, inherited | ids_of(child)


@cache
def proofs_by_id():
    """The names of the tests that prove each requirement."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        module = ast.parse(path.read_text("utf-8"))
        marks = [ast.unparse(node) for node in module.body if isinstance(node, ast.Assign)]
        of_module = " ".join(
            [*(mark for mark in marks if mark.startswith("pytestmark")), ast.get_docstring(module) or ""]
        )
        for name, ids in proofs_in(module, set(REQUIREMENT.findall(of_module))):
            for each in ids:
                found.setdefault(each, set()).add(name)
    return found


def test_every_requirement_that_is_cited_is_defined():
    for path in SOURCES:
        cited = set(REQUIREMENT.findall(path.read_text("utf-8")))
        assert cited <= set(DEFINED), f"{path.relative_to(ROOT)} cites {sorted(cited - set(DEFINED))}"


def test_every_rule_of_the_card_game_that_is_cited_is_defined():
    defined = set(re.findall(rf"\*\*({RULE.pattern})\*\*", RULES)) | set(re.findall(r"^## (R\d+)\b", RULES, flags=re.M))
    for path in SOURCES:
        if "onepiece" in str(path.relative_to(ROOT)):
            cited = set(RULE.findall(path.read_text("utf-8")))
            assert cited <= defined, f"{path.relative_to(ROOT)} cites {sorted(cited - defined)}"


@pytest.mark.parametrize("name", DEFINED)
def test_a_requirement_names_tests_that_prove_it_or_says_what_is_missing(name):
    section = SECTIONS[name]
    named = set(re.findall(r"`(test_\w+)`", section))
    assert named or "\nNot yet." in section or "\nIn part: " in section
    proving = proofs_by_id().get(name, set())
    assert named <= proving, f"{name} is not proven by {named - proving}; tests that name it: {sorted(proving)}"
    assert not proving or named, f"{name} names no test, and there are {sorted(proving)}"


@pytest.mark.parametrize("name", DEFINED)
def test_a_path_in_a_requirement_exists(name):
    paths = re.findall(r"`((?:[a-z0-9_]+/)+(?:\w+\.\w+)?)`", SECTIONS[name])
    for path in paths:
        assert (ROOT / ("" if path.startswith("benchmarks/") else "src/sparring") / path).exists(), path


# ---------------------------------------------------------------------- the effect language


def words(value):
    """Every word of the effect language in a card: keys, and values that are words."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            if key in ("timing", "if", "pay", "op", "select"):
                yield part
            yield from words(part)
    elif isinstance(value, list):
        for part in value:
            yield from words(part)


def test_every_word_of_the_shipped_cards_is_in_the_docs():
    decks = sorted((ROOT / "src/sparring/games/onepiece/decks").glob("*.json"))
    assert decks
    for path in decks:
        for word in sorted(set(words(json.loads(path.read_text("utf-8"))))):
            assert f"`{word}`" in EFFECTS or f'"{word}"' in EFFECTS, f"{path.name} uses {word}"


def test_the_effect_shown_in_the_docs_can_be_played(tmp_path):
    block = re.search(r"^```json\n(.*?)^```$", EFFECTS, re.M | re.S)
    own = {"category": "character", "color": "red", "cost": 1, "power": 1000, "attribute": "Wisdom"}
    cards = [
        {"id": f"MINE-{number}", "name": f"Mine {number}", "count": 4 if number else 2, **own} for number in range(13)
    ]
    cards[0]["effects"] = [json.loads(block[1])]
    deck = tmp_path / "mine.json"
    deck.write_text(json.dumps({"deck": "mine", "name": "Mine", "leader": "ST01-001", "cards": cards}), "utf-8")
    assert main(["legal", "onepiece", "--decks", f"{deck},ST02"]) == 0
