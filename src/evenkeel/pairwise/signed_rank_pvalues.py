"""From sums of signed ranks to z and p-values, for one pair or many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.errors import InputError, choice
from evenkeel.numerics.tails import ALTERNATIVES, Alternative, normal_pvalue
from evenkeel.pairwise.signed_rank_law import tied_pvalue, untied_pvalues
from evenkeel.pairwise.signed_ranks import ZEROS, SignedRanks, Zeros, nonzero_ranks

Method = Literal["exact", "normal"]

#: ``method="auto"`` is exact up to so many differences that are not zero.
EXACT_LIMIT = 1000

_BLOCK_PAIRS = 1000  # pairs with ties whose ranks are held at a time


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
                "continuity=True corrects the normal approximation, and method='exact' has none; "
                "leave one of them out"
            )


def z_scores(sums: SignedRanks, options: Options) -> FloatArray:
    """Standardised R+: its mean is that of a fair split, its variance that of the sign law.

    Given the ranks, R+ less the share of the zeros is a sum of independent terms that are 0 or
    rank with probability 1/2: the variance is the sum of the squared ranks over 4, which for
    ranks 1..n without ties is n(n + 1)(2n + 1)/24.
    """
    excess = (sums.plus - sums.minus) / 2
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

    `rows` gives the differences of some pairs, which the exact law needs where there are ties. All
    pairs without ties and zeros share one law; a pair with ties or zeros needs a law of its own,
    and ``"auto"`` is exact for it up to `irregular_limit` differences.
    """
    if options.method == "auto":
        irregular = (sums.tied > 0) | (sums.zeros > 0)
        exact = sums.nonzero <= np.where(irregular, irregular_limit, EXACT_LIMIT)
    else:
        exact = np.full(sums.plus.size, options.method == "exact")
    pvalue = np.empty(sums.plus.size)
    approximate = ~exact
    pvalue[approximate] = normal_pvalue(z_scores(sums, options)[approximate], options.alternative)
    untied = exact & (sums.tied == 0)
    for zeros in np.unique(sums.zeros[untied]):
        # Without ties the ranks that are not those of zeros are consecutive.
        members = untied & (sums.zeros == zeros)
        shift = int(sums.shift[members][0])
        pvalue[members] = untied_pvalues(
            sums.plus[members], int(zeros) + 1 - shift, int(sums.n) - shift, options.alternative
        )
    tied = np.flatnonzero(exact & (sums.tied > 0))
    for start in range(0, tied.size, _BLOCK_PAIRS):
        members = tied[start : start + _BLOCK_PAIRS]
        ranks = nonzero_ranks(rows(members), options.zeros)
        pvalue[members] = [
            tied_pvalue(own[own > 0], plus, options.alternative)
            for own, plus in zip(ranks, sums.plus[members].tolist(), strict=True)
        ]
    return pvalue, exact
