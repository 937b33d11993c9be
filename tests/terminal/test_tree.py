"""`sparring tree`: the tree of a small search."""

import xml.etree.ElementTree as ElementTree


def test_the_tree_is_printed_or_told_as_json_or_drawn(run, answer, tmp_path):
    given = ("tree", "tictactoe", "--moves", "b2 a1", "--depth", "2")
    told = answer(*given)
    status, out, _ = run(*given)
    assert status == 0
    assert told["about"] in out
    assert out.count("cut: ") >= 1
    drawn = tmp_path / "tree.svg"
    status, out, _ = run(*given, "--svg", str(drawn))
    assert status == 0
    assert "cut: " not in out
    assert ElementTree.parse(drawn).getroot().tag.endswith("svg")


def test_what_cannot_be_shown_is_refused_in_one_sentence(run, tmp_path):
    for given in (
        ("onepiece",),
        ("connect4", "--depth", "8"),
        ("connect4", "--depth", "0"),
        ("tictactoe", "--moves", "a1 a2 b1 b2 c1"),
        ("tictactoe", "--svg", str(tmp_path / "no" / "tree.svg")),
    ):
        status, _, err = run("tree", *given)
        assert status == 2
        assert len(err.splitlines()) == 1
