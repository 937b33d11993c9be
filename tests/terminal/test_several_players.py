"""Games for three, and games with dice, in the terminal."""

import json
from collections import Counter

import pytest

import sparring
from sparring.arena.tournament import Tournament
from sparring.terminal.arguments import opponents_of
from support import cookbook
from support.processes import sparring as run_sparring

pytestmark = pytest.mark.req("ALL-22")


@pytest.fixture(scope="module")
def islands(tmp_path_factory):
    return cookbook.write("islands", tmp_path_factory.mktemp("islands"))


@pytest.fixture(scope="module")
def pig(tmp_path_factory):
    return cookbook.write("pig", tmp_path_factory.mktemp("pig"))


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ([], []),
        (["easy"], ["easy", "easy"]),
        (["easy", "hard"], ["easy", "hard"]),
        (["easy,hard"], ["easy", "hard"]),
        (["minimax:depth=2,style=balanced,hard"], ["minimax:depth=2,style=balanced", "hard"]),
        (["easy,minimax:depth=2,style=balanced"], ["easy", "minimax:depth=2,style=balanced"]),
    ],
)
def test_opponents_are_given_one_by_one_as_a_list_or_one_for_all(given, names):
    assert opponents_of(given, cookbook.game("islands")) == names


def test_too_few_opponents_are_refused(islands, run):
    status, _, err = run("play", islands, "--opponent", "random,random,random")
    assert (status, err) == (2, "sparring: Islands needs 2 opponents, or one for all, not 3.\n")
    status, _, err = run("watch", islands, "random", "random")
    assert (status, err) == (2, "sparring: Islands needs 3 players, not 2.\n")
    status, _, err = run("arena", islands, "random", "random", "--games", "3")
    assert status == 2
    assert "needs at least 3 opponents, not 2" in err


def test_a_whole_game_of_three_with_the_person_in_the_middle(islands, tmp_path):
    moves = "\n".join(f"{column}{row}" for row in range(1, 5) for column in "abcdef")
    saved = tmp_path / "match.txt"
    given = ["--opponent", "random", "--seat", "2", "--seed", "3", "--save", saved]
    done = run_sparring("play", islands, *given, input=moves)
    assert (done.returncode, done.stderr) == (0, "")
    assert "you are blue, and you play against" in done.stdout
    assert "random (orange): " in done.stdout
    record = sparring.Record.parse(saved.read_text())
    assert [record.headers[f"Seat {seat}"] for seat in range(3)] == ["random", "human", "random"]
    assert Counter(chosen.seat for chosen in record.choices()) == {0: 8, 1: 8, 2: 8}
    lines = done.stdout.splitlines()
    last = lines[1 + next(number for number, line in enumerate(lines) if line.endswith(": every field is taken."))]
    assert all(f" {points}" in last for points in record.headers["Payoffs"].split())


def test_a_watched_game_of_three_tells_places_and_payoffs(islands, answer, run):
    told = answer("watch", islands, "random", "random", "random", "--seed", "2")
    assert len(told["moves"]) == 24
    assert sorted(told["payoffs"], reverse=True)[0] == told["payoffs"][told["places"].index(1)]
    assert answer("legal", islands, "--moves", " ".join(told["moves"]))["over"]
    _, out, _ = run("watch", islands, "random", "random", "random", "--seed", "2")
    assert "orange" in out.splitlines()[-1]


def test_an_analysis_for_three_says_that_it_is_max_n(islands, answer, run):
    asked = ("analyse", islands, "--depth", "2", "--moves", "a1 f4 b1 f3 a4")
    told = answer(*asked)
    assert told["method"] == "max-n"
    assert all(len(option["values"]) == 3 and option["outcome"] is None for option in told["options"])
    assert "max-n: everybody is expected to play for themselves" in run(*asked)[1]


def test_an_arena_of_three_rotates_seats_and_shows_places_and_payoffs(islands, run):
    status, out, _ = run("arena", islands, "random", "random", "random", "--games", "4", "--seed", "1", "--jobs", "1")
    assert status == 0
    assert "payoff, 95 %" in out
    assert "how often each took which place" in out


def test_the_arena_seats_everybody_everywhere_and_uses_every_order(monkeypatch):
    seen = []
    original = sparring.Match.__init__

    def spy(self, game, players, **settings):
        seen.append((tuple(player.name for player in players), settings["seed"]))
        original(self, game, players, **settings)

    monkeypatch.setattr(sparring.Match, "__init__", spy)
    names = ["random", "random:randomness=0.1", "random:randomness=0.2"]
    tournament = Tournament(cookbook.game("islands"), names, games=12, seed=1)
    assert sum(tally.games for tally in tournament.play()) == 12
    assert Counter(order for order, _ in seen) == dict.fromkeys({order for order, _ in seen}, 2)
    assert len({order for order, _ in seen}) == 6
    assert Counter(seed for _, seed in seen) == dict.fromkeys({seed for _, seed in seen}, 3)
    told = json.loads(json.dumps(tournament.as_json()))
    assert all(sum(rating["places"]) == 12 for rating in told["ratings"])
    assert all(pair["wins"] + pair["draws"] + pair["losses"] == 12 for pair in told["pairs"])
    assert all(rating["payoff"]["low"] <= rating["payoff"]["mean"] for rating in told["ratings"])


def test_places_and_payoffs_belong_to_the_entrant_and_not_to_the_seat():
    """Whoever looks one ply ahead has more than those who do not, from every seat."""
    names = ["random", "minimax:depth=1", "random"]
    tournament = Tournament(cookbook.game("islands"), names, games=6, seed=2)
    for _ in tournament.play():
        pass
    ratings = tournament.ratings
    assert max(range(3), key=lambda entrant: ratings[entrant].rating) == 1
    assert max(range(3), key=lambda entrant: tournament.payoff(entrant).mean) == 1
    assert tournament.places(1)[0] >= 4


def test_an_arena_of_two_shows_payoffs_too(tmp_path, answer):
    (tmp_path / "dice_game.py").write_text((cookbook.PAGES.parents[1] / "tests/support/dice_game.py").read_text())
    told = answer("arena", f"{tmp_path}/dice_game.py:Dice", "minimax:depth=1", "random", "--games", "8", "--seed", "1")
    assert set(told["pairs"][0]) == {"a", "b", "wins", "draws", "losses"}
    first, second = told["ratings"]
    assert (first["opponent"], second["opponent"]) == ("minimax:depth=1", "random")
    assert first["payoff"]["mean"] > second["payoff"]["mean"]


def test_dice_are_shown_as_they_fall_and_recorded(pig, tmp_path):
    saved = tmp_path / "match.txt"
    given = ["--opponent", "Farmer", "--seed", "2", "--save", saved]
    done = run_sparring("play", pig, *given, input="roll\nundo\nroll\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    record = sparring.Record.parse(saved.read_text())
    fell = [str(entry).removeprefix("! chance ") for entry in record.entries if str(entry).startswith("! chance")]
    assert len(fell) >= 2
    assert [line.removeprefix("chance: ") for line in done.stdout.splitlines() if line.startswith("chance: ")] == fell
    moves = " ".join(step.option for step in record.steps())
    status = run_sparring("legal", pig, "--moves", moves, "--json")
    assert json.loads(status.stdout)["moves"]


def test_a_watched_game_of_dice_lists_what_fell_among_its_moves(pig, answer):
    told = answer("watch", pig, "Farmer", "Piglet", "--seed", "1")
    assert told["moves"][0] == "roll"
    assert told["moves"][1] in "123456"
    over = answer("legal", pig, "--moves", " ".join(told["moves"]))
    assert (over["over"], over["result"]) == (True, told["winner"])


def test_the_outcomes_of_chance_are_listed_with_their_probabilities(pig, answer, run):
    told = answer("legal", pig, "--moves", "roll")
    assert told["to_move"] == "chance"
    assert told["chances"] == dict.fromkeys("123456", round(1 / 6, 6))
    assert "chance decides: 1 (0.1667), 2" in run("legal", pig, "--moves", "roll")[1]


def test_an_analysis_of_dice_says_that_it_averages(pig, answer, run):
    asked = ("analyse", pig, "--moves", "roll 6 roll 5", "--depth", "3")
    assert answer(*asked)["method"] == "expectimax"
    assert "averaged over what chance may decide" in run(*asked)[1]


def test_an_analysis_by_tree_search_says_how_often_each_move_was_tried(tmp_path, run):
    (tmp_path / "race.py").write_text(
        "import sparring\n\n\n"
        "class Race(sparring.Game):\n"
        "    name, title, seats = 'race', 'Race', ('a', 'b', 'c')\n"
        "    def start(self, rng): return 0\n"
        "    def to_move(self, position): return position % 3\n"
        "    def moves(self, position): return ['walk', 'run']\n"
        "    def play(self, position, move): return position + (4 if move == 'run' else 1)\n"
        "    def outcome(self, position):\n"
        "        return sparring.Outcome(position % 3, 'arrived') if position > 8 else None\n"
    )
    _, out, _ = run("analyse", f"{tmp_path}/race.py:Race", "--time", "0.2")
    header = next(line for line in out.splitlines() if line.startswith("move"))
    assert header.split()[-3:] == ["playouts", "expected", "line"]
    assert "+" not in out
