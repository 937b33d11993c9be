"""The list of slow tests holds only what there is."""

from pathlib import Path

import pytest

from support.order import SLOW

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("beginning", SLOW)
def test_what_is_listed_as_slow_is_there(beginning):
    file, _, test = beginning.partition("::")
    assert (ROOT / file).exists()
    assert not test or f"def {test.partition('[')[0]}" in (ROOT / file).read_text("utf-8")
