"""MLflow: exported runs, a row a run, with its metrics, parameters and tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from evenkeel.errors import TableError
from evenkeel.tables.formats.building import cells_of, holds_numbers, joined, turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.lexicon import role_of
from evenkeel.tables.parsing.cells import Hole, names_of
from evenkeel.tables.parsing.table import Table

_METRICS, _SAID = "metrics.", ("params.", "tags.")
_STATUS, _FINISHED = "status", ("FINISHED", "")
_FEW = 5  # runs that are named


def _lacking(header: Sequence[str]) -> list[str]:
    missing = [] if "run_id" in header else ["run_id"]
    metrics = any(name.startswith(_METRICS) for name in header)
    return missing if metrics else [*missing, "metrics.NAME"]


def _turn(table: Table) -> Table:
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
        return turned(table, "mlflow", keys, measures)
    table = _without_repeated(table, keys)
    statuses = names_of(cells_of(table, _STATUS))
    if set(statuses) <= set(_FINISHED):
        return turned(table, "mlflow", keys, measures, told=(_STATUS,))
    values = [
        cell if status in _FINISHED else Hole("", f"the run has the status {status}")
        for name in measures.values()
        for cell, status in zip(cells_of(table, name), statuses, strict=True)
    ]
    return turned(table, "mlflow", keys, measures, made={"value": values}, told=(_STATUS,))


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
    listed = ", ".join(f"{names[row]!r} ({statuses[row]})" for row in gone[:_FEW])
    more = f" and {len(gone) - _FEW} more" if len(gone) > _FEW else ""
    unread = f"runs that did not finish and were done again: {listed}{more}"
    return replace(
        table,
        origin=replace(table.origin, unread=(*table.origin.unread, unread)),
        columns=[[column[row] for row in kept] for column in table.columns],
        rows=[table.rows[row] for row in kept],
        matrix=None,
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names)) or "none at all"


FORMATS.register(
    ColumnFormat(
        "mlflow",
        "MLflow runs, exported",
        "columns run_id and metrics.NAME",
        "runs, a measure for each metric; algorithm, problem and run by the parameters and tags "
        "that are named so (model, dataset, seed, ...); those that did not finish are holes",
        _lacking,
        _turn,
    )
)
