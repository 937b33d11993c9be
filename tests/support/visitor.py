"""A visitor with a browser of their own: what they do, what they see, and what the server says about it."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect

import sparring

SOON = 15_000.0
"""Milliseconds after which a test stops waiting for something."""

A_MOMENT = 3_000
"""Milliseconds after which a refusal or a question like "Really?" has disappeared."""

QUICK = "random:pace_min=0,pace_max=0"
"""An opponent that every game has, and that answers at once."""

LEFT = {"resignation": "resigned", "out of time": "ran out of time"}
"""What the page says of somebody who left a match, by the reason of its result."""

CARDS = {"onepiece"}
"""Games with cards, where a player may decide several times in a row: they have tests of their own."""

BOARDS = [name for name in sparring.game_names() if name not in CARDS]

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

OPTIONS = "#stage .hit, #decision button"
"""Everything that can be chosen, on the board or beside it."""

AT_REST = """moves => {
    const listed = document.querySelectorAll('#moves li button').length;
    const asked = document.querySelector('#stage .hit, #decision button');
    return document.body.dataset.ready && (listed >= moves && asked || document.querySelector('#rematch'));
}"""
"""True if at least this many moves are listed and the next one is asked for, or if the match is over."""

HURRY = """(later => {
    setTimeout = (work, time, ...given) => later(work, time < 2000 ? time / 20 : time, ...given);
})(setTimeout);"""
"""Shortens the short pauses of a page. Messages that disappear stay as long as before."""


class Visitor:
    """A visitor with a browser of their own. `complaints` are the errors and warnings of that browser.

    A `hurried` visitor wants less motion, and their pages pause only briefly after each move.
    """

    def __init__(self, browser: Browser, address: str, *, hurried: bool = False, **how: Any) -> None:
        self.address = address
        wishes = {"viewport": DESK, "reduced_motion": "reduce" if hurried else "no-preference", **how}
        self.context: BrowserContext = browser.new_context(base_url=address, **wishes)
        self.context.set_default_timeout(SOON)
        if hurried:
            self.context.add_init_script(HURRY)
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        self._forgiven: list[str] = []
        self.context.on("console", lambda said: said.type in ("error", "warning") and self._complain(said.text))
        self.context.on("weberror", lambda raised: self._complain(str(raised.error)))
        self.context.on("requestfailed", self._failed)
        self.context.on("request", lambda request: self._look_where(request.url))
        self.context.on("page", lambda page: page.on("websocket", lambda socket: self._look_where(socket.url)))

    def forgive(self, pattern: str) -> None:
        """Ignore complaints that match a pattern, because the test provokes them."""
        self._forgiven.append(pattern)

    def leave(self) -> None:
        self.context.close()

    def _complain(self, complaint: str) -> None:
        if not any(re.search(pattern, complaint) for pattern in self._forgiven):
            self.complaints.append(complaint)

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # as requests are that were under way when a page was left
            self._complain(f"{request.failure}: {request.method} {request.url}")

    def _look_where(self, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.address).netloc and not url.startswith("data:"):
            self.elsewhere.append(url)

    # ------------------------------------------------------------------ opening boards

    def open(self, path: str = "/") -> Page:
        """Open a page in a new tab."""
        page = self.context.new_page()
        page.goto(path)
        return page

    def gallery(self, game: str) -> Page:
        """Open the first page and choose a game there."""
        page = self.open()
        page.locator(f"[data-game={game}]").click()
        expect(page.locator(f"[data-game={game}]")).to_have_attribute("aria-pressed", "true")
        title = page.locator(f"[data-game={game}] .name").text_content()
        expect(page.locator("#who")).to_have_text(title)
        expect(page.locator("[data-opponent=human]")).to_be_visible()
        return page

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Call the API with this browser's cookie, as its pages do."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.context.request.fetch(f"/api/v1{path}", method=method, data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def seat_at(self, page: Page, address: str) -> tuple[str, str | None]:
        """The id of the match at an address, and the token that this device keeps for the seat there, if it has one."""
        parts = urlsplit(address)
        match = parts.path.rpartition("/")[2]
        seat = dict(pair.split("=") for pair in parts.query.split("&") if pair).get("seat")
        return match, page.evaluate(f"localStorage.getItem('sparring.token.{match}.{seat}')")

    def begin(self, game: str, seat: int | None = 0, opponent: str = QUICK, **asked: Any) -> "Board":
        """Begin a match through the API, and open its board."""
        players = ["human", opponent] if seat == 0 else [opponent, "human"]
        match = self.call("POST", "/matches", {"game": game, "opponents": players, **asked})
        return self.board(f"/match/{match['id']}?seat={seat}")

    def board(self, path: str) -> "Board":
        """Open the board of a match by its address."""
        return self.at(self.open(path))

    def sit_down(self, link: str, name: str = "") -> "Board":
        """Open a friend's link and sit down; the result is the board."""
        page = self.open(link)
        page.locator("#your-name").fill(name)
        page.locator("#sit-down").click()
        return self.at(page)

    def at(self, page: Page) -> "Board":
        """The board on a page that is already open."""
        return Board(self, page)


class Board:
    """The page of a match."""

    def __init__(self, visitor: Visitor, page: Page) -> None:
        self.visitor = visitor
        self.page = page
        expect(page.locator("body")).to_have_attribute("data-ready", re.compile("yes|lost"))

    @property
    def id(self) -> str:
        return urlsplit(self.page.url).path.rpartition("/")[2]

    @property
    def state(self) -> Any:
        """The match as the server shows it to this seat."""
        return self.visitor.call("GET", f"/matches/{self.id}?scene=true", token=self.token)

    @property
    def token(self) -> str | None:
        """The token that this device keeps for the seat, if it has one."""
        return self.visitor.seat_at(self.page, self.page.url)[1]

    # ------------------------------------------------------------------ what the page shows

    @property
    def moves(self) -> list[str]:
        """The moves in the list beside the board."""
        return self.page.locator("#moves li button").all_inner_texts()

    @property
    def options(self) -> list[str]:
        """The options that are offered, on the board or beside it."""
        return self.page.locator(OPTIONS).evaluate_all("all => all.map(one => one.dataset.option)")

    @property
    def drawn(self) -> list[str]:
        """The ids of all shapes that are drawn, except seeds, whose ids mean nothing."""
        shapes = self.page.locator("#stage .shape:not(.seed)")
        return shapes.evaluate_all("all => all.map(one => one.dataset.id).sort()")

    @property
    def prompt(self):
        """The sentence below the board."""
        return self.page.locator("#prompt strong")

    @property
    def over(self) -> bool:
        return self.page.locator("#rematch").count() > 0

    def at_rest(self, moves: int = 0) -> "Board":
        """Wait until at least this many moves are listed and the next one is asked for, or the match is over."""
        self.page.wait_for_function(AT_REST, arg=moves)
        return self

    def shows(self, state: Any) -> None:
        """Check that the page shows what the server says: the moves, every shape, and how it ended."""
        expect(self.page.locator("#moves li button")).to_have_text([move["option"] for move in state["moves"]])
        names = sorted(shape["id"] for shape in state["scene"]["shapes"])
        self.page.wait_for_function(
            "names => JSON.stringify([...document.querySelectorAll('#stage .shape:not(.seed)')]"
            ".map(one => one.dataset.id).sort()) === JSON.stringify(names)",
            arg=names,
        )
        self._shows_seeds({shape["id"]: shape["seeds"] for shape in state["scene"]["shapes"] if "seeds" in shape})
        if (result := state["result"]) is not None:
            winner = result["winner"]
            head = "draw" if winner is None else "You win" if winner == state["seat"] else "wins"
            expect(self.prompt).to_have_text(re.compile(head))
            why = LEFT.get(result["reason"], result["reason"])
            if why != result["reason"] and winner not in (None, state["seat"]):
                why = f"You {why}"
            expect(self.page.locator("#prompt span")).to_contain_text(why, ignore_case=True)

    def _shows_seeds(self, seeds: dict[str, int]) -> None:
        """Check the number of seeds that are drawn, and the number that is written at every place."""
        expect(self.page.locator("#stage .shape.seed")).to_have_count(sum(seeds.values()))
        counted = {shape["counts"]: shape["id"] for shape in self.state["scene"]["shapes"] if "counts" in shape}
        for place, count in seeds.items():
            expect(self.page.locator(f'#stage [data-id="{counted[place]}"]')).to_have_text(str(count))

    # ------------------------------------------------------------------ actions

    def choose(self, option: str) -> None:
        """Click an option, wherever it is offered."""
        self.place(option).click()
        self.finish(option, lambda place: place.click())

    def finish(self, option: str, press: Callable[[Locator], None]) -> None:
        """Take the steps that remain after the first: choose in the menu, or the target, and confirm it."""
        chosen, back = f"[data-option={json.dumps(option)}]", self.page.locator("#decision .back")
        if self.page.locator("#menu").is_visible():
            press(self.page.locator(f"#menu {chosen}"))
        elif back.is_visible() and not self.page.locator("#decision .main").is_visible():
            places = self.page.locator(f"#decision {chosen}, #stage {chosen}").filter(visible=True)
            press(places.first)
        if back.is_visible():
            press(self.page.locator(f"#decision .main{chosen}"))

    def place(self, option: str):
        """The target of an option: its own, or the one that it shares with others."""
        quoted = json.dumps(option)
        own = self.page.locator(f"#stage .hit[data-option={quoted}], #decision [data-option={quoted}]")
        if own.count():
            return own.first
        picks = self.state["scene"]["picks"]
        shared = [other for other in self.state["decision"]["options"] if other in picks]
        first = next(other for other in shared if picks[other]["on"] == picks[option]["on"])
        return self.page.locator(f"#stage .hit[data-option={json.dumps(first)}]")

    def make(self, option: str) -> "Board":
        """Choose an option, and wait for the answer to it."""
        made = len(self.moves)
        self.choose(option)
        return self.at_rest(made + 1)
