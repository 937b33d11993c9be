"""How these pages become a site: `make docs`. Each of them also reads well in the repository."""

from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent

PARTS = {
    "": ["play", "your-game"],
    "Over HTTP": ["server", "Clients <clients>"],
    "How the search works": ["thinking", "connect4", "fourinarow", "oware", "onepiece"],
    "To look up": ["matches", "commands", "decisions/README"],
}
"""What the reader finds where. Every page is in here, or the site is not built."""

DECISIONS = sorted((page.stem for page in HERE.glob("decisions/[0-9]*.md")), key=lambda name: int(name.split("-")[0]))

project = "Sparring"
extensions = ["myst_parser"]
myst_heading_anchors = 3
nitpicky = True

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
    """Add the lists of pages where only the site needs them."""
    app.connect("source-read", add_contents)


def add_contents(app: Sphinx, page: str, source: list[str]) -> None:
    """What stands in the margin of every page, said at the end of two of them."""
    if page == "index":
        source[0] += "".join(contents(caption, pages) for caption, pages in PARTS.items())
    if page == "decisions/README":
        source[0] += contents("", DECISIONS)


def contents(caption: str, pages: list[str]) -> str:
    """Pages in their order, for the margin only."""
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}" * bool(caption), "", *pages, "```", ""])
