"""One Piece on the command line: the user's own decks, records, and questions about the rules."""

import json
import re
import subprocess
import sys

import pytest

CARDS = [f"ST01-{number:03}" for number in range(2, 14)]


def deck_file(path, **changes):
    """A deck that can be played: 46 cards in fours and twos, and what is changed about it."""
    counts = dict.fromkeys(CARDS, 4) | {"ST01-017": 2}
    content = {"deck": "mine", "leader": "ST01-001", "cards": [{"id": id, "count": n} for id, n in counts.items()]}
    path.write_text(json.dumps(content | changes))
    return str(path)


@pytest.mark.req("OP-1")
def test_a_users_own_deck_is_played_and_its_record_replays_without_the_file(tmp_path, answer):
    mine, saved = deck_file(tmp_path / "mine.json"), tmp_path / "match.txt"
    told = answer(
        "watch", "onepiece", "random", "random", "--decks", f"{mine},ST02", "--seed", "1", "--save", str(saved)
    )
    (tmp_path / "mine.json").unlink()
    assert "Game: onepiece:deck1=ST01-001+~mine+4xST01-002" in saved.read_text()
    legal = answer("legal", "onepiece", "--record", str(saved))
    assert (legal["over"], legal["result"]) == (True, told["winner"])


def test_all_mistakes_in_a_deck_are_reported_in_one_sentence(tmp_path, run):
    """49 cards, five copies, a wrong colour, an unknown card, an unknown effect word."""
    cards = [{"id": id, "count": 4} for id in CARDS[:9]]
    odd = {"id": "OWN-1", "name": "Odd", "category": "event", "color": "red", "cost": 1, "count": 1}
    odd["effects"] = [{"timing": "main", "optional": True, "actions": [{"op": "summon"}]}]
    cards += [{"id": "ST01-011", "count": 5}, {"id": "ST02-002", "count": 4}, {"id": "XX-1", "count": 3}, odd]
    bad = deck_file(tmp_path / "bad.json", cards=cards)
    status, out, err = run("play", "onepiece", "--decks", f"{bad},ST02")
    assert (status, out, err.count("\n")) == (2, "", 1)
    problems = "49 cards", "ST01-011: 5 copies", "it is green", "XX-1: there is no such card", "no action 'summon'"
    for problem in problems:
        assert problem in err


@pytest.mark.parametrize(
    ("decks", "message"),
    [
        ("ST01", "two decks"),
        ("ST01,ST99", "There is no deck 'ST99'"),
        ("nowhere.json,ST01", "cannot be read"),
    ],
)
def test_unknown_decks_are_refused(run, decks, message):
    status, _, err = run("watch", "onepiece", "random", "random", "--decks", decks)
    assert status == 2
    assert message in err


def test_a_game_without_decks_says_so(run):
    status, _, err = run("legal", "tictactoe", "--decks", "ST01,ST02")
    assert (status, err) == (2, "sparring: Tic-tac-toe is not played with decks.\n")


def test_a_player_asks_what_a_word_means_and_why_something_is_not_possible():
    """From a pipe, as a person would type them: numbers of the menu, words, cards and rules."""
    asked = ["help Blocker", "help Usopp", "why attack leader with leader", "why play Nico Robin", "play Nothing"]
    entries = "\n".join(["go first", "keep", *asked, "quit", ""])
    command = [sys.executable, "-m", "sparring.terminal.main", "play", "onepiece", "--opponent", "random"]
    done = subprocess.run(
        [*command, "--decks", "ST01,ST02", "--seed", "3"], input=entries, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    for told in (
        "Blocker: may rest to become the target of an attack",
        "Usopp (ST01-002), character, red, cost 2, power 2000",
        "R4.6: neither player may attack in their first turn.",
        "R5.1: Nico Robin costs 3 DON!!, and only 1 of yours is active.",
        "'play Nothing' is none of the options",
        "Your move: ",
    ):
        assert told in done.stdout
    assert not re.search(r"\bP[12]\b", done.stdout)  # people are named, not seats


@pytest.mark.parametrize(
    ("players", "decks", "names"),
    [
        ("random easy", "ST01,ST02", ("random", "easy")),
        ("random random", "ST01,ST02", ("Monkey.D.Luffy", 'Eustass"Captain"Kid')),
    ],
)
def test_those_who_are_watched_are_called_by_their_names_or_by_their_leaders(run, players, decks, names):
    _, out, _ = run("watch", "onepiece", *players.split(), "--decks", decks, "--seed", "1", "--fast")
    assert not re.search(r"\bP[12]\b", out)
    assert all(f"{name} draws 1 card." in out for name in names)
    assert re.search(rf"({'|'.join(names)}) wins: ", out)
