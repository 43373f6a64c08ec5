"""critdd and cd-diagram: a row a result, under the names that these programs read."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.tables.formats.building import turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.lexicon import role_of
from evenkeel.tables.parsing.table import Table

_COLUMNS = {"algorithm": "classifier_name", "problem": "dataset_name", "value": "accuracy"}


def _lacking(header: Sequence[str]) -> list[str]:
    return [name for name in _COLUMNS.values() if name not in header]


def _turn(table: Table) -> Table:
    keys = {role: (name,) for role, name in _COLUMNS.items() if role != "value"}
    measures = {name: name for name in table.names if role_of(name) == "value"}
    return turned(table, "critdd", keys, measures)


FORMATS.register(
    ColumnFormat(
        "critdd",
        "critdd and cd-diagram tables",
        "columns classifier_name, dataset_name, accuracy",
        "results of the accuracy, and of other measures in columns of their own",
        _lacking,
        _turn,
        aliases=("cd-diagram",),
    )
)
