"""The metrics of the server, for Prometheus."""

import os
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from sparring.match.seat import Answer
from sparring.talking.tally import AMOUNTS, TALLY

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where several processes keep their counts, so that any of them can tell the sum; the library reads this variable."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20)


class Metrics:
    """The metrics of a server. Where several processes answer at one port, any of them tells the sum."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        counter = partial(Counter, registry=self._registry)
        gauge = partial(Gauge, registry=self._registry, multiprocess_mode="livesum")
        histogram = partial(Histogram, registry=self._registry, buckets=_SECONDS)
        self.requests = counter("sparring_requests", "Requests answered.", ["method", "path", "status"])
        self.request_seconds = histogram("sparring_request_seconds", "How long requests took.", ["method", "path"])
        self.thinking = histogram("sparring_thinking_seconds", "How long opponents thought.", ["game", "opponent"])
        self.fallbacks = counter(
            "sparring_fallbacks", "Times the referee had to choose.", ["game", "opponent", "problem"]
        )
        self.started = counter("sparring_matches_started", "Matches that began.", ["game"])
        self.finished = counter("sparring_matches_finished", "Matches that ended.", ["game"])
        self.followers = gauge("sparring_followers", "WebSockets that follow a match.")
        self.thoughts = gauge("sparring_thoughts", "Answers that are being thought of, or wait for their turn.")
        self._talk = _Talk(self._registry)

    def count_request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a request that was answered, and what was talked meanwhile."""
        self.requests.labels(method, path, str(status)).inc()
        self.request_seconds.labels(method, path).observe(seconds)
        self._talk.count()

    def count_start(self, game: str) -> None:
        """Count a match that begins."""
        self.started.labels(base_name(game)).inc()

    def count_end(self, game: str) -> None:
        """Count a match that is over."""
        self.finished.labels(base_name(game)).inc()

    def count_answer(self, game: str, opponent: str, answer: Answer) -> None:
        """Count an opponent's answer."""
        names = base_name(game), base_name(opponent)
        self.thinking.labels(*names).observe(answer.seconds)
        if answer.failure is not None:
            self.fallbacks.labels(*names, answer.failure.problem).inc()

    def count_analysis(self, game: str, seconds: float) -> None:
        """Count an analysis."""
        self.thinking.labels(base_name(game), "analyse").observe(seconds)

    def as_text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        self._talk.count()
        if METRICS_FOLDER not in os.environ:
            return generate_latest(self._registry)
        everybody = CollectorRegistry()
        MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
        return generate_latest(everybody)


class _Talk:
    """What characters have asked their language models for."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._amounts = {
            name: Counter(f"sparring_llm_{name}", f"{about}.", registry=registry) for name, about in AMOUNTS.items()
        }
        about = "Decisions and replies without the model, by the reason."
        self._fallbacks = Counter("sparring_llm_fallbacks", about, ["reason"], registry=registry)
        self._counted: dict[tuple[str, str], float] = {}

    def count(self) -> None:
        """Count what this process has added to its tally since the last time."""
        for name, counter in self._amounts.items():
            self._add(counter, ("amount", name), TALLY.amounts[name])
        for reason, count in TALLY.fallbacks.items():
            self._add(self._fallbacks.labels(reason), ("fallback", reason), count)

    def _add(self, counter: Counter, what: tuple[str, str], now: float) -> None:
        before = self._counted.get(what, 0.0)
        if now > before:
            counter.inc(now - before)
            self._counted[what] = now


def base_name(text: str) -> str:
    """A game or an opponent without its settings, which clients choose: each label has only a few values.

    >>> base_name("onepiece:deck1=ST01,deck2=ST02")
    'onepiece'
    """
    return text.partition(":")[0]
