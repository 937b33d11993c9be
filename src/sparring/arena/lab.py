"""A test of one deck: it meets each deck of a field, and every card and opening hand of it is counted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from typing import Any, NamedTuple

from sparring.arena.decks import ALL, Deal, games_of
from sparring.arena.tournament import numbered
from sparring.opponents import opponent
from sparring.ratings.plackett_luce import ELO
from sparring.ratings.sequential import SequentialTest, Verdict
from sparring.rules import BadSetting
from sparring.rules.decks import HandTold, TellsHands, with_decks
from sparring.rules.registry import game as find_game
from sparring.rules.registry import portable
from sparring.rules.seeds import derive
from sparring.work.pool import executor

MATTERS = 0.05
"""A difference in the share of games won that matters, when two cards are swapped."""

ERROR = 0.05
"""How likely a wrong verdict about a swap may be."""


@dataclass(frozen=True)
class Swap:
    """Copies of one card of the deck that are swapped for another card."""

    out: str
    into: str
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> "Swap":
        """Read a swap.

        >>> Swap.parse("2xAB-001=AB-002")
        Swap(out='AB-001', into='AB-002', count=2)
        """
        left, equals, into = text.partition("=")
        count, times, out = left.partition("x")
        if not (times and count.isdecimal() and len(count) < 4):
            count, out = "1", left
        if not (equals and into and out):
            raise BadSetting(f"A swap is written as OUT=IN or 2xOUT=IN, with the ids of two cards, not {text!r:.60}.")
        return cls(out, into, int(count))


class Played(NamedTuple):
    """A game of the deck."""

    against: int
    """The number of the other deck in the field."""

    changed: bool
    """Whether it was played with the swap."""

    deal: int
    """Games with the same number against the same deck have the same seed."""

    began: bool
    """Whether the deck had the first turn."""

    score: float
    hand: HandTold
    problems: int
    """How often the referee chose for somebody."""

    def as_json(self) -> list[Any]:
        """The game in few characters, as journals keep it."""
        hand = self.hand
        told = [hand.kept, list(hand.opening), sorted(hand.held), sorted(hand.played), sorted(hand.marks)]
        return [*self[:5], told, self.problems]

    @classmethod
    def from_json(cls, kept: Sequence[Any]) -> "Played":
        """The game that a journal keeps."""
        hand, opening, held, played, marks = kept[5]
        told = HandTold(hand, tuple(opening), frozenset(held), frozenset(played), frozenset(marks))
        return cls(kept[0], kept[1], kept[2], kept[3], kept[4], told, kept[6])


class Trial(NamedTuple):
    """Two games to play, with seats swapped."""

    against: int
    changed: bool
    number: int
    deal: Deal


@dataclass
class DeckLab:
    """A deck that plays against each deck of a field; one opponent plays both sides.

    The decks of the field come round by turns, so whatever is finished at any time is spread evenly over them. With a
    swap, each two games are played with the deck as it is and as it would be, with the same seed; a sequential test
    ends it as soon as it is sure what the swap does.

    >>> lab = DeckLab("onepiece", "ST01", ["ST02", "ST03"], "random", games=2, seed=1)
    >>> for _ in lab.play():
    ...     pass
    >>> lab.total, len(lab.played), sum(game.began for game in lab.played)
    (4, 4, 2)
    """

    game: str
    deck: str
    """A name, a text or a file."""

    against: Sequence[str]
    """The decks of the field, each a name, a text or a file, or `all` for those that come with the game."""

    player: str
    """The opponent that plays both sides."""

    games: int
    """The number of games against each deck of the field; rounded up to an even one."""

    seed: int = 0
    swap: Swap | None = None
    jobs: int = 1
    """The number of processes; the results do not depend on it."""

    ray: str | None = None
    played: list[Played] = field(default_factory=list)
    """The games so far; those that are given are not played again."""

    verdict: Verdict = Verdict.OPEN
    """What the sequential test says of the swap: "the first" is the deck with the swap."""

    differences: list[float] = field(default_factory=list)
    """For each two games that were played both ways: how much more of them the deck won with the swap."""

    _ways: dict[tuple[int, int], dict[bool, list[float]]] = field(default_factory=dict)
    _scores: Counter[float] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        game = self.rules
        known = list(game.decks_known())
        self.against = [name for given in self.against for name in (known if given == ALL else [given])]
        if not self.against:
            raise BadSetting("A test of a deck needs at least one deck to play against.")
        self.games += self.games % 2
        opponent(self.game, self.player)  # an unknown opponent is refused before anything is played
        self.trials = list(self._trials())
        earlier, self.played = self.played, []
        self.add(earlier)

    @cached_property
    def rules(self) -> TellsHands:
        """The game, which must be one whose decks can be tested."""
        game = find_game(self.game)
        if not isinstance(game, TellsHands) or len(game.seats) != 2:
            raise BadSetting(f"{type(game).title} has no decks that can be tested.")
        return game

    @cached_property
    def called(self) -> list[tuple[str, str]]:
        """The short and the full name of each deck of the field."""
        called = [self.rules.deck_called(deck) for deck in self.against]
        return list(zip(numbered([short for short, _ in called]), (full for _, full in called), strict=True))

    @property
    def total(self) -> int:
        """The number of games, if the sequential test does not end it sooner."""
        return 2 * len(self.trials)

    @property
    def left(self) -> list[Trial]:
        """The games still to be played; none once the effect of a swap is sure."""
        if self.verdict is not Verdict.OPEN:
            return []
        known = Counter((game.changed, game.deal, game.against) for game in self.played)
        return [trial for trial in self.trials if known[trial.changed, trial.number, trial.against] < 2]

    def play(self) -> Iterator[list[Played]]:
        """Play what is left; yields every two games when they are finished."""
        left = self.left
        if not left:
            return
        opponent(left[0].deal.games[0], self.player).prepare()  # compiled once here; others find it in the cache
        with executor(min(self.jobs, len(left)), self.ray) as workers:
            for played in workers.run(play_trial, left):
                self.add(played)
                yield played
                if self.verdict is not Verdict.OPEN:
                    break

    def add(self, played: Sequence[Played]) -> None:
        """Count games that were played."""
        for game in played:
            self.played.append(game)
            ways = self._ways.setdefault((game.deal, game.against), {False: [], True: []})
            ways[game.changed].append(game.score)
            if self.swap is not None and all(len(scores) == 2 for scores in ways.values()):
                self._compare(sum(ways[True]) / 2 - sum(ways[False]) / 2)

    def _compare(self, difference: float) -> None:
        """Note what the swap changed in two games, and ask the sequential test whether it is sure."""
        self.differences.append(difference)
        self._scores[(1 + difference) / 2] += 1
        if self.verdict is Verdict.OPEN:
            halved = 0.5 + MATTERS / 2  # a difference from -1 to 1 is laid onto scores from 0 to 1
            test = SequentialTest(better_by=ELO * log(halved / (1 - halved)), error=ERROR)
            self.verdict = test.verdict(self._scores)

    # ------------------------------------------------------------------ what is played

    def _trials(self) -> Iterator[Trial]:
        decks = {False: self.deck}
        if self.swap is not None:
            plain, changed = self.rules.deck_with_swap(self.deck, self.swap.out, self.swap.into, self.swap.count)
            decks = {False: plain, True: changed}
        games = {
            (way, place): tuple(
                portable(with_decks(self.game, pair)) for pair in ([decks[way], theirs], [theirs, decks[way]])
            )
            for way in decks
            for place, theirs in enumerate(self.against)
        }
        for number in range(self.games // 2):
            for place in range(len(self.against)):
                seed = derive(self.seed, "lab", place, number)
                for way in decks:
                    mine, theirs = games[way, place]
                    deal = Deal(place, (mine, theirs), (self.player, self.player), seed, opening_plies=0)
                    yield Trial(place, way, number, deal)

    @property
    def fallbacks(self) -> int:
        """How often the referee chose for somebody."""
        return sum(game.problems for game in self.played)


def play_trial(trial: Trial) -> list[Played]:
    """The two games of a trial, in any process."""
    found = []
    scores = {"wins": 1.0, "draws": 0.5, "losses": 0.0}
    for played in games_of(trial.deal):
        rules = played.match.game
        assert isinstance(rules, TellsHands)
        hand = rules.hand_told(played.match.table.positions, played.seat)
        problems = played.result.problems.total()
        score = scores[played.came]
        found.append(Played(trial.against, trial.changed, trial.number, played.began, score, hand, problems))
    return found
