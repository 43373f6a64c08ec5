"""A study as plain data, from which the same comparison is made again."""

from __future__ import annotations

import inspect
import json
import warnings
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from evenkeel._types import FloatArray
from evenkeel._version import __version__
from evenkeel.comparison._compare import compare
from evenkeel.comparison.findings import Comparison
from evenkeel.errors import InputError, SourceError, first_line, visible
from evenkeel.tables.choices import choose, whole_of
from evenkeel.tables.faults import Origin
from evenkeel.tables.readings import Part, Reading
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

    The file holds the table and the options, every number exactly; it is checked against the
    published schema, and the comparison is made again. If this version of evenkeel finds other
    numbers than the one that saved the file, a warning names the tables of the report in which they
    differ. So does one if random permutations were drawn without a seed.

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
    found = _report(Path(path), source)
    study = found["study"]
    if study is None:
        raise InputError(
            f"{source}: this holds no study that can be opened; give what the result of compare() "
            "saved as .json"
        )
    try:
        comparison = compare(_table_from(study), **study["options"])
    except InputError as error:
        raise InputError(f"{source}: this study cannot be repeated: {error}") from None
    _warn_of_changes(source, found, comparison)
    return comparison


def _report(path: Path, source: str) -> Any:
    """What a file holds, if that is a report as the published schema has it."""
    from evenkeel.report.data import check_report

    try:
        found = json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_number)
    except OSError as error:
        raise SourceError(f"{source}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise SourceError(
            f"{source}: this is no JSON ({first_line(error)}); give a saved report"
        ) from None
    try:
        check_report(found)
    except InputError as error:
        raise InputError(f"{source}: this is no saved report: {error}") from None
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _table_from(study: Mapping[str, Any]) -> Results:
    table = dict(study["table"])
    for name in ("values", "deviations"):
        _check_shape(table, name)
    origin = table.pop("origin")
    reading = (origin or {}).pop("reading", None)
    named = {each.name for each in fields(Origin)}
    if origin is not None:
        known = {key: _frozen(value) for key, value in origin.items() if key in named}
        table["origin"] = Origin(**known, reading=_reading_from(reading))
    for name in ("values", "deviations"):
        if table[name] is not None:
            table[name] = np.array(table[name], dtype=np.float64)
    results = Results(**table, missing="keep")
    return results if study["missing"] is None else choose(results, study["missing"])


def _check_shape(table: Mapping[str, Any], name: str) -> None:
    """Refuse a matrix that has not a row for each problem and a number for each algorithm."""
    rows, n, k = table[name], len(table["problems"]), len(table["algorithms"])
    if rows is not None and [*map(len, rows)] != [k] * n:
        raise InputError(f"the {name} are not those of {n} problems and {k} algorithms")


def _reading_from(stored: Mapping[str, Any] | None) -> Reading | None:
    """How the table was understood, without the choices that led to it."""
    if stored is None:
        return None
    named = {each.name for each in fields(Reading)} - {"choices"}
    known = {key: _frozen(value) for key, value in stored.items() if key in named}
    for name in ("columns", "rows"):
        known[name] = tuple(Part(**part) for part in known[name])
    return Reading(**known)


def _origin_to_dict(origin: Origin) -> dict[str, Any]:
    stored = asdict(replace(origin, reading=None))
    if origin.reading is not None:
        stored["reading"] = asdict(replace(origin.reading, choices=()))
        del stored["reading"]["choices"]
    return stored


def _table_to_dict(table: Results) -> dict[str, Any]:
    return {
        "algorithms": list(table.algorithms),
        "problems": list(table.problems),
        "better": table.better,
        "values": _numbers(table.values),
        "deviations": None if table.deviations is None else _numbers(table.deviations),
        "origin": None if table.origin is None else _origin_to_dict(table.origin),
    }


def _numbers(values: FloatArray) -> list[list[float | None]]:
    rows: list[list[float | None]] = values.tolist()
    for row, column in np.argwhere(~np.isfinite(values)).tolist():
        rows[row][column] = None
    return rows


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _warn_of_changes(source: str, stored: Mapping[str, Any], comparison: Comparison) -> None:
    now = json.loads(json.dumps(comparison.to_dict()))["tables"]
    before = stored["tables"]
    changed = [visible(name) for name in before if before[name] != now.get(name)]
    if changed:
        warnings.warn(
            f"{source} was saved by evenkeel {visible(stored['evenkeel'])}; evenkeel {__version__} "
            f"finds other numbers in: {', '.join(changed)}",
            stacklevel=3,
        )
