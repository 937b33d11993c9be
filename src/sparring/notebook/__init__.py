"""Matches, analyses and tournaments as a notebook shows them; everything here has `_repr_html_`.

>>> import sparring
>>> from sparring import notebook
>>> players = [sparring.opponent("tictactoe", "ChampionChimp"), sparring.opponent("tictactoe", "random")]
>>> result = sparring.Match("tictactoe", players, seed=7).play()
>>> notebook.steps(result.record)
<a match of tictactoe to step through, 5 moves>
>>> notebook.analysis("tictactoe", moves="b2 a1").rows()[0]["move"] in ("a3", "c1", "c3", "b1", "a2", "c2", "b3")
True
"""

from sparring.notebook.shown import ShownAnalysis, ShownMatch, analysis, steps

__all__ = ["ShownAnalysis", "ShownMatch", "analysis", "steps"]
