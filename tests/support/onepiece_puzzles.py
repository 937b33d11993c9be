"""Puzzles of One Piece: a position, the options that are right or wrong, and how a level answers."""

from fnmatch import fnmatchcase
from typing import NamedTuple

import sparring
from sparring.match.table import decision_at
from support.onepiece_table import GAME, Half, Put, Table

LEVELS = {
    "easy": "easy:randomness=0",
    "medium": "medium:randomness=0",
    "hard": "hard:randomness=0",
    "expert": "expert:time=none,nodes=200",
}

PLAIN, TIRED = "ST08-001", Put("ST08-001", rested=True)
"""A leader whose effect needs a K.O., active and rested."""

NOTHING, ONE, TWO = "ST01-005", "ST01-003", "ST01-011"
"""Cards with a counter of 0, 1000 and 2000."""

KAROO, VIVI, ROBIN, FRANKY, GARP = "ST01-003", "ST01-009", "ST01-008", "ST01-010", "ST08-010"
"""Characters without effects, of 3000, 4000, 5000, 6000 and 7000."""

CHOPPER, KID, KAIDO, ZORO = "ST01-006", "ST02-013", "ST04-003", "ST01-013"
"""Blockers of 1000 and 7000, a character of 10000, and one that has 1000 more with a DON!!."""


class Puzzle(NamedTuple):
    """A position and its right or wrong options; `*` stands for any text."""

    name: str
    table: Table
    right: tuple[str, ...] = ("*",)
    wrong: tuple[str, ...] = ()

    def passed(self, option):
        def among(patterns):
            return any(fnmatchcase(option, pattern.replace("[", "[[]")) for pattern in patterns)

        return among(self.right) and not among(self.wrong)


def bare(hand=(), life=(), characters=(), deck=(NOTHING,) * 3, leader=PLAIN, **more):
    """A side with exactly these cards, so that every sample has the same ones."""
    return Half(leader, characters, hand, life, deck=deck, deck_size=len(deck), **more)


def rested(*cards):
    return [Put(card, rested=True) for card in cards]


def attacked(mine, theirs, *choices):
    """P2 is attacked by P1, and decides."""
    return Table(mine, theirs).do(*choices)


LIFE = (NOTHING,) * 5

SEEDS = range(1, 6)
"""A puzzle is asked with each of these seeds, because chance picks among equal scores."""


def chosen(name, puzzle):
    """The choices of a new opponent for each seed."""
    opponent = sparring.opponent(GAME, name)
    return [opponent.decide(decision_at(GAME, puzzle.table.state, seed=seed)).option for seed in SEEDS]


def check_form(puzzles):
    """Check that every puzzle has right and wrong options, and that each of its patterns fits one."""
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        options = puzzle.table.options
        assert {puzzle.passed(option) for option in options} == {True, False}, puzzle.name
        for pattern in (*puzzle.right, *puzzle.wrong):
            fits = Puzzle("", puzzle.table, (pattern,)).passed
            assert any(map(fits, options)), (puzzle.name, pattern)
