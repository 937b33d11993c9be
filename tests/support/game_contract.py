"""What our own games promise: the contract of all games, and a little more."""

from typing import ClassVar

import pytest

from sparring import testing
from sparring.match.table import Table, decision_at
from sparring.rules import BadRecord, SparringError, notation
from sparring.rules.perft import perft
from sparring.scenes import scene_of, svg


class GameContract(testing.GameContract):
    """The tests that each of our games must pass; a subclass sets `game`."""

    longest: ClassVar[int] = 400

    def positions(self):
        """Every position of the random games, with the move that is made there; None at the end."""
        for seed in range(self.games):
            yield from self.random_game(seed)

    def ends(self):
        """The last position of each random game."""
        for seed in range(self.games):
            *_, (last, _) = self.random_game(seed)
            yield last

    @pytest.mark.req("ALL-14")
    def test_no_answer_depends_on_what_a_view_hides(self):
        super().test_no_answer_depends_on_what_a_view_hides()

    def test_every_outcome_says_why(self):
        for last in self.ends():
            assert self.game.outcome(last).reason

    def test_outcomes_are_final(self):
        for last in self.ends():
            assert self.game.options(last) == {}
            with pytest.raises(SparringError):
                decision_at(self.game, last)
            table = Table(self.game)
            table.positions.append(last)
            with pytest.raises(SparringError):
                table.choose("anything")

    def test_moves_as_text_lead_to_the_same_position(self):
        for seed in range(5):
            moves, last = [], None
            for position, move in self.random_game(seed):
                last = position
                if move is not None:
                    moves.append(self.game.move_text(position, move))
            if seed == 0 or notation.start(self.game, seed) == notation.start(self.game, 0):
                assert notation.after_moves(self.game, moves, seed=seed) == last

    def test_counting_paths_equals_walking_them(self):
        def walk(position, depth):
            if depth == 0:
                return 1
            if self.game.outcome(position) is not None:
                return 0
            return sum(walk(self.game.play(position, move), depth - 1) for move in self.game.moves(position))

        start = notation.start(self.game)
        assert perft(self.game, start, 3) == [walk(start, depth) for depth in (1, 2, 3)]

    def test_the_rules_are_those_of_the_current_version(self):
        assert self.game.in_version(self.game.version) is self.game
        with pytest.raises(BadRecord, match=f"version {self.game.version + 1} of the rules"):
            self.game.in_version(self.game.version + 1)

    def test_no_picture_loads_anything_from_elsewhere(self):
        for position, _ in self.random_game(3):
            picture = svg(scene_of(self.game, self.game.view(position, self.game.to_move(position))))
            assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
