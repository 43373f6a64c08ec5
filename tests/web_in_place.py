"""The application of the web page in this process, without a server and without other processes."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import httpx

from evenkeel.web.answers import RefusedError
from evenkeel.web.app import create_app
from evenkeel.web.jobs import cases_to_dicts, perform, procedures_to_dicts


def asked(path: str, **request: Any) -> httpx.Response:
    """The answer to a request that is posted."""

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=_transport(), base_url="http://127.0.0.1") as client:
            return await client.post(path, **request)

    return asyncio.run(ask())


class _InPlace:
    """Does the jobs of the pool in this process, where faults and lines are seen."""

    async def run(self, job: str, *arguments: Any) -> Any:
        done, answer = perform(job, arguments)
        if not done:
            raise RefusedError(*answer)
        return answer


@cache
def _transport() -> httpx.ASGITransport:
    app = create_app()
    app.state.pool = _InPlace()
    app.state.cases, app.state.procedures = cases_to_dicts(), procedures_to_dicts()
    return httpx.ASGITransport(app)
