"""The seven characters of tic-tac-toe in tests: their answers, facts about a board, and statistical checks.

The naive board says what a character must do. Exact binomial tests check how often it does it: a correct character
fails them once in a million times, and one that is off by a few points hardly ever passes.
"""

from collections import Counter
from functools import cache
from math import exp, lgamma, log

import pytest

import sparring
from support import naive

GAME = sparring.game("tictactoe")
TIERS = {
    "ChampionChimp": "perfect",
    "StrategistApe": "heuristic",
    "TricksterMonkey": "heuristic",
    "GuardianGorilla": "heuristic",
    "SpeedyGibbon": "heuristic",
    "WildcardLemur": "unpredictable",
    "MentorOrangutan": "unpredictable",
}
OPPONENTS = {name: sparring.opponent("tictactoe", name) for name in TIERS}
EVERYONE = tuple(TIERS)
REQUIREMENT = {name: f"TT-{number}" for number, name in enumerate(EVERYONE, start=1)}


def each(*names):
    """The characters as parameters, each with the requirement that describes it."""
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=pytest.mark.req(REQUIREMENT[name])) for name in names]
    )


# ---------------------------------------------------------------------- asking


@cache
def question(text):
    position = GAME.read_position(text)
    return {"seat": GAME.to_move(position), "options": tuple(GAME.options(position)), "view": position}


def ask(name, text, seed):
    """The answer of a character in a position."""
    return OPPONENTS[name].decide(sparring.Decision(**question(text), seed=seed))


def counts(name, text, samples):
    """How often a character plays each move of one position."""
    return Counter(ask(name, text, seed).option for seed in range(samples))


@cache
def champion(text):
    """The answer of the champion, with its analysis."""
    return ask("ChampionChimp", text, 0)


@cache
def answers(name):
    """The answers of a character in every position, and more in one of each symmetry class; no seed is used twice."""
    seeds = iter(range(1_000_000, 2_000_000))
    kinds = naive.unfinished_up_to_symmetry()
    if name == "ChampionChimp":  # it searches to the end, so each answer takes long
        found = [(text, champion(text).option) for text in naive.unfinished()]
        asked = [text for text in kinds for _ in range(2)]
    else:
        found = []
        asked = [text for text in naive.unfinished() for _ in range(2)] + [text for text in kinds for _ in range(10)]
    return found + [(text, ask(name, text, next(seeds)).option) for text in asked]


def answers_where(name, condition):
    """The answers in positions for which a condition holds; there must be some."""
    found = [(text, option) for text, option in answers(name) if condition(text)]
    assert found
    return found


# ---------------------------------------------------------------------- facts about a board


def can_win(text):
    return naive.wins(text, naive.mover(text))


def must_block(text):
    return naive.wins(text, naive.OTHER[naive.mover(text)])


def is_quiet(text):
    return not can_win(text) and not must_block(text)


def free(text, cells):
    return [cell for cell in cells if cell in naive.moves(text)]


def opponent_holds_centre(text):
    return naive.grid(text)[naive.CENTRE] == naive.OTHER[naive.mover(text)]


def unforked(text):
    """The moves that give the opponent no fork."""
    return [cell for cell in naive.moves(text) if not naive.gives_fork(text, cell)]


# ---------------------------------------------------------------------- statistical checks


def plausible(hits, samples, probability):
    """True if an exact two-sided binomial test, at one in a million, accepts the number of hits."""
    if probability in (0, 1):
        return hits == samples * probability

    def chance(k):
        ways = lgamma(samples + 1) - lgamma(k + 1) - lgamma(samples - k + 1)
        return exp(ways + k * log(probability) + (samples - k) * log(1 - probability))

    at_most = sum(chance(k) for k in range(hits + 1))
    at_least = sum(chance(k) for k in range(hits, samples + 1))
    return 2 * min(at_most, at_least) >= 1e-6


def assert_uniform(tally, cells):
    """Check that only these cells were played, and each about as often as the others."""
    samples = sum(tally.values())
    assert set(tally) <= set(cells)
    for cell in cells:
        assert plausible(tally[cell], samples, 1 / len(cells)), (cell, tally)


def assert_uniform_everywhere(name, chosen_from):
    """Check that, over all positions, a random choice among some cells prefers none of them."""
    tallies = {}
    for text, option in answers(name):
        cells = sorted(chosen_from(text))
        if len(cells) > 1:
            tallies.setdefault(len(cells), Counter())[cells.index(option)] += 1
    assert tallies
    for size, tally in tallies.items():
        assert_uniform(tally, range(size))
