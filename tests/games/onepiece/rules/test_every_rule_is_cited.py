"""Every rule and every scenario is cited by a test."""

import ast
import re
from pathlib import Path

RULES = {
    0: "R0.1 R0.2 R0.3 R0.4 R0.5 R0.6 R0.7",
    1: "R1.1 R1.2 R1.3 R1.4",
    2: "R2.1 R2.2 R2.3 R2.4 R2.5 R2.6",
    3: "R3.1 R3.2 R3.3 R3.4",
    4: "R4.1 R4.2 R4.3 R4.4 R4.5 R4.6",
    5: "R5.1 R5.2 R5.3 R5.4 R5.5 R5.6 R5.7 R5.8",
    6: "R6.1 R6.2 R6.3 R6.4 R6.5 R6.6 R6.7 R6.8 R6.9 R6.10 R6.11 R6.12 R6.13",
    7: "R7.1 R7.2 R7.3 R7.4 R7.5 R7.6 R7.7 R7.8 R7.9 R7.10",
    8: "R8.1 R8.2 R8.3 R8.4 R8.5 R8.6 R8.7 R8.8 R8.9 R8.10 R8.11 R8.12 R8.13",
    9: "R9.1 R9.2 R9.3 R9.4 R9.5 R9.6 R9.7",
    10: "R10.1 R10.2 R10.3 R10.4",
    11: "R11.1 R11.2 R11.3 R11.4",
    12: "R12.1 R12.2 R12.3 R12.4",
    13: "R13.1 R13.2 R13.3",
    "conventions": "C1 C2 C3 C4 C5 C6 C7 C8 C9",
}
SCENARIOS = [f"S{number:02}" for number in range(1, 29)]


def test_every_rule_and_every_scenario_is_cited():
    """Each number is in the docstring of a test in this folder or in that of the newer words."""
    cited = set()
    here = Path(__file__).parent
    for path in (*here.glob("test_*.py"), *here.parent.glob("words/test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited |= set(re.findall(r"\b(?:R\d+\.\d+|C\d|S\d\d)\b", ast.get_docstring(node) or ""))
    assert {number for numbers in RULES.values() for number in numbers.split()} | set(SCENARIOS) == cited
