"""Which share of a Dirichlet distribution is the largest, exactly: quadrature, no sampling.

Shares with a Dirichlet distribution are independent gamma variables over their sum, so that the
largest share is that of the largest variable::

    P(share i is the largest) = integral of g_i(x) times the product over j != i of F_j(x)

with the gamma densities g and distribution functions F. In t = log x the integrand is analytic and
falls off exponentially on both sides, for which the trapezoidal rule converges exponentially.
"""

from __future__ import annotations

import numpy as np
from scipy.special import gammainc, gammainccinv, gammaincinv, gammaln

from evenkeel._types import FloatArray

_NODES = 512
_BEYOND = 1e-18  # probability that is left out on either side
_LOG_BEYOND = -41.0


def largest_share_probability(alpha: FloatArray) -> FloatArray:
    """P(each share is the largest), for Dirichlet parameters (..., r) of which some may be 0.

    A share whose parameter is 0 is 0. If all are 0, none is larger than another.

    Examples
    --------
    >>> largest_share_probability(np.array([[1.0, 1.0, 2.0], [3.0, 0.0, 0.0]])).round(4).tolist()
    [[0.1944, 0.1944, 0.6111], [1.0, 0.0, 0.0]]
    """
    rows, inverse = np.unique(alpha.reshape(-1, alpha.shape[-1]), axis=0, return_inverse=True)
    found = np.stack([_of_one(row) for row in rows])
    return found[inverse.ravel()].reshape(alpha.shape)


def _of_one(alpha: FloatArray) -> FloatArray:
    positive = np.flatnonzero(alpha > 0)
    if positive.size == 0:
        return np.full(alpha.size, 1 / alpha.size)
    found = np.zeros(alpha.size)
    shapes = alpha[positive]
    # Near 0 the integrand is at most the product of all x^a / Gamma(a + 1).
    least = (_LOG_BEYOND + gammaln(shapes + 1).sum()) / shapes.sum()
    for place, a in zip(positive, shapes, strict=True):
        low = max(least, np.log(max(gammaincinv(a, _BEYOND), 1e-300)))
        t = np.linspace(low, np.log(gammainccinv(a, _BEYOND)), _NODES)
        x = np.exp(t)
        density = np.exp(a * t - x - gammaln(a))  # g(x) dx/dt
        below = [gammainc(other, x) for other in np.delete(shapes, positive == place)]
        found[place] = (density * np.prod(below, axis=0)).sum() * (t[1] - t[0])
    shares: FloatArray = found / found.sum()
    return shares
