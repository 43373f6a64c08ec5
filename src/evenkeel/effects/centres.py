"""Where the differences of two algorithms have their centre: tests and intervals, row by row.

Each row of an array (r, n) holds the differences of one pair, or of one pair of one table of a
study. Wilcoxon's test speaks of the centre about which differences are symmetric, and without
symmetry of the pseudo-median; the sign test of the median, whatever the law.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IntArray
from evenkeel.errors import Message, Option
from evenkeel.numerics.differences import HALF_ULP, without_noise
from evenkeel.numerics.scaling import in_range, unscaled
from evenkeel.numerics.tails import Alternative
from evenkeel.pairwise.sign import sign_pvalues, sign_test_critical
from evenkeel.pairwise.signed_rank_pairs import IRREGULAR_LIMIT
from evenkeel.pairwise.signed_rank_pvalues import Options, pvalues
from evenkeel.pairwise.signed_ranks import SignedRanks, Zeros, signed_ranks
from evenkeel.pairwise.walsh import walsh_intervals

CentreTest = Literal["wilcoxon", "sign"]

#: Estimates, the ends of their intervals, and the confidence that these really have.
Intervals = tuple[FloatArray, FloatArray, FloatArray, float]


@dataclass(frozen=True)
class Centre:
    """A test of the centre of differences, and the interval that belongs to it.

    Attributes
    ----------
    title, centre, supposes
        What it is called, what its centre is, and a sentence on what it supposes.
    above
        ``above(rows)`` gives one-sided p-values of "the centre is not above 0", and which of them
        are exact. A difference of 0 counts against the claim that it is above.
    apart
        ``apart(rows)`` gives two-sided p-values of "the centre is 0", on which side the
        differences lie (-1, 0 or 1), and which p-values are exact.
    interval
        ``interval(rows, confidence)`` estimates the centres.
    """

    title: str
    centre: str
    supposes: str
    above: Callable[[FloatArray], tuple[FloatArray, BoolArray]]
    apart: Callable[[FloatArray], tuple[FloatArray, IntArray, BoolArray]]
    interval: Callable[[FloatArray, float], Intervals]


def within(
    differences: FloatArray,
    errors: FloatArray,
    bounds: tuple[float, float],
    bound_error: float,
    test: CentreTest,
) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Two one-sided p-values of each row, and whether both are exact.

    The first is of "the centre is not above the lower bound", the second of "it is not below the
    upper one". `errors` says how far each difference may be from the true one, `bound_error` the
    same of a bound, as a share of it.
    """
    above = CENTRES[test].above
    low, high = (
        without_noise(
            differences - bound,
            errors + bound_error * abs(bound) + HALF_ULP * np.abs(differences - bound),
        )
        for bound in bounds
    )
    p_low, exact_low = above(low)
    p_high, exact_high = above(-high)
    return p_low, p_high, exact_low & exact_high


def _wilcoxon_above(rows: FloatArray) -> tuple[FloatArray, BoolArray]:
    # The least of all numbers in place of 0: it ranks first, and has the sign that speaks against.
    against = np.where(rows == 0, -np.finfo(np.float64).smallest_subnormal, rows)
    return _signed_ranks(against, "pratt", "better")[1:]


def _wilcoxon_apart(rows: FloatArray) -> tuple[FloatArray, IntArray, BoolArray]:
    sums, pvalue, exact = _signed_ranks(rows, "split", "two-sided")
    return pvalue, np.sign(sums.plus - sums.minus).astype(np.int64), exact


def _signed_ranks(
    rows: FloatArray, zeros: Zeros, alternative: Alternative
) -> tuple[SignedRanks, FloatArray, BoolArray]:
    sums = signed_ranks(rows, zeros)
    options = Options(zeros, "auto", alternative, continuity=False)
    return sums, *pvalues(sums, lambda members: rows[members], options, IRREGULAR_LIMIT)


def _wilcoxon_intervals(rows: FloatArray, confidence: float) -> Intervals:
    values, power = in_range(rows)
    found = walsh_intervals(values, confidence)
    ends = (unscaled(part, power) for part in (found.estimate, found.low, found.high))
    estimate, low, high = ends
    return estimate, low, high, found.attained


def _sign_above(rows: FloatArray) -> tuple[FloatArray, BoolArray]:
    plus = (rows > 0).sum(axis=1)
    n = rows.shape[1]
    return sign_pvalues(plus, n - plus, n, "better"), np.ones(len(rows), dtype=bool)


def _sign_apart(rows: FloatArray) -> tuple[FloatArray, IntArray, BoolArray]:
    plus, minus = (rows > 0).sum(axis=1), (rows < 0).sum(axis=1)
    pvalue = sign_pvalues(plus, minus, rows.shape[1], "two-sided", "drop")
    return pvalue, np.sign(plus - minus), np.ones(len(rows), dtype=bool)


def _sign_intervals(rows: FloatArray, confidence: float) -> Intervals:
    """The medians, and the order statistics between which the sign test does not reject."""
    ordered, n = np.sort(rows, axis=1), rows.shape[1]
    wins = sign_test_critical(n, (1 - confidence) / 2, alternative="one-sided")
    place = 0 if wins is None else n - wins
    tail = sign_pvalues(np.array([place]), np.array([n - place]), n, "worse")
    middle = ordered[:, (n - 1) // 2] / 2 + ordered[:, n // 2] / 2
    return middle, ordered[:, place], ordered[:, n - 1 - place], 1 - 2 * float(tail[0])


#: The tests, by name.
CENTRES: Mapping[str, Centre] = {
    "wilcoxon": Centre(
        "Wilcoxon's signed-rank test",
        "the Hodges-Lehmann estimate",
        Message(
            "It supposes that differences are symmetric about their centre; if they "
            "are skewed, it may claim equivalence too often, and ",
            Option("test", "sign"),
            " is exact for the median.",
        ),
        _wilcoxon_above,
        _wilcoxon_apart,
        _wilcoxon_intervals,
    ),
    "sign": Centre(
        "the sign test",
        "the median",
        "It speaks of the median of the differences, whatever their law.",
        _sign_above,
        _sign_apart,
        _sign_intervals,
    ),
}
