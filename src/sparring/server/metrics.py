"""The metrics of the server, for Prometheus."""

from collections.abc import Iterator
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from sparring.match.seat import Answer
from sparring.talking.tally import AMOUNTS, TALLY

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20)


class Metrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        counter = partial(Counter, registry=self._registry)
        gauge = partial(Gauge, registry=self._registry)
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

        self._registry.register(_Talk())

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
        return generate_latest(self._registry)


class _Talk(Collector):
    """What characters have asked their language models for."""

    def collect(self) -> Iterator[Metric]:
        """The counts of this process as they stand."""
        for name, about in AMOUNTS.items():
            yield CounterMetricFamily(f"sparring_llm_{name}", f"{about}.", TALLY.amounts[name])
        alone = CounterMetricFamily(
            "sparring_llm_fallbacks", "Decisions and replies without the model, by the reason.", labels=["reason"]
        )
        for reason, count in TALLY.fallbacks.items():
            alone.add_metric([reason], count)
        yield alone


def base_name(text: str) -> str:
    """A game or an opponent without its settings, which clients choose: each label has only a few values.

    >>> base_name("onepiece:deck1=ST01,deck2=ST02")
    'onepiece'
    """
    return text.partition(":")[0]
