"""A naive reader of what is said about a move of any small game: it plays the game to its end, in every way.

It knows the game by its rules alone and sentences as words. A sentence that it does not know is wrong.
"""

import re

SENTENCES = {
    "only_move": r"You have only one move\.|It is your only move\.",
    "wins_at_once": r"You can win at once\.|It wins at once\.",
    "avoids": r"Take care: (?P<many>all moves but one|some moves) let your opponent win at once\.|"
    r"(?P<every>Every) other move lets the other side win at once\.|"
    r"Unlike (?P<named>.+), it does not let the other side win at once\.",
    "wins": r"(?:You can force a win|(?P<only_idea>One move wins by force)|It wins|"
    r"It is the (?P<only>only) move that wins,)(?: in (?P<moves>\d+) moves or fewer| whatever the answer)\.",
    "draws": r"You can hold a draw\.|It holds the draw against best play\.|"
    r"(?P<only>Only one move|It is the only move that) holds the draw\.",
    "loses": r"Every move loses against good play: find the one that holds out longest\.|"
    r"(?P<every>Every move) loses against good play\. With this one you hold out for (?:up to )?"
    r"(?P<more>\d+) more moves?\.|"
    r"It loses against good play, (?:in (?P<moves>\d+) moves or fewer|(?P<at_once>at once))\.",
}


class Reader:
    """Checks sentences about the moves of one position."""

    def __init__(self, game, position):
        self.game, self.position, self.seat = game, position, game.to_move(position)
        self.known = {}
        self.after = {text: game.play(position, move) for text, move in game.options(position).items()}
        self.truth = {text: self.value(position) for text, position in self.after.items()}
        """The result of each move for the side to move (1, 0, -1), and the plies until the end, the move included."""

    def is_true(self, option, sentence):
        """Whether a sentence about a move is true; an unknown sentence raises an error."""
        kinds = [(kind, found) for kind, pattern in SENTENCES.items() if (found := re.fullmatch(pattern, sentence))]
        assert len(kinds) == 1, (sentence, kinds)
        return getattr(self, kinds[0][0])(option, **kinds[0][1].groupdict())

    def value(self, position):
        """The result for the seat of the reader one ply before a position, with the soonest win and the latest loss."""
        if position not in self.known:
            over = self.game.outcome(position)
            if over is not None:
                self.known[position] = (0 if over.winner is None else 1 if over.winner == self.seat else -1), 1
            else:
                mine = self.game.to_move(position) == self.seat
                moves = self.game.options(position).values()
                reached = [self.value(self.game.play(position, move)) for move in moves]
                best = max(reached, key=lambda found: (1 if mine else -1) * found[0] * (1000 - found[1]))
                self.known[position] = best[0], best[1] + 1
        return self.known[position]

    def wins_next(self, option):
        """Whether the other side can win right after a move."""
        position = self.after[option]
        if self.game.outcome(position) is not None:
            return False
        replies = [self.game.outcome(self.game.play(position, move)) for move in self.game.moves(position)]
        return any(over is not None and over.winner == 1 - self.seat for over in replies)

    def others(self, option):
        return [value for text, (value, _) in self.truth.items() if text != option]

    # ------------------------------------------------------------------ what sentences mean

    def only_move(self, option):
        return list(self.truth) == [option]

    def wins_at_once(self, option):
        return self.truth[option] == (1, 1)

    def avoids(self, option, many, every, named):
        losing = [text for text in self.truth if self.wins_next(text)]
        if not losing or option in losing:
            return False
        if named is None:
            return many == "some moves" if len(losing) < len(self.truth) - 1 else every or many == "all moves but one"
        counted = re.fullmatch(r"(\d+) other moves", named)
        return int(counted[1]) == len(losing) if counted else re.split(", | and ", named) == losing

    def wins(self, option, only, only_idea, moves):
        value, plies = self.truth[option]
        if value != 1 or (int(moves) if moves else 1) != (plies + 1) // 2 or plies == 1:
            return False
        return bool(only or only_idea) == (bool(self.others(option)) and max(self.others(option)) < 1)

    def draws(self, option, only):
        lost = bool(self.others(option)) and max(self.others(option)) < 0
        return self.truth[option][0] == 0 and bool(only) == lost

    def loses(self, option, every, more, moves, at_once):
        value, plies = self.truth[option]
        said = 1 if at_once else int(more or moves or 0)
        fits = not said or (said == (plies + 1) // 2 and bool(every) == self.all_lose(option))
        return value == -1 and fits and (bool(said) or self.all_lose(option))

    def all_lose(self, option):
        return all(value == -1 for value in self.others(option))
