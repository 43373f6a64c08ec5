"""Reading a table of results or of runs, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evenkeel.errors import TableError, choice
from evenkeel.tables.choosing import choose_rows
from evenkeel.tables.faults import direction_faults
from evenkeel.tables.parsing.table import Table
from evenkeel.tables.reading import find_table, read, refuse
from evenkeel.tables.reading_options import READING, SHAPES
from evenkeel.tables.reading_runs import read_runs
from evenkeel.tables.recognising import holds_runs
from evenkeel.tables.results import Better, Results
from evenkeel.tables.runs import Runs

_HOW_WRITTEN = ("separator", "decimal", "encoding", "sheet", "format")
_OF_RUNS = ("run", "step")
_COLUMNS = ("algorithm", "problem", "value", *_OF_RUNS)


def read_any(
    source: Any, *, better: Better | None = None, shape: str = "auto", **told: Any
) -> Results | Runs:
    """Read a table as `read` does, or as `read_runs` does if it holds runs.

    A table holds runs if algorithms have several results on a problem: several rows a cell of a
    long table, or several rows a problem of a wide one, such as folds. A column that names them
    (run, fold, seed, ...) says so; without one every cell must have several, for a result that is
    given twice is a slip, and no other column may be left over, for it may hold measures.

    Parameters
    ----------
    source, better
        As `read` takes them.
    shape : {"auto", "wide", "long", "transposed", "runs"}
        By default it is found out.
    **told
        Any other option of `read` and of `read_runs`, but for the engine.

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
    for name in told:
        choice(name, READING, "option")
    written = {name: told[name] for name in _HOW_WRITTEN if told.get(name) is not None}
    columns: dict[str, Any] = {name: told.get(name) for name in _COLUMNS}
    names = tuple(name for name in columns.values() if isinstance(name, str))
    named = any(columns.values())  # by the names that the source has
    try:
        table = find_table(source, **written, names=names, columns=not named)
    except TableError as error:
        raise TableError(error.source, [*direction_faults(better), *error.faults]) from None
    given = {name: value for name, value in told.items() if name not in (*_HOW_WRITTEN, *_COLUMNS)}
    about_runs = any(columns[role] for role in _OF_RUNS)
    if shape == "runs" or (shape == "auto" and (about_runs or _holds_runs(table, columns, told))):
        return read_runs(table, better=better, **columns, **given)
    for role in _OF_RUNS:
        refuse("a table with one result a cell", **{role: columns.pop(role) or None})
    return read(table, better=better, shape=shape, **columns, **given)  # type: ignore[arg-type]


def _holds_runs(table: Table, columns: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether the rows that are meant hold runs."""
    value = columns["value"]
    chosen, value = choose_rows(table, told.get("measure"), told.get("where"), value)
    return holds_runs(chosen, {**columns, "value": value})
