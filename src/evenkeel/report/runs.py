"""Reports of many runs per cell: conditions, each problem of its own, and all together.

Long because the conditions and the problems are tables of the one report of runs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.comparison._compare_runs import RUNS_REFERENCE, describe_runs_methods
from evenkeel.comparison.conclusions import references
from evenkeel.numerics.arrays import drawable
from evenkeel.report.comparison import (
    body,
    conclusions,
    glance,
    main_table,
    matrices,
    methods,
    title,
)
from evenkeel.report.document import (
    Block,
    Cell,
    Column,
    Document,
    Heading,
    Notice,
    Paragraph,
    Picture,
    Table,
)
from evenkeel.report.effect_tables import size_and_interval
from evenkeel.report.glance import headline
from evenkeel.report.tables import notices_about, read_in_words
from evenkeel.runs._conditions import Conditions, ConditionTest
from evenkeel.runs._per_problem import PerProblem
from evenkeel.runs.problem_tests import PROBLEM_TESTS
from evenkeel.text import format_number, percent, sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel._types import FloatArray
    from evenkeel.comparison._compare_runs import RunsComparison

# The conditions for parametric tests as the tables that the documents print.


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


# The single-problem analysis as tables of a report, among them the + / = / - table of papers.


def marks_table(analysis: PerProblem) -> Table:
    """Mean (sd) of each problem and algorithm, the best in bold, the control's marks and totals.

    Without a control there are no marks.
    """
    family, moments = analysis.family, analysis.moments
    others = (
        {}
        if family.control is None
        else dict(zip(family.pairs[:, 1].tolist(), range(family.m), strict=True))
    )
    rows: list[tuple[Cell, ...]] = []
    for i, problem in enumerate(analysis.problems):
        cells = [
            _mean_and_sd(float(moments.mean[i, j]), float(moments.sd[i, j]))
            + (f" {analysis.marks[i, others[j]]}" if j in others else "")
            for j in range(family.k)
        ]
        rows.append((problem, *cells))
    if others:
        totals = [" / ".join(map(str, row)) for row in analysis.significant_win_tie_loss.tolist()]
        rows.append(
            ("+ / = / -", *(totals[others[j]] if j in others else "" for j in range(family.k)))
        )
    best = f"the best mean of the problem ({analysis.better} is better)"
    return Table(
        name="per-problem",
        title="Mean (standard deviation) of the runs on each problem",
        columns=(Column("Problem"), *(Column(name) for name in family.algorithms)),
        rows=tuple(rows),
        bold=_best(analysis),
        note=_meaning_of_marks(analysis) if others else "",
        emphasis=best,
    )


def counts_table(analysis: PerProblem) -> Table:
    """Wins, ties and losses of each pair: by the means alone, and only the significant ones."""
    rows = tuple(
        (first, second, *plain, *significant)
        for (first, second), plain, significant in zip(
            analysis.family.hypotheses,
            analysis.win_tie_loss.tolist(),
            analysis.significant_win_tie_loss.tolist(),
            strict=True,
        )
    )
    titles = ("Wins", "Ties", "Losses", "+", "=", "-")
    return Table(
        name="per-problem-counts",
        title="On how many problems the first algorithm is better",
        columns=(Column("First"), Column("Second"), *(Column(title, "count") for title in titles)),
        rows=rows,
        note="Wins, ties and losses compare the means alone; + and - count only significant "
        "differences, = those in which none was found.",
    )


def k_sample_tables(analysis: PerProblem) -> Iterator[Table]:
    """The test of all algorithms together on each problem, if there is one."""
    tests, adjusted, words = (
        analysis.k_sample,
        analysis.k_sample_adjusted,
        _adjusted_words(analysis),
    )
    if tests is None or adjusted is None:
        return
    rows = tuple(
        (
            problem,
            float(tests.statistic[i]),
            float(tests.df_between[i]),
            None if np.isnan(tests.df_within[i]) else float(tests.df_within[i]),
            float(tests.pvalue[i]),
            float(adjusted[i]),
        )
        for i, problem in enumerate(analysis.problems)
    )
    yield Table(
        name="per-problem-k-sample",
        title=f"{tests.title}: all algorithms together, on each problem",
        columns=(
            Column("Problem"),
            Column("Statistic", "statistic"),
            Column("df", "count"),
            Column("df within", "value"),
            Column("p", "p", starred=False),
            Column("adjusted p", "p"),
        ),
        rows=rows,
        note=f"{words[:1].upper()}{words[1:]}.",
    )


def tests_table(analysis: PerProblem) -> Table:
    """Every two-sample test in full."""
    tests, mean = analysis.tests, analysis.moments.mean
    pairs = list(zip(analysis.family.hypotheses, analysis.family.pairs.tolist(), strict=True))
    effects = analysis.effects
    rows = tuple(
        (
            problem,
            first,
            second,
            float(mean[i, a]),
            float(mean[i, b]),
            float(tests.statistic[i, m]),
            float(tests.pvalue[i, m]),
            float(analysis.adjusted[i, m]),
            *(
                ()
                if effects is None
                else (
                    size_and_interval(
                        effects.estimate[i, m], effects.low[i, m], effects.high[i, m], "statistic"
                    ),
                )
            ),
            str(tests.method[i, m]),
            str(analysis.marks[i, m]),
        )
        for i, problem in enumerate(analysis.problems)
        for m, ((first, second), (a, b)) in enumerate(pairs)
    )
    test = PROBLEM_TESTS[analysis.test]
    title = test.title
    return Table(
        name="per-problem-tests",
        title=f"{title[:1].upper()}{title[1:]} of each problem",
        columns=(
            Column("Problem"),
            Column("First"),
            Column("Second"),
            Column("Mean of first", "value"),
            Column("Mean of second", "value"),
            Column(test.statistic, "statistic"),
            Column("p", "p", starred=False),
            Column("adjusted p", "p"),
            *(() if effects is None else (Column("A12 (interval)"),)),
            Column("Method"),
            Column("Mark"),
        ),
        rows=rows,
        note=_meaning_of_marks(analysis)
        + (
            ""
            if effects is None
            else " A12: how often a run of the first beats one of the second, 0.5 without any "
            "tendency; the intervals of a pair hold on all problems together at "
            f"{percent(effects.confidence)}."
        ),
    )


def _best(analysis: PerProblem) -> frozenset[tuple[int, int]]:
    """Positions in the table of the best mean of each problem; several if they are equal."""
    mean = analysis.moments.mean if analysis.better == "lower" else -analysis.moments.mean
    filled = np.where(np.isnan(mean), np.inf, mean)
    best = (filled == filled.min(axis=1, keepdims=True)) & ~np.isnan(mean)
    return frozenset((int(i), int(j) + 1) for i, j in np.argwhere(best))


def _mean_and_sd(mean: float, sd: float) -> str:
    if np.isnan(mean):
        return "n/a"
    return f"{format_number(mean, 'value')} ({format_number(sd, 'value')})"


def _meaning_of_marks(analysis: PerProblem) -> str:
    title = PROBLEM_TESTS[analysis.test].title
    if analysis.control is None:
        first, second = "the first algorithm", "the second"
    else:
        first, second = f"the control {analysis.control}", "the algorithm compared with it"
    undone = " ?: not possible." if (analysis.marks == "?").any() else ""
    return (
        f"+ and -: {first} is significantly better, or worse, than {second}; =: no significant "
        f"difference was found, which does not say that there is none ({title}, "
        f"{_adjusted_words(analysis)}, level {analysis.alpha:g}).{undone}"
    )


def _adjusted_words(analysis: PerProblem) -> str:
    if analysis.adjustment is None:
        return "p-values not adjusted for the number of problems"
    title = lookup(analysis.adjustment).title
    return f"p-values adjusted for the {len(analysis.problems)} problems by {title}"


# Reports of many runs per cell: conditions, each problem of its own, and all together.


_CONDITIONS = Heading("Conditions for parametric tests")
_PROBLEMS = Heading("Each problem of its own")


def report_conditions(found: Conditions, *, full: bool) -> Document:
    """Whether the conditions for parametric tests hold, test by test."""
    return Document(
        _CONDITIONS.text,
        (
            Paragraph(f"Verdict: {found.verdict}. {found.reason}"),
            Paragraph(found.independence),
            *condition_tables(found, full=full),
            *_normality_pictures(found),
            *(Notice("note", "On these tests", sentence(note)) for note in found.notes),
        ),
    )


def _normality_pictures(found: Conditions) -> Iterator[Picture]:
    """Histogram and Q-Q picture of the cell least and of the cell most like a normal law."""
    cells = zip(found.examples, ("least", "most"), strict=False)
    for (algorithm, problem, pvalue, values), which in cells:
        cell = f"{algorithm} on {problem}"
        caption = (
            f"{cell}, of all cells the {which} like a normal law: "
            f"p = {format_number(pvalue, 'p')} of Shapiro and Wilk's test."
        )
        if drawable(values):
            for kind in ("histogram", "qq"):
                yield Picture(f"{kind}-{which}", caption, partial(_draw, kind, values, cell))


def _draw(kind: str, values: FloatArray, label: str) -> Figure:
    from evenkeel.plot.canvas import root_figure
    from evenkeel.plot.kinds import KINDS

    return root_figure(KINDS[kind].function(values, label=label))


def report_problems(problems: PerProblem) -> Document:
    """The analysis of each problem of its own."""
    return Document(
        _PROBLEMS.text,
        (
            marks_table(problems),
            counts_table(problems),
            *k_sample_tables(problems),
            tests_table(problems),
            *(Notice("note", "On single problems", sentence(note)) for note in problems.notes),
        ),
    )


def report_runs(found: RunsComparison, *, exhaustive: bool = False) -> Document:
    """From the runs to the comparison over all problems, the conclusions first."""
    publications = references(found.comparison)
    if found.problems is not None or found.conditions is not None:
        publications = (*publications, RUNS_REFERENCE)
    return Document(
        f"{title(found.comparison)}, from runs",
        tuple(_blocks(found, exhaustive=exhaustive)),
        publications,
        main_table(found.comparison),
        more=matrices(found.comparison),
        read=read_in_words(found.comparison.results),
        headline=headline(found.comparison),
    )


def _blocks(found: RunsComparison, *, exhaustive: bool) -> Iterator[Block]:
    yield from notices_about(found.comparison.results)
    yield from glance(found.comparison)
    yield Heading("Runs")
    yield from (Paragraph(remark) for remark in found.remarks)
    if found.untested:
        yield Paragraph(found.untested)
    if found.conditions is not None:
        yield _CONDITIONS
        yield from report_conditions(found.conditions, full=False).blocks
    if found.problems is not None:
        yield _PROBLEMS
        yield from report_problems(found.problems).blocks
    yield from body(found.comparison, exhaustive=exhaustive)
    yield from conclusions(found.conclusions)
    yield from methods(found.comparison)
    yield Paragraph(describe_runs_methods(found))
