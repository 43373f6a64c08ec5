"""stability(): whether other problems would have led to the same ranking and verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IndexArray
from evenkeel.decisions.leaving_one_out import LeaveOneOut, leave_one_out
from evenkeel.errors import fraction
from evenkeel.numerics.bootstrap import jackknife_interval, resampled_rows
from evenkeel.numerics.randomness import Seed, checked_generator
from evenkeel.orders.consensus import KemenyConsensus, kemeny_of
from evenkeel.orders.leaving_problems_out import Hinges, hinges_of, require_three
from evenkeel.orders.shares import shares_of_places
from evenkeel.orders.verdicts import (
    Verdicts,
    average_ranks,
    average_ranks_without_each,
    tested,
)
from evenkeel.ranks.named import compute_ranks
from evenkeel.result import Result
from evenkeel.tables.results import Better, Results, as_results

if TYPE_CHECKING:
    from evenkeel.report.document import Document

#: Problems below which the intervals of average ranks can be too short.
FEW = 20

_MOST_WORK = 1 << 22  # numbers that verdicts by a slow law may be made of, all resamples together
_MOST_SEARCHED = 1 << 20  # the same for sets of hypotheses that a procedure searches


class Stability(Result):
    """How the ranking and the verdicts hang on the problems.

    Attributes
    ----------
    algorithms, problems : tuple of str
        The k algorithms and the n problems.
    average, low, high : ndarray, shape (k,)
        Average ranks, with an interval each at the level 1 - alpha.
    places : ndarray, shape (k, k)
        Share of the resamples of the problems in which the algorithm of the row has the place of
        the column by its average rank; who ties shares places. The first column says how often
        each is first. They are no probabilities that an algorithm is the best: only a prior could
        give these.
    distances : ndarray, shape (resamples,)
        Kendall's distance of the ranking of each resample to the full one: the share of pairs
        that stand the other way round, of which those tied in one of both count half.
    leaders : dict of str to tuple of str
        Who is first without a problem, if that is not who is first with it: by the problem.
    rejected : ndarray, shape (m,), or None
        Share of the resamples in which each hypothesis is rejected; None if that takes too long.
    hinges : Hinges
        The verdicts without each problem in turn.
    consensus : KemenyConsensus
        The order that contradicts the fewest results, beside that of the average ranks.
    leave_one_out : LeaveOneOut or None
        The verdicts without each algorithm in turn; None for two algorithms.
    ranking : str
        The ranking.
    alpha : float
        Level of the verdicts.
    resamples : int
        Number of resamples.
    notes : tuple of str
        What the reader should know, and what was not looked at.
    """

    _printed: ClassVar[tuple[str, ...]] = ("summary", "ranks", "places", "verdicts")

    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    average: FloatArray
    low: FloatArray
    high: FloatArray
    places: FloatArray
    distances: FloatArray
    leaders: dict[str, tuple[str, ...]]
    rejected: FloatArray | None
    hinges: Hinges
    consensus: KemenyConsensus
    leave_one_out: LeaveOneOut | None
    ranking: str
    alpha: float
    resamples: int
    notes: tuple[str, ...] = ()

    @property
    def first(self) -> FloatArray:
        """Share of the resamples in which each algorithm has the best average rank."""
        return self.places[:, 0]

    @property
    def distance(self) -> float:
        """Kendall's distance of a resampled ranking to the full one, on average."""
        return float(self.distances.mean())

    @property
    def same_order(self) -> float:
        """Share of the resamples whose ranking is the full one."""
        return float((self.distances == 0).mean())

    @property
    def order(self) -> tuple[str, ...]:
        """The algorithms by their average ranks, the best first."""
        return tuple(self.algorithms[j] for j in np.argsort(self.average, kind="stable"))

    def report(self) -> Document:
        """The average ranks with their intervals, the shares of places, and the verdicts."""
        from evenkeel.report.order_tables import report_stability

        return report_stability(self)


def stability(
    results: Results | ArrayLike,
    *,
    control: str | None = None,
    alpha: float = 0.05,
    ranking: str = "friedman",
    procedure: str | None = None,
    method: str | None = None,
    resamples: int = 1000,
    seed: Seed = 0,
    better: Better | None = None,
) -> Stability:
    """Ask how the ranking and the verdicts hang on the problems that happen to be in the table.

    Null hypothesis of each pair: its two algorithms perform alike. Three things are asked.

    Without each problem in turn: which verdicts are others then (`hinges`), and who is first. The
    average ranks get Student's interval with the standard error of this jackknife; for Friedman's
    ranks it is Student's interval of their mean.

    With the problems drawn anew from themselves: which places each algorithm takes, how far the
    rankings are from the full one (Kendall's distance), and how often each hypothesis is
    rejected. The share of rejections describes this table; it is no power and no p-value, and of
    a hypothesis with an adjusted p-value at alpha it is about one half.

    Against other orders: the Kemeny consensus (`kemeny`), which contradicts the fewest results,
    and the verdicts without each algorithm in turn (`leave_one_out`), which laws of average ranks
    make depend on each other.

    All of it supposes that the problems are a sample of those that matter. Intervals are at the
    level 1 - alpha, each by itself; docs/calibration.md has their measured coverage for Friedman's
    ranks. In a table with holes the average ranks are those expected without holes, and a pair is
    tested on the problems that both have.

    Parameters
    ----------
    results : Results or array_like
        A table of three problems or more; a bare matrix needs `better`.
    control, ranking, method
        As for `posthoc`.
    alpha : float
        The level of the verdicts; that of the intervals is 1 - alpha.
    procedure : str, optional
        The procedure, by default Holm's for a control and Shaffer's for all pairs. A closed one is
        repeated without each problem, which takes its time, and not resampled.
    resamples : int
        How often the problems are drawn anew.
    seed : int, Generator or None
        Seed of these.
    better : {"lower", "higher"}, optional
        Direction of a bare matrix.

    Returns
    -------
    Stability

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, Chapman and Hall. Kemeny (1959),
    Daedalus 88:577-591.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.orders import stability
    >>> found = stability(evenkeel.load("garcia2008"))
    >>> dict(zip(found.algorithms, found.first.round(2).tolist()))
    {'C4.5': 0.62, '1-NN': 0.0, 'NaiveBayes': 0.38, 'Kernel': 0.0, 'CN2': 0.0}
    >>> found.order, found.consensus.order
    (('C4.5', 'NaiveBayes', 'CN2', '1-NN', 'Kernel'),
     ('NaiveBayes', 'C4.5', 'CN2', '1-NN', 'Kernel'))
    """
    table = as_results(results, better)
    require_three(table)
    level = fraction(alpha, "alpha")
    generator = checked_generator(resamples, seed)
    verdicts, adjusted = tested(table, ranking, control, procedure, method)
    chosen = verdicts.ranking
    average = compute_ranks(table, chosen).average
    rows = np.concatenate([*resampled_rows(table.n, resamples, generator)])
    drawn = average_ranks(table, chosen, rows)
    without = average_ranks_without_each(table, chosen)
    low, high = jackknife_interval(average, without, 1 - level)
    rejected = _resampled_verdicts(verdicts, rows, level)
    return Stability(
        table.algorithms,
        table.problems,
        average,
        low,
        high,
        shares_of_places(drawn),
        distances(average, drawn),
        leaders=_other_leaders(table, average, without),
        rejected=rejected,
        hinges=hinges_of(verdicts, adjusted, level),
        consensus=kemeny_of(table, average),
        leave_one_out=None if table.k == 2 else _without_algorithms(verdicts, level),
        ranking=chosen,
        alpha=level,
        resamples=int(resamples),
        notes=tuple(_notes(verdicts, rejected, resamples)),
    )


def distances(average: FloatArray, others: FloatArray) -> FloatArray:
    """Kendall's distance of the average ranks (r, k) to those (k,) of the full table, from 0 to 1.

    Examples
    --------
    >>> distances(np.array([1.0, 2.0, 3.0]), np.array([[1.0, 3.0, 2.0], [2.0, 2.0, 2.0]])).round(3)
    array([0.333, 0.5  ])
    """
    first, second = np.triu_indices(average.shape[-1], 1)
    full = np.sign(average[first] - average[second])
    each = np.sign(others[:, first] - others[:, second])
    apart: FloatArray = np.abs(each - full).mean(axis=-1) / 2
    return apart


def _without_algorithms(verdicts: Verdicts, alpha: float) -> LeaveOneOut:
    return leave_one_out(
        verdicts.table,
        ranking=verdicts.ranking,
        control=verdicts.family.control,
        procedure=verdicts.procedure.name,
        method=verdicts.law.name,
        alpha=alpha,
    )


def _resampled_verdicts(verdicts: Verdicts, rows: IndexArray, alpha: float) -> FloatArray | None:
    """Shares of resamples in which each hypothesis is rejected; None if that takes too long."""
    procedure, resamples = verdicts.procedure, len(rows)
    searched = 0 if procedure.quick else resamples << verdicts.family.k
    slow = 0 if verdicts.law.quick else resamples * verdicts.work
    if procedure.kind == "closed" or searched > _MOST_SEARCHED or slow > _MOST_WORK:
        return None
    rejected: FloatArray = (verdicts.adjusted(rows) <= alpha).mean(axis=0)
    return rejected


def _notes(verdicts: Verdicts, rejected: FloatArray | None, resamples: int) -> Iterator[str]:
    if verdicts.table.n < FEW:
        yield (
            f"with fewer than {FEW} problems the intervals of average ranks can be too short: in "
            "studies with 10 problems as few as 90% of those at the level 95% held the truth, see "
            "docs/calibration.md"
        )
    if rejected is None:
        yield (
            f"how often resamples reject was not looked at: {verdicts.procedure.title} on p-values "
            f"by {verdicts.law.words} takes too long to be repeated {resamples:,} times"
        )


def _other_leaders(
    table: Results, average: FloatArray, without: FloatArray
) -> dict[str, tuple[str, ...]]:
    """Who is first without a problem, where that is not who is first in the whole table."""
    leads = average == average.min()
    found = {}
    for problem, ranks in zip(table.problems, without, strict=True):
        now = ranks == ranks.min()
        if (now != leads).any():
            found[problem] = tuple(np.array(table.algorithms, dtype=object)[now].tolist())
    return found
