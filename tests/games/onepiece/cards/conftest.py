"""Clears the list of effects that were carried out, before each test of a card."""

import pytest

from support.onepiece_cards import CARRIED_OUT


@pytest.fixture(autouse=True)
def _nothing_is_carried_out_yet():
    CARRIED_OUT.clear()
