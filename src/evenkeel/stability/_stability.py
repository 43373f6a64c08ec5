"""stability(): whether other problems would have led to the same ranking and verdicts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, fraction
from evenkeel.numerics.intervals import bounded_mean_interval
from evenkeel.numerics.resampling import Seed, checked_generator, resampled_rows
from evenkeel.posthocs._leave_one_out import LeaveOneOut, leave_one_out
from evenkeel.ranks.named import compute_ranks
from evenkeel.ranks.registry import RANKINGS
from evenkeel.result import Result
from evenkeel.stability._hinges import Hinges, hinges_of, is_light, require_three
from evenkeel.stability._kemeny import KemenyConsensus, kemeny_of
from evenkeel.stability.resamples import (
    Verdicts,
    average_ranks,
    average_ranks_without_each,
    shares_of_places,
    tested,
)
from evenkeel.tables.results import Better, Results, as_results

_MOST_WORK = 1 << 22  # numbers that verdicts by a slow law may be made of, all resamples together
_MOST_SEARCHED = 1 << 20  # the same for sets of hypotheses that a procedure searches
_MOST_RANKED = 1 << 27  # cells that are ranked anew without each problem
_MOST_RESAMPLED = 1 << 24  # p-values of all resamples together
_MOST_PVALUES = 1 << 18  # p-values without each algorithm in turn, of all hypotheses
_PATIENCE = 64  # times as long as a light look the one at single problems may take
_CELLS = 1 << 20  # pairs of algorithms in resamples that are worked on at a time


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
        The verdicts without each algorithm in turn; None for two algorithms, and for so many that
        it would take long.
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
    average ranks get Gaffke's (2005) interval of a mean that cannot leave its range, of what each
    problem contributes to them: for Friedman's ranks the rank there. Ten ranks of 1 do not exclude
    that there are others, and the interval does not become a point.

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
        As for `posthoc`. Rankings of whole tables (``"aligned"``, ``"quade"``, and those of tables
        with holes) take some thousands of problems, others any number. What would take long, of
        the verdicts, is not looked at, which is said.
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
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, Chapman and Hall. Gaffke (2005),
    Mathematical Methods of Statistics 14:451-467. Kemeny (1959), Daedalus 88:577-591.

    Examples
    --------
    >>> import evenkeel
    >>> from evenkeel.stability import stability
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
    _require_few(table, chosen)
    average = compute_ranks(table, chosen).average
    drawn, rejected = _resampled(verdicts, resamples, level, generator)
    without = average_ranks_without_each(table, chosen)
    ends = RANKINGS.lookup(chosen).ends(table.n, table.k)
    low, high = rank_intervals(average, without, ends, level)
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
        hinges=hinges_of(verdicts, adjusted, level, looked=_looked(verdicts)),
        consensus=kemeny_of(table, average),
        leave_one_out=_without_algorithms(verdicts, level),
        ranking=chosen,
        alpha=level,
        resamples=int(resamples),
        notes=tuple(_notes(verdicts, rejected, resamples)),
    )


def rank_intervals(
    average: FloatArray, without: FloatArray, ends: tuple[float, float], alpha: float
) -> tuple[FloatArray, FloatArray]:
    """Bounds (k,) of average ranks, from those without each problem (n, k), within the `ends`.

    What a problem contributes is its pseudo-value; of ranks within problems it is its rank there.
    """
    n = len(without)
    pseudo = average[:, None] + (n - 1) * (without.mean(axis=0) - without).T
    low, high = bounded_mean_interval(
        pseudo,
        np.minimum(ends[0], pseudo.min(axis=1)),
        np.maximum(ends[1], pseudo.max(axis=1)),
        1 - alpha,
    )
    return np.clip(low, *ends), np.clip(high, *ends)


def _require_few(table: Results, ranking: str) -> None:
    """Raise if a ranking of whole tables would have to rank too many of them."""
    entry = RANKINGS.lookup(ranking)
    most = math.isqrt(_MOST_RANKED // table.k)
    if not entry.additive and table.n > most:
        raise InputError(
            Message(
                f"{table.n:,} problems are too many for the stability of {entry.title} "
                "ranks, for which the table is ranked anew without each of them; give "
                f"{most:,} at most, or a complete table and ",
                Option("ranking", "friedman"),
            )
        )


def distances(average: FloatArray, others: FloatArray) -> FloatArray:
    """Kendall's distance of the average ranks (r, k) to those (k,) of the full table, from 0 to 1.

    Examples
    --------
    >>> distances(np.array([1.0, 2.0, 3.0]), np.array([[1.0, 3.0, 2.0], [2.0, 2.0, 2.0]])).round(3)
    array([0.333, 0.5  ])
    """
    k = len(average)
    full = np.sign(average - average[:, None])
    apart = np.empty(len(others))
    step = max(1, _CELLS // (k * k))
    for at in range(0, len(others), step):
        some = others[at : at + step]
        each = np.sign(some[:, None] - some[:, :, None])
        apart[at : at + step] = np.abs(each - full).sum(axis=(1, 2)) / (2 * k * (k - 1))
    return apart


def _looked(verdicts: Verdicts) -> bool:
    """Whether the verdicts without each problem take some seconds at most, or were asked for."""
    return verdicts.procedure.kind == "closed" or is_light(verdicts, patience=_PATIENCE)


def _without_algorithms(verdicts: Verdicts, alpha: float) -> LeaveOneOut | None:
    if verdicts.family.k == 2 or _many_algorithms(verdicts):
        return None
    return leave_one_out(
        verdicts.table,
        ranking=verdicts.ranking,
        control=verdicts.family.control,
        procedure=verdicts.procedure.name,
        method=verdicts.law.name,
        alpha=alpha,
    )


def _many_algorithms(verdicts: Verdicts) -> bool:
    """Whether leaving out each algorithm gives too many p-values: k times those of a table."""
    return verdicts.family.k * verdicts.family.m > _MOST_PVALUES


def _resampled(
    verdicts: Verdicts, resamples: int, alpha: float, generator: np.random.Generator
) -> tuple[FloatArray, FloatArray | None]:
    """Average ranks (r, k) of the resamples, and in which share each hypothesis is rejected.

    The share is None if that takes too long.
    """
    table, procedure = verdicts.table, verdicts.procedure
    searched = 0 if procedure.quick else resamples << verdicts.family.k
    slow = 0 if verdicts.law.quick else resamples * verdicts.work
    tested = not (
        procedure.kind == "closed"
        or searched > _MOST_SEARCHED
        or slow > _MOST_WORK
        or resamples * verdicts.family.m > _MOST_RESAMPLED
    )
    averages = []
    count = np.zeros(verdicts.family.m, dtype=np.int64)
    for rows in resampled_rows(table.n, resamples, generator):
        averages.append(average_ranks(table, verdicts.ranking, rows))
        if tested:
            count += verdicts.rejections(rows, averages[-1], alpha)
    return np.concatenate(averages), count / resamples if tested else None


def _notes(verdicts: Verdicts, rejected: FloatArray | None, resamples: int) -> Iterator[str]:
    if rejected is None:
        yield (
            f"how often resamples reject was not looked at: {verdicts.procedure.title} on p-values "
            f"by {verdicts.law.words} takes too long to be repeated {resamples:,} times"
        )
    if _many_algorithms(verdicts):
        yield (
            f"the verdicts without each algorithm were not looked at: {verdicts.family.m:,} "
            f"hypotheses, {verdicts.family.k:,} times, which evenkeel.posthocs.leave_one_out does"
        )


def _other_leaders(
    table: Results, average: FloatArray, without: FloatArray
) -> dict[str, tuple[str, ...]]:
    """Who is first without a problem, where that is not who is first in the whole table."""
    leads = without == without.min(axis=1, keepdims=True)
    others = np.flatnonzero((leads != (average == average.min())).any(axis=1))
    return {
        table.problems[i]: tuple(table.algorithms[j] for j in np.flatnonzero(leads[i]))
        for i in others
    }
