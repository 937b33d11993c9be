"""`sparring rules`: the rules of a game in the terminal."""

import sparring


def test_the_rules_of_every_game_are_shown_with_drawings_and_words(run, answer):
    for name in sparring.game_names():
        told = answer("rules", name)
        status, out, _ = run("rules", name)
        assert status == 0
        for section in told["sections"]:
            assert section["title"] in out
            for picture in section["pictures"]:
                assert all(frame["caption"] in out for frame in picture["frames"])
        assert all(f"{word}: {meaning}" in out for word, meaning in told["words"].items())


def test_an_unknown_game_is_refused_in_one_sentence(run):
    status, _, err = run("rules", "chess")
    assert status == 2
    assert len(err.splitlines()) == 1
