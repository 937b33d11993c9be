"""A game of the operator's own may raise anything: whoever plays it gets an error, and the server goes on."""

import pytest

LEAVING = """
import sparring


class Leaving(sparring.Game):
    name, title = "leaving", "Leaving"

    def start(self, rng):
        return 0

    def to_move(self, position):
        return position % 2

    def moves(self, position):
        if position:
            raise {error}
        return ["go", "stay"]

    def play(self, position, move):
        return position + 1

    def outcome(self, position):
        return None
"""


@pytest.mark.parametrize("error", ["SystemExit(3)", "type('Stop', (BaseException,), {})('now')", "OSError('no disk')"])
def test_a_game_that_would_end_the_program_ends_only_its_own_call(start, ask, tmp_path, error):
    (tmp_path / "leaving.py").write_text(LEAVING.replace("{error}", error))
    server = start("--rate", "0", "--game", f"{tmp_path}/leaving.py:Leaving")
    assert ask(server, "GET", "/games/leaving/picture").status == 500
    assert ask(server, "POST", "/games/leaving/move", {"opponent": "random", "moves": "go"}).status == 500
    begun = ask(server, "POST", "/matches", {"game": "leaving", "opponents": ["human", "random"]}).json
    ask(server, "POST", f"/matches/{begun['id']}/choices", {"option": "go"}, token=begun["tokens"][0])
    assert ask(server, "GET", f"/matches/{begun['id']}", token=begun["tokens"][0]).status == 200  # it asks the opponent
    watched = ask(server, "POST", "/matches", {"game": "leaving", "opponents": ["random", "random"]}).json["id"]
    assert ask(server, "GET", f"/matches/{watched}?wait=0.5").status == 200
    assert server.process.poll() is None
    assert ask(server, "GET", "/healthz").status == 200
    assert ask(server, "POST", "/games/tictactoe/move", {"opponent": "random"}).status == 200
