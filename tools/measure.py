"""Says which ratings of the shipped games are stale, and measures only those: `make measure`.

    python tools/measure.py --say             only say what is stale
    python tools/measure.py connect4 --minutes 30

A rating is stale if its opponent has changed since it was measured, or if its interval is too wide. The results go to
the `ladder.json` of each game, to be committed. A measurement that is stopped goes on where it was the next time.
"""

import argparse
import sys
from importlib.metadata import entry_points

from sparring.arena.ladder import ladder_in, shipped_path, stale
from sparring.arena.measuring import Measurement
from sparring.rules import AnyGame
from sparring.rules.registry import GROUP
from sparring.rules.registry import game as find_game
from sparring.terminal.main import main as sparring


def shipped_games() -> list[str]:
    """The names of the games that come with the package."""
    return sorted(entry.name for entry in entry_points(group=GROUP) if entry.value.startswith("sparring.games."))


def needed(game: AnyGame) -> dict[str, str]:
    """The opponents of a game that need to be measured, each with the reason."""
    path = shipped_path(game)
    known = None if path is None else ladder_in(path, game)
    found = stale(game, known)
    wide = dict.fromkeys(Measurement(game.name, known).unfinished, "its interval is too wide")
    return wide | found


def main() -> int:
    """Measure what is stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--say", action="store_true", help="only say what is stale")
    parser.add_argument("--minutes", metavar="M", help="the most minutes for each game")
    parser.add_argument("--jobs", metavar="J", help="processes to use (all cores unless said)")
    parser.add_argument("--ray", metavar="ADDRESS", help="work on a Ray cluster instead")
    options = parser.parse_args()
    status = 0
    for name in options.games or shipped_games():
        game = find_game(name)
        reasons = needed(game)
        print(f"{game.title}: {len(reasons) or 'nothing'} to measure", flush=True)
        for opponent, why in reasons.items():
            print(f"  {opponent}: {why}", flush=True)
        if reasons and not options.say:
            given = {"--minutes": options.minutes, "--jobs": options.jobs, "--ray": options.ray}
            more = [part for option, value in given.items() if value is not None for part in (option, value)]
            status = max(status, sparring(["ladder", name, "--measure", "--save", str(shipped_path(game)), *more]))
    return status


if __name__ == "__main__":
    sys.exit(main())
