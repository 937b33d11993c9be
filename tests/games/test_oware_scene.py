"""Oware on the page and in the terminal: every seed is shown, and the steps of a move end where the rules say."""

import re
from collections import Counter
from random import Random

import pytest

import sparring
from sparring.games.oware import text
from sparring.games.oware.board import SEEDS
from sparring.games.oware.sowing import places
from sparring.rules import notation
from sparring.scenes import Cell, Label, scene_message, scene_of, svg, without_marks

OWARE = sparring.game("oware")
BOARD = """
       f     e     d     c     b     a
    ╭─────┬─────┬─────┬─────┬─────┬─────╮
    │  2  │  2  │  ·  │  2  │  5  │  7  │   north has 0
    ├─────┼─────┼─────┼─────┼─────┼─────┤
    │  5  │  6  │  2  │  8  │  6  │  1  │   south has 2
    ╰─────┴─────┴─────┴─────┴─────┴─────╯
       A     B     C     D     E     F
"""
MIDDLE = OWARE.read_position("5,6,2,8,6,1,7,5,2,0,2,2 2-0 S")


def random_games(count):
    """Each move of some games: the position before it, its text, and the position after it."""
    for seed in range(count):
        rng, position = Random(seed), notation.start(OWARE)
        while OWARE.outcome(position) is None:
            option = rng.choice(list(OWARE.options(position)))
            following = OWARE.play(position, OWARE.read_move(position, option))
            yield position, option, following
            position = following


def seeds_of(scene):
    """The number of seeds in each place of a scene."""
    return {shape.id: shape.seeds for shape in scene.shapes if isinstance(shape, Cell)}


def counted(drawing):
    """Every number of a drawing for the terminal, in the order of the drawing."""
    return [int(number) for number in re.findall(r"\d+", without_marks(drawing).replace("·", "0"))]


def test_the_board_is_drawn_as_players_know_it():
    assert without_marks(OWARE.draw(MIDDLE)) == BOARD.strip("\n")


# ---------------------------------------------------------------------- on the page


def test_every_seed_is_drawn_and_counted_in_its_place():
    for _, option, position in random_games(20):
        scene = scene_of(OWARE, position, option)
        seeds = seeds_of(scene)
        assert seeds == places(position.board)
        assert sum(seeds.values()) == SEEDS
        labels = {shape.counts: shape.text for shape in scene.shapes if isinstance(shape, Label) and shape.counts}
        assert labels == {place: str(count) for place, count in seeds.items()}


def test_playable_houses_can_be_picked_and_say_what_they_do():
    for position, option, following in random_games(20):
        scene = scene_of(OWARE, position)
        assert set(scene.picks) == set(OWARE.options(position))
        assert all(pick.on == house for house, pick in scene.picks.items())
        captured = following.board.lost - position.board.captured
        told = f", capturing {captured}" if captured else ""
        assert re.fullmatch(rf"Sow \d+ seeds? from house {option}{told}", scene.picks[option].label)
        if OWARE.outcome(following) is not None:
            assert scene_of(OWARE, following, option).picks == {}


def test_a_pick_says_how_many_seeds_are_sown_and_captured():
    picks = scene_of(OWARE, MIDDLE).picks
    assert [picks[house].label for house in "ADEF"] == [
        "Sow 5 seeds from house A",
        "Sow 8 seeds from house D, capturing 6",
        "Sow 6 seeds from house E, capturing 3",
        "Sow 1 seed from house F",
    ]


def test_seeds_are_sown_one_by_one_and_then_captured_house_by_house():
    after = OWARE.play(MIDDLE, OWARE.read_move(MIDDLE, "D"))
    steps = scene_of(OWARE, after, "D").steps
    assert [step.moves for step in steps[:8]] == [((("D", house, 1)),) for house in "EFabcdef"]
    assert [step.moves for step in steps[8:]] == [(("f", "south", 3),), (("e", "south", 3),)]
    assert [step.say for step in steps if step.say] == [
        "South sows 8 seeds from D.",
        "South captures 3 from f.",
        "South captures 3 from e.",
    ]
    assert [step.rest for step in steps] == [False] * 7 + [True] * 3


def test_twelve_or_more_seeds_leave_their_own_house_empty():
    position = OWARE.read_position("0,0,0,0,0,13,3,3,3,3,3,3 9-8 S")
    steps = scene_of(OWARE, OWARE.play(position, 5), "F").steps
    assert [step.moves[0][1] for step in steps] == [*"abcdefABCDE", *"ab"]


def test_the_steps_lead_from_the_scene_before_to_the_scene_itself():
    for before, option, after in random_games(20):
        seeds = Counter(seeds_of(scene_of(OWARE, before)))
        scene = scene_of(OWARE, after, option)
        for step in scene.steps:
            for start, end, many in step.moves:
                assert 0 < many <= seeds[start]
                seeds[start] -= many
                seeds[end] += many
        assert dict(seeds) == seeds_of(scene)


def test_a_scene_without_a_move_before_it_has_no_steps():
    assert scene_of(OWARE, MIDDLE).steps == ()
    assert scene_of(OWARE, MIDDLE, "c").steps == ()
    assert "steps" not in scene_message(scene_of(OWARE, MIDDLE))


def test_the_seeds_left_in_the_rows_at_the_end_are_told_in_words():
    position = OWARE.read_position("1,0,0,0,0,0,0,0,0,0,0,0 24-23 S")
    told = scene_of(OWARE, position).about
    assert told.endswith("No house to sow: 25 to 23 with the seeds in each row.")


def test_the_page_gets_both_arrangements_of_everything_that_is_drawn():
    scene = scene_message(scene_of(OWARE, MIDDLE))
    for box, (width, height) in (("box", scene["view"]), ("tallBox", scene["tall"]["view"])):
        for shape in scene["shapes"]:
            left, top, wide, high = shape[box]
            assert 0 <= left < left + wide <= width, shape["id"]
            assert 0 <= top < top + high <= height, shape["id"]


def test_the_drawing_as_a_file_has_every_seed_on_the_board():
    drawn = svg(scene_of(OWARE, MIDDLE))
    assert drawn.count('class="seed"') == SEEDS


# ---------------------------------------------------------------------- in the terminal


def test_the_steps_of_a_move_keep_every_seed_and_end_with_the_board_itself():
    for before, option, after in random_games(10):
        drawings = list(OWARE.steps(after, option))
        assert len(drawings) == len(scene_of(OWARE, after, option).steps)
        assert {sum(counted(drawing)) for drawing in drawings} == {SEEDS}
        assert all(drawing.count("[last]") == 1 for drawing in drawings)
        assert without_marks(drawings[-1]) == without_marks(OWARE.draw(after))
        changed = [(one != two) for one, two in zip(counted(OWARE.draw(before)), counted(drawings[0]), strict=True)]
        assert sum(changed) == 2, "a step must move one seed from one house to another"


def test_a_position_without_a_move_before_it_has_no_steps():
    assert list(OWARE.steps(MIDDLE, "c")) == []


@pytest.mark.parametrize("place", [*text.SOUTH, *text.NORTH, "south", "north"])
def test_houses_that_got_seeds_are_marked(place):
    marked = text.draw(MIDDLE.board, marked=place)
    assert without_marks(marked) == without_marks(text.draw(MIDDLE.board))
    shown = re.search(r"\[last\]\s*(\S+)\s*\[/\]", marked)[1]
    assert shown.replace("·", "0") == str(places(MIDDLE.board)[place])
