"""Sums of signed ranks of one pair or of many, and their z and p-values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Literal

import numpy as np

from evenkeel._types import BoolArray, FloatArray, IndexArray, IntArray
from evenkeel.errors import InputError, Message, Option, choice
from evenkeel.numerics.arrays import errors_of_differences, sort_rows
from evenkeel.numerics.tails import Alternative, by_alternative, check_alternative, normal_pvalue
from evenkeel.pairwise.signed_rank_law import (
    equal_tails,
    saddle_tails,
    tied_tails,
    untied_tails,
)
from evenkeel.ranks.kernels import shared_places

# Sums of signed ranks, of one pair of algorithms or of many: the kernel of Wilcoxon's test.


Zeros = Literal["split", "pratt", "drop"]
ZEROS: tuple[Zeros, ...] = ("split", "pratt", "drop")

_BLOCK_CELLS = 1 << 16  # differences handled at a time: keeps the working memory in the cache
# Absolute differences further apart than this share of the largest value cannot be tied, nor can
# one further from zero be zero: eight half units in the last place (see rounded_differences),
# doubled because the fast kernel drops the last bit.
_APART = 2.0**-49


@dataclass(frozen=True, eq=False)
class SignedRanks:
    """Sums of ranks of m pairs on n problems, one entry per pair; or each on its own n.

    `plus` and `minus` are the sums over the differences that are not zero; `share` is what the
    zeros add to either of them; `squares` is the sum of the squared ranks that are not those of
    zeros; `zeros` and `tied` count the zeros and the other differences that share their absolute
    value; `shift` is how many zeros were left out before ranking.
    """

    n: int | IntArray
    plus: FloatArray
    minus: FloatArray
    share: FloatArray
    squares: FloatArray
    zeros: IntArray
    tied: IntArray
    shift: IntArray

    @property
    def nonzero(self) -> IntArray:
        """How many differences are not zero."""
        return self.n - self.zeros

    @property
    def excess(self) -> FloatArray:
        """R+ less R-."""
        return self.plus - self.minus


def signed_ranks(
    advantages: FloatArray, treatment: Zeros, errors: FloatArray | None = None
) -> tuple[SignedRanks, FloatArray]:
    """Rank the absolute values of each row of `advantages` (m, n) and sum by sign.

    Absolute values that could coincide within their `errors` are tied, and what could be zero is
    zero. Beside the sums are the ranks of each row in increasing order, 0 for the zeros.
    """
    size = np.abs(advantages)
    if errors is not None:
        zero = size <= errors
        size, errors = np.where(zero, 0.0, size), np.where(zero, 0.0, errors)
    ordered, source = sort_rows(size)
    new = np.ones(ordered.shape, dtype=bool)
    if errors is None:
        np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
    else:
        error = errors.ravel()[source].reshape(ordered.shape)
        gap = ordered[:, 1:] - ordered[:, :-1]
        np.greater(gap, error[:, 1:] + error[:, :-1], out=new[:, 1:])
    ranks = shared_places(new)[0].reshape(ordered.shape)
    nonzero = ordered > 0
    positive = (advantages.ravel()[source] > 0).reshape(ordered.shape) & nonzero
    alone = new.copy()
    alone[:, :-1] &= new[:, 1:]
    raw = np.stack(
        [
            (ranks * positive).sum(axis=1),
            (np.square(ranks) * nonzero).sum(axis=1),
            np.count_nonzero(positive, axis=1),
            ordered.shape[1] - np.count_nonzero(nonzero, axis=1),
            np.count_nonzero(nonzero & ~alone, axis=1),
        ]
    )
    sums = _treat(ordered.shape[1], raw, treatment)
    return sums, np.where(nonzero, ranks - sums.shift[:, None], 0.0)


def ranked_pairs(
    losses: FloatArray, pairs: IndexArray, treatment: Zeros
) -> Iterator[tuple[SignedRanks, FloatArray]]:
    """What `signed_ranks` gives of the `pairs` (m, 2) of columns of `losses` (n, k), in blocks.

    The ranks are there for the rows that have ties.
    """
    columns = np.ascontiguousarray(losses.T)
    apart = _APART * np.abs(columns).max(axis=1)
    n = columns.shape[1]
    for block in np.array_split(pairs, max(1, -(-len(pairs) * n // _BLOCK_CELLS))):
        first, second = block.T
        raw, gap = _raw_sums_without_ties(columns[second] - columns[first])
        sums, ranks = _treat(n, raw, treatment), np.zeros((len(block), n))
        close = gap <= np.maximum(apart[first], apart[second])
        if close.any():
            rows = columns[second[close]], columns[first[close]]
            found, ranks[close] = signed_ranks(
                rows[0] - rows[1], treatment, errors_of_differences(*rows)
            )
            for field in fields(SignedRanks)[1:]:
                getattr(sums, field.name)[close] = getattr(found, field.name)
        yield sums, ranks


def _left_out(zeros: IntArray, treatment: Zeros) -> IntArray:
    """How many of the `zeros` are left out before the absolute differences are ranked.

    ``"split"``: one if their number is odd, so that the rest can be split evenly; ``"pratt"``:
    none; ``"drop"``: all. The zeros have the lowest ranks, so leaving one out lowers every other
    rank by one.
    """
    if treatment == "split":
        return zeros % 2
    return zeros if treatment == "drop" else np.zeros_like(zeros)


def _treat(n: int, raw: FloatArray, treatment: Zeros) -> SignedRanks:
    """Apply the treatment of zeros to sums in which the zeros were ranked with the rest."""
    plus, squares = raw[:2]
    positive, zeros, tied = raw[2:].astype(np.int64)
    shift = _left_out(zeros, treatment)
    kept = zeros - shift if treatment == "split" else np.zeros_like(zeros)
    total = (n * (n + 1) - zeros * (zeros + 1)) / 2
    nonzero = n - zeros
    return SignedRanks(
        n,
        plus=plus - shift * positive,
        minus=total - plus - shift * (nonzero - positive),
        share=kept * (kept + 1) / 4,  # half the sum 1 + ... + kept, to either side
        squares=squares - shift * (2 * total - shift * nonzero),  # of rank - shift
        zeros=zeros,
        tied=tied,
        shift=shift,
    )


def _raw_sums_without_ties(advantages: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The raw sums of rows without ties and zeros, and the smallest gap that vouches for it.

    The sort moves one integer a difference: the bits of its absolute value, the last of which
    holds the sign. Sorting is twice as fast as an argsort.
    """
    keys = np.abs(advantages).view(np.int64)
    keys &= ~1
    keys |= advantages > 0
    keys.sort(axis=1)
    plus = (keys & 1).astype(np.float64)
    places = np.arange(1.0, keys.shape[1] + 1)
    keys &= ~1
    size = keys.view(np.float64)
    gap = np.minimum((size[:, 1:] - size[:, :-1]).min(axis=1), size[:, 0])
    raw = np.zeros((5, len(keys)))
    raw[0], raw[1], raw[2] = plus @ places, places @ places, plus.sum(axis=1)
    return raw, gap


# From sums of signed ranks to z and p-values, for one pair or many.


Method = Literal["exact", "saddle-point", "normal"]

#: ``method="auto"`` is exact up to so many differences that are not zero.
EXACT_LIMIT = 1000

_EXACT_WORK = 1 << 19  # additions for a pair with ties, whatever its number of differences


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
        check_alternative(self.alternative)
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


def pvalues(sums: SignedRanks, tails: FloatArray, exact: BoolArray, options: Options) -> FloatArray:
    """P-values of the alternative from what `tails_of` gives."""
    pvalue = by_alternative(tails, options.alternative)
    if options.approximation == "normal":
        return np.where(exact, pvalue, normal_pvalue(z_scores(sums, options), options.alternative))
    return pvalue


def tails_of(
    sums: SignedRanks, ranks: FloatArray, options: Options, irregular_limit: int
) -> tuple[FloatArray, BoolArray]:
    """Tails (2, m) of all pairs, "better" and "worse", and which of them are exact.

    `ranks` are those of each pair in increasing order, 0 for the zeros, which its law needs where
    there are ties. All pairs without ties share one law for each number of zeros; a pair with ties
    needs a law of its own. ``"auto"`` is exact for a pair with ties or zeros up to
    `irregular_limit` differences, and beyond that if all ranks are equal or the smaller sum of
    ranks is so small that few additions do. The others are by `Options.approximation`.
    """
    equal = _equal_ranks(sums)
    exact = np.full(sums.plus.size, options.method == "exact")
    if options.method == "auto":
        irregular = (sums.tied > 0) | (sums.zeros > 0)
        exact = sums.nonzero <= np.where(irregular, irregular_limit, EXACT_LIMIT)
        work = sums.nonzero * (2 * np.minimum(sums.plus, sums.minus) + 1)
        exact |= equal | ((sums.tied > 0) & (work <= _EXACT_WORK))
    one_sided: tuple[Alternative, ...] = ("better", "worse")
    tails = np.stack(
        [normal_pvalue(z_scores(sums, replace(options, alternative=a)), a) for a in one_sided]
    )
    lawful = exact | (options.approximation == "saddle-point")
    untied = lawful & (sums.tied == 0)
    for zeros in np.unique(sums.zeros[untied]):
        # Without ties the ranks that are not those of zeros are consecutive.
        members = untied & (sums.zeros == zeros)
        shift = int(sums.shift[members][0])
        lowest, highest = int(zeros) + 1 - shift, int(sums.n) - shift
        if exact[members].all():
            tails[:, members] = untied_tails(sums.plus[members], lowest, highest)
        else:
            consecutive = np.arange(float(lowest), highest + 1)
            tails[:, members] = saddle_tails(consecutive, sums.excess[members])
    members = exact & equal
    count, plus, minus = sums.nonzero[members], sums.plus[members], sums.minus[members]
    tails[:, members] = equal_tails(np.rint(count * plus / (plus + minus)), count)
    tied = lawful & (sums.tied > 0) & ~members
    for place in np.flatnonzero(tied & exact).tolist():
        own = ranks[place]
        tails[:, place] = tied_tails(own[own > 0], float(sums.plus[place]))
    others = tied & ~exact
    if others.any():
        tails[:, others] = saddle_tails(ranks[others], sums.excess[others])
    return tails, exact


def _equal_ranks(sums: SignedRanks) -> BoolArray:
    """Which pairs have ties and one rank only: of two, their variance is no matter of rounding."""
    squared = np.square(sums.plus + sums.minus)
    return (sums.tied > 0) & np.isclose(sums.nonzero * sums.squares, squared, rtol=1e-9)
