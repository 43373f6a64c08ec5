"""What is missing from a table: how much, where, and whether it goes with bad or good results."""

from __future__ import annotations

import math
from itertools import permutations
from typing import TYPE_CHECKING, Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.result import Result
from evenkeel.tables.results import Results
from evenkeel.words.numbers import p_in_words
from evenkeel.words.sentences import series

if TYPE_CHECKING:
    from evenkeel.report.document import Document

_ENUMERATED = 8  # algorithms up to which all their orders are gone through
_RESAMPLES = 9_999
_LEVEL = 0.05  # at which an association is spoken of


class MissingPattern(Result):
    """Where results are missing, and whether algorithms with more holes do better or worse.

    Attributes
    ----------
    algorithms, problems : tuple of str
        Their names.
    present : ndarray of bool, shape (n, k)
        Which results are there.
    standing : ndarray, shape (k,)
        Of the rivals' results beside those of each algorithm, the share that it beats; a tie
        counts one half. NaN for an algorithm that never has a rival.
    correlation : float
        Spearman's rank correlation of the number of holes with the standing: negative if
        algorithms with more holes do worse where they are present. 0 if nothing is missing.
    pvalue : float
        Two-sided, over the orders of the algorithms.
    method : {"exact", "monte-carlo"}
        Whether all orders were gone through, or 9,999 random ones.
    """

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    present: BoolArray
    standing: FloatArray
    correlation: float
    pvalue: float
    method: Literal["exact", "monte-carlo"]

    @property
    def by_algorithm(self) -> IntArray:
        """How many results of each algorithm are missing."""
        missing: IntArray = np.count_nonzero(~self.present, axis=0)
        return missing

    @property
    def by_problem(self) -> IntArray:
        """How many results on each problem are missing."""
        missing: IntArray = np.count_nonzero(~self.present, axis=1)
        return missing

    @property
    def count(self) -> int:
        """How many results are missing."""
        return int(self.by_problem.sum())

    @property
    def associated(self) -> bool:
        """Whether holes go with bad or good results, at the level 0.05."""
        return self.pvalue <= _LEVEL

    @property
    def sentence(self) -> str:
        """What is missing, in a sentence."""
        size, rows = self.present.size, int(np.count_nonzero(self.by_problem))
        columns, worst = int(np.count_nonzero(self.by_algorithm)), int(self.by_algorithm.argmax())
        if not self.count:
            return f"No result of the {size} is missing."
        return (
            f"{self.count} of {size} results ({self.count / size:.1%}) are missing, on {rows} of "
            f"{len(self.problems)} problems and of {columns} of {len(self.algorithms)} algorithms; "
            f"most of {self.algorithms[worst]} ({int(self.by_algorithm[worst])})."
        )

    @property
    def association(self) -> str:
        """Whether algorithms with more holes do better or worse, in a sentence."""
        if not self.count:
            return "No result is missing, so that nothing can go with it."
        start = "Algorithms with more holes "
        numbers = f"(rank correlation {self.correlation:.2f}, {p_in_words(self.pvalue)})"
        if not self.associated:
            return (
                f"{start}do neither clearly better nor clearly worse where they are present "
                f"{numbers}, which does not show that results are missing at random."
            )
        direction = "worse" if self.correlation < 0 else "better"
        kind = "bad" if self.correlation < 0 else "good"
        return (
            f"{start}do {direction} where they are present {numbers}: holes go with {kind} "
            "results, and methods that suppose them to be at random may mislead."
        )

    @property
    def cost(self) -> str:
        """How many of the results that are there would be lost with the problems or algorithms."""
        there = int(np.count_nonzero(self.present))
        rows, columns = self.by_problem > 0, self.by_algorithm > 0
        lost = {
            f"the {np.count_nonzero(rows)} problems": int(self.present[rows].sum()),
            f"the {np.count_nonzero(columns)} algorithms": int(self.present[:, columns].sum()),
        }
        least = min(lost, key=lost.__getitem__)
        listed = series([f"with {what} {count}" for what, count in lost.items()])
        return (
            f"Of the {there} results that are there, leaving out what has holes would lose "
            f"{listed}; least with {least}."
        )

    def report(self) -> Document:
        """Counts by algorithm and by problem, the association, and the picture."""
        from evenkeel.report.missing_tables import report_missing

        return report_missing(self)


def missing_pattern(results: Results) -> MissingPattern:
    """Count what is missing, and ask whether it goes with bad or good results.

    Null hypothesis of the test: the number of holes of an algorithm has nothing to do with how well
    it does where it is present. Alternative: algorithms with more holes do worse, or better.
    Spearman's correlation is compared with that of all orders of the algorithms (of 9,999 random
    ones for more than 8), so that a problem on which several fail together counts but once. It
    does not see holes that depend on the very values that are missing: nothing does.

    Parameters
    ----------
    results : Results
        A table with ``missing="keep"``.

    Returns
    -------
    MissingPattern

    Examples
    --------
    >>> import numpy as np
    >>> import evenkeel
    >>> values = [[1, 2, 3], [1, 2, np.nan], [1, np.nan, 3], [1, 2, np.nan]]
    >>> table = evenkeel.Results(values, better="lower", missing="keep")
    >>> pattern = evenkeel.tables.missing_pattern(table)
    >>> pattern.by_algorithm.tolist(), pattern.by_problem.tolist()
    ([0, 1, 2], [0, 1, 1, 1])
    >>> pattern.correlation, round(pattern.pvalue, 4)
    (-1.0, 0.3333)
    """
    present = ~np.isnan(results.values)
    standing = _standings(results.losses, present)
    holes = np.count_nonzero(~present, axis=0).astype(np.float64)
    known = ~np.isnan(standing)
    correlation, pvalue, method = _correlate(holes[known], standing[known])
    for array in (present, standing):
        array.flags.writeable = False
    return MissingPattern(
        results.algorithms, results.problems, present, standing, correlation, pvalue, method
    )


def _standings(losses: FloatArray, present: BoolArray) -> FloatArray:
    """The share of the rivals' results beside its own that each algorithm beats."""
    rivals = present.sum(axis=1, keepdims=True) - 1
    standing = np.full(losses.shape[1], np.nan)
    for j, own in enumerate(losses.T):
        here = present[:, j]
        met = int(rivals[here].sum())
        if met:
            beaten = np.count_nonzero(own[here, None] < losses[here])
            tied = np.count_nonzero(own[here, None] == losses[here]) - np.count_nonzero(here)
            standing[j] = (beaten + tied / 2) / met
    return standing


def _correlate(
    holes: FloatArray, standing: FloatArray
) -> tuple[float, float, Literal["exact", "monte-carlo"]]:
    """Spearman's correlation and its p-value over the orders of the algorithms."""
    one, other = (_centred_ranks(values) for values in (holes, standing))
    size = math.sqrt(float(one @ one) * float(other @ other))
    if not size:
        return 0.0, 1.0, "exact"
    observed = float(one @ other)
    reached = abs(observed) * (1 - 1e-12)
    if one.size <= _ENUMERATED:
        orders = np.array(list(permutations(range(one.size))))
        share = float(np.mean(np.abs(one[orders] @ other) >= reached))
        return observed / size, share, "exact"
    shuffled = np.random.default_rng(0).permuted(np.tile(one, (_RESAMPLES, 1)), axis=1)
    hits = int(np.count_nonzero(np.abs(shuffled @ other) >= reached))
    return observed / size, (1 + hits) / (1 + _RESAMPLES), "monte-carlo"


def _centred_ranks(values: FloatArray) -> FloatArray:
    """Ranks of a few numbers, ties averaged, less their mean."""
    below = (values[:, None] > values).sum(axis=1)
    tied = (values[:, None] == values).sum(axis=1)
    ranks: FloatArray = below + (tied - len(values)) / 2.0
    return ranks
