"""The files of the page are packed, and a browser that has a file does not load it again."""

import gzip
import http.client
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from sparring.server.page import FILES


@pytest.fixture(scope="module")
def get(start):
    """Ask for a file of the page: the answer and its body."""
    address = urlsplit(start().address)

    def ask(path, **headers):
        with closing(http.client.HTTPConnection(address.hostname, address.port, timeout=20)) as connection:
            connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer, answer.read()

    return ask


@pytest.mark.parametrize(("path", "name"), [("/", "index.html"), ("/you", "you.html"), ("/page/base.css", "base.css")])
def test_a_file_is_packed_for_those_who_can_unpack_it(get, path, name):
    plain, content = get(path)
    packed, smaller = get(path, Accept_Encoding="br, gzip")
    assert (plain.headers["Content-Encoding"], packed.headers["Content-Encoding"]) == (None, "gzip")
    assert content == gzip.decompress(smaller) == FILES[name].content
    assert len(smaller) < len(content) / 2
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, packed))


def test_a_file_that_the_browser_has_is_not_sent_again(get):
    first, _ = get("/page/base.css")
    again, content = get("/page/base.css", If_None_Match=first.headers["ETag"])
    assert (again.status, content) == (304, b"")
    assert again.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    other, content = get("/page/base.js", If_None_Match=first.headers["ETag"])
    assert (other.status, content) == (200, FILES["base.js"].content)
