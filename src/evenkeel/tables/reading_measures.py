"""Reading every measure, or every group, of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evenkeel.errors import InputError, TableError, choice
from evenkeel.tables.aggregating import aggregated
from evenkeel.tables.cell_statistics import Statistic
from evenkeel.tables.parsing.roles import names_measures, role_of
from evenkeel.tables.parsing.selecting import listed, select_rows
from evenkeel.tables.parsing.table import Table
from evenkeel.tables.reading import find_table, read
from evenkeel.tables.reading_runs import read_runs
from evenkeel.tables.recognising import holds_runs
from evenkeel.tables.results import Better, Results

_COLUMNS = ("algorithm", "problem", "value", "run", "step")
_HOW_WRITTEN = ("separator", "decimal", "encoding", "sheet", "format")


def read_measures(
    source: Any,
    *,
    better: Better | Mapping[str, Better] | None = None,
    each: str | None = None,
    measures: Sequence[str] | None = None,
    where: Mapping[str, Any] | None = None,
    aggregate: Statistic | float = "mean",
    **options: Any,
) -> dict[str, Results]:
    """Read a table of results for each measure, or each group, that one source holds.

    The measures are the values of a column that says what each row holds (``measure``, ``metric``,
    ``indicator``), or else the columns of a long table that hold values. Of runs one value a cell
    is made.

    Parameters
    ----------
    source
        As `read` takes it; it is held in memory.
    better : {"lower", "higher"} or mapping
        Which values are good: for all, or for each measure, ``{"HV": "higher", "IGD": "lower"}``.
    each : str, optional
        The column whose values are read each, such as that of a group or a budget.
    measures : sequence of str, optional
        Only these of its values, in this order.
    where : mapping, optional
        Rows to choose before, see `read`.
    aggregate : str or float, default "mean"
        The statistic of the runs of each cell, see `Runs.aggregate`.
    **options
        Other options of `read` (of `read_runs` if the table holds runs), for every table.

    Returns
    -------
    dict of str to Results
        In the order in which the measures first appear.

    Examples
    --------
    >>> import io
    >>> import evenkeel
    >>> text = '''algorithm,problem,indicator,value
    ... new,F1,HV,0.9
    ... old,F1,HV,0.8
    ... new,F2,HV,0.7
    ... old,F2,HV,0.6
    ... new,F1,IGD,0.1
    ... old,F1,IGD,0.3
    ... new,F2,IGD,0.2
    ... old,F2,IGD,0.4
    ... '''
    >>> better = {"HV": "higher", "IGD": "lower"}
    >>> tables = evenkeel.read_measures(io.StringIO(text), better=better)
    >>> tables["IGD"]
    Results: 2 problems x 2 algorithms, lower is better
        new  old
    F1  0.1  0.3
    F2  0.2  0.4
    """
    written = {name: options.pop(name) for name in _HOW_WRITTEN if name in options}
    table = select_rows(find_table(source, **written), where or {})
    column, found = _measures(table, each, options)
    chosen = found if measures is None else [choice(m, found, "measure") for m in listed(measures)]
    directions = _directions(better, chosen, table.origin.description)
    tables = {}
    for name in chosen:
        told = dict(options) if column is not None else {**options, "value": name}
        part = table if column is None else select_rows(table, {column: name})
        try:
            tables[name] = _one(part, directions[name], aggregate, told)
        except TableError as error:
            raise TableError(
                f"{error.source} ({column or 'value'} = {name})", error.faults
            ) from None
    return tables


def _measures(
    table: Table, each: str | None, options: Mapping[str, Any]
) -> tuple[str | None, list[str]]:
    """The column of measures and its values; or None and the columns that hold values."""
    source = table.origin.description
    if each is not None:
        choice(each, table.names, f"column of {source}")
    columns = [each] if each else [name for name in table.names if names_measures(name)]
    if len(columns) == 1:
        values = table.names_in(table.names.index(columns[0]))
        return columns[0], list(dict.fromkeys(value.strip() for value in values))
    taken = {options.get("algorithm"), options.get("problem")}
    values = tuple(name for name in table.names if role_of(name) == "value" and name not in taken)
    if len(values) < 2 or len(columns) > 1:
        listing = ", ".join(map(repr, table.names))
        raise InputError(
            f"{source}: no single column holds measures, nor do several hold values, among "
            f"{listing}; say which column tells them apart with each="
        )
    return None, list(values)


def _directions(
    better: Better | Mapping[str, Better] | None, measures: Sequence[str], source: str
) -> dict[str, Better | None]:
    if not isinstance(better, Mapping):
        return dict.fromkeys(measures, better)
    unknown = [name for name in better if name not in measures]
    if unknown:
        choice(unknown[0], measures, f"measure of {source}")
    lacking = [name for name in measures if name not in better]
    if lacking:
        listing = ", ".join(map(repr, lacking))
        raise InputError(
            f"{source}: it is not said which values of {listing} are good; add them to better="
        )
    return {name: better[name] for name in measures}


def _one(
    table: Table, better: Better | None, aggregate: Statistic | float, options: dict[str, Any]
) -> Results:
    if not holds_runs(table, {role: options.get(role) for role in _COLUMNS}):
        return read(table, better=better, **options)
    runs = read_runs(table, better=better, **options)
    return aggregated(runs, aggregate, missing=options.get("missing", "error"))
