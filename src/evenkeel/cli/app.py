"""The commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from evenkeel._version import __version__
from evenkeel.cli import analyses, claims, power, reading, runs, serve
from evenkeel.cli.analyses import add_commands
from evenkeel.cli.commands import GroupedCommands, takes, with_options_of
from evenkeel.cli.options import (
    AdjustOption,
    AlphaOption,
    ChecklistOption,
    ControlOption,
    ExhaustiveOption,
    FailOption,
    FilledCommand,
    FullOption,
    JointLevelOption,
    MethodOption,
    OrderOption,
    RankingOption,
    ResamplesOption,
    SaveConfigOption,
    SeedOption,
    SentenceOption,
    listed,
)
from evenkeel.cli.output import OUTPUT, Destination, at_a_glance, with_checklist
from evenkeel.cli.questions import on_command_line
from evenkeel.cli.reading import RESULTS, TABLES
from evenkeel.cli.repetition import record, run_config
from evenkeel.cli.runs import COMPARING
from evenkeel.cli.streams import following, open_streams, standard_input
from evenkeel.comparison.analyses.registry import ANALYSES, FILE_ANALYSES
from evenkeel.errors import EvenkeelError, InputError, visible

if TYPE_CHECKING:
    from evenkeel.tables.results import Results

app = typer.Typer(
    name="evenkeel",
    help="From a table of results to an honest conclusion: nonparametric comparison of k "
    "algorithms on n problems.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    cls=GroupedCommands,
)

#: The groups of the commands, in the order of the help.
FIRST = "Begin here"
ONE_TABLE = "Parts of the analysis"
BESIDE = "Beside the comparison"
RUNS = "Many runs per cell"
LOGS = "Logs, benchmarks and votes"
PRINTED = "From what a paper prints"
FILES = "What is read, and what is bundled"
STUDIES = "Plan and repeat a study"


def _adding(group: str, name: str | None = None) -> Callable[[Callable[..., Any]], Any]:
    """Add a command to a group of the help."""
    return app.command(name=name, cls=FilledCommand, rich_help_panel=group)


def main() -> None:
    """Run the command line; bad input ends with a message on standard error and exit code 2."""
    open_streams()
    completing = any(name.endswith("_COMPLETE") for name in os.environ)
    try:
        (app if completing else with_options_of(app, sys.argv[1:]))()
    except EvenkeelError as error:
        _fail(error.spelled(on_command_line))
    except OSError as error:  # of a file that the system refuses
        if error.filename is None:
            raise
        _fail(f"{error.filename}: {error.strerror}")


def _fail(message: str) -> NoReturn:
    lines = map(visible, message.split("\n"))
    print("evenkeel:", "\n".join(lines), file=sys.stderr)
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


@_adding(FIRST)
@takes(TABLES, COMPARING, OUTPUT)
def compare(
    goes: Destination,
    tables: Results | dict[str, Results],
    options: dict[str, Any],
    control: ControlOption = None,
    alpha: AlphaOption = 0.05,
    exhaustive: ExhaustiveOption = False,
    full: FullOption = False,
    checklist: ChecklistOption = False,
    sentence: SentenceOption = False,
    save_config: SaveConfigOption = None,
    fail_if_not_rejected: FailOption = False,
    joint_level: JointLevelOption = False,
) -> None:
    """Compare algorithms: the whole analysis, from the table to a report.

    For example:

      evenkeel compare results.csv --better lower

      evenkeel compare results.csv --better higher --control MyMethod -o report.html -o report.tex

      evenkeel compare case:cec2005 --ranking quade --method exact

      evenkeel compare runs.csv --each-measure --better HV=higher,IGD=lower
    """
    from evenkeel.comparison._compare import compare as run
    from evenkeel.comparison._compare import compare_measures

    several = isinstance(tables, dict)
    if joint_level and not several:
        raise InputError("--joint-level is for several measures; it needs --each-measure or --each")
    options |= {"joint_level": joint_level} if several else {}
    compared: Any = compare_measures if several else run
    comparison = compared(tables, control=control, alpha=alpha, **options)
    report = comparison.report(exhaustive=exhaustive)
    glance = at_a_glance(comparison, report, sentence=sentence)
    if checklist:
        report, glance = (with_checklist(each, comparison) for each in (report, glance))
    goes.emit(report, None if full or exhaustive else glance)
    record(save_config, comparison.conclusions)
    if fail_if_not_rejected and not comparison.rejected:
        raise typer.Exit(1)


_adding(FIRST)(analyses.plot)
_adding(FIRST)(reading.read)


@_adding(ONE_TABLE)
@takes(RESULTS, OUTPUT)
def posthoc(
    goes: Destination,
    results: Results,
    control: ControlOption = None,
    alpha: AlphaOption = 0.05,
    ranking: RankingOption = "friedman",
    adjust: AdjustOption = None,
    method: MethodOption = None,
    resamples: ResamplesOption = 9999,
    seed: SeedOption = 0,
) -> None:
    """Adjusted p-values of all pairs, or of a control against the rest.

    For example:

      evenkeel posthoc results.csv --better lower --adjust holm --adjust bergmann

      evenkeel posthoc results.csv --better lower --adjust closed-permutation --seed 1
    """
    from evenkeel.posthocs._posthoc import posthoc as run

    result = run(
        results,
        ranking=ranking,
        control=control,
        adjust=adjust,
        method=method,
        resamples=resamples,
        seed=seed,
    )
    goes.emit(result.report(alpha=alpha))


@_adding(ONE_TABLE, "test")
@takes(RESULTS, OUTPUT)
def run_one_test(
    goes: Destination,
    name: Annotated[
        str,
        typer.Argument(
            help="sign, wilcoxon, t or multiple-sign, or one of {omnibus}.",
            metavar="TEST",
        ),
    ],
    results: Results,
    first: Annotated[
        str | None, typer.Option("--first", help="First algorithm of a pairwise test.")
    ] = None,
    second: Annotated[
        str | None, typer.Option("--second", help="Second algorithm of a pairwise test.")
    ] = None,
    control: ControlOption = None,
    alpha: AlphaOption = 0.05,
    method: Annotated[
        str | None,
        typer.Option("--method", "-m", help="As the test offers: exact, normal, permutation ..."),
    ] = None,
    ties: Annotated[
        str | None,
        typer.Option(
            "--ties", help="Omnibus tests: corrected or uncorrected. Sign test: split or drop."
        ),
    ] = None,
    order: OrderOption = None,
) -> None:
    """Run one test.

    For example:

      evenkeel test friedman results.csv --better lower --method permutation

      evenkeel test wilcoxon results.csv --better lower --first New --second Old
    """
    from evenkeel.cli.tests import run_test

    document = run_test(
        name,
        results,
        first=first,
        second=second,
        control=control,
        alpha=alpha,
        method=method,
        ties=ties,
        order=listed(order),
    )
    goes.emit(document)


@_adding(ONE_TABLE)
@takes(OUTPUT)
def adjust(
    goes: Destination,
    pvalues: Annotated[
        list[str] | None,
        typer.Argument(help="P-values; without them they are read from standard input."),
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            "-m",
            help="A procedure, one of {procedures}; may be repeated. By default holm.",
        ),
    ] = None,
    alpha: AlphaOption = 0.05,
) -> None:
    """Adjust p-values: p-values in, adjusted p-values out, in the same order.

    For example:

      evenkeel adjust 0.01 0.02 0.03 --method holm --method hommel

      cut -f2 pvalues.tsv | evenkeel adjust -m bergmann
    """
    from evenkeel.report.single import report_adjusted

    words = pvalues or standard_input().read().decode(errors="replace").replace(",", " ").split()
    goes.emit(report_adjusted(_numbers(words), method or ["holm"], alpha))


@_adding(ONE_TABLE)
@takes(RESULTS, OUTPUT)
def table(
    goes: Destination,
    results: Results,
) -> None:
    """The table of results for a paper: best of each problem in bold, average ranks below.

    For example:

      evenkeel table results.csv --better lower -o table.tex
    """
    from evenkeel.report.single import report_results

    document = report_results(results)
    goes.emit(document, fragment=True, table="results")


@_adding(ONE_TABLE)
@takes(RESULTS, COMPARING, OUTPUT)
def advise(
    goes: Destination,
    results: Results,
    options: dict[str, Any],
    control: ControlOption = None,
    alpha: AlphaOption = 0.05,
) -> None:
    """What the guidelines say about a study: what this table gives rise to, then what is general.

    For example:

      evenkeel advise results.csv --better lower
    """
    from evenkeel.comparison._compare import compare as run

    comparison = run(results, control=control, alpha=alpha, **options)
    goes.emit(comparison.advice.report())


add_commands(app, ANALYSES, BESIDE)
add_commands(app, [each for each in FILE_ANALYSES if each.takes == "measures"], BESIDE)
add_commands(app, [each for each in FILE_ANALYSES if each.takes == "files"], LOGS)
_adding(RUNS)(runs.runs)
_adding(RUNS)(runs.check)
_adding(PRINTED)(claims.from_ranks)
_adding(PRINTED)(claims.from_pvalues)
_adding(PRINTED)(claims.from_counts)
_adding(PRINTED)(claims.from_errors)
_adding(PRINTED)(claims.from_statistic)
_adding(PRINTED)(claims.audit)


@_adding(FILES)
@takes(OUTPUT)
def cases(goes: Destination) -> None:
    """List the bundled case studies.

    For example:

      evenkeel cases
    """
    from evenkeel.casestudies import cases as bundled

    goes.emit(bundled().report())


@_adding(STUDIES)
@takes(OUTPUT)
def reproduce(
    goes: Destination,
) -> None:
    """Recompute the published tables of the source documents and count the figures that agree.

    Exits with 1 if a figure differs that no erratum explains.

    For example:

      evenkeel reproduce -o reproduced.md
    """
    from evenkeel.claims.reproduction.outcomes import reproduce_table
    from evenkeel.claims.reproduction.registry import TABLES
    from evenkeel.report.reproduction import report_reproduction

    goes.check()
    outcomes = [reproduce_table(each) for each in following(TABLES, "Recomputing")]
    goes.emit(report_reproduction(outcomes))
    if not all(outcome.settled for outcome in outcomes):
        raise typer.Exit(1)


_adding(FILES)(reading.formats)
_adding(STUDIES)(power.power)
_adding(STUDIES, "run")(run_config)
_adding(STUDIES)(serve.serve)


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
