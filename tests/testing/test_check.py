"""`sparring check` finds every fault of a game, says so in a sentence, and finds none in a sound game."""

import pytest

from sparring.testing import Check
from support import broken_kernels, broken_shows
from support.broken_games import BROKEN, SOUND, Generates
from support.broken_shows import Hangs

pytestmark = pytest.mark.req("ALL-22")


def checked(game, games=12, most_plies=60, **limits):
    check = Check(game, games=games, most_plies=most_plies, **limits)
    for _ in check.run():
        pass
    return check.faults


@pytest.mark.parametrize(
    "sound", [*SOUND, *broken_shows.SOUND, broken_kernels.KernelNim], ids=lambda game: game.__name__
)
def test_nothing_is_found_in_a_sound_game(sound):
    assert checked(sound(), games=30) == []


def test_what_only_follows_from_a_fault_is_not_told_as_another():
    assert [fault.fault.split(",")[0] for fault in checked(Generates())] == ["moves returns a generator"]


@pytest.mark.parametrize(
    "broken", [*BROKEN, *broken_shows.BROKEN, *broken_kernels.BROKEN], ids=lambda game: game.__name__
)
def test_a_fault_is_told_in_a_sentence_with_its_place(broken):
    faults = checked(broken())
    told = [fault for fault in faults if broken.says in fault.fault]
    assert len(told) == 1, "\n".join(map(str, faults))
    assert broken.where in told[0].where
    assert told[0].fault.endswith(".")
    assert "\n" not in told[0].fault


def test_a_call_that_never_returns_is_ended_and_told():
    faults = checked(Hangs(), longest_call=1)
    assert [fault.fault for fault in faults] == ["play has not returned after 1 s of processor time."]
    assert "broken_shows.py:" in faults[0].where
