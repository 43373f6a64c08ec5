"""MLflow: exported runs, a row a run, with its metrics, parameters and tags."""

from __future__ import annotations

from collections.abc import Sequence

from evenkeel.errors import TableError
from evenkeel.tables.formats.building import holds_numbers, turned
from evenkeel.tables.formats.registry import FORMATS, ColumnFormat
from evenkeel.tables.parsing.roles import role_in_runs
from evenkeel.tables.parsing.table import Table

_METRICS, _SAID = "metrics.", ("params.", "tags.")


def _lacking(header: Sequence[str]) -> list[str]:
    missing = [] if "run_id" in header else ["run_id"]
    metrics = any(name.startswith(_METRICS) for name in header)
    return missing if metrics else [*missing, "metrics.NAME"]


def _turn(table: Table) -> Table:
    said = {
        name: name.partition(".")[2] for name in table.names if name.startswith(_SAID)
    }  # tags of MLflow's own begin with "mlflow."
    found = {
        role: [name for name, word in said.items() if role_in_runs(word) == role]
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
    keys = {role: names for role, names in found.items() if names}
    return turned(table, "mlflow", {"run": ["run_id"], **keys}, measures)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names)) or "none at all"


FORMATS.register(
    ColumnFormat(
        "mlflow",
        "MLflow runs, exported",
        "columns run_id and metrics.NAME",
        "runs, a measure for each metric; algorithm, problem and run by the parameters and tags "
        "that are named so (model, dataset, seed, ...)",
        _lacking,
        _turn,
    )
)
