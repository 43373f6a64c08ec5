"""What every comparison of two algorithms starts from, and how often who wins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.errors import InputError, choice
from evenkeel.numerics.arrays import in_range, rounded_differences
from evenkeel.ranks.named import common_problems
from evenkeel.result import Result
from evenkeel.tables.choices import failures_last
from evenkeel.tables.results import Better, Results, as_results

# What every comparison of two algorithms starts from: who, the differences, the alternative.


#: For critical values, in which the two one-sided alternatives are alike.
Sides = Literal["two-sided", "one-sided"]
SIDES: tuple[Sides, ...] = ("two-sided", "one-sided")


@dataclass(frozen=True, eq=False)
class Pair:
    """Two algorithms on n problems: their names, their values and the direction of the table."""

    first: str
    second: str
    values: FloatArray
    better: Better

    @property
    def n(self) -> int:
        """Number of problems."""
        return len(self.values)

    @property
    def losses(self) -> FloatArray:
        """The two columns turned so that lower is better."""
        return self.values if self.better == "lower" else -self.values

    @cached_property
    def differences(self) -> FloatArray:
        """First minus second on each problem, rounded, over 2 to the `power`."""
        values, _ = self._in_range
        return rounded_differences(values[:, 0], values[:, 1])

    @property
    def advantages(self) -> FloatArray:
        """The differences turned: positive where the first is better."""
        return self.differences if self.better == "higher" else 0.0 - self.differences

    @property
    def power(self) -> int:
        """The power of two of the differences: 0, except for extreme values."""
        return self._in_range[1]

    @cached_property
    def _in_range(self) -> tuple[FloatArray, int]:
        return in_range(self.values)


def pick_pair(
    data: Results | ArrayLike,
    first: str | ArrayLike | None,
    second: str | None,
    better: Better | None,
    test: str,
    *,
    scaled: bool = False,
    ordinal: bool = False,
    directed: bool = True,
) -> Pair:
    """Check the data and the names of the two algorithms, and take their columns.

    In a table with holes they are compared on the problems that both have; failures count only
    for a test that is `ordinal`, which looks at nothing but the order within problems. Two
    sequences, as scipy takes them, are called x and y. Where the direction does not matter (not
    `directed`) higher values speak for the first if nothing is said.
    """
    if better is None and not directed and not isinstance(data, Results):
        better = "higher"
    if first is not None and not isinstance(first, str):
        data, first = _two_sequences(data, first, better, test), None
    elif _is_sequence(data):
        raise InputError(
            f"{test} takes two sequences, and one was given; of differences d give d and "
            "numpy.zeros(len(d))"
        )
    table = as_results(data, better)
    table = failures_last(table) if ordinal else table
    first, second = _two_names(table, first, second, test)
    if scaled:
        table = table.scaled()
    columns = table.select([first, second])
    if columns.has_missing:
        columns = _common_problems(columns, test)
    return Pair(first, second, columns.values, table.better)


def _is_sequence(data: object) -> bool:
    """Whether it is one sequence of numbers, and no table."""
    if isinstance(data, (list, tuple)):
        return len(data) > 0 and not any(map(np.iterable, data))
    return len(getattr(data, "shape", ())) == 1


def _two_sequences(
    one: Results | ArrayLike, other: ArrayLike, better: Better | None, test: str
) -> Results:
    """The two samples as a table with the columns x and y."""
    x, y = np.asarray(one), np.asarray(other)
    if x.ndim != 1 or x.shape != y.shape:
        raise InputError(
            f"{test} takes two sequences of the same length, or a table and the names of two "
            f"algorithms; here x has the shape {x.shape} and y {y.shape}"
        )
    return Results(np.column_stack([x, y]), algorithms=("x", "y"), better=better)  # type: ignore[arg-type]


def _common_problems(columns: Results, test: str) -> Results:
    """The problems that both algorithms have, if they are two or more."""
    both = ~np.isnan(columns.values).any(axis=1)
    if np.count_nonzero(both) < 2:
        first, second = columns.algorithms
        shared = "one problem" if both.any() else "no problem"
        raise InputError(
            f"{test} needs at least two problems that both algorithms have, but {first!r} and "
            f"{second!r} share {shared}; add results, or compare other algorithms"
        )
    return columns.drop_incomplete()


def _two_names(table: Results, first: str | None, second: str | None, test: str) -> tuple[str, str]:
    if first is None and second is None and table.k == 2:
        first, second = table.algorithms
    if first is None or second is None:
        raise InputError(
            f"{test} compares two algorithms, and the table has {table.k}; name the two, for "
            f"example {table.algorithms[0]!r} and {table.algorithms[1]!r}"
        )
    if first == second:
        raise InputError(f"{test} compares two algorithms, but {first!r} was named twice")
    return first, second


# Wins, ties and losses of every algorithm against every other one.


class WinTieLoss(Result):
    """On how many of n problems the algorithm of the row beats, equals, loses to the column's.

    `wins`, `ties` and `losses` are k x k matrices of counts; the diagonal of `ties` is n, or with
    holes the number of results that the algorithm has.
    """

    _title: ClassVar[str] = "Wins, ties and losses"
    _note: ClassVar[str] = "The counts are those of the algorithm of the row against the column's."

    algorithms: tuple[str, ...]
    wins: IntArray
    ties: IntArray
    losses: IntArray
    n: int

    def versus(self, first: str, second: str) -> tuple[int, int, int]:
        """Wins, ties and losses of the first algorithm against the second."""
        a, b = (
            self.algorithms.index(choice(name, self.algorithms, "algorithm"))
            for name in (first, second)
        )
        return int(self.wins[a, b]), int(self.ties[a, b]), int(self.losses[a, b])


def win_tie_loss(results: Results | ArrayLike, *, better: Better | None = None) -> WinTieLoss:
    """Count on how many problems each algorithm beats, equals and loses to each other one.

    There is no test in it, hence no hypotheses: `sign_test` tests one pair of these counts. The
    values are compared as they are, in the direction of the table; only equal values tie.
    Identical algorithms have n ties; a constant algorithm is counted as any other. With holes two
    algorithms are compared on the problems that both have.

    Parameters
    ----------
    results : Results or array_like
        The table; a bare matrix needs `better`.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    WinTieLoss

    References
    ----------
    Derrac, Garcia, Molina and Herrera (2011), Section 3.1 and Table 5,
    doi:10.1016/j.swevo.2011.02.002.

    Examples
    --------
    SaDE against PSO, Table 5 of Derrac et al. (2011):

    >>> import evenkeel
    >>> evenkeel.pairwise.win_tie_loss(evenkeel.load("cec2005")).versus("SaDE", "PSO")
    (20, 0, 5)
    """
    table = failures_last(as_results(results, better))
    losses = np.ascontiguousarray(table.losses.T)
    wins = np.stack([np.count_nonzero(one < losses, axis=1) for one in losses]).astype(np.int64)
    shared = common_problems(~np.isnan(table.values)) if table.has_missing else table.n
    ties: IntArray = shared - wins - wins.T
    for counts in (wins, ties):
        counts.flags.writeable = False
    return WinTieLoss(table.algorithms, wins, ties, wins.T, table.n)


def shared_by(table: Results, pairs: IndexArray) -> IntArray | None:
    """How many problems both algorithms of each pair have; None if no result is missing."""
    if not table.has_missing:
        return None
    shared: IntArray = common_problems(~np.isnan(table.values))[pairs[:, 0], pairs[:, 1]]
    return shared
