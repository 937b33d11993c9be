"""What holds for every game. A game's tests inherit from GameContract and say only which game it is."""

import asyncio
import copy
import pickle
from random import Random

import pytest

import sparring
from sparring.brains.brain import imagine
from sparring.match.table import Table, decision_at
from sparring.rules import BadPosition, BadRecord, Game, IllegalMove, Outcome, Record, SparringError, notation
from sparring.rules.capabilities import drawing
from sparring.rules.perft import perft
from sparring.scenes import scene_of, svg

RANDOM_GAMES = 40


class GameContract:
    """Inherit, and give `game`."""

    game: Game
    bounded = {}  # noqa: RUF012
    """Opponents that think by the clock, told to think alike every time."""

    tried_seats = (0, 1)
    """Where every opponent is seated to play to the end."""

    longest = 400
    """Plies after which a random game must have ended."""

    def random_game(self, seed):
        """Every position of a random game, with the move that leads on (None at the end)."""
        rng = Random(seed)
        position = notation.start(self.game, seed)
        for _ in range(self.longest):
            if self.game.outcome(position) is not None:
                yield position, None
                return
            move = rng.choice(list(self.game.moves(position)))
            yield position, move
            position = self.game.play(position, move)
        pytest.fail(f"a random game of {self.game.name} does not end within {self.longest} plies")

    def some_of(self, positions):
        """Those positions that every opponent is asked about: all, where that does not take too long."""
        return positions

    def positions(self):
        for seed in range(RANDOM_GAMES):
            yield from self.random_game(seed)

    def test_says_what_it_is(self):
        game = self.game
        assert game.name == game.name.lower()
        assert " " not in game.name
        assert game.title
        assert len(set(game.seats)) == len(game.seats) >= 2
        assert "draw" not in game.seats

    def test_legal_moves_never_fail_and_a_seat_is_always_to_move(self):
        for position, move in self.positions():
            assert self.game.to_move(position) in range(len(self.game.seats))
            if move is not None:
                moves = list(self.game.moves(position))
                assert len(set(moves)) == len(moves) > 0
                for each in moves:
                    self.game.outcome(self.game.play(position, each))

    def test_every_random_game_ends_with_an_outcome_that_says_why(self):
        for seed in range(RANDOM_GAMES):
            *_, (last, _) = self.random_game(seed)
            outcome = self.game.outcome(last)
            assert isinstance(outcome, Outcome)
            assert outcome.winner is None or outcome.winner in range(len(self.game.seats))
            assert outcome.reason

    def test_outcomes_are_final(self):
        for seed in range(RANDOM_GAMES):
            *_, (last, _) = self.random_game(seed)
            assert self.game.options(last) == {}
            with pytest.raises(SparringError):
                decision_at(self.game, last)
            table = Table(self.game, seed)
            table.positions.append(last)
            with pytest.raises(SparringError):
                table.choose("anything")

    def test_playing_changes_nothing_but_the_result(self):
        for position, move in self.positions():
            if move is not None:
                before = copy.deepcopy(position)
                first, second = self.game.play(position, move), self.game.play(position, move)
                assert first == second
                assert hash(first) == hash(second)
                assert position == before
                assert pickle.loads(pickle.dumps(position)) == position

    def test_the_text_of_a_move_is_one_unique_line_and_reads_back(self):
        for position, move in self.positions():
            if move is None:
                continue
            options = self.game.options(position)
            assert len(options) == len(list(self.game.moves(position)))
            for text, each in options.items():
                assert text == text.strip() != ""
                assert text.isprintable()
                assert self.game.read_move(position, text) == each
                assert self.game.move_text(position, each) == text

    def test_an_illegal_text_is_refused_with_a_sentence(self):
        for position, _ in self.random_game(1):
            for nonsense in ("", "?", "no such move", "[/]", "0"):
                if nonsense not in self.game.options(position):
                    with pytest.raises(IllegalMove, match=r"\w+ .*\."):
                        self.game.read_move(position, nonsense)

    def test_the_text_of_a_position_reads_back(self):
        for position, _ in self.positions():
            try:
                text = self.game.position_text(position)
            except BadPosition:  # a game without a text for positions refuses every text
                with pytest.raises(BadPosition):
                    self.game.read_position("anything")
                continue
            assert "\n" not in text
            assert self.game.read_position(text) == position
            assert self.game.position_text(self.game.read_position(text)) == text

    def test_records_round_trip_and_replay_to_the_same_positions(self):
        for seed in range(RANDOM_GAMES):
            table, positions = Table(self.game, seed), []
            for position, move in self.random_game(seed):
                positions.append(position)
                if move is not None:
                    table.choose(self.game.move_text(position, move))
            record = table.record({"Seat 0": "someone"})
            again = Record.parse(str(record))
            assert again == record
            assert str(again) == str(record)
            assert list(notation.replay(self.game, again)) == positions
            assert Table.of_record(self.game, again).outcome == self.game.outcome(positions[-1])

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

    def test_views_can_be_hashed_and_equal_views_have_the_same_hash(self):
        for position, _ in self.random_game(2):
            for seat in range(len(self.game.seats)):
                view, again = self.game.view(position, seat), self.game.view(copy.deepcopy(position), seat)
                assert view == again
                assert hash(view) == hash(again)

    def test_the_rules_are_those_of_the_current_version(self):
        assert self.game.in_version(self.game.version) is self.game
        with pytest.raises(BadRecord, match=f"version {self.game.version + 1} of the rules"):
            self.game.in_version(self.game.version + 1)

    def rechanced(self, position, seat):
        """The position with everything that a seat may not see drawn anew; a game that hides nothing has no such."""
        return position

    @pytest.mark.req("ALL-14")
    def test_a_view_hides_what_it_must_and_no_answer_depends_on_it(self):
        for name in sparring.catalogue(self.game).entries:
            opponent = sparring.opponent(self.game, self.bounded.get(name, name))
            for seed in range(3):
                for position, move in self.some_of(self.random_game(seed)):
                    if move is None:
                        break
                    seat = self.game.to_move(position)
                    other = self.rechanced(position, seat)
                    assert self.game.view(other, seat) == self.game.view(position, seat)
                    answers = [opponent.decide(decision_at(self.game, each, seed=7)) for each in (position, other)]
                    assert answers[0] == answers[1]

    def test_a_sample_of_a_view_agrees_with_the_view(self):
        for position, _ in self.random_game(5):
            for seat in range(len(self.game.seats)):
                view = self.game.view(position, seat)
                imagined = imagine(view, Random(seat))
                assert self.game.view(imagined, seat) == view
                if self.game.to_move(position) == seat:
                    assert list(self.game.options(imagined)) == list(self.game.options(position))

    def test_every_opponent_plays_legal_moves_to_the_end_in_every_seat(self):
        for name in sparring.catalogue(self.game).entries:
            for seat in self.tried_seats:
                players = [sparring.opponent(self.game, "random"), sparring.opponent(self.game, "random")]
                players[seat] = sparring.opponent(self.game, self.bounded.get(name, name))
                result = asyncio.run(sparring.Match(self.game, players, seed=seat).run())
                assert (result.fallbacks, result.illegal) == (0, 0)

    def test_every_position_can_be_drawn(self):
        for position, _ in self.random_game(3):
            view = self.game.view(position, self.game.to_move(position))
            assert drawing(self.game, view).strip()
            picture = svg(scene_of(self.game, view))
            assert picture.startswith("<svg")
            assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
