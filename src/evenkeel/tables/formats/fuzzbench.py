"""FuzzBench: a row a snapshot of a trial, with the edges covered so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evenkeel.tables.formats.building import cells_of, turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.cells import names_of
from evenkeel.tables.parsing.table import Table

_KEYS = {"algorithm": "fuzzer", "problem": "benchmark", "run": "trial_id", "step": "time"}
_VALUE = "edges_covered"


def _lacking(header: Sequence[str]) -> list[str]:
    return [name for name in (*_KEYS.values(), _VALUE) if name not in header]


def _turn(table: Table) -> Table:
    return turned(
        _once(table),
        "fuzzbench",
        {role: (name,) for role, name in _KEYS.items()},
        {_VALUE: _VALUE},
        better="higher",
    )


def _once(table: Table) -> Table:
    """Each snapshot once: it is there for each crash found in it, with the same edges."""
    used = [names_of(cells_of(table, name)) for name in (*_KEYS.values(), _VALUE)]
    first = {cells: row for row, cells in reversed(list(enumerate(zip(*used, strict=True))))}
    kept = sorted(first.values())
    return replace(
        table,
        columns=[[column[row] for row in kept] for column in table.columns],
        rows=[table.rows[row] for row in kept],
        matrix=None,
    )


FORMATS.register(
    ColumnFormat(
        "fuzzbench",
        "FuzzBench results",
        "columns fuzzer, benchmark, trial_id, time, edges_covered",
        "curves of the trials: the edges covered, of which higher is better, at each time; "
        "snapshots that are repeated for each crash count once",
        _lacking,
        _turn,
    )
)
