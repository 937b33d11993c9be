"""Settings of opponents: every one has a default, can be overridden, and refuses bad values by name and range."""

import importlib
import math
import sys

import pytest

import sparring
from sparring.match.table import decision_at
from sparring.opponents.faults import BadCatalogue
from sparring.opponents.settings import DIFFICULTIES, resolve
from sparring.rules import BadSetting, UnknownName
from sparring.rules.naming import split

GAME = sparring.game("tictactoe")
NAMES = list(sparring.catalogue(GAME).entries)
SHIPPED = ("tictactoe", "fourinarow", "connect4", "oware", "onepiece")

pytestmark = pytest.mark.req("ALL-3")


@pytest.mark.parametrize("name", NAMES)
def test_every_opponent_works_with_no_setting_given_and_with_every_default_given(name):
    entry = sparring.catalogue(GAME)[name]
    known = entry.known_settings(GAME)
    values = resolve(name, known, {})
    assert set(values) == set(known)
    bounded = {"playouts": 50} if "playouts" in known else {}  # what the clock stops is not the same every time
    plain = sparring.opponent(GAME, name, **bounded)
    given = {key: value for key, value in values.items() if value is not None} | bounded
    same = sparring.opponent(GAME, name, **given)
    for seed in range(10):
        decision = decision_at(GAME, GAME.empty, seed=seed)
        assert plain.decide(decision) == same.decide(decision)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("setting", "bad", "range_"),
    [
        ("difficulty", "absurd", "easy, medium or hard"),
        ("style", "odd", "balanced, aggressive or defensive"),
        ("randomness", -0.1, "a number from 0 to 1"),
        ("randomness", 1.1, "a number from 0 to 1"),
        ("randomness", "much", "a number from 0 to 1"),
        ("randomness", math.nan, "a number from 0 to 1"),
        ("randomness", True, "a number from 0 to 1"),
        ("randomness", None, "a number from 0 to 1"),
        ("pace_min", -1, "a number from 0 to 60"),
        ("pace_max", 61, "a number from 0 to 60"),
        ("time", 0, "a number from 0.001 to 3600"),
        ("time", -1, "a number from 0.001 to 3600"),
        ("time", math.inf, "a number from 0.001 to 3600"),
    ],
)
def test_a_bad_value_is_refused_with_its_field_and_range(name, setting, bad, range_):
    with pytest.raises(BadSetting) as refused:
        sparring.opponent(GAME, name, **{setting: bad})
    assert str(refused.value).startswith(f"{setting} must be {range_}")
    assert repr(bad) in str(refused.value)


@pytest.mark.parametrize("depth", [0, -1, 101, 2.5, "x", "", "1e9", True])
def test_a_bad_depth_is_refused(depth):
    with pytest.raises(BadSetting, match="depth must be a whole number from 1 to 100"):
        sparring.opponent(GAME, "minimax", depth=depth)


def test_a_range_narrowed_by_an_opponent_is_in_the_message():
    entry = sparring.catalogue(GAME)["minimax"]
    narrow = type(entry)(**{**vars(entry), "ranges": {"depth": [1, 8]}}).known_settings(GAME)
    with pytest.raises(BadSetting, match="depth must be a whole number from 1 to 8, not '9'"):
        resolve("minimax", narrow, {"depth": "9"})
    assert resolve("minimax", narrow, {"depth": "8"})["depth"] == 8


def test_difficulty_sets_randomness_and_pace_unless_they_are_given():
    for difficulty, stands_for in DIFFICULTIES.items():
        character = sparring.opponent(GAME, f"StrategistApe:randomness=0.5,difficulty={difficulty}").character
        assert character.randomness == 0.5
        character = sparring.opponent(GAME, f"StrategistApe:difficulty={difficulty}").character
        stands_for = {**stands_for, "randomness": 0 if difficulty == "hard" else stands_for["randomness"]}
        assert {name: getattr(character, name) for name in stands_for} == stands_for
    character = sparring.opponent(GAME, "StrategistApe:difficulty=easy,randomness=0.9").character
    assert (character.randomness, character.pace_max) == (0.9, 1.5)
    assert sparring.opponent(GAME, "StrategistApe").character.randomness == 0


@pytest.mark.parametrize("game", SHIPPED)
def test_hard_never_adds_randomness_and_perfect_opponents_have_no_difficulty(game):
    rules = sparring.game(game)
    for name, entry in sparring.catalogue(game).entries.items():
        known = entry.known_settings(rules)
        assert entry.exact or name != "perfect"
        assert ("difficulty" in known) != entry.exact
        if "difficulty" in known:
            default = known["randomness"].default
            hard = resolve(name, known, {"difficulty": "hard"})["randomness"]
            assert hard == min(default, DIFFICULTIES["hard"]["randomness"])
    with pytest.raises(BadSetting, match="perfect has no setting 'difficulty'"):
        sparring.opponent("connect4", "perfect:difficulty=hard")


def test_a_minimum_pace_above_the_maximum_is_refused():
    with pytest.raises(BadSetting, match="pace_min must be at most pace_max, but 5 is more than 1"):
        sparring.opponent(GAME, "StrategistApe:pace_min=5,pace_max=1")


def test_the_pace_is_between_its_bounds():
    opponent = sparring.opponent(GAME, "StrategistApe:pace_min=0.25,pace_max=0.75")
    paces = [opponent.decide(decision_at(GAME, GAME.empty, seed=seed)).pace for seed in range(200)]
    assert 0.25 <= min(paces) < 0.3
    assert 0.7 < max(paces) <= 0.75


def test_randomness_is_the_share_of_random_moves():
    """Three moves are open and one wins, so two thirds of the random moves miss the win."""
    position = GAME.read_position("xx./oo./xo. x")
    for randomness in (0.0, 0.2, 1.0):
        opponent = sparring.opponent(GAME, "ChampionChimp", randomness=randomness)
        decisions = [decision_at(GAME, position, seed=seed) for seed in range(1500)]
        missed = sum(opponent.decide(decision).option != "c3" for decision in decisions)
        expected = randomness * 2 / 3 * 1500
        assert abs(missed - expected) <= 5 * math.sqrt(1500 * 0.25) * (randomness > 0)


@pytest.mark.parametrize(
    ("style", "liked"), [("aggressive", {"a2", "a3", "b1", "c1"}), ("defensive", {"a3", "b3", "c1", "c2"})]
)
def test_a_style_breaks_ties_and_nothing_else(style, liked):
    """Aggressive moves share an open line with x on a1, defensive ones spoil a line of o on c3."""
    position = GAME.read_position("..o/.../x.. x")
    opponent = sparring.opponent(GAME, f"random:style={style}")
    assert {opponent.decide(decision_at(GAME, position, seed=seed)).option for seed in range(100)} == liked
    winning = GAME.read_position("xx./oo./... x")
    champion = sparring.opponent(GAME, f"ChampionChimp:style={style}")
    assert champion.decide(decision_at(GAME, winning)).option == "c3"


def test_a_style_that_a_game_does_not_have_is_refused():
    class Plain(type(GAME)):
        name, title, tactics = "plain", "Plain", {}

    with pytest.raises(BadSetting, match="style must be balanced, not 'aggressive'"):
        sparring.opponent(Plain(), "random:style=aggressive")


@pytest.mark.parametrize("name", ["Nobody", "", "champion chimp"])
def test_an_unknown_opponent_is_refused_with_the_names_there_are(name):
    with pytest.raises(UnknownName) as refused:
        sparring.opponent(GAME, name)
    assert all(known in str(refused.value) for known in NAMES)


def test_capitals_in_a_name_do_not_matter():
    assert sparring.opponent(GAME, "championchimp").name == "ChampionChimp"


def test_an_unknown_setting_is_refused_with_those_there_are():
    with pytest.raises(BadSetting, match="StrategistApe has no setting 'speed'; it has difficulty, pace_max"):
        sparring.opponent(GAME, "StrategistApe:speed=3")


def test_the_text_of_an_opponent_is_parsed_and_kept_as_its_name():
    assert split("hard") == ("hard", {})
    assert split(" minimax : depth = 8 , time=2 ") == ("minimax", {"depth": "8", "time": "2"})
    opponent = sparring.opponent(GAME, "minimax:depth=3", time=2)
    assert opponent.name == "minimax:depth=3,time=2"
    assert sparring.opponent(GAME, opponent.name).name == opponent.name
    for text in ("minimax:", "minimax:depth=", "minimax:=3", "minimax:depth=1,", "minimax:depth:3"):
        with pytest.raises(BadSetting):
            split(text)


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_every_setting_of_every_opponent_is_described_and_its_default_is_allowed(game):
    for entry in sparring.catalogue(game).entries.values():
        for name, setting in entry.known_settings(sparring.game(game)).items():
            told = setting.as_json()
            assert (told["name"], told["about"]) == (name, setting.about)
            assert setting.about
            assert setting.default is None or setting.read(told["default"]) == setting.default
            if told["type"] in ("integer", "number"):
                assert told["min"] < told["max"]
            else:
                assert told["default"] is None or told["default"] in told["choices"]


# ---------------------------------------------------------------------- a brain of another package


BRAIN = """
import sparring


class Rollouts(sparring.Brain):
    settings = (
        sparring.Setting.whole("playouts", 1, 1000, default=10, about="how many games it plays out"),
        sparring.Setting.choice("mood", "calm", "wild", default="calm", about="how it plays"),
        sparring.Setting.switch("loud", default=False, about="whether it shouts"),
    )

    def __init__(self, game, playouts, mood, loud, luck=0):
        super().__init__(game)
        self.told = playouts, mood, loud, luck

    def judge(self, decision):
        return sparring.Analysis(tuple(sparring.Judgement(option, 0.0) for option in decision.options))


class OldFashioned(Rollouts):
    settings = frozenset({"depth"})


class Nim(type(sparring.game("tictactoe"))):
    name, title = "minenim", "My Nim"
"""

OPPONENTS = """
[Mine]
about = "Mine."
level = 1
brain = "own_brain:Rollouts"
playouts = 20
luck = 7

[Old]
about = "Written for an older version."
level = 1
brain = "own_brain:OldFashioned"
"""


@pytest.fixture
def own_game(tmp_path, monkeypatch):
    """A game with its own brain, as another package would provide it."""
    (tmp_path / "own_brain.py").write_text(BRAIN)
    (tmp_path / "opponents.toml").write_text(OPPONENTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    own_brain = importlib.import_module("own_brain")
    yield own_brain.Nim()
    del sys.modules["own_brain"]


@pytest.mark.req("ALL-10")
def test_a_brain_of_another_package_has_its_own_settings(own_game):
    assert sparring.opponent(own_game, "Mine").brain.told == (20, "calm", False, 7)
    assert sparring.opponent(own_game, "Mine:playouts=50").brain.told == (50, "calm", False, 7)
    wild = sparring.opponent(own_game, "Mine:mood=wild,loud=on,playouts=1,randomness=0.5")
    assert (wild.brain.told, wild.character.randomness) == ((1, "wild", True, 7), 0.5)
    known = sparring.catalogue(own_game)["Mine"].known_settings(own_game)
    listed = {name: setting.as_json() for name, setting in known.items()}
    assert listed["playouts"] == {
        "name": "playouts",
        "type": "integer",
        "min": 1,
        "max": 1000,
        "optional": False,
        "default": 20,
        "about": "how many games it plays out",
    }
    assert (listed["mood"]["choices"], listed["loud"]["default"]) == (["calm", "wild"], "off")


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("playouts=x", "playouts must be a whole number from 1 to 1000, not 'x'."),
        ("playouts=0", "playouts must be a whole number from 1 to 1000, not '0'."),
        ("mood=sad", "mood must be calm or wild, not 'sad'."),
        ("loud=2", "loud must be on or off, not '2'."),
        ("depth=2", "Mine has no setting 'depth'; it has difficulty, loud, mood, "),
    ],
)
def test_bad_values_of_its_settings_are_refused_in_a_sentence(own_game, setting, says):
    with pytest.raises(BadSetting) as refused:
        sparring.opponent(own_game, f"Mine:{setting}")
    assert str(refused.value).startswith(says)


def test_a_brain_whose_settings_are_only_names_is_refused_in_a_sentence(own_game):
    with pytest.raises(BadCatalogue, match=r"'own_brain:OldFashioned' must be a tuple of sparring\.Setting values"):
        sparring.opponent(own_game, "Old")


def test_a_range_for_a_setting_that_is_not_a_number_is_refused_in_a_sentence():
    entry = sparring.catalogue(GAME)["minimax"]
    for name in ("style", "nonsense"):
        with pytest.raises(BadCatalogue, match=f"ranges.{name} of minimax in opponents.toml"):
            type(entry)(**{**vars(entry), "ranges": {name: [1, 8]}}).known_settings(GAME)


def test_the_help_is_right_for_each_opponent():
    depth = sparring.catalogue("connect4")["minimax"].known_settings(sparring.game("connect4"))["depth"]
    assert str(depth.range) == "a whole number from 1 to 8"
    onepiece = sparring.game("onepiece")
    style = sparring.catalogue(onepiece)["hard"].known_settings(onepiece)["style"]
    assert "Life" in style.about
    assert sparring.catalogue(onepiece)["random"].known_settings(onepiece)["style"].range.words == ("balanced",)
