"""``evenkeel joint``: two algorithms by several measures together."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from evenkeel.cli.commands import ANALYSIS, Part, takes
from evenkeel.cli.options import AlphaOption, ControlOption
from evenkeel.cli.output import OUTPUT, Destination
from evenkeel.cli.reading import TABLES
from evenkeel.errors import InputError

if TYPE_CHECKING:
    from evenkeel.comparison.combinations import Law
    from evenkeel.tables.results import Results

_BY_MEASURE = {name: kind for name, kind in TABLES.added.items() if name != "each_measure"}

#: A file and the options of reading it, a table for each measure.
MEASURES = Part("tables", _BY_MEASURE, partial(TABLES.make, each_measure=True))


@takes(MEASURES, OUTPUT)
def joint(
    goes: Destination,
    tables: dict[str, Results],
    control: ControlOption = None,
    alpha: AlphaOption = 0.05,
    procedure: Annotated[
        str,
        typer.Option(
            "--procedure", help="The adjustment over the pairs.", rich_help_panel=ANALYSIS
        ),
    ] = "holm",
    law: Annotated[
        str,
        typer.Option(
            "--law",
            help="Law of the p-value: exact, or chi-square as published.",
            rich_help_panel=ANALYSIS,
        ),
    ] = "exact",
    margins: Annotated[
        str | None,
        typer.Option(
            "--margins",
            help="How much worse is still not worse: --margins HV=0.01,IGD=0.1.",
            rich_help_panel=ANALYSIS,
        ),
    ] = None,
    prior: Annotated[
        float,
        typer.Option(
            "--prior", help="How many problems the prior is worth.", rich_help_panel=ANALYSIS
        ),
    ] = 1.0,
) -> None:
    """Two algorithms by several measures together: the most frequent combination.

    For example:

      evenkeel joint results.csv --better HV=higher,IGD=lower

      evenkeel joint results.csv --better HV=higher,IGD=lower --control MyMethod
    """
    from evenkeel.comparison.combinations import joint_measures

    found = joint_measures(
        tables,
        control=control,
        procedure=procedure,
        law=cast("Law", law),
        margins=_margins(margins),
        prior=prior,
        alpha=alpha,
    )
    goes.emit(found.report())


def _margins(text: str | None) -> dict[str, float]:
    """Numbers by measure, written as ``HV=0.01,IGD=0.1``."""
    found: dict[str, Any] = {}
    for part in filter(None, (text or "").split(",")):
        name, equals, value = part.rpartition("=")
        try:
            found[name.strip()] = float(value) if equals else None
        except ValueError:
            found[name.strip()] = None
    for name, value in found.items():
        if value is None:
            raise InputError(f"margins is {text!r}; give numbers as in HV=0.01, not {name!r}")
    return found
