"""The lessons of a first game: each is told once when it comes up, and its numbers are what the rules give (ALL-21)."""

import re
from random import Random

import pytest

import sparring
from sparring.coach.lessons import first_game, lesson_json, next_lesson
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.shown import lessons as onepiece_lessons
from sparring.games.oware import lessons as oware_lessons
from sparring.rules import SparringError, notation
from sparring.rules.teaching import HasLessons
from support import naive_oware

TEACHING = [name for name in sparring.game_names() if isinstance(sparring.game(name), HasLessons)]

LESSONS = {"oware": set(oware_lessons.LESSONS), "onepiece": set(onepiece_lessons.LESSONS)}

SCRIPTS = {"oware": range(4), "onepiece": range(8)}
"""Seeds of scripted games that together need every lesson."""


def decisions(name, seed):
    """Every position of a scripted game in which the learner is to decide."""
    first = first_game(sparring.game(name))
    game, rng = sparring.game(first.game), Random(seed)
    position = notation.start(game, seed)
    while game.outcome(position) is None:
        if game.to_move(position) == first.seat:
            yield game, position
        options = game.options(position)
        position = game.play(position, options[rng.choice(_preferred(list(options)))])


def _preferred(options):
    """Attacks are made more often than by chance alone, so that games end."""
    attacks = [option for option in options if option.startswith("attack leader")]
    return attacks or [option for option in options if option not in ("end turn", "mulligan")] or options


def fitting(name, seed):
    """Every lesson that fits a decision of a scripted game, told already or not."""
    for game, position in decisions(name, seed):
        view = game.view(position, game.to_move(position))
        for lesson in game.lessons(view, list(game.options(position))):
            yield game, position, lesson


def test_the_two_games_with_much_to_explain_have_lessons():
    assert TEACHING == ["onepiece", "oware"]


@pytest.mark.parametrize("name", TEACHING)
def test_in_scripted_games_each_lesson_comes_up_exactly_once_and_none_is_missing(name):
    for_all = set()
    for seed in SCRIPTS[name]:
        told = []
        for game, position in decisions(name, seed):
            lesson = next_lesson(game, position, told)
            if lesson is not None:
                told.append(lesson.id)
        assert len(told) == len(set(told))
        for_all |= set(told)
    assert for_all == LESSONS[name]


@pytest.mark.parametrize("name", TEACHING)
def test_a_lesson_is_made_of_sentences_about_options_that_can_be_chosen(name):
    for game, position, lesson in fitting(name, 1):
        assert lesson.title
        assert lesson.sentences
        assert all(re.match(r"[A-Z0-9].*\.$", sentence) for sentence in lesson.sentences), lesson
        for stake in lesson.stakes:
            assert stake.option in game.options(position)
            assert stake.sentence.endswith(".")
        assert lesson_json(lesson)["id"] in LESSONS[name]


@pytest.mark.parametrize("seed", SCRIPTS["oware"])
def test_the_numbers_of_oware_are_those_of_a_naive_board(seed):
    for game, position, lesson in fitting("oware", seed):
        board = naive_oware.read(game.position_text(position))
        for stake in lesson.stakes:
            after = naive_oware.play(board, stake.option)
            sown = naive_oware.sow(board, stake.option)
            for what, number in stake.numbers.items():
                assert number == _counted(after, sown, what), (lesson, stake)
                assert what not in ("captured", "theirs") or str(number) in stake.sentence


def _counted(after, sown, what):
    """What a number of a lesson counts, on a naive board."""
    match what:
        case "captured":
            return after.captured[0]
        case "theirs":
            return naive_oware.row(after, 1)
        case "reply":
            taken = [naive_oware.play(after, name).captured[1] for name in naive_oware.moves(after)]
            return max(taken, default=after.captured[1]) - after.captured[1]
    houses, _ = sown
    return houses[naive_oware.NAMES.index(what)]


@pytest.mark.parametrize("seed", SCRIPTS["onepiece"])
def test_the_numbers_of_the_card_game_are_what_comes_of_the_choice(seed):
    for game, position, lesson in fitting("onepiece", seed):
        seat = game.to_move(position)
        for stake in lesson.stakes:
            after = _played_out(game, game.play(position, game.options(position)[stake.option]))
            side, other = after.sides[seat], after.sides[1 - seat]
            counted = {
                "life": len(side.life),
                "their life": len(other.life),
                "characters": len(side.characters),
                "their characters": len(other.characters),
                "lost": int(bool(after.lost & 1 << seat)),
                "won": int(after.lost == 1 << (1 - seat)),
                "active": side.active,
                "hand": len(side.hand),
            }
            for what, number in stake.numbers.items():
                if what != "power":
                    assert number == counted[what], (lesson, stake)
            for mine, theirs, result in re.findall(r"(\d+) against (\d+): it (hits|fails)", stake.sentence):
                assert (int(mine) >= int(theirs)) == (result == "hits"), stake


def _played_out(game, position):
    """The position after the battle, if nobody blocks or counters any more and nobody uses a Trigger."""
    while True:
        answer = next((text for text in ("no block", "no counter") if text in game.options(position)), None)
        if answer is None or position.battle is None:
            return position
        position = game.play(position, game.options(position)[answer])


@pytest.mark.parametrize("seed", SCRIPTS["onepiece"])
def test_given_don_makes_the_power_that_the_lesson_says(seed):
    for game, position, lesson in fitting("onepiece", seed):
        if lesson.id != "don":
            continue
        [stake] = lesson.stakes
        seat = game.to_move(position)
        after = game.play(position, game.options(position)[stake.option])
        leader = next(shape for shape in game.scene(game.view(after, seat)).shapes if shape.id == f"unit-{seat}")
        assert leader.power == stake.numbers["power"]
        assert str(leader.power) in stake.sentence


def test_lessons_tell_nothing_that_the_learner_does_not_see():
    for game, position, lesson in fitting("onepiece", 2):
        seat = game.to_move(position)
        hidden = {position.decks.cards[entry & CODE].name for entry in position.sides[1 - seat].hand}
        hidden -= {position.decks.cards[code].name for code in game.view(position, seat).halves[1 - seat].among}
        open_cards = " ".join(game.options(position)) + game.draw(game.view(position, seat))
        text = " ".join((*lesson.sentences, *(stake.sentence for stake in lesson.stakes)))
        assert not [name for name in hidden if name in text and name not in open_cards]


def test_a_game_without_lessons_says_so():
    with pytest.raises(SparringError, match="Connect Four has no teaching game"):
        first_game(sparring.game("connect4"))
    game = sparring.game("connect4")
    assert next_lesson(game, notation.start(game, 0), []) is None
