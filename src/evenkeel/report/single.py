"""Reports of single things: one family, a list of p-values, the table itself, the case studies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.adjustments import adjust
from evenkeel.adjustments.registry import lookup
from evenkeel.casestudies import cases
from evenkeel.ranks import friedman_ranks
from evenkeel.report.document import Cell, Column, Document, Table
from evenkeel.report.posthoc_tables import posthoc_tables

if TYPE_CHECKING:
    from evenkeel.hypotheses import PosthocResult
    from evenkeel.results import Results


def report_posthoc(posthoc: PosthocResult, alpha: float) -> Document:
    """The tables of a family of hypotheses."""
    family = posthoc.family
    title = f"All {family.m} pairs" if family.control is None else f"Control {family.control}"
    return Document(title, tuple(posthoc_tables(posthoc, alpha, posthoc.procedures[0])))


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
        (Column("Number", "count"), Column("p", "p"), *(Column(title, "p") for title in titles)),
        rows,
        bold,
        f"Bold (with * in plain text): rejected at {alpha:g}.",
    )
    return Document("Adjusted p-values", (table,))


def report_results(results: Results) -> Document:
    """The table of results for a paper: best of each problem in bold, average ranks below."""
    average = friedman_ranks(results).average
    best = results.losses == results.losses.min(axis=1, keepdims=True)
    rows: list[tuple[Cell, ...]] = [
        (name, *(float(value) for value in row))
        for name, row in zip(results.problems, results.values, strict=True)
    ]
    rows.append(("Average rank", *(float(f"{rank:.3f}") for rank in average)))
    bold = {(int(i), int(j) + 1) for i, j in np.argwhere(best)}
    bold |= {(results.n, int(j) + 1) for j in np.flatnonzero(average == average.min())}
    table = Table(
        "results",
        f"Results; {results.better} is better",
        (Column("Problem"), *(Column(name, "value") for name in results.algorithms)),
        tuple(rows),
        frozenset(bold),
        "The best of each problem and the best average Friedman rank are in bold.",
    )
    return Document("Results", (table,))


def report_cases() -> Document:
    """The bundled case studies."""
    rows = tuple(
        (case.name, case.problems, case.algorithms, case.better, case.title, case.source)
        for case in cases()
    )
    table = Table(
        "cases",
        "Bundled case studies: evenkeel compare case:NAME",
        (
            Column("Name"),
            Column("n", "count"),
            Column("k", "count"),
            Column("Better"),
            Column("What it is"),
            Column("Source"),
        ),
        rows,
    )
    return Document("Case studies", (table,))
