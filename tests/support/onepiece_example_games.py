"""Games with random decks of the invented cards, checked after every decision; run as a program, a long series of them.

`python tests/support/onepiece_example_games.py JOURNAL --first 1000 --games 5000 --seconds 600` plays the seeds that
the journal does not hold yet, and writes a line for each game. Several runs may share the seeds: `--share 0/2` and
`--share 1/2` play every other one, each into a journal of its own, and `--count JOURNAL ...` adds journals up.
"""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.turn import new_game

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from support.naive_onepiece import broken_rules, broken_texts
from support.onepiece_random_games import deck_of_examples
from support.onepiece_table import GAME

MOST_DECISIONS = 3000


def by_chance(state, rng):
    """Any option."""
    return rng.choice(state.question.options)


def by_habit(state, rng):
    """What habit answers, and now and then any option."""
    return by_chance(state, rng) if rng.random() < 0.1 else habits.answer(state)


PLAYERS = {"chance": by_chance, "habit": by_habit}


def checked_game(seed, answer):
    """A game with random decks of invented cards, checked after every decision; returns its end and its length."""
    rng = Random(seed)
    state = new_game(decklists.pair(deck_of_examples(rng, "A"), deck_of_examples(rng, "B")), seed, telling=True)
    for number in range(MOST_DECISIONS):
        where = f"seed {seed}, decision {number}"
        assert not (wrong := broken_rules(state)), f"{where}: {wrong}"
        if state.question is None:
            return state, number
        texts = [GAME.move_text(state, option) for option in state.question.options]
        assert not (wrong := list(broken_texts(texts))), f"{where}: {wrong}"
        if number % 40 == 20:
            check_what_is_shown(state, rng, where)
        state = GAME.play(state, answer(state, rng))
    raise AssertionError(f"the game of seed {seed} does not end")


def check_what_is_shown(state, rng, where):
    """A view can be imagined further, drawn and told."""
    view = GAME.view(state, state.question.seat)
    imagined = view.sample(rng)
    assert not (wrong := broken_rules(imagined)), f"{where}: {wrong}"
    assert GAME.view(imagined, view.seat)._replace(told=()) == view._replace(told=()), where
    assert all(line.isprintable() for line in (GAME.prompt(view), *GAME.news(view))), where
    assert GAME.draw(view), where
    assert GAME.scene(view), where


# ---------------------------------------------------------------------- a long series


def lines_of(journal):
    """The games that a journal holds; a line that was cut off is passed over."""
    if not journal.exists():
        return []
    found = []
    for line in journal.read_text().splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def play_series(journal, seeds, seconds):
    """Play the games of these seeds by both kinds of players that the journal does not hold, until the time is over."""
    known = {(line["seed"], line["player"]) for line in lines_of(journal)}
    began = time.process_time()
    with journal.open("a") as out:
        for seed in seeds:
            for name, answer in PLAYERS.items():
                if (seed, name) in known:
                    continue
                if time.process_time() - began > seconds:
                    return
                line = {"seed": seed, "player": name}
                try:
                    state, decisions = checked_game(seed, answer)
                    line |= {"decisions": decisions, "reason": state.reason, "winner": state.winner}
                except Exception as error:
                    line |= {"fault": f"{type(error).__name__}: {error}"}
                out.write(json.dumps(line) + "\n")
                out.flush()


def count(journals):
    """How many games journals hold, by who played them and how they ended; faults are listed."""
    games = {(line["seed"], line["player"]): line for journal in journals for line in lines_of(journal)}
    ends = Counter((line["player"], line.get("reason") or "FAULT") for line in games.values())
    return {
        "games": len(games),
        "decisions": sum(line.get("decisions", 0) for line in games.values()),
        "ends": {f"{player}: {reason}": number for (player, reason), number in ends.most_common()},
        "faults": [line for line in games.values() if "fault" in line],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("journals", nargs="+", type=Path)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--games", type=int, default=5000, help="the number of seeds; each is played by both players")
    parser.add_argument("--seconds", type=float, default=600.0, help="of processor time")
    parser.add_argument("--share", default="0/1", help="which of how many shares of the seeds")
    parser.add_argument("--count", action="store_true")
    given = parser.parse_args()
    if not given.count:
        share, shares = map(int, given.share.split("/"))
        seeds = range(given.first + share, given.first + given.games, shares)
        play_series(given.journals[0], seeds, given.seconds)
    print(json.dumps(count(given.journals), indent=1))


if __name__ == "__main__":
    main()
