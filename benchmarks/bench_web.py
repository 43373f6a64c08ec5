"""The web server under load: 50 clients for 30 s on this machine, then 2,000 requests for memory.

A client is a person: it asks for the comparison of a 25 x 9 table of its own, reads the answer for
a while and asks again. The same clients without a pause show what happens when all ask at once:
with 50 requests under way on c cores none can be faster than 50 / c times a single one, so that
only the loss of requests is judged.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil

from benchmarks.timing import Measurement
from benchmarks.web_helpers import Server, Tally, crowd, running_server

CLIENTS, SECONDS, PAUSE = 50, 30.0, 5.0
MEMORY_REQUESTS = 2_000


def measurements() -> Iterator[Measurement]:
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
        alone = asyncio.run(crowd(server.url, clients=1, requests=50))
        single = statistics.median(alone.seconds)
        yield Measurement("one client: median time of a 25 x 9 comparison", 1e3 * single, unit="ms")
        for pause, name in ((PAUSE, f"pause {PAUSE:g} s"), (0.0, "no pause")):
            name = f"{CLIENTS} clients, {SECONDS:g} s, {name}"
            tally = asyncio.run(crowd(server.url, clients=CLIENTS, seconds=SECONDS, pause=pause))
            yield from outcome(name, tally)
            late = statistics.quantiles(tally.seconds, n=20)[-1] / single
            limit = 10.0 if pause else None
            yield Measurement(f"{name}: 95% within, times the single median", late, limit)
        before = _memory(server)
        asyncio.run(crowd(server.url, clients=CLIENTS, requests=MEMORY_REQUESTS // CLIENTS))
        growth = (_memory(server) - before) / 1e6
        yield Measurement(f"memory grown over {MEMORY_REQUESTS} requests", growth, 20, unit="MB")


def outcome(name: str, tally: Tally) -> Iterator[Measurement]:
    """What became of the requests: none may be lost, nor answered with another's numbers."""
    yield Measurement(f"{name}: right answers", tally.right, unit="")
    yield Measurement(f"{name}: told to come again (503)", tally.refused, unit="")
    yield Measurement(f"{name}: answers to another's table", tally.wrong, 0, unit="")
    yield Measurement(f"{name}: requests lost", len(tally.lost), 0, unit="")


def _memory(server: Server) -> float:
    """Memory of the server and its processes that nobody else shares."""
    processes = (psutil.Process(server.process.pid), *server.workers())
    return float(sum(process.memory_full_info().uss for process in processes))
