"""What surrounds every request: limits, headers, a log, and who may ask."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from evenkeel.web.answers import BusyError, RefusedError, SlowRequestError
from evenkeel.web.settings import MEGABYTE, Settings, logger

# What surrounds every request: a bounded body in memory, safe headers, a log without data.


BODIES_HELD = 20  # the largest bodies that fit in memory at the same time
_TOO_LARGE = 413
_DISCARDED = 4  # times the largest body that is read on after a refusal, unkept
_DISCARDING = 5.0  # seconds for it
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with no-referrer the page's own forms had no origin
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
        facts: dict[str, object] = {"status": None, "bytes": 0}  # None: the client went away

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                facts["status"] = message["status"]
            elif message["type"] == "http.response.body":
                facts["bytes"] = int(str(facts["bytes"])) + len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counted)
        except Exception:
            facts["status"] = 500
            raise
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
    """Receive the body in memory, up to a limit for each request and one for all together."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.held = 0  # bytes of all bodies, until their requests are answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = bytearray()
        try:
            if await self._arrives(scope, receive, body):
                await _while_present(self.app, scope, bytes(body), receive, send)
        except RefusedError as refused:
            if refused.status == _TOO_LARGE:
                await _discard(receive, _DISCARDED * self.settings.max_upload)
            await send_refusal(scope, send, refused)
        finally:
            self.held -= len(body)

    async def _arrives(self, scope: Scope, receive: Receive, body: bytearray) -> bool:
        """Receive the whole `body` in time; False if the client went away meanwhile."""
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                return await self._receive(scope, receive, body)
        except TimeoutError:
            raise SlowRequestError(self.settings.body_seconds) from None

    async def _receive(self, scope: Scope, receive: Receive, body: bytearray) -> bool:
        limit = self.settings.max_upload
        declared = next((v for name, v in scope["headers"] if name == b"content-length"), b"0")
        if declared.isdigit() and int(declared) > limit:
            raise _too_large(limit)
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return False
            piece = message.get("body", b"")
            body += piece
            self.held += len(piece)
            if len(body) > limit:
                raise _too_large(limit)
            if self.held > BODIES_HELD * limit:
                raise BusyError
            more = message.get("more_body", False)
        return True


async def _discard(receive: Receive, most: int) -> None:
    """Let a client finish what it sends: one that cannot would lose the answer with its line."""
    try:
        async with asyncio.timeout(_DISCARDING):
            while most > 0:
                message = await receive()
                most -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return
    except TimeoutError:
        pass


async def _while_present(
    app: ASGIApp, scope: Scope, body: bytes, receive: Receive, send: Send
) -> None:
    """Have a request answered, but end the work on it when its client goes away."""
    gone = asyncio.ensure_future(receive())  # the body is here: what comes next is the end
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await asyncio.shield(gone)
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    work = asyncio.ensure_future(app(scope, replay, send))
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        work.cancel()  # which does nothing to work that is done
    await asyncio.wait((work,))
    if not work.cancelled():
        work.result()


def _too_large(limit: int) -> RefusedError:
    return RefusedError(
        _TOO_LARGE,
        "TooLargeError",
        f"the request is larger than {limit / MEGABYTE:g} MB, the limit of this server; "
        "send a smaller table, or start the server with a larger --max-upload",
    )


async def send_refusal(scope: Scope, send: Send, refused: RefusedError) -> None:
    """Answer in JSON, or for the page in plain text, before anything was computed."""
    if scope["path"].startswith("/api/"):
        media_type, body = b"application/json", json.dumps(refused.as_dict()).encode()
    else:
        media_type, body = b"text/plain; charset=utf-8", f"{refused.message}\n".encode()
    headers = [
        (b"content-type", media_type),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *((name.encode(), value.encode()) for name, value in refused.headers.items()),
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


# Who may ask: under a name of this server, and not on behalf of another site's page.
#
# A browser sends requests for any page that it shows, also to a server on its own machine. Two
# headers that no page can forge tell them: `Sec-Fetch-Site`, and `Origin` where a browser sends no
# other (an old one, or one that reaches the server by plain HTTP under a name). Programs send
# neither and are served.


_AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:/?#@\s]+)(?::\d*)?")  # a name, and its port
_OWN = ("same-origin", "none")  # none: typed, a bookmark, or opened by a program


class KnownHost:
    """Refuse names that are not the server's, which a foreign page could have pointed here."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.hosts = {host.lower() for host in settings.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http":
            given = _headers(scope).get("host", "")
            name = _AUTHORITY.fullmatch(given.lower())
            if name is None or name[1] not in self.hosts:
                await send_refusal(scope, send, _unknown_host(given))
                return
        await self.app(scope, receive, send)


class SameOrigin:
    """Refuse what the page of another site asks for, except that a link opens the page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http" and _is_foreign(scope["method"], _headers(scope)):
            await send_refusal(scope, send, _FOREIGN)
            return
        await self.app(scope, receive, send)


def _is_foreign(method: str, headers: dict[str, str]) -> bool:
    """Whether a browser says that the page of another site asks."""
    site = headers.get("sec-fetch-site")
    if site is None:
        origin = headers.get("origin")
        return origin is not None and origin.partition("//")[2] != headers.get("host")
    is_link = (
        method == "GET"
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    )
    return site not in _OWN and not is_link


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _unknown_host(given: str) -> RefusedError:
    return RefusedError(
        400,
        "UnknownHostError",
        f"this server does not go by the name {given[:200]!r}; if it is meant to, start it with "
        "evenkeel serve --name and that name without its port",
    )


_FOREIGN = RefusedError(
    403,
    "ForeignOriginError",
    "a page of another site asked for this, which is not answered; open the page of this server "
    "itself, or send the request from a program",
)
