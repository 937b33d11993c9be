"""Pages for people who go astray, the guide and the description of the calls, and answers that are compressed."""

import gzip
import http.client
import re
from contextlib import closing
from urllib.parse import urljoin, urlsplit

import pytest

from sparring.server.page import POLICY

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def get(start):
    """Ask for a path: status, headers and body."""
    address = urlsplit(start("--rate", "0").address)

    def ask(path, method="GET", **headers):
        with closing(http.client.HTTPConnection(address.hostname, address.port, timeout=20)) as connection:
            connection.request(method, path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    return ask


@pytest.mark.parametrize("path", ["/nothing", "/match/", "/docs/nothing", "/docs/../pyproject", "/page/nothing.js"])
def test_a_browser_that_goes_where_nothing_is_gets_a_page_with_ways_on_and_a_program_gets_json(get, path):
    status, headers, body = get(path, **BROWSER)
    assert (status, headers["Content-Security-Policy"]) == (404, POLICY)
    assert b"There is nothing here" in body
    assert {b'href="/"', b'href="/you"', b'href="/docs"'} <= set(re.findall(rb'href="/\w*"', body))
    status, headers, body = get(path)
    assert (status, headers["Content-Type"]) == (404, "application/json")
    assert b'"unknown_path"' in body


def test_calls_of_the_api_answer_browsers_as_they_answer_programs(get):
    status, headers, _ = get("/api/v1/nothing", **BROWSER)
    assert (status, headers["Content-Type"]) == (404, "application/json")
    assert get("/nothing", "POST", **BROWSER)[1]["Content-Type"] == "application/json"


def test_every_page_of_the_guide_is_served_and_every_link_leads_somewhere(get):
    waiting, seen, anchors, wanted = ["/docs"], set(), {}, []
    while waiting:
        path = waiting.pop()
        status, headers, body = get(path)
        assert status == 200, path
        if not headers["Content-Type"].startswith("text/html"):
            continue
        assert headers["Content-Security-Policy"] == POLICY
        page = body.decode()
        anchors[path] = set(re.findall(r'id="([^"]+)"', page))
        for link in re.findall(r'(?:href|src)="([^"]+)"', page):
            parts = urlsplit(urljoin(path, link))
            if parts.netloc or not parts.path.startswith("/docs"):
                continue
            if parts.fragment:
                wanted.append((parts.path, parts.fragment, path))
            if parts.path not in seen:
                seen.add(parts.path)
                waiting.append(parts.path)
    assert len(anchors) > 30
    assert [link for link in wanted if link[1] not in anchors[link[0]]] == []


def test_nothing_of_a_guide_page_comes_from_elsewhere_and_no_comment_of_the_source_is_shown(get):
    _, _, body = get("/docs/server")
    page = body.decode()
    assert "&lt;!--" not in page
    assert "<!-- file" not in page
    assert not re.findall(r'(?:src|href)="https?://(?!github|127)[^"]*\.(?:js|css|png)', page)
    assert '<h2 id="friends">Friends</h2>' in page


def test_a_large_answer_is_compressed_for_clients_that_want_it(get):
    _, plain, body = get("/api/v1/games/oware/rules")
    _, packed, smaller = get("/api/v1/games/oware/rules", **{"Accept-Encoding": "gzip"})
    assert (plain["Content-Encoding"], packed["Content-Encoding"]) == (None, "gzip")
    assert gzip.decompress(smaller) == body
    assert len(smaller) < len(body) / 3
    assert packed["Cache-Control"] == "no-store"
    _, small, _ = get("/healthz", **{"Accept-Encoding": "gzip"})
    assert small["Content-Encoding"] is None
