"""The application: routes, limits and errors put together, with an address for each analysis."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, create_model
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from evenkeel._version import __version__
from evenkeel.comparison.analyses.registry import ANALYSES, Analysis, AnalysisOption
from evenkeel.errors import InputError
from evenkeel.web import api, file_analyses, pages
from evenkeel.web.answers import RefusedError, refusal
from evenkeel.web.api import REFUSALS, Report, TableSource, Text, pool_of
from evenkeel.web.middleware import BoundedBody, KnownHost, RequestLog, SafeHeaders, SameOrigin
from evenkeel.web.options import Beside
from evenkeel.web.pool import Pool
from evenkeel.web.review import in_api
from evenkeel.web.settings import Settings

# The analyses beside the comparison as data: an address for each entry of their registry.


router = APIRouter()
_KINDS: dict[str, Any] = {"number": float, "count": int, "text": Text, "flag": bool}


def _options_model(analysis: Analysis) -> type[BaseModel]:
    """The options of an analysis, as its entry of the registry has them."""
    kinds = {option: _kind(option) for option in analysis.options}
    fields: dict[str, Any] = {
        option.name: (
            kind if option.required or option.default is not None else kind | None,
            Field(
                ... if option.required else option.default,
                description=option.help,
            ),
        )
        for option, kind in kinds.items()
    }
    name = f"{_camel(analysis.name)}Options"
    model: type[BaseModel] = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
    return model


def _kind(option: AnalysisOption) -> Any:
    """What the option may be: one of its choices, or, of a number, a word in its place."""
    if option.kind == "choice":
        return Literal[option.choices]
    bounded = _KINDS[option.kind]
    if option.kind in ("number", "count"):
        bounded = Annotated[bounded, Field(ge=option.least, le=option.most)]
    return bounded | Literal[option.choices] if option.choices else bounded


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _add_analysis(analysis: Analysis) -> None:
    """An address for an analysis: a table and its options."""
    options = _options_model(analysis)
    needed = any(option.required for option in analysis.options)
    request_model = create_model(
        f"{_camel(analysis.name)}Request",
        __base__=TableSource,
        options=(options, Field(... if needed else options(), description="Its options.")),
    )

    async def analyse(request: Request, asked: Any) -> Any:
        told = analysis.arguments(asked.options.model_dump())
        return await pool_of(request).run("analyse", asked.found(), Beside(analysis.name, told))

    analyse.__annotations__["asked"] = request_model
    router.post(
        f"/api/analyses/{analysis.name}",
        name=analysis.name,
        summary=analysis.title,
        description=analysis.summary,
        response_model=Report,
        responses=REFUSALS,
        tags=["analyses"],
    )(analyse)


for _analysis in ANALYSES:
    _add_analysis(_analysis)


@router.get("/api/analyses", tags=["analyses"])
async def analyses() -> list[dict[str, Any]]:
    """List the analyses beside the comparison, with their options."""
    return [
        {
            "name": analysis.name,
            "title": analysis.title,
            "summary": analysis.summary,
            "takes": analysis.takes,
            "options": [option.described() for option in analysis.options],
        }
        for analysis in ANALYSES
    ]


# The application: routes, limits and errors put together.


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
    app.include_router(router)
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
