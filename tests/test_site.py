"""The docs site: every page is listed, every link works, and nothing is loaded from another host."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import sparring

ROOT = Path(__file__).parent.parent
PAGES = sorted(page.relative_to(ROOT / "docs").with_suffix("") for page in ROOT.glob("docs/**/*.md"))
LOADED = {"script", "link", "img", "iframe", "source", "object", "embed", "video", "audio", "use", "image"}


class Tags(HTMLParser):
    """What a page loads, what it links to, and the anchors in it."""

    def __init__(self, page):
        super().__init__()
        self.loaded, self.links, self.names = [], [], set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.names.add(attributes.get("id"))
        targets = [attributes[name] for name in ("src", "href", "data", "xlink:href") if attributes.get(name)]
        if tag in LOADED:
            self.loaded += targets
        elif tag == "a":
            self.links += targets


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("docs")
    command = [
        "-m",
        "sphinx",
        "--fail-on-warning",
        "--keep-going",
        "--quiet",
        "--doctree-dir",
        str(folder / "doctrees"),
    ]
    built = subprocess.run([sys.executable, *command, "docs", str(folder / "site")], cwd=ROOT, capture_output=True)
    assert built.returncode == 0, built.stderr.decode()
    return folder / "site"


def test_every_page_is_in_the_navigation_of_the_first(site):
    links = Tags(site / "index.html").links
    for page in PAGES:
        assert page.parent.name == "decisions" or page.name == "index" or f"{page}.html" in links


def test_every_link_of_the_site_has_a_target_in_it(site):
    pages = {page.resolve(): Tags(page) for page in site.rglob("*.html")}
    assert {site.resolve() / f"{page}.html" for page in PAGES} <= set(pages)
    for page, tags in pages.items():
        for target in map(urlsplit, tags.loaded + tags.links):
            if target.scheme or target.netloc:
                continue
            file = (page.parent / unquote(target.path)).resolve() if target.path else page
            assert file.is_file(), f"{page.name}: {target.geturl()}"
            if target.fragment and file in pages:
                assert unquote(target.fragment) in pages[file].names, f"{page.name}: {target.geturl()}"


def test_the_api_reference_shows_every_public_name(site):
    names = Tags(site / "api.html").names
    for name in sparring.__all__:
        assert f"sparring.{name}" in names


def test_nothing_is_loaded_from_another_host(site):
    for page in site.rglob("*.html"):
        tags = Tags(page)
        assert tags.loaded
        for target in map(urlsplit, tags.loaded):
            assert not target.netloc, f"{page.name} loads {target.geturl()}"
            assert target.scheme in ("", "data")
    for style in [*site.rglob("*.css"), *site.rglob("*.html"), *site.rglob("*.svg")]:
        outside = re.findall(r"(?:url\(|@import)\s*[\"']?\s*((?:https?:)?//[^\"')\s]+)", style.read_text("utf-8"))
        assert outside == [], style.name
    for script in site.rglob("*.js"):
        outside = re.findall(
            r"(?:import|fetch|importScripts|\.src)\s*[(=]\s*[\"'`](?:https?:)?//[^\"'`]+", script.read_text("utf-8")
        )
        assert outside == [], script.name
