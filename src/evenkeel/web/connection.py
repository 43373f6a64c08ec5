"""Connections that end when nothing comes or goes on them.

uvicorn times idle connections only after a first request, and never one whose client does not
read. Here each step has its time: the first lines of a request, and the taking of its answer;
`BoundedBody` times the body between them, and the pool the work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from evenkeel.web.settings import Settings


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
