"""Reading a table of results or of runs, whichever it is."""

from __future__ import annotations

from typing import Any, Literal

from evenkeel.errors import TableError, choice
from evenkeel.tables.faults import direction_faults
from evenkeel.tables.reading import Missing, find_table, read
from evenkeel.tables.reading_runs import read_runs
from evenkeel.tables.recognising import holds_runs
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import Runs

SHAPES = ("auto", "wide", "long", "runs")


def read_any(
    source: Any,
    *,
    better: Better | None = None,
    shape: Literal["auto", "wide", "long", "runs"] = "auto",
    missing: Missing = "error",
) -> Results | Runs:
    """Read a table as `read` does, or as `read_runs` does if it holds runs.

    A table holds runs if algorithms have several results on a problem: several rows a cell of a
    long table, or several rows a problem of a wide one, such as folds. A column that names them
    (run, fold, seed, ...) says so; without one every cell must have several, for a result that is
    given twice is a slip, and no other column may be left over, for it may hold measures.

    Parameters
    ----------
    source, better, missing
        As `read` takes them; `missing` says nothing about runs, of which cells may be empty.
    shape : {"auto", "wide", "long", "runs"}
        By default it is found out.

    Returns
    -------
    Results or Runs

    Examples
    --------
    >>> import io
    >>> from evenkeel.tables.reading_any import read_any
    >>> folds = '''dataset,fold,new,old
    ... iris,1,0.95,0.93
    ... iris,2,0.97,0.95
    ... wine,1,0.98,0.97
    ... wine,2,0.96,0.97
    ... '''
    >>> read_any(io.StringIO(folds), better="higher")
    Runs: 2 problems x 2 algorithms, 2 runs a cell, higher is better
    """
    choice(shape, SHAPES, "shape")
    try:
        table = find_table(source)
    except TableError as error:
        raise TableError(error.source, [*direction_faults(better), *error.faults]) from None
    if shape == "runs" or (shape == "auto" and holds_runs(table)):
        return read_runs(table, better=better)
    return read(table, better=better, shape=shape, missing=missing)
