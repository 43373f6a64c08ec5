"""Statistics of ranks as two sums of squares, and p-values by permuting within problems."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import InputError
from evenkeel.numerics.arrays import quotient
from evenkeel.numerics.progress import steps
from evenkeel.numerics.resampling import Seed, checked_generator
from evenkeel.numerics.tails import f_sf
from evenkeel.ranks.kernels import whole_scores

# P-values by permuting scores within each problem: all permutations, or a sample of them.
#
# If all algorithms perform alike, every arrangement of a problem's scores among the algorithms is
# equally likely, whatever the ties. `squared_totals_pvalue` serves every statistic that grows with
# the sum of the squared column totals: those of Friedman, of the aligned ranks, of Quade, of normal
# scores. A statistic of another form needs a law of its own.


_WORK = 8_000_000  # additions of an arrangement to a vector of totals: about one second
_LAST_WORK = 10 * _WORK  # the last problem needs a matrix product only
_ARRANGEMENTS = 500_000  # of the last problem: k <= 9 without ties
_MIDDLE_ARRANGEMENTS = 50_000  # of another one: k <= 8, beyond which the totals become too many
_ENUMERATED = 2_000_000  # permutations that are gone through one by one
_BLOCK = 1 << 19  # sums held at a time


@dataclass(frozen=True)
class Pvalue:
    """A p-value and where it comes from; the last two fields belong to a Monte Carlo one."""

    value: float
    method: Literal["chi-square", "f", "normal", "exact", "monte-carlo"]
    standard_error: float | None = None
    resamples: int | None = None


@dataclass(frozen=True)
class TotalsLaw:
    """Law of the column totals of some problems, up to the order of the columns.

    `totals` (m, k) are sorted along each row, `probability` (m,) adds to 1, and `last` is the
    problem that remains to be added.
    """

    totals: IntArray
    probability: FloatArray
    last: IntArray


def squared_totals_pvalue(
    scores: FloatArray, *, complete: bool, resamples: int, seed: Seed
) -> Pvalue:
    """Probability that permuting within problems gives column totals as unequal as observed.

    Parameters
    ----------
    scores : ndarray, shape (n, k)
        Ranks of any ranking, or other scores.
    complete : bool
        Whether to insist on all permutations; otherwise they are sampled if they are too many.
    resamples : int
        How many random permutations to draw if all of them are too many.
    seed : int, Generator or None
        Seed of these.
    """
    generator = checked_generator(resamples, seed)
    if np.array_equal(4 * scores, np.rint(4 * scores)):  # ranks are multiples of a quarter
        whole, _ = whole_scores(scores)
        law = totals_law(whole)
        if law is not None:
            return Pvalue(_tail(law, whole), "exact")
        scores = whole.astype(np.float64)
    else:
        totals = _all_totals(scores)
        if totals is not None:
            return Pvalue(float(np.mean(_at_least(totals, scores))), "exact")
    if complete:
        raise too_long(*scores.shape)
    return sampled_pvalue(scores, lambda totals: _at_least(totals, scores), resamples, generator)


def too_long(n: int, k: int) -> InputError:
    """The error of an exact law that cannot be had."""
    return InputError(
        f"the exact law for these {n} problems and {k} algorithms takes too long to compute; "
        'choose "permutation" instead of "exact", which samples the permutations'
    )


def totals_law(scores: IntArray) -> TotalsLaw | None:
    """Law of the column totals of all problems but one; None if it takes too long to compute.

    The totals are kept up to the order of the columns, which the sum of squares ignores; that is
    also why the first problem may stay as it is.
    """
    k = scores.shape[1]
    base = int(scores.max(axis=1).sum()) + 1
    if base ** (k - 1) >= 2**62 or k * base**2 >= 2**52:  # no whole number could hold the totals
        return None
    counts = [arrangement_count(row) for row in scores]
    # The largest problems go to both ends, where they cost least: fixed, or in a matrix product.
    first, last, *middle = sorted(range(len(counts)), key=lambda i: counts[i], reverse=True)
    if any(counts[i] > _MIDDLE_ARRANGEMENTS for i in middle) or counts[last] > _ARRANGEMENTS:
        return None
    totals, probability = np.sort(scores[first])[None], np.ones(1)
    work = 0
    for i in steps(middle, "exact law, problem by problem", len(middle)):
        if counts[i] > 1:  # a wholly tied problem adds the same to all columns
            work += len(totals) * counts[i]
            if work > _WORK:
                return None
            totals, probability = _add_problem(totals, probability, scores[i], base)
    if len(totals) * counts[last] > _LAST_WORK:
        return None
    return TotalsLaw(totals, probability, scores[last])


def arrangements(row: IntArray) -> IntArray:
    """All distinct arrangements of the entries of `row`, one per row."""
    values, left = np.unique(row, return_counts=True)
    left = left[None]
    placed = np.empty((1, 0), dtype=np.int64)
    for _ in range(row.size):
        parent, value = np.nonzero(left)
        placed = np.column_stack([placed[parent], values[value]])
        left = left[parent]
        left[np.arange(parent.size), value] -= 1
    return placed


def arrangement_count(row: IntArray) -> int:
    """Number of distinct arrangements of the entries of `row`: k! / (t1! t2! ...)."""
    _, sizes = np.unique(row, return_counts=True)
    ties = math.prod(math.factorial(size) for size in sizes.tolist())
    return math.factorial(row.size) // ties


def squares_of_totals(law: TotalsLaw) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Sums of squares of all totals once the last problem is added, in blocks (m, arrangements).

    With each block comes the probability of its rows; within a row all arrangements are equally
    likely. The sums are whole numbers below 2^53, thus exact.
    """
    moves = arrangements(law.last).astype(np.float64)
    move_squares = np.square(moves).sum(axis=1)
    step = max(1, _BLOCK // len(moves))
    for i in range(0, len(law.totals), step):
        totals = law.totals[i : i + step].astype(np.float64)
        squares = 2 * (totals @ moves.T)
        squares += np.square(totals).sum(axis=1)[:, None]
        squares += move_squares
        yield squares, law.probability[i : i + step]


def _tail(law: TotalsLaw, scores: IntArray) -> float:
    observed = np.square(scores.sum(axis=0)).sum()
    blocks = squares_of_totals(law)
    share = sum(float((squares >= observed).mean(axis=1) @ weight) for squares, weight in blocks)
    return min(share, 1.0)


def _add_problem(
    totals: IntArray, probability: FloatArray, row: IntArray, base: int
) -> tuple[IntArray, FloatArray]:
    """Law of the totals after one more problem: every arrangement is equally likely."""
    moves = arrangements(row)
    k = row.size
    places = base ** np.arange(k - 1, dtype=np.int64)
    step = max(1, _BLOCK // len(moves))
    keys, weights = [], []
    for i in range(0, len(totals), step):
        sums = (totals[i : i + step, None, :] + moves).reshape(-1, k)
        sums.sort(axis=1)
        # The totals of a row add to a constant: all but the largest identify it.
        merged = _merge(sums[:, :-1] @ places, np.repeat(probability[i : i + step], len(moves)))
        keys.append(merged[0])
        weights.append(merged[1])
    key, weight = _merge(np.concatenate(keys), np.concatenate(weights))
    small = key[:, None] // places % base
    largest = int(totals[0].sum() + row.sum()) - small.sum(axis=1)
    return np.column_stack([small, largest]), weight / len(moves)


def _merge(keys: IntArray, weights: FloatArray) -> tuple[IntArray, FloatArray]:
    """Distinct keys, each with the sum of its weights."""
    order = np.argsort(keys)
    keys = keys[order]
    begins = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    return keys[begins], np.add.reduceat(weights[order], begins)


def sampled_pvalue(
    scores: FloatArray,
    extreme: Callable[[FloatArray], BoolArray],
    resamples: int,
    generator: np.random.Generator,
) -> Pvalue:
    """Estimate (1 + hits) / (1 + resamples), which is valid and never 0.

    `extreme` says of column totals (m, k) which are at least as extreme as the observed ones.
    """
    totals = sampled_totals(scores, resamples, generator)
    hits = sum(int(np.count_nonzero(extreme(block))) for block in totals)
    return estimated_pvalue(hits, resamples)


def sampled_totals(
    scores: FloatArray, resamples: int, generator: np.random.Generator
) -> Iterator[FloatArray]:
    """Column totals (m, k) of random permutations within the problems, in blocks."""
    n, k = scores.shape
    most = max(1, 4 * _BLOCK // (n * k))
    starts = range(0, resamples, most)
    for start in steps(starts, "random permutations", len(starts)):
        size = min(resamples - start, most)
        tables = generator.permuted(np.broadcast_to(scores, (size, n, k)), axis=-1)
        yield tables.sum(axis=1)


def estimated_pvalue(hits: int, resamples: int) -> Pvalue:
    """The p-value of so many random permutations as extreme as the data, with its error."""
    pvalue = (1 + hits) / (1 + resamples)
    error = math.sqrt(pvalue * (1 - pvalue) / resamples)
    return Pvalue(pvalue, "monte-carlo", error, resamples)


def _at_least(totals: FloatArray, scores: FloatArray) -> BoolArray:
    """Whether totals (m, k) are as unequal as those of `scores`, up to rounding errors."""
    expected = scores.sum() / scores.shape[1]
    observed = np.square(scores.sum(axis=0) - expected).sum()
    slack = 1e-12 * observed + 1e-13 * np.square(scores).sum()
    extreme: BoolArray = np.square(totals - expected).sum(axis=-1) >= observed - slack
    return extreme


def _all_totals(scores: FloatArray) -> FloatArray | None:
    """The totals of all permutations, the first problem fixed; None if they are too many.

    For scores that are on no common lattice, so that equal totals cannot be told to be equal.
    """
    problems = [np.unique(row, return_inverse=True) for row in scores[1:]]
    places = [places.astype(np.int64) for _, places in problems]
    if math.prod(map(arrangement_count, places)) > _ENUMERATED:
        return None
    totals = scores[:1]
    for (values, _), place in zip(problems, places, strict=True):
        totals = (totals[:, None, :] + values[arrangements(place)]).reshape(-1, scores.shape[1])
    return totals


# Two sums of squares, two statistics and their tails, for ranks of any number of tables.
#
# Most omnibus tests hold the squared column totals of some scores ("between" the algorithms)
# against the squared scores ("within" the problems), both about their means.


def between_totals(totals: FloatArray) -> FloatArray:
    """Sum of the squared deviations of column totals (..., k) from their mean."""
    between: FloatArray = np.square(totals - totals.mean(axis=-1, keepdims=True)).sum(axis=-1)
    return between


def within_problems(ranks: FloatArray) -> FloatArray:
    """Sum of the squared deviations of ranks (..., n, k) from their problem's mean."""
    squares = np.einsum("...ij,...ij->...", ranks, ranks)
    within: FloatArray = squares - np.square(ranks.sum(axis=-1)).sum(axis=-1) / ranks.shape[-1]
    return within


def chi_square_statistic(between: FloatArray, within: ArrayLike, k: int) -> FloatArray:
    """(k - 1) between / within; 0 if all values are tied, when both sums are 0."""
    return (k - 1) * quotient(between, np.maximum(within, 0.0))


def f_statistic(between: FloatArray, within: ArrayLike, n: int) -> FloatArray:
    """(n - 1) between / (n within - between); infinite if all problems rank alike."""
    rest = n * np.asarray(within, dtype=np.float64) - between
    return (n - 1) * quotient(between, np.maximum(rest, 0.0))


def chi_square_sf(statistic: ArrayLike, df: ArrayLike) -> FloatArray:
    """Probability that a chi-square variable exceeds `statistic`."""
    return np.asarray(chdtrc(df, statistic), dtype=np.float64)


def chi_square_tail(statistic: FloatArray, ranks: FloatArray, ties: str) -> FloatArray:
    """P-values of statistics (...) of ranks (..., n, k) by the chi-square distribution."""
    return chi_square_sf(statistic, ranks.shape[-1] - 1)


def f_tail(statistic: FloatArray, ranks: FloatArray, ties: str) -> FloatArray:
    """P-values of statistics (...) of ranks (..., n, k) by the F distribution.

    An infinite statistic, whose problems all rank alike, has the exact probability of that.
    """
    n, k = ranks.shape[-2:]
    pvalue = f_sf(statistic, k - 1, (k - 1) * (n - 1))
    for where in np.argwhere(np.isinf(statistic)):
        pvalue[tuple(where)] = _chance_of_identical_problems(ranks[tuple(where)])
    return pvalue


def _chance_of_identical_problems(ranks: FloatArray) -> float:
    """Probability that all problems rank like the first: (1 / k!)^(n - 1) without ties."""
    arrangements = arrangement_count(whole_scores(ranks[:1])[0][0])
    return math.exp(-(len(ranks) - 1) * math.log(arrangements))
