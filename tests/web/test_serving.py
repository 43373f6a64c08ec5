"""``evenkeel serve``: where it listens, when it says so, and what it refuses."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from evenkeel.cli.serve import serve
from evenkeel.errors import InputError
from evenkeel.web.server import listen
from evenkeel.web.settings import Settings
from web_server import free_port

SERVE = [sys.executable, "-m", "evenkeel", "serve", "--no-browser", "--workers", "1"]


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which another program listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield int(other.getsockname()[1])


Ran = tuple[Settings, list[tuple[str, int]], Callable[[], object]]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Ran]:
    """What would be run: the settings, the addresses, and what is done when it answers."""
    found: list[Ran] = []

    def run(
        settings: Settings, listening: list[socket.socket], ready: Callable[[], object]
    ) -> None:
        found.append((settings, [each.getsockname()[:2] for each in listening], ready))
        for each in listening:
            each.close()

    monkeypatch.setattr("evenkeel.web.server.run", run)
    return found


def test_options_are_passed_on(ran):
    port = free_port()
    serve(port=port, max_upload=2, workers=3, no_browser=True)
    ((settings, addresses, _),) = ran
    assert addresses == [("127.0.0.1", port)]
    assert (settings.workers, settings.max_upload) == (3, 2_000_000)


def test_the_address_is_said_and_the_browser_opened_when_requests_are_answered(
    ran, monkeypatch, capsys
):
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("evenkeel.cli.serve.Thread", _AtOnce)
    serve(port=0)
    ((_, ((_, port),), ready),) = ran
    assert (capsys.readouterr().err, opened) == ("", [])
    ready()
    page = f"http://127.0.0.1:{port}"
    assert (capsys.readouterr().err, opened) == (f"evenkeel: {page} (Ctrl-C ends it)\n", [page])


class _AtOnce:
    """A thread that is done when it is started."""

    def __init__(self, target: Callable[..., object], args: list[str], daemon: bool) -> None:
        self.start = lambda: target(*args)


def test_no_browser_is_opened_for_others_who_are_told_of(ran, monkeypatch, capsys):
    monkeypatch.setattr("webbrowser.open", lambda page: pytest.fail("opened"))
    serve(host="0.0.0.0", port=0)
    ((_, _, ready),) = ran
    ready()
    assert "listening on 0.0.0.0: others can reach the page" in capsys.readouterr().err


def test_all_addresses_of_a_name_share_a_port(ran):
    serve(host="localhost", port=0, no_browser=True)
    ((_, addresses, _),) = ran
    assert addresses[0][0] in ("127.0.0.1", "::1")
    assert len({port for _, port in addresses}) == 1


@pytest.mark.parametrize("host", ["", "::", "0::0", "0", "0x0"])
def test_all_addresses_must_be_asked_for_plainly(host):
    with pytest.raises(InputError) as error:
        listen(host, 0)
    assert str(error.value) == (
        f"--host {host!r} does not say who may reach the page; give 127.0.0.1 for this machine "
        "alone, 0.0.0.0 for all that reach it by IPv4, or one address of this machine"
    )


@pytest.mark.parametrize("host", [" ", "no.such.name.invalid", "x" * 300, "a..b", "\0"])
def test_what_is_no_address_is_refused(host):
    with pytest.raises(InputError, match="is no address and no name of this machine; give 127"):
        listen(host, 0)


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(InputError, match=r"^--host 192\.0\.2\.1: .*; give an address of this mach"):
        listen("192.0.2.1", 0)  # of the documentation, RFC 5737


def test_a_port_that_the_system_keeps_is_refused(monkeypatch):
    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(InputError, match=r"^--port 80: the system does not permit it; give"):
        listen("127.0.0.1", 80)


def test_a_port_in_use_is_one_message_and_nothing_is_announced(taken):
    ended = subprocess.run([*SERVE, "--port", str(taken)], capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.decode().splitlines() == [
        f"evenkeel: --port {taken}: another program listens there, perhaps evenkeel already; end "
        "it, or give another port, or --port 0 for any that is free"
    ]


def test_a_free_port_is_found_and_told_when_it_answers(tmp_path: Path):
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        [*SERVE, "--port", "0"], stderr=subprocess.PIPE, cwd=tmp_path, env=environment, text=True
    ) as process:
        assert process.stderr is not None
        told = re.fullmatch(
            r"evenkeel: (http://127\.0\.0\.1:\d+) \(Ctrl-C ends it\)\n", process.stderr.readline()
        )
        try:
            assert told is not None
            assert httpx.get(f"{told[1]}/health", timeout=60).json()["status"] == "ok"
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
    assert process.returncode == 0
