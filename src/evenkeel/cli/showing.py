"""``evenkeel read``: how a table is understood, and the clean table to keep."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenkeel.cli.links import say_written
from evenkeel.cli.options import CONTEXT
from evenkeel.cli.output import show
from evenkeel.cli.parameters import takes
from evenkeel.cli.progress import hush
from evenkeel.cli.reading import TABLE
from evenkeel.cli.streams import print_text
from evenkeel.errors import InputError, Message, Option

if TYPE_CHECKING:
    from evenkeel.tables.results import Results
    from evenkeel.tables.runs import Runs

_DIRECTION = Message(
    "a .json file says which values are good; give ",
    Option("better", "lower"),
    " or ",
    Option("better", "higher"),
)


@takes(TABLE)
def read(
    found: Results | Runs,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "--output",
            "-o",
            help="Write the clean table there; may be repeated: .csv .tsv .xlsx .parquet .json; of "
            "runs a row a run, as .csv or .parquet.",
        ),
    ] = None,
) -> None:
    """Show how a table is understood: what every column is taken for, and why.

    For example:

      evenkeel read results.xlsx

      evenkeel read results.xlsx --transpose -o clean.csv
    """
    from evenkeel.report.single import report_reading
    from evenkeel.tables.runs import Runs

    given = CONTEXT.get().params
    files = output or []
    reading = None if found.origin is None else found.origin.reading
    if reading is None:
        raise InputError(f"{given['file']} is a case study, of which nothing had to be understood")
    if given["better"] is None and "better" in reading.told:  # by whichever answer came first
        if any(path.suffix.lower() == ".json" for path in files):
            raise InputError(_DIRECTION)
        told = {name: value for name, value in reading.told.items() if name != "better"}
        reading = replace(reading, better=None, told=told)
    hush()
    file, runs = given["file"], isinstance(found, Runs)
    show(report_reading(reading, file))
    print_text(
        f"\nIn Python: {reading.code(file, 'read_runs' if runs else 'read')}\n"
        f"On the command line: {reading.command('runs' if runs else 'compare', file)}\n"
    )
    for path in files:
        found.save(path)
        say_written(path)
