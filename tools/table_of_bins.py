"""The table of `docs/thinking.md` that compares expected scores with results, from the curves shipped with the games.

python tools/table_of_bins.py
"""

import json
from typing import Any

import sparring
from sparring.brains.curves import shipped_path

GAMES = ("connect4", "fourinarow", "oware", "tictactoe")


def lines() -> list[str]:
    """The table in Markdown: a row for each opponent, with what was told and scored in each bin."""
    found = [
        "| game | opponent | games | told → scored in percent (the 95 % interval of the difference) |",
        "|---|---|---|---|",
    ]
    for name in GAMES:
        path = shipped_path(sparring.game(name))
        assert path is not None
        for check in json.loads(path.read_text("utf-8"))["checked"]:
            bins = "; ".join(map(_bin, check["by_chance"]))
            found.append(f"| {name} | `{check['opponent']}` | {check['games']} | {bins} |")
    return found


def _bin(each: dict[str, Any]) -> str:
    low, high = (f"{100 * each[side]:+.0f}" for side in ("least", "most"))
    return f"{100 * each['told']:.0f} → {100 * each['scored']:.0f} ({low} to {high})"


if __name__ == "__main__":
    print("\n".join(lines()))
