"""Who plays in training: an evaluation of the game's own, or a network; and the work that processes do with them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sparring.brains.kernel_brains import weights_of
from sparring.brains.learned import LEARNED, NOTHING, HasPractice, input_count, kernel_start, of_bytes, with_learned
from sparring.rules import AnyGame, kernels
from sparring.rules.registry import game as find_game
from sparring.rules.seeds import derive, stream

if TYPE_CHECKING:
    from sparring.brains.practice import Practice

ROWS = 8192
"""The most positions that one job of self-play collects."""

TEMPERATURE = 0.15
"""The temperature of self-play as a share of `half_bar_score`: a move worse by that is played 1/e times as often."""


@dataclass(frozen=True)
class Contender:
    """An evaluation that plays."""

    name: str
    """What it is called in tables."""

    evaluation: str = LEARNED
    """Its name among the evaluations of the game, unless it is a network."""

    network: bytes = b""

    @property
    def learned(self) -> bool:
        """True if it is a network."""
        return bool(self.network)


class Armed(NamedTuple):
    """A game, its start, and a practice that plays it with the weights of a contender."""

    game: AnyGame
    start: Any
    practice: "Practice"


@cache
def armed(spec: "str | AnyGame", contender: Contender) -> Armed:
    """What a contender needs to play, in this process."""
    from sparring.training.games import KernelPractice

    game = find_game(spec)
    start = kernel_start(game)
    if contender.learned:
        game = with_learned(game, of_bytes(contender.network, game))
    weights = weights_of(game, None if contender.evaluation == NOTHING else contender.evaluation)
    if isinstance(game, HasPractice):
        return Armed(game, start, game.practice(weights))
    return Armed(game, start, KernelPractice(start, weights, TEMPERATURE * game.half_bar_score))


# ---------------------------------------------------------------------- self-play


@dataclass(frozen=True)
class SelfPlay:
    """Games of a contender against itself that are to be played."""

    game: "str | AnyGame"
    contender: Contender
    seed: int
    depth: int
    opening: int
    rows: int = ROWS


class Positions(NamedTuple):
    """Positions of games, with what a search said of each and how its game ended, for the side to move."""

    inputs: Any
    scores: Any
    results: Any
    games: int

    @classmethod
    def joined(cls, parts: Sequence["Positions"]) -> "Positions":
        """All of them together."""
        inputs, scores, results = (np.concatenate([part[field] for part in parts]) for field in range(3))
        return cls(inputs, scores, results, sum(part.games for part in parts))


def play_self(asked: SelfPlay) -> Positions:
    """Play games, in any process."""
    from sparring.brains.practice import LONGEST

    ready = armed(asked.game, asked.contender)
    room = asked.rows + LONGEST
    kept = np.zeros((room, input_count(ready.game)), np.int64)
    scores, results = np.zeros(room, np.int32), np.zeros(room, np.int8)
    ready.practice.forget()
    rows, games = ready.practice.self_play(asked.seed, asked.depth, asked.opening, kept, scores, results)
    return Positions(kept[:rows], scores[:rows], results[:rows], games)


def depth_in_time(spec: "str | AnyGame", contender: Contender, opening: int, seconds: float, seed: int) -> int:
    """The depth at which self-play takes at most so much processor time for each position, from 2 to 10."""
    from sparring.brains.practice import LONGEST

    depth = 1
    for deeper in range(2, 11):
        asked = SelfPlay(spec, contender, derive(seed, "depth", deeper), deeper, opening, rows=2)
        play_self(asked)
        began = time.thread_time()
        played = play_self(SelfPlay(spec, contender, asked.seed, deeper, opening, rows=LONGEST))
        if (time.thread_time() - began) / len(played.scores) > seconds and deeper > 2:
            break
        depth = deeper
    return depth


# ---------------------------------------------------------------------- the games of the gate


@dataclass(frozen=True)
class TwoGames:
    """Two games from one opening, with seats swapped, that are to be played."""

    game: "str | AnyGame"
    players: tuple[Contender, Contender]
    nodes: tuple[int, int]
    """The nodes that each may search for a move."""

    seed: int
    opening: int


class Two(NamedTuple):
    """The results of the first player in two games: 1, 0.5 or 0."""

    results: tuple[float, float]


def play_two(asked: TwoGames) -> Two:
    """Play two games, in any process."""
    first, second = (armed(asked.game, player) for player in asked.players)
    start = random_opening(first.start, stream(asked.seed, "opening"), asked.opening)
    return Two((_game(asked, (first, second), start, 0), _game(asked, (first, second), start, 1)))


def random_opening(start: Any, rng: Random, plies: int) -> Any:
    """A kernel position after some random plies that do not end the game; the latest found if all do."""
    position = start
    for _ in range(plies):
        following = kernels.play(position, rng.choice(kernel_moves(position)))
        if kernels.result(following) != kernels.NOT_OVER:
            break
        position = following
    return position


def kernel_moves(position: Any) -> list[int]:
    """The legal moves of a kernel position."""
    buffer = [0] * kernels.MOST_MOVES
    return buffer[: kernels.moves(position, buffer, 0)]


def _game(asked: TwoGames, players: tuple[Armed, Armed], start: Any, swapped: int) -> float:
    """The result of the first player, who moves first in the opening unless seats are swapped."""
    from sparring.brains.practice import LONGEST

    for player in players:
        player.practice.forget()
    position, past, mover = start, list[Any](), swapped
    for _ in range(LONGEST):
        practice = players[mover].practice
        over = practice.over(position, past)
        if over != kernels.NOT_OVER:
            return 0.5 + (over if mover == 0 else -over) / 2
        move, _ = practice.best_move(position, past, asked.nodes[mover])
        following = kernels.play(position, move)
        mover = mover if kernels.turn(position, following) > 0 else 1 - mover
        past.append(position)
        position = following
    return 0.5


# ---------------------------------------------------------------------- equal time


def nodes_in_equal_time(
    spec: "str | AnyGame", players: tuple[Contender, Contender], seconds: float, opening: int, seed: int
) -> tuple[int, int]:
    """How many nodes each of two evaluations searches in so much processor time, measured in turns."""
    ready = [armed(spec, player) for player in players]
    starts = [random_opening(ready[0].start, stream(seed, "speed", number), opening + number) for number in range(12)]
    rates: tuple[list[float], list[float]] = ([], [])
    for turn_number in range(6):
        for rate, each in zip(rates, ready, strict=True):
            each.practice.forget()
            searched, began = 0, time.thread_time()
            for position in starts:
                searched += each.practice.best_move(position, (), 3000)[1]
            if turn_number:  # the first may have compiled
                rate.append(searched / (time.thread_time() - began))
    first, second = (max(1, round(seconds * float(np.median(rate)))) for rate in rates)
    return first, second
