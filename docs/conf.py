"""Settings of the docs site, which `make docs` builds. Each page also reads well in the repository."""

import inspect
import re
from pathlib import Path

from sphinx.application import Sphinx

import sparring

HERE = Path(__file__).parent
Signature = tuple[str | None, str | None]

PARTS = {
    "": ["play", "hints", "review", "puzzles", "talking", "your-game", "train"],
    "Cookbook": ["cookbook", "cookbook/othello", "cookbook/pig", "cookbook/islands", "cookbook/kuhn"],
    "Connections": ["connect", "rules-elsewhere", "environments", "notebooks", "server", "Clients <clients>"],
    "How the search works": ["thinking", "levels", "ratings", "measuring", "connect4", "fourinarow", "oware"],
    "One Piece": ["onepiece", "Rules <onepiece-rules>", "Effect language <onepiece-effects>"],
    "Reference": ["matches", "commands", "api"],
    "For contributors": ["architecture", "requirements", "decisions/README"],
}
"""The sidebar: captions and their pages. Sphinx refuses to build a site with a page that is not listed."""

DECISIONS = sorted((page.stem for page in HERE.glob("decisions/[0-9]*.md")), key=lambda name: int(name.split("-")[0]))

project = "Sparring"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 3
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types of the standard library have no page here to link to
default_role = "code"  # docstrings write code in single backticks
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 120
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autoclass_content = "both"  # what a constructor says is part of the class for its user

html_theme = "furo"
html_title = "Sparring"
html_logo = html_favicon = "../src/sparring/server/page/icon.svg"
html_static_path = ["flax.css"]
html_css_files = ["flax.css"]
html_copy_source = False
html_use_index = False
html_show_search_summary = False  # it would have to fetch pages, which a browser refuses for files on disk
html_show_copyright = False
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {
        "color-background-primary": "#fbf8f1",
        "color-background-secondary": "#f3ecdf",
        "color-background-hover": "#e9dfcd",
        "color-background-border": "#d6c8b1",
        "color-foreground-primary": "#271e17",
        "color-foreground-secondary": "#5d4f43",
        "color-foreground-muted": "#5d4f43",
        "color-foreground-border": "#857560",
        "color-brand-primary": "#1c6455",
        "color-brand-content": "#1c6455",
        "color-brand-visited": "#5d4f43",
        "color-highlight-on-target": "#f2e2b4",
        "color-code-background": "#f3ecdf",
        "color-inline-code-background": "#f3ecdf",
    },
    "dark_css_variables": {
        "color-background-primary": "#251f1a",
        "color-background-secondary": "#1b1613",
        "color-background-hover": "#3e342b",
        "color-background-border": "#3e342b",
        "color-foreground-primary": "#f3e9da",
        "color-foreground-secondary": "#bfae9b",
        "color-foreground-muted": "#bfae9b",
        "color-foreground-border": "#8d7c69",
        "color-brand-primary": "#7cc7ad",
        "color-brand-content": "#7cc7ad",
        "color-brand-visited": "#bfae9b",
        "color-highlight-on-target": "#24423a",
        "color-code-background": "#1b1613",
        "color-inline-code-background": "#1b1613",
    },
}


def setup(app: Sphinx) -> None:
    """Add to the pages what only the site needs."""
    app.connect("source-read", add_contents)
    app.connect("source-read", add_reference)
    app.connect("autodoc-process-signature", hide_factories)


def hide_factories(
    app: Sphinx, what: str, name: str, thing: object, options: object, *signature: str | None
) -> Signature:
    """Write `...` for a default that is made afresh each time, where a dataclass writes `<factory>`."""
    arguments, result = signature
    return arguments and arguments.replace("<factory>", "..."), result


def add_contents(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the sidebar's lists of pages to the two pages that own them."""
    if page == "index":
        source[0] += "".join(contents(caption, pages) for caption, pages in PARTS.items())
    if page == "decisions/README":
        source[0] += contents("", DECISIONS)


def contents(caption: str, pages: list[str]) -> str:
    """A list of pages for the sidebar only."""
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}" * bool(caption), "", *pages, "```", ""])


def add_reference(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the docstrings of the public names below the tables that list them in `api.md`."""
    if page == "api":
        parts = re.split(r"^<!-- reference: (.*) -->$", source[0], flags=re.M)
        source[0] = parts[0] + "".join(
            text_and_heading(text, names.split(", ")) for names, text in zip(parts[1::2], parts[2::2], strict=True)
        )


def text_and_heading(text: str, names: list[str]) -> str:
    """The text of one section with its reference, and the heading of the next section after it."""
    own, heading, rest = text.partition("\n## ")
    return own + "".join(map(reference, names)) + heading + rest


def reference(name: str) -> str:
    """The directive that shows one public name with its docstring."""
    if inspect.isclass(getattr(sparring, name)):
        shown = f".. autoclass:: sparring.{name}\n   :members:"
    else:
        shown = f".. autofunction:: sparring.{name}"
    return f"\n```{{eval-rst}}\n{shown}\n```\n"
