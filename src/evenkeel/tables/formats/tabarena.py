"""TabArena: a row a method, task and split, with an error of which lower is better."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.tables.formats.building import turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.table import Table

_PROBLEMS = ("task", "dataset")
_RUNS = ("repeat", "fold", "sample", "split", "seed")


def _lacking(header: Sequence[str]) -> list[str]:
    missing = [name for name in ("method", "metric_error") if name not in header]
    return missing if any(name in header for name in _PROBLEMS) else [*missing, _PROBLEMS[0]]


def _turn(table: Table) -> Table:
    problem = next(name for name in _PROBLEMS if name in table.names)
    runs = [name for name in _RUNS if name in table.names]
    keys = {"algorithm": ["method"], "problem": [problem]} | ({"run": runs} if runs else {})
    return turned(table, "tabarena", keys, {"metric_error": "metric_error"}, better="lower")


FORMATS.register(
    ColumnFormat(
        "tabarena",
        "TabArena results",
        "columns method, task (or dataset), metric_error, mostly with fold or seed",
        "runs of the error, of which lower is better, whatever the metric of the task",
        _lacking,
        _turn,
    )
)
