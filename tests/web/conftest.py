"""One server for all tests of the web page, and a browser."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright

from evenkeel.web.settings import Settings
from latex import require
from web_server import Server, running_server

PATIENCE = 300.0  # seconds for one answer, so that no test hangs on how busy the machine is
NAME = "evenkeel.test"  # by which a browser reaches the server in plain HTTP
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    hosts = (*Settings.hosts, NAME)
    folder = tmp_path_factory.mktemp("web")
    with running_server(folder, workers=1, seconds=PATIENCE, hosts=hosts) as running:
        yield running


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE + 30) as opened:
        yield opened


@pytest.fixture(scope="module")  # while it is open, nothing else can run an event loop
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=require("chromium"), args=_ARGUMENTS, timeout=60_000
        )
        yield launched
        launched.close()


@pytest.hookimpl(tryfirst=True)  # before tests are left out by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
