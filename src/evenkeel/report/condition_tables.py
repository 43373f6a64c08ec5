"""The conditions for parametric tests as the tables that the documents print."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from evenkeel.report.document import Cell, Column, Document, Table
from evenkeel.runs.parametric_conditions import Conditions, ConditionTest

_NOT_TESTED = "n/a: cannot be tested."


def condition_tables(conditions: Conditions, *, full: bool) -> Iterator[Table]:
    """Each test of normality (algorithms x problems), then both of the variances x problems."""
    for test in conditions.normality.values():
        rows = list(zip(conditions.algorithms, test.pvalue.T.tolist(), strict=True))
        title = f"Normality: {test.title}, p-values"
        yield _table(conditions, test.name, title, Column("Algorithm"), rows, full=full)
    rows = [(test.title, test.pvalue.tolist()) for test in conditions.variances.values()]
    title = "Equal variances, p-values"
    yield _table(conditions, "variances", title, Column("Test"), rows, full=full)


def report_condition(test: ConditionTest) -> Document:
    """One test by itself: the statistic and the p-value of every cell, or of every problem."""
    axes = {"Problem": test.problems} | ({"Algorithm": test.algorithms} if test.algorithms else {})
    numbers = zip(test.statistic.ravel().tolist(), test.pvalue.ravel().tolist(), strict=True)
    rows: list[tuple[Cell, ...]] = [
        (*place, statistic, pvalue)
        for place, (statistic, pvalue) in zip(product(*axes.values()), numbers, strict=True)
    ]
    columns = (*map(Column, axes), Column("Statistic", "statistic"), Column("p", "p"))
    table = Table(test.name, test.title, columns, tuple(rows), note=_NOT_TESTED)
    return Document(test.title, (table,))


def _table(
    conditions: Conditions,
    name: str,
    title: str,
    first: Column,
    rows: Sequence[tuple[str, list[float]]],
    *,
    full: bool,
) -> Table:
    alpha = conditions.alpha
    cells: list[tuple[Cell, ...]] = [
        (label, *(p if full else documents_pvalue(p, rejected=p <= alpha) for p in row))
        for label, row in rows
    ]
    starred = {
        (i, j + 1) for i, (_, row) in enumerate(rows) for j, p in enumerate(row) if p <= alpha
    }
    return Table(
        name=f"conditions-{name}",
        title=title,
        columns=(
            first,
            *(Column(problem, "p" if full else "text") for problem in conditions.problems),
        ),
        rows=tuple(cells),
        bold=frozenset(starred if full else ()),
        note=_NOT_TESTED if full else f"*: rejected at level {alpha:g}. {_NOT_TESTED}",
        emphasis=f"rejected at level {alpha:g}" if full else "",
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
