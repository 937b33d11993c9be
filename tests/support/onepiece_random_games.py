"""Random games of One Piece, with shipped decks and with decks in which every card is different."""

import pickle
from collections import Counter
from itertools import product
from random import Random

import pytest

from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.reading import examples, read_deck
from sparring.games.onepiece.rules.turn import new_game
from support.naive_onepiece import SEEN_BY, Watcher, codes, deck_of_words
from support.onepiece_players import DECKS
from support.onepiece_table import GAME

PAIRS = list(product(DECKS, DECKS))

# ---------------------------------------------------------------------- games


def begin(first, second, seed):
    """A game with two decks by name."""
    return new_game(decklists.pair(decklists.read(first), decklists.read(second)), seed, telling=True)


def random_game(state, rng):
    """Every position of a random game, with the option that is chosen there; None at the end."""
    for _ in range(3000):
        if state.question is None:
            yield state, None
            return
        option = rng.choice(state.question.options)
        yield state, option
        state = GAME.play(state, option)
    pytest.fail("a game does not end within 3000 decisions")


def game_of_words(seed, own=()):
    """A game whose cards are all different, and the generator that goes on with it."""
    rng = Random(seed)
    decks = decklists.pair(deck_of_words(rng, "WA", own), deck_of_words(rng, "WB", own))
    return new_game(decks, seed, telling=True), rng


def games_of_words(seeds, own=()):
    """Positions of games whose cards are all different, each with a watcher and with the move that led there."""
    for seed in seeds:
        state, rng = game_of_words(seed, own)
        watcher = Watcher(state)
        yield state, watcher, None
        while state.question is not None:
            before, option = state, rng.choice(state.question.options)
            state = GAME.play(before, option)
            watcher.follow(before, option, state)
            yield state, watcher, (before, option)


def own_card(name, *actions, **fields):
    """A card, as JSON, that does something when it is played."""
    effect = {"timing": "on_play", "actions": list(actions)}
    body = {"category": "character", "cost": 1, "power": 3000, "counter": 1000, "attribute": "Slash", "types": ["Own"]}
    return {"id": name, "name": name, "color": "red", **body, "effects": [effect], **fields}


ANYONE = {"select": "choose", "side": "any", "zone": ["character"], "min": 0, "max": 2}
TAKEN_UNSEEN = {"max": 2, "filter": {}, "to": "hand", "reveal": False}
OWN = [
    own_card("unseen", {"op": "look_top", "count": 4, "take": TAKEN_UNSEEN, "rest": "bottom_any_order"}),
    own_card("order", {"op": "look_top", "count": 3, "take": None, "rest": "all_top_or_all_bottom_any_order"}),
    own_card("thief", {"op": "trash_from_hand", "side": "opponent", "count": 2, "chooser": "self"}),
    own_card("under", {"op": "place_at_deck_bottom", "target": ANYONE}),
    own_card("home", {"op": "return_to_hand", "target": ANYONE}),
    own_card("buried", {"op": "character_to_life", "target": ANYONE, "to": "top_or_bottom", "face": "down"}),
    own_card("laid", {"op": "hand_to_life", "count": 2, "up_to": True, "to": "top", "face": "down"}),
    own_card("dealt", {"op": "deck_to_life", "count": 2, "up_to": True, "to": "top", "face": "down"}),
    own_card("mixed", {"op": "shuffle_deck"}),
    own_card("spy", {"op": "look_life", "side": "either", "from": "top", "max": 1, "then": "owner_top_or_bottom"}),
    own_card("found", {"op": "play_card", "from": "deck", "max": 1, "filter": {"cost_max": 3}}, {"op": "shuffle_deck"}),
]
"""Cards that hide and reveal more than the shipped ones do."""

NEWER = [card.source for deck in examples().values() for card, _ in deck.cards]
"""The invented cards, which use all of the newer words."""

KINDS_OF_DECKS = pytest.mark.parametrize(
    "own", [(), OWN, NEWER], ids=["shipped cards", "own cards", "cards with newer words"]
)


def deck_of_examples(rng, name):
    """A random deck of the invented cards, with at most four of each."""
    leader = rng.choice([deck.leader.source for deck in examples().values()])
    pool = [card for card in NEWER for _ in range(4)]
    counts = Counter(card["id"] for card in rng.sample(pool, 50))
    cards = [{**card, "count": counts[card["id"]]} for card in NEWER if counts[card["id"]]]
    cards = [{**card, "color": "red"} for card in (leader, *cards)]
    return read_deck({"deck": name, "name": name, "leader": leader["id"], "cards": cards}, name, {})


# ---------------------------------------------------------------------- what a seat sees


def seen_by_mark(seat):
    """Whether the engine marks an entry as seen by a seat."""
    return lambda entry: entry & SEEN_BY[seat]


def as_bytes(view):
    """A view as it is sent, without the decks, which both players know."""
    return pickle.dumps(view._replace(decks=None))


def same_view(first, second):
    """Check that two views cannot be told apart."""
    assert first == second
    assert repr(first._replace(decks=None)) == repr(second._replace(decks=None))
    assert as_bytes(first) == as_bytes(second)


def told(view):
    """Everything that a seat is told in words."""
    return "\n".join([GAME.draw(view), GAME.prompt(view), *GAME.news(view)])


def known_in_hand(table, seat):
    """The ids of cards that the other seat knows to be in a seat's hand, or to have left it unseen."""
    view = table.view(1 - seat)
    return [view.decks.cards[code].id for code in view.halves[seat].among]


def known_life(table, seat, viewer):
    """The ids of a seat's Life cards from the top, as the viewer sees them; None for hidden ones."""
    view = table.view(viewer)
    cards = [view.card(entry) for entry in reversed(view.halves[seat].life)]
    return [card and card.id for card in cards]


def samples(table, viewer, count=40):
    """Samples of the view of a seat."""
    rng = Random(1)
    return [table.view(viewer).sample(rng) for _ in range(count)]


def ids(state, entries):
    """The ids of the cards in a zone."""
    return [state.decks.cards[code].id for code in codes(entries)]
