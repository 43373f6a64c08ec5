"""Commands for many runs per cell, and the options of all commands that compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenkeel.cli.commands import ANALYSIS, Parameters, Part, rare, takes
from evenkeel.cli.options import (
    AdjustOption,
    AggregateOption,
    AlphaOption,
    ChecklistOption,
    ControlOption,
    ExhaustiveOption,
    FailOption,
    FullOption,
    MethodOption,
    OrderOption,
    RankingOption,
    ResamplesOption,
    SaveConfigOption,
    SeedOption,
    SentenceOption,
    listed,
    number_or_word,
)
from evenkeel.cli.output import OUTPUT, Destination, at_a_glance, with_checklist
from evenkeel.cli.reading import RUNS, ScaledOption, say_what_was_left_out
from evenkeel.cli.repetition import record

if TYPE_CHECKING:
    from evenkeel.tables.runs import Runs

# The options of `evenkeel.compare`, for the commands that compare.


_PROCEDURE = typer.Option(
    "--procedure",
    help="What to conclude from, one of {procedures}.",
    rich_help_panel=rare(ANALYSIS),
    metavar="NAME",
)
_ALWAYS = typer.Option(
    "--always",
    help="Test the hypotheses even if the omnibus test fails.",
    rich_help_panel=rare(ANALYSIS),
)
_TIES = typer.Option(
    "--ties",
    help="Statistics of ranks: corrected for ties, or uncorrected as the documents print them.",
    rich_help_panel=rare(ANALYSIS),
)
_OMNIBUS = typer.Option(
    "--omnibus-method",
    help="P-values of the omnibus tests: permutation; by default approximations.",
    rich_help_panel=rare(ANALYSIS),
)
_SIGN_TIES = typer.Option(
    "--sign-ties",
    help="Ties of the pairwise sign tests: split or drop.",
    rich_help_panel=rare(ANALYSIS),
)
_SECOND = typer.Option(
    "--second-look",
    help="Test of two columns alone: wilcoxon, or sign if sizes do not compare.",
    rich_help_panel=rare(ANALYSIS),
)
_COMPARING: Parameters = {
    "ranking": (RankingOption, "friedman"),
    "adjust": (AdjustOption, None),
    "procedure": (Annotated[str | None, _PROCEDURE], None),
    "method": (MethodOption, None),
    "always": (Annotated[bool, _ALWAYS], False),
    "order": (OrderOption, None),
    "ties": (Annotated[str, _TIES], "corrected"),
    "omnibus_method": (Annotated[str | None, _OMNIBUS], None),
    "sign_ties": (Annotated[str, _SIGN_TIES], "split"),
    "second_look": (Annotated[str | None, _SECOND], None),
    "resamples": (ResamplesOption, 9999),
    "seed": (SeedOption, 0),
    "scaled": (ScaledOption, False),
}


def _arguments(order: str | None, **options: Any) -> dict[str, Any]:
    return {"order": listed(order), **options}


#: The options of `compare`, in place of a parameter `options`.
COMPARING = Part("options", _COMPARING, _arguments)


# Commands for many runs per cell: ``check`` and ``runs``.


AtStepOption = Annotated[
    str, typer.Option("--at-step", help="Of curves, the step to look at: last, or a number.")
]
DesignOption = Annotated[
    str | None,
    typer.Option(
        "--design",
        help="How the runs were made, which decides the test of each problem: hold-out, "
        "independent-runs, shared-seeds, k-fold, resampled, 5x2 or predictions.",
    ),
]
MissingOption = Annotated[
    str,
    typer.Option(
        "--missing",
        help="Runs without a value and cells without runs: error, drop-problem, drop-algorithm, "
        "worst or keep.",
    ),
]


@takes(RUNS, OUTPUT)
def check(
    goes: Destination,
    given: Runs,
    alpha: AlphaOption = 0.05,
    design: DesignOption = None,
    at_step: AtStepOption = "last",
    full: Annotated[bool, typer.Option("--full", help="P-values at full precision.")] = False,
) -> None:
    """Check the conditions for parametric tests: normality and equal variances.

    For example:

      evenkeel check runs.csv --better lower --design independent-runs
    """
    from evenkeel.runs._conditions import conditions
    from evenkeel.tables.runs import at_one_step

    goes.check()
    runs = at_one_step(given, number_or_word(at_step))
    found = conditions(runs, alpha=alpha, design=design)  # type: ignore[arg-type]
    goes.emit(found.report(full=full))


@takes(RUNS, COMPARING, OUTPUT)
def runs(
    goes: Destination,
    given: Runs,
    options: dict[str, Any],
    aggregate: AggregateOption = None,
    control: ControlOption = None,
    test: Annotated[
        str | None,
        typer.Option(
            "--test",
            help="The test of each problem, by default that of the design: mann-whitney, t, welch, "
            "wilcoxon, paired-t, tukey, dunnett, tamhane, five-by-two-f, five-by-two-t, "
            "corrected-resampled-t or mcnemar.",
        ),
    ] = None,
    alpha: AlphaOption = 0.05,
    at_step: AtStepOption = "last",
    design: DesignOption = None,
    test_share: Annotated[
        float | None,
        typer.Option(
            "--test-share",
            help="Of folds or splits, the share of the examples that each run was tested on: 0.1 "
            "for 10 folds.",
        ),
    ] = None,
    missing: MissingOption = "error",
    exhaustive: ExhaustiveOption = False,
    full: FullOption = False,
    checklist: ChecklistOption = False,
    sentence: SentenceOption = False,
    save_config: SaveConfigOption = None,
    fail_if_not_rejected: FailOption = False,
) -> None:
    """From raw runs to the whole report: conditions, each problem, and all problems together.

    For example:

      evenkeel runs runs.csv --better lower --control New -o report.html

      evenkeel runs case:scipy_optimisers --aggregate median --design independent-runs

      evenkeel runs folds.csv --better higher --design 5x2
    """
    from evenkeel.comparison._compare_runs import compare_runs

    goes.check()
    found = compare_runs(
        given,
        aggregate=number_or_word(aggregate or "mean"),
        control=control,
        test=test,  # type: ignore[arg-type]
        alpha=alpha,
        step=number_or_word(at_step),
        design=design,  # type: ignore[arg-type]
        test_share=test_share,
        missing=missing,  # type: ignore[arg-type]
        **options,
    )
    say_what_was_left_out(found.comparison.results)
    report = found.report(exhaustive=exhaustive)
    glance = at_a_glance(found, report, sentence=sentence)
    if checklist:
        report, glance = (with_checklist(each, found.comparison) for each in (report, glance))
    goes.emit(report, None if full or exhaustive else glance)
    record(save_config, found.conclusions)
    if fail_if_not_rejected and not found.rejected:
        raise typer.Exit(1)
