"""A bounded pool of processes, each with a time and a memory limit.

A process that takes too long or dies is replaced without any harm to the others; a job, which
leaves no traces, is then done once more. Work that nobody waits for any longer is ended. This
module imports nothing heavy: it is what a new process sees first, before its limits are set.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection, wait
from typing import Any

from evenkeel.web.answers import BusyError, CrashError, RefusedError, TimeLimitError
from evenkeel.web.settings import Settings, log_to_standard_error

_START_SECONDS = 120.0  # to import what the jobs need, on a slow and busy machine
_UNWANTED_SECONDS = 1.0  # for work that nobody waits for: a new process would take longer
_LOOK_SECONDS = 0.1  # between looks whether anybody waits
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
        unwanted = threading.Event()
        task = asyncio.create_task(self._work(worker, job, arguments, unwanted))
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        try:
            return await asyncio.shield(task)  # the process is busy even if the client goes away
        except asyncio.CancelledError:
            unwanted.set()
            raise

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # which nobody else asks for, if the client went away

    async def _take(self) -> _Worker:
        with contextlib.suppress(asyncio.QueueEmpty):
            return self._idle.get_nowait()
        if self.waiting >= self._settings.waiting:
            raise BusyError
        self.waiting += 1
        try:
            async with asyncio.timeout(self._settings.seconds):
                return await self._idle.get()
        except TimeoutError:
            raise BusyError from None
        finally:
            self.waiting -= 1

    async def _work(
        self, worker: _Worker, job: str, arguments: tuple[object, ...], unwanted: threading.Event
    ) -> Any:
        loop = asyncio.get_running_loop()
        try:
            done, answer = await loop.run_in_executor(
                self._threads, worker.call, job, arguments, unwanted
            )
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

    def _replace(self) -> str:
        """Start another process; how this one ended."""
        self._process.join(_LOOK_SECONDS)
        how = _ending(self._process.exitcode)
        self._process.kill()
        self._process.join()
        self._pipe.close()
        self._start()
        return how

    def call(
        self, job: str, arguments: tuple[object, ...], unwanted: threading.Event
    ) -> tuple[bool, Any]:
        """Have the job done; whether it was, and its answer or the refusal."""
        how = ""
        if not self._process.is_alive():
            self._replace()
        for _ in range(2):
            try:
                self._wait_until_ready()
                self._pipe.send((job, arguments))
                if not self._answers(unwanted):
                    self._replace()
                    raise TimeLimitError(self._settings.seconds)
                answer: tuple[bool, Any] = self._pipe.recv()
                return answer
            except (EOFError, OSError):
                how = self._replace()
        raise CrashError(how)

    def _wait_until_ready(self) -> None:
        if self._ready:
            return
        if not self._pipe.poll(_START_SECONDS):
            raise OSError("a process does not start")
        self._pipe.recv()
        self._ready = True

    def _answers(self, unwanted: threading.Event) -> bool:
        """Wait for the answer; whether it comes in time."""
        end = time.monotonic() + self._settings.seconds
        while not self._pipe.poll(_LOOK_SECONDS):
            now = time.monotonic()
            if unwanted.is_set():
                end = min(end, now + _UNWANTED_SECONDS)
            if now >= end:
                return False
        return True

    def end(self) -> None:
        """Ask the process to end; kill it if it does not."""
        with contextlib.suppress(OSError):
            self._pipe.send(None)
        self._process.join(2.0)
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _ending(code: int | None) -> str:
    """How a process ended, in words."""
    if code is None:
        return "it did not answer"
    if code >= 0:
        return f"exit status {code}"
    with contextlib.suppress(ValueError):
        return f"ended by {signal.Signals(-code).name}"
    return f"ended by signal {-code}"


def _serve(pipe: Connection, memory: int) -> None:
    """Do jobs until the pipe is closed (what a process of the pool runs)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to end
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    _limit_memory(memory)
    threading.Thread(target=_end_with_server, daemon=True).start()
    log_to_standard_error()
    from evenkeel.web.jobs import perform, prepare

    prepare()
    pipe.send("ready")
    with contextlib.suppress(EOFError, OSError):
        while (message := pipe.recv()) is not None:
            pipe.send(perform(*message))


def _end_with_server() -> None:
    """End at once when the server is killed, whatever is being computed."""
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(1)


def _limit_memory(memory: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    if memory:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
