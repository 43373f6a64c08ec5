"""What can be set about the server, and its log, which holds nothing of the users."""

from __future__ import annotations

import json
import logging
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType

# What can be set about the server; every limit has a default that is safe.


MEGABYTE = 1_000_000


def _default_workers() -> int:
    return max(1, min(4, os.cpu_count() or 1))


@dataclass(frozen=True)
class Settings:
    """Limits of the server.

    Attributes
    ----------
    max_upload : int
        Bytes of a request's body; more is answered with 413.
    workers : int
        Processes that read tables and compute.
    waiting : int
        Requests that may wait for a process; one more is answered with 503.
    seconds : float
        How long one request may compute before its process is replaced.
    memory : int
        Bytes of address space of each process, where the system can limit it; 0 for no limit.
    header_seconds, body_seconds, answer_seconds : float
        How long the first lines of a request, its body, and the reading of its answer may take
        before the connection is ended.
    hosts : tuple of str
        Names by which the server may be addressed, so that no foreign page can reach it under a
        name of its own.
    """

    max_upload: int = 50 * MEGABYTE
    workers: int = field(default_factory=_default_workers)
    waiting: int = 64
    seconds: float = 30.0
    memory: int = 4_000 * MEGABYTE
    header_seconds: float = 20.0
    body_seconds: float = 60.0
    answer_seconds: float = 60.0
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")


# The log of the server: lines of JSON that hold nothing of the users.


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
