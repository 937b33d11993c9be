"""The games of the cookbook, as its pages have them."""

import re
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import sparring

PAGES = Path(__file__).parents[2] / "docs/cookbook"
FILE = re.compile(r"<!-- file: (\S+) -->\n```\w*\n(.*?)^```$", re.M | re.S)


def write(page, folder):
    """Write the files of a page into a folder; returns what names the game there."""
    for name, code in FILE.findall((PAGES / f"{page}.md").read_text("utf-8")):
        (Path(folder) / name).write_text(code, "utf-8")
    return f"{folder}/{page}.py:{page.title()}"


@cache
def game(page):
    """The game of a page."""
    return sparring.game(write(page, mkdtemp(prefix="cookbook-")))
