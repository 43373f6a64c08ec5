"""A bounded pool of processes, each with a time and a memory limit.

A process that takes too long or dies is replaced without any harm to the others. This module
imports nothing heavy: it is what a new process sees first, before its limits are set.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from evenkeel.web.logs import log_to_standard_error
from evenkeel.web.refusals import BusyError, CrashError, RefusedError, TimeLimitError
from evenkeel.web.settings import Settings

_START_SECONDS = 120.0  # to import what the jobs need, on a slow and busy machine
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS")


class Pool:
    """Processes that do jobs: at most `workers` at a time, and so many waiting."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(settings.workers, thread_name_prefix="evenkeel-pool")
        self._workers = [_Worker(settings) for _ in range(settings.workers)]
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.waiting = 0

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return self._settings.workers - self._idle.qsize()

    async def run(self, job: str, *arguments: object) -> Any:
        """Have a process do the job of that name in `evenkeel.web.jobs`, and return its answer.

        Raises
        ------
        RefusedError
            If the input is refused, the time or the memory does not suffice, or all are busy.
        """
        worker = await self._take()
        task = asyncio.create_task(self._work(worker, job, arguments))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)  # a client that goes away must not free a busy process

    async def _take(self) -> _Worker:
        with contextlib.suppress(asyncio.QueueEmpty):
            return self._idle.get_nowait()
        if self.waiting >= self._settings.waiting:
            raise BusyError
        self.waiting += 1
        try:
            return await asyncio.wait_for(self._idle.get(), self._settings.seconds)
        except TimeoutError:
            raise BusyError from None
        finally:
            self.waiting -= 1

    async def _work(self, worker: _Worker, job: str, arguments: tuple[object, ...]) -> Any:
        loop = asyncio.get_running_loop()
        try:
            done, answer = await loop.run_in_executor(self._threads, worker.call, job, arguments)
        finally:
            self._idle.put_nowait(worker)
        if not done:
            raise RefusedError(*answer)
        return answer

    async def close(self) -> None:
        """Let running jobs finish, then end the processes."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self._settings.seconds)
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


class _Worker:
    """A process and the pipe to it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self._settings.memory), daemon=True, name="evenkeel worker"
        )
        self._process.start()
        theirs.close()
        self._ready = False

    def _replace(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()
        self._start()

    def call(self, job: str, arguments: tuple[object, ...]) -> tuple[bool, Any]:
        """Have the job done; whether it was, and its answer or the refusal."""
        if not self._process.is_alive():
            self._replace()
        try:
            self._wait_until_ready()
            self._pipe.send((job, arguments))
            if not self._pipe.poll(self._settings.seconds):
                self._replace()
                raise TimeLimitError(self._settings.seconds)
            answer: tuple[bool, Any] = self._pipe.recv()
            return answer
        except (EOFError, OSError):
            self._replace()
            raise CrashError from None

    def _wait_until_ready(self) -> None:
        if self._ready:
            return
        if not self._pipe.poll(_START_SECONDS):
            raise OSError("a process does not start")
        self._pipe.recv()
        self._ready = True

    def end(self) -> None:
        """Ask the process to end; kill it if it does not."""
        with contextlib.suppress(OSError):
            self._pipe.send(None)
        self._process.join(2.0)
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _serve(pipe: Connection, memory: int) -> None:
    """Do jobs until the pipe is closed (what a process of the pool runs)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to end
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    _limit_memory(memory)
    log_to_standard_error()
    from evenkeel.web.jobs import perform, prepare

    prepare()
    pipe.send("ready")
    with contextlib.suppress(EOFError, OSError):
        while (message := pipe.recv()) is not None:
            pipe.send(perform(*message))


def _limit_memory(memory: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    if memory:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
