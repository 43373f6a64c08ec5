"""GIFT-Eval and fev: a row a forecasting task of a model, with several errors of it."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.tables.formats.building import cells_of, holds_numbers, turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.cells import names_of
from evenkeel.tables.parsing.table import Table

_METRICS = "eval_metrics/"
_FEV = ("model_name", "task_name", "eval_metric", "test_error")
_FEV_TIMES = ("training_time_s", "inference_time_s")


def _lacking_gift(header: Sequence[str]) -> list[str]:
    missing = [name for name in ("dataset", "model") if name not in header]
    metrics = any(name.startswith(_METRICS) for name in header)
    return missing if metrics else [*missing, f"{_METRICS}NAME"]


def _turn_gift(table: Table) -> Table:
    measures = {
        name.removeprefix(_METRICS): name for name in table.names if name.startswith(_METRICS)
    }
    keys = {"algorithm": ["model"], "problem": ["dataset"]}
    return turned(table, "gift-eval", keys, measures, better="lower")


def _lacking_fev(header: Sequence[str]) -> list[str]:
    return [name for name in _FEV if name not in header]


def _turn_fev(table: Table) -> Table:
    told = [name for name in ("eval_metric", "extra_metrics") if name in table.names]
    named = " ".join({cell for name in told for cell in names_of(cells_of(table, name))})
    measures = [
        name
        for position, name in enumerate(table.names)
        if name == "test_error" or (name in named and holds_numbers(table, position))
    ]
    measures += [name for name in _FEV_TIMES if name in table.names]
    keys = {"algorithm": ["model_name"], "problem": ["task_name"]}
    return turned(table, "fev", keys, {name: name for name in measures}, better="lower")


FORMATS.register(
    ColumnFormat(
        "gift-eval",
        "GIFT-Eval results",
        "columns dataset, model, eval_metrics/NAME",
        "results, a measure for each metric; all are errors, of which lower is better",
        _lacking_gift,
        _turn_gift,
    )
)
FORMATS.register(
    ColumnFormat(
        "fev",
        "fev results",
        "columns model_name, task_name, eval_metric, test_error",
        "results, a measure for the error, each extra metric and the times; of all lower is better",
        _lacking_fev,
        _turn_fev,
    )
)
