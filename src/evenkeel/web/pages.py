"""The page: a form and the report, from the server; the script only spares the reload.

Long because every tab of the page is asked and answered here.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

from fastapi import APIRouter, Request, Response
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser
from starlette.responses import HTMLResponse, RedirectResponse

from evenkeel._version import __version__
from evenkeel.comparison.analyses.registry import FILE_ANALYSES
from evenkeel.errors import InputError, Option
from evenkeel.omnibus.registry import TIES
from evenkeel.pairwise.sign import TIE_TREATMENTS
from evenkeel.posthocs.confidence_sets import RANK_TESTS
from evenkeel.posthocs.laws import LAWS
from evenkeel.ranks.registry import RANKINGS
from evenkeel.report.single import terms
from evenkeel.runs.problem_tests import DESIGNS, PROBLEM_TESTS
from evenkeel.tables.choices import STATISTICS
from evenkeel.tables.options import READING
from evenkeel.tables.parsing.dialect import detect
from evenkeel.web.answers import NAMED, Question, RefusedError, refusal, role_of, with_answers
from evenkeel.web.api import pool_of
from evenkeel.web.options import (
    KEPT,
    LONGEST_LIST,
    MOST_RESAMPLES,
    OFFERED,
    Options,
    Source,
    address,
    options_from,
    safe_name,
    source_from,
)
from evenkeel.web.review import LABELS, TABS, on_page

# The names of the columns of a pasted table, for choosing what each of them holds.


_HEAD = 20_000  # characters that are looked at
_MOST = 60  # columns that are listed


def columns_of(text: str) -> tuple[str, ...]:
    r"""The names in the first line, or nothing if the text is no table of columns.

    Examples
    --------
    >>> columns_of("data;method;acc\niris;SVM;0.9\n")
    ('data', 'method', 'acc')
    """
    try:
        _, rows = detect(text[:_HEAD], "auto", "auto", "the table")
    except InputError:
        return ()
    cells = rows[0].cells if rows else ()
    names = tuple(dict.fromkeys(cell.strip() for cell in cells if cell.strip()))
    return names if 1 < len(names) <= _MOST else ()


router = APIRouter(include_in_schema=False)
templates = Environment(
    loader=PackageLoader("evenkeel.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=["jinja2.ext.loopcontrols"],
)
_MOST_TEXT = 1_000_000  # bytes of a faulty table that are given back for correction
_MOST_FIELDS = 300
_LONGEST_FIELD = 1_000  # characters of a form's field other than the table
_LISTS = (
    "answer",
    *(o.name for o in READING.values() if o.kind in ("names", "name or names", "pairs")),
)
_MENUS = {
    **{
        option.name: {name: LABELS.get(name, name) for name in option.choices}
        for option in READING.values()
        if option.choices
    },
    "statistic": {name: name for name in STATISTICS},
    "ranking": {ranking.name: ranking.title for ranking in RANKINGS},
    "method": {"": "usual", **{law.name: law.title for law in LAWS}},
    "test": {"": "that of the design", **{n: test.title for n, test in PROBLEM_TESTS.items()}},
    "design": {"": "not said", **{name: name for name in DESIGNS}},
    "ties": {name: name for name in TIES},
    "omnibus_method": {"": "approximations", "permutation": "permutation"},
    "sign_ties": {name: name for name in TIE_TREATMENTS},
    "second_look": dict([("", "usual"), *((str(t), LAWS.lookup(t).title) for t in RANK_TESTS)]),
}


def _static() -> dict[str, tuple[bytes, str]]:
    """The files that the page refers to, read once."""
    web, report = resources.files("evenkeel.web"), resources.files("evenkeel.report")
    style = (report / "report.css").read_bytes() + (web / "static" / "page.css").read_bytes()
    scripts = {
        name: ((web / "static" / name).read_bytes(), "text/javascript; charset=utf-8")
        for name in ("page.js", "files.js")
    }
    return {
        **scripts,
        "page.css": (style, "text/css; charset=utf-8"),
        "icon.svg": ((web / "static" / "icon.svg").read_bytes(), "image/svg+xml"),
    }


_STATIC = _static()


@dataclass(frozen=True)
class _Asked:
    """What the form or the address holds, as it was typed, for filling the form again."""

    fields: Mapping[str, str]
    adjust: list[str]
    data: bytes = b""
    name: str = "the table"

    @property
    def text(self) -> str:
        """The table as text for correction, if it is text of a moderate size."""
        if len(self.data) > _MOST_TEXT or b"\0" in self.data[:1000] or self.data[:2] == b"PK":
            return ""
        return self.data.decode("utf-8-sig", "replace")


@router.get("/")
async def show(request: Request) -> Response:
    """The page, of the case study in the address if there is one."""
    query = request.query_params
    return await _page(request, _Asked(dict(query), query.getlist("adjust")))


@router.post("/")
async def answer(request: Request) -> Response:
    """The page of the table that was sent; a case study gets its own address."""
    try:
        asked = await _form(request)
        if not asked.data and asked.fields.get("case"):
            query = address(source_from(asked.fields), options_from(asked.fields, asked.adjust))
            return RedirectResponse(f"/?{query}", status_code=303)
    except (RefusedError, InputError) as error:
        return _refused(request, _Asked({}, []), error)
    return await _page(request, asked)


@router.get("/download/{name}")
async def fetch(request: Request, name: str) -> Response:
    """A file of a case study."""
    query = request.query_params
    return await _download(request, name, _Asked(dict(query), query.getlist("adjust")))


@router.post("/download/{name}")
async def fetch_own(request: Request, name: str) -> Response:
    """A file of the table that is sent along."""
    try:
        asked = await _form(request)
    except (RefusedError, InputError) as error:
        return _refused(request, _Asked({}, []), error)
    return await _download(request, name, asked)


async def show_tab(request: Request) -> Response:
    """A reviewer's tab, empty."""
    return _render_tab(request.url.path[1:])


async def answer_tab(request: Request) -> Response:
    """What follows from what was pasted into a tab."""
    tab = request.url.path[1:]
    fields: dict[str, str] = {}
    try:
        fields = await _text_form(request)
        reviewed = await pool_of(request).run("review", tab, fields)
    except (RefusedError, InputError) as error:
        refused = RefusedError(*refusal(error)) if isinstance(error, InputError) else error
        return _render_tab(tab, fields, refused=refused.spelled(on_page))
    return _render_tab(tab, fields, reviewed=reviewed)


for _tab in TABS:
    router.get(f"/{_tab}")(show_tab)
    router.post(f"/{_tab}")(answer_tab)


def _render_tab(
    tab: str,
    fields: Mapping[str, str] | None = None,
    *,
    reviewed: Any = None,
    refused: RefusedError | None = None,
) -> HTMLResponse:
    html = templates.get_template("review.html").render(
        tab=TABS[tab],
        tabs=TABS.values(),
        file_tabs=tuple(FILE_ANALYSES),
        asked={**dict.fromkeys(("text", "n", "control", "alpha"), ""), **(fields or {})},
        reviewed=reviewed,
        refused=refused,
        terms=terms(),
    )
    status, headers = (refused.status, refused.headers) if refused else (200, None)
    return HTMLResponse(html, status, headers)


async def _text_form(request: Request) -> dict[str, str]:
    """The fields of a tab's form."""
    form = await parsed_form(request)
    return {key: value for key, value in form.items() if isinstance(value, str)}


@router.get("/static/{name}")
async def static(name: str) -> Response:
    """A style sheet, a script or an icon, by its name in a fixed list."""
    if name not in _STATIC:
        return Response("not found\n", 404, media_type="text/plain")
    content, media_type = _STATIC[name]
    headers = {"cache-control": "no-cache"}
    return Response(content, media_type=media_type, headers=headers)


async def _page(request: Request, asked: _Asked) -> Response:
    try:
        options = options_from(asked.fields, asked.adjust)
        source = source_from(asked.fields, asked.data, asked.name)
        if not source.case and not source.data:
            if request.method == "POST":
                raise InputError(
                    "there is no table; choose a file, paste a table, or pick a case study"
                )
            return _render(request, asked, options=options)
        view = await pool_of(request).run("view", source, options)
    except (RefusedError, InputError) as error:
        return _refused(request, asked, error)
    if asked.data and not asked.text:  # what is given back for correction is the clean table
        kept = {"missing": source.missing} if source.missing in KEPT else {}
        asked = replace(asked, fields={**asked.fields, **dict.fromkeys(READING, ""), **kept})
    used = view.options or options  # without the choices that do not fit the table
    return _render(request, asked, source=source, options=used, view=view)


async def _download(request: Request, name: str, asked: _Asked) -> Response:
    try:
        options = options_from(asked.fields, asked.adjust)
        source = source_from(asked.fields, asked.data, asked.name)
        content, media_type = await pool_of(request).run("download", name, source, options)
    except (RefusedError, InputError) as error:
        return _refused(request, asked, error)
    plain = name if name.replace(".", "").replace("-", "").replace("_", "").isalnum() else "file"
    headers = {
        "content-disposition": f'attachment; filename="{plain.encode("ascii", "ignore").decode()}"'
    }
    return Response(content, media_type=media_type, headers=headers)


def _refused(request: Request, asked: _Asked, error: RefusedError | InputError) -> Response:
    if isinstance(error, InputError):
        error = RefusedError(*refusal(error))
    error = error.spelled(on_page)
    return _render(request, asked, refused=error, status=error.status, headers=error.headers)


def _render(
    request: Request,
    asked: _Asked,
    *,
    source: Source | None = None,
    options: Options | None = None,
    view: Any = None,
    refused: RefusedError | None = None,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> HTMLResponse:
    options = options or Options()
    own = bool(asked.data)
    family = "control" if options.control else "all-pairs"
    html = templates.get_template("page.html").render(
        version=__version__,
        cases=request.app.state.cases,
        procedures=[p for p in request.app.state.procedures if family in p["families"]],
        menus=_MENUS,
        reading=READING.values(),
        offered=OFFERED,
        tab=None,
        tabs=TABS.values(),
        file_tabs=tuple(FILE_ANALYSES),
        fields=asked.fields,
        of_columns=NAMED,
        roles=[(name, READING[name].title) for name in NAMED],
        columns=[role_of(name) for name in columns_of(asked.text)],
        beside_asked=any(name.startswith("beside.") for name in asked.fields),
        terms=terms(),
        most_resamples=MOST_RESAMPLES,
        seconds=round(request.app.state.settings.seconds),
        max_upload=f"{request.app.state.settings.max_upload / 1e6:g}",
        asked={**dict.fromkeys(_FIELDS, ""), **asked.fields},
        table=asked.text or ((view.table or "") if view and own else ""),
        reading_told=any(
            asked.fields.get(name) not in (None, "", option.default)
            for name, option in READING.items()
        ),
        own=own,
        editable=bool(asked.text),
        case="" if own else asked.fields.get("case", ""),
        options=options,
        view=view,
        query=address(source, options) if source else "",
        refused=refused,
        labels=_labels(refused.question) if refused and refused.question else (),
    )
    return HTMLResponse(html, status, headers)


def _labels(question: Question) -> list[str]:
    """What tells each answer from the others, in the words of the page."""
    given = [each.options for each in question.answers]
    return [
        "; ".join(
            f"{value} values are better"
            if name == "better"
            else on_page(Option(name, value)).strip('"')
            for name, value in options.items()
            if any(other.get(name) != value for other in given)
        )
        for options in given
    ]


_FIELDS = ("better", *READING, "statistic", "test", "design", "test_share", "filename")


async def parsed_form(request: Request, max_files: int = 4) -> FormData:
    """The form, read in memory."""
    body = await request.body()
    limit = request.app.state.settings.max_upload + 1
    bounds = {"max_fields": _MOST_FIELDS, "max_part_size": limit}
    kind = request.headers.get("content-type", "")
    parser: FormParser | MultiPartParser
    if kind.startswith("multipart/form-data"):
        parser = MultiPartParser(_headers(request), _once(body), max_files=max_files, **bounds)
        parser.spool_max_size = limit  # so that nothing goes to the disk
    elif kind.startswith("application/x-www-form-urlencoded"):
        parser = FormParser(_headers(request), _once(body), **bounds)
    else:
        raise RefusedError(422, "InputError", "send the table as a form, or use /api/compare/file")
    try:
        return await parser.parse()
    except (MultiPartException, UnicodeError, KeyError, ValueError) as error:
        reason = getattr(error, "message", "it is damaged")
        raise RefusedError(422, "InputError", f"the form cannot be read: {reason}") from None


async def _form(request: Request) -> _Asked:
    """What the form asks for; a file counts more than pasted text."""
    form = await parsed_form(request)
    _check_lengths(form)
    fields = with_answers({key: v for key, v in form.items() if isinstance(v, str)})
    adjust = [value for value in form.getlist("adjust") if isinstance(value, str)]
    files = [value for value in form.getlist("file") if isinstance(value, UploadFile)]
    pasted = fields.pop("table", "")
    for file in files:
        data = await file.read()
        await file.close()
        if data or file.filename:
            fields["filename"] = safe_name(file.filename)
            return _Asked(fields, adjust, data or b" ", fields["filename"])
    wants_case = fields.get("case") and fields.get("shown") != "case"
    if pasted.strip() and not wants_case:
        name = safe_name(fields.get("filename"))
        return _Asked(fields, adjust, pasted.encode("utf-8", "replace"), name)
    return _Asked(fields, adjust)


def _check_lengths(form: FormData) -> None:
    for name, value in form.multi_items():
        most = LONGEST_LIST if name in _LISTS else _LONGEST_FIELD
        if name != "table" and isinstance(value, str) and len(name + value) > most:
            raise InputError(
                f"{name[:40]!r} is longer than {most} characters; choose a value that "
                "the page offers, or give the algorithm a shorter name"
            )


def _headers(request: Request) -> Headers:
    return Headers(raw=request.headers.raw)


async def _once(body: bytes) -> AsyncGenerator[bytes, None]:
    yield body
    yield b""
