"""The card table on the page: every card and every option is shown, and nothing that a seat does not know."""

import re
from itertools import combinations
from random import Random

import pytest

from sparring.games.onepiece.rules.actions.life import LookedAtLife
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.view import HIDDEN
from sparring.games.onepiece.shown.arrangement import TALL, WIDE
from sparring.scenes import Arrow, Card, Label, Zone, scene_message, svg
from sparring.scenes.card_layout import card_boxes
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

BOXED = (Zone, Label)
IN_THE_PICTURE = {"play", "activate", "give", "attack", "block", "counter", "counter event", "unit", "don", "life of"}
"""The first words of options that are about something on the table."""


def positions(seeds, every=1):
    """Positions of random games, and the seat that decides."""
    for seed in seeds:
        rng, state, number = Random(seed), GAME.start(Random(seed)), seed
        while GAME.outcome(state) is None:
            if number % every == 0:
                yield state, GAME.to_move(state)
            state = GAME.play(state, rng.choice(GAME.moves(state)))
            number += 1
        yield state, GAME.to_move(state)


def scene(state, seat):
    return GAME.scene(GAME.view(state, seat))


def card(drawn, identity):
    """The card of a name in a scene."""
    return next(shape for shape in drawn.shapes if isinstance(shape, Card) and shape.id == identity)


def shape_of(table, seat, identity):
    return card(scene(table.state, P1), f"unit-{table.unit(seat, identity).id}")


# ---------------------------------------------------------------------- every shape is in its place


def test_every_shape_has_a_unique_name_and_a_place():
    for state, _ in positions(range(6), every=3):
        for viewer in (P1, P2):
            shapes = scene(state, viewer).shapes
            names = [shape.id for shape in shapes]
            assert len(names) == len(set(names))
            places = {shape.id for shape in shapes if isinstance(shape, Zone | Card)}
            assert all(shape.place in places for shape in shapes if isinstance(shape, Card))
            assert all({shape.start, shape.end} <= places for shape in shapes if isinstance(shape, Arrow))


@pytest.mark.parametrize(("box", "size"), [("box", WIDE.size), ("tall", TALL.size)])
def test_nothing_lies_over_anything_else_or_beyond_the_table(box, size):
    for state, seat in positions(range(6), every=5):
        shapes = [shape for shape in scene(state, seat).shapes if isinstance(shape, BOXED)]
        boxes = {
            shape.id: getattr(shape, box) for shape in shapes if box == "box" or not getattr(shape, "wide_only", False)
        }
        for name, (left, top, width, height) in boxes.items():
            assert 0 <= left < left + width <= size[0], name
            assert 0 <= top < top + height <= size[1], name
        for (one, (x, y, w, h)), (other, (a, b, c, d)) in combinations(boxes.items(), 2):
            assert x + w <= a or a + c <= x or y + h <= b or b + d <= y, f"{one} and {other}"


def test_every_card_on_the_field_and_in_hand_is_drawn_with_its_values():
    for state, seat in positions(range(4), every=4):
        drawn = {shape.id: shape for shape in scene(state, seat).shapes if isinstance(shape, Card)}
        units = [unit for side in state.sides for unit in side.units()]
        assert {name for name in drawn if name.startswith("unit-") and "don" not in name} == {
            f"unit-{unit.id}" for unit in units
        }
        for unit in units:
            shape = drawn[f"unit-{unit.id}"]
            assert (shape.name, shape.rested) == (unit.card.name, unit.rested)
            assert sum(other.place == shape.id for other in drawn.values()) == unit.don
        hand = [shape.name for name, shape in drawn.items() if name.startswith("hand-")]
        assert hand == [state.card(entry).name for entry in state.sides[seat].hand]


def test_a_card_keeps_its_name_for_as_long_as_it_is_on_the_field():
    for seed in range(3):
        rng, state = Random(seed), GAME.start(Random(seed))
        while GAME.outcome(state) is None:
            following = GAME.play(state, rng.choice(GAME.moves(state)))
            before, after = ({unit.id: unit.code for unit in each.units()} for each in (state, following))
            drawn = {shape.id: shape for shape in scene(following, P1).shapes}
            for number in before.keys() & after.keys():
                assert drawn[f"unit-{number}"].name == state.decks.cards[before[number]].name
            state = following


def test_power_and_given_don_and_rest_are_shown():
    table = Table(Half(characters=[Put("ST01-013", don=2), Put("ST01-006", rested=True)]))
    zoro, chopper = (shape_of(table, P1, identity) for identity in ("ST01-013", "ST01-006"))
    assert (zoro.base, zoro.badge, zoro.rested) == (5000, "+2", False)
    assert zoro.power == table.power(P1, "ST01-013") > 5000
    assert chopper.rested
    assert "Blocker" in chopper.keywords


def test_an_attack_is_an_arrow_and_its_target_is_marked():
    table = Table(Half(hand=["ST01-007"]), Half(hand=["ST01-007"]))
    table.do("attack leader with leader")
    drawn = scene(table.state, P2)
    (arrow,) = [shape for shape in drawn.shapes if isinstance(shape, Arrow)]
    assert (arrow.start, arrow.end, arrow.text) == ("unit-0", "unit-1", "5000 : 5000")
    assert [shape.id for shape in drawn.shapes if isinstance(shape, Card) and shape.hit] == ["unit-1"]


def test_the_powers_of_an_attack_cover_no_card():
    """With any number of characters between attacker and target."""
    many = ["ST01-003", "ST01-004", "ST01-005", "ST01-006", "ST01-007"]
    table = Table(Half(characters=many), Half(characters=many))
    table.do("attack leader with Sanji")
    drawn = scene(table.state, P1)
    chip = re.search(r'class="arrow-chip" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', svg(drawn))
    left, top, width, height = map(float, chip.groups())
    for x, y, wide, high in card_boxes(drawn.shapes).values():
        assert left + width <= x or x + wide <= left or top + height <= y or y + high <= top


# ---------------------------------------------------------------------- options


def test_every_option_is_in_the_picture_or_has_a_button():
    seen = set()
    for state, seat in positions(range(25), every=3):
        drawn, options = scene(state, seat), GAME.options(state)
        assert drawn.picks.keys() <= options.keys()
        shapes = {shape.id for shape in drawn.shapes}
        for pick in drawn.picks.values():
            assert {pick.on, *pick.also} <= shapes
        loose = {option.kind for words, option in options.items() if words not in drawn.picks}
        assert not loose & IN_THE_PICTURE, loose
        seen |= {option.kind for option in options.values()}
        assert scene(state, 1 - seat).picks == {}, "a seat that is not asked has nothing to choose"
    assert seen >= IN_THE_PICTURE - {"life of"}


def test_either_of_two_equal_cards_in_hand_can_be_clicked():
    table = Table(Half(hand=["ST01-007", "ST01-004", "ST01-007"], active=3))
    pick = scene(table.state, P1).picks["play Nami"]
    clicked = [card(scene(table.state, P1), name).name for name in (pick.on, *pick.also)]
    assert clicked == ["Nami", "Nami"]


def test_an_attack_names_both_powers():
    table = Table(Half(characters=["ST01-013"]), Half(characters=[Put("ST01-006", rested=True)]))
    picks = scene(table.state, P1).picks
    zoro = f"unit-{table.unit(P1, 'ST01-013').id}"
    attacks = {pick.label for pick in picks.values() if pick.on == zoro and pick.label.startswith("Attack")}
    assert attacks == {
        "Attack Monkey.D.Luffy with Roronoa Zoro: 5000 against 5000",
        "Attack Tony Tony.Chopper with Roronoa Zoro: 5000 against 1000",
    }


def test_cards_that_are_looked_at_lie_beside_the_hand():
    found = 0
    for state, seat in positions(range(40)):
        if not (state.question and state.question.about.what == "order cards"):
            continue
        drawn, found = scene(state, seat), found + 1
        tray = [shape.name for shape in drawn.shapes if isinstance(shape, Card) and shape.place == "choice"]
        assert tray == [state.decks.cards[option.code].name for option in state.question.options]
        assert len(drawn.picks) == len(state.question.options)
        if found == 3:
            return
    pytest.fail("nobody put cards in order")


def test_the_scene_says_what_is_to_be_decided():
    table = Table(Half(hand=["ST01-007"]), Half(hand=["ST01-007"]))
    assert scene(table.state, P1).prompt == "What will you do?"
    table.do("attack leader with leader")
    assert scene(table.state, P2).prompt.endswith("Do you counter?")


# ---------------------------------------------------------------------- what is hidden stays hidden


def test_the_picture_does_not_depend_on_hidden_cards():
    for state, _ in positions(range(8), every=6):
        for viewer in (P1, P2):
            view = GAME.view(state, viewer)
            told = scene_message(GAME.scene(view))
            for seed in (1, 2):
                imagined = GAME.view(view.sample(Random(seed)), viewer)
                if (imagined.to_move, imagined.kind) == (
                    view.to_move,
                    view.kind,
                ):  # in other samples the question may differ
                    assert scene_message(GAME.scene(imagined)) == told
                else:
                    assert view.to_move != viewer


def test_a_card_that_shows_its_back_has_only_a_place():
    for state, seat in positions(range(4), every=6):
        for shape in scene_message(scene(state, seat))["shapes"]:
            if shape.get("down") or shape.get("token"):
                assert shape.keys() <= {"id", "kind", "in", "down", "token", "rested"}


def test_the_name_of_a_hidden_card_is_not_in_the_scene():
    for state, seat in positions(range(4), every=6):
        view = GAME.view(state, 1 - seat)
        half = view.halves[seat]
        units = [half.leader, *half.characters, *([half.stage] if half.stage else [])]
        entries = [*half.among, *half.trash, *half.life, *half.limbo, *half.deck, *half.hand]
        open_codes = {entry & CODE for entry in entries} - {HIDDEN} | {unit.code for unit in units}
        mine = {each.name for each in view.decks.cards[view.decks.leaders[1 - seat] :][:1]}
        mine |= {view.decks.cards[code].name for code in view.decks.lists[1 - seat]}
        hidden = {view.decks.cards[code].name for code in view.decks.lists[seat] if code not in open_codes}
        named = {shape.get("name") for shape in scene_message(GAME.scene(view))["shapes"]}
        assert not named & (hidden - mine - {view.decks.cards[code].name for code in open_codes})


def test_a_life_card_that_only_one_seat_knows_is_seen_by_that_seat_alone():
    found = 0
    for state, seat in positions(range(60)):
        if not (state.question and state.question.about.what == "life back"):
            continue
        found += 1
        whose = next(event.whose for event in state.told if isinstance(event, LookedAtLife))
        mine, theirs = (
            [shape for shape in scene(state, viewer).shapes if getattr(shape, "place", "") == f"P{whose + 1}-life"]
            for viewer in (seat, 1 - seat)
        )
        assert mine[-1].dim
        assert mine[-1].name == state.card(state.sides[whose].life[-1]).name
        assert theirs[-1].back == "card"
        if found == 2:
            return
    pytest.fail("nobody looked at Life")


# ---------------------------------------------------------------------- as a file


def test_the_drawing_as_a_file_has_every_card():
    for state, seat in positions(range(2), every=20):
        drawn = scene(state, seat)
        cards = [shape for shape in drawn.shapes if isinstance(shape, Card)]
        text = svg(drawn)
        assert text.count('class="back"') == sum(one.back == "card" for one in cards)
        assert text.count('class="token"') == sum(one.back == "token" for one in cards)
        assert text.count('class="card') == sum(not one.back for one in cards)
