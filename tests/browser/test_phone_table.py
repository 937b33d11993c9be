"""A card game on a phone, by touch: whatever is asked, the question and all its answers are on the screen."""

from random import Random

import pytest
from playwright.sync_api import expect

from support.visitor import PHONE, QUICK

DECKS = "onepiece:deck1=ST01,deck2=ST02"

SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""

FAULTS = """() => {
    const faults = [];
    const sheet = document.querySelector('.sheet-below').getBoundingClientRect();
    const inView = box => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    for (const node of [document.querySelector('#prompt'), ...document.querySelectorAll('#decision button')]) {
        const box = node.getBoundingClientRect();
        const seen = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(20, box.height / 2));
        if (!inView(box)) faults.push(`out of sight: ${node.textContent}`);
        else if (!node.contains(seen) && seen !== node) faults.push(`covered: ${node.textContent}`);
    }
    for (const hit of document.querySelectorAll('#stage .hit')) {
        const box = hit.querySelector('.area').getBoundingClientRect();
        if (box.bottom > sheet.top + 4 || box.top < 0) faults.push(`under the sheet: ${hit.ariaLabel}`);
    }
    const zoom = document.querySelector('#stage svg').getScreenCTM().a;
    for (const card of document.querySelectorAll('#stage .shape.card, #stage .shape.cell, #stage .shape.label')) {
        const texts = [...card.querySelectorAll('text')].filter(text => text.textContent);
        for (const text of texts) {
            const size = parseFloat(text.getAttribute('font-size')) * zoom;
            if (size < 11.9) faults.push(`${size} px: ${text.textContent}`);
        }
        const boxes = texts.map(text => text.getBoundingClientRect());
        boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other, more) => {
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            const both = [texts[at], texts[at + 1 + more]].map(text => text.textContent);
            if (across > 2 && down > 6) faults.push(both.join(' over '));
        }));
    }
    return faults;
}"""
"""What is out of sight, covered, too small, or written over something else."""


def play(visit, decisions, seed=4):
    """Play by touch until the match is over, or for some decisions; returns the kinds of decisions met."""
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True, hurried=True)
    visitor.context.add_init_script(SHIFTS)
    match = visitor.call("POST", "/matches", {"game": DECKS, "opponents": ["human", QUICK], "seed": seed})
    board = visitor.board(f"/match/{match['id']}?seat=0").at_rest()
    page, rng, kinds = board.page, Random(seed), set()
    while not board.over and decisions:
        decisions -= 1
        state = board.state
        kinds.add(state["decision"]["kind"])
        assert page.evaluate(FAULTS) == [], state["scene"]["prompt"]
        options = state["decision"]["options"]
        hopeful = [option for option in options if option.startswith(("play", "attack leader", "counter", "use"))]
        option = rng.choice(hopeful if hopeful and rng.random() < 0.8 else options)
        touch(board, option)
        board.at_rest(len(state["moves"]) + 1)
    assert page.evaluate("window.shifted") <= 0.1
    return board, kinds


def touch(board, option):
    """Tap an option: a card first shows itself and what it can do."""
    board.place(option).first.tap()  # two equal cards offer the same
    board.finish(option, lambda place: place.tap())


def test_on_a_phone_the_question_and_its_answers_are_always_on_the_screen(visit):
    board, kinds = play(visit, 24)
    assert {"mulligan", "action"} <= kinds
    page = board.page
    page.locator("#more").tap()
    expect(page.locator("#more-drawer #moves li").last).to_be_visible()
    expect(page.locator("#hint")).to_be_visible()
    page.locator("#more-drawer > header button").tap()
    expect(page.locator("#hint")).to_be_hidden()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".centre #tools #hint")).to_be_visible()
    expect(page.locator(".side #prompt")).to_be_visible()


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_whole_games_on_a_phone_ask_all_six_kinds_of_questions(visit):
    met = set()
    for seed in (0, 2, 4, 6):
        board, kinds = play(visit, 1000, seed)
        assert board.over
        met |= kinds
    assert met == {"action", "mulligan", "blocker", "counter", "target", "value"}
