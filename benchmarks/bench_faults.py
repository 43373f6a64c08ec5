"""The web server under faults, for some two minutes: what is lost, and what stays open.

50 clients ask while a process is killed every 5 s, while others hold connections with half a
request, while others ask for long studies and go away, and on a disk without any room: a small
tmpfs where one can be mounted, else no file may grow.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from benchmarks.bench_web import outcome
from benchmarks.timing import Measurement
from benchmarks.web_helpers import (
    FULL_DISK,
    HALF_A_BODY,
    HALF_A_HEADER,
    Server,
    crowd,
    long_request,
    many,
    running_server,
    until,
    until_closed,
)

CLIENTS, SECONDS, PAUSE = 50, 20.0, 1.0
STALLED = 40  # connections of each kind
LEAVING = 30  # clients that ask for what takes long and go away
KILL_SECONDS = 5.0  # between two kills; a process takes about half of it to start
HEADER_SECONDS = 5.0  # in place of 20, and of 60 for a body, to spare time


def measurements() -> Iterator[Measurement]:
    with tempfile.TemporaryDirectory() as folder:
        with running_server(
            Path(folder), header_seconds=HEADER_SECONDS, body_seconds=HEADER_SECONDS
        ) as server:
            yield from _killed(server)
            yield from _stalled(server)
            yield from _left(server)
        yield from _full_disk(Path(folder))


def _killed(server: Server) -> Iterator[Measurement]:
    async def load() -> tuple[int, Iterator[Measurement]]:
        async with _killing(server) as kills:
            tally = await crowd(server.url, clients=CLIENTS, seconds=SECONDS, pause=PAUSE)
        return len(kills), outcome(f"{CLIENTS} clients, killed processes", tally)

    kills, outcomes = asyncio.run(load())
    yield Measurement(f"{CLIENTS} clients, {SECONDS:g} s: processes killed", kills, unit="")
    yield from outcomes


@asynccontextmanager
async def _killing(server: Server) -> AsyncIterator[list[int]]:
    """Kill one process of the pool every few seconds, so that the others can be replaced."""
    kills: list[int] = []
    chance = random.Random(0)

    async def kill() -> None:
        while True:
            await asyncio.sleep(KILL_SECONDS)
            if workers := server.workers():
                worker = chance.choice(workers)
                worker.kill()
                kills.append(worker.pid)

    task = asyncio.create_task(kill())
    try:
        yield kills
    finally:
        task.cancel()


def _stalled(server: Server) -> Iterator[Measurement]:
    for name, sent in (("silent", b""), ("header", HALF_A_HEADER), ("body", HALF_A_BODY)):
        begun = time.perf_counter()
        with many(server, STALLED, sent) as connections:
            tally = asyncio.run(crowd(server.url, clients=CLIENTS, requests=1))
            for connection in connections:
                until_closed(connection)
        label = f"{STALLED} stalled connections ({name})"
        yield Measurement(
            f"{label}: all ended after", time.perf_counter() - begun, 3 * HEADER_SECONDS, unit="s"
        )
        yield from outcome(label, tally)


def _left(server: Server) -> Iterator[Measurement]:
    with many(server, LEAVING, long_request()):
        until(lambda: _under_way(server) == LEAVING)
    begun = time.perf_counter()
    until(lambda: _under_way(server) == 0)
    free = time.perf_counter() - begun
    yield Measurement(f"{LEAVING} clients that left long studies: server free after", free, 5, "s")
    tally = asyncio.run(crowd(server.url, clients=CLIENTS, requests=1))
    yield from outcome("after they left", tally)


def _under_way(server: Server) -> int:
    health = httpx.get(f"{server.url}/health", timeout=60).json()
    return int(health["busy"] + health["waiting"])


def _full_disk(folder: Path) -> Iterator[Measurement]:
    room = folder / "full"
    room.mkdir()
    prefix = _full_tmpfs(room)
    first, kind = ("pass", "a full tmpfs") if prefix else (FULL_DISK, "no file may grow")
    with running_server(folder, first=first, prefix=prefix, log=Path("/dev/full")) as server:
        tally = asyncio.run(crowd(server.url, clients=CLIENTS, requests=2))
        yield from outcome(f"full disk ({kind})", tally)
        figures = [
            httpx.get(f"{server.url}/download/figure.pdf?case={case}", timeout=60).status_code
            for case in ("toy", "cec2005", "garcia2008")
        ]
        yield Measurement(f"full disk ({kind}): figures lost", 3 - figures.count(200), 0, unit="")


def _full_tmpfs(room: Path) -> Sequence[str]:
    """The beginning of a command that runs the rest of it with all its files on a full tmpfs."""
    script = (
        f"mount -t tmpfs -o size=64k tmpfs {room} || exit 1; "
        f"dd if=/dev/zero of={room}/filling bs=1k 2>/dev/null; cd {room}; "
        f"export HOME={room} TMPDIR={room} MPLCONFIGDIR={room} XDG_CACHE_HOME={room}; "
        'exec "$@"'
    )
    prefix = ("unshare", "--mount", "sh", "-c", script, "sh")
    try:
        subprocess.run([*prefix, "true"], check=True, capture_output=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return ()
    return prefix
