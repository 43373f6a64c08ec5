"""Listen on an address, and run the application there until it is told to end."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

import uvicorn

from evenkeel.errors import InputError
from evenkeel.web.app import create_app
from evenkeel.web.connection import timed_protocol
from evenkeel.web.logs import log_to_standard_error
from evenkeel.web.settings import Settings

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
