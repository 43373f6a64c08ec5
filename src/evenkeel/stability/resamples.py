"""Verdicts and places in many samples of the problems of one table at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.adjustments import adjust
from evenkeel.adjustments.registry import Adjustment, lookup
from evenkeel.families import Family
from evenkeel.numerics.resampling import Seed, checked_generator, counts_of_rows, resampled_rows
from evenkeel.omnibus.permutation import within_problems
from evenkeel.posthocs._posthoc import adjusted_of_tables, main_procedure, posthoc, resolve_control
from evenkeel.posthocs.laws import LAWS, Law, law_for
from evenkeel.ranks.kernels import rank_rows
from evenkeel.ranks.named import compute_ranks, fitting_ranking, tables_of
from evenkeel.ranks.registry import RANKINGS, Tables
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Results

# Adjusted p-values of many samples of the problems of one table at once.


_CELLS = 1 << 20  # cells of tables that are worked on at a time


@dataclass(frozen=True, eq=False)
class Verdicts:
    """How the hypotheses of a family are tested: the law, the ranking, and the procedure."""

    table: Results
    family: Family
    ranking: str
    law: Law
    procedure: Adjustment

    @classmethod
    def of(cls, table: Results, family: Family, ranking: str, law: str, procedure: str) -> Verdicts:
        """The same from names."""
        return cls(table, family, ranking, LAWS.lookup(law), lookup(procedure))

    @property
    def work(self) -> int:
        """How many numbers one sample is made of."""
        return self.table.n * (self.table.k if self.law.pooled else self.family.m)

    def adjusted(self, rows: IndexArray) -> FloatArray:
        """Adjusted p-values (r, m) of the samples that consist of the rows (r, size).

        A procedure that permutes the ranks of one table is repeated for each sample.
        """
        if self.procedure.kind == "closed":
            return np.stack([self._of_one(sample) for sample in rows])
        if self.by_averages:
            averages = average_ranks(self.table, self.ranking, rows)
            return self.of_averages(averages, self._squares[rows].sum(axis=1), rows.shape[1])
        tested = self.table if self.law.measured else failures_last(self.table)
        tables = tables_of(tested)
        found = np.empty((len(rows), self.family.m))
        for part in _blocks(len(rows), rows.shape[1] * self.family.k):
            found[part] = adjusted_of_tables(
                tables.of_problems(rows[part]),
                self.family,
                self.ranking,
                self.law,
                self.procedure,
                holes=tested.has_missing,
            )
        return found

    @property
    def by_averages(self) -> bool:
        """Whether the verdicts rest on nothing but average ranks and what ties leave to them."""
        known = self.law.caveats or RANKINGS.lookup(self.ranking).additive
        return self.law.of_averages is not None and known and self.procedure.kind != "closed"

    def of_averages(self, averages: FloatArray, within: FloatArray, n: int) -> FloatArray:
        """Adjusted p-values (r, m) of samples of n problems, by their average ranks (r, k).

        `within` (r,) is the sum of the squares that ties leave to the ranks of a sample.
        """
        assert self.law.of_averages is not None
        found = np.empty((len(averages), self.family.m))
        for part in _blocks(len(averages), self.family.m):
            some = averages[part]
            raw = self.law.of_averages(some, n, self.family.pairs, self.ranking, within[part])
            positions = some if self.family.kind == "all-pairs" else None
            found[part] = adjust(
                raw.pvalue, self.procedure.name, family=self.family, positions=positions
            )
        return found

    def rejections(self, rows: IndexArray, averages: FloatArray, alpha: float) -> IntArray:
        """How many of the samples of the rows (r, size) reject each hypothesis, shape (m,).

        The average ranks (r, k) of the samples are known.
        """
        count = np.zeros(self.family.m, dtype=np.int64)
        for part in _blocks(len(rows), self.family.m):
            found = (
                self.of_averages(
                    averages[part], self._squares[rows[part]].sum(axis=1), rows.shape[1]
                )
                if self.by_averages
                else self.adjusted(rows[part])
            )
            count += np.count_nonzero(found <= alpha, axis=0)
        return count

    def adjusted_without_each(self) -> FloatArray:
        """Adjusted p-values (n, m) without each problem in turn."""
        if self.by_averages:
            averages = average_ranks_without_each(self.table, self.ranking)
            within = self._squares.sum() - self._squares
            return self.of_averages(averages, within, self.table.n - 1)
        return np.concatenate([self.adjusted(rows) for rows in without_each(self.table.n)])

    @cached_property
    def _squares(self) -> FloatArray:
        """Sum of the squared ranks of each problem about their mean, shape (n,)."""
        return within_problems(compute_ranks(self.table, self.ranking).ranks[:, None, :])

    def _of_one(self, sample: IndexArray) -> FloatArray:
        made = self.table.select(problems=[self.table.problems[i] for i in sample])
        found = posthoc(
            made,
            ranking=self.ranking,
            control=self.family.control,
            adjust=self.procedure.name,
            method=self.law.name,
        )
        return found.adjusted[self.procedure.name]


def tested(
    table: Results,
    ranking: str,
    control: str | None,
    procedure: str | None,
    method: str | None,
) -> tuple[Verdicts, FloatArray]:
    """How the hypotheses of a table are tested, by names or defaults, and their adjusted p-values.

    The names are those that `posthoc` takes. The control ``"best"`` is the best ranked.
    """
    chosen = fitting_ranking(table, ranking)
    family = Family(table.algorithms, resolve_control(table, control, chosen))
    law = law_for(method, holes=table.has_holes)
    wish = procedure or main_procedure(family, law.name)
    found = posthoc(table, ranking=chosen, control=family.control, adjust=wish, method=law.name)
    (name,) = found.procedures
    return Verdicts.of(table, family, chosen, law.name, name), found.adjusted[name]


def without_each(n: int) -> Iterator[IndexArray]:
    """The rows of a table of n without each of them in turn, in blocks of shape (r, n - 1).

    Examples
    --------
    >>> [rows.tolist() for rows in without_each(3)]
    [[[1, 2], [0, 2], [0, 1]]]
    """
    rows = np.arange(n - 1)
    for left_out in _blocks(n, n):
        yield rows + (rows >= left_out[:, None])


def average_ranks(table: Results, ranking: str, rows: IndexArray) -> FloatArray:
    """Average ranks (r, k) of the samples that consist of the rows (r, size)."""
    entry = RANKINGS.lookup(ranking)
    if entry.additive:
        times = counts_of_rows(rows, table.n)
        averages: FloatArray = times @ compute_ranks(table, ranking).ranks / rows.shape[1]
        return averages
    losses = (failures_last(table) if entry.ordinal else table).losses
    return np.concatenate(
        [
            entry.rank(Tables(losses[rows[part]])).average
            for part in _blocks(len(rows), rows.shape[1] * table.k)
        ]
    )


def average_ranks_without_each(table: Results, ranking: str) -> FloatArray:
    """Average ranks (n, k) without each problem; ranks within problems need no ranking anew."""
    entry = RANKINGS.lookup(ranking)
    if entry.additive:
        ranks = compute_ranks(table, ranking).ranks
        averages: FloatArray = (ranks.sum(axis=0) - ranks) / (table.n - 1)
        return averages
    parts = [average_ranks(table, ranking, rows) for rows in without_each(table.n)]
    return np.concatenate(parts)


def _blocks(number: int, cells: int) -> Iterator[IndexArray]:
    """The numbers from 0 in blocks, of things that have so many cells each."""
    step = max(1, _CELLS // cells)
    return (np.arange(at, min(at + step, number)) for at in range(0, number, step))


# Shares of resamples in which each algorithm has each place.


def shares_of_places(positions: FloatArray) -> FloatArray:
    """Shares (k, k) of resamples in which the algorithm of the row has the place of the column.

    `positions` (r, k) are average ranks, the lowest of which is first. Algorithms that tie for
    some places get equal shares of them.

    Examples
    --------
    >>> shares_of_places(np.array([[1.5, 2.5, 2.0], [2.0, 2.0, 2.0]])).round(3).tolist()
    [[0.667, 0.167, 0.167], [0.167, 0.167, 0.667], [0.167, 0.667, 0.167]]
    """
    r, k = positions.shape
    total = np.zeros(k * k)
    step = max(1, _CELLS // (k * k))
    for at in range(0, r, step):
        middle = rank_rows(positions[at : at + step])
        _, group, sizes = np.unique(
            middle + (k + 1) * np.arange(len(middle))[:, None],
            return_inverse=True,
            return_counts=True,
        )
        size = sizes[group.ravel()]
        # an algorithm that ties with others counts once for each of the places that they share
        cells = np.repeat(k * np.tile(np.arange(k), len(middle)), size)
        places = np.repeat(np.rint(middle.ravel() - (size + 1) / 2).astype(np.intp), size)
        places += np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
        total += np.bincount(cells + places, np.repeat(1 / size, size), minlength=k * k)
    shared: FloatArray = total.reshape(k, k) / r
    return shared


def places_in_resamples(table: Results, ranking: str, resamples: int, *, seed: Seed) -> FloatArray:
    """The same for a table whose problems are drawn anew from themselves."""
    generator = checked_generator(resamples, seed)
    drawn = [
        average_ranks(table, ranking, rows)
        for rows in resampled_rows(table.n, resamples, generator)
    ]
    return shares_of_places(np.concatenate(drawn))
