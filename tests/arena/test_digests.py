"""The digest of an opponent changes with what makes its strength, and with nothing else."""

import subprocess
import sys

import pytest

import sparring
from sparring.arena import digests
from sparring.rules import registry

GAME = """
import sparring
from pieces import worth

class Tug(sparring.Game):
    name, title = "tug", "Tug"
    def start(self, rng): return 0
    def to_move(self, position): return 0
    def moves(self, position): return ["pull"]
    def play(self, position, move): return 1
    def outcome(self, position): return sparring.Outcome(0, "pulled") if position else None
    def evaluate(self, position, seat): return worth(position)
"""
PIECES = """
WEIGHT = 3
def worth(position):
    return WEIGHT * position
def picture(position):
    return "-->"
"""
BRAIN = """
from sparring.brains.brain import Brain
class Clever(Brain):
    def judge(self, decision):
        return read("weights.txt")
"""
OPPONENTS = """
default = "clever"
anchor = "clever"
[clever]
about = "Pulls."
level = 1
brain = "cleverness:Clever"
pace_min = 0.5
style = "balanced"
says.fine = ["Nice."]
"""
FILES = {
    "tug.py": GAME,
    "pieces.py": PIECES,
    "cleverness.py": BRAIN,
    "weights.txt": "1 2 3",
    "opponents.toml": OPPONENTS,
    "ladder.json": "{}",
}


@pytest.fixture
def digest(tmp_path_factory, monkeypatch):
    """The digest of the opponent with some files changed."""

    def of(**changed):
        folder = tmp_path_factory.mktemp("tug")
        for name, text in FILES.items():
            old, new = changed.get(name.partition(".")[0], ("", ""))
            assert old in text
            (folder / name).write_text(text.replace(old, new) if old else text)
        with monkeypatch.context() as patched:
            patched.syspath_prepend(folder)
            patched.setattr(registry, "_folders", {})
            _forget_modules()
            return digests.digest_of(sparring.game(f"{folder}/tug.py:Tug"), "clever")

    yield of
    _forget_modules()


def _forget_modules():
    digests._source.cache_clear()
    for module in ("tug", "pieces", "cleverness"):
        sys.modules.pop(module, None)


@pytest.mark.req("ALL-16")
def test_it_changes_with_settings_code_constants_and_data_that_the_brain_uses(digest):
    usual = digest()
    assert digest() == usual
    changes = [
        {"opponents": ("level = 1", "level = 1\nrandomness = 0.1")},
        {"opponents": ('style = "balanced"', "variety = 2")},
        {"opponents": ('style = "balanced"', "slack = 0.5")},
        {"cleverness": ("judge(self, decision):", "judge(self, decision):\n        decision = decision")},
        {"pieces": ("WEIGHT = 3", "WEIGHT = 4")},
        {"pieces": ("WEIGHT * position", "WEIGHT + position")},
        {"weights": ("2", "7")},
    ]
    assert len({usual, *(digest(**change) for change in changes)}) == 1 + len(changes)


def test_it_does_not_change_with_comments_remarks_pace_pictures_and_ratings(digest):
    usual = digest()
    for change in (
        {"pieces": ("WEIGHT = 3", "# The weight.\n\nWEIGHT = 3")},
        {"pieces": ("def worth(position):", 'def worth(position):\n    """What it is worth."""')},
        {"pieces": ("-->", "==>")},
        {"opponents": ("pace_min = 0.5", "pace_min = 0.7")},
        {"opponents": ("Nice.", "Very nice.")},
        {"opponents": ("Pulls.", "Pulls well.")},
        {"ladder": ("{}", "[]")},
    ):
        assert digest(**change) == usual, change


def test_every_opponent_of_every_shipped_game_has_a_digest_and_equal_ones_play_alike():
    game = sparring.game("connect4")
    found = {
        name: digests.digest_of(game, name)
        for name, entry in sparring.catalogue(game).entries.items()
        if not entry.adapts
    }
    best = found.pop([name for name in found if name.startswith("level")][-1])
    assert best == found["perfect"]
    assert len(set(found.values())) == len(found)
    alike = sparring.game("tictactoe")
    assert digests.digest_of(alike, "random") == digests.digest_of(alike, "MentorOrangutan")


@pytest.mark.parametrize(
    ("name", "opponent", "before"),
    [
        ("oware", "beginner", ""),
        ("oware", "beginner", "sparring.opponent('oware', 'master');"),
        ("tictactoe", "minimax", ""),
        ("tictactoe", "minimax", "sparring.opponent('fourinarow', 'hard');"),  # which evaluates the same positions
    ],
)
def test_it_does_not_depend_on_what_was_loaded_before(name, opponent, before):
    asking = (
        "import sparring; from sparring.arena.digests import digest_of;"
        f"{before} print(digest_of(sparring.game('{name}'), '{opponent}'))"
    )
    answer = subprocess.run([sys.executable, "-c", asking], capture_output=True, text=True, check=True, timeout=100)
    for entry in sparring.catalogue(name).entries:
        sparring.opponent(name, entry)
    assert answer.stdout.strip() == digests.digest_of(sparring.game(name), opponent)
