"""The search for games with hidden information mixes, does not act on what it cannot know, and keeps its limits."""

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparring
from sparring.brains import hidden, walks
from sparring.brains.hidden import FROM_THE_START, FROM_THE_VIEW, HiddenInformation
from sparring.brains.minimax import Minimax
from sparring.match.table import Table, decision_at
from sparring.opponents.opponent import Character, Opponent
from sparring.rules import BrokenGame, Thinking
from sparring.rules.capabilities import Chance
from support.dice_game import Dice, Throw
from support.exploitability import exploitability, views_to_decide
from support.hidden_game import Whispers
from support.poker import Dealt, Kuhn, Leduc, RetracedKuhn, SafeOrGuess

KUHN, LEDUC = Kuhn(), Leduc()

pytestmark = pytest.mark.req("ALL-22")


def judge(game, position, seed=0, playouts=1000, thinking=None):
    return HiddenInformation(game, playouts).judge(decision_at(game, position, seed, thinking=thinking))


def probabilities(analysis):
    return {judged.option: judged.probability for judged in analysis.options}


def measured(game, playouts, seed=0, begins=FROM_THE_START):
    """The exploitability of what the brain answers in every view of a game, each asked on its own."""
    brain, answers = HiddenInformation(game, playouts), {}
    for number, (key, position) in enumerate(views_to_decide(game, game.deals()).items()):
        search = brain.search(decision_at(game, position, 1000 * seed + number))
        search.reason = begins
        answers[key] = [judged.probability for judged in search.run().options]
    return exploitability(game, game.deals(), lambda *key: answers[key])


# ---------------------------------------------------------------------- the measure


def test_the_measure_knows_the_value_of_kuhn_poker_and_its_equilibrium():
    def nash(seat, view, bluff=1 / 3):
        """The equilibrium of the first player that bluffs most; the second player has only one."""
        bets = {
            (0, ()): [bluff, 0, 1],
            (0, ("check", "bet")): [0, bluff + 1 / 3, 1],
            (1, ("check",)): [1 / 3, 0, 1],
            (1, ("bet",)): [0, 1 / 3, 1],
        }[seat, view.said][view.card]
        return [1 - bets, bets]

    assert exploitability(KUHN, KUHN.deals(), nash) == pytest.approx(0)
    assert exploitability(KUHN, KUHN.deals(), lambda seat, view: [0.5, 0.5]) == pytest.approx(11 / 24)


@pytest.mark.parametrize(("game", "name"), [(KUHN, "kuhn_poker"), (LEDUC, "leduc_poker")])
def test_the_measure_agrees_with_openspiel(game, name):
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(name)
    policy = pyspiel.UniformRandomPolicy(theirs)

    def even(seat, view):
        moves = len(game.moves(view.sample(Random(0))))
        return [1 / moves] * moves

    assert exploitability(game, game.deals(), even) == pytest.approx(pyspiel.exploitability(theirs, policy))


# ---------------------------------------------------------------------- how well it plays


def test_a_sure_nine_in_ten_is_preferred_to_a_guess_that_only_looks_sure():
    game = SafeOrGuess()
    opponent = Opponent(game, "hidden", HiddenInformation(game, 500))
    starts = [game.start(Random(seed)) for seed in range(100)]
    played = Counter(opponent.decide(decision_at(game, start, seed)).option for seed, start in enumerate(starts))
    assert played["safe"] >= 95
    assert Minimax(game).judge(decision_at(game, starts[0])).best == "dare", "the game fools who sees the coin"


def test_kuhn_poker_is_played_nearly_perfectly():
    assert measured(KUHN, 10_000) <= 0.05


def test_more_playouts_are_harder_to_exploit():
    few, many = (sum(measured(KUHN, playouts, seed) for seed in range(2)) / 2 for playouts in (100, 3000))
    assert many < 0.06 < few


@pytest.mark.slow
def test_leduc_poker_is_hard_to_exploit():
    """All answers come from one search, because a search for each of the 288 views would take minutes."""
    search = HiddenInformation(LEDUC, 60_000).search(decision_at(LEDUC, LEDUC.deals()[0]))
    search.run()
    assert exploitability(LEDUC, LEDUC.deals(), lambda *key: search.worlds.information[key].mixture()) <= 0.5


def test_mixing_is_needed_and_the_most_probable_option_alone_is_not_enough():
    answers = {}
    for number, (key, position) in enumerate(views_to_decide(KUHN, KUHN.deals()).items()):
        analysis = judge(KUHN, position, number, 5000)
        answers[key] = [float(option == analysis.best) for option in KUHN.options(position)]
    assert exploitability(KUHN, KUHN.deals(), lambda *key: answers[key]) > 0.1


def test_payoffs_count_and_not_only_wins():
    """With a king one calls; with a jack one never does, and who holds the queen in between mixes."""
    called = {
        card: probabilities(judge(KUHN, Dealt((other, card), ("bet",)), playouts=5000))["call"]
        for card, other in ((0, 1), (1, 0), (2, 1))
    }
    assert called[0] == 0
    assert called[2] == 1
    assert 0.1 < called[1] < 0.6


def test_samples_of_the_view_are_weighed_by_what_the_earlier_moves_tell():
    assert (
        measured(RetracedKuhn(), 2000, begins=FROM_THE_VIEW) < 0.06 < 0.08 < measured(KUHN, 2000, begins=FROM_THE_VIEW)
    )


class DealtByChance(Kuhn):
    """The same, but the cards are dealt at a chance node."""

    def start(self, rng):
        return Dealt(())

    def chance_outcomes(self, position):
        return [] if position.cards else [Chance(deal.cards, 1 / 6) for deal in self.deals()]

    def moves(self, position):
        return super().moves(position) if position.cards else [deal.cards for deal in self.deals()]

    def play(self, position, move):
        return super().play(position, move) if position.cards else Dealt(move)


def test_cards_may_be_dealt_by_chance():
    assert measured(DealtByChance(), 3000) < 0.08


def test_a_walk_may_follow_one_move_and_try_the_others_once(monkeypatch):
    """As it does below the first moves of a game that is too wide for more."""
    monkeypatch.setattr(walks, "WIDTH", 1)
    assert measured(KUHN, 5000) < 0.08


def test_a_hidden_card_is_never_put_face_down_in_a_game_that_counts_open_ones():
    game = Whispers()
    for seed in range(3):
        assert judge(game, game.start(Random(seed)), seed).best.startswith("show")


def test_chance_nodes_are_averaged():
    """The other side throws 5/3 on average, and keeps it; then one throws once more."""
    analysis = judge(Dice(), Throw((2, 2), turn=3, die=3), playouts=3000)
    assert probabilities(analysis) == {"keep": 1, "give": 0}
    assert analysis["keep"].score == pytest.approx(5 + 5 / 3, abs=0.3)
    assert analysis["give"].score == pytest.approx(2 + 5 / 3, abs=0.3)


# ---------------------------------------------------------------------- more than two players


@dataclass(frozen=True)
class Bids:
    cards: tuple[int, ...]
    bids: tuple[str, ...] = ()


@dataclass(frozen=True)
class OwnCard:
    seat: int
    card: int
    bids: tuple[str, ...]

    def sample(self, rng: Random) -> Bids:
        others = rng.sample([card for card in range(5) if card != self.card], 2)
        others.insert(self.seat, self.card)
        return Bids(tuple(others), self.bids)


class Auction(sparring.Game[Any, str]):
    """Three seats with one of five cards each pay a chip to stay, or pass; the highest card that stayed gets four."""

    name: ClassVar[str] = "auction"
    title: ClassVar[str] = "Auction"
    seats: ClassVar[tuple[str, ...]] = ("north", "east", "west")

    def start(self, rng: Random) -> Bids:
        return Bids(tuple(rng.sample(range(5), 3)))

    def to_move(self, position: Bids) -> int:
        return len(position.bids)

    def moves(self, position: Bids) -> list[str]:
        return ["pass", "stay"]

    def play(self, position: Bids, move: str) -> Bids:
        return replace(position, bids=(*position.bids, move))

    def outcome(self, position: Bids) -> sparring.Outcome | None:
        if len(position.bids) < 3:
            return None
        stayed = [card for card, bid in zip(position.cards, position.bids, strict=True) if bid == "stay"]
        payoffs = [
            0 if bid == "pass" else 3 if card == max(stayed) else -1
            for card, bid in zip(position.cards, position.bids, strict=True)
        ]
        return sparring.Outcome(reason="settled", payoffs=tuple(payoffs))

    def view(self, position: Bids, seat: int) -> OwnCard:
        return OwnCard(seat, position.cards[seat], position.bids)


def test_three_players_with_the_best_card_stay_and_with_the_worst_one_pass():
    game = Auction()
    stays = {
        cards: probabilities(judge(game, Bids(cards, ("stay", "stay")), playouts=4000))["stay"]
        for cards in ((1, 2, 4), (1, 2, 0))
    }
    assert stays == {(1, 2, 4): 1, (1, 2, 0): 0}
    assert judge(game, Bids((4, 1, 2)), playouts=4000).best == "stay"


# ---------------------------------------------------------------------- what it knows


@pytest.mark.req("ALL-14")
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 3))
def test_positions_with_the_same_view_get_the_same_answer(seed, plies):
    for game in (KUHN, LEDUC, Whispers()):
        rng = Random(seed)
        position = game.start(rng)
        for _ in range(plies):
            following = game.play(position, rng.choice(game.moves(position)))
            position = position if game.outcome(following) else following
        alike = game.view(position, game.to_move(position)).sample(rng)
        assert judge(game, position, seed, 60) == judge(game, alike, seed, 60)


@pytest.mark.req("ALL-6")
def test_the_same_playouts_and_seed_give_the_same_answer_and_another_seed_another_one():
    position = KUHN.deals()[0]
    unhurried = judge(KUHN, position, 7, thinking=Thinking(3600))
    assert judge(KUHN, position, 7) == unhurried != judge(KUHN, position, 8)


def test_it_walks_from_the_start_in_small_games_and_from_the_view_in_large_ones():
    whispers, onepiece = Whispers(), sparring.game("onepiece")
    assert judge(KUHN, KUHN.deals()[0]).reason == FROM_THE_START
    assert judge(whispers, whispers.start(Random(0)), playouts=100).reason == FROM_THE_VIEW
    assert judge(onepiece, onepiece.start(Random(0)), playouts=10).reason == FROM_THE_VIEW


def test_a_view_that_the_others_never_lead_to_has_a_sensible_answer():
    """Nobody folds a king, so that a search which trusts the others never comes here."""
    game = LEDUC
    position = game.deals()[-1]
    for move in ("raise", "raise", "call", "raise", "raise"):
        position = game.play(position, move)
    assert position.cards[:2] == (2, 2)
    assert probabilities(judge(game, replace(position, cards=(2, 1, 2)), playouts=2000))["fold"] == 0


# ---------------------------------------------------------------------- its answer


def test_probabilities_add_up_and_every_option_has_an_expected_score():
    for number, position in enumerate(views_to_decide(KUHN, KUHN.deals()).values()):
        analysis = judge(KUHN, position, number, 300)
        assert sum(probabilities(analysis).values()) == pytest.approx(1)
        assert all(0 <= judged.chance <= 1 for judged in analysis.options)
        assert probabilities(analysis)[analysis.best] == max(probabilities(analysis).values())


def test_the_expected_score_is_the_payoff_on_the_scale_from_the_worst_to_the_best():
    folded = judge(KUHN, Dealt((1, 0), ("bet",)), playouts=3000)["fold"]
    assert folded.score == pytest.approx(-1)
    assert folded.chance == pytest.approx(1 / 4)


def test_with_one_option_it_says_how_the_game_stands():
    game = Whispers()
    table = Table(game, 1)
    while len(table.decision().options) > 2:
        table.choose(table.decision().options[0])
    assert 0 < judge(game, table.position, playouts=50)[table.decision().options[0]].chance < 1


def test_it_answers_at_once_when_it_is_told_to_stop():
    stopped = Thinking()
    stopped.stop()
    for game in (KUHN, sparring.game("onepiece")):
        analysis = judge(game, game.start(Random(0)), playouts=10**9, thinking=stopped)
        assert sum(probabilities(analysis).values()) == pytest.approx(1)


class Slow(type(LEDUC)):
    """Leduc poker whose time is over after this many plies were played."""

    left = 300

    def play(self, position, move):
        self.left -= 1
        if self.left == 0:
            self.thinking.stop()
        return super().play(position, move)


@pytest.mark.req("ALL-5")
def test_a_slow_game_is_not_played_any_further_once_time_is_over():
    game = Slow()
    game.thinking = Thinking()
    judge(game, game.deals()[0], playouts=10**9, thinking=game.thinking)
    assert game.left == 0


@pytest.mark.req("ALL-7")
def test_it_reports_what_it_knows_on_the_way():
    heard = []
    analysis = judge(KUHN, KUHN.deals()[0], thinking=Thinking(listen=heard.append))
    assert len(heard) > 3
    assert [judged.option for judged in heard[0].options] == [judged.option for judged in analysis.options]


def test_memory_is_bounded_and_the_search_goes_on_without_room(monkeypatch):
    monkeypatch.setattr(hidden, "MOST_KEPT", 5)
    search = HiddenInformation(LEDUC, 2000).search(decision_at(LEDUC, LEDUC.deals()[0]))
    analysis = search.run()
    assert len(search.worlds.information) == 5
    assert search.walks.playouts >= 2000
    assert sum(probabilities(analysis).values()) == pytest.approx(1)


class Endless(Kuhn):
    """After a check the sides only wait, for ever."""

    name: ClassVar[str] = "endless"

    def moves(self, position):
        return ["wait"] if "check" in position.said else super().moves(position)

    def outcome(self, position):
        return None if "check" in position.said else super().outcome(position)


def test_a_game_that_never_ends_is_given_up_after_some_moves():
    search = HiddenInformation(Endless(), 30, rollout=20).search(decision_at(Endless(), Dealt((2, 0))))
    assert sum(probabilities(search.run()).values()) == pytest.approx(1)
    assert search.walks.playouts >= 30


class Leaking(Kuhn):
    """Broken: which moves there are depends on the hidden card."""

    def moves(self, position):
        return (
            ["check", "bet", "boast"][: 2 + (position.cards[1] == 2)] if not position.said else super().moves(position)
        )


def test_moves_that_depend_on_what_is_hidden_are_an_error():
    with pytest.raises(BrokenGame, match="different moves in two positions with the same view"):
        judge(Leaking(), Dealt((0, 1)))


def test_a_sample_that_offers_other_moves_than_the_position_is_an_error():
    decision = replace(decision_at(KUHN, Dealt((0, 1))), options=("check", "bet", "boast"))
    with pytest.raises(BrokenGame, match="A sample of the view offers other moves"):
        HiddenInformation(KUHN).judge(decision)


# ---------------------------------------------------------------------- the opponent draws


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "mcts"])
def test_the_levels_of_a_game_that_hides_something_use_it(name):
    assert isinstance(sparring.opponent(KUHN, name).brain, HiddenInformation)


def test_an_opponent_draws_by_the_probabilities():
    queen = Dealt((0, 1), ("bet",))
    fixed = _Fixed(KUHN, judge(KUHN, queen, playouts=2000))
    wanted = probabilities(fixed.found)["call"]
    opponent = Opponent(KUHN, "hidden", fixed)
    called = sum(opponent.decide(decision_at(KUHN, queen, seed)).option == "call" for seed in range(2000))
    assert 0 < wanted < 1
    assert called / 2000 == pytest.approx(wanted, abs=0.05)


@pytest.mark.parametrize("character", [Character(randomness=1), Character(variety=1000)])
def test_randomness_and_variety_still_make_other_choices(character):
    king = Dealt((0, 2), ("bet",))
    fixed = _Fixed(KUHN, judge(KUHN, king, playouts=2000))
    assert probabilities(fixed.found)["fold"] == 0
    opponent = Opponent(KUHN, "hidden", fixed, character)
    folded = sum(opponent.decide(decision_at(KUHN, king, seed)).option == "fold" for seed in range(300))
    assert 100 < folded < 200


class _Fixed(sparring.Brain):
    """Always answers with the same analysis."""

    def __init__(self, game, found):
        super().__init__(game)
        self.found = found

    def judge(self, decision):
        return self.found
