"""Connect Four's opening book: it is complete and right, and building one can be interrupted."""

from importlib.resources import files
from itertools import islice
from random import Random

import pytest

from sparring.brains.book import BookJob
from sparring.games.connect4 import book
from sparring.games.connect4.board import columns, mirrored, play, result
from sparring.games.connect4.book import Book, Entry
from sparring.games.connect4.solver import Solver
from sparring.rules import SparringError
from sparring.rules.jobs import LongJob
from sparring.rules.kernels import NOT_OVER
from sparring.rules.perft import layers
from support.connect4_boards import GAME, position_after, some_boards

SHIPPED = files("sparring.games.connect4").joinpath("book.bin")
BEFORE_PLY = 12


def goes_on(position):
    """True if the game is not over."""
    return result(position) == NOT_OVER


def replies(position):
    """Every unfinished position after one move."""
    return [following for column in columns(position) if goes_on(following := play(position, column))]


def after_its_move(position):
    """The position after the book's own move."""
    return play(position, book.shipped()[position].column)


# ---------------------------------------------------------------------- the shipped book


@pytest.mark.req("C4-7")
def test_the_book_is_small_enough_to_ship():
    assert len(SHIPPED.read_bytes()) <= 2_000_000


@pytest.mark.req("C4-7")
def test_every_position_of_the_first_three_plies_is_in_the_book():
    for layer in islice(layers(GAME, position_after("")), 4):
        assert all(book.shipped()[position] is not None for position in layer)


@pytest.mark.req("C4-7")
@pytest.mark.parametrize("seat", [0, 1])
def test_every_position_that_perfect_can_meet_before_ply_12_is_in_the_book(seat):
    start = position_after("")
    met = {start} if seat == 0 else set(replies(start))
    while met and next(iter(met)).both.bit_count() < BEFORE_PLY:
        assert all(book.shipped()[position] is not None for position in met)
        met = {
            reply
            for position in met
            if goes_on(after_its_move(position))
            for reply in replies(after_its_move(position))
        }


@pytest.mark.req("C4-7")
def test_the_first_moves_have_their_known_scores():
    scores = [-book.shipped()[position_after(column)].score for column in "1234567"]
    assert scores == [-2, -1, 0, 1, 0, -1, -2]
    assert book.shipped()[position_after("")] == Entry(score=1, column=3)


@pytest.mark.req("C4-7")
def test_the_scores_of_the_first_plies_follow_from_those_of_their_moves():
    for layer in islice(layers(GAME, position_after("")), 3):
        for position in layer:
            scores = {column: -book.shipped()[play(position, column)].score for column in columns(position)}
            score, column = book.shipped()[position]
            assert score == max(scores.values())
            assert scores[column] == score
            assert abs(column - 3) == min(abs(each - 3) for each in scores if scores[each] == score)


@pytest.mark.req("C4-7")
def test_a_score_in_the_book_holds_against_every_reply():
    """The score of its move is the worst score in the book after any reply."""
    asked = 0
    for position, entry in book.shipped():
        if 3 <= position.both.bit_count() <= BEFORE_PLY - 3 and goes_on(after_its_move(position)):
            following = replies(after_its_move(position))
            known = [book.shipped()[reply] for reply in following]
            if len(following) == len(columns(after_its_move(position))) and None not in known:
                assert entry.score == min(reply.score for reply in known), position
                asked += 1
    assert asked > 3_000


@pytest.mark.req("C4-7")
def test_a_random_sample_of_the_book_agrees_with_the_solver():
    quick = sorted((position, entry) for position, entry in book.shipped() if position.both.bit_count() >= 9)
    solver = Solver()
    for position, entry in Random(1).sample(quick, 60):
        assert solver.best(position) == entry, GAME.position_text(position)
        solver.forget()


# ---------------------------------------------------------------------- lookups


def small_book():
    """Some positions with made-up entries."""
    rng = Random(5)
    made_up = Book()
    for moves in ["", "1", "44", *some_boards(seed=15, count=200, least=1, most=40)]:
        position = position_after(moves)
        made_up.add(book.canonical(position)[0], Entry(rng.randint(-21, 21), rng.choice(columns(position))))
    return made_up


def test_a_book_reads_back_from_its_bytes():
    made_up = small_book()
    again = Book.of_bytes(bytes(made_up))
    assert dict(again) == dict(made_up)
    assert len(again) == len(made_up) > 100
    assert bytes(again) == bytes(made_up)


def test_an_empty_book_reads_back_too():
    assert len(Book.of_bytes(bytes(Book()))) == 0


def test_a_position_and_its_mirror_image_are_one_entry_with_mirrored_columns():
    for position, entry in small_book():
        made_up = Book({book.canonical(position)[0]: entry})
        straight, turned = made_up[position], made_up[mirrored(position)]
        assert straight == entry
        assert turned.score == entry.score
        if position == mirrored(position):
            assert turned == straight
        else:
            assert turned.column == 6 - straight.column
            assert len(made_up) == 1


def test_a_position_outside_a_book_has_no_entry():
    assert Book()[position_after("4")] is None
    assert Book({book.canonical(position_after("4"))[0]: Entry(1, 2)})[position_after("3")] is None


def test_no_two_positions_share_a_key():
    positions = {position for layer in islice(layers(GAME, position_after("")), 6) for position in layer}
    assert len({book.key_of(position) for position in positions}) == len(positions)
    assert all(book.board_of(book.key_of(position)) == position for position in positions)


@pytest.mark.parametrize("content", [b"", b"something else", b"sparring connect4 book 2\n"])
def test_a_file_that_is_not_a_book_is_refused(content):
    with pytest.raises(SparringError, match="no opening book"):
        Book.of_bytes(content)


@pytest.fixture
def fresh_start():
    """Close the book that is open, before and after the test."""
    book.shipped.cache_clear()
    yield
    book.shipped.cache_clear()


@pytest.mark.usefixtures("fresh_start")
def test_a_book_that_the_user_has_built_is_used():
    book.own_path().parent.mkdir(parents=True)
    book.own_path().write_bytes(bytes(small_book()))
    assert dict(book.shipped()) == dict(small_book())


@pytest.mark.usefixtures("fresh_start")
@pytest.mark.parametrize("content", [b"", b"nonsense", SHIPPED.read_bytes()[:5_000]])
def test_a_damaged_book_of_the_user_is_ignored(content):
    book.own_path().parent.mkdir(parents=True)
    book.own_path().write_bytes(content)
    assert book.shipped()[position_after("")] == Entry(score=1, column=3)


# ---------------------------------------------------------------------- building a book


def made_up(key):
    """A made-up entry that depends only on the position; it replaces solving."""
    position = book.board_of(key)
    return key, key % 7 - 3, columns(position)[key % len(columns(position))]


class Solving:
    """A stand-in for the solver: it records what it is asked, and is interrupted after `most` positions."""

    def __init__(self, most=10**9):
        self.asked = []
        self.most = most

    def __call__(self, key):
        if len(self.asked) == self.most:
            raise KeyboardInterrupt
        self.asked.append(key)
        return made_up(key)


@pytest.fixture
def build(monkeypatch, tmp_path):
    """Build a book with a stand-in for the solver; returns its bytes and the reported progress."""

    def build(solving, name="book.bin", plies=6):
        told = []
        monkeypatch.setattr(book, "solved", solving)
        job = LongJob(lambda *what: told.append(what), processes=1, save_to=tmp_path / name, size=plies)
        return book.build(job).read_bytes(), told

    return build


def test_a_book_is_built_with_every_position_that_it_must_have(build):
    content, _ = build(Solving())
    built = Book.of_bytes(content)
    for layer in islice(layers(GAME, position_after("")), 4):
        assert all(built[position] is not None for position in layer)
    for met in ([position_after("")], replies(position_after(""))):
        while met[0].both.bit_count() < 6:
            assert all(built[position] is not None for position in met)
            moved = [play(position, built[position].column) for position in met]
            met = [reply for position in moved if goes_on(position) for reply in replies(position)]


def test_progress_is_reported_from_the_start_to_the_end_of_each_part(build):
    _, told = build(Solving())
    for part in dict.fromkeys(what for what, _, _ in told):
        done = [(done, total) for what, done, total in told if what == part]
        assert done == [(number, done[-1][1]) for number in range(done[0][0], done[-1][1] + 1)]


def test_no_position_is_solved_twice_nor_its_mirror_image(build):
    solving = Solving()
    build(solving)
    assert len(set(solving.asked)) == len(solving.asked)
    assert all(book.canonical(book.board_of(key)) == (key, False) for key in solving.asked)


@pytest.mark.parametrize("most", [0, 1, 50, 130, 200])
def test_a_job_that_was_interrupted_goes_on_where_it_was(build, most):
    whole = Solving()
    expected, _ = build(whole, "whole.bin")
    first, second = Solving(most), Solving()
    with pytest.raises(KeyboardInterrupt):
        build(first)
    content, _ = build(second)
    assert content == expected
    assert not set(first.asked) & set(second.asked)
    assert len(first.asked) + len(second.asked) == len(whole.asked)


def test_a_job_that_is_interrupted_several_times_still_finishes(build):
    expected, _ = build(Solving(), "whole.bin")
    for most in (7, 13, 40, 60):
        with pytest.raises(KeyboardInterrupt):
            build(Solving(most))
    assert build(Solving())[0] == expected


def test_a_finished_job_has_nothing_left_to_do(build):
    expected, _ = build(Solving())
    assert build(Solving(0))[0] == expected


@pytest.mark.parametrize("cut", [1, 2, 3, 4, 6])
def test_an_incomplete_last_line_of_the_journal_is_ignored(build, tmp_path, cut):
    expected, _ = build(Solving(), "whole.bin")
    first, second = Solving(60), Solving()
    with pytest.raises(KeyboardInterrupt):
        build(first)
    journal = tmp_path / "book.bin.journal"
    journal.write_bytes(journal.read_bytes()[:-cut])
    assert build(second)[0] == expected
    assert set(first.asked) & set(second.asked) == {first.asked[-1]}


def book_job(path):
    """A job that continues the journal of a book."""
    return BookJob(LongJob(lambda *_: None), path, numbers=3, position_of=lambda row: row[0])


def known_rows(path):
    """The rows that another job finds in the journal."""
    with book_job(path) as job:
        return set(job.rows.values())


def test_every_row_is_in_the_journal_as_soon_as_it_is_computed(tmp_path):
    noted = set()
    with book_job(tmp_path / "book.bin") as job:
        for key in range(50):
            job.compute({key}, "rows", lambda key: (key, key % 7, key % 5))
            noted.add((key, key % 7, key % 5))
            assert known_rows(tmp_path / "book.bin") == noted
    assert known_rows(tmp_path / "book.bin") == noted


def test_entries_come_from_the_solver():
    position = position_after("75344672114612")
    key, turned = book.canonical(position)
    assert book.solved(key) == (key, *Solver().best(mirrored(position) if turned else position))
