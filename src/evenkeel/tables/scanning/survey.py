"""The first passes over runs of any number, by the engine that holds them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import (
    InputError,
    Message,
    MissingPackageError,
    Option,
    SourceError,
    TableError,
    first_line,
)
from evenkeel.tables.system import check_polars

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl

# The engines that answer: collect a lazy frame, and put a small table beside it.


if TYPE_CHECKING:
    Frame = nw.LazyFrame[Any]

Engine = Literal["polars", "duckdb", "dask"]
ENGINES: tuple[Engine, ...] = ("polars", "duckdb", "dask")

#: Rows that are held in memory at once, whatever the size of the table: some 100 MB.
HELD = 1 << 22


def engine_of(frame: Frame) -> Engine:
    """Name the engine that evaluates the frame."""
    name = frame.implementation.value
    for engine in ENGINES:
        if name == engine:
            return engine
    raise InputError(
        f"a lazy frame of {name!r} cannot be read; give one of polars, DuckDB or Dask, or collect "
        "it first"
    )


def load_engine(engine: Engine) -> Any:
    """Import the package of an engine."""
    module = "dask.dataframe" if engine == "dask" else engine
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingPackageError(engine, f"the engine {engine!r}", engine) from None


def failures(engine: Engine) -> tuple[type[BaseException], ...]:
    """What an engine raises over rows that cannot be read; polars panics over some files."""
    import polars as pl
    from narwhals.exceptions import NarwhalsError

    every = (pl.exceptions.PolarsError, pl.exceptions.PanicException, NarwhalsError, OSError)
    if engine == "duckdb":
        return (*every, load_engine("duckdb").Error)
    if engine == "dask":
        return (*every, importlib.import_module("pyarrow").ArrowException)
    return every


def collect(frame: Frame, source: str) -> pl.DataFrame:
    """Evaluate a frame whose answer is small; polars streams, the others do it by themselves."""
    check_polars("a table of runs")
    engine = engine_of(frame)
    options = {"engine": "streaming"} if engine == "polars" else {}
    try:
        answer: pl.DataFrame = frame.collect("polars", **options).to_native()
    except failures(engine) as error:
        raise SourceError(
            f"{source}: the rows cannot be read ({first_line(error)}); make sure that the source "
            "is whole and still in its place"
        ) from None
    return answer


def arrays(frame: Frame, source: str) -> dict[str, NDArray[Any]]:
    """Evaluate a frame of numbers: its columns as arrays."""
    return {series.name: series.to_numpy() for series in collect(frame, source)}


def beside(frame: Frame, small: pl.DataFrame) -> Frame:
    """Put a small table where the engine of `frame` can join it."""
    import narwhals as nw

    engine = engine_of(frame)
    if engine == "duckdb":
        # A relation can only be joined with one of its own connection, which `query` uses. It
        # finds the table by the name of the variable.
        relation: Frame = nw.from_native(frame.to_native().query("_", "SELECT * FROM small"))
        return relation
    return nw.from_native(small).lazy(engine)


# Passes over the rows: the cells and the simplest facts about each, their values, one step.


CELL = ("algorithm", "problem")
_RUNS = 1 << 25  # whose last steps are held in memory, some 50 bytes each
_MOST_CELLS = 1 << 24  # a table of more cells comes from a column that is not what it seems


@dataclass(frozen=True)
class Survey:
    """The algorithms and problems in natural order, and (n, k) arrays of facts about the cells.

    Where a cell has no run, `counts` is 0 and the others are NaN. `mean` is the engine's own: its
    last digits depend on the order of the rows. The smallest and largest values are looked for when
    they are first asked for, in a pass of their own.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    counts: IntArray
    mean: FloatArray
    _frame: Frame
    _source: str

    @property
    def total(self) -> int:
        """Number of rows."""
        return int(self.counts.sum())

    @property
    def present(self) -> BoolArray:
        """Which cells have runs."""
        return self.counts > 0

    @property
    def minimum(self) -> FloatArray:
        """The smallest value of each cell."""
        return self._extremes[0]

    @property
    def maximum(self) -> FloatArray:
        """The largest value of each cell."""
        return self._extremes[1]

    @cached_property
    def _extremes(self) -> tuple[FloatArray, FloatArray]:
        import narwhals as nw

        value = nw.col("value")
        facts = {"minimum": value.min(), "maximum": value.max()}
        cells = collect(self._frame.group_by(*CELL).agg(**facts), self._source)
        known = self.counts.shape, _places(cells, self.algorithms, self.problems)
        minimum, maximum = _facts(cells, tuple(facts), *known)
        return minimum, maximum

    def take(self, rows: list[int], columns: list[int]) -> Survey:
        """Keep some problems and algorithms, in the order given."""
        chosen = np.ix_(rows, columns)
        return replace(
            self,
            algorithms=tuple(self.algorithms[j] for j in columns),
            problems=tuple(self.problems[i] for i in rows),
            counts=self.counts[chosen],
            mean=self.mean[chosen],
        )


def first_pass(frame: Frame, source: str) -> pl.DataFrame:
    """One row per cell: its rows, values that are not null, their mean, and rows without a step."""
    import narwhals as nw

    value = nw.col("value")
    facts = {"rows": nw.len(), "values": value.count(), "mean": value.mean()}
    if "step" in frame.columns:  # a column first, for Dask sums nothing else in a group
        stepless = ~nw.col("step").fill_null(float("nan")).is_finite()
        frame = frame.with_columns(stepless=stepless.cast(nw.Int64))
        facts["stepless"] = nw.col("stepless").sum()
    return collect(frame.group_by(*CELL).agg(**facts), source)


def survey(cells: pl.DataFrame, frame: Frame, source: str) -> Survey:
    """Arrange what the first pass found; every cell has proper names."""
    algorithms = sorted(set(cells["algorithm"].to_list()), key=natural_key)
    problems = sorted(set(cells["problem"].to_list()), key=natural_key)
    n, k = len(problems), len(algorithms)
    if n * k > _MOST_CELLS:
        raise TableError(
            source,
            Message(
                f"there are {n} problems and {k} algorithms, such as {problems[0]!r} and "
                f"{algorithms[0]!r}; make sure that the columns hold names and not "
                "identifiers of single runs, and say which ones do with ",
                Option("problem"),
                " and ",
                Option("algorithm"),
            ),
        )
    places = _places(cells, algorithms, problems)
    counts, mean = _facts(cells, ("rows", "mean"), (n, k), places)
    counts = np.nan_to_num(counts).astype(np.int64)
    counts.flags.writeable = False
    return Survey(tuple(algorithms), tuple(problems), counts, mean, frame, source)


_Places = tuple[NDArray[Any], IntArray, IntArray]


def _places(cells: pl.DataFrame, algorithms: Sequence[str], problems: Sequence[str]) -> _Places:
    """Which of some cells are known, and the rows and columns of these."""

    def positions(role: str, names: Sequence[str]) -> IntArray:
        place = {name: at for at, name in enumerate(names)}
        return np.array([place.get(name, -1) for name in cells[role].to_list()], dtype=np.int64)

    row, column = positions("problem", problems), positions("algorithm", algorithms)
    known = (row >= 0) & (column >= 0)
    return known, row[known], column[known]


def _facts(
    cells: pl.DataFrame, names: Sequence[str], shape: tuple[int, ...], places: _Places
) -> FloatArray:
    """Columns of numbers about cells as arrays (n, k), NaN for a cell without runs."""
    known, row, column = places
    facts = np.full((len(names), *shape), np.nan)
    for fact, name in zip(facts, names, strict=True):
        fact[row, column] = cells[name].to_numpy()[known]
    facts.flags.writeable = False
    return facts


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


# Values in memory, for what needs every one at once


def in_run_order(table: pl.DataFrame) -> pl.DataFrame:
    """Number the runs in the order of their names, and sort by it; without names keep the order."""
    import polars as pl

    if "run" not in table.columns:
        return table
    if table["run"].dtype == pl.String:
        names = sorted(table["run"].unique().to_list(), key=natural_key)
        code = pl.col("run").replace_strict(names, range(len(names)), return_dtype=pl.Int64)
        table = table.with_columns(code)
    return table.sort("run", maintain_order=True)


def by_cell(frame: Frame, survey: Survey, source: str) -> tuple[list[FloatArray], list[IntArray]]:
    """Values and numbers of the runs of every cell, cell i k + j, in the order of the runs.

    A run has the same number in every cell. Without names of the runs there are no numbers.
    """
    import polars as pl

    columns = [name for name in ("algorithm", "problem", "value", "run") if name in frame.columns]
    table = in_run_order(collect(frame.select(*columns), source))
    column, row = (
        pl.col(role).replace_strict(list(names), range(len(names)), return_dtype=pl.Int64)
        for role, names in (("algorithm", survey.algorithms), ("problem", survey.problems))
    )
    cell = table.select(row * len(survey.algorithms) + column).to_series().to_numpy()
    order = np.argsort(cell, kind="stable")
    ends = np.cumsum(survey.counts.ravel())[:-1]
    values = np.split(table["value"].to_numpy()[order], ends)
    named = "run" in table.columns
    runs = np.split(table["run"].to_numpy()[order], ends) if named else []
    for array in values:
        array.flags.writeable = False
    return values, runs


def batches(survey: Survey, held: int) -> list[BoolArray]:
    """Part the cells in batches of at most `held` rows, or of one cell: masks of shape (n, k)."""
    counts = survey.counts.ravel()
    masks: list[BoolArray] = []
    rows = held + 1
    for cell in np.flatnonzero(counts).tolist():
        if rows + counts[cell] > held:
            masks.append(np.zeros(survey.counts.shape, dtype=bool))
            rows = 0
        masks[-1].flat[cell] = True
        rows += int(counts[cell])
    return masks


# Curves: runs whose value is recorded at several steps


def steps_of(frame: Frame, source: str) -> FloatArray:
    """All steps that occur, in increasing order."""
    import narwhals as nw

    counted = frame.group_by("step").agg(nw.len().alias("rows"))
    steps: FloatArray = np.sort(arrays(counted.select("step"), source)["step"])
    return steps


def at_step(frame: Frame, step: float, source: str) -> Frame:
    """The rows of one step, which must occur."""
    import narwhals as nw

    if isinstance(step, bool) or not isinstance(step, (int, float, np.number)):
        raise InputError(f'{step!r} is no step; give a number, such as 1000, or "last"')
    steps = steps_of(frame, source)
    if step not in steps:
        nearest = steps[np.abs(steps - step).argmin()]
        raise InputError(
            f"{source}: no run has a value at step {step:g}; there are {steps.size} steps from "
            f"{steps[0]:g} to {steps[-1]:g}, the nearest is {nearest:g}"
        )
    return frame.filter(nw.col("step") == step).drop("step")


def at_last_step(frame: Frame, rows: int, source: str) -> tuple[Frame, tuple[str, ...]]:
    """The row of each run with its largest step, and a remark if these differ.

    A row per run is held in memory.
    """
    import narwhals as nw

    steps = steps_of(frame, source).size
    if rows / steps > _RUNS:
        raise InputError(
            f"{source}: there are at least {rows // steps} runs, too many to find the last step of "
            "each; choose one step for all with at_step(1000)"
        )
    keys = [*CELL, "run"]
    last = collect(frame.group_by(*keys).agg(nw.col("step").max().alias("last")), source)
    joined = frame.join(beside(frame, last), on=keys, how="inner")
    chosen = joined.filter(nw.col("step") == nw.col("last")).drop("step", "last")
    ends = np.unique(last["last"].to_numpy())
    if ends.size == 1:
        return chosen, ()
    return chosen, (f"the runs end at different steps, from {ends[0]:g} to {ends[-1]:g}",)
