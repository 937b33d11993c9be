"""Before each test of a card, no effect was carried out yet."""

import pytest

from support.onepiece_cards import CARRIED_OUT


@pytest.fixture(autouse=True)
def _nothing_is_carried_out_yet():
    CARRIED_OUT.clear()
