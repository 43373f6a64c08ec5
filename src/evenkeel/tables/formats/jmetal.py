"""jMetal, jMetalPy and SAES: a row a run and quality indicator or metric."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from evenkeel.tables.formats.building import turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.table import Table

_ROLES = ("algorithm", "problem", "run", "measure", "value")
_JMETAL = ("Algorithm", "Problem", "ExecutionId", "IndicatorName", "IndicatorValue")
_SAES = ("Algorithm", "Instance", "ExecutionId", "MetricName", "MetricValue")


def _lacking(header: Sequence[str], columns: Sequence[str]) -> list[str]:
    return [name for name in columns if name not in header]


def _turn(table: Table, format: str, columns: Sequence[str]) -> Table:
    keys = {role: (name,) for role, name in zip(_ROLES[:-1], columns, strict=False)}
    return turned(table, format, keys, {"": columns[-1]})


for _name, _title, _columns, _measure, _aliases in (
    ("jmetal", "jMetal and jMetalPy quality indicators", _JMETAL, "indicator", ("jmetalpy",)),
    ("saes", "SAES metrics", _SAES, "metric", ()),
):
    FORMATS.register(
        ColumnFormat(
            _name,
            _title,
            f"columns {', '.join(_columns)} in any order",
            f"runs, a measure for each {_measure}",
            partial(_lacking, columns=_columns),
            partial(_turn, format=_name, columns=_columns),
            aliases=_aliases,
        )
    )
