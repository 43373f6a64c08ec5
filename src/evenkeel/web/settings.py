"""What can be set about the server; every limit has a default that is safe."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

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

    max_upload: int = 10 * MEGABYTE
    workers: int = field(default_factory=_default_workers)
    waiting: int = 64
    seconds: float = 30.0
    memory: int = 4_000 * MEGABYTE
    header_seconds: float = 20.0
    body_seconds: float = 60.0
    answer_seconds: float = 60.0
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
