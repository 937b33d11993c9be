"""A real browser on a real server. Errors and warnings in the browser's console fail the test."""

import pytest
from playwright.sync_api import expect, sync_playwright

from support import machine
from support.serving import Server
from support.visitor import SOON, Visitor

QUIETLY = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--in-process-gpu",
    "--disable-gpu-compositing",
    "--disable-extensions",
]


@pytest.fixture(scope="module")
def browser():
    # One for each module: while Playwright runs, nothing else in this process can run an event loop.
    if sentence := machine.lacking("Chromium"):
        pytest.skip(sentence)
    expect.set_options(timeout=SOON)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=machine.chromium(), args=QUIETLY)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def start(tmp_path_factory, pytestconfig):
    """Starts servers, which are stopped after the last test. They share one cache of compiled code."""
    started = []

    def start(*options, folder=None, variables=None, **how):
        folder = folder or tmp_path_factory.mktemp("server")
        own = {
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": str(pytestconfig.cache.mkdir("compiled")),
            **(variables or {}),
        }
        started.append(Server(folder, *options, environment=own, **how))
        return started[-1]

    yield start
    for server in started:
        server.kill()


@pytest.fixture(scope="session")
def server(start):
    """One server for all tests that neither stop it nor need options."""
    return start(warm=True)


@pytest.fixture
def visit(browser, server):
    """Makes visitors with their own browsers; fails if one of them complains or calls another host."""
    visitors = []

    def visit(at=server, **how):
        visitors.append(Visitor(browser, at.address, **how))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.leave()
    for visitor in visitors:
        assert visitor.complaints == []
        assert visitor.elsewhere == []


@pytest.fixture
def visitor(visit):
    """A visitor at a desk."""
    return visit()


@pytest.fixture
def hurried(visit):
    """A visitor at a desk whose pages pause only briefly after each move."""
    return visit(hurried=True)
