"""Weights & Biases: a chart exported as CSV, a column a run with its least and greatest values.

The chart tells nothing of problems but what the names of its runs do: where these cross two parts,
as in ``iris_RF``, one part is the problem. Which one it is must be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from evenkeel.errors import Message, Option, TableError
from evenkeel.tables.formats.building import long_table
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.cells import is_missing, quote
from evenkeel.tables.parsing.table import Column, Table

_BETWEEN, _BOUNDS, _MARKS = " - ", ("__MIN", "__MAX"), "_-/| "
_NAME = "wandb"
_ORDERS = {
    f"{_NAME}-problem-algorithm": ("problem", "algorithm"),
    f"{_NAME}-algorithm-problem": ("algorithm", "problem"),
}


def _lacking(header: Sequence[str]) -> list[str]:
    charted = _charted(header)
    return [] if charted and len(header) > 1 else [f"RUN{_BETWEEN}METRIC{_BOUNDS[0]}"]


def _charted(header: Sequence[str]) -> dict[int, tuple[str, str]]:
    """The columns of values, each with its run and metric; W&B's own counters begin with "_"."""
    names = set(header)
    found = {
        j: (run, metric)
        for j, (run, _, metric) in enumerate(name.rpartition(_BETWEEN) for name in header)
        if run and names >= {f"{header[j]}{bound}" for bound in _BOUNDS}
    }
    return {j: told for j, told in found.items() if not told[1].startswith("_")}


def _turn(table: Table, order: tuple[str, str] | None = None) -> Table:
    charted = _charted(table.names)
    runs = list(dict.fromkeys(run for run, _ in charted.values()))
    parts = _crossed(runs)
    if order is None or parts is None:
        raise TableError(table.origin.description, [_unclear(runs, parts)])
    columns: dict[str, list[object]] = {
        name: [] for name in ("algorithm", "problem", "run", "step", "measure", "value")
    }
    rows = []
    for j, (run, metric) in charted.items():
        named = dict(zip(order, parts[run], strict=True))
        cells = zip(table.rows, table.columns[0], table.columns[j], strict=True)
        for row, step, value in cells:
            if is_missing(value):  # nothing was logged at this step of another run
                continue
            rows.append(row)
            told = (named["algorithm"], named["problem"], run, step, metric, value)
            for column, cell in zip(columns.values(), told, strict=True):
                column.append(cell)
    spare = [name for j, name in enumerate(table.names) if j and j not in charted]
    own = f"{_BETWEEN}_"  # of W&B's counters
    ignored = (
        "the least and greatest values of the runs (__MIN, __MAX) and W&B's counters",
        *(name for name in spare if not name.endswith(_BOUNDS) and own not in name),
    )
    result: dict[str, Column] = {**columns}
    return long_table(
        replace(table.origin, format=_name_of(order), ignored=ignored),
        result,
        rows,
        row_word=table.row_word,
        decimal=table.decimal,
        faults=table.faults,
    )


def _name_of(order: tuple[str, str]) -> str:
    return next(name for name, roles in _ORDERS.items() if roles == order)


def _crossed(names: Sequence[str]) -> dict[str, tuple[str, str]] | None:
    """Two parts of each name, if every first one stands with every second one; None if not."""
    ways = []
    for mark in _MARKS:
        for parted in (str.partition, str.rpartition):
            pairs = [(first, second) for first, _, second in (parted(n, mark) for n in names)]
            firsts, seconds = ({pair[side] for pair in pairs} for side in (0, 1))
            whole = len(set(pairs)) == len(firsts) * len(seconds)
            if whole and min(len(firsts), len(seconds)) > 1 and "" not in firsts | seconds:
                ways.append(pairs)
    different = [way for i, way in enumerate(ways) if way not in ways[:i]]
    return dict(zip(names, different[0], strict=True)) if len(different) == 1 else None


def _unclear(runs: Sequence[str], parts: dict[str, tuple[str, str]] | None) -> str:
    if parts is None:
        return (
            f"the chart has {len(runs)} runs, such as {quote(runs[0])}, and does not tell on "
            "which problems; a comparison needs two or more: name the runs PROBLEM_ALGORITHM, with "
            "each algorithm on each problem, or export a table"
        )
    first, second = (list(dict.fromkeys(pair[side] for pair in parts.values())) for side in (0, 1))
    shown = [f"{len(some)} ({', '.join(map(quote, some[:2]))}, ...)" for some in (first, second)]
    problem_first, problem_last = _ORDERS
    return Message(
        f"the names of the runs cross {shown[0]} with {shown[1]}; if the former are the problems, "
        "give ",
        Option("format", problem_first),
        ", if the latter are, ",
        Option("format", problem_last),
    )


_KNOWN = "columns RUN - METRIC with RUN - METRIC__MIN and RUN - METRIC__MAX beside them"
FORMATS.register(
    ColumnFormat(
        _NAME,
        "Weights & Biases charts, exported",
        _KNOWN,
        "a question, for the names of the runs do not tell which part of them is the problem",
        _lacking,
        _turn,
        aliases=("weights-and-biases",),
    )
)
for _format, _order in _ORDERS.items():
    FORMATS.register(
        ColumnFormat(
            _format,
            f"Weights & Biases charts, runs named {'_'.join(_order).upper()}",
            _KNOWN,
            "curves of the metric; a step at which nothing was logged has no row",
            _lacking,
            partial(_turn, order=_order),
            asked=True,
        )
    )
