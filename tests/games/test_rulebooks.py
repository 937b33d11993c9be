"""The rules in sections: pictures are played by the rules, and captions say what is seen (ALL-21)."""

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparring
from sparring.coach.rulebook import as_scene, in_text, rules_json
from sparring.games.fourinarow import FourInARow
from sparring.rules import BadSetting
from sparring.rules.teaching import frames, glossary, rulebook
from support.small_games import Coins

GAMES = sparring.game_names()


def pictures(game):
    return [list(frames(game, picture)) for section in rulebook(game) for picture in section.pictures]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_sections_with_sentences_and_pictures_that_can_be_played(name):
    game = sparring.game(name)
    sections = rulebook(game)
    assert len({section.title for section in sections}) == len(sections) >= 3
    assert all(section.sentences for section in sections)
    assert all(sentence.endswith(".") for section in sections for sentence in section.sentences)
    assert len(pictures(game)) >= 2
    assert all(frame.caption.endswith(".") for picture in pictures(game) for frame in picture)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_gets_the_games_own_scenes_and_the_terminal_its_drawings(name):
    game = sparring.game(name)
    told = rules_json(game, as_scene)
    scenes = [
        frame["scene"] for part in told["sections"] for picture in part["pictures"] for frame in picture["frames"]
    ]
    assert all(scene["shapes"] and scene["about"] and not scene["picks"] for scene in scenes)
    drawn = rules_json(game, in_text)
    texts = [
        frame["drawing"] for part in drawn["sections"] for picture in part["pictures"] for frame in picture["frames"]
    ]
    assert len(texts) == len(scenes)
    assert all(len(text.splitlines()) > 2 for text in texts)


@pytest.mark.parametrize("name", GAMES)
def test_a_close_up_lies_inside_the_picture_that_it_is_part_of(name):
    for part in rules_json(sparring.game(name), as_scene)["sections"]:
        for picture in part["pictures"]:
            scene = picture["frames"][0]["scene"]
            width, height = scene.get("tall", scene)["view"]
            left, top, wide, high = picture["close_up"] or (0, 0, width, height)
            assert left >= 0 <= top
            assert left + wide <= width
            assert top + high <= height


@pytest.mark.parametrize("name", ["tictactoe", "fourinarow", "connect4"])
def test_a_picture_that_says_win_shows_a_won_game_and_no_other_does(name):
    game = sparring.game(name)
    for picture in pictures(game):
        for frame in picture:
            outcome = game.outcome(frame.view)
            says_so = bool(re.search(r"\bwins?\b", frame.caption))
            assert (outcome is not None and outcome.winner == 0) == says_so, frame.caption


def test_captures_in_the_pictures_of_oware_are_those_that_the_stores_show():
    game = sparring.game("oware")
    seen = 0
    for picture in pictures(game):
        for before, after in itertools.pairwise(picture):
            taken = after.view.board.lost - before.view.board.captured  # the sides have changed
            said = re.search(r"You capture (\d+|none)|so you capture (none)", after.caption)
            assert bool(taken) <= bool(said)
            if said:
                seen += 1
                assert taken == int((said[1] or said[2]).replace("none", "0"))
    assert seen == 2


def test_powers_life_and_don_in_the_pictures_of_the_card_game_are_those_on_the_table():
    game = sparring.game("onepiece")
    clashes = 0
    for picture in pictures(game):
        before = picture[0].view.halves
        for frame in picture:
            scene, own, other = game.scene(frame.view), *frame.view.halves
            for powers in re.findall(r"(\d+) against (\d+)", frame.caption):
                [arrow] = [shape.text for shape in scene.shapes if shape.id == "attack"]
                assert arrow == " : ".join(powers)
                clashes += 1
            for life in re.findall(r"your Life stays (\d)", frame.caption):
                assert len(own.life) == len(before[0].life) == int(life)
            for first, second in re.findall(r"Their Life falls from (\d) to (\d)", frame.caption):
                assert (len(before[1].life), len(other.life)) == (int(first), int(second))
            for don in re.findall(r"(\d) (?:active )?DON!!(?: left|\.)", frame.caption):
                assert own.active == int(don)
            shown = {shape.name: getattr(shape, "power", None) for shape in scene.shapes if hasattr(shape, "power")}
            for name, power in re.findall(r"^([\w ]+) has (\d+) power", frame.caption):
                assert shown[name] == int(power)
            if "K.O.'d" in frame.caption:
                assert len(own.trash) + len(other.trash) == 1
    assert clashes >= 5


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 9), st.integers(1, 7), st.integers(1, 9))
def test_boards_of_every_size_have_pictures_that_can_be_played(width, height, length):
    try:
        game = FourInARow(width, height, length)
    except BadSetting:
        return
    for picture in pictures(game):
        for frame in picture:
            assert (game.outcome(frame.view) is not None) == ("win" in frame.caption), frame.caption


def test_a_game_without_sections_shows_its_short_description():
    class Described(Coins):
        how_to_play = ("Take one or two.", "Who takes the last wins.")

    [section] = rulebook(Described())
    assert section.sentences == Described.how_to_play
    assert glossary(Described()) == {}
    [bare] = rulebook(Coins())
    assert bare.sentences
    assert all(bare.sentences)


def test_words_are_explained_in_sentences_without_numbers_of_rules():
    for name in GAMES:
        for word, meaning in glossary(sparring.game(name)).items():
            assert meaning.endswith("."), word
            assert not re.search(r"\(R\d", meaning), word
