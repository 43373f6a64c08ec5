"""Safe by default: what a job can fail with, a busy server, the log, headers, shutdown, no disk."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from evenkeel.cli.serve import serve
from evenkeel.errors import InputError, MissingPackageError
from evenkeel.web import jobs
from evenkeel.web.app import create_app
from evenkeel.web.settings import JsonLines, Settings
from web_server import running_server, stopped, until


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (MemoryError(), 422, "MemoryLimitError"),
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


@pytest.mark.slow
def test_a_busy_server_answers_503_stays_well_and_finishes_what_runs(tmp_path):
    with running_server(tmp_path, workers=1, waiting=0) as server:
        (worker,) = (process.pid for process in server.workers())
        ask = {"url": f"{server.url}/api/compare", "json": {"case": "toy"}, "timeout": 60}
        with (
            ThreadPoolExecutor(1) as threads,
            httpx.Client(base_url=server.url, timeout=60) as client,
        ):
            with stopped(worker):
                running = threads.submit(httpx.post, **ask)
                until(lambda: client.get("/health").json()["busy"] == 1)
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


@pytest.mark.slow
def test_the_log_is_json_and_holds_nothing_of_the_users(client, server):
    client.post("/", data={"table": "secret_problem,SecretA,SecretB\n", "better": "lower"})
    client.get("/?case=toy&control=SecretC")
    client.get("/Secret/path")
    until(lambda: "/health" in server.log.read_text())
    time.sleep(0.2)
    text = server.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"time", "level", "event", "route", "status", "milliseconds"} <= set(lines[-1])
    assert {line.get("route") for line in lines} >= {"/", "/health", "unknown"}
    assert "ecret" not in text


def test_what_other_packages_log_is_said_without_their_words():
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "data of the user", (), None)
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["event"]) == ("error", "asyncio")


def test_the_log_stays_json_when_a_request_is_no_http(client, server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(b"secret\r\n\r\n")
        assert b"400" in connection.recv(1000)
    until(lambda: "Invalid HTTP request" in server.log.read_text())
    for line in server.log.read_text().splitlines():
        assert "secret" not in str(json.loads(line))


@pytest.mark.slow
def test_the_headers_are_safe_on_every_answer(client):
    for path in ("/", "/health", "/nothing", "/static/page.js", "/download/report.html?case=toy"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers
    assert client.get("/?case=toy").headers["cache-control"] == "no-store"


@pytest.mark.slow
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
        ({"port": -1}, "--port -1"),
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
