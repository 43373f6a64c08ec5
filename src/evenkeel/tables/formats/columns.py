"""Tables whose columns have the names of a tool: which names, and what each column holds.

A tool that only names its columns is an entry of a few lines. Weka, the AutoML benchmark, FuzzBench
and fev need a little more: what is in the columns says which algorithm, measure or row is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from evenkeel.errors import TableError
from evenkeel.tables.formats.building import cells_of, holds_numbers, turned, with_rows
from evenkeel.tables.formats.registry import ANY, FORMATS, ColumnFormat, columns_for
from evenkeel.tables.lexicon import role_of
from evenkeel.tables.parsing.cells import Hole, Table, names_of, numbers

Keys = Mapping[str, Sequence[str]]  # the columns, as needs, that name what has a role
Measures = Callable[[Table], dict[str, str]]  # the columns of values, by the names of the measures


def declared(
    keys: Keys, measures: Measures | str, better: str | None = None, lack: str = ""
) -> Callable[[Table], Table]:
    """How a table is turned whose columns have these roles.

    `measures` is the only column of values, or finds several; `lack` says what to do if there are
    none.
    """

    def turn(table: Table) -> Table:
        roles = {
            role: [name for need in needs for name in columns_for(need, table.names)]
            for role, needs in keys.items()
        }
        found = {measures: measures} if isinstance(measures, str) else measures(table)
        if not found:
            raise TableError(table.origin.description, f"no column holds a measure, {lack}")
        told = {role: names for role, names in roles.items() if names}
        return turned(table, told, found, better=better)

    return turn


def _beginning(prefix: str) -> Measures:
    """The columns that begin so are measures, called by the rest of their names."""
    return lambda table: {
        name.removeprefix(prefix): name for name in columns_for(f"{prefix}{ANY}", table.names)
    }


def _numeric(table: Table, keep: Callable[[str], bool]) -> dict[str, str]:
    """The columns of numbers whose names are to be kept."""
    names = enumerate(table.names)
    return {name: name for at, name in names if keep(name) and holds_numbers(table, at)}


# mlr3
_NO_MEASURES = {
    "learner_id", "task_id", "resampling_id", "iteration", "nr", "iters", "uhash", "warnings",
    "errors", "task", "learner", "resampling", "prediction", "prediction_test",
}  # fmt: skip


# fev
def _fev_measures(table: Table) -> dict[str, str]:
    told = [name for name in ("eval_metric", "extra_metrics") if name in table.names]
    named = " ".join({cell for name in told for cell in names_of(cells_of(table, name))})
    times = [name for name in ("training_time_s", "inference_time_s") if name in table.names]
    found = _numeric(table, lambda name: name != "test_error" and name in named)
    order = [name for name in table.names if name == "test_error" or name in found]
    return {name: name for name in (*order, *times)}


# FuzzBench
_FUZZBENCH: Keys = {
    "algorithm": ["fuzzer"], "problem": ["benchmark"], "run": ["trial_id"], "step": ["time"]
}  # fmt: skip
_EDGES = "edges_covered"


def _turn_fuzzbench(table: Table) -> Table:
    """Take each snapshot once: it is there for each crash found in it, with the same edges."""
    keys = [name for names in _FUZZBENCH.values() for name in names]
    used = [names_of(cells_of(table, name)) for name in (*keys, _EDGES)]
    first = {cells: row for row, cells in reversed(list(enumerate(zip(*used, strict=True))))}
    kept = with_rows(table, sorted(first.values()))
    return turned(kept, _FUZZBENCH, {_EDGES: _EDGES}, better="higher")


# Weka
_OPTIONS = "Key_Scheme_options"
_turn_weka_keys = declared(
    {"algorithm": ["Key_Scheme"], "problem": ["Key_Dataset"], "run": ["Key_Run", "Key_Fold"]},
    lambda table: _numeric(table, lambda n: not n.startswith("Key_") and n != "Date_time"),
    lack="such as 'Percent_correct'; export the whole experiment",
)


def _turn_weka(table: Table) -> Table:
    """Call the schemes by their classes, with packages and options where these differ."""
    classes = names_of(cells_of(table, "Key_Scheme"))
    short = {name: name.rpartition(".")[2] for name in classes}
    alike = Counter(short.values())
    names = [short[name] if alike[short[name]] == 1 else name for name in classes]
    if _OPTIONS in table.names:
        options = names_of(cells_of(table, _OPTIONS))
        several: dict[str, set[str]] = {}
        for name, option in zip(names, options, strict=True):
            several.setdefault(name, set()).add(option)
        names = [
            f"{name} {option}".strip() if len(several[name]) > 1 else name
            for name, option in zip(names, options, strict=True)
        ]
    at = table.names.index("Key_Scheme")
    columns = [*table.columns[:at], names, *table.columns[at + 1 :]]
    found = _turn_weka_keys(replace(table, columns=columns, matrix=None))
    ignored = tuple(name for name in found.origin.ignored if name != _OPTIONS)
    return replace(found, origin=replace(found.origin, ignored=ignored))


# The AutoML benchmark. `result` is the score in the metric of the task, so that one column holds
# several measures. Newer files name it (`metric`) and turn every metric so that higher is better;
# in older ones it is the column of scores that equals `result`, and a loss stands beside a score.
_NO_SCORES = {
    "id", "task", "framework", "fold", "result", "mode", "version", "params", "tag", "utc", "app",
    "duration", "models", "models_count", "seed", "info", "type", "metric", "constraint",
    "training_duration", "predict_duration",
}  # fmt: skip


def _turn_amlb(table: Table) -> Table:
    named = "metric" in table.names
    measures = names_of(cells_of(table, "metric")) if named else _amlb_measures(table)
    results = [*cells_of(table, "result")]
    reasons = names_of(cells_of(table, "info"))
    found = numbers(results, table.decimal)
    for row in np.flatnonzero(np.isnan(found.values)).tolist():
        if row not in found.wrong:
            reason = " ".join(reasons[row].split()) or "info does not say why"
            results[row] = Hole("", reason if len(reason) <= 100 else f"{reason[:97]}...")
    return turned(
        table,
        {"algorithm": ("framework",), "problem": ("task",), "run": ("fold",)},
        {"": "result"},
        better="higher" if named else None,
        made={"measure": measures, "value": results},
        told=("info", "metric"),
    )


def _amlb_measures(table: Table) -> list[str]:
    """The measure of each row: the scores that are the result on all folds of its task."""
    tasks = names_of(cells_of(table, "task"))
    results = numbers(cells_of(table, "result"), table.decimal).values
    scores = {
        name: numbers(cells_of(table, name), table.decimal).values
        for name in _numeric(table, lambda name: name not in _NO_SCORES)
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


_JMETAL = ("Algorithm", "Problem", "ExecutionId", "IndicatorName", "IndicatorValue")
_SAES = ("Algorithm", "Instance", "ExecutionId", "MetricName", "MetricValue")
_ROLES = ("algorithm", "problem", "run", "measure")


def _of_runs(columns: Sequence[str]) -> Callable[[Table], Table]:
    """Tables with a row for each run and measure."""
    keys = {role: (name,) for role, name in zip(_ROLES, columns, strict=False)}
    return declared(keys, lambda table: {"": columns[-1]})


for _entry in (
    ColumnFormat(
        "critdd",
        "critdd and cd-diagram tables",
        "columns classifier_name, dataset_name, accuracy",
        "results of the accuracy, and of other measures in columns of their own",
        ("classifier_name", "dataset_name", "accuracy"),
        declared(
            {"algorithm": ["classifier_name"], "problem": ["dataset_name"]},
            lambda table: {name: name for name in table.names if role_of(name) == "value"},
        ),
        aliases=("cd-diagram",),
    ),
    ColumnFormat(
        "tabarena",
        "TabArena results",
        "columns method, task (or dataset), metric_error, mostly with fold or seed",
        "runs of the error, of which lower is better, whatever the metric of the task",
        ("method", "metric_error", "task|dataset"),
        declared(
            {
                "algorithm": ["method"],
                "problem": ["task|dataset"],
                "run": ["repeat", "fold", "sample", "split", "seed"],
            },
            "metric_error",
            better="lower",
        ),
    ),
    ColumnFormat(
        "jmetal",
        "jMetal and jMetalPy quality indicators",
        f"columns {', '.join(_JMETAL)} in any order",
        "runs, a measure for each indicator",
        _JMETAL,
        _of_runs(_JMETAL),
        aliases=("jmetalpy",),
    ),
    ColumnFormat(
        "saes",
        "SAES metrics",
        f"columns {', '.join(_SAES)} in any order",
        "runs, a measure for each metric",
        _SAES,
        _of_runs(_SAES),
    ),
    ColumnFormat(
        "mlr3",
        "mlr3 benchmark results",
        "columns task_id and learner_id",
        "runs (scores, by iteration) or results (aggregates); a measure for each other column of "
        "numbers",
        ("learner_id", "task_id"),
        declared(
            {"algorithm": ["learner_id"], "problem": ["task_id"], "run": ["iteration"]},
            lambda table: _numeric(table, lambda name: name not in _NO_MEASURES),
            lack="such as 'classif.ce'; write the table with bmr$score(measures) or "
            "bmr$aggregate(measures)",
        ),
    ),
    ColumnFormat(
        "gift-eval",
        "GIFT-Eval results",
        "columns dataset, model, eval_metrics/NAME",
        "results, a measure for each metric; all are errors, of which lower is better",
        ("dataset", "model", "eval_metrics/NAME"),
        declared(
            {"algorithm": ["model"], "problem": ["dataset"]},
            _beginning("eval_metrics/"),
            better="lower",
        ),
    ),
    ColumnFormat(
        "fev",
        "fev results",
        "columns model_name, task_name, eval_metric, test_error",
        "results, a measure for the error, each extra metric and the times; of all lower is better",
        ("model_name", "task_name", "eval_metric", "test_error"),
        declared(
            {"algorithm": ["model_name"], "problem": ["task_name"]}, _fev_measures, better="lower"
        ),
    ),
    ColumnFormat(
        "fuzzbench",
        "FuzzBench results",
        "columns fuzzer, benchmark, trial_id, time, edges_covered",
        "curves of the trials: the edges covered, of which higher is better, at each time; "
        "snapshots that are repeated for each crash count once",
        ("fuzzer", "benchmark", "trial_id", "time", _EDGES),
        _turn_fuzzbench,
    ),
    ColumnFormat(
        "weka",
        "Weka Experimenter results",
        "columns Key_Dataset, Key_Scheme, Key_Run, mostly with Key_Fold",
        "runs, a measure for each other column of numbers; the algorithm is the class of the "
        "scheme, with its package and its options where they differ",
        ("Key_Dataset", "Key_Scheme", "Key_Run"),
        _turn_weka,
    ),
    ColumnFormat(
        "amlb",
        "AutoML benchmark results",
        "columns task, framework, fold, result, info",
        "runs, a measure for each metric; failures are holes, with what info says",
        ("task", "framework", "fold", "result", "info"),
        _turn_amlb,
        aliases=("automlbenchmark",),
    ),
):
    FORMATS.register(_entry)
