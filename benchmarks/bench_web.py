"""The web server under load: 50 clients for 30 s on this machine, then 2,000 requests for memory.

A client is a person: it asks for the comparison of a 25 x 9 table of its own, reads the answer for
a while and asks again. The same clients without a pause show what happens when all ask at once:
with 50 requests under way on c cores none can be faster than 50 / c times a single one, so that
only the loss of requests is judged.
"""

from __future__ import annotations

import asyncio
import random
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources

import httpx
import psutil

from benchmarks.timing import Measurement

CLIENTS, SECONDS, PAUSE = 50, 30.0, 5.0
MEMORY_REQUESTS = 2_000


def measurements() -> Iterator[Measurement]:
    table = (resources.files("evenkeel.casestudies") / "cec2005.csv").read_bytes()
    with _server() as (url, process):
        with httpx.Client(base_url=url, timeout=60) as client:
            single = statistics.median(_timed(client, table) for _ in range(50))
        yield Measurement("one client: median time of a 25 x 9 comparison", 1e3 * single, unit="ms")
        for pause, name in ((PAUSE, f"pause {PAUSE:g} s"), (0.0, "no pause")):
            times, lost = asyncio.run(_load(url, table, pause))
            name = f"{CLIENTS} clients, {SECONDS:g} s, {name}"
            yield Measurement(f"{name}: answers", len(times), unit="")
            yield Measurement(f"{name}: requests lost", lost, 0, unit="")
            late = statistics.quantiles(times, n=20)[-1] / single
            limit = 10.0 if pause else None
            yield Measurement(f"{name}: 95% within, times the single median", late, limit)
        before = _memory(process)
        asyncio.run(_load(url, table, 0.0, requests=MEMORY_REQUESTS))
        growth = (_memory(process) - before) / 1e6
        yield Measurement(f"memory grown over {MEMORY_REQUESTS} requests", growth, 20, unit="MB")


def _timed(client: httpx.Client, table: bytes) -> float:
    begun = time.perf_counter()
    client.post("/api/compare/file?better=lower", content=table).raise_for_status()
    return time.perf_counter() - begun


async def _load(
    url: str, table: bytes, pause: float, requests: int | None = None
) -> tuple[list[float], int]:
    """Times of the answers and the number of requests without a good one."""
    times: list[float] = []
    lost = 0
    end = time.perf_counter() + SECONDS
    left = requests

    def goes_on() -> bool:
        nonlocal left
        if left is None:
            return time.perf_counter() < end
        left -= 1
        return left >= 0

    async def person(number: int) -> None:
        nonlocal lost
        chance = random.Random(number)
        await asyncio.sleep(chance.uniform(0, pause))
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            while goes_on():
                begun = time.perf_counter()
                try:
                    answer = await client.post("/api/compare/file?better=lower", content=table)
                    answer.raise_for_status()
                except httpx.HTTPError:
                    lost += 1
                else:
                    times.append(time.perf_counter() - begun)
                await asyncio.sleep(chance.uniform(0.5, 1.5) * pause)

    await asyncio.gather(*(person(number) for number in range(CLIENTS)))
    return times, lost


@contextmanager
def _server() -> Iterator[tuple[str, psutil.Process]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    # the processes of the pool import the main module, so that it must be one
    command = [sys.executable, "-m", "benchmarks.bench_web", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(url)
        yield url, psutil.Process(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def _wait(url: str) -> None:
    for _ in range(600):
        try:
            httpx.get(f"{url}/health")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server does not answer")


def _memory(process: psutil.Process) -> float:
    """Memory of the server and its processes that nobody else shares."""
    return float(
        sum(p.memory_full_info().uss for p in (process, *process.children(recursive=True)))
    )


if __name__ == "__main__":
    from evenkeel.web.server import run
    from evenkeel.web.settings import Settings

    run(Settings(), "127.0.0.1", int(sys.argv[1]))
