"""What this process has asked language models for: numbers for whoever runs it."""

import threading
from collections import Counter
from collections.abc import Mapping

AMOUNTS = {
    "calls": "Calls to language models, tries included",
    "tokens": "Tokens that language models have used",
    "retries": "Calls that were made again",
    "seconds": "Seconds that characters waited for language models",
    "hushed": "Texts that were not shown, because they say what no checked fact covers",
}
"""What is counted, and what it is."""


class Tally:
    """Counts since the process began."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._amounts: Counter[str] = Counter()
        self._fallbacks: Counter[str] = Counter()

    def add(self, **amounts: float) -> None:
        """Add to what is counted."""
        assert amounts.keys() <= AMOUNTS.keys()
        with self._lock:
            for name, amount in amounts.items():
                self._amounts[name] += amount  # type: ignore[assignment]  # seconds are not a whole number

    def fell_back(self, kind: str) -> None:
        """Count a decision or a reply that was made without the model."""
        with self._lock:
            self._fallbacks[kind] += 1

    @property
    def amounts(self) -> Mapping[str, float]:
        """Every amount by its name."""
        with self._lock:
            return {name: self._amounts[name] for name in AMOUNTS}

    @property
    def fallbacks(self) -> Mapping[str, int]:
        """Decisions that were made without the model, by the reason."""
        with self._lock:
            return dict(self._fallbacks)


TALLY = Tally()
"""The counts of this process."""
