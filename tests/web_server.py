"""Start the web server of the tests on a free port of this machine, and stop it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

_START = """
import sys
from evenkeel.web.server import run
from evenkeel.web.settings import Settings
if __name__ == "__main__":
    run(Settings(**{settings!r}), "127.0.0.1", {port})
"""


@dataclass(frozen=True)
class Server:
    """A running server: its address, its process and the file with its log."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_server(folder: Path, **settings: object) -> Iterator[Server]:
    """A server with these settings, ready to answer."""
    port = free_port()
    script, log = folder / f"server_{port}.py", folder / f"server_{port}.log"
    script.write_text(_START.format(settings=settings, port=port), encoding="utf-8")
    with log.open("wb") as stream:
        process = subprocess.Popen([sys.executable, str(script)], stderr=stream, cwd=folder)
    server = Server(f"http://127.0.0.1:{port}", process, log)
    try:
        _wait(server)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(server: Server, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if server.process.poll() is not None:
            raise RuntimeError(f"the server ended: {server.log.read_text()[-2000:]}")
        try:
            httpx.get(f"{server.url}/health", timeout=5).raise_for_status()
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server does not answer")
