"""Training, generation after generation: self-play, a fit, and the gate."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from sparring.arena.self_play import opening_length
from sparring.brains.kernel_brains import evaluation_name
from sparring.brains.learned import HasPractice, as_bytes, input_count, of_bytes, own_path
from sparring.brains.learned import read as read_network
from sparring.rules import AnyGame, SparringError
from sparring.rules.capabilities import HasSymmetries
from sparring.rules.files import write_whole
from sparring.rules.jobs import Tell
from sparring.rules.registry import game as find_game
from sparring.rules.registry import portable
from sparring.rules.seeds import derive
from sparring.training.contenders import ROWS, Contender, Positions, SelfPlay, armed, depth_in_time, play_self
from sparring.training.gate import Comparison, compared
from sparring.training.store import Store
from sparring.work.pool import Executor, executor

POSITION_SECONDS = 0.0003
"""The most processor time that self-play may take for a position."""

SELF_PLAY_SHARE, FIT_SHARE, FIT_UNTIL = 0.45, 0.3, 0.75
"""The shares of a generation's time for self-play and for the fit; the rest is for the gate."""

FINAL_SHARE = 0.1
"""The largest share of the whole time that the last test may take; it plays at least `LEAST_FINAL` games."""

LEAST_FINAL, MOST_FINAL = 200, 1000
LEAST_IN_GATE, MOST_IN_GATE = 40, 400
"""Games of the last test, and of the gate for a generation."""

MOST_OPENING = 8
"""The most random plies at the beginning of a game of the gate."""

MOST_NEW = 400_000
"""The most positions of self-play in a generation; small games repeat themselves long before."""

WINDOW = 2_000_000
"""A generation learns from at most this many positions, the newest ones."""


def generation_seconds(seconds: float) -> float:
    """How long a generation takes: an eighth of everything, but enough to learn something, and at most four minutes."""
    return min(240.0, max(seconds / 8, min(30.0, seconds / 3)))


@dataclass
class Training:
    """The training of one game's evaluation."""

    game: "str | AnyGame"
    seconds: float
    seed: int = 0
    jobs: int = 1
    ray: str | None = None
    folder: Path | None = None
    resume: bool = False
    tell: Tell = lambda about, done, total: None
    install_at: Path | None = None
    """Where the evaluation is written if it is better than the one before; by default the user's folder."""

    final: list[Comparison] = field(default_factory=list)
    """The last tests: against the game's own evaluation, and against the one that was learned before."""

    installed: bool = False

    def __post_init__(self) -> None:
        from sparring.training.fitting import torch_module
        from sparring.training.store import own_folder

        found = find_game(self.game)
        input_count(found)
        torch_module()
        self.found = found
        self.spec = portable(self.game)
        self.path = self.install_at or own_path(found)
        self.store = Store(self.folder or own_folder(found), found, resume=self.resume)
        usual = found.rival if isinstance(found, HasPractice) else evaluation_name(found, None)
        self.usual = Contender(usual, usual)
        self.opening = opening_length(found)
        kept = self.store.champion()
        named = [row["generation"] for row in self.store.rows if row["passed"]]
        self.champion = Contender(f"generation {named[-1]}", network=kept) if kept and named else self.usual

    def run(self) -> Iterator[dict[str, Any]]:
        """Train until the time is over; yields the row of each generation."""
        self.began = time.monotonic()
        length, final = generation_seconds(self.seconds), FINAL_SHARE * self.seconds
        with executor(self.jobs, self.ray) as workers:
            self._tell("getting ready")
            armed(self.spec, self.usual)
            depth = depth_in_time(self.spec, self.champion, self.opening, POSITION_SECONDS, self.seed)
            while (left := self.seconds - final - self._elapsed) > length / 2 or not self.store.rows:
                row = self._generation(len(self.store.rows) + 1, min(length, left), depth, workers)
                self.store.add_row(row)
                yield row
            self._finish(final, workers)

    @property
    def _elapsed(self) -> float:
        return time.monotonic() - self.began

    def _tell(self, about: str) -> None:
        self.tell(about, round(min(self._elapsed, self.seconds)), round(self.seconds))

    def _generation(self, number: int, length: float, depth: int, workers: Executor) -> dict[str, Any]:
        """One generation; its row in the table."""
        about, seed = f"generation {number}", derive(self.seed, "generation", number)
        began = self._elapsed
        new = self._self_play(number, depth, began + SELF_PLAY_SHARE * length, workers)
        fitted = self._fit(number, seed, max(FIT_SHARE * length, began + FIT_UNTIL * length - self._elapsed))
        candidate = Contender(about, network=as_bytes(fitted.network, self.found))
        until = began + length

        def go_on() -> bool:
            self._tell(f"{about}: the gate")
            return self._elapsed < until

        found = compared(
            self.spec,
            candidate,
            self.champion,
            workers,
            seed=seed,
            opening=min(self.opening, MOST_OPENING),
            most=MOST_IN_GATE,
            least=LEAST_IN_GATE,
            go_on=go_on,
        )
        if found.passed:
            self.store.keep_champion(candidate.network)
            self.champion = candidate
        self.store.keep_state(fitted.state)
        return {
            "generation": number,
            "games": new.games,
            "positions": len(new.scores),
            "depth": depth,
            "loss": round(fitted.loss, 4),
            "held_out": round(fitted.held_out, 4),
            "epochs": round(fitted.epochs, 2),
            **found.as_json(),
            "bytes": len(candidate.network),
            "seconds": round(self._elapsed - began, 1),
        }

    def _self_play(self, number: int, depth: int, until: float, workers: Executor) -> Positions:
        """New positions, kept on disk; those so far are kept, too, if this is stopped."""
        from sparring.training.fitting import score_scale

        parts = [kept for each, kept, _ in self.store.positions() if each == number]  # of a run that was stopped
        known = sum(len(part.scores) for part in parts)
        begin = known // ROWS
        jobs = (
            SelfPlay(self.spec, self.champion, derive(self.seed, "self-play", number, job), depth, 2 * self.opening)
            for job in count(begin)
        )
        played = workers.run(play_self, jobs)
        try:
            for part in played:
                parts.append(part)
                self._tell(f"generation {number}: self-play")
                known += len(part.scores)
                if self._elapsed >= until or known >= MOST_NEW:
                    break
        finally:
            getattr(played, "close", lambda: None)()
            if parts:
                new = Positions.joined(parts)
                self.store.keep_positions(number, new, score_scale(new))
        return new

    def _fit(self, number: int, seed: int, seconds: float) -> Any:
        """A network that is fitted to the newest positions."""
        import numpy as np

        from sparring.training.fitting import fit, targets

        newest: list[tuple[Positions, float]] = []
        known, first = 0, number
        for each, positions, scale in sorted(self.store.positions(), key=lambda kept: -kept[0]):
            if known and (known + len(positions.scores) > WINDOW or each < number // 2):
                break
            newest.append((positions, scale))
            known, first = known + len(positions.scores), each
        self.store.drop_positions(first)
        return fit(
            Positions.joined([positions for positions, _ in newest]),
            np.concatenate([targets(positions, scale) for positions, scale in newest]),
            seconds=seconds,
            seed=seed,
            symmetries=self.found.symmetries() if isinstance(self.found, HasSymmetries) else (),
            state=self.store.state(),
            tell=lambda share: self._tell(f"generation {number}: learning"),
        )

    def _finish(self, seconds: float, workers: Executor) -> None:
        """Test the network that came out against the game's own evaluation, and against one that was learned before."""
        if not self.champion.learned:
            return
        others = [self.usual]
        try:
            earlier = as_bytes(read_network(self.path, self.found), self.found)
            if earlier != self.champion.network:
                others.append(Contender("the one learned before", network=earlier))
        except SparringError:  # there is none, or none that could still play
            pass
        until = self._elapsed + seconds

        def go_on() -> bool:
            self._tell("the last test")
            return self._elapsed < until

        for other in others:
            self.final.append(
                compared(
                    self.spec,
                    self.champion,
                    other,
                    workers,
                    seed=derive(self.seed, "last test", other.name, len(self.store.rows)),
                    opening=min(self.opening, MOST_OPENING),
                    most=MOST_FINAL,
                    least=LEAST_FINAL,
                    go_on=go_on,
                )
            )
        self.installed = all(each.passed for each in self.final)
        if self.installed:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, as_bytes(of_bytes(self.champion.network, self.found), self.found))
