"""What scikit-learn returns from cross validation, as a long table with a row a fold.

Understood are ``{algorithm: cross_validate(...)}`` of one problem, ``{problem: {algorithm:
cross_validate(...)}}``, and the ``cv_results_`` of a search, alone or ``{problem: cv_results_}``,
whose candidates are the algorithms. Only dicts and arrays are looked at; scikit-learn is not
needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from evenkeel.tables.origin import Origin
from evenkeel.tables.parsing.cells import name_of
from evenkeel.tables.parsing.table import Table

ONE_PROBLEM = "data"  # its name if the dict tells none
_HEADER = ("problem", "algorithm", "measure", "fold", "value")
_SPLIT = re.compile(r"split([0-9]+)_test_(.+)")

Row = tuple[str, str, str, int, float]
Scores = Mapping[str, Any]


def is_crossvalidated(data: Mapping[Any, Any]) -> bool:
    """Whether a dict holds what cross validation returned, at any of the levels understood."""
    return bool(data) and (_is_search(data) or _all(data, _is_scored) or _all(data, _holds_scored))


def read_crossvalidated(data: Mapping[Any, Any]) -> Table:
    """Make a long table of it; the measure is a column only if there are several."""
    origin = Origin("cross validation", "frame", "long", split_sizes=_sizes(data))
    rows = list(_rows(data))
    columns = [list(column) for column in zip(*rows, strict=True)]
    table = Table(origin, _HEADER, columns, range(1, len(rows) + 1))
    if len(set(columns[2])) > 1:
        return table
    kept = [j for j, name in enumerate(_HEADER) if name != "measure"]
    return replace(
        table, header=tuple(_HEADER[j] for j in kept), columns=[columns[j] for j in kept]
    )


def _is_scores(found: object) -> bool:
    """Whether it is what ``cross_validate`` returns: times and scores, an entry a fold."""
    if not isinstance(found, Mapping) or "fit_time" not in found:
        return False
    return any(str(key).startswith("test_") and np.ndim(found[key]) == 1 for key in found)


def _is_search(found: object) -> bool:
    """Whether it is a ``cv_results_``: parameters, and scores of each split."""
    return (
        isinstance(found, Mapping)
        and "params" in found
        and any(_SPLIT.fullmatch(str(key)) for key in found)
    )


def _is_scored(found: object) -> bool:
    return _is_scores(found) or _is_search(found)


def _holds_scored(found: object) -> bool:
    return isinstance(found, Mapping) and bool(found) and _all(found, _is_scores)


def _all(data: Mapping[Any, Any], question: Any) -> bool:
    return all(map(question, data.values()))


def _rows(data: Mapping[Any, Any]) -> Iterator[Row]:
    if _is_search(data):
        yield from _of_search(ONE_PROBLEM, data)
        return
    for name, found in data.items():
        if _is_search(found):
            yield from _of_search(name_of(name), found)
        elif _is_scores(found):
            yield from _of_scores(ONE_PROBLEM, name_of(name), found)
        else:
            for algorithm, scores in found.items():
                yield from _of_scores(name_of(name), name_of(algorithm), scores)


def _of_scores(problem: str, algorithm: str, found: Scores) -> Iterator[Row]:
    for key, scores in found.items():
        if str(key).startswith("test_"):
            for fold, score in enumerate(np.asarray(scores, dtype=np.float64).tolist(), start=1):
                yield problem, algorithm, str(key).removeprefix("test_"), fold, score


def _of_search(problem: str, found: Scores) -> Iterator[Row]:
    candidates = [_candidate(parameters) for parameters in found["params"]]
    for key, scores in found.items():
        if split := _SPLIT.fullmatch(str(key)):
            values = np.asarray(scores, dtype=np.float64).tolist()
            for candidate, score in zip(candidates, values, strict=True):
                yield problem, candidate, split[2], int(split[1]) + 1, score


def _candidate(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items()) or "default"


def _sizes(data: Mapping[Any, Any]) -> tuple[float, float] | None:
    """Mean sizes of the training and the test sets, if ``return_indices=True`` told the splits."""
    found: list[tuple[int, int]] = []
    waiting: list[Any] = [data]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping) and "train" in each and "test" in each:
            found += [(len(a), len(b)) for a, b in zip(each["train"], each["test"], strict=True)]
        elif isinstance(each, Mapping):
            waiting += [part for part in each.values() if isinstance(part, Mapping)]
    if not found:
        return None
    train, test = np.mean(np.array(found, dtype=np.float64), axis=0).tolist()
    return train, test
