"""Runs: many runs of each algorithm on each problem, from a table of any size.

Long because it holds all that the one class can do which every method of runs takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from evenkeel._types import FloatArray, IntArray
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.tables.choices import RunsSummary, Statistic, choose, level_of, statistic_in_words
from evenkeel.tables.faults import Origin
from evenkeel.tables.options import MISSING, Missing
from evenkeel.tables.remarks import (
    MEND_CELL,
    lost_statistic,
    missing_cells,
    remarks_on_runs,
    runs_in_words,
)
from evenkeel.tables.results import Better, Results, positions
from evenkeel.tables.scanning.checking import check, hold, repeated_rows
from evenkeel.tables.scanning.statistics import EXACT, engine_means, means_and_deviations, quantiles
from evenkeel.tables.scanning.survey import (
    HELD,
    Engine,
    Survey,
    at_last_step,
    at_step,
    batches,
    by_cell,
    collect,
    engine_of,
    in_run_order,
    numbered,
    steps_of,
)

if TYPE_CHECKING:
    import polars as pl

    from evenkeel.tables.scanning.survey import Frame

LIMIT = 1 << 24  # values that a question for all of them may bring into memory


@dataclass(frozen=True, eq=False, repr=False)
class Runs:
    """Many runs of k algorithms on n problems; `read_runs` makes it.

    The rows stay where they are, in files or in the tables of an engine, and are passed over when
    a question is asked: never is more held in memory than `values_by_cell` and `cell` are asked
    for, or some four million rows. The algorithms and problems are in natural order (F2 before
    F10), whatever the order of the rows.

    Attributes
    ----------
    frame : narwhals.LazyFrame
        The rows, evaluated by `engine`, with the columns algorithm, problem and value, and run and
        step if there are any.
    better : {"lower", "higher"}
        Which values are good.
    columns : mapping
        Which column of the source has which role.
    origin : Origin
        Where the rows came from and how they were understood.

    Examples
    --------
    >>> import evenkeel
    >>> runs = evenkeel.load_runs("scipy_optimisers")
    >>> runs
    Runs: 12 problems x 7 algorithms, 30 runs per cell, lower is better
    >>> runs.aggregate("median").select(["dual annealing", "Powell"], ["Rastrigin", "Schwefel"])
    Results: 2 problems x 2 algorithms, lower is better
               dual annealing   Powell
    Rastrigin     2.95763e-13  9.94958
    Schwefel       2.6414e-09  505.821
    """

    frame: Frame
    facts: Survey
    better: Better
    columns: Mapping[str, str]
    origin: Origin
    _notes: tuple[str, ...] = ()
    _memo: dict[str, Any] = field(default_factory=dict, init=False)

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Names of the algorithms, in natural order."""
        return self.facts.algorithms

    @property
    def problems(self) -> tuple[str, ...]:
        """Names of the problems, in natural order."""
        return self.facts.problems

    @property
    def n(self) -> int:
        """Number of problems."""
        return len(self.problems)

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return len(self.algorithms)

    @property
    def engine(self) -> Engine:
        """What evaluates the rows: ``"polars"``, ``"duckdb"`` or ``"dask"``."""
        return engine_of(self.frame)

    @property
    def has_steps(self) -> bool:
        """Whether the runs are curves, with values at several steps."""
        return "step" in self.columns

    @property
    def has_run_names(self) -> bool:
        """Whether a column names the runs; without it they cannot be paired."""
        return "run" in self.columns

    def counts(self) -> IntArray:
        """How many runs each cell has, (n problems, k algorithms)."""
        self._require_one_step("counting runs")
        return self.facts.counts

    def aggregate(
        self,
        statistic: Statistic | float = "mean",
        *,
        missing: Missing = "error",
    ) -> Results:
        """Make one number of the runs of each cell.

        Parameters
        ----------
        statistic : str or float
            ``"mean"``, ``"median"``, ``"min"``, ``"max"``, ``"best"`` and ``"worst"`` (the
            minimum and maximum, by `better`), ``"std"`` (for which lower is better), or a number
            between 0 and 1 for that quantile, interpolated linearly.
        missing : {"error", "drop-problem", "drop-algorithm", "worst", "keep"}
            What to do with a cell that has no run: refuse, or as `evenkeel.tables.choose` does.

        Returns
        -------
        Results

        Notes
        -----
        Medians and quantiles are exact on every engine: windows around the wanted ranks shrink
        from pass to pass until what they hold fits in memory. The mean is that of the exact sum,
        so that algorithms with the same values are tied whatever the order of their rows; in
        tables of more than 2^24 rows it is the engine's own, to 12 digits.
        """
        choice(missing, MISSING, "treatment of missing cells")
        level = level_of(statistic)
        self._require_one_step("aggregating")
        gone = len(self.origin.dropped)
        if gone and self.n < 2:
            raise InputError(
                Message(
                    f"{self.origin.description}: {gone} of {gone + self.n} problems have a run "
                    f"without a value, and leaving them out leaves {self.n}; a comparison "
                    "needs at least two, so read the table with ",
                    Option("missing", "keep"),
                    " or ",
                    Option("missing", "worst"),
                )
            )
        if missing == "error" and not self.facts.present.all():
            cells = missing_cells(self.facts)
            raise InputError(Message(f"{self.origin.description}: {cells}; ", MEND_CELL))
        values = self._statistic(str(statistic), level)
        lost = np.argwhere(self.facts.present & ~np.isfinite(values))
        if lost.size:
            raise InputError(
                f"{self.origin.description}: {lost_statistic(self.facts, str(statistic), *lost[0])}"
            )
        name = statistic_in_words(statistic)
        made = Results(
            values,
            self.problems,
            self.algorithms,
            better="lower" if statistic == "std" else self.better,
            missing="error" if missing == "error" else "keep",
            origin=replace(
                self.origin,
                description=f"{self.origin.description} ({name} of the runs)",
                aggregated=f"{name} of {runs_in_words(self.facts)}",
                fewest_runs=int(self.facts.counts[self.facts.present].min()),
            ),
        )
        return made if missing == "error" else choose(made, missing)

    def summary(self) -> RunsSummary:
        """Count, mean, standard deviation, extremes, quartiles and median of every cell."""
        self._require_one_step("summarising")
        lower, median, upper = self._quantiles([0.25, 0.5, 0.75])
        return RunsSummary(
            self.problems,
            self.algorithms,
            self.facts.counts,
            self._statistic("mean", None),
            self._moments()[1],
            self.facts.minimum,
            lower,
            median,
            upper,
            self.facts.maximum,
        )

    def cell(self, algorithm: str, problem: str, *, limit: int = LIMIT) -> FloatArray:
        """Values of one algorithm on one problem, in the order of the runs.

        More than `limit` of them are refused.
        """
        import narwhals as nw

        choice(algorithm, self.algorithms, "algorithm")
        choice(problem, self.problems, "problem")
        self._require_one_step("reading a cell")
        place = self.problems.index(problem), self.algorithms.index(algorithm)
        self._require_room(int(self.facts.counts[place]), limit)
        here = (nw.col("algorithm") == algorithm) & (nw.col("problem") == problem)
        names = [name for name in self.frame.columns if name in ("run", "value")]
        table = collect(self.frame.filter(here).select(*names), self.origin.description)
        values: FloatArray = in_run_order(table)["value"].to_numpy()
        return values

    def values_by_cell(self, *, limit: int = LIMIT) -> dict[tuple[str, str], FloatArray]:
        """All values in memory, by (algorithm, problem), each cell in the order of its runs.

        A cell without runs is left out. Without names of the runs the rows keep their order.

        Parameters
        ----------
        limit : int, default 2^24
            More rows are refused: they need some 50 bytes each.
        """
        values, _ = self._held(limit)
        names = [(a, p) for p in self.problems for a in self.algorithms]
        return {name: cell for name, cell in zip(names, values, strict=True) if cell.size}

    def is_paired(self) -> bool:
        """Whether on each problem every algorithm has the same runs, by name.

        Then the first run of one algorithm belongs to the first of another (the same seed, the
        same fold), and paired tests may be used.
        """
        if not self.has_run_names:
            return False
        _, runs = self._held(LIMIT)
        rows = [runs[i * self.k : (i + 1) * self.k] for i in range(self.n)]
        return all(np.array_equal(row[0], other) for row in rows for other in row[1:])

    def steps(self) -> FloatArray:
        """The steps that occur, in increasing order."""
        self._require_steps()
        return steps_of(self.frame, self.origin.description)

    def at_step(self, step: float | Literal["last"] = "last") -> Runs:
        """Keep of each curve the value at one step, or the last one that each run has.

        Runs without a value at that step are left out; `counts` and `checks` show where. What is
        kept is held in memory if it has at most some four million rows.
        """
        self._require_steps()
        source = self.origin.description
        if step == "last":
            if not self.has_run_names:
                raise InputError(
                    Message(
                        f"{source}: no column names the runs, so the last step of each is not "
                        "known; say which one does with ",
                        Option("run"),
                        ", or give the step",
                    )
                )
            frame, notes = at_last_step(self.frame, self.facts.total, source)
        else:
            frame, notes = at_step(self.frame, step, source), ()
        columns = {role: name for role, name in self.columns.items() if role != "step"}
        where = f"{source} (last step)" if step == "last" else f"{source} (step {step:g})"
        told = f"{self.columns['step']} = {'last of each run' if step == 'last' else f'{step:g}'}"
        checked = hold(check(frame, columns, self.better, where), where)
        return Runs(
            checked.frame,
            checked.facts,
            self.better,
            checked.columns,
            replace(self.origin, description=where, chosen=(*self.origin.chosen, told)),
            tuple(dict.fromkeys((*self._notes, *notes, *checked.notes))),
        )

    def select(
        self, algorithms: Iterable[str] | None = None, problems: Iterable[str] | None = None
    ) -> Runs:
        """Keep only the named algorithms and problems, in the order given."""
        import narwhals as nw

        columns = _places(algorithms, self.algorithms, "algorithm")
        rows = _places(problems, self.problems, "problem")
        facts = self.facts.take(rows, columns)
        frame = self.frame.filter(
            nw.col("algorithm").is_in(list(facts.algorithms)),
            nw.col("problem").is_in(list(facts.problems)),
        )
        return replace(self, frame=frame, facts=facts)

    def duplicates(self) -> pl.DataFrame:
        """Runs that occur more than once, with their number of rows.

        Reading looks for them in tables of up to some four million rows and refuses them; larger
        tables are only looked through here, in one pass for each four million rows.
        """
        import polars as pl

        if not self.has_run_names:
            raise InputError(
                Message(
                    f"{self.origin.description}: no column names the runs, so none can be "
                    "known to occur twice; say which column does with ",
                    Option("run"),
                )
            )
        found = []
        for batch in batches(self.facts, HELD):
            facts = replace(self.facts, counts=np.where(batch, self.facts.counts, 0))
            rows = numbered(self.frame, facts, {}).drop("cell")
            found.append(repeated_rows(rows, self.origin.description))
        return pl.concat(found)

    def save(self, path: str | Path) -> None:
        """Write the runs, a row per run; the ending says how: .csv or .parquet."""
        from evenkeel.tables.writing import write_runs

        write_runs(self, Path(path))

    def checks(self) -> tuple[str, ...]:
        """List what a careful reader would remark about these runs, one sentence each."""
        return (*self._notes, *remarks_on_runs(self.facts, self.columns), *self.origin.not_read())

    def _statistic(self, statistic: str, level: float | None) -> FloatArray:
        if level is not None:
            found: FloatArray = self._quantiles([level])[0]
            return found
        if statistic in ("min", "best" if self.better == "lower" else "worst"):
            return self.facts.minimum
        if statistic in ("max", "best", "worst"):
            return self.facts.maximum
        if statistic == "std":
            return self._moments()[1]
        means = engine_means(self.facts)
        rough = self.facts.total > EXACT and bool(np.isfinite(means[self.facts.present]).all())
        return means if rough else self._moments()[0]

    def _moments(self) -> tuple[FloatArray, FloatArray]:
        if "moments" not in self._memo:
            self._memo["moments"] = means_and_deviations(
                self.frame, self.facts, self.origin.description
            )
        moments: tuple[FloatArray, FloatArray] = self._memo["moments"]
        return moments

    def _quantiles(self, levels: list[float]) -> FloatArray:
        return quantiles(self.frame, self.facts, levels, self.origin.description)

    def _held(self, limit: int) -> tuple[list[FloatArray], list[IntArray]]:
        self._require_one_step("reading all cells")
        self._require_room(self.facts.total, limit)
        return by_cell(self.frame, self.facts, self.origin.description)

    def _require_room(self, values: int, limit: int) -> None:
        if values > limit:
            raise InputError(
                Message(
                    f"{self.origin.description}: {values} values would have to be in memory at "
                    f"once, but the limit is {limit}; ask aggregate() or summary(), which "
                    "read them in pieces, or give a higher ",
                    Option("limit"),
                )
            )

    def _require_one_step(self, purpose: str) -> None:
        if self.has_steps:
            raise InputError(
                Message(
                    f"{self.origin.description}: {purpose} needs one value per run, but the runs "
                    f"have values at several steps (column {self.columns['step']!r}); choose "
                    'one with at_step(1000) or at_step("last"), or read the table with ',
                    Option("step", False),
                    " if the column holds something else",
                )
            )

    def _require_steps(self) -> None:
        if not self.has_steps:
            raise InputError(
                Message(
                    f"{self.origin.description}: the runs have no steps; say which column "
                    "holds them when they are read, with ",
                    Option("step"),
                )
            )

    def __repr__(self) -> str:
        if self.has_steps:
            runs = f"{self.facts.total} values at several steps"
        else:
            runs = f"{runs_in_words(self.facts)} per cell"
        size = f"{self.n} problem{'s' * (self.n > 1)} x {self.k} algorithms"
        return f"Runs: {size}, {runs}, {self.better} is better"


def _places(names: Iterable[str] | None, known: Sequence[str], what: str) -> list[int]:
    if names is None:
        return list(range(len(known)))
    found = positions([names] if isinstance(names, str) else list(names), known, what)
    if not found:
        raise InputError(f"name at least one {what} to keep")
    return found


def at_one_step(runs: Runs, step: float | Literal["last"] = "last") -> Runs:
    """Keep of curves the value at one step; runs that are no curves have only their last one."""
    return runs.at_step(step) if runs.has_steps or step != "last" else runs


def aggregated(
    runs: Runs,
    statistic: Statistic | float = "mean",
    *,
    missing: Missing = "error",
) -> Results:
    """Make a table of the last values of the runs; `Results.origin` says so.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.tables.runs import aggregated
    >>> aggregated(evenkeel.load_runs("scipy_optimisers"), "median").origin.aggregated
    'median of 30 runs'
    """
    return at_one_step(runs).aggregate(statistic, missing=missing)
