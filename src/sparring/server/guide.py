"""The documentation as pages of the server: the guide, which is written in Markdown, and the description of the API."""

import html
import re
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from markdown_it import MarkdownIt

from sparring.server.page import File, file_answer
from sparring.server.problems import NotFound

calls = APIRouter(include_in_schema=False)

CHAPTERS = {
    "Play": ("play", "hints", "puzzles", "review", "levels", "ratings"),
    "Games": ("connect4", "fourinarow", "oware", "onepiece", "onepiece-rules", "onepiece-effects"),
    "Programs": ("clients", "server", "commands", "api", "matches", "your-game", "cookbook"),
    "How it works": ("thinking", "measuring", "architecture", "requirements", "decisions/README"),
}
"""The pages of the guide, as they are listed."""

_LINK = re.compile(r"(?P<page>[\w/.-]*?)(?:README)?\.md(?P<place>#.*)?", re.ASCII)
_COMMENT = re.compile(r"<!--.*?-->\n?", re.S)


@calls.get("/docs")
async def description(request: Request) -> Response:
    """Every call of the API, made from /openapi.json by a script of ours, and the list of the guide's pages."""
    return file_answer(request, _calls_page())


@calls.get("/docs/{name:path}")
async def chapter(request: Request, name: Annotated[str, InPath(max_length=80)]) -> Response:
    """A page of the guide, or a picture in it."""
    found = _picture(name) if name.startswith("pictures/") else _page(name)
    if found is None:
        raise NotFound("unknown_path", f"The guide has no page {name!r:.100}.")
    return file_answer(request, found)


def _folder() -> Path:
    """Where the guide is: in the package, or in the repository that the package is used from."""
    packed = Path(str(files("sparring.server").joinpath("guide")))
    return packed if packed.is_dir() else Path(__file__).parents[3] / "docs"


@cache
def _pages() -> dict[str, Path]:
    """The pages that there are, by the name in their address; only these are ever opened."""
    folder = _folder()
    found = {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))}
    return {name.removesuffix("/README"): path for name, path in found.items() if name != "index"}


@cache
def _pictures() -> dict[str, Path]:
    kinds = (".png", ".svg")
    return {f"pictures/{path.name}": path for path in _folder().joinpath("pictures").glob("*") if path.suffix in kinds}


@cache
def _picture(name: str) -> File | None:
    path = _pictures().get(name)
    return None if path is None else File.of(path.name, path.read_bytes())


@cache
def _calls_page() -> File:
    return File.of("docs.html", _template("docs.html").replace("{nav}", _nav("")).encode())


def _template(name: str) -> str:
    return files("sparring.server").joinpath("page", name).read_text("utf-8")


@cache
def _page(name: str) -> File | None:
    path = _pages().get(name)
    if path is None:
        return None
    title, body = _as_html(path.read_text("utf-8"), name)
    filled = _template("guide.html")
    for place, text in {"{title}": html.escape(title), "{nav}": _nav(name), "{body}": body}.items():
        filled = filled.replace(place, text)
    return File.of("guide.html", filled.encode())


def titles() -> dict[str, str]:
    """The title of each page of the guide."""
    found = {}
    for name, path in _pages().items():
        first = path.read_text("utf-8").partition("\n")[0]
        found[name] = first.removeprefix("# ")
    return found


@cache
def _nav(current: str) -> str:
    known = titles()
    parts = [f'<a href="/docs"{"" if current else " aria-current=page"}>Calls of the API</a>']
    for heading, names in CHAPTERS.items():
        shown = [name.removesuffix("/README") for name in names]
        links = "".join(
            f'<li><a href="/docs/{name}"{" aria-current=page" if name == current else ""}>'
            f"{html.escape(known[name])}</a></li>"
            for name in shown
            if name in known
        )
        parts.append(f"<h2>{heading}</h2><ul>{links}</ul>")
    return "".join(parts)


def _as_html(text: str, name: str) -> tuple[str, str]:
    """The title of a page, and the page as HTML: links lead to pages of the server, and headings can be linked to."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(_COMMENT.sub("", text))
    title, here = name, PurePosixPath("/docs", name).parent
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            words = tokens[number + 1].content
            title = words if token.tag == "h1" else title
            token.attrSet("id", _anchor(words))
        leaves = False
        for part in token.children or ():
            if part.type == "link_open":
                leaves = str(part.attrs["href"]).startswith("../src/")  # which only the repository has
                if found := _LINK.fullmatch(str(part.attrs["href"])):
                    target = _beside(here, found["page"].rstrip("/"), name)
                    part.attrs["href"] = f"{target}{found['place'] or ''}"
            if leaves and part.type in ("link_open", "link_close"):
                part.type, part.content = "text", ""
            if part.type == "image":
                part.attrs["src"] = str(PurePosixPath("/docs", str(part.attrs["src"])))
    return title, str(reader.renderer.render(tokens, reader.options, {}))


def _beside(here: PurePosixPath, page: str, name: str) -> str:
    """The address of a page that is named from another one."""
    if name == "decisions":  # its own folder's first page
        here = here / "decisions"
    parts: list[str] = []
    for part in (here / page).parts[1:]:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/" + "/".join(parts)


def _anchor(words: str) -> str:
    """The anchor of a heading, as GitHub makes it.

    >>> _anchor("Who you are")
    'who-you-are'
    """
    plain = re.sub(r"[^\w\- ]", "", words.lower())
    return plain.strip().replace(" ", "-")
