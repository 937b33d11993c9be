"""The list of slow tests names only tests that exist."""

from pathlib import Path

import pytest

from support.order import SLOW

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("beginning", SLOW)
def test_a_test_that_is_listed_as_slow_exists(beginning):
    file, _, test = beginning.partition("::")
    assert (ROOT / file).exists()
    assert not test or f"def {test.partition('[')[0]}" in (ROOT / file).read_text("utf-8")
