"""The single-problem analysis as tables of a report, among them the + / = / - table of papers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evenkeel.adjustments.registry import lookup
from evenkeel.report.document import Cell, Column, Table
from evenkeel.report.effect_tables import size_and_interval
from evenkeel.runs.problem_tests import PROBLEM_TESTS
from evenkeel.runs.single_problem import PerProblem
from evenkeel.words.numbers import format_number, percent


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
