"""What can go wrong between a character and its language model."""

from sparring.rules import SparringError


class NotConfigured(SparringError):
    """No language model is configured, or its settings are wrong."""


class NoAnswer(Exception):
    """The model gave no answer that can be used; the character plays without it."""

    kind = "failed"
    """One word for the metrics."""

    transient = False
    """Whether it may work when it is tried again."""


class Unreachable(NoAnswer):
    """The connection failed or broke off."""

    kind, transient = "connection", True


class Busy(NoAnswer):
    """The endpoint answered 429 or 5xx."""

    kind, transient = "busy", True

    def __init__(self, detail: str, after: float | None) -> None:
        super().__init__(detail)
        self.after = after
        """Seconds after which the endpoint wants to be asked again, if it said so."""


class Refused(NoAnswer):
    """The endpoint answered with another 4xx: the key, the model or the request is wrong."""

    kind = "refused"

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Garbled(NoAnswer):
    """The answer is not a chat completion."""

    kind = "garbled"


class TooSlow(NoAnswer):
    """There was no answer within the time limit."""

    kind = "slow"


class Overspent(NoAnswer):
    """The budget of calls or tokens does not allow another call."""

    kind = "budget"


class Resting(NoAnswer):
    """The endpoint failed several times in a row and is left alone for a while."""

    kind = "resting"


class Misunderstood(NoAnswer):
    """The model answered twice, and neither answer named a legal option."""

    kind = "misunderstood"
