"""The perfect opponent of four in a row wins its games, and tells what it has proven while it still thinks."""

import asyncio

import pytest

import sparring
from sparring.coach.analysis import analyse
from sparring.match.table import decision_at
from sparring.rules import Thinking, notation
from support import naive
from support.fourinarow_boards import CENTRE, EMPTY, GAME, check_line, opponent, some_texts


@pytest.mark.req("PT-7")
@pytest.mark.parametrize("other", ["hard", "medium", "easy", "random", "perfect"])
def test_perfect_wins_every_game_that_it_starts_within_eleven_plies(other):
    for seed in range(3 if other != "perfect" else 1):
        match = sparring.Match(GAME, [opponent("perfect"), opponent(other)], seed=seed)
        result = asyncio.run(match.run())
        plies = len(list(match.record.choices()))
        assert (result.winner, result.fallbacks, result.illegal) == (0, 0, 0)
        assert plies <= 11
        assert plies == 11 or other != "perfect"  # perfect as second player holds out for as long as possible


@pytest.mark.req("PT-7")
def test_perfect_wins_as_second_player_if_the_first_errs():
    for seed in range(3):
        result = asyncio.run(sparring.Match(GAME, [opponent("random"), opponent("perfect")], seed=seed).run())
        assert result.winner == 1


def known_of(analysis):
    """The options whose exact result is proven."""
    return {judged.option for judged in analysis.options if judged.outcome and judged.exact}


@pytest.mark.req("PT-7")
def test_an_analysis_of_the_empty_board_finds_wins_in_eleven_only_in_the_centre():
    """The centre is reported as soon as it is proven, long before the cells at the edge."""

    def listen(analysis):
        if known_of(analysis):
            thinking.stop()

    thinking = Thinking(listen=listen)
    found = analyse(GAME, notation.start(GAME), seconds=60, thinking=thinking)
    assert known_of(found) == CENTRE
    assert found.best in CENTRE
    for cell in CENTRE:
        assert (found[cell].outcome, found[cell].plies) == ("win", 11)
        assert len(found[cell].line) == 11
        check_line(EMPTY, found[cell].line)


@pytest.mark.req("PT-7", "ALL-5", "ALL-9")
@pytest.mark.parametrize("name", ["perfect", "perfect:nodes=1", "perfect:thorough=on,nodes=1"])
def test_a_later_analysis_keeps_what_an_earlier_one_has_proven(name):
    """If time runs out, the best of the last reported analysis is played, so no report may lose a proven result."""
    for text in some_texts(13, 12, 12, 24):
        told = []
        position, thinking = GAME.read_position(text), Thinking(listen=told.append)
        found = opponent(name).decide(decision_at(GAME, position, thinking=thinking)).analysis
        for before, after in zip(told, [*told[1:], found], strict=True):
            assert len(after.options) == len(naive.empties(text)), text
            assert known_of(before) <= known_of(after), text
