"""Commands for many runs a cell: ``check`` and ``runs``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenkeel.cli.options import (
    CASE_PREFIX,
    AlphaOption,
    BetterOption,
    ControlOption,
    JsonOption,
    OutputOption,
    TableOption,
)
from evenkeel.cli.output import check_output, emit
from evenkeel.errors import InputError

if TYPE_CHECKING:
    from evenkeel.runs import Runs

RunsFile = Annotated[
    str,
    typer.Argument(
        help="A long table of runs (columns algorithm, problem, run, value): CSV, a Parquet file, "
        "folder or glob, or case:NAME for bundled runs.",
        metavar="FILE",
    ),
]


def check(
    file: RunsFile,
    better: BetterOption = None,
    alpha: AlphaOption = 0.05,
    design: Annotated[
        str | None,
        typer.Option("--design", help="hold-out, k-fold, 5x2 or independent-runs."),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="P-values at full precision.")] = False,
    output: OutputOption = None,
    table: TableOption = None,
    json: JsonOption = False,
) -> None:
    """Check the conditions for parametric tests: normality and equal variances.

    For example:

      evenkeel check runs.csv --better lower --design independent-runs
    """
    from evenkeel.report.of_runs import report_conditions
    from evenkeel.single.parametric_conditions import conditions

    check_output(output, table)
    found = conditions(load_runs_table(file, better), alpha=alpha, design=design)  # type: ignore[arg-type]
    emit(report_conditions(found, full=full), json=json, output=output, table=table)


def runs(
    file: RunsFile,
    better: BetterOption = None,
    aggregate: Annotated[
        str, typer.Option("--aggregate", help="mean, median, min, max, best, worst or 0.25 ...")
    ] = "mean",
    control: ControlOption = None,
    test: Annotated[
        str,
        typer.Option("--test", help="mann-whitney, t, welch, wilcoxon or paired-t, per problem."),
    ] = "mann-whitney",
    alpha: AlphaOption = 0.05,
    output: OutputOption = None,
    table: TableOption = None,
    json: JsonOption = False,
) -> None:
    """From raw runs to the whole report: conditions, each problem, and all problems together.

    For example:

      evenkeel runs runs.csv --better lower --aggregate mean --control New -o report.html
    """
    from evenkeel.comparison import compare
    from evenkeel.report.of_runs import report_runs
    from evenkeel.single.ceiling import ceiling_remark
    from evenkeel.single.parametric_conditions import conditions
    from evenkeel.single.single_problem import per_problem

    check_output(output, table)
    given = load_runs_table(file, better)
    if given.has_steps:
        given = given.at_step("last")
    comparison = compare(given.aggregate(_statistic(aggregate)), control=control, alpha=alpha)
    remarks = []
    found = problems = None
    try:
        if ceiling := ceiling_remark(given):
            remarks.append(ceiling)
        found = conditions(given, alpha=alpha)
        problems = per_problem(given, control=comparison.control, test=test, alpha=alpha)  # type: ignore[arg-type]
    except InputError as error:  # too few runs for them; the comparison needs only one a cell
        remarks.append(str(error))
    document = report_runs(given, comparison, problems, found, tuple(remarks))
    emit(document, json=json, output=output, table=table)


def _statistic(word: str) -> Any:
    """The statistic of each cell: a name, or the level of a quantile such as 0.25."""
    try:
        return float(word)
    except ValueError:
        return word


def load_runs_table(file: str, better: str | None) -> Runs:
    """Read the runs that a command works on."""
    if file.startswith(CASE_PREFIX):
        from evenkeel.casestudies import load_runs

        return load_runs(file.removeprefix(CASE_PREFIX))
    from evenkeel.reading_runs import read_runs

    return read_runs(file, better=better)  # type: ignore[arg-type]
