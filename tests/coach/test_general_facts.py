"""What is said about the moves of any game is true: what the rules show, and what a search has proven."""

from collections import Counter
from dataclasses import fields, replace
from itertools import product
from random import Random

import pytest

import sparring
from sparring.coach.analysis import analyse
from sparring.coach.facts import facts_about
from sparring.coach.general_facts import AvoidsLoss, Case, Expected, FoundBySearch
from sparring.coach.hint import hint_from
from sparring.rules import Analysis, Judgement
from support import naive, naive_connect4
from support.naive_general_facts import Reader

pytestmark = pytest.mark.req("ALL-9")


class Heaps(sparring.Game):
    """Take any number from one of three heaps; who takes the last one wins, and two and one left are a draw."""

    name, title = "heaps", "Heaps"

    def start(self, rng):
        return (2, 3, 3), 0

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        heaps, _ = position
        return [(place, left) for place, heap in enumerate(heaps) for left in range(heap)]

    def move_text(self, position, move):
        return f"{'abc'[move[0]]}{move[1]}"

    def play(self, position, move):
        heaps, seat = position
        left = tuple(move[1] if place == move[0] else heap for place, heap in enumerate(heaps))
        return left, 1 - seat

    def outcome(self, position):
        heaps, seat = position
        if sum(heaps) == 3 and max(heaps) == 2:
            return sparring.Outcome(None, "three are left")
        return None if any(heaps) else sparring.Outcome(1 - seat, "took the last one")


HEAPS, ROWS, DISCS = Heaps(), sparring.game("tictactoe"), sparring.game("connect4")


def heaps():
    return [(left, seat) for left in product(range(3), range(4), range(4)) for seat in (0, 1) if any(left)]


def boards():
    return [ROWS.read_position(text) for text in Random(1).sample(naive.unfinished(), 250)]


def late_boards():
    rng = Random(2)
    return [
        DISCS.read_position(naive_connect4.text(naive_connect4.after(naive_connect4.random_board(rng, 36, 40))))
        for _ in range(40)
    ]


def altered(fact):
    """The fact with one of its fields changed, for each of them that its sentences say."""
    for field in fields(fact):
        value = getattr(fact, field.name)
        if isinstance(value, bool):
            yield replace(fact, **{field.name: not value})
        elif isinstance(value, int):
            yield replace(fact, **{field.name: value + 2})
        elif isinstance(value, tuple) and len(value) < 3:
            yield replace(fact, **{field.name: (*value, "z9")})


@pytest.mark.parametrize(("game", "places"), [(HEAPS, heaps), (ROWS, boards), (DISCS, late_boards)])
def test_every_sentence_is_true_and_noticed_where_it_is_false(game, places):
    said, noticed = Counter(), Counter()
    for position in places():
        if game.outcome(position) is not None:
            continue
        analysis, reader = analyse(game, position, depth=60), Reader(game, position)
        assert all(judged.outcome for judged in analysis.options)
        for option in game.options(position):
            for fact in facts_about(game, position, option, analysis):
                if game is not HEAPS and not isinstance(fact, FoundBySearch):
                    continue  # the game's own facts have a reader of their own
                said[type(fact).__name__] += 1
                for sentence in filter(None, (fact.idea, fact.reason)):
                    assert reader.is_true(option, sentence), (position, option, sentence)
                for wrong in altered(fact):
                    assert not wrong.holds(Case(game, position, analysis), option)
                    if wrong.reason != fact.reason and not (isinstance(fact, AvoidsLoss) and fact.only):
                        assert not reader.is_true(option, wrong.reason), (position, option, wrong)
                        noticed[type(fact).__name__] += 1
    proven = {"ProvenWin", "ProvenDraw", "ProvenLoss"}
    assert set(said) >= proven
    assert set(noticed) >= proven
    if game is HEAPS:
        assert set(said) == proven | {"OnlyMove", "WinsAtOnce", "AvoidsLoss"}
        assert noticed["AvoidsLoss"]


# ---------------------------------------------------------------------- what is not proven


def judged(calibrated, **chances):
    options = tuple(Judgement(option, chance, chance=chance) for option, chance in chances.items())
    return Analysis(options, nodes=1, calibrated=calibrated)


@pytest.mark.parametrize(
    ("analysis", "idea", "reason"),
    [
        (
            judged(True, a0=0.62, b0=0.48),
            "One move is clearly better than the others: you score about 62 % with it.",
            "You score about 62 % with it, against 48 % with b0.",
        ),
        (
            judged(True, a0=0.52, b0=0.48),
            "No move stands out: you score about 52 % with the best one.",
            "You score about 52 % with it, against 48 % with b0.",
        ),
        (
            judged(False, a0=0.999, b0=0.2),
            "One move is clearly better than the others, as far as the search sees.",
            "The search gives it 99 %, against 20 % for b0.",
        ),
        (
            judged(False, a0=0.5, b0=0.5),
            "No move stands out, as far as the search sees.",
            "The search gives it 50 %, and b0 the same.",
        ),
        (
            replace(judged(False, a0=0.9, b0=0.5), nodes=0),
            "One move is better than the others, as far as the analysis goes.",
            "It is better than b0, the next best, as far as the analysis goes.",
        ),
        (
            replace(judged(False, a0=0.5, b0=0.5), nodes=0),
            "Several moves are equally good, as far as the analysis goes.",
            "It is as good as b0, as far as the analysis goes.",
        ),
    ],
)
def test_an_estimate_is_told_in_percent_beside_the_next_best_move(analysis, idea, reason):
    told = hint_from(HEAPS, ((1, 1, 2), 0), analysis)
    assert (told.idea, told.move, told.reason) == (idea, "a0", reason)


def test_a_mix_is_told_as_a_mix():
    options = (Judgement("a0", 0.5, probability=0.7), Judgement("b0", 0.5, probability=0.3))
    told = hint_from(HEAPS, ((1, 1, 2), 0), Analysis(options, nodes=1))
    assert told.reason == "A good player mixes moves here, and chooses it 70 % of the time."


def test_an_estimate_with_other_figures_than_the_search_found_does_not_hold():
    case = Case(HEAPS, ((1, 1, 2), 0), judged(True, a0=0.62, b0=0.48))
    right = Expected(62, "b0", 48, True)
    assert right.holds(case, "a0")
    wrong = [{"percent": 63}, {"second": "c1"}, {"second_percent": 47}, {"confirmed": False}]
    assert not any(replace(right, **change).holds(case, "a0") for change in wrong)
