"""Files that the user names are read within limits, and whatever else they name is refused in one sentence."""

import os

import pytest

from sparring.rules.files import LARGEST, UnreadableFile, read_text


def test_a_text_file_is_read_as_it_is(tmp_path):
    (tmp_path / "match.txt").write_text("0: b2\n1: ☃\n", "utf-8")
    (tmp_path / "empty.txt").touch()
    assert read_text(tmp_path / "match.txt", "The record") == "0: b2\n1: ☃\n"
    assert read_text(str(tmp_path / "empty.txt"), "The record") == ""


def test_a_file_of_the_largest_size_is_read_and_a_larger_one_is_not(tmp_path):
    path = tmp_path / "long.txt"
    path.write_bytes(b"x" * LARGEST)
    assert len(read_text(path, "The record")) == LARGEST
    with path.open("ab") as file:
        file.write(b"x")
    with pytest.raises(UnreadableFile, match=r"The record .*long\.txt cannot be read: it has 2,097,153 bytes"):
        read_text(path, "The record")


def test_a_sparse_file_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "huge.txt"
    path.touch()
    os.truncate(path, 10**12)
    with pytest.raises(UnreadableFile, match="1,000,000,000,000 bytes"):
        read_text(path, "The deck")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: os.mkfifo(path), "it is not a regular file"),
        (lambda path: os.symlink("/dev/zero", path), "it is not a regular file"),
        (lambda path: os.symlink("/dev/random", path), "it is not a regular file"),
        (lambda path: path.mkdir(), "Is a directory"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "it is not a text file"),
        (lambda path: os.symlink(path, path), "Too many levels of symbolic links"),
        (lambda path: None, "No such file or directory"),
    ],
    ids=["pipe", "zeros", "noise", "directory", "binary", "loop", "missing"],
)
def test_anything_but_a_text_file_is_refused_at_once(tmp_path, make, says):
    path = tmp_path / "thing"
    make(path)
    with pytest.raises(UnreadableFile, match=f"^The deck {path} cannot be read: {says}.$"):
        read_text(path, "The deck")


def test_a_file_without_a_size_is_not_waited_for():
    """The kernel's log says that it has no bytes, and has no end either; who may not open it gets another sentence."""
    try:
        assert read_text("/proc/kmsg", "The record") == ""
    except UnreadableFile as error:
        assert str(error).startswith("The record /proc/kmsg cannot be read: ")  # noqa: PT017


def test_a_name_that_no_file_can_have_is_refused():
    with pytest.raises(UnreadableFile, match="cannot be read: embedded null byte"):
        read_text("match\0.txt", "The record")
    with pytest.raises(UnreadableFile, match="File name too long"):
        read_text("x" * 5000, "The record")
