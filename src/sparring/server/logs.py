"""Logs as lines of JSON, each with the id of the match that it is about."""

import json
import logging
import sys
import time
from contextvars import ContextVar

match_id: ContextVar[str | None] = ContextVar("match_id", default=None)
"""The id of the match that the current task is about; tasks started from it inherit it."""

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request that the current task serves; tasks started from it inherit it."""

_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON. Of several processes, each line has the number of the one that wrote it."""

    def __init__(self, worker: int | None = None) -> None:
        super().__init__()
        self._worker = worker

    def format(self, record: logging.LogRecord) -> str:
        """The line: time, level, logger, message, match, and any extra fields."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if self._worker is not None:
            line["worker"] = self._worker
        if (request := request_id.get()) is not None:
            line["request"] = request
        if (match := match_id.get()) is not None:
            line["match"] = match
        line |= {key: value for key, value in vars(record).items() if key not in _USUAL}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def log_as_json(level: str, worker: int | None = None) -> None:
    """Send the logs of Sparring and of uvicorn to standard error, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(worker))
    for name in ("sparring", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level.upper() if name == "sparring" else "WARNING")
        logger.propagate = False
