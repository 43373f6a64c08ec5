"""Scores as rliable takes them: a matrix an algorithm, with a row a run and a column a task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from evenkeel._types import FloatArray
from evenkeel.errors import TableError
from evenkeel.tables.origin import Origin
from evenkeel.tables.parsing.cells import name_of
from evenkeel.tables.parsing.table import Column, Table

_SOURCE = "dict of matrices"
_HEADER = ("algorithm", "problem", "run", "value")


def holds_run_matrices(data: Mapping[Any, Any]) -> bool:
    """Whether each entry of a dict is an array of numbers with two dimensions."""
    return bool(data) and all(
        isinstance(found, np.ndarray) and found.ndim == 2 and found.dtype.kind in "iuf"
        for found in data.values()
    )


def read_run_matrices(data: Mapping[Any, FloatArray]) -> Table:
    """Make a long table of them; problems are named P1, P2, ... and runs counted from 1.

    Raises
    ------
    TableError
        If the matrices do not have the same number of columns.
    """
    widths = {name_of(name): scores.shape[1] for name, scores in data.items()}
    if len(set(widths.values())) > 1:
        told = ", ".join(f"{name!r} {width}" for name, width in widths.items())
        raise TableError(
            _SOURCE,
            [
                "each matrix has a row a run and a column a problem, but the numbers of columns "
                f"differ ({told}); give all the same problems, or a data frame with columns "
                "algorithm, problem, run and value"
            ],
        )
    algorithms, problems, runs = list[str](), list[str](), list[str]()
    values = []
    for name, scores in data.items():
        rows, columns = scores.shape
        algorithms += [name_of(name)] * scores.size
        problems += [f"P{j}" for j in range(1, columns + 1)] * rows
        runs += [str(i) for i in range(1, rows + 1) for _ in range(columns)]
        values.append(scores.astype(float).ravel())
    origin = Origin(_SOURCE, "array", "long")
    cells: list[Column] = [algorithms, problems, runs, np.concatenate(values)]
    return Table(origin, _HEADER, cells, range(1, len(algorithms) + 1))
