"""The courses of runs at any step, and whether they draw apart or together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.special import ndtr
from scipy.stats import rankdata

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.omnibus._page import page_tail, page_tails
from evenkeel.tables.results import Better
from evenkeel.tables.runs import Runs
from evenkeel.tables.scanning.survey import collect

if TYPE_CHECKING:
    import polars as pl

# The courses of runs: every value with its step, run after run, and what they are at any step.


_MOST_ROWS = 1 << 25  # held in memory, some 60 bytes each while they are sorted


@dataclass(frozen=True, eq=False)
class Courses:
    """Curves of runs in memory.

    The runs stand in the order of their cells, cell i k + j of problem i and algorithm j; run r has
    the rows from ``start[r]`` to ``start[r + 1]``, its steps increasing.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    better: Better
    cell: IndexArray
    start: IndexArray
    step: FloatArray
    value: FloatArray
    source: str

    @property
    def first(self) -> FloatArray:
        """The first step of each run."""
        return self.step[self.start[:-1]]

    @property
    def last(self) -> FloatArray:
        """The last step of each run, which is how long it was watched."""
        return self.step[self.start[1:] - 1]

    def of_runs(self, runs: slice = slice(None)) -> Iterator[tuple[FloatArray, FloatArray]]:
        """The steps and values of each run."""
        begins, ends = self.start[:-1][runs].tolist(), self.start[1:][runs].tolist()
        for begin, end in zip(begins, ends, strict=True):
            yield self.step[begin:end], self.value[begin:end]

    def runs_in(self, problem: int, algorithm: int) -> slice:
        """The runs of a cell."""
        cell = problem * len(self.algorithms) + algorithm
        low, high = np.searchsorted(self.cell, [cell, cell + 1]).tolist()
        return slice(low, high)

    def at(self, steps: FloatArray, runs: slice = slice(None)) -> FloatArray:
        """The value that each run had last at these steps, (runs, steps); NaN before its first."""
        held = np.full((len(self.cell[runs]), len(steps)), np.nan)
        for row, (of_run, values) in zip(held, self.of_runs(runs), strict=True):
            places = np.searchsorted(of_run, steps, "right") - 1
            row[:] = np.where(places >= 0, values[np.maximum(places, 0)], np.nan)
        return held

    def best_so_far(self) -> Courses:
        """The same with the best value that each run had reached at each step."""
        so_far = np.minimum if self.better == "lower" else np.maximum
        reached = np.concatenate([so_far.accumulate(values) for _, values in self.of_runs()])
        return Courses(
            self.algorithms, self.problems, self.better, self.cell, self.start, self.step,
            reached, self.source,
        )  # fmt: skip


def courses_of(runs: Runs) -> Courses:
    """The curves of a table of runs with steps.

    Examples
    --------
    >>> import evenkeel
    >>> text = {"algorithm": [*"AABB"], "problem": ["p"] * 4, "run": [1] * 4,
    ...         "step": [1, 2, 1, 2], "value": [5.0, 3.0, 4.0, 4.0]}
    >>> courses_of(evenkeel.read_runs(text, better="lower")).at(np.array([0, 2.0])).tolist()
    [[nan, 3.0], [nan, 4.0]]
    """
    import polars as pl

    source = runs.origin.description
    if not runs.has_steps:
        raise InputError(
            Message(
                f"{source}: the runs have no steps; say which column holds them with ",
                Option("step"),
                ", or read the curves of a format such as ",
                Option("format", "coco-curves"),
            )
        )
    if runs.facts.total > _MOST_ROWS:
        raise InputError(
            f"{source}: {runs.facts.total} values are too many to hold (at most {_MOST_ROWS}); "
            "keep fewer steps of each run"
        )
    if not runs.facts.present.all():
        i, j = np.argwhere(~runs.facts.present)[0].tolist()
        raise InputError(
            Message(
                f"{source}: {runs.algorithms[j]!r} has no run on {runs.problems[i]!r}; leave one "
                "of them out with ",
                Option("algorithms"),
                " or ",
                Option("where"),
            )
        )
    problem, algorithm = (
        pl.col(role).cast(pl.Enum(list(names))).to_physical().cast(pl.Int32)
        for role, names in (("problem", runs.problems), ("algorithm", runs.algorithms))
    )
    names = ["run", "step", "value"] if "run" in runs.frame.columns else ["step", "value"]
    table = collect(runs.frame.select("algorithm", "problem", *names), source)
    table = table.select((problem * len(runs.algorithms) + algorithm).alias("cell"), *names)
    if "run" not in names:
        table = table.with_columns(pl.lit(0, pl.Int32).alias("run"))
    elif table["run"].dtype == pl.String:
        table = table.with_columns(pl.col("run").cast(pl.Categorical).to_physical())
    rows = _by_runs(table)
    if rows is not None:
        table = table[rows]
    cell, run, step = (table[name].to_numpy() for name in ("cell", "run", "step"))
    begun = (cell[1:] != cell[:-1]) | (run[1:] != run[:-1])
    begins = np.append(0, np.flatnonzero(begun) + 1)
    same = np.flatnonzero((step[1:] == step[:-1]) & ~begun)
    if same.size:
        at = int(cell[same[0]])
        which = f"{runs.algorithms[at % runs.k]!r} on {runs.problems[at // runs.k]!r}"
        raise InputError(
            Message(
                f"{source}: a run of {which} has two values at step {step[same[0]]:g}; say which "
                "column names the runs with ",
                Option("run"),
            )
        )
    return Courses(
        runs.algorithms,
        runs.problems,
        runs.better,
        cell[begins].astype(np.intp),
        np.append(begins, len(step)).astype(np.intp),
        step.astype(np.float64, copy=False),
        table["value"].cast(pl.Float64).to_numpy(),
        source,
    )


def _by_runs(table: pl.DataFrame) -> IntArray | None:
    """The rows by cell, run and step; None if they stand so, as in many files.

    Where each run stands together and its steps rise, whole runs are moved: sorting takes longer.
    """
    import polars as pl

    cell, run, step = (table[name].to_numpy() for name in ("cell", "run", "step"))
    begun = (cell[1:] != cell[:-1]) | (run[1:] != run[:-1])
    begins = np.append(0, np.flatnonzero(begun) + 1)
    cells, runs = cell[begins], run[begins]
    order = np.lexsort((runs, cells))
    twice = (np.diff(cells[order]) == 0) & (np.diff(runs[order]) == 0)
    if twice.any() or not (begun | (step[1:] > step[:-1])).all():
        rows: IntArray = table.select(pl.arg_sort_by("cell", "run", "step")).to_series().to_numpy()
        return rows
    if (np.diff(order) == 1).all():
        return None
    lengths = np.diff(np.append(begins, len(step)))[order]
    moved: IntArray = np.repeat(begins[order] - (np.cumsum(lengths) - lengths), lengths)
    return moved + np.arange(len(step))


# Page's test of convergence: whether two curves draw apart or together in one direction.
#
# Between steps of a run nothing is independent, so that the law of Page's test, by which every
# order of the cut points is equally likely, does not hold for curves. Beside it stands a test that
# needs no law of the steps: if both algorithms are alike on a problem, their curves may be
# exchanged.


_EXACT_PROBLEMS = 20  # up to which Page's law is no approximation
_SUMS = 20_000_000  # steps of the convolution of all signs; beyond it the normal law


class Trend(NamedTuple):
    """The trend of the differences of two algorithms, against rising and against falling ones.

    `statistic` is Page's L of rising differences, `page` its two one-sided p-values by Page's law,
    of more than 20 problems its normal approximation, `exchange` those by exchanging the curves.
    """

    statistic: float
    page: tuple[float, float]
    exchange: tuple[float, float]


def convergence_ranks(
    first: FloatArray, second: FloatArray, optimum: float | None = None
) -> FloatArray:
    """Ranks (n, c) of the differences first - second over the cut points of each problem.

    With an `optimum`, the variant for algorithms that reach it: from then on the differences only
    show how the other goes on. If the first is there at more cut points, these get the highest
    ranks in rising order; if the second is, the lowest in falling order.

    Examples
    --------
    >>> a, b = np.array([[4.0, 1.0, 0.0, 0.0]]), np.array([[4.0, 3.0, 2.0, 1.0]])
    >>> convergence_ranks(a, b).tolist(), convergence_ranks(a, b, 0.0).tolist()
    ([[4.0, 1.5, 1.5, 3.0]], [[2.0, 1.0, 3.0, 4.0]])
    """
    ranks: FloatArray = rankdata(first - second, axis=1)
    if optimum is None:
        return ranks
    there, other = (first == optimum).sum(axis=1), (second == optimum).sum(axis=1)
    c = ranks.shape[1]
    for row in np.flatnonzero(there != other).tolist():
        if there[row] > other[row]:
            at = first[row] == optimum
            ranks[row, ~at] = rankdata(ranks[row, ~at])
            ranks[row, at] = np.flatnonzero(at) + 1
        else:
            at = second[row] == optimum
            ranks[row, ~at] = rankdata(ranks[row, ~at]) + at.sum()
            ranks[row, at] = c - np.flatnonzero(at)
    return ranks


def trend_of(
    ranks: FloatArray, *, resamples: int, seed: int, runs: tuple[int, IntArray] | None = None
) -> Trend:
    """The trend of differences with these ranks (n, c).

    `runs` are what `exchanged_runs` gives; without it the curves of whole problems are exchanged.
    """
    places = np.arange(1, ranks.shape[1] + 1)
    statistic = np.asarray((ranks @ places).sum())
    if len(ranks) > _EXACT_PROBLEMS:
        above = float(page_tail(statistic, ranks, "corrected"))
        page = above, 1 - above
    else:
        tails = page_tails(ranks, complete=False, resamples=resamples, seed=seed)
        page = tails[0].value, tails[1].value
    exchanged = _exchanged(trend_scores(ranks)) if runs is None else _drawn(*runs)
    return Trend(float(statistic), page, exchanged)


def trend_scores(ranks: FloatArray) -> IntArray:
    """Twice the part of L of each problem, (..., n), about its mean: whole, 0 without a trend."""
    c = ranks.shape[-1]
    twice = 2 * (ranks @ np.arange(1.0, c + 1)) - c * (c + 1) ** 2 / 2
    whole: IntArray = np.rint(twice).astype(np.int64)
    return whole


def _exchanged(scores: IntArray) -> tuple[float, float]:
    """Both tails of the sum of the scores, each with either sign, equally likely."""
    sizes, total = np.abs(scores), int(scores.sum())
    reach = int(sizes.sum())
    if reach * len(sizes) > _SUMS:
        z = total / float(np.sqrt((sizes.astype(np.float64) ** 2).sum()))
        return float(ndtr(-z)), float(ndtr(z))
    law = np.zeros(2 * reach + 1)
    law[reach] = 1.0
    for size in sizes[sizes > 0].tolist():
        law = (np.roll(law, size) + np.roll(law, -size)) / 2
    return float(law[reach + total :].sum()), float(law[: reach + total + 1].sum())


def _drawn(total: int, drawn: IntArray) -> tuple[float, float]:
    size = len(drawn) + 1
    return float((1 + (drawn >= total).sum()) / size), float((1 + (drawn <= total).sum()) / size)


def exchanged_runs(
    problems: list[tuple[FloatArray, FloatArray]],
    resamples: int,
    generator: np.random.Generator,
    optimum: float | None = None,
) -> tuple[int, IntArray]:
    """The trend of every run of the first with every run of the second, and where runs change.

    Each problem has the runs x cut points of both. The scores of a pair of runs turn their sign
    with its order, so that those within a side cancel: the sum over both sides is that of each
    run's score with all runs. It is given for these sides and for sides drawn at random.
    """
    total, drawn = 0, np.zeros(resamples, dtype=np.int64)
    for first, second in problems:
        pooled = np.concatenate([first, second])
        scores = np.array(
            [
                trend_scores(convergence_ranks(np.broadcast_to(run, pooled.shape), pooled, optimum))
                for run in pooled
            ]
        ).sum(axis=1)
        total += int(scores[: len(first)].sum())
        order = generator.random((resamples, len(pooled))).argsort(axis=1)
        drawn += (order < len(first)) @ scores
    return total, drawn
