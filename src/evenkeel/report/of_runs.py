"""Reports of many runs a cell: conditions, each problem of its own, and all together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from evenkeel.comparison.conclusions import references
from evenkeel.comparison.runs_conclusions import RUNS_REFERENCE, describe_runs_methods
from evenkeel.numerics.scaling import drawable
from evenkeel.report.about_tables import notices_about, read_in_words
from evenkeel.report.comparing import (
    body,
    conclusions,
    glance,
    main_table,
    matrices,
    methods,
    title,
)
from evenkeel.report.condition_tables import condition_tables
from evenkeel.report.document import Block, Document, Heading, Notice, Paragraph, Picture
from evenkeel.report.single_problem_tables import (
    counts_table,
    k_sample_tables,
    marks_table,
    tests_table,
)
from evenkeel.words.numbers import format_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from evenkeel._types import FloatArray
    from evenkeel.comparison.comparing_runs import RunsComparison
    from evenkeel.runs.parametric_conditions import Conditions
    from evenkeel.runs.single_problem import PerProblem


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
            *(Notice("note", "On these tests", note) for note in found.notes),
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
            *(Notice("note", "On single problems", note) for note in problems.notes),
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
