"""Reports of single things, and the terms that the page explains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.adjustments import adjust
from evenkeel.adjustments.registry import ADJUSTMENTS, lookup
from evenkeel.errors import Message, Option, visible
from evenkeel.omnibus.registry import OMNIBUS
from evenkeel.ranks.named import compute_ranks
from evenkeel.ranks.registry import RANKINGS
from evenkeel.report.document import Cell, Column, Document, Heading, Notice, Paragraph, Table
from evenkeel.report.tables import left_out_tables, notices_about, read_in_words

if TYPE_CHECKING:
    from evenkeel.adjustments._adjust import AdjustedAlphas
    from evenkeel.casestudies import Case
    from evenkeel.comparison._checklist import Item
    from evenkeel.comparison.advice import Advice
    from evenkeel.tables.readings import Reading
    from evenkeel.tables.results import Results

# Reports of single things: a list of p-values, the table itself, cases, formats, advice.


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
        alike=True,
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
        (*sizes, Column("Runs per cell", "count"), *words),
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


# The general terms that the page explains; those of methods stand in the registries.


@dataclass(frozen=True)
class Term:
    """A term: its key in addresses and ids, its spellings, and its explanation."""

    key: str
    spellings: tuple[str, ...]
    meaning: str


GENERAL = (
    Term(
        "adjusted-p",
        ("adjusted p-values", "Adjusted p-values", "adjusted p"),
        "The smallest level at which a procedure, applied to the whole family of hypotheses, "
        "rejects this one. Reject what is at most alpha.",
    ),
    Term(
        "average-rank",
        ("average Friedman rank", "Average ranks", "average ranks"),
        "Each problem ranks the algorithms from 1, the best; the average is taken over the "
        "problems. Tied algorithms share the mean of their ranks.",
    ),
    Term(
        "control",
        ("the control", "The control"),
        "The algorithm that is compared with each of the others, mostly the new one. It is chosen "
        "before the results are seen.",
    ),
    Term(
        "fwer",
        ("family-wise error", "weak FWER", "FWER"),
        "The probability of rejecting at least one true hypothesis of the family. Weak control "
        "holds only if all hypotheses are true.",
    ),
    Term(
        "fdr",
        ("FDR", "false discovery rate"),
        "The expected share of false rejections among the rejections.",
    ),
    Term(
        "omnibus",
        ("Omnibus tests", "omnibus hypothesis", "omnibus"),
        "A test of the one hypothesis that all algorithms perform alike. If it is rejected, "
        "post-hoc procedures show which ones differ.",
    ),
    Term(
        "post-hoc",
        ("Post-hoc hypotheses", "post-hoc procedures", "post-hoc"),
        "What follows the rejection of the omnibus hypothesis: a hypothesis for each pair, or for "
        "the control and each other algorithm, with p-values adjusted for their number.",
    ),
    Term(
        "contrast",
        ("Contrast estimation", "contrast estimation"),
        "Estimates by how much algorithms differ, in the units of the table, from the medians of "
        "their differences over the problems.",
    ),
    Term(
        "wilcoxon",
        ("Wilcoxon signed-rank tests", "Wilcoxon signed-rank test", "Wilcoxon"),
        "Tests two algorithms by the ranks of the sizes of their differences.",
    ),
    Term(
        "sign-test",
        ("Sign tests", "Multiple sign test", "multiple sign test", "sign test"),
        "Tests two algorithms by counting the problems on which each is better.",
    ),
    Term(
        "pairwise",
        ("Pairwise tests", "pairwise tests"),
        "Tests of single pairs. Several of them together do not hold the family-wise error.",
    ),
    Term(
        "kendall",
        ("Kendall's coefficient of concordance W",),
        "From 0, the problems rank the algorithms in no common order, to 1, all in the same; "
        "corrected for ties.",
    ),
    Term(
        "win",
        ("A win",),
        "A problem on which no other algorithm is better.",
    ),
    Term(
        "cd",
        ("Bars join algorithms", "critical difference"),
        "A bar joins algorithms of which no pair is significantly different. It does not say that "
        "they perform alike.",
    ),
)


# The terms that the page explains: general ones, and one for every registered method.


def terms() -> tuple[Term, ...]:
    """All terms, each with the spellings in which reports have it."""
    return (*GENERAL, *_methods())


def _methods() -> Iterator[Term]:
    for test in OMNIBUS:
        yield Term(test.name, (test.title,), test.meaning)
    for ranking in RANKINGS:
        yield Term(f"{ranking.name}-ranks", (f"{ranking.title} rank",), ranking.meaning)
    for procedure in ADJUSTMENTS:
        yield Term(procedure.name, (procedure.title,), procedure.meaning)
