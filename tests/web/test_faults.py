"""The server under load and faults: 50 clients, killed processes, clients that go away or stall.

It runs on a disk that is full: no file can be written, nor a line of its log.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from evenkeel.web.server import CONNECTIONS
from evenkeel.web.settings import Settings
from web_faults import (
    HALF_A_BODY,
    HALF_A_HEADER,
    Tally,
    connect,
    crowd,
    long_request,
    many,
    request,
    until_closed,
)
from web_server import FULL_DISK, Server, running_server, stopped, until

pytestmark = pytest.mark.slow

CLIENTS = 50
SMALL = request("/api/compare", b'{"case": "toy"}')


@pytest.fixture(scope="module")
def strained(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two processes, a full disk, and little patience with clients that stall."""
    with running_server(
        tmp_path_factory.mktemp("faults"),
        first=FULL_DISK,
        log=Path("/dev/full"),
        workers=2,
        header_seconds=3.0,
        body_seconds=3.0,
        answer_seconds=3.0,
    ) as running:
        yield running


def _idle(server: Server) -> bool:
    health = httpx.get(f"{server.url}/health", timeout=60).json()
    return health["busy"] == health["waiting"] == 0


def _answers(server: Server) -> bool:
    asked = httpx.post(f"{server.url}/api/compare", json={"case": "toy"}, timeout=60)
    return asked.status_code == 200


def _report(name: str, tally: Tally) -> None:
    slowest = max(tally.seconds, default=0.0)
    print(f"{name}: {tally.right} right, {tally.wrong} wrong, {tally.refused} refused", end=", ")
    print(f"{len(tally.lost)} lost, slowest {slowest:.2f} s")


def test_fifty_clients_get_each_their_own_answer_while_processes_are_killed(strained):
    async def use() -> Tally:
        crowding = asyncio.create_task(crowd(strained.url, clients=CLIENTS, requests=2))
        for worker in strained.workers():
            await asyncio.sleep(0.5)
            worker.kill()
        return await crowding

    tally = asyncio.run(use())
    _report("50 clients, both processes killed", tally)
    assert (tally.right, tally.wrong, tally.refused, tally.lost) == (2 * CLIENTS, 0, 0, [])
    assert len(strained.workers()) == 2
    assert _idle(strained)


def test_the_work_of_clients_that_went_away_is_ended(strained):
    first, second = (worker.pid for worker in strained.workers())
    with stopped(first), stopped(second):  # for the 30 s of their limit, if nobody ended them
        with many(strained, 20, SMALL):
            url = f"{strained.url}/health"
            until(lambda: httpx.get(url, timeout=60).json()["waiting"] == 18)
        until(lambda: _idle(strained), seconds=25)
    assert _answers(strained)


def test_stalled_connections_are_ended_while_the_others_go_on(strained):
    with (
        many(strained, 10, b"") as silent,
        many(strained, 10, HALF_A_HEADER) as half_headers,
        many(strained, 10, SMALL) as half_second_headers,
        many(strained, 10, HALF_A_BODY) as half_bodies,
        connect(strained, HALF_A_HEADER) as trickle,
    ):
        for connection in half_second_headers:
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
            connection.sendall(HALF_A_HEADER)
        assert _answers(strained)
        until(lambda: _ends_while_bytes_trickle(trickle))
        for connection in (*silent, *half_headers):
            assert until_closed(connection) == b""
        for connection in half_bodies:
            assert until_closed(connection).startswith(b"HTTP/1.1 408")
        for connection in half_second_headers:
            until_closed(connection)


def test_more_connections_than_the_limit_are_refused_until_some_end(strained):
    url = f"{strained.url}/health"
    with many(strained, 2 + Settings.waiting + CONNECTIONS, b""):
        until(lambda: httpx.get(url, timeout=60).status_code == 503)
        until(lambda: httpx.get(url, timeout=60).status_code == 200)


def _ends_while_bytes_trickle(connection: socket.socket) -> bool:
    connection.settimeout(0.1)
    try:
        connection.sendall(b"x")
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_a_client_that_does_not_read_is_ended(strained):
    ask = b"GET /static/page.css HTTP/1.1\r\nHost: localhost\r\n\r\n"  # for some 8 KB
    with connect(strained) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(1000 * ask)
        ends = (strained.port, connection.getsockname()[1])
        until(lambda: ends not in _established())


def _established() -> set[tuple[int, int]]:
    """The ports of the connections that are open on this machine: ours and the other's."""
    return {
        (found.laddr.port, found.raddr.port)
        for found in psutil.net_connections("tcp")
        if found.status == psutil.CONN_ESTABLISHED
    }


def test_a_full_disk_changes_no_answer(strained):
    for name, start in (("figure.pdf", b"%PDF"), ("report.html", b"<!doctype html>")):
        answer = httpx.get(f"{strained.url}/download/{name}?case=toy", timeout=60)
        assert answer.content.startswith(start)
    rows = "".join(f"P{i},{i % 7},{i % 5}\n" for i in range(300_000))
    files = {"file": ("x.csv", f"problem,A,B\n{rows}".encode())}
    refused = httpx.post(f"{strained.url}/", data={"better": "lower"}, files=files, timeout=60)
    assert "300000 problems" in refused.text


_POOL = """
import asyncio, json, sys
from evenkeel.web.options import Source
from evenkeel.web.pool import Pool
from evenkeel.web.settings import Settings

async def main():
    asked = json.loads(sys.stdin.buffer.read())
    pool = Pool(Settings(workers=1))
    await pool.run("cases")
    source = Source(data=asked.pop("table").encode(), better=asked.pop("better"))
    task = asyncio.create_task(pool.run("power", source, asked))
    await asyncio.sleep(0.5)
    print(pool._workers[0]._process.pid, flush=True)
    await task

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_server_that_is_killed_leaves_no_process_behind(tmp_path):
    script = tmp_path / "pool.py"
    script.write_text(_POOL)
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(long_request().partition(b"\r\n\r\n")[2])
        server.stdin.close()
        worker = psutil.Process(int(server.stdout.readline()))
        os.kill(server.pid, signal.SIGKILL)
    alive = psutil.wait_procs([worker], timeout=20)[1]
    for process in alive:
        process.kill()
    assert alive == []
