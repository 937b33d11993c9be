"""Serves the page: our own HTML, styles and scripts, as they are written. Nothing comes from elsewhere."""

import gzip
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response, status

from sparring.server.problems import NotFound

calls = APIRouter(include_in_schema=False)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a friend's link holds a token
    "Cache-Control": "no-cache",
}
KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


@dataclass(frozen=True)
class File:
    """A file of the page, ready to be sent."""

    kind: str
    content: bytes
    compressed: bytes
    tag: str
    """Changes with the content, so that a browser need not load again what it has."""

    @classmethod
    def of(cls, name: str, content: bytes) -> "File":
        """The file with this name and content."""
        tag = hashlib.sha256(content).hexdigest()[:16]
        return cls(KINDS[PurePath(name).suffix], content, gzip.compress(content, mtime=0), f'"{tag}"')


FILES = {
    file.name: File.of(file.name, file.read_bytes())
    for file in files("sparring.server").joinpath("page").iterdir()
    if file.is_file()
}


PAGES = {
    "/": "index.html",
    "/you": "you.html",
    "/decks": "decks.html",
    "/lab": "lab.html",
    "/setup": "setup.html",
    "/puzzles": "puzzles.html",
    "/match/{match_id}": "match.html",
    "/review/{match_id}": "review.html",
}
"""The addresses of pages. A match's page is the same for everybody: its script finds out who may see the match."""


def _page(file: str) -> Callable[[Request], Awaitable[Response]]:
    """What answers at the address of a page."""

    async def page(request: Request) -> Response:
        return as_page(request, file)

    return page


for _address, _file in PAGES.items():
    calls.add_api_route(_address, _page(_file), name=_file.removesuffix(".html"))


@calls.get("/page/{name}")
async def part(request: Request, name: Annotated[str, Path(max_length=40)]) -> Response:
    """A style, a script or the icon."""
    return as_page(request, name)


def lost(request: Request) -> Response:
    """The page for people who go where nothing is."""
    return file_answer(request, FILES["lost.html"], status.HTTP_404_NOT_FOUND)


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page to show, and not a program or a script."""
    of_api = request.url.path.startswith("/api/")
    return request.method == "GET" and not of_api and "text/html" in request.headers.get("Accept", "")


def as_page(request: Request, name: str) -> Response:
    """The file of the page with this name."""
    if name not in FILES:
        raise NotFound("unknown_path", f"The page has no file {name!r}.")
    return file_answer(request, FILES[name])


def file_answer(request: Request, file: File, code: int = status.HTTP_200_OK) -> Response:
    """A file; packed if the browser can unpack it, and empty if the browser has it already."""
    headers = {**HEADERS, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("If-None-Match", "") and code == status.HTTP_200_OK:
        return Response(status_code=status.HTTP_304_NOT_MODIFIED, headers=headers)
    content = file.content
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        content, headers["Content-Encoding"] = file.compressed, "gzip"
    media = file.kind if file.kind == "image/png" else f"{file.kind}; charset=utf-8"
    return Response(content, code, media_type=media, headers=headers)
