"""Reports of single things: a list of p-values, the table itself, cases, formats, advice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.adjustments import adjust
from evenkeel.adjustments.registry import lookup
from evenkeel.errors import Message, Option, visible
from evenkeel.ranks.named import compute_ranks
from evenkeel.report.about_tables import left_out_tables, notices_about, read_in_words
from evenkeel.report.document import Cell, Column, Document, Heading, Notice, Paragraph, Table

if TYPE_CHECKING:
    from evenkeel.adjustments.alphas import AdjustedAlphas
    from evenkeel.casestudies import Case
    from evenkeel.comparison.advice import Advice
    from evenkeel.comparison.study_checklist import Item
    from evenkeel.tables.readings import Reading
    from evenkeel.tables.results import Results


def report_adjusted(pvalues: Sequence[float], methods: Sequence[str], alpha: float) -> Document:
    """Adjusted p-values of bare p-values, in their order; those at most alpha in bold."""
    columns = [adjust(pvalues, method) for method in methods]
    rows = tuple(
        (i, float(p), *(float(column[i - 1]) for column in columns))
        for i, p in enumerate(pvalues, start=1)
    )
    bold = frozenset(
        (row, column)
        for column, adjusted in enumerate(columns, start=2)
        for row in np.flatnonzero(adjusted <= alpha).tolist()
    )
    titles = [lookup(method).title for method in methods]
    table = Table(
        "adjusted",
        f"Adjusted p-values of {len(rows)} hypotheses",
        (
            Column("Number", "count"),
            Column("p", "p", starred=False),
            *(Column(title, "p") for title in titles),
        ),
        rows,
        bold,
        emphasis=f"rejected at {alpha:g}",
    )
    return Document("Adjusted p-values", (table,))


def report_levels(alphas: AdjustedAlphas) -> Document:
    """The levels that p-values are compared with, in their order, and the decisions."""
    title = lookup(alphas.method).title
    rejected = alphas.rejected
    levels = np.full(rejected.shape, None) if alphas.levels is None else alphas.levels
    rows = tuple(
        (", ".join(str(i + 1) for i in place), level, decision)
        for place, level, decision in zip(
            np.ndindex(rejected.shape),
            levels.ravel().tolist(),
            rejected.ravel().tolist(),
            strict=True,
        )
    )
    without = f"{title} compares sets of hypotheses and has no such levels. "
    table = Table(
        "levels",
        f"{title}: levels of {rejected.shape[-1]} hypotheses for alpha = {alphas.alpha:g}",
        (Column("Hypothesis"), Column("Level", "p", starred=False), Column("Rejected")),
        rows,
        note=f"{without if alphas.levels is None else ''}The decision is that of the whole "
        "procedure, not of the single level.",
    )
    return Document("Adjusted levels", (table,))


def report_results(results: Results) -> Document:
    """The table of results for a paper: best of each problem in bold, average ranks below."""
    average = compute_ranks(results).average
    best = results.losses == np.fmin.reduce(results.losses, axis=1, keepdims=True)
    rows: list[tuple[Cell, ...]] = [
        (name, *(None if np.isnan(value) else float(value) for value in row))
        for name, row in zip(results.problems, results.values, strict=True)
    ]
    rows.append(("Average rank", *average.tolist()))
    bold = {(int(i), int(j) + 1) for i, j in np.argwhere(best)}
    bold |= {(results.n, int(j) + 1) for j in np.flatnonzero(average == average.min())}
    table = Table(
        "results",
        f"Results; {results.better} is better",
        (Column("Problem"), *(Column(name, "value") for name in results.algorithms)),
        tuple(rows),
        frozenset(bold),
        emphasis="the best of each problem and the best average "
        + ("Friedman rank" if not results.has_holes else "rank, as estimated without holes"),
        row_kinds=((results.n, "rank"),),
    )
    notices = (*notices_about(results), table, *left_out_tables(results))
    return Document("Results", notices, main="results", read=read_in_words(results))


def report_reading(reading: Reading, source: str) -> Document:
    """How a table was understood: every column with what it was taken for, and why."""
    return Document(
        f"How {visible(source)} is read",
        (reading_table(reading),),
        read=reading.sentence(),
    )


def reading_table(reading: Reading) -> Table:
    """Every column, and every row that is left out, with what it was taken for, and why."""
    return Table(
        "roles",
        "What every column was taken for, and rows that are left out",
        (Column("Column"), Column("Taken for"), Column("Because")),
        tuple((name or "(no name)", role, why) for name, role, why in reading.table()),
    )


def report_advice(advice: Sequence[Advice]) -> Document:
    """The guidelines that apply: a list of them, then each with its reason and remedy."""
    table = Table(
        "advice",
        "Guidelines that apply",
        (Column("Guideline"), Column("Grade"), Column("What it says")),
        tuple((each.rule, each.grade, each.title) for each in advice),
        note="" if advice else "None of the guidelines applies.",
    )
    return Document("Advice", (table, *advice_notices(advice)))


def advice_notices(advice: Iterable[Advice]) -> Iterator[Notice]:
    """Each piece of advice as a notice, first what this table gives rise to."""
    ordered = sorted(advice, key=lambda each: each.general)
    return (Notice(each.grade, each.title, each.text, each.general) for each in ordered)


def report_checklist(items: Sequence[Item]) -> Document:
    """The questions to ask of a study, those that are open, and what the results show."""
    table = Table(
        "checklist",
        "What to ask before the conclusions are believed",
        (Column("Check"), Column("Answer")),
        tuple((item.name, "see below" if item.seen else "is yours") for item in items),
        note="What no table of results shows must be answered by those who made the study.",
    )
    notices = (
        Notice(
            "note",
            item.name.capitalize(),
            " ".join(filter(None, (item.question, item.seen, item.why, f"({item.source}.)"))),
        )
        for item in items
    )
    return Document("Checklist", (table, *notices))


def with_checklist(document: Document, items: Sequence[Item]) -> Document:
    """A report or verdict with the checklist of its comparison at the end."""
    asked = report_checklist(items)
    return replace(document, blocks=(*document.blocks, Heading(asked.title), *asked.blocks))


def report_cases(cases: Iterable[Case]) -> Document:
    """The case studies, a row each, what was mended in them, and those of runs."""
    from evenkeel.casestudies import runs_cases

    sizes = (Column("Name"), Column("n", "count"), Column("k", "count"))
    words = (Column("Better"), Column("What it is"), Column("Source"))
    cases = tuple(cases)
    table = Table(
        "cases",
        "Bundled case studies: evenkeel compare case:NAME",
        (*sizes, *words, Column("Mended")),
        tuple(
            (
                *(case.name, case.problems, case.algorithms, case.better, case.title),
                *(case.source, case.mended),
            )
            for case in cases
        ),
        note="Mended: cells that are not as printed; errata 14 to 17 and 40 give the reasons.",
    )
    runs = Table(
        "runs",
        "Bundled case studies of runs: evenkeel runs case:NAME",
        (*sizes, Column("Runs a cell", "count"), *words),
        tuple(
            (
                *(case.name, case.problems, case.algorithms, case.runs, case.better),
                *(case.title, case.source),
            )
            for case in runs_cases()
        ),
    )
    return Document("Case studies", (table, runs), main="cases")


def report_formats() -> Document:
    """What tools write and papers show: each format, by what it is known and what comes of it."""
    from evenkeel.tables.formats.registry import FORMATS

    titles = {
        "tool": "What tools write",
        "paper": "Tables as papers show them",
        "files": "Ordinary tables in several files",
    }
    ways = {True: "only if it is named", False: "found by itself"}
    columns = tuple(map(Column, ("Name", "Format", "Known by", "Gives", "Taken")))
    tables = [
        Table(
            source,
            title,
            columns,
            tuple(
                (
                    each.name,
                    each.title,
                    each.known_by,
                    each.gives,
                    "found where it is clear" if source == "files" else ways[each.asked],
                )
                for each in FORMATS
                if each.of == source
            ),
        )
        for source, title in titles.items()
    ]
    text = Message(
        "Beside ordinary tables in CSV, TSV, Excel, Parquet, JSON, JSON Lines, YAML and "
        "ARFF these are read; ",
        Option("format", "NAME"),
        " says which one it is, ",
        Option("format", "table"),
        " that it is none of them. A file may be packed (gzip, bzip2, Zstandard, zip); a folder, a "
        "zip archive of one, a pattern or a list of files is read as one table. What a folder "
        "holds beside tables, and hidden files (names that begin with . or _), is not read, "
        "and said.",
    )
    return Document("Formats", (Paragraph(text), *tables))
