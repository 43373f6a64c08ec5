"""The exact null law behind the multiple sign test: many algorithms against one control.

If all algorithms are alike, then on problem i, given the quantile U_i that the control's value
has, each of the m others is better than the control with probability U_i, independently; the U_i
are independent and uniform. So, given U, the numbers of problems on which each algorithm is better
are m independent draws of one Poisson-binomial law, and with F(c | U) its distribution function::

    P(some of the m numbers is <= c) = 1 - E[(1 - F(c | U))^m]

F is linear in each U_i, hence the integrand is a polynomial of degree m in each U_i: Gauss-Legendre
quadrature with m // 2 + 1 nodes integrates it without error. As the integrand is also symmetric in
the U_i, it depends only on how many of them sit on each node, and the n-fold integral becomes a sum
over the compositions of n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

import numpy as np
from scipy.special import gammaln

from evenkeel._types import FloatArray
from evenkeel.pairwise.pair import Sides
from evenkeel.pairwise.sign import sign_pvalues

_CELLS = 10_000_000  # compositions times counts that are affordable
_DIGITS = 13  # the sums are off by less than 5e-14 of themselves


def node_count(n: int, m: int) -> tuple[int, bool]:
    """How many quadrature nodes to use, and whether they make the law exact.

    Where the exact number is not affordable (very many algorithms or problems), the most nodes
    that are leave an error below 3e-4 of the probability; each node more gains one to three digits.
    """
    enough = m // 2 + 1
    nodes = 2
    while nodes < enough and comb(n + nodes, nodes) * (n // 2 + 1) <= _CELLS:
        nodes += 1
    return min(nodes, enough), nodes >= enough


def familywise_level(n: int, m: int, counts: Sequence[int], sides: Sides) -> FloatArray:
    """P(one of the m sign counts of n problems is <= c), for each c of `counts`.

    Two-sided: or that it is >= n - c. Of one algorithm it is the p-value of the sign test. Else
    the probabilities are rounded to the 13 digits that all are right, so that one of 0.05 is not
    a rounding above it, and none depends on which others are asked for.
    """
    certain = n if sides == "one-sided" else (n + 1) // 2  # no count escapes such a c
    if m == 1:
        count = np.array(counts, dtype=np.int64)
        of_sign = sign_pvalues(count, n - count, n, "worse" if sides == "one-sided" else sides)
        return np.where(count < certain, of_sign, 1.0)
    nodes, weights = np.polynomial.legendre.leggauss(node_count(n, m)[0])
    success = ((nodes + 1) / 2)[:, None]
    if sides == "two-sided":  # n - count has the law of a count with the chances 1 - U
        success = np.hstack([success, 1 - success])
    log_weights = np.log(weights / 2)
    within = sorted({c for c in counts if c < certain})
    width = max(within, default=0) + 1
    half = len(nodes) // 2
    # Two halves of the nodes hold t and n - t of the U_i; F is a convolution of their two laws.
    right = [
        (log_weight, np.cumsum(law, axis=-1))
        for log_weight, law in _compositions(n, success[:half], log_weights[:half], width)
    ]
    level = dict.fromkeys(within, 0.0)
    for t, (log_left, law) in enumerate(
        _compositions(n, success[half:], log_weights[half:], width)
    ):
        log_right, cumulative = right[n - t]
        chance = np.exp(log_left[:, None] + log_right + gammaln(n + 1))
        for c in within:
            within_c = np.matmul(law[..., : c + 1], cumulative[..., c::-1].swapaxes(-1, -2))
            within_c = np.minimum(within_c.sum(axis=0), 1.0)
            with np.errstate(divide="ignore"):
                any_of_m = -np.expm1(m * np.log1p(-within_c))  # 1 - (1 - F)^m, also for small F
            level[c] += float((chance * any_of_m).sum())
    return np.array([float(f"{level.get(c, 1.0):.{_DIGITS}g}") for c in counts])


def _compositions(
    n: int, success: FloatArray, log_weights: FloatArray, width: int
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """For t = 0, ..., n: the ways to put t problems on the nodes, with the law of the count.

    Yields the log of the weight of each composition, that is the sum of j log(weight) - log(j!)
    over the nodes, and P(count = 0, ..., width - 1), shape (sides, compositions, width).
    A composition with j problems on the first node comes from one with j - 1 by one trial more;
    those with none on it are the compositions of the other nodes.
    """
    if len(success) == 0:
        yield from _no_nodes(n, success.shape[1], width)
        return
    on_first = np.empty(0)
    log_weight = np.empty(0)
    law = np.empty((success.shape[1], 0, width))
    chance = success[0][:, None, None]
    for log_rest, rest in _compositions(n, success[1:], log_weights[1:], width):
        on_first = np.append(np.zeros(len(log_rest)), on_first + 1)
        more = law * (1 - chance)
        more[..., 1:] += law[..., :-1] * chance
        law = np.concatenate([rest, more], axis=1)
        step = log_weights[0] - np.log(on_first[len(log_rest) :])
        log_weight = np.append(log_rest, log_weight + step)
        yield log_weight, law


def _no_nodes(n: int, sides: int, width: int) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The compositions over no node: one of 0 problems, none of any other number."""
    law = np.zeros((sides, 1, width))
    law[..., 0] = 1.0
    yield np.zeros(1), law
    for _ in range(n):
        yield np.empty(0), np.empty((sides, 0, width))
