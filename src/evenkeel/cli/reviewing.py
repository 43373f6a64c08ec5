"""``evenkeel from-ranks``, ``from-pvalues`` and ``audit``: start from what a paper prints."""

from __future__ import annotations

from typing import IO, Annotated

import typer

from evenkeel.cli.options import AdjustOption, AlphaOption, ControlOption
from evenkeel.cli.output import Destination, takes_output
from evenkeel.cli.streams import standard_input

_NUMBER_OF_PROBLEMS = typer.Option("--n", "-n", help="Number of problems.")
_DECIMALS = typer.Option(
    "--decimals", help="Decimals that were kept; by default those of the longest rank."
)
_RANKING = typer.Option("--ranking", "-r", help="What the ranks are: friedman, aligned or quade.")


@takes_output
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


@takes_output
def from_pvalues(
    goes: Destination,
    source: Annotated[
        str,
        typer.Argument(help="A file with a line 'A vs B, 0.012' each; - reads standard input."),
    ],
    control: Annotated[
        str | None,
        typer.Option("--control", "-c", help="The control, if lines name only the other."),
    ] = None,
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


@takes_output
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

    Each claim agrees, agrees by rounding, differs, or cannot be with this n and k. Exits with 1 if
    one differs or cannot be.
    """
    from evenkeel.claims import audit as run

    found = run(_opened(source))
    goes.emit(found.report())
    if found.doubtful:
        raise typer.Exit(1)


def _opened(source: str) -> str | IO[bytes]:
    return standard_input() if source == "-" else source
