"""The hierarchical model: the posterior of its three hyperparameters, by quadrature.

With J_i differences x_i of problem i, correlated by rho since the training sets overlap::

    x_i ~ normal(mu_i 1, sigma_i^2 [(1 - rho) I + rho 1 1'])     sigma_i ~ uniform
    mu_i ~ Student(mu_0, sigma_0, nu)
    mu_0 ~ uniform(-D, D)   sigma_0 ~ uniform(0, B)   nu - 1 ~ gamma(a, b)
    a ~ uniform(1, 2)   b ~ uniform(0.01, 0.1)

The model has 2 n + 5 unknowns, for which samplers are used. Yet given (mu_0, sigma_0, nu) the
problems are independent, and each of the others can be integrated out:

- sigma_i: what is left as a function of mu_i has the form of a Student density with J_i - 2
  degrees of freedom about the mean of x_i;
- mu_i: the integral of that density times Student(mu_0, sigma_0, nu), see `integrated_means`;
- a, b: they concern the prior of nu alone, which is tabulated.

What remains is a density of three dimensions, integrated by Gauss-Legendre panels that are split
until they resolve each of its marginals. No random number is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy.special import gammaln, stdtr

from evenkeel._types import FloatArray, IndexArray
from evenkeel.bayesian.integrated_means import (
    MOST_CELLS,
    Convolution,
    Likelihoods,
    TooFineError,
    student,
)
from evenkeel.numerics.arrays import ByValue
from evenkeel.numerics.calculus import Panels

_TOLERANCES = (0.05, 0.05, 0.01)  # of sigma_0 and nu, and of mu_0, which is interpolated too
_LEAST = 1e-9  # a panel with less of the whole is left out
_HELD = 1 << 23  # densities of problems that are held at a time
_ROUNDS = 100
_BLUR, _CLEARER = 20, 4
_NEAR = 0.1
_DOUBT = 64.0  # the first guess of how many cells it will take may be so much too large
_CLEAR = 1e-4  # of the whole may lie elsewhere for the blur
_ALIKE = 3.0  # scales that differ by no more share their nodes
_SMALLEST, _LARGEST = 1e-4, 1e3  # of sigma_0, in units of the errors of the means and of the spread
_NU = (1e-3, 4e3)  # of nu - 1
_SHAPE, _RATE = (1.0, 2.0), (0.01, 0.1)  # of its gamma prior


@dataclass(frozen=True, eq=False)
class Hyperposterior(ByValue):
    """The posterior density on a grid of log sigma_0, log(nu - 1) and mu_0.

    Attributes
    ----------
    sigma, nu, mu : Panels
        The grid, the first two in logarithms.
    density : ndarray, shape (sigma, nu, mu)
        The density at the nodes; its integral is 1.
    """

    sigma: Panels
    nu: Panels
    mu: Panels
    density: FloatArray

    @property
    def mass(self) -> FloatArray:
        """The posterior probability of each node."""
        mass: FloatArray = (
            self.density
            * self.sigma.weights[:, None, None]
            * self.nu.weights[:, None]
            * self.mu.weights
        )
        return mass

    @property
    def marginals(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The densities of log sigma_0, of log(nu - 1) and of mu_0 at their nodes."""
        sigma, nu, mu = self.sigma.weights, self.nu.weights, self.mu.weights
        return (
            np.einsum("snm,n,m->s", self.density, nu, mu),
            np.einsum("snm,s,m->n", self.density, sigma, mu),
            np.einsum("snm,s,n->m", self.density, sigma, nu),
        )

    def moved(self, other: Hyperposterior) -> float:
        """How much of the whole lies elsewhere than in another one on the same grid."""
        return float(np.abs(self.mass - other.mass).sum()) / 2

    def regions(self, rope: float) -> FloatArray:
        """P(left), P(within) and P(right): which region is the most probable on a new problem.

        Given sigma_0 and nu it is a question of mu_0 alone: beyond a border it is the first's
        region, beyond its negative the second's, between them the rope.
        """
        scale = np.exp(self.sigma.nodes)[:, None]
        df = 1 + np.exp(self.nu.nodes)
        border = _border(scale, df, rope)
        outer = self.sigma.weights[:, None] * self.nu.weights
        above = (self.mu.integral_above(self.density, border) * outer).sum()
        whole = (self.density @ self.mu.weights * outer).sum()
        below = whole - (self.mu.integral_above(self.density, -border) * outer).sum()
        shares = np.clip([above, 0.0, below] / whole, 0.0, 1.0)
        shares[1] = max(1 - shares[0] - shares[2], 0.0) if rope else 0.0
        found: FloatArray = shares / shares.sum()
        return found

    def mu_bars(self) -> tuple[FloatArray, FloatArray]:
        """The marginal density of mu_0 as bars: edges and heights."""
        marginal = self.marginals[2]
        edges = np.linspace(self.mu.begins[0], self.mu.ends[-1], 1001)
        above = self.mu.integral_above(np.broadcast_to(marginal, (1001, marginal.size)), edges)
        held = np.flatnonzero((above > 2.5e-4) & (above < 1 - 2.5e-4))
        low, high = max(held[0] - 1, 0), min(held[-1] + 1, 1000)
        bars = np.linspace(edges[low], edges[high], 121)
        masses = np.interp(bars, edges, above)
        return bars, np.maximum(-np.diff(masses), 0.0) / np.diff(bars)

    def draw(self, count: int, generator: np.random.Generator) -> tuple[FloatArray, ...]:
        """Draws of mu_0, sigma_0 and nu: nodes by their mass, spread over the gaps between them."""
        mass = self.mass.ravel()
        chosen = np.unravel_index(
            generator.choice(mass.size, count, p=mass / mass.sum()), self.density.shape
        )
        sigma, nu, mu = (
            _between(panels.nodes, index.astype(np.intp), generator)
            for panels, index in zip((self.sigma, self.nu, self.mu), chosen, strict=True)
        )
        return mu, np.exp(sigma), 1 + np.exp(nu)


def hyperposterior(data: Likelihoods) -> Hyperposterior:
    """The posterior of the hyperparameters, on panels that resolve each marginal.

    Where it lies is found with densities of the problems that are no narrower than a part of the
    interval that mu_0 is still looked for in, a smaller part each time that the marginals are
    resolved. It ends with the densities as they are, or if it makes no difference that the narrow
    ones were blurred: it is compared with that of points in their place.
    """
    largest = _LARGEST * (data.spread or float(data.scale.max()))
    sigma = Panels.even(np.log(_SMALLEST * data.scale.min()), np.log(largest), 6)
    nu = Panels.even(np.log(_NU[0]), np.log(_NU[1]), 3)
    mu = Panels.even(-data.reach, data.reach, 6)
    blur, before, doubt = 1 / _BLUR, 1.0, _DOUBT
    for _ in range(_ROUNDS):
        least = blur * (mu.ends[-1] - mu.begins[0])
        narrow = data.scale < least
        blurred = replace(data, scale=np.maximum(data.scale, least))
        found = _on_grid(blurred, sigma, nu, mu)
        finer = [
            panels.refined(marginal, tolerance, _LEAST)
            for panels, marginal, tolerance in zip(
                (sigma, nu, mu), found.marginals, _TOLERANCES, strict=True
            )
        ]
        if all(a.same(b) for a, b in zip(finer, (sigma, nu, mu), strict=True)):
            if not narrow.any():
                return found
            points = _on_grid(replace(data, scale=np.where(narrow, 0.0, data.scale)), sigma, nu, mu)
            moved = found.moved(points)
            # If they are near, what is between them is nearer to the points, as it is narrower.
            if moved < _NEAR and moved * data.scale[narrow].max() / least < _CLEAR:
                return points
            apart = least / data.scale.min()
            if _steps_left(moved, before, apart) > _steps_of(
                doubt * MOST_CELLS / _cells(blurred, mu)
            ):
                raise TooFineError
            blur, before, doubt = blur / _CLEARER, moved, max(doubt / _CLEARER, 2.0)
        sigma, nu, mu = finer
    raise TooFineError


def _steps_left(moved: float, before: float, apart: float) -> float:
    """How many times narrower blurs are still to come, as far as what was found so far shows.

    The last is that of the densities as they are, `apart` times as narrow, or the one with which
    points in their place are near, if that goes on as from `before` to what is `moved` now. Each
    asks for `_CLEARER` times as many cells.
    """
    steps = _steps_of(apart)
    if 0 < moved < before:
        steps = min(steps, float(np.log(_NEAR / moved) / np.log(moved / before)))
    return steps


def _steps_of(factor: float) -> float:
    return float(np.log(factor) / np.log(_CLEARER))


def shares_of_regions(mu: FloatArray, sigma: FloatArray, nu: FloatArray, rope: float) -> FloatArray:
    """P(left), P(within), P(right) of the difference on a new problem, shape (..., 3)."""
    left = stdtr(nu, (mu - rope) / sigma)
    right = stdtr(nu, (-mu - rope) / sigma)
    return np.stack([left, np.clip(1 - left - right, 0.0, 1.0), right], axis=-1)


def _on_grid(data: Likelihoods, sigma: Panels, nu: Panels, mu: Panels) -> Hyperposterior:
    """The posterior density at the nodes."""
    prior = np.log(_prior_of_nu(np.exp(nu.nodes))) + nu.nodes  # d(nu - 1) = (nu - 1) d log(nu - 1)
    logarithm = (
        _log_likelihood(data, sigma, nu, mu)
        + prior[:, None]
        + sigma.nodes[:, None, None]  # d sigma_0 = sigma_0 d log sigma_0
    )
    density = Hyperposterior(sigma, nu, mu, np.exp(logarithm - logarithm.max()))
    return replace(density, density=density.density / density.mass.sum())


def _log_likelihood(data: Likelihoods, sigma: Panels, nu: Panels, mu: Panels) -> FloatArray:
    """The log-likelihood at the nodes (sigma, nu, mu).

    Problems of similar scale are taken together, for the finest of a group asks for its nodes, and
    of these as many at a time as memory holds.
    """
    df = 1 + np.exp(nu.nodes)
    points = data.mean[data.scale == 0]
    found = np.stack([_log_of_points(points, scale, df, mu.nodes) for scale in np.exp(sigma.nodes)])
    for whole in _convolutions(data.take(data.scale > 0), mu):
        held = max(1, _HELD // (mu.nodes.size * whole.nodes.size))
        for at in range(0, whole.data.mean.size, held):
            integrand = replace(whole, data=whole.data.take(slice(at, at + held)))
            table = integrand.densities()
            rows = table.reshape(-1, table.shape[-1])
            for s, scale in enumerate(np.exp(sigma.nodes)):
                weights = integrand.weights(np.full(df.size, scale), df)
                integrals = (rows @ weights.T).reshape(*table.shape[:2], df.size)  # (mu, n, nu)
                found[s] += np.log(np.maximum(integrals, 1e-300)).sum(axis=1).T
    return found


def _convolutions(data: Likelihoods, mu: Panels) -> Iterator[Convolution]:
    """The integrals of problems of similar scale."""
    groups = np.floor(np.log(data.scale) / np.log(_ALIKE))
    for group in np.unique(groups):
        yield Convolution.of(data.take(groups == group), mu.nodes)


def _cells(data: Likelihoods, mu: Panels) -> int:
    """The most numbers that a table of densities has."""
    return max(each.cells for each in _convolutions(data, mu))


def _log_of_points(points: FloatArray, scale: float, df: FloatArray, mu: FloatArray) -> FloatArray:
    """The log-likelihood (nu, mu) of means that are known without an error."""
    distances = (points - mu[:, None]) / scale
    density = student(distances, df[:, None, None]) / scale
    found: FloatArray = np.log(np.maximum(density, 1e-300)).sum(axis=-1)
    return found


def _prior_of_nu(y: FloatArray) -> FloatArray:
    """The density of nu - 1, its shape a and rate b integrated out."""
    nodes, weights = leggauss(24)

    def on(low: float, high: float) -> FloatArray:
        return low + (high - low) * (nodes + 1) / 2

    a, b = on(*_SHAPE)[:, None], on(*_RATE)
    gamma = np.exp(
        a * np.log(b) - gammaln(a) + (a - 1) * np.log(y)[:, None, None] - b * y[:, None, None]
    )
    density: FloatArray = np.einsum("yab,a,b->y", gamma, weights / 2, weights / 2)
    return density


def _border(scale: FloatArray, df: FloatArray, rope: float) -> FloatArray:
    """The mu_0 from which on the first's region is the most probable, by bisection.

    There it is as probable as the rope: 2 P(left) + P(right) = 1. Where the rope is never the most
    probable, the border is 0.
    """
    low = np.zeros(np.broadcast_shapes(scale.shape, df.shape))
    if not rope:
        return low
    high = np.broadcast_to(rope + scale, low.shape).copy()  # there P(left) exceeds 1/2
    never = 3 * stdtr(df, -rope / scale) >= 1
    for _ in range(60):
        middle = (low + high) / 2
        left, right = stdtr(df, (middle - rope) / scale), stdtr(df, (-middle - rope) / scale)
        beyond = 2 * left + right >= 1
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    return np.where(never, 0.0, high)


def _between(nodes: FloatArray, index: IndexArray, generator: np.random.Generator) -> FloatArray:
    """A point between the middles of the gaps on both sides of each node chosen."""
    edges = np.concatenate([nodes[:1], (nodes[1:] + nodes[:-1]) / 2, nodes[-1:]])
    low, high = edges[index], edges[index + 1]
    drawn: FloatArray = low + (high - low) * generator.random(len(low))
    return drawn
