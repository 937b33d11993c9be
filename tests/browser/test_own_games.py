"""A user's own game is played in the browser without JavaScript of its own, and none of its texts is read as HTML."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

NIM = re.search(r"```python\n(.*?class Nim.*?)```", Path(__file__).parents[2].joinpath("README.md").read_text(), re.S)

MORE = '''
from sparring.scenes import Cell, Label, Pick, Plate, Scene


class Drawn(Nim):
    """The same with a picture of its own, in which a heap stands for all that can be taken from it."""

    name, title = "drawn", "Drawn Nim"

    def scene(self, view, last=None):
        heaps = range(1, len(view[0]) + 1)
        cells = [Cell(f"heap-{heap}", (120 * heap - 100, 20, 100, 100)) for heap in heaps]
        labels = [Label(f"size-{heap}", (120 * heap - 100, 20, 100, 100), str(view[0][heap - 1])) for heap in heaps]
        picks = {move: Pick(f"heap-{move[-1]}", f"Take {move}") for move in self.moves(view)}
        return Scene(self.title, (400, 140), (Plate("table", (0, 0, 400, 140)), *cells, *labels), str(view[0]), picks)


EVIL = "<img src=x onerror=document.title='hacked'>"


class Evil(Nim):
    """<img src=x onerror=document.title='hacked'>"""

    name, title, seats = "evil", f"Nim {EVIL}", (f"one {EVIL}", f"two {EVIL}")

    def moves(self, position):
        return [f"{move} {EVIL}" for move in super().moves(position)]

    def play(self, position, move):
        return super().play(position, move.removesuffix(f" {EVIL}"))

    def outcome(self, position):
        return None if any(position[0]) else sparring.Outcome(1 - position[1], f"took the last {EVIL}")

    def draw(self, view):
        return f"{view[0]} {EVIL}"

    def explain(self, position, move):
        return f"Because of {EVIL}"

    def why_not(self, position, option):
        return f"{option} is {EVIL}."
'''

EVIL = "<img src=x onerror=document.title='hacked'>"
OPPONENTS = f"""
[talker]
about = "Says {EVIL} all the time."
level = 1
brain = "sparring.brains.brain:Whim"
explains = true
pace_min = 0
pace_max = 0
"""


@pytest.fixture(scope="module")
def own(start, tmp_path_factory):
    """A server with Nim as the README has it, and two variants of it."""
    lines = [line[4:] for line in NIM[1].splitlines() if line.startswith((">>> ", "... "))]
    folder = tmp_path_factory.mktemp("own")
    (folder / "nim.py").write_text("\n".join(lines) + MORE)
    (folder / "opponents.toml").write_text(OPPONENTS)
    games = [part for name in ("Nim", "Drawn", "Evil") for part in ("--game", f"nim.py:{name}")]
    return start(*games, folder=folder)


def test_a_game_without_a_picture_is_played_with_buttons(visit, own):
    visitor = visit(own, hurried=True)
    page = visitor.gallery("nim")
    page.locator("[data-opponent=random]").click()
    page.wait_for_url("**/match/*")
    board = visitor.at(page).at_rest()
    assert board.options == board.state["decision"]["options"]
    expect(page.locator("#decision button")).to_have_count(len(board.options))
    expect(page.locator("#stage .label").first).to_have_text(re.compile("3.*4.*5"))
    while not board.over:
        board.make(board.options[0])
    state = board.state
    assert state["over"]
    board.shows(state)


def test_its_buttons_are_reached_by_keyboard_and_the_hint_scores_them(visit, own):
    board = visit(own).begin("nim").at_rest()
    board.page.locator("#hint").click()
    board.page.locator("#show-move").click()
    expect(board.prompt).to_have_text(re.compile("^Try .+ from .+"))
    expect(board.page.locator("#decision button span")).to_have_count(len(board.options))
    expect(board.page.locator("#threats")).to_have_count(0)  # Nim has no threats
    board.page.locator("#decision button").first.focus()
    board.page.keyboard.press("Tab")
    chosen = board.page.evaluate("document.activeElement.dataset.option")
    board.page.keyboard.press("Enter")
    board.at_rest(1)
    assert board.state["moves"][0]["option"] == chosen


def test_a_shape_with_several_options_opens_a_menu(visit, own):
    board = visit(own, hurried=True).begin("drawn", seed=3).at_rest()
    page, menu = board.page, board.page.locator("#menu")
    heap = page.locator("#stage .hit").nth(1)
    heap.click()
    expect(menu.locator("[role=menuitem]")).to_have_text([f"Take {n} from 2" for n in (1, 2, 3, 4)])
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    assert page.evaluate("document.activeElement === document.querySelectorAll('#stage .hit')[1]")
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    board.at_rest(1)
    assert board.state["moves"][0]["option"] == "2 from 2"
    page.locator("#stage .hit").first.click()
    expect(menu).to_be_visible()
    page.mouse.click(5, 5)
    expect(menu).to_be_hidden()
    while not board.over:
        board.make(board.state["decision"]["options"][0])
    board.shows(board.state)


def nothing_was_read_as_html(page):
    expect(page.locator("img")).to_have_count(0)
    assert "hacked" not in page.title().replace(EVIL, "")


def test_nothing_that_a_game_or_an_opponent_says_is_read_as_html(visit, own):
    visitor = visit(own)
    page = visitor.gallery("evil")
    expect(page.locator("[data-game=evil]")).to_contain_text(EVIL)
    expect(page.locator("#people")).to_contain_text(EVIL)
    nothing_was_read_as_html(page)
    page.locator("[data-opponent=talker]").click()
    page.wait_for_url("**/match/*")
    board = visitor.at(page).at_rest()
    expect(page.locator("#decision button").first).to_contain_text(EVIL)
    expect(page.locator("#stage")).to_contain_text(EVIL)
    page.locator("#hint").click()
    page.locator("#show-move").click()
    expect(board.prompt).to_contain_text("Try")
    expect(page.locator("#prompt")).to_contain_text(EVIL)
    board.choose(board.options[0])
    board.at_rest(1)
    expect(page.locator("#moves")).to_contain_text(EVIL)
    expect(page.locator("#remark")).to_contain_text(EVIL)
    page.locator("#resign").click()
    page.locator("#resign").click()
    page.locator("#rematch").wait_for()
    nothing_was_read_as_html(page)


def test_a_players_name_is_not_read_as_html(visit, own):
    host, name = visit(own), "<img src=x onerror=alert(1)>"
    match = host.call("POST", "/matches", {"game": "nim", "opponents": ["human", "human"], "player": "<b>Ada"})
    path = f"/matches/{match['id']}"
    here = host.board(f"/match/{match['id']}?seat=0").at_rest()
    visit(own).call("POST", f"{path}/seat", {"player": name}, match["tokens"][1])
    here.page.reload()
    here.at_rest()
    expect(here.page.locator("#name")).to_have_text(name)
    here.choose(here.options[0])
    expect(here.page.locator("#moves h2")).to_contain_text(name)
    nothing_was_read_as_html(here.page)
