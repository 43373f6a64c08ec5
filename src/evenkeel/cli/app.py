"""The commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evenkeel._version import __version__
from evenkeel.cli import power, runs, serve
from evenkeel.cli.options import (
    AdjustOption,
    AlphaOption,
    BetterOption,
    ControlOption,
    File,
    JsonOption,
    MethodOption,
    MissingOption,
    OutputOption,
    RankingOption,
    ShapeOption,
    TableOption,
    load_table,
)
from evenkeel.cli.output import check_output, emit, following
from evenkeel.errors import EvenkeelError, InputError

app = typer.Typer(
    name="evenkeel",
    help="From a table of results to an honest conclusion: nonparametric comparison of k "
    "algorithms on n problems.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """Run the command line; bad input ends with a message on standard error and exit code 2."""
    try:
        app()
    except EvenkeelError as error:
        print(f"evenkeel: {error}", file=sys.stderr)
        sys.exit(2)


def _version(value: bool) -> None:
    if value:
        print(f"evenkeel {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command()
def compare(
    file: File,
    better: BetterOption = None,
    control: ControlOption = None,
    alpha: AlphaOption = 0.05,
    ranking: RankingOption = "friedman",
    adjust: AdjustOption = None,
    procedure: Annotated[
        str | None, typer.Option("--procedure", help="The procedure to conclude from.")
    ] = None,
    method: MethodOption = "normal",
    always: Annotated[
        bool, typer.Option("--always", help="Test the hypotheses even if the omnibus test fails.")
    ] = False,
    exhaustive: Annotated[
        bool, typer.Option("--exhaustive", help="List the exhaustive sets (all pairs, k <= 9).")
    ] = False,
    shape: ShapeOption = "auto",
    missing: MissingOption = "error",
    output: OutputOption = None,
    fragment: Annotated[
        bool, typer.Option("--fragment", help="For .tex: only the tables, no document.")
    ] = False,
    table: TableOption = None,
    json: JsonOption = False,
    fail_if_not_rejected: Annotated[
        bool,
        typer.Option(
            "--fail-if-not-rejected",
            help="Exit with 1 unless a hypothesis is rejected (the omnibus one, or for two "
            "algorithms Wilcoxon's).",
        ),
    ] = False,
) -> None:
    """Compare algorithms: the whole analysis, from the table to a report.

    For example:

      evenkeel compare results.csv --better lower

      evenkeel compare results.csv --better higher --control MyMethod -o report.html -o report.tex

      evenkeel compare case:cec2005 --ranking quade --method exact
    """
    from evenkeel.comparison import compare as run

    comparison = run(
        load_table(file, better, shape, missing),
        control=control,
        alpha=alpha,
        ranking=ranking,
        adjust=adjust,
        procedure=procedure,
        method=method,
        always=always,
    )
    report = comparison.report(exhaustive=exhaustive)
    emit(report, json=json, output=output, fragment=fragment, table=table)
    if fail_if_not_rejected and not comparison.rejected:
        raise typer.Exit(1)


@app.command()
def posthoc(
    file: File,
    better: BetterOption = None,
    control: ControlOption = None,
    alpha: AlphaOption = 0.05,
    ranking: RankingOption = "friedman",
    adjust: AdjustOption = None,
    method: MethodOption = "normal",
    shape: ShapeOption = "auto",
    missing: MissingOption = "error",
    output: OutputOption = None,
    table: TableOption = None,
    json: JsonOption = False,
) -> None:
    """Adjusted p-values of all pairs, or of a control against the rest.

    For example:

      evenkeel posthoc results.csv --better lower --adjust holm --adjust bergmann
    """
    from evenkeel.hypotheses import posthoc as run
    from evenkeel.report.single import report_posthoc

    result = run(
        load_table(file, better, shape, missing),
        ranking=ranking,
        control=control,
        adjust=adjust,
        method=method,
    )
    emit(report_posthoc(result, alpha), json=json, output=output, table=table)


@app.command(name="test")
def run_one_test(
    name: Annotated[
        str,
        typer.Argument(
            help="sign, wilcoxon, t, friedman, iman-davenport, aligned, quade or multiple-sign.",
            metavar="TEST",
        ),
    ],
    file: File,
    first: Annotated[
        str | None, typer.Option("--first", help="First algorithm of a pairwise test.")
    ] = None,
    second: Annotated[
        str | None, typer.Option("--second", help="Second algorithm of a pairwise test.")
    ] = None,
    control: ControlOption = None,
    better: BetterOption = None,
    alpha: AlphaOption = 0.05,
    method: Annotated[
        str | None,
        typer.Option("--method", "-m", help="As the test offers: exact, normal, permutation ..."),
    ] = None,
    ties: Annotated[
        str | None, typer.Option("--ties", help="Omnibus tests: uncorrected or corrected.")
    ] = None,
    shape: ShapeOption = "auto",
    missing: MissingOption = "error",
    output: OutputOption = None,
    table: TableOption = None,
    json: JsonOption = False,
) -> None:
    """Run one test.

    For example:

      evenkeel test friedman results.csv --better lower --method permutation

      evenkeel test wilcoxon results.csv --better lower --first New --second Old
    """
    from evenkeel.cli.testing import run_test

    results = load_table(file, better, shape, missing)
    document = run_test(
        name,
        results,
        first=first,
        second=second,
        control=control,
        alpha=alpha,
        method=method,
        ties=ties,
    )
    emit(document, json=json, output=output, table=table)


@app.command()
def adjust(
    pvalues: Annotated[
        list[str] | None,
        typer.Argument(help="P-values; without them they are read from standard input."),
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option("--method", "-m", help="A procedure; may be repeated. By default holm."),
    ] = None,
    alpha: AlphaOption = 0.05,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Adjust p-values: p-values in, adjusted p-values out, in the same order.

    For example:

      evenkeel adjust 0.01 0.02 0.03 --method holm --method hommel

      cut -f2 pvalues.tsv | evenkeel adjust -m bergmann
    """
    from evenkeel.report.single import report_adjusted

    words = pvalues or sys.stdin.read().replace(",", " ").split()
    emit(report_adjusted(_numbers(words), method or ["holm"], alpha), json=json, output=output)


@app.command()
def contrast(
    file: File,
    better: BetterOption = None,
    shape: ShapeOption = "auto",
    missing: MissingOption = "error",
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Estimate by how much algorithms differ: contrast estimation based on medians."""
    from evenkeel.contrast import contrast_estimation
    from evenkeel.report.document import Document
    from evenkeel.report.tables import contrast_table

    estimation = contrast_estimation(load_table(file, better, shape, missing))
    emit(Document("Contrast estimation", (contrast_table(estimation),)), json=json, output=output)


@app.command()
def table(
    file: File,
    better: BetterOption = None,
    shape: ShapeOption = "auto",
    missing: MissingOption = "error",
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """The table of results for a paper: best of each problem in bold, average ranks below.

    For example:

      evenkeel table results.csv --better lower -o table.tex
    """
    from evenkeel.report.single import report_results

    document = report_results(load_table(file, better, shape, missing))
    emit(document, json=json, output=output, fragment=True, table="results")


@app.command()
def advise(
    file: File,
    better: BetterOption = None,
    control: ControlOption = None,
    alpha: AlphaOption = 0.05,
    ranking: RankingOption = "friedman",
    method: MethodOption = "normal",
    shape: ShapeOption = "auto",
    missing: MissingOption = "error",
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """What the guidelines say about a study: problems first, then cautions and notes."""
    from evenkeel.comparison import compare as run
    from evenkeel.report.document import Document, Notice

    results = load_table(file, better, shape, missing)
    comparison = run(results, control=control, alpha=alpha, ranking=ranking, method=method)
    notices = tuple(Notice(a.grade, a.title, a.text) for a in comparison.advice)
    emit(Document("Advice", notices), json=json, output=output)


@app.command()
def cases(output: OutputOption = None, json: JsonOption = False) -> None:
    """List the bundled case studies."""
    from evenkeel.report.single import report_cases

    emit(report_cases(), json=json, output=output)


@app.command()
def plot(
    kind: Annotated[
        str,
        typer.Argument(
            help="critical-difference, bonferroni-dunn, stairs, average-ranks, pvalues, "
            "comparison-matrix, win-tie-loss, contrasts, rank-heatmap, scatter or differences.",
            metavar="KIND",
        ),
    ],
    file: File,
    output: Annotated[
        list[Path],
        typer.Option(
            "--output", "-o", help="The picture; may be repeated: .pdf .svg .png .pgf .tikz"
        ),
    ],
    better: BetterOption = None,
    control: Annotated[
        str | None, typer.Option("--control", "-c", help="The control algorithm.")
    ] = None,
    first: Annotated[str | None, typer.Option("--first", help="First algorithm of two.")] = None,
    second: Annotated[str | None, typer.Option("--second", help="Second algorithm of two.")] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", "-a", help="Level of significance.")
    ] = None,
    ranking: Annotated[
        str | None, typer.Option("--ranking", "-r", help="friedman, aligned or quade.")
    ] = None,
    procedure: Annotated[
        str | None, typer.Option("--procedure", help="The post-hoc procedure.")
    ] = None,
    highlight: Annotated[
        str | None, typer.Option("--highlight", help="An algorithm to make stand out.")
    ] = None,
    style: Annotated[str, typer.Option("--style", help="paper or slides.")] = "paper",
    shape: ShapeOption = "auto",
    missing: MissingOption = "error",
) -> None:
    """Draw a picture for a paper or for slides.

    For example:

      evenkeel plot critical-difference results.csv --better lower -o ranks.pdf

      evenkeel plot stairs case:cec2005 --control SaDE -o stairs.svg
    """
    from evenkeel.plot import draw_picture, save_figure
    from evenkeel.plot import style as use_style

    with use_style(style):
        axes = draw_picture(
            kind,
            load_table(file, better, shape, missing),
            control=control,
            first=first,
            second=second,
            alpha=alpha,
            ranking=ranking,
            procedure=procedure,
            highlight=highlight,
        )
        for path in output:
            print(f"wrote {save_figure(axes, path)}", file=sys.stderr)


@app.command()
def reproduce(
    output: OutputOption = None, table: TableOption = None, json: JsonOption = False
) -> None:
    """Recompute every published table of the source documents and say where they are misprinted.

    Exits with 1 if a figure differs that no erratum explains.
    """
    from evenkeel.reproduction.figures import reproduce_table
    from evenkeel.reproduction.reporting import TABLES, report_reproduction

    check_output(output, table)
    outcomes = [reproduce_table(each) for each in following(TABLES, "Recomputing")]
    emit(report_reproduction(outcomes), json=json, output=output, table=table)
    if not all(outcome.explained for outcome in outcomes):
        raise typer.Exit(1)


app.command()(runs.check)
app.command()(runs.runs)
app.command()(power.power)
app.command()(serve.serve)


def _numbers(words: list[str]) -> list[float]:
    numbers = []
    for position, word in enumerate(words, start=1):
        try:
            numbers.append(float(word))
        except ValueError:
            raise InputError(
                f"p-value {position} is {word!r}, which is no number; give numbers between 0 and 1"
            ) from None
    return numbers
