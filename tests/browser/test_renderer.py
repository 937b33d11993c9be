"""The one renderer draws any scene: boards, sown seeds, a card table, and every step between two states."""

import json
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sparring.server.page import HEADERS
from support.visitor import DESK, PHONE

DOCUMENTS = {path.stem: json.loads(path.read_text()) for path in sorted(Path(__file__).parent.glob("scenes/*.json"))}
STATES = [(name, number) for name, document in DOCUMENTS.items() for number in range(len(document["states"]))]
STEPPED = [(name, number) for name, number in STATES if DOCUMENTS[name]["states"][number].get("steps")]

BARE = """<!doctype html><title>A scene</title><link rel="icon" href="/page/icon.svg">
<link rel="stylesheet" href="/page/tokens.css"><link rel="stylesheet" href="/page/page.css">
<div class="stage" id="stage"></div>"""
"""A page with a scene and nothing else, as strictly served as the others."""

SET_UP = """async () => {
    const { Scene } = await import('/page/scene.js');
    window.chosen = []; window.said = [];
    window.drawn = new Scene(document.getElementById('stage'), {
        onChoose: options => window.chosen.push(options.map(option => option.id)),
        onSay: text => window.said.push(text),
    });
}"""

SHOW = "([scene, options, animate]) => window.drawn.show(scene, { options, animate })"

SHAPES = """() => [...document.querySelectorAll('#stage .shape')].map(g => ({
    id: g.dataset.id, kind: g.classList[1], transform: g.style.transform,
    texts: [...g.querySelectorAll('text')].map(text => text.textContent),
}))"""

AT_REST = "() => document.querySelector('#stage').getAnimations({ subtree: true }).length === 0"


def scene(name, number):
    """A state of a document as one scene; what is listed twice counts as listed last."""
    document = DOCUMENTS[name]
    state = document["states"][number]
    listed = [*document["shapes"], *state["shapes"], *document.get("over", []), *state.get("win", [])]
    return {
        "title": document["title"],
        "view": document["view"],
        "kinds": document.get("kinds", {}),
        "shapes": listed,
        "about": state.get("about", document["title"]),
        "how": state.get("how", "place"),
        **({"tall": document["tall"]} if "tall" in document else {}),
        **({"steps": state["steps"]} if "steps" in state else {}),
    }


def options(name, number):
    """What can be chosen in a state; a plain name is a choice on the shape of that name."""
    state = DOCUMENTS[name]["states"][number]
    asked = []
    for option in state.get("options", []):
        if isinstance(option, str):
            option = {"id": option, "on": option, "label": state["label"].replace("#", option)}
        if "ghost" in state and "on" in option:
            option = {"ghost": {**state["ghost"], "in": option["on"]}, **option}
        asked.append(option)
    return asked


def expected(shown, page):
    """The names of all shapes of a scene, grids as their cells, but for what has no room on a narrow screen."""
    names = set()
    for shape in shown["shapes"]:
        if shape.get("kind") == "grid":
            names |= {f"{column}{row + 1}" for column in shape["cols"] for row in range(shape["rows"])}
        else:
            names.add(shape["id"])
    if page.viewport_size["width"] < shown.get("tall", {}).get("below", 0):
        away = {shape["id"] for shape in shown["shapes"] if shape.get("tall", {}).get("hide")}
        names -= away | {shape["id"] for shape in shown["shapes"] if shape.get("in") in away}
    return names


def held(shown):
    """How many shapes are in each place."""
    last = {shape["id"]: shape for shape in shown["shapes"]}
    return Counter(shape["in"] for shape in last.values() if "in" in shape)


def bare(visitor):
    """A page with an empty scene."""
    headers = {**HEADERS, "Content-Type": "text/html"}
    visitor.context.route("**/bare", lambda route: route.fulfill(body=BARE, headers=headers))
    page = visitor.open("/bare")
    page.evaluate(SET_UP)
    return page


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def page(request, visit):
    return bare(visit(viewport=request.param))


@pytest.mark.parametrize(("name", "number"), STATES)
def test_every_state_is_drawn_whole(page, name, number):
    shown = scene(name, number)
    page.evaluate(SHOW, [shown, options(name, number), False])
    assert {shape["id"] for shape in page.evaluate(SHAPES)} == expected(shown, page)
    expect(page.locator("#stage svg")).to_have_attribute("aria-label", shown["about"])
    broken = page.locator("#stage svg").evaluate("svg => /NaN|undefined|null/.exec(svg.outerHTML)?.[0]")
    assert broken is None


@pytest.mark.parametrize(("name", "number"), STEPPED)
def test_steps_end_exactly_on_the_state(page, name, number):
    before, after = scene(name, number - 1), scene(name, number)
    page.evaluate(SHOW, [after, options(name, number), False])
    wanted = page.evaluate(SHAPES)
    page.evaluate(SHOW, [before, options(name, number - 1), False])
    page.evaluate("window.said = []")
    page.evaluate(SHOW, [after, options(name, number), True])
    page.wait_for_function(AT_REST)
    assert {shape["id"] for shape in page.evaluate(SHAPES)} == expected(after, page)
    assert sorted(page.evaluate(SHAPES), key=lambda shape: shape["id"]) == sorted(wanted, key=lambda shape: shape["id"])
    assert page.evaluate("window.said") == [step["say"] for step in after["steps"] if "say" in step]


def test_seeds_are_sown_one_by_one_and_captured_house_by_house(visit):
    page = bare(visit(reduced_motion="reduce"))  # quick cuts, so that every step is at rest
    before, after = scene("oware", 0), scene("oware", 1)
    page.evaluate(SHOW, [before, [], False])
    # Every time a number on a house changes, all of them are noted.
    page.evaluate(
        """() => {
            window.counts = [];
            const note = () => { const now = [...document.querySelectorAll('#stage .shape.cell')]
                .filter(g => g.querySelector('.count'))
                .map(g => `${g.dataset.id}${g.querySelector('.count').textContent}`).sort().join(' ');
                if (now !== window.counts.at(-1)) window.counts.push(now); };
            note();
            new MutationObserver(note).observe(document.querySelector('#stage'), { childList: true, subtree: true });
        }"""
    )
    page.evaluate(SHOW, [after, [], True])
    places = {shape["id"]: shape["in"] for shape in before["shapes"] if "in" in shape}
    houses = {shape["id"] for shape in before["shapes"] if shape.get("of") == "h" or shape.get("count")}
    story = []
    for step in [{"do": []}, *after["steps"]]:
        places |= {change["id"]: change["in"] for change in step["do"]}
        counts = Counter(places.values())
        story.append(" ".join(sorted(f"{house}{counts[house]}" for house in houses)))
    assert page.evaluate("window.counts") == story
    assert Counter(places.values()) == held(after)


SOWN = [
    {"id": "table", "kind": "plate", "box": [0, 0, 420, 200]},
    *(
        {"id": name, "kind": "cell", "look": "bowl", "box": [20 + 130 * at, 20, 120, 120]}
        for at, name in enumerate("ABC")
    ),
    *(
        {"id": f"count {name}", "kind": "label", "box": [20 + 130 * at, 150, 120, 30], "text": "", "counts": name}
        for at, name in enumerate("ABC")
    ),
]

SEEDS = """() => Object.fromEntries([...document.querySelectorAll('#stage .shape.seed')]
    .map(g => [g.dataset.id, g.style.transform]))"""

NOTE_COUNTS = """() => {
    window.counts = [];
    const note = () => { const now = [...document.querySelectorAll('#stage .shape.label')].map(g => +g.textContent);
        if (String(now) !== String(window.counts.at(-1))) window.counts.push(now); };
    note();
    new MutationObserver(note).observe(document.querySelector('#stage'), { childList: true, subtree: true });
}"""


def bowls(*seeds, steps=()):
    """A scene of three bowls with so many seeds in them, and how it came about."""
    held = dict(zip("ABC", seeds, strict=True))
    shapes = [{**shape, "seeds": held[shape["id"]]} if shape["id"] in held else shape for shape in SOWN]
    carried = [{"how": "hop", "move": [list(move)]} for move in steps]
    return {"title": "Bowls", "view": [420, 200], "shapes": shapes, "about": "Bowls", "steps": carried}


def test_seeds_that_are_only_counted_are_carried_one_by_one_and_all_others_stay(page):
    page.evaluate(SHOW, [bowls(3, 2, 0), [], False])
    before = page.evaluate(SEEDS)
    page.evaluate(NOTE_COUNTS)
    steps = [("A", "B", 1), ("A", "C", 1), ("B", "C", 2)]
    page.evaluate(SHOW, [bowls(1, 1, 3, steps=steps), [], True])
    page.wait_for_function(AT_REST)
    assert page.evaluate("window.counts") == [[3, 2, 0], [2, 3, 0], [1, 3, 1], [1, 1, 3]]
    after = page.evaluate(SEEDS)
    assert set(after) == set(before)
    assert sum(after[seed] == before[seed] for seed in before) == 2, "the first of A and of B"
    page.evaluate(SHOW, [bowls(1, 1, 3, steps=steps), [], False])
    assert page.evaluate(SEEDS) == after


def test_seeds_are_carried_only_from_where_they_lie(page):
    """Whoever goes back to a scene did not see the one before it."""
    page.evaluate(SHOW, [bowls(0, 0, 5), [], False])
    page.evaluate(NOTE_COUNTS)
    page.evaluate(SHOW, [bowls(1, 4, 0, steps=[("A", "B", 1), ("A", "B", 1)]), [], True])
    page.wait_for_function(AT_REST)
    assert page.evaluate("window.counts") == [[0, 0, 5], [1, 4, 0]]


def test_who_wants_less_motion_sees_at_once_where_all_seeds_are(visit):
    page = bare(visit(reduced_motion="reduce"))
    page.evaluate(SHOW, [bowls(3, 0, 0), [], False])
    page.evaluate(NOTE_COUNTS)
    page.evaluate(SHOW, [bowls(0, 1, 2, steps=[("A", "B", 1), ("A", "C", 1), ("A", "C", 1)]), [], True])
    assert page.evaluate("window.counts") == [[3, 0, 0], [0, 1, 2]]


ZONES = {"hand": 0, "field": 100, "trash": 200, "deck": 300, "other hand": 400}

FLIGHTS = """([scene]) => {
    void window.drawn.show(scene, { animate: true });
    const moves = document.querySelector('#stage').getAnimations({ subtree: true }).map(move => move.effect);
    return moves.filter(move => move.getKeyframes()[0].transform)
        .map(move => [move.target.dataset.id, ...move.getKeyframes().map(at => parseFloat(at.transform.slice(10)))]);
}"""
"""Which shapes are under way, and from where to where along the row of zones."""


def cards(*lying):
    """A scene of cards, each given as id, zone and name; one without a name shows its back."""
    zones = [
        {"id": zone, "kind": "cell", "look": "none", "box": [left, 0, 100, 100], "flow": "row", "card": [50, 70]}
        for zone, left in ZONES.items()
    ]
    zones[0]["source"] = zones[-1]["source"] = "deck"
    shown = [
        {"id": id, "kind": "card", "in": zone, **({"name": name, "type": "character"} if name else {"down": True})}
        for id, zone, name in lying
    ]
    return {"title": "Cards", "view": [500, 100], "shapes": [*zones, *shown], "about": "Cards", "how": "slide"}


@pytest.mark.parametrize(
    ("before", "after", "flights"),
    [
        ([("h", "hand", "Nami")], [("f", "field", "Nami")], [["f", 50, 150]]),
        ([("o", "other hand", "")], [("f", "field", "Nami")], [["f", 450, 150]]),
        ([("f", "field", "Nami")], [("o", "other hand", "")], [["o", 150, 450]]),
        ([], [("h", "hand", "Nami")], [["h", 350, 50]]),
        ([("t", "trash", "Zoro"), ("f", "field", "Nami")], [("t", "trash", "Nami")], [["f", 150, 250]]),
        ([("f", "field", "Nami")], [("t", "trash", "Nami")], [["t", 150, 250]]),
        ([("t", "trash", "Zoro"), ("f", "field", "Nami")], [("t", "trash", "Zoro")], []),
        ([("f", "field", "Nami")], [("g", "field", "Zoro")], []),
    ],
    ids=["played", "played by the other", "returned", "drawn", "trashed", "trashed first", "gone", "another"],
)
def test_a_card_travels_from_where_it_was(page, before, after, flights):
    """Also if it has another id there, or is turned over on the way; what nobody can follow fades."""
    page.evaluate(SHOW, [cards(*before), [], False])
    assert page.evaluate(FLIGHTS, [cards(*after)]) == flights
    page.wait_for_function(AT_REST)
    assert {shape["id"] for shape in page.evaluate(SHAPES)} == {*ZONES, *(id for id, _, _ in after)}


def test_a_card_that_rests_lies_on_its_side_and_can_still_be_read(page):
    shown = scene("onepiece", 0)
    resting = {shape["id"] for shape in shown["shapes"] if shape.get("rested")}
    assert resting
    page.evaluate(SHOW, [shown, [], False])
    for shape in page.evaluate(SHAPES):
        if shape["kind"] == "card" and shape["id"] in resting:
            assert "rotate(90deg)" in shape["transform"], shape
    for name in resting:
        upright = page.locator(f'#stage [data-id="{name}"] .upright')
        if upright.count():
            expect(upright).to_have_attribute("transform", "rotate(-90)")


@pytest.mark.parametrize(("name", "number"), [at for at in STATES if options(*at)])
def test_options_are_buttons_with_names_and_are_chosen_once(page, name, number):
    asked = options(name, number)
    page.evaluate(SHOW, [scene(name, number), asked, False])
    on_shapes = [option for option in asked if "on" in option]
    expect(page.locator("#stage .hit[role=button]")).to_have_count(len(on_shapes))
    for option in on_shapes:
        hit = page.locator(f'#stage .hit[data-option="{option["id"]}"]')
        expect(hit).to_have_attribute("aria-label", option["label"])
    page.locator(f'#stage .hit[data-option="{on_shapes[-1]["id"]}"]').click()
    assert page.evaluate("window.chosen") == [[on_shapes[-1]["id"]]]


def test_a_shape_with_several_options_offers_all_of_them_at_once(page):
    asked = [{"id": f"{take} from A", "on": "A", "label": f"Take {take}"} for take in (1, 2, 3)]
    page.evaluate(SHOW, [scene("oware", 0), asked, False])
    hit = page.locator("#stage .hit")
    expect(hit).to_have_count(1)
    expect(hit).to_have_attribute("aria-label", "3 choices: Take 1, Take 2, Take 3")
    hit.click()
    assert page.evaluate("window.chosen") == [[option["id"] for option in asked]]


def test_a_scene_that_comes_before_the_steps_are_done_is_shown_at_once(page):
    page.evaluate(SHOW, [scene("oware", 0), [], False])
    page.evaluate("([scene]) => void window.drawn.show(scene, { animate: true })", [scene("oware", 1)])
    last = scene("tictactoe", 0)
    page.evaluate(SHOW, [last, options("tictactoe", 0), False])
    page.wait_for_function(AT_REST)
    assert {shape["id"] for shape in page.evaluate(SHAPES)} == expected(last, page)
    expect(page.locator("#stage .hit")).to_have_count(len(options("tictactoe", 0)))


def test_a_turned_phone_shows_the_other_arrangement_of_the_same_shapes(visit):
    page = bare(visit(viewport=PHONE))
    page.evaluate(SHOW, [scene("oware", 0), options("oware", 0), False])
    expect(page.locator("#stage svg")).to_have_attribute("viewBox", "0 0 366 386")
    page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    expect(page.locator("#stage svg")).to_have_attribute("viewBox", "0 0 960 470")
    assert {shape["id"] for shape in page.evaluate(SHAPES)} == expected(scene("oware", 0), page)
    expect(page.locator("#stage .hit")).to_have_count(6)


def test_text_in_a_scene_is_never_read_as_html(page):
    evil = "<img src=x onerror=alert(1)>"
    shapes = [
        {"id": "table", "kind": "plate", "box": [0, 0, 400, 300]},
        {"id": evil, "kind": "cell", "look": "slot", "box": [10, 10, 100, 130], "flow": "row", "title": evil},
        {"id": "label", "kind": "label", "box": [120, 10, 200, 40], "text": evil, "look": f'"{evil}'},
        {"id": "card", "kind": "card", "in": evil, "name": evil, "cost": evil, "power": evil, "colour": f'"{evil}'},
        {
            "id": "count",
            "kind": "cell",
            "look": f'"{evil}',
            "box": [120, 60, 90, 90],
            "countLook": f'"{evil}',
            "count": 1,
        },
        {"id": "holed", "kind": "plate", "look": f'"{evil}', "box": [220, 60, 90, 90]},
        {"id": "arrow", "kind": "mark", "how": "arrow", "from": evil, "to": "count", "label": evil},
    ]
    shown = {"title": evil, "view": [400, 300], "shapes": shapes, "about": evil}
    page.evaluate(SHOW, [shown, [{"id": evil, "on": evil, "label": evil, "score": evil}], False])
    expect(page.locator("#stage img")).to_have_count(0)
    expect(page.locator("#stage image")).to_have_count(0)
    expect(page.locator("#stage [onerror]")).to_have_count(0)
    expect(page.locator('#stage [data-id="label"]')).to_have_text(evil)
