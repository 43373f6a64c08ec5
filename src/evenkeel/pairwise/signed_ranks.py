"""Sums of signed ranks, of one pair of algorithms or of many: the kernel of Wilcoxon's test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from evenkeel._types import FloatArray, IndexArray, IntArray
from evenkeel.numerics.differences import rounded_differences
from evenkeel.ranks.kernels import rank_rows

Zeros = Literal["split", "pratt", "drop"]
ZEROS: tuple[Zeros, ...] = ("split", "pratt", "drop")

_BLOCK_CELLS = 1 << 16  # differences handled at a time: keeps the working memory in the cache
# Absolute differences further apart than this share of the largest value cannot be tied, nor can
# one further from zero be zero: eight half units in the last place (see rounded_differences),
# doubled because the fast kernel drops the last bit.
_APART = 2.0**-49


@dataclass(frozen=True, eq=False)
class SignedRanks:
    """Sums of ranks of m pairs on n problems, one entry a pair; or each on its own n.

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


def signed_ranks(advantages: FloatArray, treatment: Zeros) -> SignedRanks:
    """Rank the absolute values of each row of rounded `advantages` (m, n) and sum by sign."""
    return _treat(advantages.shape[1], _raw_sums(advantages), treatment)


def signed_ranks_of_pairs(losses: FloatArray, pairs: IndexArray, treatment: Zeros) -> SignedRanks:
    """Signed ranks of the `pairs` (m, 2) of columns of `losses` (n, k), in blocks."""
    columns = np.ascontiguousarray(losses.T)
    apart = _APART * np.abs(columns).max(axis=1)
    raw = np.empty((5, len(pairs)))
    step = max(1, _BLOCK_CELLS // columns.shape[1])
    for start in range(0, len(pairs), step):
        first, second = pairs[start : start + step].T
        block = raw[:, start : start + step]
        block[:], gap = _raw_sums_without_ties(columns[second] - columns[first])
        close = gap <= np.maximum(apart[first], apart[second])
        if close.any():
            rounded = rounded_differences(columns[second[close]], columns[first[close]])
            block[:, close] = _raw_sums(rounded)
    return _treat(losses.shape[0], raw, treatment)


def nonzero_ranks(advantages: FloatArray, treatment: Zeros) -> FloatArray:
    """Ranks within each row of rounded `advantages` (m, n), ties averaged, 0 for the zeros."""
    zero = advantages == 0
    shift = _left_out(np.count_nonzero(zero, axis=1), treatment)
    return np.where(zero, 0.0, rank_rows(np.abs(advantages)) - shift[:, None])


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


def _raw_sums(advantages: FloatArray) -> FloatArray:
    """Of each row: sum of the plus ranks, sum of squares, numbers of plus, of zeros, of ties."""
    size = np.abs(advantages)
    ranks = rank_rows(size)
    size.sort(axis=1)
    same = size[:, 1:] == size[:, :-1]
    shared = np.zeros(size.shape, dtype=bool)
    shared[:, 1:] |= same
    shared[:, :-1] |= same
    return np.stack(
        [
            (ranks * (advantages > 0)).sum(axis=1),
            (ranks**2 * (advantages != 0)).sum(axis=1),
            np.count_nonzero(advantages > 0, axis=1),
            np.count_nonzero(advantages == 0, axis=1),
            np.count_nonzero(shared & (size > 0), axis=1),
        ]
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
