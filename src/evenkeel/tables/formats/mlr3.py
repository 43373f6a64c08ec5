"""mlr3: the scores or aggregates of a benchmark, a row a task and learner, a column a measure."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.errors import TableError
from evenkeel.tables.formats.building import holds_numbers, turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.table import Table

_KEYS = {"algorithm": ("learner_id",), "problem": ("task_id",)}
_RUN = "iteration"
_NO_MEASURES = {
    "learner_id", "task_id", "resampling_id", "iteration", "nr", "iters", "uhash", "warnings",
    "errors", "task", "learner", "resampling", "prediction", "prediction_test",
}  # fmt: skip


def _lacking(header: Sequence[str]) -> list[str]:
    return [name for (name,) in _KEYS.values() if name not in header]


def _turn(table: Table) -> Table:
    measures = {
        name: name
        for position, name in enumerate(table.names)
        if name not in _NO_MEASURES and holds_numbers(table, position)
    }
    if not measures:
        raise TableError(
            table.origin.description,
            [
                "no column holds a measure, such as 'classif.ce'; write the table with "
                "bmr$score(measures) or bmr$aggregate(measures)"
            ],
        )
    run = {"run": (_RUN,)} if _RUN in table.names else {}
    return turned(table, "mlr3", _KEYS | run, measures)


FORMATS.register(
    ColumnFormat(
        "mlr3",
        "mlr3 benchmark results",
        "columns task_id and learner_id",
        "runs (scores, by iteration) or results (aggregates); a measure for each other column of "
        "numbers",
        _lacking,
        _turn,
    )
)
