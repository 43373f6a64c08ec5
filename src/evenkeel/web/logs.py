"""The log of the server: lines of JSON that hold nothing of the users."""

from __future__ import annotations

import json
import logging
import os
import sys
from contextlib import suppress
from types import TracebackType

logger = logging.getLogger("evenkeel.web")
_SPEAKERS = ("evenkeel.web", "uvicorn")  # whose messages hold nothing of the users


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "event": record.getMessage().strip() if _may_speak(record) else record.name,
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            frames = _frames(record.exc_info[2])
            kind = record.exc_info[0]
            line["fault"] = {"type": kind.__name__ if kind else "", "at": frames}
        return json.dumps(line)


class Lines(logging.Handler):
    """Write each record at once to standard error; what cannot be written is lost.

    Nothing may wait in the buffer of standard error: a new process flushes it, and would not start
    while the disk is full.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        with suppress(OSError):
            os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, self._line(record))

    def _line(self, record: logging.LogRecord) -> bytes:
        return f"{self.format(record)}\n".encode()


def _may_speak(record: logging.LogRecord) -> bool:
    return any(record.name == name or record.name.startswith(f"{name}.") for name in _SPEAKERS)


def _frames(trace: TracebackType | None) -> list[str]:
    """Where a fault happened, without the message, which may hold a user's data."""
    frames = []
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return frames[-12:]


def log_to_standard_error(level: int = logging.INFO) -> None:
    """Send the log of the server to standard error, with what other packages have to say."""
    handler = Lines()
    handler.setFormatter(JsonLines())
    logging.captureWarnings(True)
    logging.getLogger().handlers[:] = [handler]
    logger.setLevel(level)
