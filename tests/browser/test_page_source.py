"""The source files of the page: none is too long, everything is used, and everything is loaded at once."""

import inspect
import re
from pathlib import Path

import pytest

import sparring.server
from sparring.scenes import scene

PAGE = Path(sparring.server.__file__).parent / "page"
TEXTS = {file.name: file.read_text() for file in sorted(PAGE.iterdir())}
SCRIPTS = {name: text for name, text in TEXTS.items() if name.endswith(".js")}
STYLES = {name: text for name, text in TEXTS.items() if name.endswith(".css")}
PAGES = {
    "index.html": "gallery.js",
    "match.html": "match.js",
    "you.html": "you.js",
    "decks.html": "deck_builder.js",
    "lab.html": "lab.js",
    "setup.html": "setup.js",
    "review.html": "review.js",
    "puzzles.html": "puzzles.js",
    "docs.html": "docs.js",
    "guide.html": "plain.js",
    "lost.html": "plain.js",
}
"""The pages, and the script that each begins with."""

LONGEST_LINE, LONGEST_FILE = 120, 400

MADE = [r"c-\w+?(-bg)?", r"on-\w+", r"seed-\d", r"\w+-mark"]
"""Classes whose names are built from values of a scene."""


def names(pattern, texts):
    return {name for text in texts.values() for name in re.findall(pattern, text)}


def imported(name, known=frozenset()):
    """The scripts that a script imports, directly or indirectly."""
    for found in re.findall(r"from '\./(.+?)';", SCRIPTS[name]):
        if found not in known:
            known = imported(found, known | {found})
    return known


@pytest.mark.parametrize("name", [name for name in TEXTS if not name.endswith(".svg")])
def test_no_line_and_no_file_is_too_long(name):
    lines = TEXTS[name].splitlines()
    assert [line for line in lines if len(line) > LONGEST_LINE] == []
    assert len(lines) <= LONGEST_FILE


@pytest.mark.parametrize(("page", "script"), PAGES.items())
def test_a_page_asks_at_once_for_all_scripts_that_it_needs(page, script):
    """Otherwise the browser asks for a script only when the one that imports it has arrived."""
    preloaded = re.findall(r'<link rel="modulepreload" href="/page/(.+?)">', TEXTS[page])
    assert preloaded == sorted(imported(script))


def test_every_script_and_style_is_used_by_a_page():
    linked = {*names(r'(?:href|src)="/page/(.+?)"', {page: TEXTS[page] for page in PAGES})}
    linked |= names(r"import\('\./(.+?)'\)", SCRIPTS)  # when it is needed
    assert linked == set(TEXTS) - set(PAGES)


def test_every_class_in_the_styles_is_one_that_a_page_a_script_or_a_scene_gives():
    looks = inspect.getsource(scene)  # which says what looks there are
    given = " ".join([looks, *(text for name, text in TEXTS.items() if name not in STYLES)])
    made = re.compile("|".join(MADE))
    classes = names(r"\.([a-z][\w-]*)(?=[^;{}]*\{)", STYLES)
    unused = {name for name in classes if not made.fullmatch(name) and not re.search(rf"\b{name}\b", given)}
    assert unused == set()


def test_every_variable_of_the_styles_is_set_and_used():
    everything = {**STYLES, **SCRIPTS}
    used = names(r"var\((--[\w-]+)", STYLES) | names(r"duration\('(--[\w-]+)'\)|timeFor\(.*'(--[\w-]+)'\)", SCRIPTS)
    used = {name for found in used for name in ([found] if isinstance(found, str) else found) if name}
    assert used == names(r"(--[\w-]+):", STYLES) | names(r"setProperty\('(--[\w-]+)'", everything)


def test_every_name_that_a_script_exports_is_imported_by_another():
    for name, text in SCRIPTS.items():
        elsewhere = " ".join(other for others, other in SCRIPTS.items() if others != name)
        for exported in re.findall(r"^export (?:async )?(?:const|function|class) (\w+)", text, re.MULTILINE):
            when_loaded = rf"import \{{[^}}]*\b{exported}\b[^}}]*\}} from './{name}'"
            when_needed = rf"import\('./{name}'\)[^;]*\.{exported}\b"
            assert re.search(f"{when_loaded}|{when_needed}", elsewhere), exported
