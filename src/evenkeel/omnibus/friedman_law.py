"""The exact null law of Friedman's statistic without ties, and its critical values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from numbers import Real
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtri

from evenkeel._types import FloatArray
from evenkeel.errors import InputError, Message, Option, choice, fraction, quoted
from evenkeel.omnibus.permutation import squares_of_totals, totals_law
from evenkeel.result import Result, shown


@dataclass(frozen=True, eq=False)
class FriedmanLaw:
    """Exact law of Friedman's statistic for n problems and k algorithms without ties.

    Attributes
    ----------
    n, k : int
        Numbers of problems and algorithms.
    statistic : ndarray
        The values that the statistic can take, increasing.
    survival : ndarray
        The probability of each value or a larger one.
    """

    n: int
    k: int
    statistic: FloatArray
    survival: FloatArray

    def sf(self, statistic: ArrayLike) -> FloatArray:
        """Probability of `statistic` or a larger value, elementwise."""
        # Two attainable values differ by at least 24 / (n k (k + 1)); a quarter of it absorbs
        # the rounding of a statistic that was computed elsewhere.
        slack = 6 / (self.n * self.k * (self.k + 1))
        at = np.searchsorted(self.statistic, np.asarray(statistic, dtype=np.float64) - slack)
        return np.append(self.survival, 0.0)[at]


class CriticalValue(Result):
    """A critical value of Friedman's statistic: reject if the statistic reaches it.

    `attained` is the probability of a rejection under the null hypothesis: exact if `method` is
    ``"exact"``, else nominal. An infinite `value` says that no outcome is extreme enough.
    """

    _title: ClassVar[str] = "Critical value of Friedman's statistic"

    value: float = shown("statistic", title="Critical value")
    attained: float = shown("value", title="Attained level")
    alpha: float = shown("value")
    n: int
    k: int
    method: Literal["exact", "chi-square"]


@lru_cache(maxsize=64)
def friedman_law(n: int, k: int) -> FriedmanLaw:
    """Exact null law of Friedman's statistic without ties.

    The law of the rank totals is built problem by problem, up to the order of the columns.

    Examples
    --------
    Friedman (1937), Table V: three rankings of three objects agree wholly once in 36 times.

    >>> from evenkeel.omnibus.friedman_law import friedman_law
    >>> law = friedman_law(3, 3)
    >>> law.statistic.round(3).tolist()
    [0.0, 0.667, 2.0, 2.667, 4.667, 6.0]
    >>> round(float(1 / law.sf(6.0)), 9)
    36.0
    """
    n, k = checked_sizes(n, k)
    ranks = np.tile(np.arange(k), (n, 1))
    law = totals_law(ranks)
    if law is None:
        raise InputError(
            Message(
                f"the exact law of Friedman's statistic for n = {n} problems and k = {k} "
                "algorithms takes too long to compute; use ",
                Option("method", "chi-square"),
            )
        )
    probability = np.zeros(n * n * k * (k - 1) * (2 * k - 1) // 6 + 1)  # up to full agreement
    for squares, weight in squares_of_totals(law):
        weights = np.broadcast_to(weight[:, None], squares.shape)
        probability += np.bincount(
            squares.astype(np.int64).ravel(), weights.ravel(), probability.size
        )
    attainable = np.flatnonzero(probability)
    # The totals are of ranks 0 to k - 1, whose mean is (k - 1) / 2.
    between = attainable - n * n * k * (k - 1) ** 2 / 4
    survival = probability[attainable][::-1].cumsum()[::-1] / math.factorial(k)
    return FriedmanLaw(n, k, 12 * between / (n * k * (k + 1)), np.minimum(survival, 1.0))


def friedman_critical(
    n: int, k: int, alpha: float = 0.05, *, method: str = "exact"
) -> CriticalValue:
    """Critical value of Friedman's statistic at level `alpha`.

    Null hypothesis: the k algorithms perform alike. Alternative: at least two of them differ.
    The exact critical value is the smallest attainable c with P(X >= c) <= alpha, for data
    without ties; if even full agreement is likelier than `alpha`, it is infinite. The chi-square
    one is the upper alpha quantile with k - 1 degrees of freedom, which the documents trust for
    n > 10 and k > 5.

    Parameters
    ----------
    n, k : int
        Numbers of problems and algorithms, at least 2.
    alpha : float, default 0.05
        The level of significance.
    method : {"exact", "chi-square"}
        Which law. The exact one is computed in about two seconds at most (k = 3: n <= 200;
        k = 4: n <= 36; k = 5: n <= 13; k = 6: n <= 6; k = 7: n <= 4) and refused beyond.

    Returns
    -------
    CriticalValue

    References
    ----------
    Friedman (1937), doi:10.1080/01621459.1937.10503522, Tables V and VI; Derrac et al. (2011),
    doi:10.1016/j.swevo.2011.02.002, below equation (2).

    Examples
    --------
    >>> import evenkeel
    >>> critical = evenkeel.critical.friedman_critical(4, 3)
    >>> critical.value, round(critical.attained, 4)
    (6.5, 0.0417)
    >>> round(evenkeel.critical.friedman_critical(30, 5, method="chi-square").value, 3)
    9.488
    """
    n, k = checked_sizes(n, k)
    alpha = fraction(alpha, "alpha")
    if choice(method, ("exact", "chi-square"), "method") == "chi-square":
        return CriticalValue(float(chdtri(k - 1, alpha)), alpha, alpha, n, k, "chi-square")
    law = friedman_law(n, k)
    first = int(np.searchsorted(-law.survival, -alpha * (1 + 1e-12)))
    if first == law.survival.size:
        return CriticalValue(np.inf, 0.0, alpha, n, k, "exact")
    value, attained = float(law.statistic[first]), float(law.survival[first])
    return CriticalValue(value, attained, alpha, n, k, "exact")


#: Problems and algorithms of which the formulas, all in doubles, are asked.
_MOST = 10**9


def checked_sizes(n: int, k: int) -> tuple[int, int]:
    """Return the numbers of problems and algorithms if both are whole, from 2 to a billion."""
    for size, name, what in ((n, "n", "problems"), (k, "k", "algorithms")):
        if not isinstance(size, Real) or not 2 <= size <= _MOST or size != int(size):
            raise InputError(
                f"{name} is {quoted(size)}; give a whole number of {what}, from 2 to {_MOST:,}"
            )
    return int(n), int(k)
