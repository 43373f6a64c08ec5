"""The first pass over the rows: which cells there are, and the simplest facts about each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import Message, Option, TableError
from evenkeel.tables.scanning.engines import beside, collect

if TYPE_CHECKING:
    import polars as pl

    from evenkeel.tables.scanning.engines import Frame


CELL = ("algorithm", "problem")
_MOST_CELLS = 1 << 24  # a table of more cells comes from a column that is not what it seems


@dataclass(frozen=True)
class Survey:
    """The algorithms and problems in natural order, and (n, k) arrays of facts about the cells.

    Where a cell has no run, `counts` is 0 and the others are NaN. `mean` is the engine's own: its
    last digits depend on the order of the rows.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    counts: IntArray
    mean: FloatArray
    minimum: FloatArray
    maximum: FloatArray

    @property
    def total(self) -> int:
        """Number of rows."""
        return int(self.counts.sum())

    @property
    def present(self) -> BoolArray:
        """Which cells have runs."""
        return self.counts > 0

    def take(self, rows: list[int], columns: list[int]) -> Survey:
        """Keep some problems and algorithms, in the order given."""
        chosen = np.ix_(rows, columns)
        return Survey(
            tuple(self.algorithms[j] for j in columns),
            tuple(self.problems[i] for i in rows),
            self.counts[chosen],
            self.mean[chosen],
            self.minimum[chosen],
            self.maximum[chosen],
        )


def first_pass(frame: Frame, source: str) -> pl.DataFrame:
    """One row a cell: its rows, its values that are not null, their mean and extremes."""
    import narwhals as nw

    value = nw.col("value")
    facts = [
        nw.len().alias("rows"),
        value.count().alias("values"),
        value.mean().alias("mean"),
        value.min().alias("minimum"),
        value.max().alias("maximum"),
    ]
    return collect(frame.group_by(*CELL).agg(*facts), source)


def survey(cells: pl.DataFrame, source: str) -> Survey:
    """Arrange what the first pass found; every cell has proper names."""
    algorithms = sorted(set(cells["algorithm"].to_list()), key=natural_key)
    problems = sorted(set(cells["problem"].to_list()), key=natural_key)
    n, k = len(problems), len(algorithms)
    if n * k > _MOST_CELLS:
        raise TableError(
            source,
            [
                Message(
                    f"there are {n} problems and {k} algorithms, such as {problems[0]!r} and "
                    f"{algorithms[0]!r}; make sure that the columns hold names and not "
                    "identifiers of single runs, and say which ones do with ",
                    Option("problem"),
                    " and ",
                    Option("algorithm"),
                )
            ],
        )
    row = _positions(cells["problem"].to_list(), problems)
    column = _positions(cells["algorithm"].to_list(), algorithms)
    counts = np.zeros((n, k), dtype=np.int64)
    counts[row, column] = cells["rows"].to_numpy()
    facts = np.full((3, n, k), np.nan)
    for fact, name in zip(facts, ("mean", "minimum", "maximum"), strict=True):
        fact[row, column] = cells[name].to_numpy()
    for array in (counts, facts):
        array.flags.writeable = False
    return Survey(tuple(algorithms), tuple(problems), counts, *facts)


def numbered(frame: Frame, survey: Survey, columns: Mapping[str, NDArray[Any]]) -> Frame:
    """Join to every row the number of its cell, i k + j, and facts about the cell from (n, k).

    Cells without runs, and algorithms and problems that the survey does not know, are left out.
    """
    import polars as pl

    rows, places = np.nonzero(survey.present)
    small = pl.DataFrame(
        {
            "algorithm": [survey.algorithms[j] for j in places],
            "problem": [survey.problems[i] for i in rows],
            "cell": np.flatnonzero(survey.present),
            **{name: column[survey.present] for name, column in columns.items()},
        }
    )
    return frame.join(beside(frame, small), on=list(CELL), how="inner")


def natural_key(name: object) -> tuple[tuple[tuple[str, int, str], ...], str]:
    """Order names as people do: F2 before F10, however many digits they have."""
    texts = re.split(r"([0-9]+)", str(name))
    digits = [number.lstrip("0") for number in texts[1::2]]
    sizes = [*map(len, digits), -1]  # of two numbers the one with more digits is larger
    return tuple(zip(map(str.casefold, texts[::2]), sizes, [*digits, ""], strict=True)), str(name)


def _positions(names: list[str], known: list[str]) -> list[int]:
    place = {name: position for position, name in enumerate(known)}
    return [place[name] for name in names]
