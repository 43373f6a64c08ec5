"""The application: routes, limits and errors put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from evenkeel._version import __version__
from evenkeel.errors import InputError
from evenkeel.web import api, api_analyses, file_analyses, pages
from evenkeel.web.middleware import BoundedBody, RequestLog, SafeHeaders
from evenkeel.web.origin import KnownHost, SameOrigin
from evenkeel.web.pool import Pool
from evenkeel.web.refusals import RefusedError, refusal
from evenkeel.web.settings import Settings
from evenkeel.web.wording import in_api


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the application; its processes start and end with it."""
    limits = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool = app.state.pool = Pool(limits)
        app.state.cases = await pool.run("cases")
        app.state.procedures = await pool.run("procedures")
        try:
            yield
        finally:
            await pool.close()

    app = FastAPI(
        title="evenkeel",
        version=__version__,
        summary="Nonparametric comparison of k algorithms on n problems.",
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.settings = limits
    app.include_router(api.router)
    app.include_router(api_analyses.router)
    app.include_router(file_analyses.api)
    app.include_router(pages.router)
    app.include_router(file_analyses.page)
    app.add_middleware(BoundedBody, settings=limits)
    app.add_middleware(SameOrigin)
    app.add_middleware(KnownHost, settings=limits)
    app.add_middleware(SafeHeaders)
    app.add_middleware(RequestLog)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(InputError, _input)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    return app


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return JSONResponse(error.spelled(in_api).as_dict(), error.status, error.headers)


def _input(request: Request, error: Exception) -> Response:
    """Say what is wrong with the options of a request."""
    assert isinstance(error, InputError)
    return _refused(request, RefusedError(*refusal(error)))


def _invalid(request: Request, error: Exception) -> Response:
    """Say what is wrong with a request, without repeating what it holds."""
    assert isinstance(error, RequestValidationError)
    faults = [
        f"{'.'.join(str(part) for part in fault['loc'][1:]) or 'the body'}: {fault['msg']}"
        for fault in error.errors()[:20]
    ]
    return _refused(request, RefusedError(422, "InputError", "; ".join(faults), faults))


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        refused = RefusedError(error.status_code, "HTTPError", str(error.detail))
        return JSONResponse(refused.as_dict(), error.status_code, error.headers)
    return PlainTextResponse(f"{error.detail}\n", error.status_code, headers=error.headers)
