"""Tree search proves only what is true, finds good moves in every kind of game, and keeps its limits."""

from math import log, sqrt
from random import Random
from typing import ClassVar, NamedTuple

import pytest

import sparring
from sparring.brains.branches import Branch, judgements
from sparring.brains.compiled_tree_search import CompiledTreeSearch
from sparring.brains.hidden import HiddenInformation
from sparring.brains.mcts import Recipe, Tree
from sparring.brains.playouts import TABLED, inverse_root, root_of_log
from sparring.brains.tree_search import TreeSearch
from sparring.match.table import decision_at
from sparring.rules import BadSetting, Thinking, kernels
from sparring.rules.capabilities import Chance, HasChance, HasPast
from sparring.rules.kernels import NOT_OVER
from support.dice_game import Dice, Throw
from support.kernel_games import Cards, Stairs, Stones, after
from support.random_trees import Wild, forced, possible
from support.small_games import Coins, Secrets

pytestmark = pytest.mark.req("ALL-22")

TICTACTOE, CONNECT4, OWARE = (sparring.game(name) for name in ("tictactoe", "connect4", "oware"))
SMALL = [TICTACTOE, Cards(), Stones(), Stairs()]
BRAINS = {"plain": TreeSearch, "compiled": CompiledTreeSearch}
VALUES = {"win": 1, "draw": 0, "loss": -1}


def positions(game, seed, count, most=9):
    """Unfinished positions of random games in which a player decides."""
    rng = Random(seed)
    while count:
        position = game.start(rng)
        for _ in range(rng.randint(0, most)):
            if game.outcome(position) is None:
                position = game.play(position, rng.choice(game.moves(position)))
        if game.outcome(position) is None and not (isinstance(game, HasChance) and game.chance_outcomes(position)):
            count -= 1
            yield position


def judged(brain, position, seed=0, thinking=None):
    return brain.judge(decision_at(brain.game, position, seed, thinking=thinking or Thinking()))


def visits(analysis):
    return {judgement.option: dict(judgement.parts)["playouts"] for judgement in analysis.options}


# ---------------------------------------------------------------------- proofs


@pytest.mark.parametrize(
    ("kind", "game", "count"),
    [*(("plain", game, 60) for game in SMALL), *(("compiled", game, 1000) for game in SMALL[:3])],
    ids=lambda value: getattr(value, "name", value),
)
def test_what_it_proves_is_what_exhaustive_search_finds(kind, game, count):
    brain, proven = BRAINS[kind](game, playouts=200, thorough=True), 0
    for position in positions(game, 1, count):
        for judgement in judged(brain, position).options:
            value, plies = after(game, position, game.options(position)[judgement.option])
            if judgement.outcome is not None:
                proven += 1
                assert VALUES[judgement.outcome] == value, (position, judgement)
            if judgement.outcome in ("win", "loss"):
                assert judgement.plies == plies if judgement.exact else judgement.plies >= plies, (position, judgement)
    assert proven > count


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("chance", [False, True], ids=["no chance", "chance"])
def test_it_claims_only_what_is_forced_whoever_moves_and_however_many_play(players, chance):
    claims = dict.fromkeys(VALUES, 0)
    for seed in range(60):
        game = Wild(seed, players, chance)
        [position] = positions(game, seed, 1, most=2)
        seat, options = game.to_move(position), game.options(position)
        for judgement in judged(TreeSearch(game, playouts=Random(seed).choice((20, 60, 200))), position).options:
            following = game.play(position, options[judgement.option])
            sure, most = forced(game, following, seat), max(each[seat] for each in possible(game, following))
            if judgement.outcome is not None:
                claims[judgement.outcome] += 1
                assert {"win": sure == 1, "draw": sure == most == 0.5, "loss": most == 0}[judgement.outcome]
    assert min(claims.values()) > 3


@pytest.mark.parametrize("players", [2, 3])
def test_a_small_game_is_proven_as_far_as_it_can_be(players):
    for seed in range(30):
        game = Wild(seed, players)
        seat = game.to_move(())
        for judgement in judged(TreeSearch(game, playouts=3000, thorough=True), ()).options:
            following = game.play((), game.options(())[judgement.option])
            sure, most = forced(game, following, seat), max(each[seat] for each in possible(game, following))
            if players == 2 or sure == 1:
                assert sure == most
                assert judgement.chance == sure


@pytest.mark.parametrize("kind", BRAINS)
def test_a_drawn_game_is_proven_although_most_playouts_would_only_meet_the_draw(kind):
    position = TICTACTOE.read_position(".../.x./o.. x")
    found = judged(BRAINS[kind](TICTACTOE, playouts=20_000, thorough=True), position)
    assert {judgement.outcome for judgement in found.options} == {"draw"}
    assert sum(visits(found).values()) < 10_000
    assert found.reason == "drawn"


@pytest.mark.parametrize("kind", BRAINS)
def test_it_stops_when_the_choice_cannot_change(kind):
    position = TICTACTOE.read_position("xx./oo./... x")
    found = judged(BRAINS[kind](TICTACTOE, playouts=100_000), position)
    assert found.best == "c3"
    assert found["c3"].plies == 1
    assert sum(visits(found).values()) < 100
    every = judged(BRAINS[kind](TICTACTOE, playouts=100_000, thorough=True), position)
    assert [judgement.outcome for judgement in every.options].count(None) == 0


# ---------------------------------------------------------------------- judgements


@pytest.mark.parametrize("kind", BRAINS)
@pytest.mark.parametrize("game", [*SMALL[:3], CONNECT4], ids=lambda game: game.name)
def test_every_option_has_an_expected_score_a_legal_line_and_its_playouts(game, kind):
    for position in positions(game, 3, 10):
        found = judged(BRAINS[kind](game, playouts=150), position)
        assert [judgement.option for judgement in found.options] == list(game.options(position))
        best = found[found.best]
        for judgement in found.options:
            assert 0 <= judgement.chance <= best.chance
            assert (judgement.outcome is None) == (0 < judgement.chance < 1) or judgement.outcome == "draw"
            assert judgement.line[0] == judgement.option
            reached = position
            for text in judgement.line:
                reached = game.play(reached, game.options(reached)[text])
        assert sum(visits(found).values()) <= 150
        assert best.outcome is not None or sum(visits(found).values()) == 150 or len(found.options) == 1


def test_a_few_lucky_playouts_are_not_better_than_many_good_ones():
    lucky, tried, poor = Branch("lucky", 3, 1.0, ("lucky",)), Branch("tried", 500, 0.6, ()), Branch("poor", 9, 0.1, ())
    won = Branch("won", 5, 1.0, (), 990, "win", 9)
    first, second, third = judgements([lucky, tried, poor])
    assert first.rank < second.rank
    assert first.chance == second.chance
    assert not first.exact
    assert third.chance < second.chance
    assert judgements([tried, won])[1].rank > judgements([Branch("sure", 10**6, 1.0, ()), won])[0].rank


@pytest.mark.parametrize("kind", BRAINS)
def test_the_same_decision_gets_the_same_answer_and_another_seed_another_search(kind):
    brain = BRAINS[kind](CONNECT4, playouts=300)
    for position in positions(CONNECT4, 4, 5):
        assert judged(brain, position) == judged(brain, position)
        assert visits(judged(brain, position, seed=1)) != visits(judged(brain, position, seed=2))


def test_plain_and_compiled_playouts_find_the_same_expected_scores():
    """With much curiosity all options are tried about equally often, so that every mean is precise."""
    for position in positions(CONNECT4, 5, 3):
        plain, compiled = (
            [judged(brain(CONNECT4, playouts=700, exploration=10, mix=0.0), position, seed) for seed in range(4)]
            for brain in (TreeSearch, CompiledTreeSearch)
        )
        for option in CONNECT4.options(position):
            first, second = (sum(each[option].chance for each in found) / 4 for found in (plain, compiled))
            assert first == pytest.approx(second, abs=0.15)


# ---------------------------------------------------------------------- chance, payoffs, repetitions


def expected_payoffs(game, position):
    """What the dice game pays on average if both sides keep and give as pays them best."""
    outcome = game.outcome(position)
    if outcome is not None:
        return outcome.payoffs
    chances = game.chance_outcomes(position)
    if chances:
        found = [(chance.probability, expected_payoffs(game, game.play(position, chance.move))) for chance in chances]
        return tuple(sum(probability * each[seat] for probability, each in found) for seat in range(2))
    paid = [expected_payoffs(game, game.play(position, move)) for move in game.moves(position)]
    return max(paid, key=lambda each: each[game.to_move(position)])


def test_payoffs_are_averaged_over_the_dice():
    game, position = Dice(), Throw((1, 2), 3, 2)
    found = judged(TreeSearch(game, playouts=4000), position)
    keep, give = (expected_payoffs(game, game.play(position, move))[1] for move in ("keep", "give"))
    assert found.best == "keep"
    assert found["keep"].score == pytest.approx(keep, abs=0.1)
    assert found["give"].score == pytest.approx(give, abs=0.5)
    assert {judgement.outcome for judgement in found.options} == {None}


class Wager(sparring.Game):
    """One move: win a little, or lose and be paid more."""

    name, title = "wager", "Wager"
    paid: ClassVar = {"win": (3, 2), "lose": (10, 11), "neither": (2, 2)}

    def start(self, rng):
        return ""

    def to_move(self, position):
        return 0

    def moves(self, position):
        return list(self.paid)

    def play(self, position, move):
        return move

    def outcome(self, position):
        return sparring.Outcome(reason="paid", payoffs=self.paid[position]) if position else None


def test_it_wants_to_be_paid_rather_than_to_win():
    found = judged(TreeSearch(Wager(), playouts=10), "")
    assert found.best == "lose"
    assert [judgement.score for judgement in found.options] == [3, 10, 2]


class Gamble(Wager):
    """Five chips at once, or a die for nothing or nine: four and a half on average."""

    name, title = "gamble", "Gamble"

    def chance_outcomes(self, position):
        return [Chance(face, 1 / 2) for face in ("nothing", "nine")] if position == "throw" else []

    def moves(self, position):
        return ["nothing", "nine"] if position == "throw" else ["five", "throw"]

    def outcome(self, position):
        paid = {"five": 5, "nothing": 0, "nine": 9}
        return sparring.Outcome(reason="paid", payoffs=(paid[position], 1)) if position in paid else None


def test_what_is_paid_for_sure_counts_in_full_however_seldom_it_was_tried():
    for seed in range(30):
        found = judged(TreeSearch(Gamble(), playouts=40), "", seed)
        assert found["five"].score == 5
        assert found["five"].chance == 5 / 9
        if found["throw"].score < 5:
            assert found.best == "five"


class Knights(Wager):
    """Three knights: be first at once, or be second or first after more moves."""

    name, title, seats = "knights", "Knights", ("red", "blue", "green")

    def moves(self, position):
        return ["finish", "wait"] if not position else ["slow", "quick", "stumble"]

    def outcome(self, position):
        places = {"finish": (1, 2, 3), "slow": (2, 1, 3), "quick": (1, 3, 2), "stumble": (3, 1, 2)}.get(position)
        return sparring.Outcome(reason="at the gate", places=places) if places else None


def test_the_first_place_is_a_win_the_last_one_a_loss_and_one_in_the_middle_is_neither():
    found = judged(TreeSearch(Knights(), playouts=50), "")
    assert (found.best, found["finish"].outcome, found["finish"].chance) == ("finish", "win", 1)
    later = judged(TreeSearch(Knights(), playouts=50, thorough=True), "wait")
    assert [judgement.outcome for judgement in later.options] == [None, "win", "loss"]
    assert [judgement.chance for judgement in later.options] == [0.5, 1, 0]


def test_an_option_that_can_at_best_draw_is_not_preferred_to_a_proven_draw():
    unsure = Branch("unsure", 30, 0.6, (), high=0.5)
    first, second = judgements([unsure, Branch("sure", 3, 0.5, (), 0.0, "draw")])
    assert (first.chance, first.exact) == (0.5, False)
    assert first.rank < second.rank


@pytest.mark.req("ALL-22")
def test_oware_is_searched_compiled_and_knows_that_a_repetition_ends_the_game():
    assert isinstance(OWARE, HasPast)
    brain, met = CompiledTreeSearch(OWARE, playouts=400), 0
    for seed in range(200):
        rng, position = Random(seed), OWARE.read_position("1,0,0,0,0,0,0,1,0,0,0,1 22-23 S")
        while OWARE.outcome(position) is None:
            options = OWARE.options(position)
            over = {text: OWARE.outcome(OWARE.play(position, move)) for text, move in options.items()}
            if any(outcome and "again" in outcome.reason for outcome in over.values()):
                met += 1
                found = judged(brain, position)
                for text, outcome in over.items():
                    if outcome is not None and visits(found)[text]:
                        winner = {OWARE.to_move(position): "win", None: "draw"}.get(outcome.winner, "loss")
                        assert found[text].outcome == winner
            position = OWARE.play(position, rng.choice(list(options.values())))
        if met > 20:
            break
    assert met > 5


# ---------------------------------------------------------------------- every kind of game


class Shape(NamedTuple):
    """A position whose fields have other types after a move: a comparison gives a truth value, not a number."""

    left: int = 9
    odd: int = 0


def shape_moves(position, buffer, start):
    buffer[start], buffer[start + 1] = 1, 2
    return min(2, position.left)


def shape_play(position, move):
    return Shape(position.left - move, (position.left - move) % 2 == 1)


kernels.register(Shape, moves=shape_moves, play=shape_play, result=lambda position: NOT_OVER if position.left else -1)


class Shapes(sparring.KernelGame):
    name, title = "shapes", "Shapes"

    def start(self, rng):
        return Shape()

    def to_move(self, position):
        return 0


def test_a_kernel_may_compute_its_fields_in_any_way():
    assert judged(CompiledTreeSearch(Shapes(), playouts=500), Shape(8, 0)).best == "2"


def test_a_game_whose_positions_cannot_be_hashed_is_searched_too():
    found = judged(TreeSearch(Coins(), playouts=200), [[0, 1]])
    assert found.best == "take 2"
    assert found["take 2"].outcome == "win"


class Endless(sparring.Game):
    """Nobody ever wins; the evaluation likes high numbers."""

    name, title = "endless", "Endless"

    def start(self, rng):
        return 0, 0

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        return [-1, 0, 1]

    def play(self, position, move):
        return position[0] + (move if position[1] == 0 else 0), 1 - position[1]

    def outcome(self, position):
        return None


class Judging(Endless):
    def evaluate(self, position, seat):
        return 20.0 * position[0] * (1 if seat == 0 else -1)


@pytest.mark.parametrize(
    "settings", [{"rollout": 0}, {"rollout": 5, "mix": 0.0}, {"rollout": 5, "mix": 0.5}, {"mix": 1.0}]
)
def test_an_evaluation_guides_the_search_where_playouts_do_not_end(settings):
    found = judged(TreeSearch(Judging(), playouts=300, **settings), (0, 0))
    assert found.best == "1"
    assert found["1"].chance > 0.5 > found["-1"].chance


def test_a_game_that_never_ends_and_has_no_evaluation_is_even():
    found = judged(TreeSearch(Endless(), playouts=20, rollout=3), (0, 0))
    assert {judgement.chance for judgement in found.options} == {0.5}


def test_a_compiled_search_uses_the_evaluation_of_its_game():
    position = CONNECT4.read_position("......./......./......./......./...o.../...x... x")
    seeing, blind = (judged(CompiledTreeSearch(CONNECT4, playouts=50, rollout=0, mix=mix), position) for mix in (1, 0))
    assert seeing == blind, "without random moves, both take the evaluation"
    assert len({judgement.chance for judgement in seeing.options}) > 3
    assert seeing != judged(CompiledTreeSearch(CONNECT4, playouts=50), position)


# ---------------------------------------------------------------------- limits


class Counted(Thinking):
    """Thinking that is over after it was asked so often."""

    def __init__(self, asked):
        super().__init__()
        self.left = asked

    @property
    def over(self):
        self.left -= 1
        return self.left < 0


def test_it_stops_when_time_is_over_even_within_a_playout():
    for asked in range(200):
        thinking = Counted(asked)
        found = judged(TreeSearch(TICTACTOE), TICTACTOE.empty, thinking=thinking)
        assert thinking.left == -1, "it asks no more once time is over"
        assert len(found.options) == 9
        assert all(judgement.line[0] == judgement.option for judgement in found.options)


class Slow(type(TICTACTOE)):
    """Tic-tac-toe whose time is over after this many plies were played."""

    left = 500

    def play(self, position, move):
        self.left -= 1
        if self.left == 0:
            self.thinking.stop()
        return super().play(position, move)


@pytest.mark.req("ALL-5")
def test_a_slow_game_is_not_played_any_further_once_time_is_over():
    game = Slow()
    game.thinking = Thinking()
    found = judged(TreeSearch(game), game.empty, thinking=game.thinking)
    assert game.left in (0, -1)
    assert max(len(judgement.line) for judgement in found.options) > 2


def test_moves_that_were_never_tried_take_no_room():
    game = sparring.game("connect4")
    tree = Tree(game, game.start(Random(0)), Recipe(), Random(1), Thinking())
    for _ in range(500):
        tree.playout()
    waiting, nodes = [tree.root], 0
    while waiting:
        node = waiting.pop()
        nodes += 1
        assert node.visits
        waiting += node.children
    assert nodes <= 1 + 500


@pytest.mark.parametrize("number", [1, 2, 7, TABLED - 1, TABLED, 10**6])
def test_the_terms_of_uct_are_the_same_from_the_table_and_computed(number):
    assert root_of_log(number) == pytest.approx(sqrt(log(number)), rel=1e-12)
    assert inverse_root(number) == pytest.approx(1 / sqrt(number), rel=1e-12)


@pytest.mark.req("ALL-5")
def test_a_compiled_search_that_is_out_of_time_makes_one_playout():
    thinking = Thinking()
    thinking.stop()
    found = judged(CompiledTreeSearch(CONNECT4), CONNECT4.start(Random(0)), thinking=thinking)
    assert sum(visits(found).values()) >= 1
    assert found.best in CONNECT4.options(CONNECT4.start(Random(0)))


@pytest.mark.parametrize("kind", BRAINS)
def test_it_reports_and_stops_when_told_to(kind):
    heard = []

    def listen(analysis):
        heard.append(analysis)
        thinking.stop()

    thinking = Thinking(listen=listen)
    found = judged(BRAINS[kind](CONNECT4), CONNECT4.start(Random(0)), thinking=thinking)
    assert len(heard) >= 1
    assert thinking.best in CONNECT4.options(CONNECT4.start(Random(0)))
    assert sum(visits(found).values()) >= sum(visits(heard[0]).values())


def test_a_full_tree_grows_no_more_and_is_still_searched():
    found = judged(CompiledTreeSearch(CONNECT4, playouts=100_000, tree=1), CONNECT4.start(Random(0)))
    assert sum(visits(found).values()) == 100_000
    assert found.best == "4"


# ---------------------------------------------------------------------- who plays


def test_a_game_without_opponents_of_its_own_has_levels_and_a_searching_analyst():
    known = sparring.catalogue(Coins())
    assert list(known.entries)[:3] == ["easy", "medium", "hard"]
    assert {"random", "minimax", "mcts"} <= set(known.entries)
    assert (known.default, known.analyst) == ("medium", "mcts")
    for name in ("easy", "medium", "hard", "mcts"):
        assert known[name].brain_class(Coins()) is TreeSearch
        assert known[name].brain_class(Stairs()) is CompiledTreeSearch
    budgets = [known[name].known_settings(Coins())["playouts"].default for name in ("easy", "medium", "hard")]
    assert budgets == sorted(budgets)


def test_a_game_that_hides_something_is_refused():
    with pytest.raises(BadSetting, match="Secrets hides something"):
        TreeSearch(Secrets())
    for name in ("easy", "medium", "hard", "mcts"):
        assert sparring.catalogue(Secrets())[name].brain_class(Secrets()) is HiddenInformation


def test_a_game_with_opponents_of_its_own_gets_mcts_and_no_levels():
    known = sparring.catalogue("tictactoe")
    assert "mcts" in known.entries
    assert "easy" not in known.entries
    assert sparring.catalogue("oware")["mcts"].brain_class(OWARE) is CompiledTreeSearch
