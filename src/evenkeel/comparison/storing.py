"""A study as plain data, from which the same comparison is made again."""

from __future__ import annotations

import inspect
import json
import warnings
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from evenkeel._version import __version__
from evenkeel.comparison.comparing import compare
from evenkeel.comparison.findings import Comparison
from evenkeel.errors import InputError, SourceError, visible
from evenkeel.tables.choices import choose, whole_of
from evenkeel.tables.origin import Origin
from evenkeel.tables.results import Results

STUDY = "evenkeel/study/1"  # the version of this form


def study_to_dict(comparison: Comparison) -> dict[str, Any]:
    """The table before any choice for missing results, the choice, and the options."""
    whole = whole_of(comparison.results)
    choice, table = (None, comparison.results) if whole is None else whole
    defaults = {name: each.default for name, each in inspect.signature(compare).parameters.items()}
    asked = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in comparison.asked.items()
        if value != defaults[name]
    }
    if isinstance(asked.get("seed"), np.random.Generator):
        asked["seed"] = None  # what it drew cannot be drawn again
    return {"schema": STUDY, "table": _table_to_dict(table), "missing": choice, "options": asked}


def open_report(path: str | Path) -> Comparison:
    """Read a comparison that was saved as JSON: the same object, to be drawn or saved anew.

    The file holds the table and the options, every number exactly; the comparison is made of them
    again. If this version of evenkeel finds other numbers than the one that saved the file, a
    warning names the tables of the report in which they differ. So does one if random permutations
    were drawn without a seed.

    Parameters
    ----------
    path : str or Path
        A file that `Comparison.save` wrote, with the ending .json.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import evenkeel
    >>> comparison = evenkeel.compare(evenkeel.load("toy"), control="A")
    >>> with TemporaryDirectory() as folder:
    ...     _ = comparison.save(Path(folder) / "toy.json")
    ...     evenkeel.open_report(Path(folder) / "toy.json") == comparison
    True
    """
    source = visible(path)
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SourceError(f"{source}: {error.strerror}") from None
    except ValueError as error:
        raise SourceError(f"{source}: this is no JSON ({error}); give a saved report") from None
    study = found.get("study") if isinstance(found, dict) else None
    if not isinstance(study, Mapping) or study.get("schema") != STUDY:
        raise InputError(
            f"{source}: this holds no study that can be opened; give what the result of compare() "
            "saved as .json"
        )
    comparison = compare(_table_from(study), **study["options"])
    _warn_of_changes(source, found, comparison)
    return comparison


def _table_from(study: Mapping[str, Any]) -> Results:
    table = dict(study["table"])
    origin = table.pop("origin")
    named = {each.name for each in fields(Origin)}
    if origin is not None:
        known = {key: _frozen(value) for key, value in origin.items() if key in named}
        table["origin"] = Origin(**known)
    for name in ("values", "deviations"):
        if table[name] is not None:
            table[name] = np.array(table[name], dtype=np.float64)
    results = Results(**table, missing="keep")
    return results if study["missing"] is None else choose(results, study["missing"])


def _table_to_dict(table: Results) -> dict[str, Any]:
    return {
        "algorithms": list(table.algorithms),
        "problems": list(table.problems),
        "better": table.better,
        "values": _numbers(table.values),
        "deviations": None if table.deviations is None else _numbers(table.deviations),
        "origin": None if table.origin is None else asdict(table.origin),
    }


def _numbers(values: Any) -> list[list[float | None]]:
    return [[None if np.isnan(cell) else cell for cell in row] for row in values.tolist()]


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _warn_of_changes(source: str, stored: Mapping[str, Any], comparison: Comparison) -> None:
    now = json.loads(json.dumps(comparison.to_dict()))["tables"]
    before = stored.get("tables", {})
    changed = [name for name in before if before[name] != now.get(name)]
    if changed:
        warnings.warn(
            f"{source} was saved by evenkeel {stored.get('evenkeel')}; evenkeel {__version__} "
            f"finds other numbers in: {', '.join(changed)}",
            stacklevel=3,
        )
