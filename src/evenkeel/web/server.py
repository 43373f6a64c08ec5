"""Listen on an address until told to end; connections end when nothing comes."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from evenkeel.errors import InputError
from evenkeel.web.app import create_app
from evenkeel.web.settings import Settings, log_to_standard_error

# Connections that end when nothing comes or goes on them.
#
# uvicorn times idle connections only after a first request, and never one whose client does not
# read. Here each step has its time: the first lines of a request, and the taking of its answer;
# `BoundedBody` times the body between them, and the pool the work.


def timed_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """The protocol for uvicorn's `http`, with the times of `settings`."""

    class TimedProtocol(_Timed):
        header_seconds = settings.header_seconds
        answer_seconds = settings.answer_seconds

    return TimedProtocol


class _Timed(H11Protocol):
    header_seconds: float
    answer_seconds: float

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # so that all that waits unsent is noticed
        self._headers = _Countdown(self.loop, self.header_seconds, transport.abort)
        self._answer = _Countdown(self.loop, self.answer_seconds, transport.abort)
        self._headers.start()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:  # a request may begin, or its first lines lack some
            self._headers.start()
        else:
            self._headers.stop()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._answer.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._answer.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._headers.stop()
        self._answer.stop()


class _Countdown:
    """A call that is made unless it is stopped in time; starting it twice changes nothing."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, seconds: float, call: Callable[[], object]
    ) -> None:
        self._loop, self._seconds, self._call = loop, seconds, call
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        if self._handle is None:
            self._handle = self._loop.call_later(self._seconds, self._call)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


# Listen on an address, and run the application there until it is told to end.


CONNECTIONS = 200  # beside those of requests that are worked on or wait
EVERYWHERE = "0.0.0.0"
_ALL = socket.AI_PASSIVE  # addresses to listen on: none is all
_ABSENT = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)  # such as ::1 of localhost without IPv6


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets on which clients can wait from now on, of one port; 0 is any that is free."""
    listening: list[socket.socket] = []
    for family, address in _addresses(host):
        try:
            opened = socket.create_server((address, port), family=family)
        except OSError as error:
            if error.errno in _ABSENT and listening:
                continue
            for each in listening:
                each.close()
            raise InputError(_refused(host, port, error)) from None
        listening.append(opened)
        port = opened.getsockname()[1]
    return listening


def _addresses(host: str) -> Sequence[tuple[socket.AddressFamily, str]]:
    """The addresses of a name, each once; "all" must be said, of IPv4."""
    try:
        found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=_ALL)
    except (OSError, UnicodeError):
        raise InputError(
            f"--host {host!r} is no address and no name of this machine; give 127.0.0.1 for this "
            f"machine alone, or {EVERYWHERE} for all that reach it"
        ) from None
    addresses = list(dict.fromkeys((family, str(place[0])) for family, _, _, _, place in found))
    vague = any(ipaddress.ip_address(place.split("%")[0]).is_unspecified for _, place in addresses)
    if vague and host != EVERYWHERE:
        raise InputError(
            f"--host {host!r} does not say who may reach the page; give 127.0.0.1 for this machine "
            f"alone, {EVERYWHERE} for all that reach it by IPv4, or one address of this machine"
        )
    return addresses


def _refused(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"--port {port}: another program listens there, perhaps evenkeel already; end it, or "
            "give another port, or --port 0 for any that is free"
        )
    if error.errno == errno.EACCES:
        return f"--port {port}: the system does not permit it; give a port from 1024 to 65535"
    return f"--host {host}: {error.strerror}; give an address of this machine, such as 127.0.0.1"


def run(
    settings: Settings, listening: Sequence[socket.socket], ready: Callable[[], object]
) -> None:
    """Serve until Ctrl-C or SIGTERM; what runs then is finished first.

    `ready` is called as soon as requests are answered.
    """
    log_to_standard_error()
    server = _Server(
        uvicorn.Config(
            create_app(settings),
            http=timed_protocol(settings),
            ws="none",
            access_log=False,  # it would hold addresses with the users' choices
            log_config=None,  # the lines of uvicorn go where ours go
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=int(settings.seconds) + 5,
            limit_concurrency=settings.workers + settings.waiting + CONNECTIONS,
            h11_max_incomplete_event_size=64 * 1024,
        ),
        ready,
    )
    with suppress(KeyboardInterrupt):
        server.run(sockets=list(listening))
    if not server.started:
        sys.exit(1)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._ready()
