"""A user's project with compiled entries, each depending on something different, and an edit of all these things.

Every entry answers 11 before the edit and 12 after it.
"""

from textwrap import dedent

FILES = {
    "asking.py": """
        import importlib, json, sys
        from sparring.rules import kernels

        def ask(name):
            told = []
            module = importlib.import_module(name)
            with kernels.told_of_compiling(told.append):
                answer = module.answer(*getattr(module, "given", (10,)))
            return int(answer), told

        print(json.dumps({name: ask(name) for name in sys.argv[1:]}))
    """,
    "waiting.py": """
        print("ready", flush=True)
        input()
        import asking
    """,
    "figures.py": """
        import numpy
        ONE = 1
        OTHER = 1
        PAIR = (1, 2)
        ROW = numpy.array([1, 2, 3])
        WORD = "a"
    """,
    "package/__init__.py": "",
    "package/within.py": "DEEP = 1",
    "kinds.py": """
        from enum import IntEnum
        from typing import NamedTuple

        class Side(IntEnum):
            FIRST = 1
            SECOND = 2

        class Worth(NamedTuple):
            disc: int
            line: int

        WORTH = Worth(1, 2)
    """,
    "helping.py": """
        from sparring.rules.compiler import compiled
        from sparring.rules.kernels import kernel

        @kernel
        def add(number):
            return number + 1

        @compiled
        def add_compiled(number):
            return number + 1
    """,
    "helped.py": """
        import figures
        from sparring.rules.kernels import kernel

        @kernel
        def add_other(number):
            return number + figures.OTHER
    """,
    "adding.py": """
        from sparring.rules.kernels import kernel

        @kernel
        def one(number):
            return number + 1

        @kernel
        def two(number):
            return number + 2
    """,
    "naming.py": """
        from adding import one, two
        FIRST, SECOND, THIRD = one, two, one
    """,
    "position.py": """
        from typing import NamedTuple

        class Spot(NamedTuple):
            place: int

        class Way(NamedTuple):
            factor: int = 1
    """,
    "ruling.py": """
        from position import Spot, Way
        from sparring.rules import kernels

        def moves(position, buffer, start):
            return 0

        def play(position, move):
            return Spot(position.place + move)

        def result(position):
            return position.place + 1

        def seen(position, weights):
            return position.place * weights.factor + 1

        kernels.register(Spot, moves=moves, play=play, result=result)
        kernels.register_evaluation(Spot, Way, seen)
    """,
}

EDITS = {
    "a_rule.py": {"10": "11"},
    "a_constant.py": {"ONE = 1": "ONE = 2"},
    "figures.py": {"= 1": "= 2", "(1, 2)": "(2, 2)", "[1, 2, 3]": "[2, 2, 3]", '"a"': '"ab"'},
    "package/within.py": {"1": "2"},
    "kinds.py": {"FIRST = 1": "FIRST = 2", "SECOND = 2": "SECOND = 1", "disc": "stone", "line": "disc"},
    "helping.py": {"number + 1": "number + 2"},
    "naming.py": {"one, two, one": "one, two, two"},
    "ruling.py": {"place + 1": "place + 2", "factor + 1": "factor + 2"},
}


def entry(before, answer, arguments="number"):
    """The source of a module with an entry that returns `answer`, and the lines `before` it."""
    head = "from sparring.rules import kernels\nfrom sparring.rules.compiler import entry\n"
    return f"{head}{before}\n\n@entry(__name__)\ndef answer({arguments}):\n    return {answer}\n"


SPOT = "import ruling\nfrom position import Spot, Way\n"

ENTRIES = {
    "a_rule": entry("", "number * 0 + 10 + 1"),
    "a_constant": entry("ONE = 1", "number + ONE"),
    "an_imported_constant": entry("from figures import ONE", "number + ONE"),
    "a_constant_of_a_module": entry("import figures", "number + figures.ONE"),
    "a_constant_of_a_module_in_a_package": entry("import package.within", "number + package.within.DEEP"),
    "an_imported_tuple": entry("from figures import PAIR", "number + PAIR[0]"),
    "an_imported_array": entry("from figures import ROW", "number + ROW[0]"),
    "an_imported_text": entry("from figures import WORD", "number + len(WORD)"),
    "a_member_of_an_enumeration": entry("from kinds import Side", "number + Side.FIRST"),
    "a_constant_with_named_fields": entry("from kinds import WORTH", "number + WORTH.disc"),
    "a_function_elsewhere": entry("from helping import add", "add(number)"),
    "a_function_of_a_module": entry("import helping", "helping.add(number)"),
    "a_compiled_function_elsewhere": entry("from helping import add_compiled", "add_compiled(number)"),
    "a_constant_of_a_function_elsewhere": entry("from helped import add_other", "add_other(number)"),
    "which_function_a_name_stands_for": entry(
        "from naming import FIRST, SECOND, THIRD", "0 * FIRST(0) + 0 * SECOND(0) + THIRD(number)"
    ),
    "a_default": entry("import figures", "number + more", "number, more=figures.ONE"),
    "a_function_within": entry("import figures", "(lambda number: number + figures.ONE)(number)"),
    "a_rule_of_a_position": entry(SPOT + "given = (Spot(10),)", "kernels.result(position)", "position"),
    "an_evaluation": entry(SPOT + "given = Spot(10), Way()", "kernels.evaluate(position, way)", "position, way"),
}


def write(folder):
    """Write the project to a folder."""
    (folder / "package").mkdir()
    for name, text in {**FILES, **{f"{name}.py": text for name, text in ENTRIES.items()}}.items():
        (folder / name).write_text(dedent(text))


def edit(folder):
    """Edit everything that the entries depend on."""
    for name, changes in EDITS.items():
        text = (folder / name).read_text()
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        (folder / name).write_text(text)
