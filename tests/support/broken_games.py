"""Nim and what can be wrong with it: each broken variant says which fault a check must find, and where."""

import random
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, NamedTuple

import sparring
from sparring.rules import BadPosition, Outcome
from sparring.rules.capabilities import Chance
from support.dice_game import Dice


class Heaps(NamedTuple):
    sizes: tuple[int, ...] = (2, 2)
    to_move: int = 0


class Nim(sparring.Game):
    """The sound game."""

    name, title = "nim", "Nim"
    says = ""
    """A part of the sentence that a check says about this variant."""

    where = ""
    """A part of what it says about the place."""

    def start(self, rng):
        return Heaps()

    def to_move(self, position):
        return position.to_move

    def moves(self, position):
        return [(heap, take) for heap, size in enumerate(position.sizes) for take in range(1, size + 1)]

    def play(self, position, move):
        heap, take = move
        sizes = tuple(size - take * (number == heap) for number, size in enumerate(position.sizes))
        return position._replace(sizes=sizes, to_move=1 - position.to_move)

    def outcome(self, position):
        return None if any(position.sizes) else Outcome(1 - position.to_move, "took the last one")

    def move_text(self, position, move):
        return f"{move[1]} from {move[0] + 1}"

    def position_text(self, position):
        return f"{','.join(map(str, position.sizes))} {position.to_move}"

    def read_position(self, text):
        try:
            sizes, to_move = text.split()
            return Heaps(tuple(map(int, sizes.split(","))), int(to_move))
        except ValueError:
            raise BadPosition(f"{text!r} is no position of Nim, as in '3,4,5 0'.") from None


# ---------------------------------------------------------------------- positions


class OnPaper(Nim):
    """Positions of other kinds, which have no text."""

    def position_text(self, position):
        raise BadPosition("no text")

    read_position = position_text


class PlaysInPlace(OnPaper):
    says, where = "play changes the position that it is given", "in play, at the start"

    def start(self, rng):
        return {"sizes": [2, 2], "to_move": 0}

    def to_move(self, position):
        return position["to_move"]

    def moves(self, position):
        return super().moves(Heaps(position["sizes"], 0))

    def outcome(self, position):
        return super().outcome(Heaps(position["sizes"], position["to_move"]))

    def play(self, position, move):
        position["sizes"][move[0]] -= move[1]
        position["to_move"] = 1 - position["to_move"]
        return position


class Unhashable(OnPaper):
    says, where = "A position cannot be hashed (unhashable type: 'list')", "in start, at the start"

    def start(self, rng):
        return Heaps([2, 2])

    def play(self, position, move):
        return super().play(position, move)._replace(sizes=list(super().play(position, move).sizes))


class Board:
    """A position without equality."""

    def __init__(self, sizes, to_move):
        self.sizes = sizes
        self.to_move = to_move


class WithoutEquality(OnPaper):
    says, where = "Equal positions are not equal for ==", "in play"

    def start(self, rng):
        return Board((2, 2), 0)

    def play(self, position, move):
        return Board(*super().play(Heaps(position.sizes, position.to_move), move))


class Unpicklable(OnPaper):
    says, where = "A position cannot be pickled", "in start, at the start"

    def start(self, rng):
        return Heaps(to_move=0, sizes=(2, 2)), lambda: None

    def to_move(self, position):
        return position[0].to_move

    def moves(self, position):
        return super().moves(position[0])

    def outcome(self, position):
        return super().outcome(position[0])

    def play(self, position, move):
        return super().play(position[0], move), position[1]


class ForgetsToReturn(Nim):
    says, where = "play returns None", 'in play, after "'

    def play(self, position, move):
        super().play(position, move)


# ---------------------------------------------------------------------- randomness


COIN = count()


class PlaysByChance(Nim):
    says, where = "play leads from the same position to two different ones", "in play"

    def play(self, position, move):
        return super().play(position, move)._replace(to_move=next(COIN) % 2)


class MovesByChance(Nim):
    says, where = "moves gives other moves, or another order, when it is asked again", "in moves"

    def moves(self, position):
        moves = super().moves(position)
        return moves[::-1] if next(COIN) % 2 else moves


class DrawsForNothing(Nim):
    says, where = "play draws from the module random", "in play, at the start"

    def play(self, position, move):
        random.random()
        return super().play(position, move)


class StartsByChance(Nim):
    says, where = "start gives another position with the same generator", "in start"

    def start(self, rng):
        return Heaps((random.randrange(2, 50), 2))


# ---------------------------------------------------------------------- moves, seats and endings


class SharesTexts(Nim):
    says, where = "The moves (0, 1) and (1, 1) share the text 'take 1'", "in move_text, at the start"

    def move_text(self, position, move):
        return f"take {move[1]}"


class SaysNothing(Nim):
    says, where = "move_text returns (0, 1), which is not a text", "in move_text, at the start"

    def move_text(self, position, move):
        return move


class WithBlanks(Nim):
    says, where = "The text ' 1 from 1' of a move is not one line without blanks", "in move_text, at the start"

    def move_text(self, position, move):
        return f" {super().move_text(position, move)}"


class ReadsOtherwise(Nim):
    says, where = "reads back as", "in read_move, at the start"

    def read_move(self, position, text):
        return super().read_move(position, text)[::-1]


class AcceptsNonsense(Nim):
    says, where = "read_move('') accepts this as (0, 1)", "in read_move, at the start"

    def read_move(self, position, text):
        return super().read_move(position, text or "1 from 1")


class MovesTwice(Nim):
    says, where = "moves lists (0, 1) twice", "in moves, at the start"

    def moves(self, position):
        return super().moves(position)[:1] * 2


class Generates(Nim):
    says, where = "moves returns a generator", "in moves, at the start"

    def moves(self, position):
        yield from super().moves(position)


class ReturnsASet(Nim):
    says, where = "moves returns a set; return a list or a tuple", "in moves, at the start"

    def moves(self, position):
        return set(super().moves(position))


class RunsOut(Nim):
    says, where = "moves is empty though the game is not over", "in moves, after"

    def outcome(self, position):
        return None


class Outsider(Nim):
    says, where = "The winner 2 is not a seat", "in outcome, after"

    def outcome(self, position):
        return None if any(position.sizes) else Outcome(2, "took the last one")


class TellsTheWinner(Nim):
    says, where = "outcome returns an int, not a sparring.Outcome or None", "in outcome, after"

    def outcome(self, position):
        return None if any(position.sizes) else 1 - position.to_move


class PaysThree(Nim):
    says, where = "An outcome has 3 payoffs, and there are 2 seats", "in outcome, after"

    def outcome(self, position):
        return None if any(position.sizes) else Outcome(reason="done", payoffs=(1, 0, 0))


class PaysNothing(Nim):
    says, where = "are not all finite numbers", "in outcome, after"

    def outcome(self, position):
        return None if any(position.sizes) else Outcome(reason="done", payoffs=(float("inf"), 0))


class ThirdToMove(Nim):
    says, where = "to_move returns 2, which is not a seat", "in to_move, at the start"

    def to_move(self, position):
        return position.to_move + 2


class NeverEnds(Nim):
    says, where = "A random game was not over after 60 plies", "in outcome"

    def moves(self, position):
        return ["wait"]

    def move_text(self, position, move):
        return move

    def play(self, position, move):
        return position._replace(to_move=1 - position.to_move)


class Raises(Nim):
    says, where = "play raises ZeroDivisionError: ", "broken_games.py:"

    def play(self, position, move):
        return super().play(position, move) if position.to_move == 0 else 1 // 0


# ---------------------------------------------------------------------- signatures and names


class TooFew(Nim):
    says, where = "play(self, position) does not take 3 arguments: write play(self, position, move)", "in play"

    def play(self, position):
        return position


class Swapped(Nim):
    says, where = "play(self, move, position) has its parameters in another order", "in play"

    def play(self, move, position):
        return super().play(position, move)


class DrawsWrongly(Nim):
    says, where = "draw(self) does not take 2 arguments: write draw(self, view)", "in draw"

    def draw(self):
        return "heaps"


class AloneAtTheTable(Nim):
    says, where = "are not two to six different names", "seats"
    seats = ("alone",)


class Shouts(Nim):
    name = "Nim Deluxe"
    says, where = "The name 'Nim Deluxe' is not one lower-case word", "name"


# ---------------------------------------------------------------------- texts of positions


class LosesTheTurn(Nim):
    says, where = "reads back as", "in read_position, after"

    def read_position(self, text):
        return super().read_position(text)._replace(to_move=0)


class LeavesOut(Nim):
    says, where = "reads back as another position: the text leaves something out", "in position_text, after"

    def position_text(self, position):
        return ",".join(map(str, position.sizes))

    def read_position(self, text):
        return super().read_position(f"{text} 0")


class Stumbles(Nim):
    says, where = "read_position('') raises ValueError", "in read_position, at the start"

    def read_position(self, text):
        sizes, to_move = text.split()
        return Heaps(tuple(map(int, sizes.split(","))), int(to_move))


# ---------------------------------------------------------------------- evaluations


class FindsNothing(Nim):
    says, where = "evaluate returns nan, not a finite number", "in evaluate, at the start"

    def evaluate(self, position, seat):
        return float("nan")


class LikesBoth(Nim):
    says, where = "evaluate gives 4 to one seat and 4 to the other", "in evaluate, at the start"

    def evaluate(self, position, seat):
        return sum(position.sizes)


# ---------------------------------------------------------------------- chance


class SoundDice(Dice):
    says = where = ""


class Loaded(Dice):
    says, where = "The probabilities add up to 0.75, not to 1", "in chance_outcomes, at the start"

    def chance_outcomes(self, position):
        return [Chance(move, 0.25) for move in super().moves(position)] if position.die is None else []


class OtherFaces(Dice):
    says, where = "moves and chance_outcomes list different moves", "in chance_outcomes, at the start"

    def moves(self, position):
        return [1, 2, 4] if position.die is None else super().moves(position)


class PlainNumbers(Dice):
    says, where = "which is not a sparring.rules.capabilities.Chance", "in chance_outcomes, at the start"

    def chance_outcomes(self, position):
        return [(1, 1.0)] if position.die is None else []


# ---------------------------------------------------------------------- hidden information


@dataclass(frozen=True)
class Secret:
    """Heaps, and a bonus of each seat that the other one does not see."""

    sizes: tuple[int, ...]
    to_move: int
    bonuses: tuple[int, int]


@dataclass(frozen=True)
class Seen:
    seat: int
    sizes: tuple[int, ...]
    to_move: int
    bonus: int

    def sample(self, rng):
        bonuses = [rng.randrange(4), rng.randrange(4)]
        bonuses[self.seat] = self.bonus
        return Secret(self.sizes, self.to_move, tuple(bonuses))


class SecretNim(OnPaper):
    """The sound game with hidden information."""

    name, title = "secretnim", "Secret Nim"

    def start(self, rng):
        return Secret((2, 2), 0, (rng.randrange(4), rng.randrange(4)))

    def play(self, position, move):
        return replace(position, **super().play(Heaps(position.sizes, position.to_move), move)._asdict())

    def view(self, position, seat):
        return Seen(seat, position.sizes, position.to_move, position.bonuses[seat])


class DealsAnew(Seen):
    def sample(self, rng):
        return replace(super().sample(rng), sizes=(1, rng.randrange(1, 9)))


class ContradictsItself(SecretNim):
    says, where = (
        "A sample contradicts the view of seat 0 that it was drawn from in sizes: sample is wrong, or the view shows",
        "in DealsAnew.sample, at the start",
    )

    def view(self, position, seat):
        return DealsAnew(seat, position.sizes, position.to_move, position.bonuses[seat])


class PassesTheTurn(Seen):
    def sample(self, rng):
        return replace(super().sample(rng), to_move=1 - self.to_move)


class TurnsOver(SecretNim):
    says, where = "another seat is to move, or the game is over", "in TurnsBlind.sample"

    def view(self, position, seat):
        return TurnsBlind(seat, position.sizes, 0, position.bonuses[seat])


class TurnsBlind(Seen):
    def sample(self, rng):
        return replace(super().sample(rng), to_move=rng.randrange(2))


@dataclass(frozen=True)
class Marked(Seen):
    """Keeps the whole position beside what it compares."""

    position: Any = field(compare=False, default=None)


class ShowsTheRest(SecretNim):
    says, where = "have views that differ in what == leaves out (position): the view shows what it hides", "in view"

    def view(self, position, seat):
        return Marked(seat, position.sizes, position.to_move, position.bonuses[seat], position)


@dataclass(frozen=True)
class Everything:
    position: Secret

    def sample(self, rng):
        return self.position


class ShowsAll(SecretNim):
    says, where = "samples were the real position: the view holds what it should hide", "in view"

    def view(self, position, seat):
        return Everything(position)


class CannotImagine(SecretNim):
    says, where = "A view that hides something needs sample(rng)", "in view, at the start"

    def view(self, position, seat):
        return (position.sizes, position.to_move, position.bonuses[seat])


class OwnChance(Seen):
    def sample(self, rng):
        return super().sample(random.Random())


class ImaginesByItself(SecretNim):
    says, where = "sample gives another position with the same generator", "in OwnChance.sample, at the start"

    def view(self, position, seat):
        return OwnChance(seat, position.sizes, position.to_move, position.bonuses[seat])


class OverAtOnce(Nim):
    says, where = "The game is over before anybody has moved: outcome must be None at the start", "in outcome"

    def outcome(self, position):
        return sparring.Outcome(0, "nothing to do")


class Exits(Nim):
    says, where = "outcome raises SystemExit: enough", "in outcome"

    def outcome(self, position):
        if position.to_move:
            raise SystemExit("enough")
        return super().outcome(position)


class NoDice(SoundDice):
    says, where = "chance_outcomes returns None; return a list", "in chance_outcomes"

    def chance_outcomes(self, position):
        return super().chance_outcomes(position) or None


SOUND: tuple[type[sparring.Game], ...] = (Nim, SecretNim, SoundDice)
BROKEN = [
    each
    for each in list(vars().values())
    if isinstance(each, type) and issubclass(each, sparring.Game) and getattr(each, "says", "")
]
