"""The first steps of a user: a server is started, a match is played to its end, and the server is stopped."""

from support.serving import Server


def test_a_match_is_played_to_its_end_over_http(tmp_path):
    with Server(tmp_path, fresh=True) as server:
        match, _ = server.client.begin("tictactoe", ["human", "WildcardLemur"], seed=7)
        state = match.state()
        while not state["over"]:
            match.choose(state["decision"]["options"][0])
            state = match.state(wait=10)
        assert state["result"]["reason"] in ("3 in a row", "the board is full")
        assert server.stop() == 0
