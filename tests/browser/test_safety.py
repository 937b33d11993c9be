"""What the page may load: only its own files, and few of them."""

import pytest
from playwright.sync_api import expect

import sparring

GAMES = sparring.game_names()
MOST_BYTES = 100_000
"""What the files of both pages may weigh on their way to the browser, which gets them packed."""
FORBIDDEN = {"default-src": "'none'", "script-src": "'self'", "connect-src": "'self'", "frame-ancestors": "'none'"}


@pytest.mark.parametrize("path", ["/", "/match/some", "/page/match.js", "/page/base.css", "/page/icon.svg"])
def test_every_file_comes_with_a_strict_policy(visitor, path):
    headers = visitor.context.request.get(path).headers
    policy = dict(rule.strip().split(" ", 1) for rule in headers["content-security-policy"].split(";"))
    assert policy.items() >= FORBIDDEN.items()
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"  # the link for a friend contains a token


def test_a_script_that_got_into_the_page_would_not_run(visitor):
    page = visitor.gallery(GAMES[0])
    visitor.forgive("Content Security Policy")
    page.evaluate(
        """() => {
            const script = document.createElement('script');
            script.textContent = 'window.hacked = true';
            document.body.append(script);
            document.body.insertAdjacentHTML('beforeend', '<a id="evil" onclick="window.hacked = true">x</a>');
            document.getElementById('evil').click();
        }"""
    )
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("game", GAMES)
def test_the_files_of_the_gallery_and_a_match_are_light(visitor, game):
    weights = {}

    def weigh(response):
        if "/api/" not in response.url:
            weights[response.url.split("?")[0]] = response.request.sizes()["responseBodySize"]

    visitor.context.on("requestfinished", lambda request: weigh(request.response()))
    page = visitor.gallery(game)
    page.locator(".person.default [data-opponent]").click()
    page.wait_for_url("**/match/*")
    visitor.at(page).at_rest()
    expect(page.locator("#stage .shape").first).to_be_visible()
    assert sum(weights.values()) <= MOST_BYTES, weights
    assert len([url for url in weights if "/page/" in url]) > 5


def test_a_page_without_local_storage_still_plays(visit):
    visitor = visit()
    visitor.context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } })")
    page = visitor.gallery(GAMES[0])
    page.locator(".person.default [data-opponent]").click()
    page.wait_for_url("**/match/*")
    board = visitor.at(page).at_rest()
    board.choose(board.options[0])
    expect(page.locator("#moves li button")).not_to_have_count(0)
