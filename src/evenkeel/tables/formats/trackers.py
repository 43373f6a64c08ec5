"""What trackers of experiments export: MLflow's runs, charts of Weights & Biases and TensorBoard.

A row of MLflow is a run, with its metrics, parameters and tags. A chart of Weights & Biases has a
column for each run. It says nothing of problems but what the names of its runs do: where these
cross two parts, as in ``iris_RF``, one part is the problem. Which one it is must be told. So it is
with TensorBoard, of which each scalar of a run is downloaded as a CSV or JSON file of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from evenkeel.errors import SourceError, TableError, few
from evenkeel.tables.formats.building import (
    Rows,
    cells_of,
    holds_numbers,
    joined,
    long_table,
    turned,
    with_rows,
)
from evenkeel.tables.formats.givens import Given, Member
from evenkeel.tables.formats.registry import ANY, FORMATS, ColumnFormat, FileFormat
from evenkeel.tables.lexicon import role_of
from evenkeel.tables.parsing.cells import Column, Hole, Table, is_missing, names_of, quote
from evenkeel.tables.parsing.records import load_json

_METRICS, _SAID = "metrics.", ("params.", "tags.")
_STATUS, _FINISHED = "status", ("FINISHED", "")
_FEW = 5  # runs that are named


def _turn_runs(table: Table) -> Table:
    said = {
        name: name.partition(".")[2] for name in table.names if name.startswith(_SAID)
    }  # tags of MLflow's own begin with "mlflow."
    found = {
        role: [name for name, word in said.items() if role_of(word) == role]
        for role in ("algorithm", "problem", "run")
    }
    faults = [
        f"no parameter or tag was recognised as the {role} among {_listed(list(said))}; log it as "
        f"{example!r}, or say which column it is with {role}="
        for role, example in (("algorithm", "model"), ("problem", "dataset"))
        if not found[role]
    ]
    faults += [
        f"several parameters or tags may be the {role}: {_listed(found[role])}; say which one it "
        f"is with {role}="
        for role in ("algorithm", "problem")
        if len(found[role]) > 1
    ]
    measures = {
        name.removeprefix(_METRICS): name
        for position, name in enumerate(table.names)
        if name.startswith(_METRICS) and holds_numbers(table, position)
    }
    if not measures:
        faults.append("no metric holds numbers; export runs that have logged some")
    if faults:
        raise TableError(table.origin.description, faults)
    keys = {"run": ["run_id"], **{role: names for role, names in found.items() if names}}
    if _STATUS not in table.names:
        return turned(table, keys, measures)
    table = _without_repeated(table, keys)
    statuses = names_of(cells_of(table, _STATUS))
    if set(statuses) <= set(_FINISHED):
        return turned(table, keys, measures, told=(_STATUS,))
    values = [
        cell if status in _FINISHED else Hole("", f"the run has the status {status}")
        for name in measures.values()
        for cell, status in zip(cells_of(table, name), statuses, strict=True)
    ]
    return turned(table, keys, measures, made={"value": values}, told=(_STATUS,))


def _without_repeated(table: Table, keys: Mapping[str, Sequence[str]]) -> Table:
    """Leave out runs that did not finish if the same run did, at another time, and say which."""
    statuses = names_of(cells_of(table, _STATUS))
    runs = list(zip(*(joined(table, names) for names in keys.values()), strict=True))
    done = {run for run, status in zip(runs, statuses, strict=True) if status in _FINISHED}
    kept = [
        row
        for row, (run, status) in enumerate(zip(runs, statuses, strict=True))
        if status in _FINISHED or run not in done
    ]
    gone = sorted({*range(len(runs))} - {*kept})
    if not gone:
        return table
    names = names_of(cells_of(table, "run_id"))
    listed = few([f"{names[row]!r} ({statuses[row]})" for row in gone], _FEW, counted=True)
    again = f"runs that did not finish and were done again: {listed}"
    return with_rows(table, kept).unread(again)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names)) or "none at all"


FORMATS.register(
    ColumnFormat(
        "mlflow",
        "MLflow runs, exported",
        "columns run_id and metrics.NAME",
        "runs, a measure for each metric; algorithm, problem and run by the parameters and tags "
        "that are named so (model, dataset, seed, ...); those that did not finish are holes",
        ("run_id", "metrics.NAME"),
        _turn_runs,
    )
)


_BETWEEN, _BOUNDS, _MARKS = " - ", ("__MIN", "__MAX"), "_-/| "
_NAME = "wandb"
_PARTS = ("start of the name", "end of the name")
_ORDERS = {
    f"{_NAME}-problem-algorithm": ("problem", "algorithm"),
    f"{_NAME}-algorithm-problem": ("algorithm", "problem"),
}


def _is_chart(header: Sequence[str]) -> bool:
    return bool(_charted(header)) and len(header) > 1


def _charted(header: Sequence[str]) -> dict[int, tuple[str, str]]:
    """The columns of values, each with its run and metric; W&B's own counters begin with "_"."""
    names = set(header)
    found = {
        j: (run, metric)
        for j, (run, _, metric) in enumerate(name.rpartition(_BETWEEN) for name in header)
        if run and names >= {f"{header[j]}{bound}" for bound in _BOUNDS}
    }
    return {j: told for j, told in found.items() if not told[1].startswith("_")}


def _turn_chart(table: Table, order: tuple[str, str] | None = None) -> Table:
    charted = _charted(table.names)
    runs = list(dict.fromkeys(run for run, _ in charted.values()))
    parts = _crossed(runs)
    if parts is None:
        raise TableError(table.origin.description, _unclear(runs))
    columns: dict[str, list[object]] = {
        name: [] for name in ("algorithm", "problem", "run", "step", "measure", "value")
    }
    rows = []
    for j, (run, metric) in charted.items():
        named = dict(zip(order or ("algorithm", "problem"), parts[run], strict=True))
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
    found = long_table(
        replace(table.origin, ignored=ignored),
        result,
        rows,
        row_word=table.row_word,
        decimal=table.decimal,
        faults=table.faults,
    )
    if order is not None:
        return found
    return _asked_about(found)


def _asked_about(found: Table) -> Table:
    """The table to be asked about like others: which part of a name is the problem is not told."""
    renamed = {"algorithm": _PARTS[0], "problem": _PARTS[1]}
    names = tuple(renamed.get(name, name) for name in found.names)
    return replace(found, header=names, formatted=False)


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


def _unclear(runs: Sequence[str]) -> str:
    return (
        f"the chart has {len(runs)} runs, such as {quote(runs[0])}, and does not say on "
        "which problems; a comparison needs two or more: name the runs PROBLEM_ALGORITHM, with "
        "each algorithm on each problem, or export a table"
    )


_KNOWN = "columns RUN - METRIC with RUN - METRIC__MIN and RUN - METRIC__MAX beside them"
_CHART = tuple(f"{ANY}{bound}" for bound in _BOUNDS)
FORMATS.register(
    ColumnFormat(
        _NAME,
        "Weights & Biases charts, exported",
        _KNOWN,
        "a question, for the names of the runs do not show which part of them is the problem",
        _CHART,
        _turn_chart,
        aliases=("weights-and-biases",),
        looks=_is_chart,
    )
)
for _format, _order in _ORDERS.items():
    FORMATS.register(
        ColumnFormat(
            _format,
            f"Weights & Biases charts, runs named {'_'.join(_order).upper()}",
            _KNOWN,
            "curves of the metric; a step at which nothing was logged has no row",
            _CHART,
            partial(_turn_chart, order=_order),
            asked=True,
            looks=_is_chart,
        )
    )


# TensorBoard: a file per run and scalar, named run-RUN-tag-TAG.csv unless it was renamed

_SCALARS, _DOWNLOADED = "tensorboard", re.compile(r"(?:run-)?(.*?)(?:-tag-(.*))?")
_WALL, _STEP, _VALUE = "Wall time", "Step", "Value"
_SCALARS_BEGIN = rf"\A\s*({_WALL},{_STEP},{_VALUE}\s|\[\s*\[\s*[0-9.e+]+,\s*[0-9]+,)"


def _read_scalars(given: Given, format: str, order: tuple[str, str] | None = None) -> Table:
    matches = [_DOWNLOADED.fullmatch(member.stem) for member in given.members]
    told = [(match[1], match[2] or "value") for match in matches if match]
    parts = _in_parts([run for run, _ in told])
    if parts is None:
        raise SourceError(
            f"{given.description}: the names of the {len(told)} files, such as "
            f"{quote(given.members[0].stem)}, do not name algorithm and problem; name the runs "
            "PROBLEM_ALGORITHM or PROBLEM_ALGORITHM_SEED, with each algorithm on each problem"
        )
    rows = Rows("algorithm", "problem", "run", "step", "measure", "value")
    for member, (run, tag) in zip(given.followed(), told, strict=True):
        first, second, *seed = parts[run]
        named = dict(zip(order or ("algorithm", "problem"), (first, second), strict=True))
        for place, step, value in _points(given, member):
            cells = named["algorithm"], named["problem"], *(seed or [run]), step, tag, value
            rows.add(member.name, place, *cells)
    found = rows.table(given, format)
    return found if order is not None else _asked_about(found)


def _points(given: Given, member: Member) -> Iterator[tuple[object, object, object]]:
    """Where each point stands, its step and its value."""
    if member.head.lstrip().startswith("["):
        for place, point in enumerate(load_json(member.data, member.content.description), start=1):
            if not isinstance(point, list) or len(point) != 3:
                raise member.damaged(f"point {place} is not [wall time, step, value]")
            yield place, *point[1:]
        return
    table = given.table_of(member)
    if table.faults:
        raise TableError(member.content.description, table.faults)
    if not {_STEP, _VALUE} <= {*table.names}:
        raise member.damaged(f"there are no columns {_STEP!r} and {_VALUE!r}")
    yield from zip(table.rows, cells_of(table, _STEP), cells_of(table, _VALUE), strict=True)


def _in_parts(names: Sequence[str]) -> dict[str, list[str]] | None:
    """Two or three parts of each name, the first two crossed; None if that is not clear."""
    ways = []
    for mark in _MARKS:
        pieces = {name: name.split(mark) for name in names}
        if {len(each) for each in pieces.values()} not in ({2}, {3}):
            continue
        pairs = {(first, second) for first, second, *_ in pieces.values()}
        firsts, seconds = (len(set(side)) for side in zip(*pairs, strict=True))
        if len(pairs) == firsts * seconds and min(firsts, seconds) > 1:
            ways.append(pieces)
    return ways[0] if len(ways) == 1 else None


_ORDERED = {f"{_SCALARS}-{'-'.join(order)}": order for order in _ORDERS.values()}
for _format, _parts in {_SCALARS: None, **_ORDERED}.items():
    FORMATS.register(
        FileFormat(
            _format,
            "TensorBoard scalars, downloaded"
            + (f", runs named {'_'.join(_parts).upper()}" if _parts else ""),
            "tool",
            f"CSV files with the columns {_WALL}, {_STEP} and {_VALUE}, or JSON files with lists "
            "of these three; the runs are named by the files",
            "curves of the scalar, a third part of a name being the run"
            if _parts
            else "a question, for the names of the runs do not show which part of them is the "
            "problem",
            partial(_read_scalars, format=_format, order=_parts),
            _SCALARS_BEGIN,
            asked=_parts is not None,
        )
    )
