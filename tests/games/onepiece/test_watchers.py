"""What watchers see of a whole game of cards: nothing that is hidden from one of the seats."""

import re

import pytest

import sparring
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.view import HIDDEN
from sparring.match.table import Table
from sparring.rules.capabilities import ShownToWatchers, drawing, news
from sparring.rules.seeds import stream
from sparring.scenes import scene_message, scene_of
from sparring.server.sight import Sight


@pytest.mark.req("ALL-14")
@pytest.mark.parametrize("seed", range(3))
def test_watchers_of_a_whole_game_see_only_what_both_seats_see(seed):
    game = sparring.game("onepiece")
    assert isinstance(game, ShownToWatchers)
    table, rng, seen_cards = Table(game, seed), stream(seed, "players"), 0
    while table.outcome is None and table.number < 250:
        table.choose(rng.choice(table.decision().options))
        if table.number % 5:
            continue
        watched = game.watchers_view(table.position)
        views = [game.view(table.position, at) for at in (0, 1)]
        for side in (0, 1):
            half, theirs, own = watched.halves[side], views[1 - side].halves[side], views[side].halves[side]
            assert set(half.hand) <= {HIDDEN}
            assert half.among == theirs.among  # the other seat's knowledge of a hand, which its owner has too
            for zone in ("life", "deck", "limbo"):
                known = zip(getattr(half, zone), getattr(theirs, zone), getattr(own, zone), strict=True)
                for entry, *each in known:
                    assert entry & CODE == HIDDEN or all(one & CODE == entry & CODE for one in each)
                    seen_cards += entry & CODE != HIDDEN
        assert watched.about is None
        told = [set(news(game, view)) for view in views]
        mentioned = {line for line in news(game, watched) if line not in told[0] & told[1]}
        assert all(re.search(r"\b(?:a|\d+) cards?\b", line) for line in mentioned)
        message = scene_message(scene_of(game, watched))
        assert message["picks"] == {}
        assert not [shape for shape in message["shapes"] if shape.get("in", "").endswith("hand") and shape.get("name")]
        assert "your hand" not in drawing(game, watched)
    assert table.number > 60  # long enough for all kinds of news


def test_a_sight_tells_watchers_of_people_what_all_seats_are_told_alike():
    game = sparring.game("onepiece")
    outside, inside = Sight(game, None, outside=True), Sight(game, 1, outside=False)
    assert outside.told(("keep Nami", "keep a card")) == ""
    assert outside.told(("pass", "pass")) == "pass"
    assert inside.told(("keep Nami", "keep a card")) == "keep a card"
    assert outside.keeps_secrets
    assert not outside.covered
