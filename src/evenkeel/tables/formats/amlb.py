"""The AutoML benchmark's results.csv: a row a fold, with the failures and what they were.

`result` is the score in the metric of the task, so that one column holds several measures. Newer
files name it (`metric`) and turn every metric so that higher is better; in older ones it is the
column of scores that equals `result`, and a loss stands beside a score of which higher is better.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evenkeel.tables.formats.building import cells_of, holds_numbers, turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.cells import Hole, names_of, numbers
from evenkeel.tables.parsing.table import Table

_NEEDED = ("task", "framework", "fold", "result", "info")
_NO_SCORES = {
    "id", "task", "framework", "fold", "result", "mode", "version", "params", "tag", "utc", "app",
    "duration", "models", "models_count", "seed", "info", "type", "metric", "constraint",
    "training_duration", "predict_duration",
}  # fmt: skip


def _lacking(header: Sequence[str]) -> list[str]:
    return [name for name in _NEEDED if name not in header]


def _turn(table: Table) -> Table:
    named = "metric" in table.names
    keys = {"algorithm": ("framework",), "problem": ("task",), "run": ("fold",)}
    measures = names_of(cells_of(table, "metric")) if named else _measures(table)
    results = [*cells_of(table, "result")]
    reasons = names_of(cells_of(table, "info"))
    found = numbers(results, table.decimal)
    for row in np.flatnonzero(np.isnan(found.values)).tolist():
        if row not in found.wrong:
            results[row] = Hole("", _short(reasons[row]) or "info does not say why")
    return turned(
        table,
        "amlb",
        keys,
        {"": "result"},
        better="higher" if named else None,
        made={"measure": measures, "value": results},
        told=("info", "metric"),
    )


def _measures(table: Table) -> list[str]:
    """The measure of each row: the scores that are the result on all folds of its task."""
    tasks = names_of(cells_of(table, "task"))
    results = numbers(cells_of(table, "result"), table.decimal).values
    scores = {
        name: numbers(table.columns[position], table.decimal).values
        for position, name in enumerate(table.names)
        if name not in _NO_SCORES and holds_numbers(table, position)
    }
    by_task: dict[str, list[int]] = {}
    for row, task in enumerate(tasks):
        by_task.setdefault(task, []).append(row)
    known: dict[str, str] = {}
    for task, rows in by_task.items():
        made = [row for row in rows if not np.isnan(results[row])]
        equal = [n for n, score in scores.items() if np.array_equal(score[made], results[made])]
        known[task] = " or ".join(equal) if made and equal else "not known"
    return [known[task] for task in tasks]


def _short(reason: str) -> str:
    line = " ".join(reason.split())
    return line if len(line) <= 100 else f"{line[:97]}..."


FORMATS.register(
    ColumnFormat(
        "amlb",
        "AutoML benchmark results",
        "columns task, framework, fold, result, info",
        "runs, a measure for each metric; failures are holes, with what info says",
        _lacking,
        _turn,
        aliases=("automlbenchmark",),
    )
)
