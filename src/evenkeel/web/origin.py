"""Who may ask: under a name of this server, and not on behalf of another site's page.

A browser sends requests for any page that it shows, also to a server on its own machine. Two
headers that no page can forge tell them: `Sec-Fetch-Site`, and `Origin` where a browser sends no
other (an old one, or one that reaches the server by plain HTTP under a name). Programs send
neither and are served.
"""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from evenkeel.web.middleware import send_refusal
from evenkeel.web.refusals import RefusedError
from evenkeel.web.settings import Settings

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
