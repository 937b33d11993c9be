"""A user's own games, opponents and brains from files, in every command, and the mistakes that they can have."""

import pytest

HIDDEN = """
from dataclasses import dataclass, replace
import sparring

@dataclass(frozen=True)
class Table:
    hands: tuple
    shown: tuple = ()

@dataclass(frozen=True)
class Seen:
    seat: int
    hand: tuple
    shown: tuple

    def sample(self, rng):
        left = [card for card in range(1, 7) if card not in self.hand + self.shown]
        rng.shuffle(left)
        other = tuple(sorted(left[: 3 - len(self.shown) // 2 - (len(self.shown) % 2) * (1 - self.seat)]))
        return Table((self.hand, other) if self.seat == 0 else (other, self.hand), self.shown)

class Duel(sparring.Game):
    name, title = "duel", "[/red] Duel"

    def start(self, rng):
        cards = list(range(1, 7))
        rng.shuffle(cards)
        return Table((tuple(sorted(cards[:3])), tuple(sorted(cards[3:]))))

    def to_move(self, position): return len(position.shown) % 2
    def moves(self, position): return [f"play card {card}" for card in position.hands[self.to_move(position)]]

    def play(self, position, move):
        card, hands = int(move.split()[-1]), list(position.hands)
        seat = self.to_move(position)
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        return Table(tuple(hands), (*position.shown, card))

    def outcome(self, position):
        if len(position.shown) < 6:
            return None
        points = sum(first > second for first, second in zip(position.shown[::2], position.shown[1::2]))
        return sparring.Outcome(0 if points > 1 else 1, "[/nope] more tricks")

    def view(self, position, seat): return Seen(seat, position.hands[seat], position.shown)
    def draw(self, view): return f"your hand: {view.hand}, shown: {view.shown}"
"""


def test_a_game_with_hidden_cards_works_in_every_command_and_nothing_is_claimed_to_be_proven(run, answer, tmp_path):
    (tmp_path / "duel.py").write_text(HIDDEN)
    game = f"{tmp_path}/duel.py:Duel"
    for arguments in (["legal"], ["analyse"], ["watch", "minimax", "random", "--explain"], ["draw"], ["opponents"]):
        status, _, err = run(arguments[0], game, *arguments[1:])
        assert (status, err) == (0, "")
    analysis = answer("analyse", game, "--time", "1")
    assert all(option["outcome"] is None and option["in"] is None for option in analysis["options"])
    moves = answer("watch", game, "random", "random", "--seed", "0")["moves"]
    position = answer("legal", game, "--moves", " ".join(moves[:2]))
    assert len(position["moves"]) == 2
    arena = answer("arena", game, "minimax", "random", "--games", "2", "--seed", "1", "--jobs", "2")
    assert arena["fallbacks"] == 0


BRAIN = """
from sparring import Analysis, Brain, Judgement

class Last(Brain):
    def judge(self, decision):
        return Analysis(tuple(Judgement(option, number) for number, option in enumerate(decision.options)))
"""


def test_a_users_own_opponent_uses_a_brain_beside_the_game(answer, run, tmp_path):
    (tmp_path / "dueling.py").write_text(HIDDEN)
    (tmp_path / "last_brain.py").write_text(BRAIN)
    (tmp_path / "opponents.toml").write_text(
        'default = "Laster"\n[Laster]\nabout = "Plays its last card."\nlevel = 2\nbrain = "last_brain:Last"\n'
    )
    game = f"{tmp_path}/dueling.py:Duel"
    names = [each["name"] for each in answer("opponents", game)]
    assert names[:6] == ["Laster", "random", "minimax", "adaptive", "mcts", "level1"]
    options = answer("legal", game)["moves"]
    assert answer("move", game, "--opponent", "Laster")["move"] == options[-1]


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("[Odd", "opponents.toml cannot be read"),
        ("odd = 1", "'odd' in opponents.toml is no opponent"),
        ('default = "Nobody"', "The default 'Nobody' is none of the opponents"),
        ('[Odd]\nlevel = 1\nbrain = "x:Y"', "Odd lacks about"),
        ('[Odd]\nabout = "?"\nlevel = "x"\nbrain = "x:Y"', "level of Odd must be a whole number from 1 to 6"),
        ('[Odd]\nabout = "?"\nlevel = 1\nbrain = "no_such_brain:Y"', "brain 'no_such_brain:Y' of Odd cannot be loaded"),
        ('[Odd]\nabout = "?"\nlevel = 1\nbrain = "json:Y"', "cannot be loaded"),
        (
            '[Odd]\nabout = "?"\nlevel = 1\nbrain = "sparring.brains.rulelist:RuleList"\nrulez = ["win"]',
            "not described well in opponents.toml",
        ),
        (
            '[Odd]\nabout = "?"\nlevel = 1\nbrain = "sparring.brains.brain:Whim"\nrandomness = 7',
            "randomness of Odd must be a number from 0 to 1",
        ),
    ],
)
def test_a_mistake_in_opponents_toml_is_reported_in_one_sentence(run, tmp_path, toml, says):
    (tmp_path / "odd.py").write_text(HIDDEN)
    (tmp_path / "opponents.toml").write_text(toml)
    status, out, err = run("move", f"{tmp_path}/odd.py:Duel", "--opponent", "Odd")
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_broken_game_is_reported_in_one_sentence(run, tmp_path):
    (tmp_path / "stuck.py").write_text(
        "import sparring\n"
        "class Stuck(sparring.Game):\n"
        "    name, title = 'stuck', 'Stuck'\n"
        "    def start(self, rng): return 0\n"
        "    def to_move(self, position): return 0\n"
        "    def moves(self, position): return []\n"
        "    def play(self, position, move): return 0\n"
        "    def outcome(self, position): return None\n"
        "class Nameless(Stuck):\n"
        "    name = None\n"
        "class Needy(Stuck):\n"
        "    def __init__(self, size): pass\n"
    )
    for name, status, says in (
        ("Stuck", 1, "stuck goes on but offers no move"),
        ("Nameless", 2, "lacks its name"),
        ("Needy", 2, "cannot be made without arguments"),
    ):
        got, out, err = run("legal", f"{tmp_path}/stuck.py:{name}")
        assert (got, out) == (status, "")
        assert says in err
        assert err.count("\n") == 1


def test_a_users_own_game_works_by_file_in_every_command(run, answer, tmp_path, monkeypatch):
    source = tmp_path / "countdown.py"
    source.write_text(
        "import sparring\n"
        "class Countdown(sparring.Game):\n"
        "    name, title = 'countdown', 'Countdown'\n"
        "    def start(self, rng): return (7, 0)\n"
        "    def to_move(self, position): return position[1]\n"
        "    def moves(self, position): return [n for n in (1, 2, 3) if n <= position[0]]\n"
        "    def play(self, position, move): return (position[0] - move, 1 - position[1])\n"
        "    def outcome(self, position):\n"
        "        return None if position[0] else sparring.Outcome(1 - position[1], 'nothing is left')\n"
    )
    game = f"{source}:Countdown"
    assert answer("legal", game, "--moves", "313") == {"to_move": None, "moves": [], "over": True, "result": "first"}
    assert answer("perft", game, "--depth", "2") == {"counts": [3, 9]}
    assert answer("analyse", game)["best"] == "3"
    assert answer("move", game, "--opponent", "minimax:depth=8")["move"] == "3"
    arena = answer("arena", game, "minimax:depth=8", "random", "--games", "4", "--seed", "1", "--jobs", "2")
    assert arena["pairs"][0]["wins"] >= 2
    assert answer("watch", game, "random", "random", "--seed", "1")["reason"] == "nothing is left"
    assert "<svg" in run("draw", game)[1]
    assert run("ladder", game)[0] == 0
    status, _, err = run("legal", game, "--position", "7")
    assert status == 2
    assert "no text for positions" in err
