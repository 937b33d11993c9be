"""The one renderer draws any scene: boards, sown seeds, a card table, and every step between two scenes."""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from sparring.scenes import Card, Cell, Label, Plate, Scene, Step, Zone, scene_message
from sparring.scenes.scene import Arrow
from sparring.server.page import HEADERS
from support.scene_stories import options_in, scene_stories
from support.visitor import DESK, PHONE, Visitor

STORIES = scene_stories()
SCENES = [(name, number) for name, story in STORIES.items() for number in range(len(story))]
CHANGES = [(name, number) for name, number in SCENES if number > 0]

BARE = """<!doctype html><title>A scene</title><link rel="icon" href="/page/icon.svg">
<link rel="stylesheet" href="/page/tokens.css"><link rel="stylesheet" href="/page/base.css">
<link rel="stylesheet" href="/page/scene.css"><div class="stage" id="stage"></div>"""
"""A page with a scene and nothing else, served with the same policy as the others."""

SET_UP = """async () => {
    const { Scene } = await import('/page/scene.js');
    window.chosen = []; window.said = [];
    window.drawn = new Scene(document.getElementById('stage'), {
        onChoose: options => window.chosen.push(options.map(option => option.id)),
        onSay: text => window.said.push(text),
    });
}"""

NEW_STAGE = """() => {
    const stage = document.getElementById('stage');
    stage.replaceWith(stage.cloneNode(false));
}"""

SHOW = "([scene, options, animate]) => window.drawn.show(scene, { options, animate })"

SHAPES = """() => [...document.querySelectorAll('#stage .shape')].map(g => ({
    id: g.dataset.id, kind: g.classList[1], transform: g.style.transform,
    texts: [...g.querySelectorAll('text')].map(text => text.textContent),
}))"""

AT_REST = "() => document.querySelector('#stage').getAnimations({ subtree: true }).length === 0"


def drawn(page):
    """The names of all shapes that are drawn, sorted, without seeds."""
    shapes = [shape for shape in page.evaluate(SHAPES) if shape["kind"] != "seed"]
    return sorted(shapes, key=lambda shape: shape["id"])


def seeds(page):
    """The places of all seeds, whatever their rotation."""
    lying = [shape["transform"] for shape in page.evaluate(SHAPES) if shape["kind"] == "seed"]
    return sorted(re.sub(r" rotate.*", "", transform) for transform in lying)


def is_whole(page, scene):
    """Check that all shapes of a scene are drawn, and as many seeds as its places count."""
    assert {shape["id"] for shape in drawn(page)} == {shape["id"] for shape in scene["shapes"]}
    assert len(seeds(page)) == sum(shape.get("seeds", 0) for shape in scene["shapes"])


def bare(visitor):
    """A page with an empty scene."""
    headers = {**HEADERS, "Content-Type": "text/html"}
    visitor.context.route("**/bare", lambda route: route.fulfill(body=BARE, headers=headers))
    page = visitor.open("/bare")
    page.evaluate(SET_UP)
    return page


@pytest.fixture(scope="module")
def bare_pages(browser, server):
    """A visitor with a bare page for each size of screen, shared by tests because opening one takes long."""
    sizes = {"desk": DESK, "phone": PHONE}
    visitors = {name: Visitor(browser, server.address, viewport=size) for name, size in sizes.items()}
    yield {name: (visitor, bare(visitor)) for name, visitor in visitors.items()}
    for visitor in visitors.values():
        visitor.leave()


@pytest.fixture(params=["desk", "phone"])
def page(request, bare_pages):
    """A page with an empty scene; fails if its browser complains or calls another host."""
    visitor, page = bare_pages[request.param]
    page.evaluate(NEW_STAGE)
    page.evaluate(SET_UP)
    yield page
    assert visitor.complaints == []
    assert visitor.elsewhere == []


@pytest.mark.parametrize(("name", "number"), SCENES)
def test_every_scene_is_drawn_whole(page, name, number):
    scene = STORIES[name][number]
    page.evaluate(SHOW, [scene, options_in(scene), False])
    is_whole(page, scene)
    expect(page.locator("#stage svg")).to_have_attribute("aria-label", scene["about"])
    broken = page.locator("#stage svg").evaluate("svg => /NaN|undefined|null/.exec(svg.outerHTML)?.[0]")
    assert broken is None


@pytest.mark.parametrize(("name", "number"), CHANGES)
def test_moving_shapes_end_exactly_where_the_scene_says(page, name, number):
    before, after = STORIES[name][number - 1 : number + 1]
    page.evaluate(SHOW, [after, options_in(after), False])
    shapes, lying = drawn(page), seeds(page)
    page.evaluate(SHOW, [before, options_in(before), False])
    page.evaluate(SHOW, [after, options_in(after), True])
    page.wait_for_function(AT_REST)
    is_whole(page, after)
    assert drawn(page) == shapes
    assert seeds(page) == lying


NOTE_COUNTS = """() => {
    window.counts = [];
    const numbers = () => [...document.querySelectorAll('#stage .shape.label')]
        .filter(g => /^[0-9]+$/.test(g.textContent)).map(g => [g.dataset.id, +g.textContent]);
    const note = () => { const now = Object.fromEntries(numbers());
        if (JSON.stringify(now) !== JSON.stringify(window.counts.at(-1))) window.counts.push(now); };
    note();
    new MutationObserver(note).observe(document.querySelector('#stage'), { childList: true, subtree: true });
}"""
"""Records all numbers by the names of their labels, each time that one changes."""


def test_seeds_are_sown_one_by_one_and_captured_house_by_house(page):
    before, after = STORIES["oware"][-2:]
    page.evaluate(SHOW, [before, [], False])
    page.evaluate(NOTE_COUNTS)
    page.evaluate(SHOW, [after, [], True])
    page.wait_for_function(AT_REST)
    counted = {shape["counts"]: shape["id"] for shape in after["shapes"] if "counts" in shape}
    held = Counter({shape["id"]: shape["seeds"] for shape in before["shapes"] if "seeds" in shape})
    story = [{counted[place]: count for place, count in held.items()}]
    for step in after["steps"]:
        for start, end, count in step["move"]:
            held[start] -= count
            held[end] += count
        story.append({counted[place]: count for place, count in held.items()})
    assert page.evaluate("window.counts") == story
    assert held == {shape["id"]: shape["seeds"] for shape in after["shapes"] if "seeds" in shape}
    assert page.evaluate("window.said") == [step["say"] for step in after["steps"] if "say" in step]


SEEDS = """() => Object.fromEntries([...document.querySelectorAll('#stage .shape.seed')]
    .map(g => [g.dataset.id, g.style.transform]))"""


def bowls(*held, steps=()):
    """A scene of three bowls with these numbers of seeds, and the steps that led to it."""
    cells = [Cell(name, (20 + 130 * at, 20, 120, 120), "bowl", seeds=held[at]) for at, name in enumerate("ABC")]
    labels = [Label(f"{name}", (20 + 130 * at, 150, 120, 30), "", counts=name[0]) for at, name in enumerate(LABELS)]
    shapes = (Plate("table", (0, 0, 420, 200)), *cells, *labels)
    return scene_message(Scene("Bowls", (420, 200), shapes, "Bowls", steps=tuple(Step((move,)) for move in steps)))


LABELS = ("A seeds", "B seeds", "C seeds")


def noted(page):
    """The numbers of seeds in the three bowls, each time that one of them changed."""
    return [[counts[name] for name in LABELS] for counts in page.evaluate("window.counts")]


def test_seeds_that_are_only_counted_are_carried_one_by_one_and_all_others_stay(page):
    page.evaluate(SHOW, [bowls(3, 2, 0), [], False])
    before = page.evaluate(SEEDS)
    page.evaluate(NOTE_COUNTS)
    steps = [("A", "B", 1), ("A", "C", 1), ("B", "C", 2)]
    page.evaluate(SHOW, [bowls(1, 1, 3, steps=steps), [], True])
    page.wait_for_function(AT_REST)
    assert noted(page) == [[3, 2, 0], [2, 3, 0], [1, 3, 1], [1, 1, 3]]
    after = page.evaluate(SEEDS)
    assert set(after) == set(before)
    assert sum(after[seed] == before[seed] for seed in before) == 2, "the first seeds of A and B"
    page.evaluate(SHOW, [bowls(1, 1, 3, steps=steps), [], False])
    assert page.evaluate(SEEDS) == after


def test_seeds_are_carried_only_from_where_they_lie(page):
    """When going back to a scene, the scene before it was not shown."""
    page.evaluate(SHOW, [bowls(0, 0, 5), [], False])
    page.evaluate(NOTE_COUNTS)
    page.evaluate(SHOW, [bowls(1, 4, 0, steps=[("A", "B", 1), ("A", "B", 1)]), [], True])
    page.wait_for_function(AT_REST)
    assert noted(page) == [[0, 0, 5], [1, 4, 0]]


def test_with_reduced_motion_all_seeds_are_in_place_at_once(visit):
    page = bare(visit(reduced_motion="reduce"))
    page.evaluate(SHOW, [bowls(3, 0, 0), [], False])
    page.evaluate(NOTE_COUNTS)
    page.evaluate(SHOW, [bowls(0, 1, 2, steps=[("A", "B", 1), ("A", "C", 1), ("A", "C", 1)]), [], True])
    assert noted(page) == [[3, 0, 0], [0, 1, 2]]


ZONES = {"hand": 0, "field": 100, "trash": 200, "deck": 300, "other hand": 400}

FLIGHTS = """([scene]) => {
    void window.drawn.show(scene, { animate: true });
    const moves = document.querySelector('#stage').getAnimations({ subtree: true }).map(move => move.effect);
    return moves.filter(move => move.getKeyframes()[0].transform)
        .map(move => [move.target.dataset.id, ...move.getKeyframes().map(at => parseFloat(at.transform.slice(10)))]);
}"""
"""The shapes that are moving, with their start and end along the row of zones."""


def cards(*lying):
    """A scene of cards, each given as id, zone and name; one without a name shows its back."""
    zones = [
        Zone(name, (left, 0, 100, 100), (50, 70), look="none", source="deck" if "hand" in name else "")
        for name, left in ZONES.items()
    ]
    shown = [Card(id, zone, name, "character", back="" if name else "card") for id, zone, name in lying]
    return scene_message(Scene("Cards", (500, 100), (*zones, *shown), "Cards"))


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
    """Even if its id changes or it is turned over on the way; a card that cannot be followed fades."""
    page.evaluate(SHOW, [cards(*before), [], False])
    assert page.evaluate(FLIGHTS, [cards(*after)]) == flights
    page.wait_for_function(AT_REST)
    assert {shape["id"] for shape in page.evaluate(SHAPES)} == {*ZONES, *(id for id, _, _ in after)}


def test_a_card_that_rests_is_lower_than_the_others_and_can_still_be_read(page):
    scene = STORIES["onepiece"][-1]
    resting = {shape["id"] for shape in scene["shapes"] if shape.get("rested")}
    named = {shape["id"] for shape in scene["shapes"] if shape["id"] in resting and "name" in shape}
    assert named
    page.evaluate(SHOW, [scene, [], False])
    high = {
        shape["id"]: page.locator(f'#stage [data-id="{shape["id"]}"]').bounding_box()["height"]
        for shape in scene["shapes"]
        if shape["kind"] == "card" and shape["in"].endswith(("field", "leader"))
    }
    assert named <= high.keys()
    assert max(high[name] for name in named) < 0.75 * min(high[name] for name in high.keys() - named)
    for name in named:
        expect(page.locator(f'#stage [data-id="{name}"]')).to_contain_text("rested")


@pytest.mark.parametrize(("name", "number"), [at for at in SCENES if STORIES[at[0]][at[1]]["picks"]])
def test_options_are_buttons_with_names_and_are_chosen_once(page, name, number):
    scene = STORIES[name][number]
    options = options_in(scene)
    standing: dict[str, list[dict]] = {}
    for option in options:
        for shape in (option["on"], *option.get("also", ())):
            standing.setdefault(shape, []).append(option)
    page.evaluate(SHOW, [scene, options, False])
    hits = page.locator("#stage .hit[role=button]")
    expect(hits).to_have_count(len(standing))
    assert hits.evaluate_all("all => all.map(one => one.ariaLabel)") == [*map(label, standing.values())]
    hits.last.click()
    assert page.evaluate("window.chosen") == [[option["id"] for option in [*standing.values()][-1]]]


def label(options):
    """The accessible name of a shape with these options."""
    labels = [option["label"] for option in options]
    return labels[0] if len(labels) == 1 else f"{len(labels)} choices: {', '.join(labels)}"


def test_a_shape_with_several_options_offers_all_of_them_at_once(page):
    options = [{"id": f"{take} from A", "on": "A", "label": f"Take {take}"} for take in (1, 2, 3)]
    page.evaluate(SHOW, [STORIES["oware"][0], options, False])
    hit = page.locator("#stage .hit")
    expect(hit).to_have_count(1)
    expect(hit).to_have_attribute("aria-label", "3 choices: Take 1, Take 2, Take 3")
    hit.click()
    assert page.evaluate("window.chosen") == [[option["id"] for option in options]]


def test_a_scene_that_comes_before_the_steps_are_done_is_shown_at_once(page):
    before, after = STORIES["oware"][-2:]
    page.evaluate(SHOW, [before, [], False])
    page.evaluate("([scene]) => void window.drawn.show(scene, { animate: true })", [after])
    last = STORIES["tictactoe"][0]
    page.evaluate(SHOW, [last, options_in(last), False])
    page.wait_for_function(AT_REST)
    is_whole(page, last)
    expect(page.locator("#stage .hit")).to_have_count(len(options_in(last)))


def test_a_turned_phone_shows_the_other_arrangement_of_the_same_shapes(visit):
    page, scene = bare(visit(viewport=PHONE)), STORIES["oware"][0]
    box = page.locator("#stage svg")
    page.evaluate(SHOW, [scene, options_in(scene), False])
    expect(box).to_have_attribute("viewBox", "0 0 {} {}".format(*scene["tall"]["view"]))
    page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    expect(box).to_have_attribute("viewBox", "0 0 {} {}".format(*scene["view"]))
    is_whole(page, scene)
    expect(page.locator("#stage .hit")).to_have_count(6)


def test_text_in_a_scene_is_never_read_as_html(page):
    evil = "<img src=x onerror=alert(1)>"
    shapes = (
        Plate("table", (0, 0, 400, 300)),
        Plate(evil * 2, (0, 150, 400, 150), f'"{evil}', holes=(evil,)),
        Plate("plate", (220, 60, 90, 90), f'"{evil}'),
        Zone(evil, (10, 10, 100, 130), (50, 70), title=evil),
        Label("label", (120, 10, 200, 40), evil, f'"{evil}'),
        Card("card", evil, evil, evil, f'"{evil}', evil, evil, badge=evil, keywords=(evil,), sign=evil, facts=evil),
        Cell("cell", (120, 60, 90, 90), f'"{evil}'),
        Arrow("arrow", evil, "cell", evil),
    )
    scene = scene_message(Scene(evil, (400, 300), shapes, evil))
    page.evaluate(SHOW, [scene, [{"id": evil, "on": evil, "label": evil, "score": evil}], False])
    expect(page.locator("#stage img")).to_have_count(0)
    expect(page.locator("#stage image")).to_have_count(0)
    expect(page.locator("#stage [onerror]")).to_have_count(0)
    expect(page.locator('#stage [data-id="label"]')).to_have_text(evil)
