"""What surrounds every request: a bounded body in memory, safe headers, a log without data."""

from __future__ import annotations

import asyncio
import json
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from evenkeel.web.logs import logger
from evenkeel.web.settings import MEGABYTE, Settings

_BODY_SECONDS = 60.0  # to receive a request; a slow client must not hold memory for ever
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class SafeHeaders:
    """Add the content security policy and its companions to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                known = {name for name, _ in headers}
                headers += [*_HEADERS]
                if b"cache-control" not in known:
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        await self.app(scope, receive, guarded if scope["type"] == "http" else send)


class RequestLog:
    """Log a line of JSON a request: when, what route, status, duration. No address, no data."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        facts: dict[str, object] = {"status": 500, "bytes": 0}

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                facts["status"] = message["status"]
            elif message["type"] == "http.response.body":
                facts["bytes"] = int(str(facts["bytes"])) + len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counted)
        finally:
            route = scope.get("route")
            logger.info(
                "request",
                extra={
                    "facts": {
                        "id": secrets.token_hex(4),
                        "method": scope["method"] if scope["method"] in _METHODS else "other",
                        "route": getattr(route, "path", "unknown"),
                        "milliseconds": round(1e3 * (time.perf_counter() - begun), 1),
                        **facts,
                    }
                },
            )


_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class BoundedBody:
    """Receive the body in memory up to a limit; refuse the rest of it with 413."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.limit = settings.max_upload

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        declared = next((v for name, v in scope["headers"] if name == b"content-length"), b"0")
        if declared.isdigit() and int(declared) > self.limit:
            await self._refuse(scope, send)
            return
        body = bytearray()
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                more = True
                while more:
                    message = await receive()
                    if message["type"] != "http.request":
                        return  # the client went away
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > self.limit:
                        await self._refuse(scope, send)
                        return
        except TimeoutError:
            await _answer(
                scope, send, 408, "SlowRequestError", "the request took too long to arrive"
            )
            return
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        await self.app(scope, replay, send)

    async def _refuse(self, scope: Scope, send: Send) -> None:
        text = (
            f"the request is larger than {self.limit / MEGABYTE:g} MB, the limit of this server; "
            "send a smaller table, or start the server with a larger --max-upload"
        )
        await _answer(scope, send, 413, "TooLargeError", text)


async def _answer(scope: Scope, send: Send, status: int, kind: str, message: str) -> None:
    """Answer in JSON, or for the page in plain text."""
    if scope["path"].startswith("/api/"):
        media_type = b"application/json"
        body = json.dumps({"error": {"type": kind, "message": message, "faults": []}}).encode()
    else:
        media_type, body = b"text/plain; charset=utf-8", f"{message}\n".encode()
    headers = [
        (b"content-type", media_type),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
