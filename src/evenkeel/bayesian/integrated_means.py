"""The likelihood of the hyperparameters: the means of the problems integrated out.

For each problem the integral over mu_i of two Student densities: its own, about the mean of its
differences with the scale s_i, and that of the means, about mu_0 with the scale sigma_0. The second
may be far narrower than the first, and yet the tail of it count at a problem that lies far out.

The integrals are sums over fixed nodes x_j = mu_i - mu_0, the same for all problems: panels of
Gauss's rule that resolve every problem's own density, wherever mu_0 lies in an interval. So a table
of these densities at mu_0 + x_j is made once, a row of weights for each (sigma_0, nu), and all
integrals are one product of matrices. In the two panels next to 0 the weights are those of product
integration: the integral of the narrow density times the polynomial that is 1 at one node and 0 at
the others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.polynomial.legendre import leggauss, legvander
from scipy.special import gammaln

from evenkeel._types import BoolArray, FloatArray

#: Numbers of a table of densities, which take some ten seconds.
MOST_CELLS = 20_000_000

_ORDER = 8  # nodes a panel
_NODES, _WEIGHTS = leggauss(_ORDER)
_GRADES = 24  # the panels next to 0 are cut at w/2, w/4, ..., w/2^24
_FAR = 1e4  # the last panels end there, in units of the reach


class TooFineError(ArithmeticError):
    """The problems' own densities are too narrow beside the interval that mu_0 may lie in."""


@dataclass(frozen=True, eq=False)
class Likelihoods:
    """What the differences of each problem say of its mean: a Student density.

    Attributes
    ----------
    mean, scale, df : ndarray, shape (n,)
        Of the densities.
    reach : float
        The largest difference that was seen; mu_0 lies within it.
    spread : float
        The standard deviation of the means.
    """

    mean: FloatArray
    scale: FloatArray
    df: FloatArray
    reach: float
    spread: float

    def take(self, chosen: BoolArray | slice) -> Likelihoods:
        """Some of the problems."""
        mean, scale, df = (each[chosen] for each in (self.mean, self.scale, self.df))
        return replace(self, mean=mean, scale=scale, df=df)


@dataclass(frozen=True, eq=False)
class Convolution:
    """Integrals of the problems' densities times Student densities about mu_0.

    Attributes
    ----------
    data : Likelihoods
        The problems.
    mu : ndarray
        The values of mu_0.
    edges : ndarray
        Edges of the panels of x; the panels on both sides of 0 have the same width.
    """

    data: Likelihoods
    mu: FloatArray
    edges: FloatArray

    @classmethod
    def of(cls, data: Likelihoods, mu: FloatArray) -> Convolution:
        """With panels that serve these values of mu_0; TooFineError if they are too many."""
        most = MOST_CELLS / (_ORDER * mu.size * data.mean.size)
        far = _FAR * (data.reach + float(data.scale.max()))
        begins, ends = data.mean - mu.max(), data.mean - mu.min()  # where x finds each problem

        def width(x: float) -> float:
            """Resolves every density at x: its scale, or a part of the distance to it."""
            distance = np.maximum(np.maximum(begins - x, x - ends), 0.0)
            return float(np.maximum(1.25 * data.scale, distance / 4).min())

        middle = width(0.0)
        upper, lower = [middle], [-middle]
        for edges, side in ((upper, 1), (lower, -1)):
            while abs(edges[-1]) < far:
                if len(edges) > most:
                    raise TooFineError
                x = edges[-1]
                edges.append(x + side * min(abs(x), width(x), width(x + side * width(x))))
        return cls(data, mu, np.array([*reversed(lower), 0.0, *upper]))

    @property
    def nodes(self) -> FloatArray:
        """The nodes x_j, panel by panel."""
        nodes: FloatArray = (self.edges[:-1, None] + self._halves * (1 + _NODES)).ravel()
        return nodes

    @property
    def cells(self) -> int:
        """Numbers of the table of densities."""
        return self.nodes.size * self.mu.size * self.data.mean.size

    @property
    def _halves(self) -> FloatArray:
        return np.diff(self.edges)[:, None] / 2

    def densities(self) -> FloatArray:
        """Each problem's density at mu_0 + x_j, (mu_0, n, nodes)."""
        there = self.mu[:, None, None] + self.nodes - self.data.mean[:, None]
        scale = self.data.scale[:, None]
        density: FloatArray = student(there / scale, self.data.df[:, None]) / scale
        return density

    def weights(self, sigma: FloatArray, df: FloatArray) -> FloatArray:
        """Weights of the nodes (..., nodes) for the densities of sigma_0 and nu (...)."""
        sigma, df = sigma[..., None], df[..., None]
        weights = student(self.nodes / sigma, df) / sigma * (self._halves * _WEIGHTS).ravel()
        middle = int(np.flatnonzero(self.edges == 0)[0])
        points, steps, basis = _graded(float(self.edges[middle + 1]))
        above = (student(points / sigma, df) / sigma * steps) @ basis
        weights[..., middle * _ORDER : (middle + 1) * _ORDER] = above
        weights[..., (middle - 1) * _ORDER : middle * _ORDER] = above[..., ::-1]
        return weights


def student(t: FloatArray, df: FloatArray | float) -> FloatArray:
    """The standard Student density."""
    half = np.asarray(df) / 2
    constant = np.exp(gammaln(half + 0.5) - gammaln(half)) / np.sqrt(np.pi * df)
    density: FloatArray = constant * np.exp(-(half + 0.5) * np.log1p(np.square(t) / df))
    return density


@lru_cache(maxsize=1)  # asked for again with every sigma_0
def _graded(width: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Points in [0, width], denser towards 0, their weights, and the polynomials of the nodes."""
    edges = width * np.concatenate([[0.0], 0.5 ** np.arange(_GRADES, -1.0, -1.0)])
    halves = np.diff(edges)[:, None] / 2
    points = (edges[:-1, None] + halves * (1 + _NODES)).ravel()
    at_nodes = legvander(_NODES, _ORDER - 1)
    basis = legvander(points / width * 2 - 1, _ORDER - 1) @ np.linalg.inv(at_nodes)
    return points, (halves * _WEIGHTS).ravel(), basis
