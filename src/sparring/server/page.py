"""Serves the page: our own HTML, styles and scripts, as they are written. Nothing comes from elsewhere."""

from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Path, Response

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
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FILES = {file.name: file.read_bytes() for file in files("sparring.server").joinpath("page").iterdir() if file.is_file()}


@calls.get("/")
async def gallery() -> Response:
    """The first page, where a visitor chooses a game and an opponent."""
    return _file("index.html")


@calls.get("/you")
async def you() -> Response:
    """The page about the visitor: ratings, results, matches."""
    return _file("you.html")


@calls.get("/match/{match_id}")
async def match(match_id: str) -> Response:
    """The page of a match. It is the same for everybody: its script finds out who may see the match."""
    return _file("match.html")


@calls.get("/page/{name}")
async def part(name: Annotated[str, Path(max_length=40)]) -> Response:
    """A style, a script or the icon."""
    return _file(name)


def _file(name: str) -> Response:
    if name not in FILES:
        raise NotFound("unknown_path", f"The page has no file {name!r}.")
    kind = KINDS["." + name.rpartition(".")[2]]
    return Response(FILES[name], media_type=f"{kind}; charset=utf-8", headers=HEADERS)
