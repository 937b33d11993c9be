"""What the page costs in a real browser on this machine: until the first scene is drawn, while a disc falls, to load.

The browser draws in software, with no graphics card. An empty page of the same server, measured in the same run, says
what of this is the browser's own.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

from measuring import ROOT, Figures, at_least, at_most, interleaved, parser, span
from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright

sys.path.insert(0, str(ROOT / "tests"))
from support.machine import chromium, lacking

LAUNCHED_WITH = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
GAME = "connect4"
QUICK = "random:pace_min=0,pace_max=0"

DRAWN = "() => document.querySelector('.stage svg .shape') !== null"

FALL = """() => new Promise(done => {
    const times = [], began = performance.now(), disc = document.querySelectorAll('#stage .disc').length;
    const frame = now => {
        times.push(now);
        const fallen = document.querySelectorAll('#stage .disc').length > disc;
        const still = !document.getElementById('stage').getAnimations({ subtree: true }).length;
        if (now - began > 3000 || fallen && still) done(times);
        else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    document.querySelector('#stage .hit').dispatchEvent(new MouseEvent('click', { bubbles: true }));
})"""
"""Chooses a column, and tells when each frame was drawn until the disc lies still."""


def main() -> None:
    """Start a server and a browser, measure, and print."""
    options = parser(__doc__ or "").parse_args()
    if sentence := lacking("Chromium"):
        raise SystemExit(sentence)
    repeats, falls = (3, 3) if options.quick else (15, 20)
    figures = Figures("The page", "work", "measured", "wanted", "kept")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Started(folder)
        browser = playwright.chromium.launch(executable_path=chromium(), args=LAUNCHED_WITH)
        try:
            first_scenes(figures, browser, server.address, repeats)
            falling(figures, browser, server.address, falls)
            weight(figures, browser, server.address)
        finally:
            browser.close()
            server.stop()
    figures.show()


class Started:
    """A server in a process of its own, once it has compiled what it compiles."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-m", "sparring.terminal.main", "serve", "--port", "0", "--log", "error"]
        self.process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/matches.db"], stdout=subprocess.PIPE, text=True, cwd=folder
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[-1]

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def opened(browser: Browser, address: str) -> BrowserContext:
    """A browser that has never been here."""
    return browser.new_context(base_url=address, viewport={"width": 1440, "height": 900})


def begun(context: BrowserContext) -> str:
    """The address of a new match against somebody quick."""
    answer = context.request.post("/api/v1/matches", data={"game": GAME, "opponents": ["human", QUICK]})
    return f"/match/{answer.json()['id']}?seat=0"


def first_scenes(figures: Figures, browser: Browser, address: str, repeats: int) -> None:
    """How long it takes, with nothing in the cache, until something of a scene is drawn."""

    def look_at(path: str | None) -> None:
        with opened(browser, address) as context:
            page = context.new_page()
            page.goto(path or begun(context))
            page.wait_for_function(DRAWN)

    def look_at_nothing() -> None:
        with opened(browser, address) as context:
            context.new_page().goto("/page/icon.svg")

    works = {"an empty page": look_at_nothing, "the gallery": lambda: look_at("/"), "a match": lambda: look_at(None)}
    warm = time.perf_counter() + 60
    while time.perf_counter() < warm and not is_warm(browser, address):
        time.sleep(0.5)
    taken = interleaved(works, repeats, time.perf_counter)
    for name, seconds in taken.items():
        median, slowest = statistics.median(seconds), max(seconds)
        shown = f"{span(median)} (slowest {span(slowest)})"
        wanted = () if name == "an empty page" else at_most(1.0, median, span)
        figures.add(f"first scene of {name}" if wanted else name, shown, *wanted)


def is_warm(browser: Browser, address: str) -> bool:
    """Whether the server has compiled everything."""
    with opened(browser, address) as context:
        return bool(context.request.get("/healthz").json()["warm"])


def falling(figures: Figures, browser: Browser, address: str, falls: int) -> None:
    """Frames a second while a disc falls, and clicks that were dropped meanwhile."""
    rates, longest, missed = [], [], 0
    with opened(browser, address) as context:
        page: Page = context.new_page()
        while len(rates) + missed < falls:
            page.goto(begun(context))
            page.wait_for_selector("#stage .hit")
            for _ in range(3):
                page.wait_for_selector("#stage .hit, #rematch")
                if page.locator("#rematch").count():
                    break
                listed = page.locator("#moves li button").count()
                times = page.evaluate(FALL)
                frames = [(after - before) / 1000 for before, after in pairwise(times)]
                missed += page.locator("#moves li button").count() <= listed
                rates.append(len(frames) / sum(frames))
                longest.append(max(frames))
                page.wait_for_function("n => document.querySelectorAll('#moves li button').length > n", arg=listed + 1)
    rate = statistics.median(rates)
    shown = f"{rate:.0f} (longest frame {span(statistics.median(longest))})"
    figures.add("frames a second while a disc falls", shown, *at_least(58, rate, lambda rate: f"{rate:.0f}"))
    figures.add("  clicks dropped", str(missed), *at_most(0, missed, str))


def weight(figures: Figures, browser: Browser, address: str) -> None:
    """All files that the gallery and a match load, as they are before any compression."""
    weights: dict[str, int] = {}

    def weigh(response: Response) -> None:
        path = urlsplit(response.url).path
        if "/api/" not in path:
            weights[path if path.startswith("/page/") else path[:7]] = len(response.body())

    with opened(browser, address) as context:
        context.on("requestfinished", lambda request: weigh(request.response()))
        page = context.new_page()
        for path in ("/", begun(context)):
            page.goto(path)
            page.wait_for_function(DRAWN)
            page.wait_for_load_state("networkidle")
    total = sum(weights.values()) / 1000
    wanted = at_most(200, total, lambda size: f"{size:.0f} kB")
    figures.add(f"{len(weights)} files, all together", f"{total:.0f} kB", *wanted)
    for path, size in sorted(weights.items(), key=lambda item: -item[1])[:3]:
        figures.add(f"  {Path(path).name or 'gallery'}", f"{size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
