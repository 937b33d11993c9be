"""Records of matches as text: a written record reads back, and errors name the line."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sparring.games.tictactoe import TicTacToe
from sparring.rules import Agreed, BadRecord, Chosen, Offer, OfferKind, Record, Resigned, Undone, notation

pytestmark = pytest.mark.req("ALL-6")

HEAD = "Sparring record 1\nGame: tictactoe\nSeed: 7\n\n"


def one_line(text: str) -> bool:
    """True if a text can be the text of a move: one line, without blanks around it."""
    return text != "" and text.strip() == text and text.splitlines() == [text]


options = st.one_of(
    st.text(min_size=1, max_size=30),
    st.text("ab #!:0123456789.,-/\\'\"ß∅日🙂é\u00a0", min_size=1, max_size=20),
).filter(one_line)
recorded = [OfferKind.DRAW, OfferKind.SHARE, OfferKind.REMATCH]
entries = st.lists(
    st.one_of(
        st.builds(Chosen, st.integers(0, 10**6), options),
        st.builds(Undone, st.integers(0, 10**6)),
        st.builds(Resigned, st.integers(0, 10**6)),
        st.builds(
            Agreed,
            st.builds(
                Offer, st.sampled_from([OfferKind.DRAW, OfferKind.SHARE, OfferKind.REMATCH]), st.integers(0, 10**6)
            ),
        ),
    )
)
names = st.from_regex(r"[A-Za-z][a-z0-9 é-]*", fullmatch=True).filter(one_line)
headers = st.dictionaries(
    names.filter(lambda name: name not in ("Game", "Rules", "Seed")),
    st.text(max_size=40).filter(lambda text: text == "" or one_line(text)),
    max_size=4,
)


@given(options, st.integers(-(2**80), 2**80), st.integers(0, 1000), entries, headers)
@example("nim", 0, 1, [Chosen(0, "# no comment"), Chosen(1, "! undo 1"), Chosen(0, "0: b2"), Chosen(1, ":")], {})
@example("nim", 0, 1, [Chosen(0, "take 3 from heap 2"), Chosen(1, "日本 → 🙂")], {"Result": "x: 3 in a row, 2:1"})
def test_a_written_record_reads_back(
    game: str, seed: int, rules: int, chosen: list[Chosen], more: dict[str, str]
) -> None:
    record = Record(game, seed, rules, tuple(chosen), more)
    assert Record.parse(str(record)) == record
    assert str(Record.parse(str(record))) == str(record)


@given(st.text())
@example(HEAD + "0: b2\n" + "9" * 5000 + ": b2\n")
@example(HEAD + "! undo " + "9" * 5000)
@example("Sparring record 1\nGame: tictactoe\nSeed: " + "9" * 5000)
def test_any_text_is_a_record_or_a_bad_record(text: str) -> None:
    for candidate in (text, HEAD + text, "Sparring record 1\n" + text):
        try:
            record = Record.parse(candidate)
            record.choices()
        except BadRecord:
            continue


def test_comments_blank_lines_and_spaces_do_not_matter() -> None:
    written = """# A fine game.
Sparring record 1
Game:   tictactoe
# by two friends
Seed: 7

   # the opening
0: b2

  1: a1
#1: b1
"""
    assert Record.parse(written) == Record("tictactoe", 7, entries=(Chosen(0, "b2"), Chosen(1, "a1")))


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings_and_a_byte_order_mark_do_not_matter(ending: str) -> None:
    written = "\ufeff" + (HEAD + "0: b2\n").replace("\n", ending)
    assert Record.parse(written) == Record("tictactoe", 7, entries=(Chosen(0, "b2"),))


@pytest.mark.parametrize("line", ["Seed", "no header", "Seed 7", "! undo 2"])
def test_a_bad_header_is_named_with_its_line(line: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(f"Line 4 of the record is not a header: {line!r}")):
        Record.parse(f"Sparring record 1\nGame: tictactoe\n# a comment\n{line}\n\n0: b2\n")


@pytest.mark.parametrize(
    "line",
    [
        "b2",
        "0 b2",
        "0:b2",
        "0:",
        "-1: b2",
        "x: b2",
        ": b2",
        "! undo",
        "! undo -1",
        "! undo two",
        "!undo 1",
        "! undo 1 2",
        "! resign",
        "! resign x",
        "! draw 1",
        "Seat 0: someone",
        "0.5: b2",
    ],
)
def test_a_bad_entry_is_named_with_its_line(line: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(f"Line 7 of the record is not a choice: {line!r}")):
        Record.parse(f"{HEAD}0: b2\n# a comment\n{line}\n1: a1\n")


@pytest.mark.parametrize("line", ["Seed: many", "Seed: 1.5", "Seed:", "Rules: new", "Seed: 0x7"])
def test_a_bad_number_is_named_with_its_line(line: str) -> None:
    name = line.partition(":")[0]
    with pytest.raises(BadRecord, match=f"(?s)(?=.*{name})(?=.*[Ll]ine 3)"):
        Record.parse(f"Sparring record 1\nGame: tictactoe\n{line}\n\n0: b2\n")


@pytest.mark.parametrize("text", ["", "\n", "0: b2", "Sparring record 2\nGame: x\n", "sparring record 1", "# nothing"])
def test_the_error_about_a_text_that_is_not_a_record_says_how_one_begins(text: str) -> None:
    with pytest.raises(BadRecord, match="first line must be 'Sparring record 1'"):
        Record.parse(text)


def test_a_record_without_its_game_is_refused() -> None:
    with pytest.raises(BadRecord, match="Game: tictactoe"):
        Record.parse("Sparring record 1\nSeed: 7\n\n0: b2\n")


def test_choices_are_never_read_as_headers() -> None:
    """Here the blank line before the choices is missing."""
    with pytest.raises(BadRecord, match="ine 3"):
        Record.parse("Sparring record 1\nGame: tictactoe\n0: b2\n1: a1\n")


def test_choices_leaves_out_what_was_taken_back() -> None:
    record = Record.parse(HEAD + "0: b2\n1: a1\n0: c3\n! undo 2\n1: a3\n! undo 0\n! resign 0\n")
    assert record.choices() == [Chosen(0, "b2"), Chosen(1, "a3")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0: b2\n! undo 2\n", "takes back 2 choices where only 1"),
        ("! undo 1\n", "takes back 1 choices where only 0"),
        ("0: b2\n! undo 1\n! undo 1\n", "takes back 1 choices where only 0"),
    ],
)
def test_a_record_cannot_take_back_more_than_there_is(text: str, message: str) -> None:
    record = Record.parse(HEAD + text)
    with pytest.raises(BadRecord, match=message):
        record.choices()
    with pytest.raises(BadRecord, match=message):
        list(notation.replay(TicTacToe(), record))


def test_a_record_replays_position_by_position() -> None:
    game = TicTacToe()
    record = Record.parse(HEAD + "0: b2\n1: a1\n! undo 1\n1: c3\n")
    assert [game.position_text(position) for position in notation.replay(game, record)] == [
        ".../.../... x",
        ".../.x./... o",
        "..o/.x./... x",
    ]


def test_a_record_is_replayed_by_the_name_of_its_game_too() -> None:
    record = Record.parse(f"{HEAD}0: b2\n1: a1\n")
    assert list(notation.replay("tictactoe", record)) == list(notation.replay(TicTacToe(), record))
