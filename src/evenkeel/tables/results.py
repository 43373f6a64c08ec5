"""Results: a table of n problems by k algorithms, checked once, frozen for ever.

Long because it holds all that the one class can do which every method takes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeGuard

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.errors import (
    InputError,
    Message,
    Option,
    TableError,
    UnknownNameError,
    choice,
    visible,
)
from evenkeel.numerics.arrays import unmasked
from evenkeel.tables.faults import Origin as Origin  # part of what a table is
from evenkeel.tables.faults import (
    cell_faults,
    direction_faults,
    left_out,
    name_faults,
    size_faults,
    without_value,
)

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Better = Literal["lower", "higher"]

# The owner of memory that a library in Rust, such as polars, has handed over to an array alone.
_GIVEN_AWAY = "PySliceContainer"
_PREVIEW = 10  # rows and columns that a repr shows before it abridges


@dataclass(frozen=True, eq=False, repr=False)
class Results:
    """Results of k algorithms on n problems, with the direction in which better lies.

    Parameters
    ----------
    values : array_like, shape (n, k)
        One number for each problem (row) and algorithm (column). Stored as read-only float64.
    problems, algorithms : sequence of str, optional
        Names, unique. By default ``P1, P2, ...`` and ``A1, A2, ...``.
    better : {"lower", "higher"}
        Which values are good: ``"lower"`` for errors and times, ``"higher"`` for accuracies.
        There is no default: a wrong guess would turn every conclusion round.
    missing : {"error", "keep", "worst"}
        Whether missing cells (NaN) are a fault, are kept, for the methods that can use them, or
        are failures, which rank last on their problem (`failures`).
    origin : Origin, optional
        Where the table came from. It plays no part in equality.
    deviations : array_like, shape (n, k), optional
        Deviations that the source gives beside the values, NaN where there is none. No test uses
        them, and they play no part in equality.

    Examples
    --------
    >>> import evenkeel
    >>> evenkeel.Results([[0.1, 0.3], [0.2, 0.5]], better="lower", algorithms=["new", "old"])
    Results: 2 problems x 2 algorithms, lower is better
        new  old
    P1  0.1  0.3
    P2  0.2  0.5
    """

    values: FloatArray
    problems: tuple[str, ...] = ()
    algorithms: tuple[str, ...] = ()
    _: KW_ONLY
    better: Better = None  # type: ignore[assignment]  # refused below, with both choices shown
    missing: InitVar[Literal["error", "keep", "worst"]] = "error"
    origin: Origin | None = None
    deviations: FloatArray | None = None
    failures: bool = False
    _memo: dict[str, Any] = field(default_factory=dict, init=False)

    def __post_init__(self, missing: Literal["error", "keep", "worst"]) -> None:
        choice(missing, ("error", "keep", "worst"), "treatment of missing cells")
        source = self.origin.description if self.origin else "Results"
        values = _as_matrix(self.values, source)
        n, k = values.shape
        problems = names_or_default(self.problems, "P", n)
        algorithms = names_or_default(self.algorithms, "A", k)
        faults = [
            *size_faults(n, k, problems, algorithms),
            *name_faults("problem", problems if len(self.problems) else ()),
            *name_faults("algorithm", algorithms if len(self.algorithms) else ()),
            *direction_faults(self.better),
        ]
        if values.shape == (len(problems), len(algorithms)):
            faults += cell_faults(
                values,
                lambda i, j: f"problem {problems[i]!r}, algorithm {algorithms[j]!r}",
                allow_missing=missing != "error",
            )
        if self.deviations is not None and np.shape(self.deviations) != values.shape:
            faults.append(
                f"the deviations have the shape {np.shape(self.deviations)}, but the values "
                f"{values.shape}; give one for each value"
            )
        if faults:
            raise TableError(source, faults)
        if self.deviations is not None:
            object.__setattr__(self, "deviations", _as_matrix(self.deviations, source))
        object.__setattr__(self, "failures", self.failures or missing == "worst")
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "problems", problems)
        object.__setattr__(self, "algorithms", algorithms)

    @property
    def n(self) -> int:
        """Number of problems."""
        return len(self.problems)

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return len(self.algorithms)

    @property
    def has_missing(self) -> bool:
        """Whether any cell is missing (NaN)."""
        return bool(np.isnan(self.values).any())

    @property
    def has_holes(self) -> bool:
        """Whether any cell is missing that is no failure."""
        return not self.failures and self.has_missing

    @property
    def losses(self) -> FloatArray:
        """The values turned so that lower is better (negated if higher is better)."""
        return self.values if self.better == "lower" else -self.values

    def column(self, algorithm: str) -> FloatArray:
        """Values of one algorithm over the problems."""
        return self.values[:, self.index(algorithm)]

    def index(self, algorithm: str) -> int:
        """Position of an algorithm, by its name."""
        return positions([algorithm], self.algorithms, "algorithm")[0]

    def require_complete(self, purpose: str, instead: str = "") -> None:
        """Raise if a cell is missing, for methods that need a complete table.

        `instead` names what serves a table with holes in its place.
        """
        if self.has_missing:
            row, column = np.argwhere(np.isnan(self.values))[0]
            count = int(np.isnan(self.values).sum())
            cells = "1 cell is" if count == 1 else f"{count} cells are"
            served = ("a table with holes is served by ", instead, "; or ") if instead else ()
            raise InputError(
                Message(
                    f"{purpose} needs a complete table, but {cells} missing, the first for problem "
                    f"{self.problems[row]!r} and algorithm {self.algorithms[column]!r}; ",
                    *served,
                    "fill them in, or leave the problems out with ",
                    Option("missing", "drop-problem", call="results.drop_incomplete()"),
                )
            )

    def select(
        self, algorithms: Iterable[str] | None = None, problems: Iterable[str] | None = None
    ) -> Results:
        """Keep only the named algorithms and problems, in the order given."""
        return self._take(
            range(self.n)
            if problems is None
            else positions(_listed(problems), self.problems, "problem"),
            range(self.k)
            if algorithms is None
            else positions(_listed(algorithms), self.algorithms, "algorithm"),
        )

    def drop(
        self, algorithms: Iterable[str] | None = None, problems: Iterable[str] | None = None
    ) -> Results:
        """Leave out the named algorithms and problems."""
        rows = set(positions(_listed(problems or ()), self.problems, "problem"))
        columns = set(positions(_listed(algorithms or ()), self.algorithms, "algorithm"))
        return self._take(
            [i for i in range(self.n) if i not in rows],
            [j for j in range(self.k) if j not in columns],
        )

    def drop_incomplete(self) -> Results:
        """Leave out the problems in which a cell is missing; the reports name them."""
        gaps = without_value(np.isnan(self.values), self.problems, self.algorithms)
        if not gaps:
            return self
        origin = self.origin or Origin("Results", "array", "wide")
        left = self._take(np.flatnonzero(~np.isnan(self.values).any(axis=1)), range(self.k))
        return replace(left, origin=left_out(origin, gaps), missing="keep")

    def rename(
        self,
        algorithms: Mapping[str, str] | None = None,
        problems: Mapping[str, str] | None = None,
    ) -> Results:
        """Give new names to some algorithms and problems: ``{old: new}``."""
        positions(list(algorithms or ()), self.algorithms, "algorithm")
        positions(list(problems or ()), self.problems, "problem")
        return replace(
            self,
            algorithms=tuple((algorithms or {}).get(name, name) for name in self.algorithms),
            problems=tuple((problems or {}).get(name, name) for name in self.problems),
            missing="keep",
        )

    def scaled(self) -> Results:
        """Map each problem linearly on [0, 1], so that no problem outweighs another.

        The documents suggest it before Wilcoxon's test when the problems have different ranges.
        A problem on which all algorithms are equal becomes a row of zeros. Deviations are not
        kept.
        """
        values = self.values
        low, high = (f.reduce(values, axis=1, keepdims=True) for f in (np.fmin, np.fmax))
        half = np.where(high / 2 - low / 2 > np.finfo(np.float64).max / 2, 0.5, 1.0)
        spread = high * half - low * half  # a spread that would overflow is halved
        scaled = (values * half - low * half) / np.where(spread > 0, spread, 1.0)
        where = self.origin
        if where is not None:
            mark = " (each problem on [0, 1])"
            where = replace(where, description=where.description.removesuffix(mark) + mark)
        made = replace(self, values=scaled, deviations=None, missing="keep", origin=where)
        if "whole" in self._memo:  # what was left out stays known
            name, whole = self._memo["whole"]
            made._memo["whole"] = (name, whole.scaled())
        return made

    def to_polars(self) -> pl.DataFrame:
        """Return a polars frame: a column ``problem``, then one column per algorithm."""
        import polars as pl

        label = self._problem_label()
        columns = {name: self.values[:, j] for j, name in enumerate(self.algorithms)}
        return pl.DataFrame({label: list(self.problems), **columns})

    def to_pandas(self) -> pd.DataFrame:
        """Return a pandas frame with the problems as index and the algorithms as columns."""
        import pandas as pd

        index = pd.Index(self.problems, name=self._problem_label())
        return pd.DataFrame(self.values.copy(), index=index, columns=list(self.algorithms))

    def save(self, path: str | Path) -> None:
        """Write the table; the ending says how: .csv, .tsv, .xlsx, .parquet or .json."""
        from evenkeel.tables.writing import write_results

        write_results(self, Path(path))

    def checks(self) -> tuple[str, ...]:
        """List what a careful reader would remark about this table, one sentence each."""
        from evenkeel.tables.remarks import remarks

        return tuple(remarks(self))

    def _take(self, rows: Iterable[int], columns: Iterable[int]) -> Results:
        rows, columns = list(rows), list(columns)
        return replace(
            self,
            values=self.values[np.ix_(rows, columns)],
            deviations=None if self.deviations is None else self.deviations[np.ix_(rows, columns)],
            problems=tuple(self.problems[i] for i in rows),
            algorithms=tuple(self.algorithms[j] for j in columns),
            missing="keep",
        )

    def _problem_label(self) -> str:
        label = "problem"
        while label in self.algorithms:
            label += "_"
        return label

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for array in (self.values, self.deviations):  # a pickle forgets it
            if array is not None:
                array.flags.writeable = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results):
            return NotImplemented
        return (
            self.better == other.better
            and self.failures == other.failures
            and self.problems == other.problems
            and self.algorithms == other.algorithms
            and np.array_equal(self.values, other.values, equal_nan=True)
        )

    def __hash__(self) -> int:
        values = np.where(np.isnan(self.values), np.nan, self.values + 0.0)  # 0.0 equals -0.0
        return hash((self.problems, self.algorithms, self.better, values.tobytes()))

    def __repr__(self) -> str:
        header, rows = self._preview()
        cells = [[visible(cell) for cell in row] for row in (header, *rows)]
        widths = [max(len(row[c]) for row in cells) for c in range(len(header))]
        lines = [
            "  ".join(
                cell.ljust(width) if c == 0 else cell.rjust(width)
                for c, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in cells
        ]
        return "\n".join([self._title(), *lines])

    def _repr_html_(self) -> str:
        from evenkeel.report.html import render_preview

        return render_preview(self._title(), *self._preview())

    def _title(self) -> str:
        return f"Results: {self.n} problems x {self.k} algorithms, {self.better} is better"

    def _preview(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows of the table as text, the middle left out if it is large."""
        rows, columns = _ends(self.n), _ends(self.k)
        header = ["", *("..." if j is None else self.algorithms[j] for j in columns)]
        body = [
            ["..."] * len(header)
            if i is None
            else [
                self.problems[i],
                *("..." if j is None else f"{self.values[i, j]:.6g}" for j in columns),
            ]
            for i in rows
        ]
        return header, body


def as_results(
    data: Results | ArrayLike, better: Better | None = None, *, directed: bool = True
) -> Results:
    """Return `data` itself if it is a `Results`, else make one of it and `better`.

    A bare matrix gets default names; a frame, a dict or a file is read as `read` does. Where the
    direction does not matter (not `directed`) lower values are taken for better if nothing is said.
    """
    if hasattr(data, "values_by_cell"):  # Runs, which stand above this file
        raise InputError(
            "these are runs, and here one value per cell is needed; make it with "
            'runs.aggregate("mean"), or give the runs to compare_runs, which does everything'
        )
    if isinstance(data, Results):
        if better is not None and better != data.better:
            raise InputError(
                Message(
                    Option("better", better),
                    f" was given, but the results say {data.better!r} is better; leave the "
                    "option out",
                )
            )
        return data
    if better is None and not directed:
        better = "lower"
    if has_names(data):
        from evenkeel.tables.reading import read

        return read(data, better=better)
    return Results(data, better=better)  # type: ignore[arg-type]


def has_names(data: object) -> bool:
    """Whether it is a file, a dict or a frame, which is read, and no bare matrix."""
    if isinstance(data, (np.ndarray, list, tuple)):
        return False
    if isinstance(data, (str, os.PathLike, Mapping)) or hasattr(data, "read"):
        return True
    import narwhals.dependencies as libraries

    known = (
        libraries.is_into_dataframe,
        libraries.is_polars_lazyframe,
        libraries.is_dask_dataframe,
        libraries.is_duckdb_relation,
    )
    if libraries.is_pandas_series(data):
        return bool(data.index.nlevels > 1)
    return any(question(data) for question in known)


def _listed(names: Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def names_or_default(given: Sequence[str], prefix: str, count: int) -> tuple[str, ...]:
    """Return the names, or prefix1, prefix2, ... if none were given."""
    if len(given) == 0:
        return tuple(f"{prefix}{i}" for i in range(1, count + 1))
    plain = set(map(type, given)) == {str}
    return tuple(given) if plain else tuple(map(str, given))


def positions(names: Sequence[str], known: Sequence[str], what: str) -> list[int]:
    """Where names stand among those that are known, each named once."""
    lookup = {name: position for position, name in enumerate(known)}
    for name in names:
        if not isinstance(name, str) or name not in lookup:
            choice(name, known, what)
    if len(set(names)) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise UnknownNameError(f"the {what} {twice!r} is named twice; name it once")
    return [lookup[name] for name in names]


def _ends(count: int) -> list[int | None]:
    if count <= _PREVIEW + 1:
        return list(range(count))
    half = _PREVIEW // 2
    return [*range(half), None, *range(count - half, count)]


def _as_matrix(values: ArrayLike, source: str) -> FloatArray:
    """A read-only matrix of float64; one that nobody can change is not copied."""
    if _is_frozen(values):
        return values
    try:
        matrix = np.array(unmasked(values), dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError) as error:
        raise TableError(
            source, f"the values are not a rectangular table of numbers ({error})"
        ) from None
    if matrix.ndim != 2:
        raise TableError(
            source,
            f"the values have {matrix.ndim} dimensions; give 2: problems x algorithms",
        )
    matrix.flags.writeable = False
    return matrix


def _is_frozen(values: ArrayLike) -> TypeGuard[FloatArray]:
    """Whether nobody can change the array, so that it need not be copied."""
    return (
        type(values) is np.ndarray
        and values.ndim == 2
        and values.dtype == np.float64
        and values.flags.c_contiguous
        and (values.flags.owndata or type(values.base).__name__ == _GIVEN_AWAY)
        and not values.flags.writeable
    )
