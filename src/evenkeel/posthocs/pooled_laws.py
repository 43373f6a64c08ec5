"""Laws of rank differences that are taken from all k algorithms: normal, calibrated, exact.

Under the hypothesis that all algorithms perform alike every order within a problem is equally
likely, which gives the difference of two rank totals one law, the same for every pair. If that
hypothesis is false, the law need not be that of a pair which is alike: see `POOLED`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.errors import InputError, Message, Option
from evenkeel.numerics.tails import normal_pvalue
from evenkeel.omnibus.permutation import within_problems
from evenkeel.posthocs.laws import ALL_ALIKE, LAWS, Law, Raw
from evenkeel.ranks.kernels import whole_scores
from evenkeel.ranks.registry import RANKINGS, Ranked, Tables
from evenkeel.references import REFERENCES

# The exact null law of the difference of two algorithms' rank totals, for all three rankings.
#
# If all algorithms perform alike, each problem gives two algorithms an ordered pair of its k ranks,
# all k (k - 1) of them equally likely, independently of the other problems. The law of the
# difference of two totals is thus a convolution of n small laws, and it is the same for every pair.
# For Friedman ranks without ties it is the law of Eisinga et al. (2017).


_WORK = 2_000_000_000  # multiplications and additions: one or two seconds
_PIECE = 4096


@dataclass(frozen=True, eq=False)
class DifferenceLaw:
    """Null law of the difference of two rank totals, symmetric about 0.

    Attributes
    ----------
    tail : ndarray
        P(difference >= 0, 1, 2, ... units).
    unit : float
        The lattice of the differences: they are multiples of it.
    """

    tail: FloatArray
    unit: float

    def pvalue(self, differences: ArrayLike) -> FloatArray:
        """Two-sided p-values P(|D| >= |d|) of differences d of rank totals, of any shape."""
        steps = np.rint(np.abs(np.asarray(differences, dtype=np.float64)) / self.unit)
        return np.minimum(2 * self.tail[steps.astype(np.intp)], 1.0)


def difference_law(ranks: FloatArray) -> DifferenceLaw:
    """Law of the difference of two rank totals, given the ranks (n, k) of each problem.

    It is remembered: all tables without ties share one law of Friedman ranks, and one of Quade's.

    Every probability is a sum of positive terms, or of terms that stay positive by a wide margin
    (see `_add_problem`), so that it keeps its relative accuracy far in the tails.
    """
    scores, unit = whole_scores(ranks)
    problems, repeats = np.unique(np.sort(scores, axis=1), axis=0, return_counts=True)
    return DifferenceLaw(_tail(problems.tobytes(), tuple(repeats.tolist()), ranks.shape[1]), unit)


@lru_cache(maxsize=64)
def _tail(problems_: bytes, repeats_: tuple[int, ...], k: int) -> FloatArray:
    """P(difference >= 0, 1, 2, ...) for problems of sorted whole scores, each so often."""
    problems = np.frombuffer(problems_, dtype=np.int64).reshape(-1, k)
    repeats = np.array(repeats_)
    n = int(repeats.sum())
    differing = problems[:, -1] > 0  # in a wholly tied problem all differences are 0
    problems, repeats = problems[differing], repeats[differing]
    dense = (repeats > 1) & (problems[:, -1] <= 4 * k)  # then powers cost less than additions
    groups = list(zip(problems[dense], repeats[dense].tolist(), strict=True))
    others = np.repeat(problems[~dense], repeats[~dense], axis=0)
    work = _work(groups, others)
    if work > _WORK:
        raise InputError(
            Message(
                f"the exact law for these {n} problems and {k} algorithms takes too long "
                f"to compute ({work:.0e} operations); use ",
                Option("method", "calibrated"),
                " or ",
                Option("method", "normal"),
            )
        )
    law = np.ones(1)
    for problem, repeat in groups:
        law = _convolve(law, _power(_one_problem(problem), repeat))
    for problem in others:
        law = _add_problem(law, problem)
    tail: FloatArray = np.cumsum(law[law.size // 2 :][::-1])[::-1]
    tail.flags.writeable = False
    return tail


def exact_pvalues(ranks: FloatArray, differences: FloatArray) -> FloatArray:
    """Two-sided p-values of differences (..., m) of rank totals, by the laws of tables (..., n, k).

    Tables with the same problems, up to the order of problems and algorithms, share one law.
    """
    n, k = ranks.shape[-2:]
    problems = np.sort(ranks, axis=-1).reshape(-1, k)
    if (problems == problems[0]).all():
        return difference_law(problems[:n]).pvalue(differences)
    numbers = np.unique(problems, axis=0, return_inverse=True)[1].reshape(-1, n)
    _, example, number = np.unique(
        np.sort(numbers, axis=1), axis=0, return_index=True, return_inverse=True
    )
    tables, rows = ranks.reshape(-1, n, k), differences.reshape(-1, differences.shape[-1])
    order = np.argsort(number, axis=None, kind="stable")
    ends = np.cumsum(np.bincount(number.ravel()))
    pvalue = np.empty(rows.shape)
    for table, members in zip(tables[example], np.split(order, ends[:-1]), strict=True):
        pvalue[members] = difference_law(table).pvalue(rows[members])
    return pvalue.reshape(differences.shape)


def _one_problem(problem: IntArray) -> FloatArray:
    """Law of the difference of two ranks of one problem, on -spread, ..., spread."""
    k = problem.size
    counts = np.bincount(problem).astype(np.float64)
    pairs = np.correlate(counts, counts, "full")
    pairs[pairs.size // 2] -= k  # no algorithm is paired with itself
    law: FloatArray = pairs / (k * (k - 1))
    return law


def _power(law: FloatArray, exponent: int) -> FloatArray:
    """Law of the sum of `exponent` independent variables, by repeated squaring."""
    power = law
    for bit in bin(exponent)[3:]:
        power = _convolve(power, power)
        if bit == "1":
            power = _convolve(power, law)
    return power


def _convolve(first: FloatArray, second: FloatArray) -> FloatArray:
    """Convolution in pieces: longer ones are split among threads, which costs more than it saves.

    It is direct, since a Fourier transform would lose the relative accuracy of the tails.
    """
    if second.size <= _PIECE:
        return np.convolve(first, second)
    convolution = np.zeros(first.size + second.size - 1)
    for begin in range(0, second.size, _PIECE):
        piece = np.convolve(first, second[begin : begin + _PIECE])
        convolution[begin : begin + piece.size] += piece
    return convolution


def _add_problem(law: FloatArray, problem: IntArray) -> FloatArray:
    """Convolve `law` with that of one problem, by 2 k shifted additions instead of k (k - 1).

    All k^2 pairs of ranks are added and the k pairs of a rank with itself subtracted. As half of
    a symmetric law lies above 0, the tail of the sum is at least half that of `law`: what is
    subtracted is at most 2 / (k - 1) of what remains, and the tail keeps its relative accuracy.
    """
    k, spread = problem.size, int(problem[-1])
    shifts = problem.tolist()
    once = np.zeros(law.size + spread)
    for shift in shifts:
        once[shift : shift + law.size] += law
    twice = np.zeros(law.size + 2 * spread)
    for shift in shifts:
        twice[spread - shift : spread - shift + once.size] += once
    twice[spread : spread + law.size] -= k * law
    twice /= k * (k - 1)
    return np.maximum(twice, 0.0, out=twice)


def _work(groups: list[tuple[IntArray, int]], others: IntArray) -> float:
    """Number of operations that `difference_law` needs."""
    work, length = 0.0, 1.0
    for problem, repeat in groups:
        added = 2.0 * int(problem[-1]) * repeat
        work += added * (added / 2 + length)
        length += added
    lengths = length + np.cumsum(2.0 * others[:, -1])
    return float(work + 2 * others.shape[1] * lengths.sum())


#: What the p-values suppose, and what comes of it; docs/calibration.md has the rates.
POOLED = (
    "These p-values suppose that all k algorithms are alike, not only the two of a pair. Where the "
    "ranks of a pair vary more than those of the others, two algorithms that are alike are "
    "separated too often, where less, too seldom, and no procedure of adjustment makes that good "
    "(Benavoli, Corani and Mangili 2016, Journal of Machine Learning Research 17(5):1-10). "
    "Wilcoxon's p-values and those of the sign test look at the two columns alone; the paired ones "
    "at the ranks of the two, which the others can still turn."
)

_BLOCK_CELLS = 1 << 18  # differences held at a time


def pair_differences(values: FloatArray, pairs: IndexArray) -> FloatArray:
    """Second less first of each pair of positions: values (..., k) to differences (..., m)."""
    differences: FloatArray = values[..., pairs[:, 1]] - values[..., pairs[:, 0]]
    return differences


def over_problems(
    reduce: Callable[[FloatArray], FloatArray], values: FloatArray, pairs: IndexArray
) -> FloatArray:
    """What `reduce` makes of the differences (..., m, n) of values (..., n, k), in blocks."""
    columns = np.ascontiguousarray(np.swapaxes(values, -1, -2))
    step = max(1, _BLOCK_CELLS // columns[..., 0, :].size)
    return np.concatenate(
        [
            reduce(columns[..., block[:, 1], :] - columns[..., block[:, 0], :])
            for block in np.split(pairs, range(step, len(pairs), step))
        ],
        axis=-1,
    )


def permutation_standard_error(ranked: Ranked) -> FloatArray:
    """Standard error (...) of a difference of average ranks under permutations within problems."""
    variance = 2 * within_problems(ranked.ranks) / (ranked.ranks.shape[-1] - 1)
    error: FloatArray = np.sqrt(variance) / ranked.weights.sum(axis=-1)
    return error


def standardised(differences: FloatArray, error: FloatArray) -> FloatArray:
    """Differences over their standard errors; 0 where both are 0."""
    shape = np.broadcast_shapes(differences.shape, error.shape)
    return np.divide(differences, error, out=np.zeros(shape), where=error > 0)


def _normal(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The normal tail with the documents' standard error, equations (12) to (14)."""
    return _normal_of_averages(tables.by(ranking).average, tables.n, pairs, ranking)


def _normal_of_averages(
    average: FloatArray, n: int, pairs: IndexArray, ranking: str, within: FloatArray | None = None
) -> Raw:
    error = np.full((1,), RANKINGS.lookup(ranking).standard_error(n, average.shape[-1]))
    return _by_normal_tail(average, pairs, error)


def _calibrated(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The normal tail with the exact standard error, given the ties."""
    error = permutation_standard_error(tables.by(ranking))[..., None]
    return _by_normal_tail(tables.by(ranking).average, pairs, error)


def _calibrated_of_averages(
    average: FloatArray, n: int, pairs: IndexArray, ranking: str, within: FloatArray
) -> Raw:
    error = np.sqrt(2 * within / (average.shape[-1] - 1)) / n
    return _by_normal_tail(average, pairs, error[..., None])


def _by_normal_tail(average: FloatArray, pairs: IndexArray, error: FloatArray) -> Raw:
    z = standardised(pair_differences(average, pairs), error)
    return Raw(normal_pvalue(z, "two-sided"), z, error)


def _exact(tables: Tables, pairs: IndexArray, ranking: str) -> Raw:
    """The exact law, a convolution of one small law a problem."""
    ranked = tables.by(ranking)
    error = permutation_standard_error(ranked)[..., None]
    totals = pair_differences(ranked.ranks.sum(axis=-2), pairs)
    z = standardised(pair_differences(ranked.average, pairs), error)
    return Raw(exact_pvalues(ranked.ranks, totals), z, error)


LAWS.register(
    Law(
        "normal",
        "normal",
        "the normal approximation with the documents' standard error",
        ALL_ALIKE,
        _normal,
        REFERENCES["derrac2011"],
        caveat=POOLED,
        caveats=True,
        of_averages=_normal_of_averages,
    )
)
LAWS.register(
    Law(
        "calibrated",
        "calibrated",
        "the normal approximation with the variance given the ties",
        ALL_ALIKE,
        _calibrated,
        REFERENCES["derrac2011"],
        caveat=POOLED,
        of_averages=_calibrated_of_averages,
    )
)
LAWS.register(
    Law(
        "exact",
        "exact",
        "the exact permutation law within problems",
        ALL_ALIKE,
        _exact,
        REFERENCES["eisinga2017"],
        caveat=POOLED,
        quick=False,
    )
)
