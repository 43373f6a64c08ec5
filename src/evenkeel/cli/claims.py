"""``evenkeel from-ranks`` and its like, and ``audit``: start from what a paper prints."""

from __future__ import annotations

from typing import IO, Annotated, Any

import typer

from evenkeel.cli.commands import takes
from evenkeel.cli.options import AdjustOption, AlphaOption, ControlOption
from evenkeel.cli.output import OUTPUT, Destination
from evenkeel.cli.streams import standard_input

_NUMBER_OF_PROBLEMS = typer.Option("--n", "-n", help="Number of problems.")
_DECIMALS = typer.Option(
    "--decimals", help="Decimals that were kept; by default those of the longest rank."
)
_Control = Annotated[
    str | None, typer.Option("--control", "-c", help="The control, if lines name only the other.")
]
_RANKING = typer.Option("--ranking", "-r", help="What the ranks are: friedman, aligned or quade.")


@takes(OUTPUT)
def from_ranks(
    goes: Destination,
    source: Annotated[
        str,
        typer.Argument(help="A file with a line 'NAME, RANK' each; - reads standard input."),
    ],
    n: Annotated[int, _NUMBER_OF_PROBLEMS],
    decimals: Annotated[int | None, _DECIMALS] = None,
    ranking: Annotated[str, _RANKING] = "friedman",
    control: ControlOption = None,
    alpha: AlphaOption = 0.05,
    adjust: AdjustOption = None,
) -> None:
    """Analyse printed average ranks: tests, p-values and verdicts, their rounding carried through.

    For example:

      evenkeel from-ranks ranks.csv --n 30

      evenkeel from-ranks ranks.csv --n 30 --control best --adjust holm
    """
    from evenkeel.claims import from_ranks as run

    result = run(
        _opened(source),
        n,
        decimals=decimals,
        ranking=ranking,
        control=control,
        alpha=alpha,
        adjust=adjust,
    )
    goes.emit(result.report())


@takes(OUTPUT)
def from_pvalues(
    goes: Destination,
    source: Annotated[
        str,
        typer.Argument(help="A file with a line 'A vs B, 0.012' each; - reads standard input."),
    ],
    control: _Control = None,
    alpha: AlphaOption = 0.05,
    adjust: AdjustOption = None,
) -> None:
    """Adjust printed p-values (0.012, 0,012, <0.001, 0.000), their rounding carried through.

    For example:

      evenkeel from-pvalues pvalues.txt

      evenkeel from-pvalues pvalues.txt --adjust holm --adjust shaffer
    """
    from evenkeel.claims import from_pvalues as run

    goes.emit(run(_opened(source), control=control, alpha=alpha, adjust=adjust).report())


@takes(OUTPUT)
def from_counts(
    goes: Destination,
    source: Annotated[
        str,
        typer.Argument(help="A file with a line 'A vs B, 12/2/6' each; - reads standard input."),
    ],
    ties: Annotated[
        str, typer.Option("--ties", help="Ties are left out (drop), or halved (split).")
    ] = "drop",
    control: _Control = None,
    alpha: AlphaOption = 0.05,
    adjust: AdjustOption = None,
) -> None:
    """Run sign tests on printed wins/ties/losses of the first algorithm of each pair.

    For example:

      evenkeel from-counts counts.txt --control SaDE --adjust holm
    """
    from evenkeel.claims import from_counts as run

    treatment: Any = ties
    found = run(_opened(source), ties=treatment, control=control, alpha=alpha, adjust=adjust)
    goes.emit(found.report())


@takes(OUTPUT)
def from_errors(
    goes: Destination,
    source: Annotated[
        str,
        typer.Argument(help="A file with a line 'A, 43/208' each; - reads standard input."),
    ],
    confidence: Annotated[
        float, typer.Option("--confidence", help="Confidence of the intervals.")
    ] = 0.95,
    method: Annotated[
        str, typer.Option("--method", help="Form of the intervals: wilson or normal.")
    ] = "wilson",
) -> None:
    """Give error rates (43/208, 0.207/208) their intervals, and compare each two by them.

    For example:

      evenkeel from-errors errors.txt

      evenkeel from-errors errors.txt --method normal --confidence 0.9
    """
    from evenkeel.claims import from_errors as run

    goes.emit(run(_opened(source), confidence=confidence, method=method).report())


@takes(OUTPUT)
def from_statistic(
    goes: Destination,
    name: Annotated[str, typer.Argument(help="friedman, iman-davenport or kendall.")],
    value: Annotated[str, typer.Argument(help="The statistic as it is printed.")],
    n: Annotated[int, _NUMBER_OF_PROBLEMS],
    k: Annotated[int, typer.Option("--k", "-k", help="Number of algorithms.")],
) -> None:
    """What follows from a printed statistic of Friedman's test, and whether it can be at all.

    For example:

      evenkeel from-statistic friedman 39.647 --n 30 --k 5
    """
    from evenkeel.claims import from_statistic as run

    goes.emit(run(name, value, n=n, k=k).report())


@takes(OUTPUT)
def audit(
    goes: Destination,
    source: Annotated[
        str,
        typer.Argument(help="A file with a line 'kind,name,value' each; - reads standard input."),
    ],
) -> None:
    """Compare what a paper claims with what follows from the other numbers that it prints.

    The lines of the file, in any order and any choice:

      n,,30

      control,,A

      rank,A,2.10

      statistic,friedman,12.4

      p,friedman,0.015

      z,A vs B,2.31

      p,A vs B,0.021

      adjusted,holm: A vs B,0.042

      rejected,holm: A vs B,yes

      counts,A vs B,12/2/6

      critical-difference,nemenyi,1.17

      ties,,none

    Each claim agrees, agrees by rounding or if corrected for ties, differs, or cannot be with this
    n and k. Exits with 1 if one differs or cannot be.

    For example:

      evenkeel audit claims.csv
    """
    from evenkeel.claims import audit as run

    found = run(_opened(source))
    goes.emit(found.report())
    if found.doubtful:
        raise typer.Exit(1)


def _opened(source: str) -> str | IO[bytes]:
    return standard_input() if source == "-" else source
