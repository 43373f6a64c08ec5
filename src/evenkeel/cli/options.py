"""Options that several commands share, and how a table is found from them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evenkeel.errors import InputError
from evenkeel.results import Results

CASE_PREFIX = "case:"

File = Annotated[
    str,
    typer.Argument(
        help="A CSV, TSV, Excel, Parquet or JSON file, - for standard input, or case:NAME for a "
        "bundled case study.",
        metavar="FILE",
    ),
]
BetterOption = Annotated[
    str | None,
    typer.Option("--better", "-b", help="Which values are good: lower or higher.", metavar="SIDE"),
]
ShapeOption = Annotated[str, typer.Option("--shape", help="auto, wide or long.")]
MissingOption = Annotated[
    str, typer.Option("--missing", help="Missing cells: error, drop-problem or keep.")
]
AlphaOption = Annotated[float, typer.Option("--alpha", "-a", help="Level of significance.")]
ControlOption = Annotated[
    str | None,
    typer.Option("--control", "-c", help="The control algorithm, or best for the best ranked."),
]
RankingOption = Annotated[str, typer.Option("--ranking", "-r", help="friedman, aligned or quade.")]
MethodOption = Annotated[
    str, typer.Option("--method", "-m", help="Raw p-values: normal, calibrated or exact.")
]
AdjustOption = Annotated[
    list[str] | None,
    typer.Option(
        "--adjust",
        help="A procedure to show; may be repeated. By default those that Derrac et al. (2011) "
        "list: nemenyi, holm, shaffer and bergmann for all pairs; bonferroni, holm, hochberg, "
        "hommel, holland, rom, finner and li for a control.",
    ),
]
OutputOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--output",
        "-o",
        help="Write the report there; may be repeated. The ending says how: .txt .md .tex .html "
        ".json .bib .csv .xlsx.",
    ),
]
TableOption = Annotated[
    str | None, typer.Option("--table", help="For .csv: which table of the report.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


def load_table(
    file: str, better: str | None, shape: str = "auto", missing: str = "error"
) -> Results:
    """Read the table that a command works on."""
    if file.startswith(CASE_PREFIX):
        from evenkeel.casestudies import load

        results = load(file.removeprefix(CASE_PREFIX))
        if better is not None and better != results.better:
            raise InputError(
                f"{file}: {results.better} is better in this case study; leave out --better"
            )
        return results
    from evenkeel.reading import read

    source = sys.stdin.buffer if file == "-" else file
    return read(source, better=better, shape=shape, missing=missing)  # type: ignore[arg-type]
