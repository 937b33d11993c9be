"""A tiny game with three opponents that play at once, for what needs many games."""

OPPONENTS = """
default = "greedy"
analyst = "minimax"
anchor = "minimax"
opening_plies = 0

[greedy]
about = "Takes as many as it can, and now and then any number."
level = 2
brain = "sparring.brains.minimax:Minimax"
depth = 1
randomness = 0.5

[minimax]
about = "Looks two moves ahead, and now and then takes any number."
level = 3
brain = "sparring.brains.minimax:Minimax"
depth = 2
randomness = 0.3

[levels]
steps = [{like = "greedy"}, {like = "minimax"}]

[mcts]
about = "Plays any move."
level = 1
brain = "sparring.brains.brain:Whim"
"""
GAME = """
import sparring

class Countdown(sparring.Game):
    name, title = "countdown", "Countdown"
    def start(self, rng): return (9, 0)
    def to_move(self, position): return position[1]
    def moves(self, position): return [str(n) for n in (1, 2, 3) if n <= position[0]]
    def play(self, position, move): return (position[0] - int(move), 1 - position[1])
    def outcome(self, position):
        return None if position[0] else sparring.Outcome(1 - position[1], "nothing is left")
"""


def write_countdown(folder):
    """Write the game and its opponents to a folder; the result is the text that names the game."""
    (folder / "countdown.py").write_text(GAME)
    (folder / "opponents.toml").write_text(OPPONENTS)
    return f"{folder / 'countdown.py'}:Countdown"
