"""``evenkeel rank-sets``: which places each algorithm may have."""

from __future__ import annotations

from typing import Annotated

import typer

from evenkeel.cli.options import (
    AlphaOption,
    JsonOption,
    OutputOption,
    TableOption,
)
from evenkeel.cli.output import emit
from evenkeel.cli.reading import takes_results
from evenkeel.tables.results import Results


@takes_results
def rank_sets(
    results: Results,
    alpha: AlphaOption = 0.05,
    test: Annotated[
        str, typer.Option("--test", help="The one-sided tests of the pairs: sign or wilcoxon.")
    ] = "sign",
    output: OutputOption = None,
    table: TableOption = None,
    json: JsonOption = False,
) -> None:
    """Confidence sets for the ranks: which places each algorithm may have.

    For example:

      evenkeel rank-sets results.csv --better lower --alpha 0.1
    """
    from evenkeel.decisions.confidence_sets import rank_sets as run

    sets = run(results, alpha=alpha, test=test)  # type: ignore[arg-type]
    emit(sets.report(), json=json, output=output, table=table)
