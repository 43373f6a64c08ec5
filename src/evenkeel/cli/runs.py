"""Commands for many runs a cell: ``check`` and ``runs``."""

from __future__ import annotations

from typing import Annotated

import typer

from evenkeel.cli.options import (
    AdjustOption,
    AggregateOption,
    AlphaOption,
    AlwaysOption,
    BetterOption,
    ControlOption,
    ExhaustiveOption,
    FailOption,
    FragmentOption,
    JsonOption,
    MethodOption,
    OrderOption,
    OutputOption,
    ProcedureOption,
    RankingOption,
    ResamplesOption,
    SeedOption,
    TableOption,
    listed,
    load_runs_table,
    number_or_word,
)
from evenkeel.cli.output import check_output, emit

RunsFile = Annotated[
    str,
    typer.Argument(
        help="A table of runs, long (columns algorithm, problem, run, value) or wide with several "
        "rows a problem: CSV, Excel, JSON, a Parquet file, folder or glob, - for standard input, "
        "or case:NAME for bundled runs.",
        metavar="FILE",
    ),
]
StepOption = Annotated[
    str, typer.Option("--step", help="Of curves, the step to look at: last, or a number.")
]
DesignOption = Annotated[
    str | None,
    typer.Option(
        "--design", help="How the runs were made: hold-out, k-fold, 5x2 or independent-runs."
    ),
]
MissingOption = Annotated[
    str, typer.Option("--missing", help="Cells without runs: error or drop-problem.")
]


def check(
    file: RunsFile,
    better: BetterOption = None,
    alpha: AlphaOption = 0.05,
    design: DesignOption = None,
    step: StepOption = "last",
    full: Annotated[bool, typer.Option("--full", help="P-values at full precision.")] = False,
    output: OutputOption = None,
    table: TableOption = None,
    json: JsonOption = False,
) -> None:
    """Check the conditions for parametric tests: normality and equal variances.

    For example:

      evenkeel check runs.csv --better lower --design independent-runs
    """
    from evenkeel.runs.parametric_conditions import conditions
    from evenkeel.tables.aggregating import at_one_step

    check_output(output, table)
    given = at_one_step(load_runs_table(file, better), number_or_word(step))
    found = conditions(given, alpha=alpha, design=design)  # type: ignore[arg-type]
    emit(found.report(full=full), json=json, output=output, table=table)


def runs(
    file: RunsFile,
    better: BetterOption = None,
    aggregate: AggregateOption = None,
    control: ControlOption = None,
    test: Annotated[
        str,
        typer.Option("--test", help="mann-whitney, t, welch, wilcoxon or paired-t, per problem."),
    ] = "mann-whitney",
    alpha: AlphaOption = 0.05,
    step: StepOption = "last",
    design: DesignOption = None,
    missing: MissingOption = "error",
    ranking: RankingOption = "friedman",
    adjust: AdjustOption = None,
    procedure: ProcedureOption = None,
    method: MethodOption = "normal",
    always: AlwaysOption = False,
    exhaustive: ExhaustiveOption = False,
    order: OrderOption = None,
    resamples: ResamplesOption = 9999,
    seed: SeedOption = 0,
    output: OutputOption = None,
    fragment: FragmentOption = False,
    table: TableOption = None,
    json: JsonOption = False,
    fail_if_not_rejected: FailOption = False,
) -> None:
    """From raw runs to the whole report: conditions, each problem, and all problems together.

    For example:

      evenkeel runs runs.csv --better lower --control New -o report.html

      evenkeel runs case:scipy_optimisers --aggregate median --design independent-runs
    """
    from evenkeel.comparison.comparing_runs import compare_runs

    check_output(output, table)
    found = compare_runs(
        load_runs_table(file, better),
        aggregate=number_or_word(aggregate or "mean"),
        control=control,
        test=test,  # type: ignore[arg-type]
        alpha=alpha,
        step=number_or_word(step),
        design=design,  # type: ignore[arg-type]
        missing=missing,  # type: ignore[arg-type]
        ranking=ranking,
        adjust=adjust,
        procedure=procedure,
        method=method,
        always=always,
        order=listed(order),
        resamples=resamples,
        seed=seed,
    )
    report = found.report(exhaustive=exhaustive)
    emit(report, json=json, output=output, fragment=fragment, table=table)
    if fail_if_not_rejected and not found.rejected:
        raise typer.Exit(1)
