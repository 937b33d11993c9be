"""Takes the screenshots of the page in this folder: `python docs/pictures/page.py`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import sparring
from sparring.match.table import Table
from sparring.scenes import scene_of, svg

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from support import machine  # noqa: E402
from support.serving import Server  # noqa: E402

MATCHES = {
    "tictactoe": ("TricksterMonkey", ["b2", "a3"]),
    "fourinarow": ("medium", ["c3", "d3", "c4", "b3"]),
    "connect4": ("hard", ["4", "4", "3", "5", "4"]),
    "oware": ("intermediate", ["F", "C", "A", "E"]),
}
"""The opponent in the picture of each game, and the moves to play; illegal ones are skipped."""

SIZE = {"width": 1180, "height": 740}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def main() -> None:
    """Take all pictures."""
    chromium = machine.chromium()
    with tempfile.TemporaryDirectory() as folder, Server(folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        page.goto(server.address)
        page.wait_for_selector(".person")
        page.wait_for_load_state("networkidle")
        page.screenshot(path=HERE / "gallery.png")
        for game, (opponent, moves) in MATCHES.items():
            _play(page, server.address, game, opponent, moves)
            page.screenshot(path=HERE / f"{game}.png")
        page.set_content(f"<body style='margin:8px'>{_card_table()}</body>")
        page.screenshot(path=HERE / "onepiece.png", clip={"x": 0, "y": 0, "width": 1060, "height": 740})
        browser.close()


def _card_table() -> str:
    """The card table in the middle of a match, as SVG; clicking through a match would take too long."""
    game = sparring.game("onepiece:deck1=ST01,deck2=ST02")
    players = [sparring.opponent(game, name) for name in ("medium", "easy")]
    table = Table(game, seed=4)
    while table.outcome is None:
        decision = table.decision()
        if decision.kind == "action" and decision.seat == 0 and decision.view.turn >= 9:
            break
        table.choose(players[decision.seat].decide(decision).option)
    return svg(scene_of(game, table.decision().view))


def _play(page: Page, address: str, game: str, opponent: str, moves: list[str]) -> None:
    page.goto(address)
    page.click(f"[data-game={game}]")
    page.click(f"[data-opponent={opponent}]")
    page.wait_for_selector(".hit")
    for move in moves:
        if page.locator(f'.hit[data-option="{move}"]').count():
            page.click(f'.hit[data-option="{move}"]')
            page.wait_for_selector(".hit", state="detached")
            page.wait_for_selector(".hit, #rematch", timeout=20_000)


if __name__ == "__main__":
    main()
