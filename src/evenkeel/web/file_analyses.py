"""The analyses of files: a tab of the page and an address of the API for each of their registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData, UploadFile
from starlette.responses import HTMLResponse

from evenkeel.comparison.analyses.registry import FILE_ANALYSES, Analysis
from evenkeel.errors import InputError
from evenkeel.report.single import terms
from evenkeel.web.answers import RefusedError, refusal
from evenkeel.web.api import REFUSALS, Report, pool_of
from evenkeel.web.options import check_bounds, safe_name
from evenkeel.web.pages import parsed_form, templates
from evenkeel.web.review import TABS, on_page

#: A file of a request: its name, which is never opened, and its bytes.
Sent = tuple[str, bytes]

page = APIRouter(include_in_schema=False)
api = APIRouter()

SAVED = ("report.html", "report.tex", "report.md", "report.txt", "report.json")


def options_of(analysis: Analysis, fields: Mapping[str, str]) -> dict[str, Any]:
    """What the fields of a form say of its options, within the bounds of a server."""
    found = analysis.parsed(fields)
    for option in analysis.options:
        check_bounds(option, found[option.name])
    return found


async def _asked(request: Request, analysis: Analysis) -> tuple[tuple[Sent, ...], dict[str, Any]]:
    form = await parsed_form(request, max_files=1000)
    files = await _files(form)
    if not files:
        raise InputError("no file was sent; choose one or more")
    return files, options_of(analysis, _texts(form))


async def _files(form: FormData) -> tuple[Sent, ...]:
    sent = []
    for each in form.getlist("file"):
        if isinstance(each, UploadFile):
            data = await each.read()
            await each.close()
            if data or each.filename:
                sent.append((safe_name(each.filename, parts=4), data))
    return tuple(sent)


def _texts(form: FormData) -> dict[str, str]:
    return {key: value for key, value in form.items() if isinstance(value, str)}


def _render(
    analysis: Analysis, *, reviewed: Any = None, refused: RefusedError | None = None
) -> HTMLResponse:
    html = templates.get_template("files.html").render(
        tab=analysis,
        tabs=TABS.values(),
        analysis=analysis,
        file_tabs=tuple(FILE_ANALYSES),
        saved=SAVED,
        reviewed=reviewed,
        refused=refused,
        terms=terms(),
    )
    status, headers = (refused.status, refused.headers) if refused else (200, None)
    return HTMLResponse(html, status, headers)


def _add_tab(analysis: Analysis) -> None:
    """A tab for an analysis: its form, its answer, and its report as a file."""

    async def show() -> Response:
        return _render(analysis)

    async def answer(request: Request) -> Response:
        return await _answered(request, lambda reviewed: _render(analysis, reviewed=reviewed))

    async def save(request: Request, saved: str) -> Response:
        def sent(content: tuple[bytes, str]) -> Response:
            data, media_type = content
            headers = {"content-disposition": f'attachment; filename="{saved}"'}
            return Response(data, media_type=media_type, headers=headers)

        if saved not in SAVED:
            return Response("not found\n", 404, media_type="text/plain")
        return await _answered(request, sent, saved)

    async def _answered(
        request: Request, made: Callable[[Any], Response], saved: str = ""
    ) -> Response:
        try:
            files, options = await _asked(request, analysis)
            found = await pool_of(request).run("files", analysis.name, files, options, saved)
        except (RefusedError, InputError) as error:
            refused = RefusedError(*refusal(error)) if isinstance(error, InputError) else error
            return _render(analysis, refused=refused.spelled(on_page))
        return made(found)

    async def as_data(request: Request) -> Any:
        files, options = await _asked(request, analysis)
        return await pool_of(request).run("files", analysis.name, files, options, "data")

    page.get(f"/{analysis.name}")(show)
    page.post(f"/{analysis.name}")(answer)
    page.post(f"/{analysis.name}/{{saved}}")(save)
    api.post(
        f"/api/files/{analysis.name}",
        name=analysis.name,
        summary=analysis.title,
        description=analysis.summary,
        response_model=Report,
        responses=REFUSALS,
        tags=["analyses"],
        openapi_extra={"requestBody": _described(analysis)},
    )(as_data)


def _described(analysis: Analysis) -> dict[str, Any]:
    """The form that the address takes: files, and a text for each option."""
    fields: dict[str, Any] = {
        "file": {
            "type": "array",
            "items": {"type": "string", "format": "binary"},
            "description": analysis.files,
        }
    }
    for option in analysis.options:
        menu = {"enum": [*option.menu]} if option.menu else {}
        fields[option.name] = {"type": "string", "description": option.help, **menu}
    needed = ["file", *(option.name for option in analysis.options if option.required)]
    schema = {"type": "object", "properties": fields, "required": needed}
    return {"required": True, "content": {"multipart/form-data": {"schema": schema}}}


for _analysis in FILE_ANALYSES:
    _add_tab(_analysis)
