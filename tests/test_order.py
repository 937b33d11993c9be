"""The list of slow tests names only tests that exist."""

from pathlib import Path

from support.order import SLOW

ROOT = Path(__file__).parent.parent


def test_every_test_that_is_listed_as_slow_exists():
    missing = [beginning for beginning in SLOW if not exists(beginning)]
    assert missing == []


def exists(beginning):
    """True if there are tests whose ids begin so."""
    file, _, test = beginning.partition("::")
    if not test:
        return (ROOT / file).exists()
    word = "class" if test.startswith("Test") else "def"
    return f"{word} {test.partition('[')[0]}" in (ROOT / file).read_text("utf-8")
