"""A hint is an idea that names no move, then the move with its reason, in words for players."""

import re
from random import Random

import pytest

import sparring
from sparring.coach.analysis import analyse
from sparring.coach.hint import hint, hint_from
from sparring.rules import Analysis, Judgement
from support.onepiece_positions import varied_positions
from support.sensible_games import positions
from support.small_games import Coins, Secrets

pytestmark = pytest.mark.req("ALL-9")

NAMES = {
    "tictactoe": r"\b[a-c][1-3]\b",
    "fourinarow": r"\b[a-f][1-6]\b",
    "connect4": r"\bcolumn \d|\brow \d",
    "oware": r"\b[A-F]\b|\b[b-f]\b|\bhouse\b",
    "onepiece": r"attack .+ with .+|give DON!! to|play [A-Z]|counter with|block with",
}
"""How moves and places are called in each game."""

FOR_DEVELOPERS = r"\bpl(?:y|ies)\b|looks best|[+-]\d|\bscore of\b|\bpoints\b|\bx\b|\bo\b"


def places(name, count=8):
    """Some positions of a game, from its beginning to its end."""
    if name == "onepiece":
        return varied_positions(count)
    every = list(positions(sparring.game(name), Random(name), 3))
    return every[:: max(1, len(every) // count)]


@pytest.mark.parametrize("name", NAMES)
def test_the_idea_names_no_move_and_nothing_is_said_in_words_for_developers(name):
    game, ideas = sparring.game(name), set()
    for position in places(name):
        told = hint_from(game, position, analyse(game, position, seconds=0.1))
        assert told.move in game.options(position)
        assert told.reason.endswith(".")
        assert re.fullmatch(r"[A-Z0-9][^.]+\.", told.idea.replace("K.O.", "KO")), told.idea
        assert not re.search(NAMES[name], told.idea), told.idea
        assert not re.search(FOR_DEVELOPERS, f"{told.idea} {told.reason}"), told
        ideas.add(told.idea)
    assert len(ideas) > 2


@pytest.mark.parametrize(
    ("name", "line", "idea", "move", "reason"),
    [
        (
            "connect4",
            "......./......./......./......./..oo.../..xx... x",
            "You can make two threats at once, and only one can be stopped.",
            None,
            r"It threatens to win at row 1 of column \d and row 1 of column \d, and only one of them can be stopped\. "
            r"It wins in 2 moves or fewer\.",
        ),
        (
            "oware",
            "0,0,0,0,4,2,1,1,4,0,0,0 18-18 S",
            "You can capture four seeds.",
            "F",
            r"It captures four seeds from two houses\..*",
        ),
        (
            "tictactoe",
            "xx./oo./... x",
            "You can complete three across and win.",
            "c3",
            r"It completes three across and wins\.",
        ),
    ],
)
def test_hints_speak_of_what_matters_in_the_position(name, line, idea, move, reason):
    game = sparring.game(name)
    told = hint(game, game.pose(line).position)
    assert told.idea == idea
    assert move in (None, told.move)
    assert re.fullmatch(reason, told.reason)


def test_a_hint_for_a_game_that_explains_moves_and_has_no_facts_says_its_explanation():
    class Explained(Coins):
        def explain(self, position, move):
            return f"Taking {move} is a matter of taste."

    judged = (Judgement("take 1", 5, "win", plies=5), Judgement("take 2", -4, "loss", plies=4))
    told = hint_from(Explained(), [], Analysis(judged))
    assert told.reason == "Taking 1 is a matter of taste. It is the only move that wins, in 3 moves or fewer."


def test_a_hint_for_a_game_with_secrets_tells_none():
    game = Secrets()
    position = game.start(Random(1))
    hidden = position.held[1 - game.to_move(position)]
    told = hint_from(game, position, analyse(game, position, seconds=0.1))
    assert hidden not in f"{told.idea} {told.reason}"
    assert told.move in game.options(position)
