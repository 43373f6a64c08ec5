"""jMetal and jMetalPy: QualityIndicatorSummary.csv, a row a run and quality indicator."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.tables.formats.building import turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.table import Table

_COLUMNS = {
    "algorithm": "Algorithm",
    "problem": "Problem",
    "run": "ExecutionId",
    "measure": "IndicatorName",
    "value": "IndicatorValue",
}


def _lacking(header: Sequence[str]) -> list[str]:
    return [name for name in _COLUMNS.values() if name not in header]


def _turn(table: Table) -> Table:
    keys = {role: (name,) for role, name in _COLUMNS.items() if role != "value"}
    return turned(table, "jmetal", keys, {"": _COLUMNS["value"]})


FORMATS.register(
    ColumnFormat(
        "jmetal",
        "jMetal and jMetalPy quality indicators",
        "columns Algorithm, Problem, ExecutionId, IndicatorName, IndicatorValue in any order",
        "runs, a measure for each indicator",
        _lacking,
        _turn,
        aliases=("jmetalpy",),
    )
)
