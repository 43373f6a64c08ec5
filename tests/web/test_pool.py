"""The pool of processes: too long, too much, killed, abandoned; no request harms another."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from evenkeel.web import pool as pools
from evenkeel.web.answers import BusyError, CrashError, TimeLimitError
from evenkeel.web.options import Options, Source
from evenkeel.web.pool import Pool
from evenkeel.web.settings import Settings
from web_server import stopped

SMALL = Source(case="toy")
TITLE = "Comparison of 4 algorithms on 4 problems"


@pytest.fixture(scope="module")
def shared() -> Iterator[tuple[asyncio.Runner, Pool]]:
    """A pool of one process, with room for one request that waits."""
    with asyncio.Runner() as runner:

        async def start() -> Pool:
            pool = Pool(Settings(workers=1, waiting=1))
            await pool.run("compare", SMALL, Options())
            return pool

        pool = runner.run(start())
        yield runner, pool
        runner.run(pool.close())


def _process(pool: Pool) -> int:
    number = pool._workers[0]._process.pid
    assert number is not None
    return number


async def _asked(pool: Pool) -> asyncio.Task[dict[str, object]]:
    """A request that a process has taken up, or that waits."""
    task = asyncio.create_task(pool.run("compare", SMALL, Options()))
    await asyncio.sleep(0.05)
    return task


async def _replaced(pool: Pool, before: int) -> None:
    while pool._workers[0]._process.pid in (before, None):  # None: it has not started yet
        await asyncio.sleep(0.01)


@pytest.mark.slow
def test_a_job_that_takes_too_long_is_ended_and_its_process_replaced(shared, monkeypatch):
    runner, pool = shared

    async def use() -> None:
        before = _process(pool)
        with monkeypatch.context() as patch, stopped(before):
            patch.setattr(pool._workers[0], "_settings", Settings(workers=1, seconds=0.2))
            with pytest.raises(TimeLimitError, match=r"more than 0\.2 s"):
                await pool.run("compare", SMALL, Options())
        assert (await pool.run("compare", SMALL, Options()))["title"] == TITLE
        assert _process(pool) != before

    runner.run(use())


@pytest.mark.slow
def test_the_job_of_a_process_that_was_killed_is_done_by_the_next(shared):
    runner, pool = shared

    async def use() -> None:
        with stopped(_process(pool)):
            doomed = await _asked(pool)
            other = await _asked(pool)
            os.kill(_process(pool), signal.SIGKILL)
            assert (await doomed)["title"] == (await other)["title"] == TITLE
        assert pool.busy == 0

    runner.run(use())


@pytest.mark.slow
def test_a_job_whose_process_is_killed_twice_is_refused_and_told_the_truth(shared):
    runner, pool = shared

    async def use() -> None:
        first = _process(pool)
        with stopped(first):
            doomed = await _asked(pool)
            os.kill(first, signal.SIGKILL)
            await _replaced(pool, first)
        second = _process(pool)
        with stopped(second):
            os.kill(second, signal.SIGKILL)
            with pytest.raises(CrashError, match=r"ended twice .*ended by SIGKILL") as refused:
                await doomed
        assert refused.value.status == 503
        assert (await pool.run("compare", SMALL, Options()))["title"] == TITLE

    runner.run(use())


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (None, "it did not answer"),
        (3, "exit status 3"),
        (-signal.SIGSEGV, "ended by SIGSEGV"),
        (-200, "ended by signal 200"),
    ],
)
def test_how_a_process_ended_is_said_in_words(code, words):
    assert pools._ending(code) == words


def test_more_requests_than_may_wait_are_refused_at_once(shared):
    runner, pool = shared

    async def use() -> None:
        with stopped(_process(pool)):
            running, waiting = await _asked(pool), await _asked(pool)
            assert (pool.busy, pool.waiting) == (1, 1)
            with pytest.raises(BusyError, match="busy"):
                await pool.run("compare", SMALL, Options())
        assert (await running)["title"] == (await waiting)["title"] == TITLE

    runner.run(use())


def test_a_client_that_goes_away_frees_no_busy_process(shared):
    runner, pool = shared

    async def use() -> None:
        with stopped(_process(pool)):
            task = await _asked(pool)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert pool.busy == 1
        answer = await pool.run("adjust", [0.01], ["holm"], 0.05)
        assert answer["title"] == "Adjusted p-values"  # its own answer, not that of the other

    runner.run(use())


@pytest.mark.slow
def test_a_long_job_whose_client_goes_away_is_ended(shared, monkeypatch):
    runner, pool = shared
    monkeypatch.setattr(pools, "_UNWANTED_SECONDS", 0.1)

    async def use() -> None:
        before = _process(pool)
        with stopped(before):  # for 30 s, if nobody ended it
            task = await _asked(pool)
            task.cancel()
            await _replaced(pool, before)
        assert (await pool.run("compare", SMALL, Options()))["title"] == TITLE

    runner.run(use())


def test_a_client_that_goes_away_leaves_the_queue(shared):
    runner, pool = shared

    async def use() -> None:
        with stopped(_process(pool)):
            running, waiting = await _asked(pool), await _asked(pool)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert pool.waiting == 0
            last = await _asked(pool)
            assert pool.waiting == 1
        assert (await running)["title"] == (await last)["title"] == TITLE

    runner.run(use())


def test_a_refusal_that_nobody_waits_for_is_not_logged(shared, caplog):
    runner, pool = shared

    async def use() -> None:
        with stopped(_process(pool)):
            task = asyncio.create_task(pool.run("compare", Source(case="secret"), Options()))
            await asyncio.sleep(0.05)
            task.cancel()
        await pool.run("compare", SMALL, Options())

    runner.run(use())
    assert caplog.records == []


@pytest.mark.slow
def test_memory_is_limited():
    code = (
        "from evenkeel.web.pool import _limit_memory\n"
        "_limit_memory(1_000_000_000)\n"
        "try:\n    bytearray(2_000_000_000)\n"
        "except MemoryError:\n    print('limited')\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "limited\n"
