"""Max-n and expectimax agree with a naive average over everything, and call certain only what is."""

from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

import sparring
from sparring.brains.deepening import TO_THE_END
from sparring.brains.maxn import MaxN, Search, certain, maxn
from sparring.brains.minimax import Minimax
from sparring.brains.minimax import Search as TwoSearch
from sparring.brains.minimax import minimax as textbook
from sparring.coach.analysis import analysis_json
from sparring.match.table import decision_at
from sparring.rules import Outcome, notation
from sparring.rules.capabilities import Chance
from sparring.rules.payoffs import counts_payoffs
from support.dice_game import FACES, Dice, Throw

pytestmark = pytest.mark.req("ALL-22")


class Cake(sparring.Game):
    """Three players take one or two of nine pieces in turn; who takes the last one gets nothing for it."""

    name, title, seats = "cake", "Cake", ("red", "blue", "green")

    def start(self, rng):
        return (9, (0, 0, 0), 0)

    def to_move(self, position):
        return position[2]

    def moves(self, position):
        return [take for take in (1, 2) if take <= position[0]]

    def play(self, position, move):
        left, eaten, seat = position
        gain = move if left > move else 0
        return (left - move, tuple(had + gain * (at == seat) for at, had in enumerate(eaten)), (seat + 1) % 3)

    def outcome(self, position):
        return None if position[0] else Outcome(reason="eaten", payoffs=position[1])


class Duel(Cake):
    """The same for places only: the one who takes the last piece is last, the others share the first place."""

    name, title = "duel", "Duel"

    def outcome(self, position):
        if position[0]:
            return None
        last = (position[2] - 1) % 3
        return Outcome(reason="taken", places=tuple(3 if seat == last else 1 for seat in range(3)))


class Gone(NamedTuple):
    squares: tuple[int, int] = (0, 0)
    turn: int = 0
    die: int | None = None


class Race(sparring.Game):
    """A die of three is thrown; take it, or go two squares for sure. The first on square five wins."""

    name, title = "sprint", "Sprint"

    def start(self, rng):
        return Gone()

    def to_move(self, position):
        return position.turn % 2

    def chance_outcomes(self, position):
        return [] if position.die is not None else [Chance(1, 0.25), Chance(3, 0.25), Chance(4, 0.5)]

    def moves(self, position):
        return [1, 3, 4] if position.die is None else ["die", "two"]

    def play(self, position, move):
        if position.die is None:
            return position._replace(die=move)
        squares = list(position.squares)
        squares[position.turn % 2] += position.die if move == "die" else 2
        return Gone(tuple(squares), position.turn + 1)

    def outcome(self, position):
        winners = [seat for seat in (0, 1) if position.squares[seat] >= 5]
        return Outcome(winners[0], "on square five") if winners else None


class Take(sparring.Game):
    """Two players take one to three of seven coins; who takes the last one wins."""

    name, title = "take", "Take"

    def start(self, rng):
        return (7, 0)

    def to_move(self, position):
        return position[1]

    def moves(self, position):
        return [take for take in (1, 2, 3) if take <= position[0]]

    def play(self, position, move):
        return (position[0] - move, 1 - position[1])

    def outcome(self, position):
        return None if position[0] else Outcome(1 - position[1], "took the last one")


@cache
def naive(game, position):
    """What each seat gets if everybody plays for itself, found in the plainest way."""
    outcome = game.outcome(position)
    if outcome is not None:
        if outcome.payoffs is not None:
            return outcome.payoffs
        return tuple(outcome.score(seat, len(game.seats)) for seat in range(len(game.seats)))
    chances = game.chance_outcomes(position) if hasattr(game, "chance_outcomes") else []
    if chances:
        found = [(chance.probability, naive(game, game.play(position, chance.move))) for chance in chances]
        return tuple(sum(share * values[seat] for share, values in found) for seat in range(len(game.seats)))
    mover = game.to_move(position)
    return max((naive(game, game.play(position, move)) for move in game.moves(position)), key=lambda it: it[mover])


@cache
def can_win(game, position, seat):
    """Whether a seat wins against all others and all dice, tried out."""
    outcome = game.outcome(position)
    if outcome is not None:
        return outcome.winner == seat
    own = not (hasattr(game, "chance_outcomes") and game.chance_outcomes(position)) and game.to_move(position) == seat
    tries = (can_win(game, game.play(position, move), seat) for move in game.moves(position))
    return any(tries) if own else all(tries)


def positions(game, depth):
    """All positions within some plies of the start."""
    layer = {game.start(None)}
    for _ in range(depth):
        yield from layer
        layer = {game.play(one, move) for one in layer if game.outcome(one) is None for move in game.moves(one)}


@pytest.mark.parametrize("game", [Cake(), Duel(), Race(), Dice()], ids=lambda game: game.title)
def test_the_values_are_those_of_a_naive_search(game):
    for position in positions(game, 4):
        search = Search(game, 0, payoffs=counts_payoffs(game))
        assert maxn(search, position, TO_THE_END).values == pytest.approx(naive(game, position))


@pytest.mark.parametrize("game", [Duel(), Race()], ids=lambda game: game.title)
def test_only_what_holds_against_everybody_is_called_certain(game):
    told = set()
    for position, seat in product(positions(game, 9), range(len(game.seats))):
        outcome, _ = certain(maxn(Search(game, seat), position, TO_THE_END))
        told.add(outcome)
        assert (outcome == "win") == can_win(game, position, seat)
        lost = can_win(game, position, 1 - seat) if len(game.seats) == 2 else end_is_lost(game, position, seat)
        assert (outcome == "loss") == lost
    assert {"loss", None} <= told


@cache
def end_is_lost(game, position, seat):
    """Whether the seat is last on every line of play."""
    outcome = game.outcome(position)
    if outcome is not None:
        return outcome.score(seat, len(game.seats)) == 0
    return all(end_is_lost(game, game.play(position, move), seat) for move in game.moves(position))


class Podium(sparring.Game):
    """One decision: be second at once, or be last, but a move later."""

    name, title, seats = "podium", "Podium", ("red", "blue", "green")

    def start(self, rng):
        return ""

    def to_move(self, position):
        return 0 if not position else 1

    def moves(self, position):
        return ["go on"] if position == "wait" else ["wait", "stop"]

    def play(self, position, move):
        return move

    def outcome(self, position):
        places = {"stop": (2, 1, 3), "go on": (3, 1, 2)}.get(position)
        return Outcome(reason="on the podium", places=places) if places else None


def test_the_second_place_is_better_than_the_last_one_and_is_no_loss():
    found = Minimax(Podium(), depth=3).judge(decision_at(Podium(), ""))
    assert found.best == "stop"
    assert [found[option].outcome for option in ("stop", "wait")] == [None, "loss"]
    assert found["stop"].chance == 0.5


def test_for_two_players_without_chance_it_finds_what_minimax_finds():
    game = Take()
    start = notation.start(game)
    for depth in range(1, 8):
        two = textbook(TwoSearch(game, 0), start, depth)
        several = maxn(Search(game, 0), start, depth)
        assert (two.value > 0) == (several.values[0] > 0.5)
        assert (two.value < 0) == (several.values[0] < 0.5)


def test_minimax_leaves_games_with_several_players_dice_or_payoffs_to_max_n():
    for game, method in ((Cake(), "max-n"), (Race(), "expectimax"), (Dice(), "max-n"), (Take(), "")):
        position = notation.start(game)
        if hasattr(game, "chance_outcomes"):
            position = game.play(position, game.moves(position)[-1])
        found = Minimax(game, depth=3).judge(decision_at(game, position))
        assert found.method == method
        assert analysis_json(game, position, found).get("method", "") == method


def test_payoffs_are_maximised_and_not_the_lead_over_others():
    class Offer(sparring.Game):
        """One decision: three for oneself and nine for the other, or two and none."""

        name, title = "offer", "Offer"

        def start(self, rng):
            return ""

        def to_move(self, position):
            return 0

        def moves(self, position):
            return ["generous", "mean"]

        def play(self, position, move):
            return move

        def outcome(self, position):
            return Outcome(reason="taken", payoffs=(3, 9) if position == "generous" else (2, 0)) if position else None

    found = Minimax(Offer()).judge(decision_at(Offer(), ""))
    assert found.best == "generous"
    assert [(judged.score, judged.values, judged.outcome) for judged in found.options] == [
        (3, (3, 9), None),
        (2, (2, 0), None),
    ]


def test_a_sure_win_is_taken_before_a_likely_one_and_the_sooner_one_first():
    game = Race()
    found = MaxN(game).judge(decision_at(game, Gone((4, 0), 0, 3)))
    assert [(judged.outcome, judged.plies, judged.rank.chance) for judged in found.options] == [("win", 1, 1.0)] * 2
    found = MaxN(game, depth=4).judge(decision_at(game, Gone((1, 2), 0, 4)))
    assert found.best == "die"
    assert found["two"].outcome is None
    assert 0 <= found["two"].rank.chance < 0.5


def test_a_dice_game_is_searched_within_a_limit_and_says_how_deep():
    decision = decision_at(Dice(), Throw(die=3))
    found = Minimax(Dice(), depth=2).judge(decision)
    assert found.depth == 2
    assert found.best == "keep"
    average = sum(face * share for face, share in FACES.items())
    assert found["keep"].values[0] == pytest.approx(0.0)
    whole = Minimax(Dice()).judge(decision)
    assert whole["keep"].values == pytest.approx((3 + 2 * average, 3 * average))
