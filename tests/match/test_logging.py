"""Each decision can be logged and inspected."""

import asyncio
import logging

import pytest

import sparring


@pytest.mark.req("ALL-9")
def test_every_decision_is_logged_with_all_options_scores_depth_nodes_time_and_line(caplog):
    players = [sparring.opponent("tictactoe", name) for name in ("ChampionChimp", "StrategistApe")]
    with caplog.at_level(logging.DEBUG, logger="sparring.decisions"):
        result = asyncio.run(sparring.Match("tictactoe", players, seed=2).run())
    lines = [record.getMessage() for record in caplog.records if record.name == "sparring.decisions"]
    choices = result.record.choices()
    assert len(lines) == len(choices)
    for number, (line, chosen) in enumerate(zip(lines, choices, strict=True)):
        assert line.startswith(f"tictactoe {number}: {players[chosen.seat].name} plays {chosen.option}; ")
        assert line.count("=") == 9 - number
        assert "depth" in line
        assert "nodes" in line
        assert line.endswith(" s")
    assert "b2=0(draw in 9)" in lines[0]
    assert "expecting b2 " in lines[0]
