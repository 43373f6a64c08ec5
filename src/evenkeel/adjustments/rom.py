"""Rom's step-up procedure: Hochberg's with the largest levels that independence allows.

The level c_j of the j-th largest p-value does not depend on m. Under m independent true
hypotheses the procedure rejects none with probability exactly 1 - alpha, for every m, if::

    c_1 = alpha,  c_2 = alpha / 2,
    c_i = [alpha + ... + alpha^(i - 1) - sum{C(i, j) c_(j + 1)^(i - j) : j = 1, ..., i - 2}] / i.

In equation (15) of Derrac et al. (2011) the binomial coefficient is misprinted. The constants
depend on alpha, and not in proportion to it. The adjusted p-value of the hypothesis with the
j-th largest p-value is hence found by solving c_j(alpha) = p. Two bounds enclose the solution::

    1 - (1 - p)^j <= alpha <= j p,

the left one because something is rejected whenever the smallest of j p-values is at most c_j, so
that 1 - (1 - c_j)^j <= alpha; the right one because Hochberg's levels alpha / j are not above
Rom's.

The published tables use one set of ratios alpha / c_j, 1, 2, 3, 3.814, 4.755, 5.705, 6.655, ...,
whatever alpha is: those of alpha = 0.05 with the last term of each sum left out. They are the
variant ``"keel"``, named after the software that computed the tables.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial.chebyshev import chebval

from evenkeel._types import FloatArray, IndexArray
from evenkeel.adjustments.deciding import multiple, step_up
from evenkeel.adjustments.one_step import at_least_one
from evenkeel.adjustments.registry import Adjustment, register
from evenkeel.errors import InputError
from evenkeel.numerics.bracketing import solve_increasing
from evenkeel.numerics.chebyshev import chebyshev_nodes, chebyshev_series
from evenkeel.words.references import REFERENCES

#: The most hypotheses for which the constants are known to 1e-10 in double precision.
LARGEST = 2000

_WINDOW = 64  # terms of the second sum; those before are below 1e-20 of the first sum
_BLOCK_CELLS = 1 << 17  # constants held at a time: they stay in the cache
_NODES = 64  # of the interpolation; 56 give 1e-14 for every j up to 500


def rom_constants(m: int, alpha: FloatArray, *, last_terms: bool = True) -> FloatArray:
    """Levels c_1, ..., c_m of the largest, second largest, ... p-value.

    Every term of the two sums is positive and the difference is no smaller than alpha, so that
    little is lost by the subtraction: against 120-digit arithmetic the relative error is below
    1e-14 for alpha <= 0.9 and below 3e-11 up to alpha = 1, for m up to 2000.

    Parameters
    ----------
    m : int
        How many levels.
    alpha : ndarray, shape (size,)
        Levels of the whole family.
    last_terms : bool
        False leaves out the last term of both sums, as in the published tables.

    Returns
    -------
    ndarray, shape (m, size)
    """
    constants = np.empty((m, alpha.size))
    constants[0] = alpha
    constants[1:2] = alpha / 2
    terms = np.empty((m, alpha.size))  # terms[j] = C(i, j) c_(j + 1)^(i - j)
    power = alpha.copy()
    powers = alpha.copy() if last_terms else np.zeros(alpha.size)
    for i in range(3, m + 1):
        power *= alpha
        powers += power if last_terms else power / alpha
        first = max(1, i - 1 - _WINDOW)
        j = np.arange(first, i - 2)
        terms[first : i - 2] *= constants[first : i - 2] * (i / (i - j))[:, None]
        terms[i - 2] = i * (i - 1) / 2 * constants[i - 2] ** 2
        summed = terms[first : i - 1 if last_terms else i - 2]
        constants[i - 1] = (powers - summed.sum(axis=0)) / i
    return constants


def rom(p: FloatArray, *, variant: str) -> FloatArray:
    """The alpha with c_(m - i + 1)(alpha) = p_i; p sorted along the last axis.

    Where a larger p-value leads to a smaller alpha anyway, the upper bound stands in for it.
    """
    m = p.shape[-1]
    if variant == "keel":
        return multiple(p, _keel_ratios(m))
    _check_size(m)
    j = np.arange(m, 0.0, -1.0)
    high = np.minimum(multiple(p, j), 1.0)
    steps = high.copy()
    best = np.minimum.accumulate(high[..., ::-1], axis=-1)[..., ::-1]
    wanted = (at_least_one(p, j) < best) & (j > 2)  # the first two levels are alpha / j
    rank = np.broadcast_to(j, p.shape)[wanted].astype(np.intp)
    invert = _solve if rank.size < 2 * _NODES * m else _interpolate
    steps[wanted] = invert(p[wanted], rank)
    return steps


def rom_levels(m: int, alpha: float, *, variant: str) -> FloatArray:
    """Levels from the smallest p-value on."""
    if variant == "keel":
        return alpha / _keel_ratios(m)
    _check_size(m)
    return rom_constants(m, np.array([alpha]))[::-1, 0]


def _solve(p: FloatArray, rank: IndexArray) -> FloatArray:
    """Solve c_rank(alpha) = p."""
    order = np.argsort(rank, kind="stable")  # those that need as many constants go together
    solved = np.empty(p.size)
    together = max(64, _BLOCK_CELLS // int(rank.max(initial=1)))
    for first in range(0, p.size, together):
        part = order[first : first + together]
        solved[part] = _solve_together(p[part], rank[part])
    return solved


def _solve_together(p: FloatArray, rank: IndexArray) -> FloatArray:
    def excess(alpha: FloatArray, which: IndexArray) -> FloatArray:
        j = rank[which]
        constants = rom_constants(int(j.max()), alpha)
        difference: FloatArray = constants[j - 1, np.arange(j.size)] - p[which]
        return difference

    high = np.minimum(p * rank, 1.0)
    return solve_increasing(
        excess, np.minimum(at_least_one(p, rank.astype(np.float64)), high), high
    )


def _interpolate(p: FloatArray, rank: IndexArray) -> FloatArray:
    """Solve c_rank(alpha) = p for very many p by Chebyshev interpolation, rank by rank.

    What is interpolated is the ratio of alpha to its lower bound, a smooth function of p between
    0 and c_rank(1), the p-value from which on alpha is 1.
    """
    order = np.argsort(rank, kind="stable")
    ranks, begins = np.unique(rank[order], return_index=True)
    largest = rom_constants(int(ranks[-1]), np.ones(1))[ranks - 1]
    sample = (chebyshev_nodes(_NODES) + 1) / 2 * largest
    of_rank = np.repeat(ranks, _NODES)
    low = at_least_one(sample, ranks[:, None].astype(np.float64))
    coefficients = chebyshev_series(_solve(sample.ravel(), of_rank).reshape(sample.shape) / low)
    solved = np.empty(p.size)
    for j, part, top, series in zip(
        ranks, np.split(order, begins[1:]), largest[:, 0], coefficients, strict=True
    ):
        inside = np.minimum(p[part] / top, 1.0)
        low, high = at_least_one(p[part], float(j)), np.minimum(p[part] * j, 1.0)
        alpha = np.clip(low * chebval(2 * inside - 1, series), low, high)
        solved[part] = np.where(inside < 1, alpha, high)
    return solved


def _keel_ratios(m: int) -> FloatArray:
    """The ratios of the published tables, from the smallest p-value on."""
    ratios: FloatArray = 0.05 / rom_constants(m, np.array([0.05]), last_terms=False)[::-1, 0]
    return ratios


def _check_size(m: int) -> None:
    if m > LARGEST:
        raise InputError(
            f"Rom's constants are computed for at most {LARGEST} hypotheses, not {m}; "
            'use "hommel" or "hochberg"'
        )


register(
    Adjustment(
        name="rom",
        title="Rom",
        meaning="Hochberg with levels that use alpha up exactly if tests are independent.",
        kind="step-up",
        controls="FWER",
        assumes="independence",
        families=("control", "all-pairs"),
        reference=REFERENCES["rom1990"],
        formula=rom,
        decide=step_up(rom, rom_levels, upwards=False),
        variants=("exact", "keel"),
    )
)
