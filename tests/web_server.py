"""Start the web server of the tests on a free port of this machine, and stop it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

_START = """
from evenkeel.web.server import listen, run
from evenkeel.web.settings import Settings
if __name__ == "__main__":
    {first}
    run(Settings(**{settings!r}), listen("127.0.0.1", {port}), list)
"""
FULL_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"  # for any file


@dataclass(frozen=True)
class Server:
    """A running server: its address, its process and the file with its log."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def port(self) -> int:
        """The port on this machine."""
        return int(self.url.rpartition(":")[2])

    def workers(self) -> list[psutil.Process]:
        """The processes that compute."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return [child for child in children if _is_worker(child)]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_server(
    folder: Path,
    *,
    first: str = "pass",
    log: Path | None = None,
    prefix: Sequence[str] = (),
    **settings: object,
) -> Iterator[Server]:
    """A server with these settings, ready to answer; `first` is done before it starts."""
    port = free_port()
    script, log = folder / f"server_{port}.py", log or folder / f"server_{port}.log"
    text = _START.format(first=first, settings=settings, port=port)
    script.write_text(text, encoding="utf-8")
    with log.open("wb") as stream:
        command = [*prefix, sys.executable, str(script)]
        # Nothing that the tests were started with may decide what waits in a buffer.
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
        process = subprocess.Popen(command, stderr=stream, cwd=folder, env=environment)
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


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """Let a process of the pool stand still, as if its job took very long."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until a condition holds, which must not take for ever."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come true"
        time.sleep(0.02)


def _is_worker(process: psutil.Process) -> bool:
    try:
        return "spawn_main" in " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return False


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
