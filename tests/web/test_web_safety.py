"""Safe by default: limits, busy processes, logs, hosts, shutdown, nothing on the disk."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import httpx
import psutil
import pytest

from evenkeel.cli.serve import serve
from evenkeel.errors import InputError, MissingPackageError
from evenkeel.web import jobs
from evenkeel.web.app import create_app
from evenkeel.web.logs import JsonLines
from evenkeel.web.options import Options, Source
from evenkeel.web.pool import Pool
from evenkeel.web.refusals import BusyError, CrashError, TimeLimitError
from evenkeel.web.settings import Settings
from web_server import free_port, running_server

SMALL = Source(case="toy")
TITLE = "Comparison of 4 algorithms on 4 problems"


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """Let a process of the pool stand still, as if its job took very long."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGCONT)


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


def test_a_process_that_dies_is_replaced(shared):
    runner, pool = shared

    async def use() -> None:
        with stopped(_process(pool)):
            doomed = await _asked(pool)
            other = await _asked(pool)
            os.kill(_process(pool), signal.SIGKILL)
            with pytest.raises(CrashError, match="more memory"):
                await doomed
        assert (await other)["title"] == TITLE
        assert pool.busy == 0

    runner.run(use())


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


def test_memory_is_limited():
    code = (
        "from evenkeel.web.pool import _limit_memory\n"
        "_limit_memory(1_000_000_000)\n"
        "try:\n    bytearray(2_000_000_000)\n"
        "except MemoryError:\n    print('limited')\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "limited\n"


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (MemoryError(), 422, "CrashError"),
        (OverflowError("too large"), 422, "InputError"),
        (MissingPackageError("fastexcel", "reading an Excel file", "excel"), 422, "MissingPack"),
        (ZeroDivisionError("data of the user"), 500, "InternalError"),
    ],
)
def test_what_a_job_can_fail_with(monkeypatch, caplog, error, status, kind):
    def fail() -> None:
        raise error

    monkeypatch.setitem(jobs._JOBS, "fail", fail)
    done, refused = jobs.perform("fail", ())
    assert not done
    assert refused[0] == status
    assert refused[1].startswith(kind)
    if status == 500:
        assert "data of the user" not in refused[2]
        line = JsonLines().format(caplog.records[-1])
        assert "data of the user" not in line
        assert json.loads(line)["fault"]["type"] == "ZeroDivisionError"


def test_a_busy_server_answers_503_stays_well_and_finishes_what_runs(tmp_path):
    with running_server(tmp_path, workers=1, waiting=0) as server:
        (worker,) = (
            child.pid
            for child in psutil.Process(server.process.pid).children()
            if "spawn_main" in " ".join(child.cmdline())
        )
        ask = {"url": f"{server.url}/api/compare", "json": {"case": "toy"}, "timeout": 60}
        with (
            ThreadPoolExecutor(1) as threads,
            httpx.Client(base_url=server.url, timeout=60) as client,
        ):
            with stopped(worker):
                running = threads.submit(httpx.post, **ask)
                _until(lambda: client.get("/health").json()["busy"] == 1)
                refused = client.post("/api/compare", json={"case": "toy"})
                page = client.get("/?case=toy")
                server.process.send_signal(signal.SIGTERM)
                time.sleep(0.3)
                assert server.process.poll() is None
            assert running.result().status_code == 200
        assert server.process.wait(30) in (0, -signal.SIGTERM)
    assert refused.status_code == page.status_code == 503
    assert refused.headers["retry-after"] == "5"
    assert "busy" in refused.json()["error"]["message"]
    assert "The server is busy" in page.text


def _until(condition, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_log_is_json_and_holds_nothing_of_the_users(client, server):
    client.post("/", data={"table": "secret_problem,SecretA,SecretB\n", "better": "lower"})
    client.get("/?case=toy&control=SecretC")
    client.get("/Secret/path")
    _until(lambda: "/health" in server.log.read_text())
    time.sleep(0.2)
    text = server.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"time", "level", "event", "route", "status", "milliseconds"} <= set(lines[-1])
    assert {line["route"] for line in lines} >= {"/", "/health", "unknown"}
    assert "ecret" not in text


def test_a_foreign_host_name_is_refused(client):
    # a page of another site could else read the answers through a name that it points here
    for path in ("/", "/health", "/?case=toy"):
        assert client.get(path, headers={"host": "evil.example"}).status_code == 400
    assert client.get("/health", headers={"host": "localhost:1"}).status_code == 200


def test_the_headers_are_safe_on_every_answer(client):
    for path in ("/", "/health", "/nothing", "/static/page.js", "/download/report.html?case=toy"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert client.get("/?case=toy").headers["cache-control"] == "no-store"


def test_large_uploads_stay_in_memory(monkeypatch):
    def written(*arguments: object, **options: object) -> None:
        raise AssertionError("an upload was written to the disk")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", written)
    rows = "".join(f"P{i},{i % 7},{i % 5}\n" for i in range(300_000))
    table = f"problem,A,B\n{rows}".encode()
    assert len(table) > 2_000_000

    async def send() -> httpx.Response:
        app = create_app(Settings(workers=1))
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            files = {"file": ("x.csv", table)}
            return await client.post("/", data={"better": "lower"}, files=files)

    answer = asyncio.run(send())
    assert answer.status_code == 413
    assert "300000 problems" in answer.text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"port": 0}, "--port 0"),
        ({"max_upload": 0}, "--max-upload 0"),
        ({"workers": 0}, "--workers 0"),
        ({"seconds": -1}, "--seconds -1"),
    ],
)
def test_serve_checks_its_options(options, words):
    with pytest.raises(InputError, match=words):
        serve(no_browser=True, **options)


def test_serve_names_the_extra_that_is_missing(monkeypatch):
    monkeypatch.setattr("evenkeel.cli.serve.find_spec", lambda name: None)
    with pytest.raises(MissingPackageError, match=r"fastapi.*evenkeel\[web\]"):
        serve(no_browser=True)


def test_serve_passes_its_options_on_and_says_where_the_page_is(monkeypatch, capsys):
    ran: list[tuple[Settings, str, int]] = []
    monkeypatch.setattr("evenkeel.web.server.run", lambda *arguments: ran.append(arguments))
    port = free_port()
    serve(port=port, max_upload=2, workers=3, no_browser=True)
    (settings, host, chosen), *_ = ran
    assert (host, chosen, settings.workers, settings.max_upload) == (
        "127.0.0.1",
        port,
        3,
        2_000_000,
    )
    assert f"http://127.0.0.1:{port}" in capsys.readouterr().err
    serve(host="0.0.0.0", port=port, no_browser=True)
    assert "others can reach the page" in capsys.readouterr().err
