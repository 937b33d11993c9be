"""What a notebook shows: a match to step through, an analysis as a table, a tournament as a plot."""

import asyncio
import re
from html.parser import HTMLParser

import pytest

import sparring
from sparring import notebook
from sparring.arena import play
from sparring.rules import BadSetting


class Tags(HTMLParser):
    """The tags of a page, which must be closed in order."""

    def __init__(self, page):
        super().__init__()
        self.seen, self._open = [], []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in ("input", "img"):
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag


@pytest.mark.req("ALL-23")
def test_a_match_is_stepped_through_in_a_notebook():
    players = [sparring.opponent("tictactoe", "ChampionChimp"), sparring.opponent("tictactoe", "random")]
    match = sparring.Match("tictactoe", players, seed=7)
    match.play()
    shown = notebook.steps(match)
    page = shown._repr_html_()
    tags = Tags(page).seen
    radios = [attributes for tag, attributes in tags if tag == "input"]
    pictures = [attributes for tag, attributes in tags if tag == "img"]
    assert len(radios) == len(pictures) == len(match.record.choices()) + 1
    assert [("checked" in radio) for radio in radios] == [True] + [False] * (len(radios) - 1)
    targets = {attributes["for"] for tag, attributes in tags if tag == "label" and "class" not in attributes}
    assert targets <= {radio["id"] for radio in radios}
    assert "script" not in page
    assert page != notebook.steps(match.record)._repr_html_(), "two matches in one notebook do not share their buttons"
    assert "wins" in pictures[-1]["alt"]


def test_an_analysis_is_a_table_with_the_best_move_first():
    shown = notebook.analysis("tictactoe", position="xx./oo./... x")
    assert shown.rows()[0]["move"] == "c3"
    rows = re.findall(r"<tr><td>(\w+)</td>", shown._repr_html_())
    assert rows[0] == "c3"
    assert len(rows) == 5
    assert notebook.analysis("tictactoe", position="xxx/oo./... o").rows() == []


def test_a_tournament_tells_its_progress_and_its_results_every_way():
    told = []
    results = play(
        "tictactoe", ["random", "ChampionChimp", "random"], games=4, seed=2, progress=lambda *done: told.append(done)
    )
    assert told[-1] == (12, 12)
    assert results.standings[0].name == "ChampionChimp"
    assert {entrant.name for entrant in results.standings} == {"random", "random#2", "ChampionChimp"}
    assert all(entrant.games == 8 for entrant in results.standings)
    rows = results.rows()
    assert len(rows) == 12
    for pair in results.pairings:
        met = [row for row in rows if (row["a"], row["b"]) == (pair.a, pair.b)]
        assert sum(row["place_a"] < row["place_b"] for row in met) == pair.wins
        assert sum(row["place_a"] > row["place_b"] for row in met) == pair.losses
    assert results._repr_svg_().startswith("<svg")
    assert (
        play("tictactoe", ["random", "random"], games=2, seed=5).rows()
        == play("tictactoe", ["random", "random"], games=2, seed=5).rows()
    )
    with pytest.raises(BadSetting, match="games must be at least 1"):
        play("tictactoe", ["random", "random"], games=0)


@pytest.mark.req("ALL-23")
def test_a_tournament_is_played_where_an_event_loop_runs_already_as_in_a_notebook(tmp_path):
    (tmp_path / "own.py").write_text(
        "import sparring\nclass First(sparring.Player):\n"
        "    async def choose(self, decision): return decision.options[0]\n"
    )
    own = f"{tmp_path}/own.py:First"

    async def cell():
        decision = sparring.Match("tictactoe", [sparring.opponent("tictactoe", own)] * 2).table.decision()
        assert sparring.opponent("tictactoe", own).decide(decision).option == decision.options[0]
        return play("tictactoe", ["StrategistApe", own], games=2, seed=1)

    assert asyncio.run(cell()).rows() == play("tictactoe", ["StrategistApe", own], games=2, seed=1).rows()
