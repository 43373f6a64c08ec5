"""``evenkeel rank-sets``: which places each algorithm may have."""

from __future__ import annotations

from typing import Annotated

import typer

from evenkeel.cli.options import (
    AggregateOption,
    AlphaOption,
    BetterOption,
    File,
    JsonOption,
    MissingOption,
    OutputOption,
    ShapeOption,
    TableOption,
    load_table,
)
from evenkeel.cli.output import emit


def rank_sets(
    file: File,
    better: BetterOption = None,
    alpha: AlphaOption = 0.05,
    test: Annotated[
        str, typer.Option("--test", help="The one-sided tests of the pairs: sign or wilcoxon.")
    ] = "sign",
    shape: ShapeOption = "auto",
    missing: MissingOption = "error",
    aggregate: AggregateOption = None,
    output: OutputOption = None,
    table: TableOption = None,
    json: JsonOption = False,
) -> None:
    """Confidence sets for the ranks: which places each algorithm may have.

    For example:

      evenkeel rank-sets results.csv --better lower --alpha 0.1
    """
    from evenkeel.decisions.confidence_sets import rank_sets as run

    results = load_table(file, better, shape, missing, aggregate)
    sets = run(results, alpha=alpha, test=test)  # type: ignore[arg-type]
    emit(sets.report(), json=json, output=output, table=table)
