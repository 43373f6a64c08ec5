"""What the processes of the pool do: plain functions of picklable arguments."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from evenkeel.adjustments import procedures
from evenkeel.adjustments.registry import lookup
from evenkeel.comparison._checklist import checklist
from evenkeel.comparison._compare import compare
from evenkeel.comparison._compare_runs import RunsComparison, compare_runs
from evenkeel.comparison.analyses.registry import FILE_ANALYSES
from evenkeel.comparison.findings import Comparison
from evenkeel.errors import InputError, MissingPackageError, spelled
from evenkeel.report.data import document_to_dict, render_csv, render_json
from evenkeel.report.document import Block, Document, Heading, Paragraph, Picture, Table
from evenkeel.report.html import render_html
from evenkeel.report.saving import render_bibtex
from evenkeel.report.single import report_adjusted, with_checklist
from evenkeel.report.text import render_markdown, render_text
from evenkeel.report.typesetting import render_latex
from evenkeel.result import Result
from evenkeel.tables.formats.registry import FORMATS
from evenkeel.tables.results import Results
from evenkeel.web.answers import MemoryLimitError, Shown, refusal
from evenkeel.web.answers import shown as shown_reading
from evenkeel.web.options import SAVED_AS, Beside, Options, Source, command_line, python_code
from evenkeel.web.review import Reviewed, Section, on_page, review, sections_of
from evenkeel.web.settings import logger
from evenkeel.web.tables import Found, Upload, check_tests, find_table

# Analyses beside the comparison: carried out, and joined to its report. Those of files.


def carried_out(each: Beside, found: Found, source: Source) -> Result:
    """The result of one analysis of a table, or of its courses where its format has them."""
    if each.analysis.curves and found.runs is not None and not found.runs.has_steps:
        curves = f"{found.runs.origin.format}-curves"
        if curves in FORMATS.names:
            found = find_table(replace(source, reading={**source.reading, "format": curves}))
    data = found.results if each.analysis.takes == "results" else found.runs
    if data is None:
        raise InputError("this analysis needs many runs per cell, and the table has one value")
    return each.analysis.run(data, each.options)


def joined_with(
    document: Document, asked: tuple[Beside, ...], found: Found, source: Source
) -> Document:
    """The report of the comparison with a section for each analysis; one that is refused says why.

    Names of tables are unique in a report: those of an analysis begin with its name if they are
    taken already.
    """
    blocks = list(document.blocks)
    references = list(document.references)
    for each in asked:
        blocks.append(Heading(each.analysis.title))
        try:
            report = carried_out(each, found, source).report()
        except InputError as error:
            blocks.append(Paragraph(f"Not done: {error}."))
            continue
        taken = {block.name for block in blocks if isinstance(block, Table)}
        blocks += [_below(block, each.name, taken) for block in report.blocks]
        references += [one for one in report.references if one not in references]
    return replace(document, blocks=tuple(blocks), references=tuple(references))


def _below(block: Block, name: str, taken: set[str]) -> Block:
    if isinstance(block, Heading):
        return replace(block, level=block.level + 1)
    if isinstance(block, Table) and block.name in taken:
        return replace(block, name=f"{name}-{block.name}")
    return block


def analysed(name: str, files: Sequence[tuple[str, bytes]], options: Mapping[str, Any]) -> Document:
    """The report of an analysis of files, of which the name and the bytes are given."""
    uploads = [Upload(data, called) for called, data in files]
    return FILE_ANALYSES.lookup(name).run(uploads, options).report()


LARGEST_TEXT = 1_000_000  # characters of a table that the page gives back for editing

_REPORTS: dict[str, tuple[str, Callable[[Document], str]]] = {
    "report.html": ("text/html; charset=utf-8", render_html),
    "report.tex": ("application/x-tex; charset=utf-8", render_latex),
    "report.json": ("application/json", render_json),
    "report.md": ("text/markdown; charset=utf-8", render_markdown),
    "report.txt": ("text/plain; charset=utf-8", render_text),
    "report.bib": ("application/x-bibtex; charset=utf-8", render_bibtex),
}
_LINES = {
    "compare.py": ("text/x-python; charset=utf-8", python_code),
    "compare.sh": ("text/plain; charset=utf-8", command_line),
}
_CSV = "text/csv; charset=utf-8"
DOWNLOADS = (*_REPORTS, "figure.pdf", "figure.svg", SAVED_AS, *_LINES)


@dataclass(frozen=True)
class View:
    """What the page shows of a table: what was understood, and the report if all is known."""

    understood: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    better: str
    algorithms: tuple[str, ...]
    table: str | None
    reading: Shown | None = None
    title: str = ""
    headline: str = ""
    sections: tuple[Section, ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    options: Options | None = None
    code: str = ""
    command: str = ""


def prepare() -> None:
    """Import what the first request would have to wait for."""
    view(Source(case="toy"), Options())


def perform(job: str, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Do a job: True and its answer, or False and why it was refused."""
    try:
        return True, _JOBS[job](*arguments)
    except (InputError, OverflowError) as error:
        known = (
            error
            if isinstance(error, InputError)
            else InputError(f"a number is too large: {error}")
        )
        return False, refusal(known)
    except MissingPackageError as error:
        return False, (422, "MissingPackageError", str(error))
    except MemoryError:
        limit = MemoryLimitError()
        return False, (limit.status, limit.kind, limit.message)
    except Exception:  # a fault of ours: the log has where it is, but nothing of the user's data
        logger.exception("fault in the job %s", job)
        message = "evenkeel failed on this table, which is a fault of evenkeel; please report it"
        return False, (500, "InternalError", message)


def view(source: Source, options: Options) -> View:
    """What the page shows."""
    found = find_table(source)
    results = found.results
    text = None if source.case else found.csv()
    reading = None if results.origin is None else results.origin.reading
    shown = View(
        understood=_understood(found),
        remarks=tuple(spelled(remark, on_page) for remark in found.remarks),
        better=found.better,
        algorithms=results.algorithms,
        table=text if text is not None and len(text) <= LARGEST_TEXT else None,
        reading=None if reading is None else shown_reading(reading),
    )
    options, notes = fitting(options, results)
    document = _reported(found, source, options).spelled(on_page)
    return replace(
        shown,
        title=document.title,
        headline=document.headline,
        sections=tuple(sections_of(document, names=(*results.algorithms, *results.problems))),
        tables=tuple((table.name, table.title) for table in document.tables),
        notes=notes,
        options=options,
        code=python_code(source, found.better, options, runs=found.runs is not None),
        command=command_line(source, found.better, options, runs=found.runs is not None),
    )


def fitting(options: Options, results: Results) -> tuple[Options, tuple[str, ...]]:
    """Leave out choices that belong to another table or family, and say so.

    The page keeps its choices when the family or the table changes; what no longer fits would
    be refused by `compare`.
    """
    notes = []
    control = options.control
    if control not in (None, "best", *results.algorithms):
        notes.append(f"This table has no algorithm {control!r}; all pairs are compared.")
        options = replace(options, control=None)
    kind = "control" if options.control else "all-pairs"
    unfit = [name for name in options.adjust if kind not in lookup(name).families]
    if options.procedure and kind not in lookup(options.procedure).families:
        unfit.append(options.procedure)
        options = replace(options, procedure=None)
    if unfit:
        kept = tuple(name for name in options.adjust if name not in unfit)
        options = replace(options, adjust=kept)
        listed = ", ".join(dict.fromkeys(lookup(name).title for name in unfit))
        family = "comparisons with a control" if kind == "control" else "all pairs"
        notes.append(f"{listed}: does not serve {family} and is left out.")
    return options, tuple(notes)


def compare_to_dict(source: Source, options: Options) -> dict[str, Any]:
    """The report as data."""
    return document_to_dict(_compared(find_table(source), source, options).report())


def analyse_to_dict(source: Source, asked: Beside) -> dict[str, Any]:
    """The report of one analysis as data."""
    return document_to_dict(carried_out(asked, find_table(source), source).report())


def files_reported(
    name: str, files: Sequence[tuple[str, bytes]], options: dict[str, Any], saved: str
) -> Any:
    """The report of an analysis of files: for the page, as a file, or as ``"data"``."""
    document = analysed(name, files, options)
    if saved == "data":
        text = json.dumps(document_to_dict(document), ensure_ascii=False)
        return json.loads(text.encode("utf-8", "replace"))  # logs hold halves of surrogate pairs
    if saved:
        media_type, render = _REPORTS[saved]
        return render(document).encode("utf-8", "replace"), media_type
    document = document.spelled(on_page)
    shown = replace(document, blocks=document.flow)  # with what was read
    return Reviewed(document.title, tuple(sections_of(shown)))


def adjust_to_dict(
    pvalues: Sequence[float], methods: Sequence[str], alpha: float
) -> dict[str, Any]:
    """Adjusted p-values as a report."""
    return document_to_dict(report_adjusted(pvalues, methods, alpha))


def power_to_dict(source: Source, arguments: dict[str, Any]) -> dict[str, Any]:
    """A study of power as a report."""
    from evenkeel.studies._power import power

    results = find_table(source).results
    return document_to_dict(power(results, workers=1, progress=False, **arguments).report())


def download(name: str, source: Source, options: Options) -> tuple[bytes, str]:
    """The bytes of a file to download, and their media type."""
    if name == SAVED_AS:
        return find_table(source).csv().encode(), _CSV
    found = find_table(source)
    options, _ = fitting(options, found.results)
    if name in _LINES:
        media_type, lines = _LINES[name]
        text = lines(source, found.better, options, runs=found.runs is not None)
        return text.encode(), media_type
    document = _reported(found, source, options)
    if name in ("figure.pdf", "figure.svg"):
        return _figure(document, name.rpartition(".")[2])
    if name in _REPORTS:
        media_type, render = _REPORTS[name]
        return render(document).encode("utf-8", "replace"), media_type
    table = document.table(name.removesuffix(".csv"))
    return render_csv(table).encode("utf-8", "replace"), _CSV


def procedures_to_dicts() -> list[dict[str, Any]]:
    """The procedures, for menus."""
    return [
        {
            "name": p.name,
            "title": p.title,
            "kind": p.kind,
            "controls": p.controls,
            "assumes": p.assumes,
            "families": list(p.families),
            "reference": p.reference.text,
            "caveat": p.caveat,
        }
        for p in procedures()
    ]


def cases_to_dicts() -> list[dict[str, Any]]:
    """The case studies, those of runs too."""
    from evenkeel.casestudies import cases, runs_cases

    return [
        *({**asdict(case), "runs": 1} for case in cases()),
        *({**asdict(case), "mended": "nothing"} for case in runs_cases()),
    ]


def _compared(found: Found, source: Source, options: Options) -> Comparison | RunsComparison:
    if found.runs is None:
        return compare(found.results, **options.arguments())
    others = found.runs.k - 1
    pairs = others if options.control else others * found.runs.k // 2
    check_tests(found.runs.n, pairs, source.name)
    return compare_runs(found.runs, **source.runs_arguments(), **options.arguments())


def _reported(found: Found, source: Source, options: Options) -> Document:
    """The report of the comparison, with the analyses that were asked for beside it."""
    compared = _compared(found, source, options)
    report = compared.report()
    if options.checklist:
        tables = compared.comparison if isinstance(compared, RunsComparison) else compared
        report = with_checklist(report, checklist(tables))
    return joined_with(report, options.beside, found, source)


def _understood(found: Found) -> tuple[tuple[str, str], ...]:
    results = found.results
    origin = results.origin
    rows = [
        ("Size", f"{results.n} problems, {results.k} algorithms"),
        ("Algorithms", _abridged(results.algorithms)),
        ("Problems", _abridged(results.problems)),
        ("Better", f"{found.better} values"),
    ]
    if origin is not None:
        marks = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blanks"}
        how = [origin.shape, origin.format]
        if found.runs is not None:
            how.append("many runs per cell")
        if origin.separator:
            how.append(f"separated by {marks.get(origin.separator, origin.separator)}")
        if origin.decimal == ",":
            how.append("decimal comma")
        rows.append(("Read as", ", ".join(how)))
        if origin.dropped:
            rows.append(("Left out", _abridged(origin.dropped)))
        if origin.ignored:
            rows.append(("Columns passed over", _abridged(origin.ignored)))
        if origin.unread:
            rows.append(("Not read", _abridged(origin.unread)))
    return tuple(rows)


def _abridged(names: Sequence[str], most: int = 12) -> str:
    listed = ", ".join(names[:most])
    return listed if len(names) <= most else f"{listed} and {len(names) - most} more"


def _figure(document: Document, ending: str) -> tuple[bytes, str]:
    """The picture of the report, made in memory."""
    from evenkeel.plot.saving import figure_pdf, figure_svg

    picture = next(block for block in document.blocks if isinstance(block, Picture))
    figure = picture.draw()
    if ending == "svg":
        return figure_svg(figure).encode(), "image/svg+xml"
    return figure_pdf(figure), "application/pdf"


_JOBS: dict[str, Callable[..., Any]] = {
    "view": view,
    "compare": compare_to_dict,
    "analyse": analyse_to_dict,
    "review": review,
    "files": files_reported,
    "adjust": adjust_to_dict,
    "power": power_to_dict,
    "download": download,
    "cases": cases_to_dicts,
    "procedures": procedures_to_dicts,
}
