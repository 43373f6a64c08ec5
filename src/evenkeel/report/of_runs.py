"""Reports of many runs a cell: conditions, each problem of its own, and all together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from evenkeel.report.document import Block, Document, Heading, Notice, Paragraph

if TYPE_CHECKING:
    from evenkeel.comparison import Comparison
    from evenkeel.runs import Runs
    from evenkeel.single.parametric_conditions import Conditions
    from evenkeel.single.single_problem import PerProblem


_CONDITIONS = Heading("Conditions for parametric tests")
_PROBLEMS = Heading("Each problem of its own")


def report_conditions(found: Conditions, *, full: bool) -> Document:
    """Whether the conditions for parametric tests hold, test by test."""
    return Document(_CONDITIONS.text, tuple(_conditions(found, full=full)))


def report_runs(
    runs: Runs,
    comparison: Comparison,
    problems: PerProblem | None,
    found: Conditions | None,
    remarks: tuple[str, ...],
) -> Document:
    """From the runs to the comparison over all problems.

    `problems` and `found` are None where there are too few runs for them; `remarks` says so.
    """
    whole = comparison.report()
    return Document(
        f"{whole.title}, from runs",
        (
            Heading("Runs"),
            Paragraph(repr(runs).splitlines()[0]),
            *(Paragraph(check) for check in (*runs.checks(), *remarks)),
            *(() if found is None else (_CONDITIONS, *_conditions(found, full=False))),
            *(() if problems is None else (_PROBLEMS, *_problems(problems))),
            *whole.blocks,
        ),
        whole.references,
    )


def _conditions(found: Conditions, *, full: bool) -> Iterator[Block]:
    yield Paragraph(f"Verdict: {found.verdict}. {found.reason}")
    yield Paragraph(found.independence)
    yield from found.tables(full=full)
    yield from (Notice("note", "On these tests", note) for note in found.notes)


def _problems(problems: PerProblem) -> Iterator[Block]:
    yield from problems.tables()
    yield from (Notice("note", "On single problems", note) for note in problems.notes)
