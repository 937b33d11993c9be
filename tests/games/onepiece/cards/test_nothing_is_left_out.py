"""Every effect and every keyword of every card has a test."""

import runpy
from pathlib import Path

from support.onepiece_cards import CARDS, CLAIMED, EFFECTS, VANILLA


def all_that_is_claimed():
    """Everything that the tests in this folder say they are about, even if they are not run."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        runpy.run_path(str(path))
    return CLAIMED


def test_every_effect_and_keyword_of_every_card_has_a_test():
    keywords = {f"{card['id']}/{word}" for card in CARDS.values() for word in card["keywords"]}
    assert len(CARDS) == 149
    claimed = all_that_is_claimed()
    assert EFFECTS.keys() | keywords == claimed
    with_text = {effect.split("/")[0] for effect in claimed}
    assert with_text | set(VANILLA) == CARDS.keys()
    assert not with_text & set(VANILLA)
