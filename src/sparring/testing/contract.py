"""The contract of all games as a class of tests, for pytest: a subclass sets `game`."""

from collections.abc import Iterable, Mapping
from functools import cache
from random import Random
from typing import Any, ClassVar

from sparring.brains.brain import imagine
from sparring.match import MOST_PLIES, Match
from sparring.match.table import decision_at
from sparring.opponents import catalogue, opponent
from sparring.rules import AnyGame
from sparring.rules.chance import chances_at
from sparring.testing.check import Check
from sparring.testing.faults import Fault, Part
from sparring.testing.walks import Memory, Walk

GAMES = 40
"""The number of random games for each game."""

PLAYOUTS = 20
"""The most playouts for opponents that think in playouts."""

ASKED = 3
"""The number of random games in which every opponent is asked for its moves."""


class GameContract:
    """The tests that every game must pass.

    Save this as `test_nim.py`, and run pytest:

        from nim import Nim
        from sparring.testing import GameContract

        class TestNim(GameContract):
            game = Nim()
    """

    game: AnyGame
    games: ClassVar[int] = GAMES
    """The number of random games; fewer for a slow game."""

    longest: ClassVar[int] = MOST_PLIES
    """Plies after which a random game must have ended."""

    bounded: ClassVar[Mapping[str, str]] = {}
    """Opponents that think by the clock, by their names, with settings that make their answers repeatable."""

    tried_seats: ClassVar[tuple[int, ...] | None] = None
    """The seats in which every opponent plays a game to its end; all of them unless given."""

    def random_game(self, seed: int) -> Iterable[tuple[Any, Any]]:
        """Every position of a random game, with the move that is made there; None at the end."""
        visits = list(Walk(self.game, seed, self.longest, Memory()))
        for visit, following in zip(visits, [*visits[1:], None], strict=True):
            made = None if following is None else self.game.options(visit.position)[following.path[-1]]
            yield visit.position, made

    def some_of(self, positions: Iterable[tuple[Any, Any]]) -> Iterable[tuple[Any, Any]]:
        """The positions that every opponent is asked about; games in which that takes too long choose fewer."""
        return positions

    def rechanced(self, position: Any, seat: int) -> Any:
        """The position with everything that a seat cannot see dealt again."""
        return imagine(self.game.view(position, seat), Random(seat))

    def repeatable(self, name: str) -> str:
        """An opponent with settings that make its answers repeatable and quick, if it has such."""
        if name in self.bounded:
            return self.bounded[name]
        entry = catalogue(self.game)[name]
        if "playouts" in entry.known_settings(self.game):
            return f"{name}:playouts={PLAYOUTS},time=none"
        return (
            f"{name}:time=none" if entry.sight else name
        )  # a level is bounded by its sight; its time is for slow machines

    def asked(self) -> list[str]:
        """The opponents that are asked for moves: of the levels the first and the best alone."""
        entries = catalogue(self.game).entries
        return [name for name, entry in entries.items() if not entry.sight or name == "level1"]

    def expect(self, *parts: Part) -> None:
        """Fail with every fault in these parts of the contract."""
        wrong = [str(fault) for fault in faults_of(self.game, self.games, self.longest) if fault.part in parts]
        assert not wrong, "\n".join(wrong)

    def test_its_names_and_signatures_are_those_of_a_game(self) -> None:
        """The class declares what every game declares."""
        self.expect(Part.DECLARATION)

    def test_positions_are_values_that_never_change(self) -> None:
        """Positions can be compared, hashed, copied and pickled, and no method changes them."""
        self.expect(Part.POSITIONS)

    def test_the_rules_are_pure_functions(self) -> None:
        """The same position and move give the same result."""
        self.expect(Part.PURITY)

    def test_legal_moves_never_fail_and_a_seat_is_always_to_move(self) -> None:
        """While the game is not over there are moves, and none of them raises."""
        self.expect(Part.MOVES)

    def test_every_random_game_ends_with_an_outcome(self) -> None:
        """Random games end, and with an outcome of their seats."""
        self.expect(Part.ENDINGS)

    def test_texts_of_moves_and_positions_read_back(self) -> None:
        """Texts are unique lines that read back, and nonsense is refused."""
        self.expect(Part.TEXTS)

    def test_records_replay_to_the_same_positions(self) -> None:
        """The record of a match replays."""
        self.expect(Part.RECORDS)

    def test_views_show_no_more_than_a_seat_may_know(self) -> None:
        """Views hide what they should, and samples agree with them."""
        self.expect(Part.VIEWS)

    def test_the_probabilities_of_chance_add_up(self) -> None:
        """Chance nodes list their moves with probabilities that add up to 1."""
        self.expect(Part.CHANCE)

    def test_evaluations_are_finite_and_fair(self) -> None:
        """What is good for one of two seats is bad for the other."""
        self.expect(Part.EVALUATION)

    def test_compiled_rules_do_what_the_interpreted_ones_do(self) -> None:
        """The kernel, if there is one, has one meaning."""
        self.expect(Part.KERNEL)

    def test_every_position_can_be_drawn(self) -> None:
        """In the terminal and as a picture."""
        self.expect(Part.PICTURES)

    def test_every_opponent_can_be_built(self) -> None:
        """The file opponents.toml is in order."""
        for name in catalogue(self.game).entries:
            opponent(self.game, name)

    def test_no_answer_depends_on_what_a_view_hides(self) -> None:
        """Every opponent answers the same when only hidden things change."""
        games = [list(self.some_of(self.random_game(seed))) for seed in range(ASKED)]
        for name in self.asked():
            if catalogue(self.game)[name].adapts and name not in self.bounded:
                continue  # it plays as one of the others, perhaps by the clock
            player = opponent(self.game, self.repeatable(name))
            for visits in games:
                for position, move in visits:
                    if move is None or chances_at(self.game, position):
                        continue
                    seat = self.game.to_move(position)
                    other = self.rechanced(position, seat)
                    assert self.game.view(other, seat) == self.game.view(position, seat)
                    answers = [player.decide(decision_at(self.game, each, seed=7)) for each in (position, other)]
                    assert answers[0] == answers[1], f"{name} answers {answers[0].option} and {answers[1].option}"

    def test_every_opponent_plays_legal_moves_to_the_end_in_every_seat(self) -> None:
        """No opponent needs the referee's help."""
        for name in self.asked():
            for seat in range(len(self.game.seats)) if self.tried_seats is None else self.tried_seats:
                players = [opponent(self.game, "random") for _ in self.game.seats]
                players[seat] = opponent(self.game, self.repeatable(name))
                result = Match(self.game, players, seed=seat, most_plies=self.longest).play()
                assert (result.fallbacks, result.illegal) == (0, 0), f"{name}: {result.problems}"


@cache
def faults_of(game: AnyGame, games: int, longest: int) -> list[Fault]:
    """What a check of a game finds; its tests share one."""
    check = Check(game, games=games, most_plies=longest, opponents=False)
    for _ in check.run():
        pass
    return check.faults
