"""From sums of signed ranks to z and p-values, for one pair or many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.numerics.tails import ALTERNATIVES, Alternative, normal_pvalue
from evenkeel.pairwise.signed_rank_law import (
    equal_pvalues,
    saddle_point_pvalues,
    tied_pvalue,
    untied_pvalues,
)
from evenkeel.pairwise.signed_ranks import ZEROS, SignedRanks, Zeros, nonzero_ranks

Method = Literal["exact", "saddle-point", "normal"]

#: ``method="auto"`` is exact up to so many differences that are not zero.
EXACT_LIMIT = 1000

_EXACT_WORK = 1 << 19  # additions for a pair with ties, whatever its number of differences
_BLOCK_CELLS = 1 << 20  # ranks of pairs with ties that are held at a time


@dataclass(frozen=True)
class Options:
    """The options that a signed-rank test takes, checked."""

    zeros: Zeros
    method: Literal["auto", "exact", "normal"]
    alternative: Alternative
    continuity: bool

    def __post_init__(self) -> None:
        choice(self.zeros, ZEROS, "treatment of zero differences")
        choice(self.method, ("auto", "exact", "normal"), "method")
        choice(self.alternative, ALTERNATIVES, "alternative")
        if self.continuity and self.method == "exact":
            raise InputError(
                Message(
                    Option("continuity", True),
                    " corrects the normal approximation, and ",
                    Option("method", "exact"),
                    " has none; leave one of them out",
                )
            )

    @property
    def approximation(self) -> Method:
        """How a p-value is computed where it is not exact; only the normal one is corrected."""
        return "normal" if self.method == "normal" or self.continuity else "saddle-point"


def z_scores(sums: SignedRanks, options: Options) -> FloatArray:
    """Standardised R+: its mean is that of a fair split, its variance that of the sign law.

    Given the ranks, R+ less the share of the zeros is a sum of independent terms that are 0 or
    rank with probability 1/2: the variance is the sum of the squared ranks over 4, which for
    ranks 1..n without ties is n(n + 1)(2n + 1)/24.
    """
    excess = sums.excess / 2
    if options.continuity:
        towards = {"two-sided": np.sign(excess), "better": np.array(1), "worse": np.array(-1)}
        excess = excess - 0.5 * towards[options.alternative]
    deviation = np.sqrt(sums.squares) / 2
    # Without any difference there is no deviation, and no evidence either way.
    return np.divide(excess, deviation, out=np.zeros_like(excess), where=deviation > 0)


def pvalues(
    sums: SignedRanks,
    rows: Callable[[IndexArray], FloatArray],
    options: Options,
    irregular_limit: int,
) -> tuple[FloatArray, BoolArray]:
    """P-values of all pairs and which of them are exact.

    `rows` gives the differences of some pairs, which their law needs where there are ties. All
    pairs without ties and zeros share one law; a pair with ties or zeros needs a law of its own,
    and ``"auto"`` is exact for it up to `irregular_limit` differences, and beyond that if all ranks
    are equal or the smaller sum of ranks is so small that few additions do. The others are by
    `Options.approximation`.
    """
    alternative = options.alternative
    equal = _equal_ranks(sums)
    exact = np.full(sums.plus.size, options.method == "exact")
    if options.method == "auto":
        irregular = (sums.tied > 0) | (sums.zeros > 0)
        exact = sums.nonzero <= np.where(irregular, irregular_limit, EXACT_LIMIT)
        work = sums.nonzero * (2 * np.minimum(sums.plus, sums.minus) + 1)
        exact |= equal | ((sums.tied > 0) & (work <= _EXACT_WORK))
    pvalue = normal_pvalue(z_scores(sums, options), alternative)
    lawful = exact | (options.approximation == "saddle-point")
    untied = lawful & (sums.tied == 0)
    for zeros in np.unique(sums.zeros[untied]):
        # Without ties the ranks that are not those of zeros are consecutive.
        members = untied & (sums.zeros == zeros)
        shift = int(sums.shift[members][0])
        lowest, highest = int(zeros) + 1 - shift, int(sums.n) - shift
        if exact[members].all():
            pvalue[members] = untied_pvalues(sums.plus[members], lowest, highest, alternative)
        else:
            ranks = np.arange(float(lowest), highest + 1)
            pvalue[members] = saddle_point_pvalues(ranks, sums.excess[members], alternative)
    members = exact & equal
    count, plus, minus = sums.nonzero[members], sums.plus[members], sums.minus[members]
    pvalue[members] = equal_pvalues(np.rint(count * plus / (plus + minus)), count, alternative)
    tied = np.flatnonzero(lawful & (sums.tied > 0) & ~members)
    step = max(1, _BLOCK_CELLS // int(np.max(sums.n)))
    for start in range(0, tied.size, step):
        block = tied[start : start + step]
        ranks = nonzero_ranks(rows(block), options.zeros)
        for place in np.flatnonzero(exact[block]).tolist():
            own, total = ranks[place], float(sums.plus[block[place]])
            pvalue[block[place]] = tied_pvalue(own[own > 0], total, alternative)
        others = ~exact[block]
        if others.any():
            excess = sums.excess[block[others]]
            pvalue[block[others]] = saddle_point_pvalues(ranks[others], excess, alternative)
    return pvalue, exact


def _equal_ranks(sums: SignedRanks) -> BoolArray:
    """Which pairs have ties and one rank only: of two, their variance is no matter of rounding."""
    squared = np.square(sums.plus + sums.minus)
    return (sums.tied > 0) & np.isclose(sums.nonzero * sums.squares, squared, rtol=1e-9)
