"""The conditions for parametric tests as the tables that the documents print."""

from __future__ import annotations

import math

from evenkeel.errors import choice
from evenkeel.report.document import Cell, Column, Table
from evenkeel.single.parametric_conditions import Conditions


def condition_table(conditions: Conditions, test: str, *, full: bool) -> Table:
    """One test of normality (algorithms x problems), or both of the variances x problems."""
    choice(test, (*conditions.normality, "variances"), "table of conditions")
    if test == "variances":
        title, first = "Equal variances", "Test"
        rows = [(t.title, t.pvalue.tolist()) for t in conditions.variances.values()]
    else:
        normality = conditions.normality[test]
        title, first = f"Normality: {normality.title}", "Algorithm"
        rows = list(zip(conditions.algorithms, normality.pvalue.T.tolist(), strict=True))
    alpha = conditions.alpha
    cells: list[tuple[Cell, ...]] = [
        (label, *(p if full else documents_pvalue(p, rejected=p <= alpha) for p in row))
        for label, row in rows
    ]
    starred = {
        (i, j + 1) for i, (_, row) in enumerate(rows) for j, p in enumerate(row) if p <= alpha
    }
    mark = "Bold (with * in plain text)" if full else "*"
    return Table(
        name=f"conditions-{test}",
        title=f"{title}, p-values",
        columns=(
            Column(first),
            *(Column(problem, "p" if full else "text") for problem in conditions.problems),
        ),
        rows=tuple(cells),
        bold=frozenset(starred if full else ()),
        note=f"{mark}: rejected at level {alpha:g}. n/a: cannot be tested.",
    )


def documents_pvalue(pvalue: float, *, rejected: bool) -> str:
    """A p-value in the style of the documents' tables.

    Examples
    --------
    >>> documents_pvalue(0.004, rejected=True), documents_pvalue(0.2, rejected=False)
    ('* (.00)', '(.20)')
    """
    if math.isnan(pvalue):
        return "n/a"
    text = f"{pvalue:.2f}".removeprefix("0")
    return f"{'* ' if rejected else ''}({text})"
