"""Nim with faults in what people see and read of it: each variant says which fault a check must find, and where."""

from dataclasses import dataclass

import sparring
from sparring.rules import Outcome
from sparring.scenes import Cell, Disc, Pick, Scene
from support.broken_games import Heaps, Nim, OnPaper, Secret, SecretNim, Seen, SoundDice


class ShownNim(Nim):
    """The sound game with everything that can be shown and told."""

    name, title = "shownnim", "Shown Nim"
    tactics = {"first": lambda game, position, moves: moves[:1]}  # noqa: RUF012

    def draw(self, view):
        return f"[first]{view.sizes[0]}[/] [bold]and[/] {view.sizes[1]}"

    def scene(self, view, last=None):
        cells = tuple(Cell(f"heap-{heap}", (40 * heap, 0, 40, 40)) for heap in (0, 1))
        picks = {option: Pick("heap-0", option) for option in self.options(view)} if any(view.sizes) else {}
        return Scene(self.title, (80, 40), (*cells, Disc("disc", "heap-0", "leaf")), about="heaps", picks=picks)

    def news(self, view):
        return ["Nothing new."]

    def prompt(self, view):
        return "Take some."

    def groups(self, view, options):
        return [("takes", options)]

    def progress(self, view):
        return 1 - sum(view.sizes) / 4

    def explain(self, position, move):
        return "It takes some."


class Unreadable(ShownNim):
    says, where = "draw has a mark that cannot be read", "in draw, at the start"

    def draw(self, view):
        return "[first]2[/nothing]"


class SeventhColour(ShownNim):
    says, where = "draw has the mark [seventh], which is no colour", "in draw, at the start"

    def draw(self, view):
        return "[seventh]2[/]"


class NoScene(ShownNim):
    says, where = "scene returns a str, not a sparring.scenes.Scene", "in scene, at the start"

    def scene(self, view, last=None):
        return "two heaps"


class SameIds(ShownNim):
    says, where = "scene has two shapes with the id 'heap'", "in scene, at the start"

    def scene(self, view, last=None):
        cells = (Cell("heap", (0, 0, 40, 40)), Cell("heap", (40, 0, 40, 40)))
        return Scene(self.title, (80, 40), cells, about="heaps")


class InTheAir(ShownNim):
    says, where = "scene puts 'disc' on 'shelf', and there is no such place", "in scene, at the start"

    def scene(self, view, last=None):
        return Scene(self.title, (80, 40), (Disc("disc", "shelf", "leaf"),), about="heaps")


class PinkDisc(ShownNim):
    says, where = "scene gives 'disc' the face 'pink'; faces are cross, ring, sun", "in scene, at the start"

    def scene(self, view, last=None):
        return Scene(self.title, (80, 40), (Cell("heap", (0, 0, 40, 40)), Disc("disc", "heap", "pink")), about="heaps")


class PickedNowhere(ShownNim):
    says, where = "scene lets '1 from 1' be picked on 'shelf', and there is no such shape", "in scene, at the start"

    def scene(self, view, last=None):
        cells = (Cell("heap", (0, 0, 40, 40)),)
        return Scene(self.title, (80, 40), cells, about="heaps", picks={"1 from 1": Pick("shelf", "Take one")})


class OneSentence(ShownNim):
    says, where = "news returns 'Nothing new.', which is not a list of sentences", "in news, at the start"

    def news(self, view):
        return "Nothing new."


class AsksNothing(ShownNim):
    says, where = "prompt returns None, which is not a text", "in prompt, at the start"

    def prompt(self, view):
        return None


class ShortMenu(ShownNim):
    says, where = "groups must list '2 from 2' once", "in groups, at the start"

    def groups(self, view, options):
        return [("takes", [option for option in options if option != "2 from 2"])]


class LongMenu(ShownNim):
    says, where = "groups must list 'pass' not, because it is not legal", "in groups, at the start"

    def groups(self, view, options):
        return [("takes", [*options, "pass"])]


class TwiceOver(ShownNim):
    says, where = "progress returns 2, which is not a number from 0 to 1", "in progress, at the start"

    def progress(self, view):
        return 2


class PlainFacts(ShownNim):
    says, where = "which is not a list of facts", "in facts, at the start"

    def facts(self, view, move):
        return ["It is good."]


class Explainless(ShownNim):
    says, where = "explain returns None, which is not a text", "in explain, at the start"

    def explain(self, position, move):
        return None


class WildTactic(ShownNim):
    says, where = "The tactic 'first' returns [(9, 9)], which is not a list of legal moves", "at the start"
    tactics = {"first": lambda game, position, moves: [(9, 9)]}  # noqa: RUF012


class OneRule(ShownNim):
    says, where = "how_to_play is a tuple of sentences, not a str", "how_to_play"
    how_to_play = "Take some."


class NumberAbout(ShownNim):
    says, where = "about is 7, which is not a text", "about"
    about = 7


class NoTitle(ShownNim):
    says, where = "The title 7 is not a text", "title"
    title = 7


class NoHalf(ShownNim):
    says, where = "half_bar_score is 0, which is not a number above 0", "half_bar_score"
    half_bar_score = 0


class Unsettable(ShownNim):
    says, where = "The class does not take its settings: write __init__(self, heaps=2)", "settings"
    settings = {"heaps": 2}  # noqa: RUF012


class SaysNone(ShownNim):
    says, where = "why_not('') says nothing", "in why_not, at the start"

    def why_not(self, position, text):
        return None


# ---------------------------------------------------------------------- outcomes


class TrueWinner(Nim):
    says, where = "The winner True is not a seat", "in outcome, after"

    def outcome(self, position):
        return None if any(position.sizes) else Outcome(True, "took the last one")


class PaidAtTimes(Nim):
    says, where = "Some outcomes have payoffs, and this one has none", "in outcome, after"

    def outcome(self, position):
        if any(position.sizes):
            return None
        return Outcome(reason="paid", payoffs=(1, 0)) if position.to_move else Outcome(0, "took the last one")


class TwoPlaces(Nim):
    says, where = "An outcome has 3 places, and there are 2 seats", "in outcome, after"

    def outcome(self, position):
        return None if any(position.sizes) else Outcome(reason="done", places=(1, 2, 3))


class NoPlaces(Nim):
    says, where = "(1, 3) are not places: a place is 1 more than the number of seats before it", "in outcome, after"

    def outcome(self, position):
        return None if any(position.sizes) else Outcome(reason="done", places=(1, 3))


# ---------------------------------------------------------------------- positions


class Lax(Heaps):
    """Heaps that count as equal whoever is to move."""

    def __eq__(self, other):
        return self.sizes == other.sizes

    def __hash__(self):
        return hash(self.sizes)


class LaxNim(OnPaper):
    says, where = "Two positions are equal for ==, but differ in who moves", "in play, after"

    def start(self, rng):
        return Lax()

    def play(self, position, move):
        return Lax(*super().play(position, move))


class Remembers(Nim):
    says, where = "The same position differs in what is legal when it is met again", "in play"
    plays = 0

    def moves(self, position):
        return super().moves(position) if self.plays < 9 else super().moves(position)[:1]

    def play(self, position, move):
        self.plays += 1
        return super().play(position, move)


class Hangs(Nim):
    """Not listed below: it takes some seconds to find out."""

    def play(self, position, move):
        while position.to_move:
            pass
        return super().play(position, move)


# ---------------------------------------------------------------------- what is hidden


@dataclass(frozen=True)
class Idle(Seen):
    def sample(self, rng):
        return None


class ImaginesNothing(SecretNim):
    says, where = "sample returns None, so a return is missing", "in Idle.sample, at the start"

    def view(self, position, seat):
        return Idle(seat, position.sizes, position.to_move, position.bonuses[seat])


@dataclass(frozen=True)
class Alone(Seen):
    def sample(self):
        return None


class TakesNoRng(SecretNim):
    says, where = "sample does not take one argument: write sample(self, rng)", "in Alone.sample, at the start"

    def view(self, position, seat):
        return Alone(seat, position.sizes, position.to_move, position.bonuses[seat])


class Forgets(SecretNim):
    says, where = "retrace leads to another position", "in retrace, after"

    def retrace(self, position):
        return Secret((2, 2), 0, position.bonuses), ()


class TellsNumbers(SoundDice):
    says, where = "move_seen_by returns 1, which is not a text", "in move_seen_by, at the start"

    def move_seen_by(self, seat, position, move):
        return move


SOUND: tuple[type[sparring.Game], ...] = (ShownNim,)
BROKEN = [
    each
    for each in list(vars().values())
    if isinstance(each, type)
    and issubclass(each, sparring.Game)
    and each.__module__ == __name__
    and getattr(each, "says", "")
]
