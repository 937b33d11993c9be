"""Positions of One Piece games in which something is to be decided."""

from functools import cache
from random import Random

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.turn import new_game
from support.onepiece_players import DECKS
from support.onepiece_table import GAME


@cache
def random_positions(games=4, every=9):
    """Every `every`-th position of some random games."""
    found = []
    for seed in range(games):
        rng = Random(seed)
        decks = decklists.pair(decklists.read(rng.choice(DECKS)), decklists.read(rng.choice(DECKS)))
        state, number = new_game(decks, seed, telling=True), 0
        while state.question is not None:
            if number % every == every // 2:
                found.append(state)
            state = GAME.play(state, rng.choice(state.question.options))
            number += 1
    return tuple(found)


@cache
def habit_positions(games=3, every=12):
    """Every `every`-th position of some games by the rollout policy, which look more like those of people."""
    found = []
    for seed in range(games):
        decks = decklists.pair(decklists.read(DECKS[seed]), decklists.read(DECKS[-1 - seed]))
        state, number = new_game(decks, seed, telling=True), 0
        while state.question is not None:
            if number % every == every // 2:
                found.append(state)
            state = GAME.play(state, habits.answer(state))
            number += 1
    return tuple(found)


@cache
def varied_positions(count=12):
    """`count` positions, spread evenly over the kinds of decisions."""
    by_kind = {}
    for state in (*habit_positions(), *random_positions()):
        by_kind.setdefault(state.question.kind, []).append(state)
    rounds = [kind[number] for number in range(count) for kind in by_kind.values() if number < len(kind)]
    return tuple(rounds[:count])
