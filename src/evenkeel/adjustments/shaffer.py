"""Shaffer's two procedures, and how the exhaustive sets are found for any k."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments.exhaustive import (
    LARGEST_BY_SUBSETS,
    LARGEST_ENUMERATED,
    dynamic_by_sets,
    dynamic_by_subsets,
)
from evenkeel.adjustments.lines import check_positions, largest_beginnings, place_on_line
from evenkeel.adjustments.registry import multiple
from evenkeel.errors import InputError, Message, Option
from evenkeel.families import Family
from evenkeel.numerics.arrays import sort_rows

# Which way an adjustment that needs the exhaustive sets is computed, for any number k.


def adjust_by_best_way(
    title: str,
    p: FloatArray,
    family: Family,
    positions: ArrayLike | None,
    *,
    by_sets: Callable[[FloatArray, int], FloatArray],
    on_line: Callable[[FloatArray, FloatArray], FloatArray],
    by_subsets: Callable[[FloatArray, int], FloatArray],
) -> FloatArray:
    """Go through all sets if there are few, use the line if p depends on distances, else subsets.

    `by_sets` takes all replicates (rows, m) and k at once; `on_line` takes one replicate and its
    positions, `by_subsets` one replicate and k. The result is clipped at 1.
    """
    k = family.k
    rows = p.reshape(-1, family.m)
    placed = None if positions is None else check_positions(p, family, positions).reshape(-1, k)
    if k <= LARGEST_ENUMERATED:
        adjusted = by_sets(rows, k)
    elif placed is not None:
        adjusted = np.array([on_line(row, x) for row, x in zip(rows, placed, strict=True)])
    elif k <= LARGEST_BY_SUBSETS:
        adjusted = np.array([by_subsets(row, k) for row in rows])
    else:
        raise InputError(
            Message(
                f"{title} takes arbitrary p-values of at most {LARGEST_BY_SUBSETS} "
                f"algorithms, not {k}; give ",
                Option("positions"),
                " (the average ranks) if the p-values depend only on their distance, or "
                'use "shaffer"',
            )
        )
    return np.minimum(adjusted.reshape(p.shape), 1.0)


# Shaffer's two procedures: step down by how many hypotheses can still be true.
#
# They hold the family-wise error if every raw p-value is valid for its own pair. Those of mean
# ranks by a law of all k algorithms suppose that all are alike (Benavoli, Corani and Mangili 2016,
# JMLR 17(5):1-10); docs/calibration.md has the rates if they are not.


def shaffer_counts(k: int) -> IndexArray:
    """How many of all pairs of k algorithms can be true after 0, 1, ..., m - 1 are false.

    The numbers of hypotheses that can be true together are, with S(0) = S(1) = {0}, ::

        S(k) = union over j = 1..k of { C(j, 2) + x : x in S(k - j) },

    and t_i is the largest of them that is not above m - i + 1, for any i - 1 hypotheses are false
    when the i-th is tested. The level of the i-th hypothesis is alpha / t_i.

    Parameters
    ----------
    k : int
        Number of algorithms, at least 2.

    Returns
    -------
    ndarray of int, shape (m,)
        t_1, ..., t_m; t_1 = m.

    References
    ----------
    .. [1] J. P. Shaffer, Modified sequentially rejective multiple test procedures, Journal of the
       American Statistical Association 81 (1986) 826-831, doi:10.1080/01621459.1986.10478341.
    .. [2] J. Derrac et al., A practical tutorial on the use of nonparametric statistical tests,
       Swarm and Evolutionary Computation 1 (2011) 3-18, equation (18),
       doi:10.1016/j.swevo.2011.02.002. Its text says that i instead of i - 1 hypotheses are
       false; its Table 20 is right.

    Examples
    --------
    The levels of Table 3 of García and Herrera (2008) are 0.05 divided by:

    >>> from evenkeel.adjustments.shaffer import shaffer_counts
    >>> shaffer_counts(5).tolist()
    [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]
    """
    if k < 2:
        raise InputError(f"pairs need at least 2 algorithms, not {k}")
    m = k * (k - 1) // 2
    # bit x of the integer says whether x hypotheses can be true together
    bits = np.frombuffer(_possible_counts(k).to_bytes(m // 8 + 1, "little"), dtype=np.uint8)
    possible = np.unpackbits(bits, bitorder="little", count=m + 1).astype(bool)
    largest = np.maximum.accumulate(np.where(possible, np.arange(m + 1), 0))
    return largest[:0:-1]


@cache
def _possible_counts(k: int) -> int:
    """S(k) of equation (18) of Derrac et al. (2011), as the bits of an integer."""
    counts = [1]
    for size in range(1, k + 1):
        union = 0
        for j in range(1, size + 1):
            union |= counts[size - j] << (j * (j - 1) // 2)
        counts.append(union)
    return counts[k]


def shaffer_static(p: FloatArray, family: Family, positions: ArrayLike | None = None) -> FloatArray:
    """Shaffer's static procedure: Holm's with t_i in place of m - i + 1.

    Hypotheses: for each pair of algorithms, H0: both perform alike, H1: one is better. With the
    p-values in increasing order, the i-th adjusted one is ``min(1, max(t_j p_j : j <= i))``, t_j
    being `shaffer_counts`. Tied p-values get one adjusted value, whichever comes first, since t_j
    does not increase.

    Parameters
    ----------
    p : ndarray, shape (..., m)
        P-values of all pairs in the family's order; leading axes are replicates.
    family : Family
        All pairs of k algorithms.
    positions : ignored
        The procedure does not look at which hypotheses were rejected.

    Returns
    -------
    ndarray, shape (..., m)
        Adjusted p-values in the family's order.

    References
    ----------
    .. [1] J. P. Shaffer, Journal of the American Statistical Association 81 (1986) 826-831,
       doi:10.1080/01621459.1986.10478341.

    Examples
    --------
    >>> import numpy as np
    >>> from evenkeel import Family
    >>> from evenkeel.adjustments.shaffer import shaffer_static
    >>> shaffer_static(np.array([0.01, 0.02, 0.04]), Family.of_size(3)).tolist()
    [0.03, 0.03, 0.04]
    """
    ordered, source = sort_rows(p)
    products = multiple(ordered, shaffer_counts(family.k))
    adjusted = np.empty(p.size)
    adjusted[source] = np.maximum.accumulate(products, axis=-1).ravel()
    return np.minimum(adjusted.reshape(p.shape), 1.0)


def shaffer_dynamic(
    p: FloatArray, family: Family, positions: ArrayLike | None = None
) -> FloatArray:
    """Shaffer's dynamic procedure (S2): count only what the very rejections made leave possible.

    Hypotheses as in `shaffer_static`. The level of the i-th hypothesis is alpha / t*_i, where
    t*_i is the largest number of hypotheses that can be true when those with a smaller p-value
    are false: the largest exhaustive set without them. Hence, over all exhaustive sets I, ::

        APV_i = min(1, max{ |I| min(p_i, min{p_j : j in I}) }).

    Hypotheses with equal p-values are tested at one level, that of the first of them: if it is
    rejected, the following ones, whose own levels would not be smaller, are rejected too. So the
    order of ties plays no part.

    For up to 9 algorithms all exhaustive sets are looked through. For more, give the `positions`
    if p depends only on their distance (any k), else up to 20 algorithms can be handled.

    Parameters
    ----------
    p : ndarray, shape (..., m)
        P-values of all pairs in the family's order; leading axes are replicates.
    family : Family
        All pairs of k algorithms.
    positions : array_like, shape (..., k), optional
        Numbers, such as average ranks, with whose distance p does not increase.

    Returns
    -------
    ndarray, shape (..., m)
        Adjusted p-values in the family's order.

    References
    ----------
    .. [1] J. P. Shaffer, Journal of the American Statistical Association 81 (1986) 826-831,
       the second procedure, doi:10.1080/01621459.1986.10478341.

    Examples
    --------
    The example of García and Herrera (2008), Table 5: NaiveBayes against CN2, the eighth of ten.
    Three hypotheses can be true after any seven are false, but only two after these seven are:

    >>> import numpy as np
    >>> from scipy.special import erfc
    >>> from evenkeel import Family
    >>> from evenkeel.adjustments.shaffer import shaffer_dynamic, shaffer_static
    >>> family = Family(("C4.5", "1-NN", "NaiveBayes", "Kernel", "CN2"))
    >>> ranks = np.array([2.1, 3.25, 2.2, 4 + 1 / 3, 3 + 7 / 60])
    >>> first, second = family.pairs.T
    >>> z = (ranks[first] - ranks[second]) / np.sqrt(5 * 6 / (6 * 30))
    >>> p = erfc(np.abs(z) / np.sqrt(2))
    >>> family.hypotheses[8], float(p[8].round(4))
    (('NaiveBayes', 'CN2'), 0.0247)
    >>> float(shaffer_static(p, family)[8].round(4))
    0.0742
    >>> float(shaffer_dynamic(p, family)[8].round(4))
    0.0495
    """
    return adjust_by_best_way(
        "Shaffer's dynamic procedure",
        p,
        family,
        positions,
        by_sets=dynamic_by_sets,
        on_line=_dynamic_on_line,
        by_subsets=dynamic_by_subsets,
    )


def _dynamic_on_line(p: FloatArray, positions: FloatArray) -> FloatArray:
    line = place_on_line(p, positions)
    largest = largest_beginnings(line.level, len(line.pvalues))[-1]
    products = np.maximum.accumulate(multiple(line.pvalues, largest)[::-1])[::-1]
    return line.in_family_order(products[line.level])
