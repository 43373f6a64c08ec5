"""Friedman, aligned and Quade ranks: 1 is the best, ties share their average rank.

The functions on arrays (`rank_rows`, `rank_aligned`, `rank_ranges`) are the hot kernel. They take
losses, in which lower is better, and any number of leading axes, so that thousands of simulated
tables are ranked at once. The functions on `Results` add names and direction and remember their
answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from evenkeel.differences import HALF_ULP, rounded_differences
from evenkeel.errors import choice
from evenkeel.results import FloatArray, Results
from evenkeel.shown import Shown
from evenkeel.sorting import LONG, blocks, order_long, sort_rows

Ranking = Literal["friedman", "aligned", "quade"]
RANKINGS: tuple[Ranking, ...] = ("friedman", "aligned", "quade")

_BLOCK_CELLS = 1 << 14  # cells ranked at a time: keeps the working memory in the cache
# _DIGITS = 15  # significant decimal digits that a double always keeps


@dataclass(frozen=True)
class Ranks(Shown):
    """Ranks of k algorithms on n problems by one of the three rankings.

    Attributes
    ----------
    ranking : {"friedman", "aligned", "quade"}
        Which ranking.
    algorithms : tuple of str
        The k algorithms.
    ranks : ndarray, shape (n, k)
        Friedman: 1..k within each problem. Aligned: 1..nk over the whole table. Quade: the
        weighted ranks W of equation (7) of Derrac et al. (2011), rank times problem weight.
    average : ndarray, shape (k,)
        The documents' average rank of each algorithm: the column mean for Friedman and aligned
        ranks, T of equation (8) for Quade.
    weights : ndarray, shape (n,)
        Rank of each problem's range (Quade); ones for the other rankings.
    tied : int
        How many values share their rank with another: within their problem (Friedman, Quade) or
        in the whole table (aligned).
    """

    ranking: Ranking
    algorithms: tuple[str, ...]
    ranks: FloatArray
    average: FloatArray
    weights: FloatArray
    tied: int

    @property
    def n(self) -> int:
        """Number of problems."""
        return int(self.ranks.shape[0])

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return int(self.ranks.shape[1])

    @property
    def centred(self) -> FloatArray:
        """Ranks less their mean within each problem; for Quade the S of equation (6)."""
        centred: FloatArray = self.ranks - self.ranks.mean(axis=1, keepdims=True)
        return centred

    @property
    def order(self) -> NDArray[np.intp]:
        """Positions of the algorithms from the best average rank to the worst."""
        return np.argsort(self.average, kind="stable")

    @property
    def best(self) -> str:
        """The algorithm with the best (lowest) average rank; the first of them if tied."""
        return self.algorithms[int(self.order[0])]


def compute_ranks(results: Results, ranking: str = "friedman") -> Ranks:
    """Ranks of `results` by the ranking of that name, computed once for each table."""
    choice(ranking, RANKINGS, "ranking")
    if ranking not in results._memo:
        results.require_complete(f"the {ranking} ranking")
        results._memo[ranking] = _COMPUTE[ranking](results)
    ranks: Ranks = results._memo[ranking]
    return ranks


def friedman_ranks(results: Results) -> Ranks:
    """Rank the algorithms within each problem, 1 for the best, ties averaged.

    Examples
    --------
    Table 8 of Derrac et al. (2011), whose printed average of C (1.250) is a misprint:

    >>> import evenkeel
    >>> evenkeel.friedman_ranks(evenkeel.load("toy")).average.tolist()
    [2.375, 4.0, 1.75, 1.875]
    """
    return compute_ranks(results, "friedman")


def aligned_ranks(results: Results) -> Ranks:
    """Rank all n k differences from the problem's mean together (Hodges and Lehmann 1962).

    Differences that are equal in decimal arithmetic are tied whatever the order of the columns:
    two of them that are closer than the rounding errors of their values are taken as equal.
    Within one problem different values are never tied.

    Examples
    --------
    Table 9 of Derrac et al. (2011):

    >>> import evenkeel
    >>> evenkeel.aligned_ranks(evenkeel.load("toy")).average.tolist()
    [7.625, 14.5, 5.5, 6.375]
    """
    return compute_ranks(results, "aligned")


def quade_ranks(results: Results) -> Ranks:
    """Weight the Friedman ranks of each problem by the rank of its range (Quade 1979).

    Ranges that differ by no more than the rounding errors of their values are tied.

    Examples
    --------
    Table 10 of Derrac et al. (2011), T:

    >>> import evenkeel
    >>> evenkeel.quade_ranks(evenkeel.load("toy")).average.round(2).tolist()
    [2.3, 4.0, 1.55, 2.15]
    """
    return compute_ranks(results, "quade")


def average_quade_ranks(ranks: FloatArray, weights: FloatArray) -> FloatArray:
    """T of equation (8): the mean of Friedman `ranks` (..., n, k) weighted by problem `weights`."""
    totals = np.matmul(weights[..., None, :], ranks)[..., 0, :]
    average: FloatArray = totals / weights.sum(axis=-1, keepdims=True)
    return average


def rank_rows(losses: FloatArray) -> FloatArray:
    """Rank the last axis, 1 for the lowest, ties averaged, in blocks of bounded memory."""
    return _rank_rows(losses)[0]


def rank_aligned(losses: FloatArray) -> FloatArray:
    """Aligned ranks of tables (..., n, k): differences from the row mean, ranked together."""
    return _rank_aligned(losses)[0]


def rank_ranges(losses: FloatArray) -> FloatArray:
    """Ranks of the ranges of the problems, tables (..., n, k) to weights (..., n)."""
    losses = _without_overflow(losses)
    return rank_rows(rounded_differences(losses.max(axis=-1), losses.min(axis=-1)))


def whole_scores(ranks: FloatArray) -> tuple[NDArray[np.int64], float]:
    """Ranks (n, k) less each problem's lowest, as small whole numbers, and the unit of these.

    Ranks are multiples of 1/2, and Quade's products of two such of 1/4. Laws of their sums are
    computed on whole numbers, in which equal sums are equal.
    """
    quarters = np.rint(4 * ranks).astype(np.int64)
    quarters -= quarters.min(axis=-1, keepdims=True)
    divisor = max(int(np.gcd.reduce(quarters, axis=None)), 1)
    return quarters // divisor, divisor / 4


def _rank_rows(
    losses: FloatArray, *, errors: FloatArray | None = None, overwrite: bool = False
) -> tuple[FloatArray, int]:
    """Ranks along the last axis, and how many entries share theirs with another of their row.

    `errors` (..., parts) bounds the error of the values of each part of a row, the parts being of
    equal length; neighbours that are not further apart than their errors are tied. With
    `overwrite` the ranks take the place of the losses: fresh memory is slow to get.
    """
    rows = np.ascontiguousarray(losses, dtype=np.float64).reshape(-1, losses.shape[-1])
    n, k = rows.shape
    ranks = rows if overwrite else np.empty((n, k))
    bounds = None if errors is None else errors.reshape(n, -1)
    if k >= LONG:
        tied = sum(
            _rank_long(row, ranks[i], None if bounds is None else bounds[i])
            for i, row in enumerate(rows)
        )
        return ranks.reshape(losses.shape), tied
    step = max(1, _BLOCK_CELLS // k)
    places = np.tile(np.arange(1.0, k + 1), min(step, n))
    tied = 0
    for first in range(0, n, step):
        ordered, source = sort_rows(rows[first : first + step])
        new = np.empty(ordered.shape, dtype=bool)
        new[:, 0] = True
        if bounds is None:
            np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
        else:
            parts = bounds[first : first + step].ravel()
            error = parts[source // (k // bounds.shape[1])].reshape(ordered.shape)
            gap = ordered[:, 1:] - ordered[:, :-1]
            np.greater(gap, error[:, 1:] + error[:, :-1], out=new[:, 1:])
        place = places[: new.size]
        if not new.all():
            place, sharing = _shared_places(new)
            tied += sharing
        ranks[first : first + step].reshape(-1)[source] = place
    return ranks.reshape(losses.shape), tied


def _rank_long(values: FloatArray, ranks: FloatArray, errors: FloatArray | None) -> int:
    """Write the ranks of one long vector into `ranks`; return how many entries share theirs."""
    order, new = order_long(values)
    if errors is not None:
        _join_close(new, values, order, errors)
    if new.all():
        for block in blocks(values.size):
            ranks[order[block]] = np.arange(block.start + 1.0, block.stop + 1.0)
        return 0
    places, tied = _shared_places(new[None])
    ranks[order] = places
    return tied


def _join_close(
    new: NDArray[np.bool_], values: FloatArray, order: NDArray[np.int64], errors: FloatArray
) -> None:
    """Unmark in `new` the sorted values that are not further from the last than their errors."""
    part = values.size // errors.size
    widest = 2 * errors.max()
    last = -np.inf
    for block in blocks(values.size):
        ordered = values[order[block]]
        gaps = np.diff(ordered, prepend=last)
        last = ordered[-1]
        close = np.flatnonzero(gaps <= widest) + block.start  # few, unless the scales differ much
        bound = errors[order[close] // part] + errors[order[close - 1] // part]
        new[close[gaps[close - block.start] <= bound]] = False


def _rank_aligned(losses: FloatArray) -> tuple[FloatArray, int]:
    """Aligned ranks, and how many entries share theirs with another of their table."""
    *leading, n, k = losses.shape
    losses = _without_overflow(losses)
    aligned, errors = _aligned_differences(losses)
    ranks, tied = _rank_rows(aligned.reshape(*leading, n * k), errors=errors, overwrite=True)
    ranks = ranks.reshape(losses.shape)
    if tied:
        within = rank_rows(losses)
        if not np.array_equal(within, rank_rows(ranks)):
            tables = zip(ranks.reshape(-1, n, k), within.reshape(-1, n, k), strict=True)
            untied = [_untie_within_problems(*table) for table in tables]
            ranks = np.stack([ranks for ranks, _ in untied]).reshape(losses.shape)
            tied = sum(tied for _, tied in untied)
    return ranks, tied


def _untie_within_problems(ranks: FloatArray, within: FloatArray) -> tuple[FloatArray, int]:
    """Part aligned ranks that only rounding has tied, and count the ties that remain.

    Next to a very large value the differences of very small ones drown, but their order within
    the problem is known: `within` holds it. Ties that involve other problems stay.
    """
    n, k = ranks.shape
    problem = np.repeat(np.arange(n), k)
    order = np.lexsort((within.ravel(), problem, ranks.ravel()))
    rank, place, problem = ranks.ravel()[order], within.ravel()[order], problem[order]
    new = np.append(True, rank[1:] != rank[:-1])
    begins = np.flatnonzero(new)
    sizes = np.diff(begins, append=new.size)
    one_problem = np.repeat(problem[begins] == problem[begins + sizes - 1], sizes)
    new[1:] |= one_problem[1:] & (place[1:] != place[:-1])
    shared, tied = _shared_places(new[None])
    parted = np.empty(n * k)
    parted[order] = shared
    return parted.reshape(n, k), tied


def _aligned_differences(losses: FloatArray) -> tuple[FloatArray, FloatArray]:
    """K times the differences from the row mean, and a bound of their error for each row.

    High parts of few enough bits add up without error, the low parts are too small for theirs to
    matter: the difference has one rounding error, whatever the order of the columns. The values
    themselves may be off by half a unit in the last place, k - 1 times one and once the others.
    """
    rows = losses.reshape(-1, losses.shape[-1])
    n, k = rows.shape
    aligned = np.empty((n, k))
    errors = np.empty((n, 1))
    step = max(1, _BLOCK_CELLS // k)
    for first in range(0, n, step):
        block = rows[first : first + step]
        largest = np.maximum(block.max(axis=-1), -block.min(axis=-1))[:, None]
        splitter = np.ldexp(1.5, np.frexp(largest)[1] + k.bit_length())
        high = block + splitter
        high -= splitter
        low = block - high
        difference = k * low
        difference -= low.sum(axis=-1, keepdims=True)
        total = high.sum(axis=-1, keepdims=True)
        high *= k
        high -= total
        np.add(difference, high, out=aligned[first : first + step])
        errors[first : first + step] = 3 * k * HALF_ULP * largest
    return aligned.reshape(losses.shape), errors.reshape(losses.shape[:-1])


def _without_overflow(losses: FloatArray) -> FloatArray:
    """The same values, scaled down by a power of two if their sums could overflow."""
    return losses * 2.0**-40 if max(losses.max(), -losses.min()) > 2.0**980 else losses


def _shared_places(new: NDArray[np.bool_]) -> tuple[FloatArray, int]:
    """Average places of sorted rows, flat, and how many entries share theirs.

    `new` marks where a value differs from its left neighbour.
    """
    k = new.shape[1]
    begins = np.flatnonzero(new)
    sizes = np.diff(begins, append=new.size)
    tied = new.size - int(np.count_nonzero(sizes == 1))
    return np.repeat(begins % k + (sizes + 1) / 2, sizes), tied


def _friedman(results: Results) -> Ranks:
    ranks, tied = _rank_rows(results.losses)
    return _freeze("friedman", results, ranks, ranks.mean(axis=0), np.ones(results.n), tied)


def _aligned(results: Results) -> Ranks:
    ranks, tied = _rank_aligned(results.losses)
    return _freeze("aligned", results, ranks, ranks.mean(axis=0), np.ones(results.n), tied)


def _quade(results: Results) -> Ranks:
    within = friedman_ranks(results)
    weights = rank_ranges(results.values)
    average = average_quade_ranks(within.ranks, weights)
    weighted = within.ranks * weights[:, None]
    return _freeze("quade", results, weighted, average, weights, within.tied)


def _freeze(
    ranking: Ranking,
    results: Results,
    ranks: FloatArray,
    average: FloatArray,
    weights: FloatArray,
    tied: int,
) -> Ranks:
    for array in (ranks, average, weights):
        array.flags.writeable = False
    return Ranks(ranking, results.algorithms, ranks, average, weights, tied)


_COMPUTE = {"friedman": _friedman, "aligned": _aligned, "quade": _quade}
