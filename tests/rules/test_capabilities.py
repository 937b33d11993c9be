"""Capabilities that only some games have: interfaces ask for them, and a game without them still works."""

import pytest

import sparring
from sparring.brains.learned import HasPractice
from sparring.rules import capabilities
from sparring.rules.capabilities import (
    ChoosesWhenToDraw,
    DescribesThings,
    DrawnInSteps,
    DrawnInTerminal,
    ExplainsMoves,
    FirstTurnVaries,
    HasBook,
    HasChance,
    HasEvaluations,
    HasFacts,
    HasMenu,
    HasPast,
    HasPrompt,
    HasTables,
    HidesMoves,
    NamesDecks,
    PlayedWithDecks,
    ProvesWins,
    TellsNews,
)
from sparring.rules.notation import start
from sparring.scenes.plain import HasScene
from sparring.terminal.main import main

BOARD = {DrawnInTerminal, HasFacts, HasScene}
WHAT_GAMES_CAN = {
    "tictactoe": BOARD | {HasEvaluations, ExplainsMoves},
    "fourinarow": BOARD | {HasEvaluations, HasBook, ProvesWins},
    "connect4": BOARD | {HasEvaluations, HasBook},
    "oware": BOARD | {HasEvaluations, HasPast, HasPractice, HasTables, DrawnInSteps},
    "onepiece": BOARD
    | {TellsNews, ChoosesWhenToDraw, HasPrompt, HasMenu, DescribesThings}
    | {HidesMoves, FirstTurnVaries, PlayedWithDecks, NamesDecks},
}
EVERYTHING = {HasChance, HasScene, *set().union(*WHAT_GAMES_CAN.values())}

ARENA = ["random", "random", "--games", "4"]

PLAIN = """
import sparring

class Tug(sparring.Game):
    name, title = "plaintug", "Plain tug"
    def start(self, rng): return 3
    def to_move(self, position): return 0
    def moves(self, position): return ["pull"]
    def play(self, position, move): return position - 1
    def outcome(self, position): return None if position else sparring.Outcome(0, "pulled")
"""


@pytest.fixture
def tug(tmp_path, monkeypatch):
    (tmp_path / "plain_tug.py").write_text(PLAIN)
    monkeypatch.chdir(tmp_path)
    return sparring.game("plain_tug.py:Tug")


@pytest.mark.parametrize("name", WHAT_GAMES_CAN)
def test_each_shipped_game_has_exactly_its_capabilities(name):
    game = sparring.game(name)
    assert {capability for capability in EVERYTHING if isinstance(game, capability)} == WHAT_GAMES_CAN[name]


def test_a_game_of_five_methods_has_no_capability_and_gets_the_defaults(tug):
    assert not [capability for capability in EVERYTHING if isinstance(tug, capability)]
    position = start(tug)
    assert capabilities.drawing(tug, position) == "3"
    assert capabilities.drawing(tug, "[3]") == r"\[3]"
    assert list(capabilities.news(tug, position)) == []
    assert capabilities.worth_drawing(tug, position, asked=False)
    assert list(capabilities.description(tug, position, "pull")) == []
    assert capabilities.move_as_seen(tug, 1, position, "pull") == "pull"
    assert capabilities.first_seat(tug, position) == 0
    assert capabilities.explanation(tug, position, "pull") == ""


def test_one_method_is_enough_for_one_capability(tug):
    class Prompting(type(tug)):
        def prompt(self, view):
            return "Pull!"

    assert isinstance(Prompting(), HasPrompt)
    assert not isinstance(Prompting(), HasMenu)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["build-book", "plain_tug.py:Tug"], "Plain tug has no opening book to build."),
        (["build-tables", "plain_tug.py:Tug"], "Plain tug has no endgame tables to build."),
        (["analyse", "plain_tug.py:Tug", "--tree"], "Plain tug does not count winning trees."),
        (["legal", "plain_tug.py:Tug", "--decks", "A,B"], "Plain tug is not played with decks."),
        (
            ["arena", "plain_tug.py:Tug", "random", "random", "--games", "4", "--decks", "A,B,C"],
            "not played with decks.",
        ),
        (["arena", "plain_tug.py:Tug", "random", "random", "--games", "4", "--decks", "all"], "comes without decks."),
    ],
)
def test_a_missing_capability_is_refused_in_one_sentence(tug, command, says, capsys):
    assert main(command) == 2
    error = capsys.readouterr().err
    assert error.startswith("sparring: ")
    assert error.rstrip().endswith(says)


@pytest.mark.parametrize("command", [["legal"], ["draw"], ["analyse", "--depth", "2"], ["watch", "random", "random"]])
def test_a_game_without_capabilities_works_in_every_command(tug, command, capsys):
    name, *rest = command
    assert main([name, "plain_tug.py:Tug", *rest]) == 0
    assert "3" in capsys.readouterr().out
