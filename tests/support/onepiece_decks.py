"""Decks as JSON that tests can spoil, the message about a bad deck, and a game with a good one."""

import importlib.util
import json
from pathlib import Path
from random import Random

import pytest

from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import BadDeck, known_cards, read_deck, shipped
from sparring.games.onepiece.rules.turn import new_game
from support.naive_onepiece import broken_rules, broken_texts

GAME = OnePiece()
NAMES = sorted(shipped())
HERE = Path(__file__).resolve().parents[2]
SPEC = HERE.parent / "shared" / "spec" / "onepiece"
FILES = HERE / "src" / "sparring" / "games" / "onepiece" / "decks"


def deck_file(name="ST01"):
    """The JSON of a shipped deck, read anew so that a test may change it."""
    return json.loads((FILES / f"{name}.json").read_text("utf-8"))


def main_cards(deck):
    return [card for card in deck["cards"] if card["category"] != "leader"]


def trouble(deck, known=None):
    """The message about a bad deck: one error, one line."""
    with pytest.raises(BadDeck) as caught:
        read_deck(deck, "mine", known_cards() if known is None else known)
    return one_line(caught.value)


def one_line(error):
    message = str(error)
    assert message.isprintable(), message
    assert message.endswith(".")
    return message


def one_game(deck, seed=1, other=None):
    """Play a random game with a deck, against itself or another one, and check it after every decision."""
    rng = Random(seed)
    state = new_game(decklists.Decks((deck, other or deck)), seed, telling=True)
    for number in range(3000):
        assert not (wrong := broken_rules(state)), wrong
        for seat in (0, 1):
            view = GAME.view(state, seat)
            lines = [GAME.prompt(view), *GAME.news(view)] if number % 10 == seat else []
            assert all(line.isprintable() for line in lines), lines
            if number % 40 == seat:
                assert GAME.draw(view).replace("\n", "").isprintable()
        if state.question is None:
            return state
        wrong = list(broken_texts([GAME.move_text(state, option) for option in state.question.options]))
        assert not wrong, wrong
        state = GAME.play(state, rng.choice(state.question.options))
    pytest.fail("the game does not end")


CHOOSE = {"select": "choose", "side": "any", "zone": ["character"], "min": 0, "max": 1}


def with_actions(*actions):
    return set_effect(timing="on_play", conditions=[], cost=[], optional=False, actions=list(actions))


def validator():
    """The validator of the specification, which shares no code with the package."""
    path = SPEC / "validate_decks.py"
    if not path.is_file():
        pytest.skip("shared/data: the specification's validator is not here")
    spec = importlib.util.spec_from_file_location("validate_decks", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def content(deck):
    """The content of a deck without its name."""
    return (deck.leader.source, [(card.source, count) for card, count in deck.cards])


def set_effect(**fields):
    """Change the first effect of a card that has one."""

    def spoil(deck):
        card = next(card for card in main_cards(deck) if card["effects"])
        card["effects"][0].update(fields)

    return spoil
