"""Four in a row's commands and opening book: the book is right, and building one can be interrupted."""

import json
from importlib.resources import files
from itertools import islice

import pytest

import sparring
from sparring.games.fourinarow import book
from sparring.games.fourinarow.book import Book
from sparring.games.mnk.symmetry import canonical
from sparring.match.table import decision_at
from sparring.rules import SparringError, notation
from sparring.rules.jobs import LongJob
from sparring.rules.perft import layers
from sparring.terminal.main import main
from sparring.work.journal import Journal
from support import naive

GAME = sparring.game("fourinarow")
EMPTY = naive.start(6, 6)
SHIPPED = files("sparring.games.fourinarow").joinpath("book.csv").read_text("ascii")
CENTRE = {"c3", "c4", "d3", "d4"}


# ---------------------------------------------------------------------- commands


def answer(capsys, *arguments):
    """Run a command that must succeed; returns its JSON."""
    status = main([*arguments, "--json"])
    told = capsys.readouterr()
    assert (status, [line for line in told.err.splitlines() if not line.startswith("Compiling")]) == (0, [])
    return json.loads(told.out)


@pytest.mark.req("PT-7")
def test_the_empty_board_is_analysed_and_its_winning_tree_counted(capsys):
    """The time limit is many times what the proof takes."""
    found = answer(capsys, "analyse", "fourinarow", "--moves", "", "--time", "3", "--tree")
    best = next(option for option in found["options"] if option["move"] == found["best"])
    assert found["to_move"] == "x"
    assert found["best"] in CENTRE
    assert (best["outcome"], best["in"], len(best["line"])) == ("win", 11, 11)
    assert "in_at_most" not in best
    assert {option["move"] for option in found["options"] if option["in"] == 11} == CENTRE
    tree = found["tree"]
    assert tree["positions"] == tree["decisions"] + tree["finishes"]
    assert tree["decisions"] > 100


@pytest.mark.req("PT-7")
def test_the_winning_tree_of_a_position_in_which_one_stone_wins(capsys):
    text = "xxx.../ooo.../....../....../....../...... x"
    found = answer(capsys, "analyse", "fourinarow", "--position", text, "--tree")
    assert found["best"] == "d6"
    assert found["tree"] == {"positions": 1, "decisions": 0, "finishes": 1}


@pytest.mark.req("PT-7")
def test_the_winning_tree_of_a_double_threat(capsys):
    """After an open three, every empty cell is a reply, and the last stone follows each of them."""
    text = ".o...o/....../..xx../....../....../...... x"
    found = answer(capsys, "analyse", "fourinarow", "--position", text, "--tree")
    best = next(option for option in found["options"] if option["move"] == found["best"])
    assert (found["best"] in {"b4", "e4"}, best["in"]) == (True, 3)
    assert found["tree"] == {"positions": 32, "decisions": 1, "finishes": 31}


@pytest.mark.req("PT-7")
def test_there_is_no_winning_tree_where_nothing_is_won(capsys):
    text = "xxoxxo/ooxoox/xxoxxo/ooxoox/x.oxxo/o.xoox x"
    found = answer(capsys, "analyse", "fourinarow", "--position", text, "--tree")
    assert {option["outcome"] for option in found["options"]} == {"draw"}
    assert found["tree"] is None


@pytest.mark.req("PT-1", "PT-7")
def test_moves_are_given_for_boards_of_other_sizes_too(capsys):
    found = answer(capsys, "move", "fourinarow:width=4,height=4,length=3", "--opponent", "perfect", "--moves", "b2 a1")
    assert found["fallback"] is False
    analysed = answer(capsys, "analyse", "fourinarow:width=4,height=4,length=3", "--moves", "")
    assert {option["outcome"] for option in analysed["options"]} <= {"win", "draw", "loss"}


@pytest.mark.req("PT-5")
def test_a_book_is_built_by_the_projects_own_job_and_resumed(tmp_path, capsys):
    path = tmp_path / "book.csv"
    for _ in range(2):  # the second time there is nothing left to do
        assert main(["build-book", "fourinarow", "--plies", "1", "--jobs", "1", "--save", str(path)]) == 0
        capsys.readouterr()
    built = Book.of_text(path.read_text())
    assert len(built) == 1
    known = built[GAME.empty]
    assert {GAME.move_text(GAME.empty, cell) for cell in known.cells} == CENTRE
    assert known == Book.of_text(SHIPPED)[GAME.empty]


# ---------------------------------------------------------------------- the shipped book


@pytest.mark.req("PT-5")
def test_every_position_of_the_first_plies_is_in_the_book():
    shipped = Book.of_text(SHIPPED)
    for layer in islice(layers(GAME, notation.start(GAME)), 2):
        assert all(shipped[position] is not None for position in layer)
    assert str(shipped) == SHIPPED


@pytest.mark.req("PT-5")
def test_every_move_of_the_book_can_be_played():
    shipped = Book.of_text(SHIPPED)
    asked = 0
    for layer in islice(layers(GAME, notation.start(GAME)), 3):
        for position in layer:
            if (known := shipped[position]) is not None:
                asked += 1
                assert known.cells
                assert set(known.cells) <= set(GAME.moves(position))
    assert asked > 1_000


@pytest.mark.req("PT-5")
def test_symmetric_positions_share_an_entry_and_the_cell_is_transformed():
    text = "....../....../....../..x.../....../o..... x"
    shipped = Book.of_text(SHIPPED)
    after = set()
    for seen in naive.alike(text):
        position = GAME.read_position(seen)
        for cell in shipped[position].cells:
            played = naive.play(seen, GAME.move_text(position, cell))
            after.add(min(naive.alike(played)))
    assert len(after) == 1


def test_a_position_outside_a_book_has_no_entry():
    assert Book()[GAME.empty] is None
    assert Book.of_text(SHIPPED)[notation.after_moves(GAME, "a1 a2 a3 a4 a5 a6 b1")] is None
    seven = sparring.game("fourinarow:width=7,height=7,length=5")
    assert Book.of_text(SHIPPED)[notation.start(seven)] is None


@pytest.mark.parametrize("content", ["", "something else\n", SHIPPED.replace("book 1", "book 2")])
def test_a_file_that_is_not_a_book_is_refused(content):
    with pytest.raises((SparringError, ValueError)):
        Book.of_text(content)


@pytest.fixture
def fresh_start():
    """Close the book that is open, before and after the test."""
    book.shipped.cache_clear()
    yield
    book.shipped.cache_clear()


def begin_with(text):
    """The analysis of a position by hard, with the book that it finds."""
    return sparring.opponent(GAME, "hard").decide(decision_at(GAME, GAME.read_position(text)))


@pytest.mark.usefixtures("fresh_start")
def test_a_book_that_the_user_has_built_is_used():
    book.own_path(6, 6, 4).parent.mkdir(parents=True)
    book.own_path(6, 6, 4).write_text(f"{book.FIRST_LINE}\n0,0,6,6,4,0,7\n")
    assert begin_with(EMPTY).option in {"a1", "a6", "f1", "f6"}


LAST = SHIPPED.rstrip("\n").rindex("\n") + 1
"""The offset of its last line."""


@pytest.mark.usefixtures("fresh_start")
@pytest.mark.parametrize(
    "content",
    [
        "",
        "nonsense",
        f"{book.FIRST_LINE}\n0,0,6\n",
        f"{book.FIRST_LINE}\n0,0,6,6,4\n",
        f"{book.FIRST_LINE}\n0,0,6,6,4,16\n",
        f"{book.FIRST_LINE}\n0,0,6,6,4,16,\n",
        f"{book.FIRST_LINE}\n0,0,6,6,4,6,10\n",  # a bit that is not a cell
        f"{book.FIRST_LINE}\n0,0,6,6,4,99,10\n",
        f"{book.FIRST_LINE}\n0,0,6,6,4,16,10,3\n",
        f"{book.FIRST_LINE}\n0,0,6,6,4,1six,10\n",
        SHIPPED[: LAST + 3],
        SHIPPED[: SHIPPED.rindex(",")],
        "\xff\xfe",
    ],
    ids=range(13),
)
def test_a_damaged_book_of_the_user_is_ignored(content):
    book.own_path(6, 6, 4).parent.mkdir(parents=True)
    book.own_path(6, 6, 4).write_text(content, "utf-8")
    chosen = begin_with(EMPTY)
    assert chosen.option in CENTRE
    for layer in islice(layers(GAME, notation.start(GAME)), 1, 3):
        for position in sorted(layer)[::40]:
            begin_with(GAME.position_text(position))


# ---------------------------------------------------------------------- building a book


class Looking:
    """A stand-in for the search: it records what it is asked, and is interrupted after `most` positions."""

    def __init__(self, most=10**9):
        self.asked = []
        self.most = most

    def __call__(self, position):
        if len(self.asked) == self.most:
            raise KeyboardInterrupt
        self.asked.append(position)
        free = GAME.moves(position)
        return (*position, free[position.both % len(free)], position.mine % 19 - 9)


@pytest.fixture
def build(monkeypatch, tmp_path):
    """Build a book with a stand-in for the search; returns its text and the reported progress."""

    def build(looking, name="book.csv", plies=3):
        told = []
        monkeypatch.setattr(book, "looked_at", looking)
        path = tmp_path / name
        assert GAME.build_book(LongJob(lambda *what: told.append(what), processes=1, save_to=path, size=plies))
        return path.read_text(), told

    return build


def test_a_book_is_built_with_every_position_and_none_twice(build):
    looking = Looking()
    content, told = build(looking)
    built = Book.of_text(content)
    for layer in islice(layers(GAME, notation.start(GAME)), 3):
        assert all(built[position] is not None for position in layer)
    assert len(set(looking.asked)) == len(looking.asked) == len(built)
    assert all(canonical(position)[0] == position for position in looking.asked)
    for part in dict.fromkeys(what for what, _, _ in told):
        done = [(done, total) for what, done, total in told if what == part]
        assert done == [(number, done[-1][1]) for number in range(done[-1][1] + 1)]


@pytest.mark.parametrize("most", [0, 1, 5, 100])
def test_a_job_that_was_interrupted_goes_on_where_it_was(build, most):
    whole = Looking()
    expected, _ = build(whole, "whole.csv")
    first, second = Looking(most), Looking()
    with pytest.raises(KeyboardInterrupt):
        build(first)
    content, _ = build(second)
    assert content == expected
    assert not set(first.asked) & set(second.asked)
    assert len(first.asked) + len(second.asked) == len(whole.asked)
    assert build(Looking(0))[0] == expected


@pytest.mark.parametrize("cut", [1, 2, 3, 4, 6, 12])
def test_an_incomplete_last_line_of_the_journal_is_ignored(build, tmp_path, cut):
    expected, _ = build(Looking(), "whole.csv")
    first, second = Looking(60), Looking()
    with pytest.raises(KeyboardInterrupt):
        build(first)
    journal = tmp_path / "book.csv.journal"
    journal.write_bytes(journal.read_bytes()[:-cut])
    assert build(second)[0] == expected
    assert set(first.asked) & set(second.asked) == {first.asked[-1]}


def test_a_book_of_fewer_plies_has_no_entries_of_a_longer_one(build):
    longer, _ = build(Looking())
    shorter, _ = build(Looking(0), plies=2)
    assert len(Book.of_text(shorter)) < len(Book.of_text(longer))
    assert build(Looking(0))[0] == longer


@pytest.mark.usefixtures("fresh_start")
@pytest.mark.req("PT-5")
def test_a_book_of_another_board_size_does_not_replace_the_usual_one(monkeypatch):
    """After building a book for another size, four in a row still uses its own."""
    other = sparring.game("fourinarow:width=4,height=4,length=3")
    monkeypatch.setattr(book, "looked_at", lambda position: (*position, other.moves(position)[0], 1))
    other.build_book(LongJob(lambda *_: None, processes=1, size=1))
    assert book.shipped(4, 4, 3)[notation.start(other)] is not None
    assert book.shipped(6, 6, 4)[GAME.empty] is not None


# ---------------------------------------------------------------------- the journal


def read(path, numbers=3):
    """The rows that another job finds in a journal."""
    with Journal(path, numbers) as journal:
        return journal.rows


def test_a_journal_can_be_read_as_soon_as_a_row_is_written(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, 3) as journal:
        assert journal.rows == []
        for number in range(5):
            journal.write(number, -number, 1 << 62)
            assert read(path) == [(each, -each, 1 << 62) for each in range(number + 1)]


@pytest.mark.parametrize("kept", range(1, 12))
def test_a_truncated_journal_keeps_its_complete_lines_and_accepts_more(tmp_path, kept):
    path = tmp_path / "journal"
    path.write_bytes(b"1,2,3\n4,5,6\n"[:kept])
    whole = [(1, 2, 3)] if kept >= 6 else []
    with Journal(path, 3) as journal:
        assert journal.rows == whole
        journal.write(7, 8, 9)
    assert read(path) == [*whole, (7, 8, 9)]


def test_a_journal_ignores_lines_that_are_not_rows(tmp_path):
    path = tmp_path / "journal"
    path.write_bytes(b"1,2,3\n\nnonsense\n1,2\n1,2,3,4\n\xff\xfe,1,2\n4,5,6\n")
    assert read(path) == [(1, 2, 3), (4, 5, 6)]
