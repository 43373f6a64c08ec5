"""Roots between bounds, Chebyshev interpolation and Gauss-Legendre panels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial.chebyshev import chebpts1, chebvander
from numpy.polynomial.legendre import leggauss, legvander

from evenkeel._types import BoolArray, FloatArray, IndexArray
from evenkeel.numerics.arrays import ByValue

# Roots of many increasing functions at once, each between its own two bounds.


_STEPS = 200  # far above the dozen that smooth functions need


def solve_increasing(
    function: Callable[[FloatArray, IndexArray], FloatArray],
    low: FloatArray,
    high: FloatArray,
    *,
    tolerance: float = 1e-13,
) -> FloatArray:
    """Solve ``function(x) = 0`` for increasing functions, ``low <= x <= high``.

    The regula falsi with the Illinois modification (Dowell and Jarratt 1971,
    doi:10.1007/BF01934364), for all functions at once. A function that is negative at `high`
    yields `high`, one that is positive at `low` yields `low`.

    Parameters
    ----------
    function : callable
        ``function(x, which)`` evaluates the functions numbered `which` at `x`, one value each.
    low, high : ndarray, shape (size,)
        The bounds.
    tolerance : float
        A root is accepted after a step, or within a bracket, of this relative size. The steps
        shrink superlinearly, so that the last one is far larger than the error left.

    Returns
    -------
    ndarray, shape (size,)
    """
    which = np.arange(low.size)
    root = high.astype(np.float64)
    x0, x1 = low.astype(np.float64), root.copy()
    f0, f1 = function(x0, which), function(x1, which)
    root[f0 >= 0] = x0[f0 >= 0]
    open_ = np.flatnonzero((f0 < 0) & (f1 > 0))
    x0, x1, f0, f1, which = x0[open_], x1[open_], f0[open_], f1[open_], which[open_]
    last = np.full(which.size, np.inf)
    for _ in range(_STEPS):
        if not which.size:
            break
        x = x1 - f1 * (x1 - x0) / (f1 - f0)
        x = np.where((x > x0) & (x < x1), x, x0 + (x1 - x0) / 2)
        f = function(x, which)
        left = f < 0
        # Illinois: halve the value at the end that stays put, if it stayed put before as well
        same = np.sign(f) == np.sign(last)
        f0, f1 = (
            np.where(left, f, np.where(same, f0 / 2, f0)),
            np.where(left, np.where(same, f1 / 2, f1), f),
        )
        step = np.abs(x - root[which])
        x0, x1 = np.where(left, x, x0), np.where(left, x1, x)
        root[which] = x
        last = f
        width = np.minimum(x1 - x0, step)
        going = (f != 0) & (width > tolerance * x)
        x0, x1, f0, f1, last, which = (array[going] for array in (x0, x1, f0, f1, last, which))
    return root


# Chebyshev interpolation on [-1, 1], of several functions at once.


def chebyshev_nodes(count: int) -> FloatArray:
    """Points of [-1, 1] at which the functions are sampled."""
    nodes: FloatArray = chebpts1(count)
    return nodes


def chebyshev_series(samples: FloatArray) -> FloatArray:
    """Coefficients for `numpy.polynomial.chebyshev.chebval`, from values at the nodes.

    The last axis of `samples` runs through the nodes, the last axis of the result through the
    coefficients.
    """
    count = samples.shape[-1]
    at_nodes = chebvander(chebpts1(count), count - 1)
    series: FloatArray = samples @ at_nodes * (2 / count)
    series[..., 0] /= 2
    return series


# Gauss-Legendre rules on panels of an interval, which are split where a density needs it.


_ORDER = 6  # nodes a panel
_NODES, _WEIGHTS = leggauss(_ORDER)
#: From values at the nodes of a panel to the coefficients of its Legendre series.
_SERIES = legvander(_NODES, _ORDER - 1).T * _WEIGHTS * (np.arange(_ORDER)[:, None] + 0.5)


@dataclass(frozen=True, eq=False)
class Panels(ByValue):
    """Panels of an interval: where each begins and ends, one after the other."""

    begins: FloatArray
    ends: FloatArray

    @classmethod
    def even(cls, low: float, high: float, count: int) -> Panels:
        """So many panels of the same width."""
        edges = np.linspace(low, high, count + 1)
        return cls(edges[:-1], edges[1:])

    @property
    def count(self) -> int:
        """The number of panels."""
        return len(self.begins)

    def same(self, other: Panels) -> bool:
        """Whether the panels are the same."""
        return self.count == other.count and bool((self.begins == other.begins).all())

    @cached_property
    def nodes(self) -> FloatArray:
        """The nodes of all panels, in increasing order."""
        half = (self.ends - self.begins)[:, None] / 2
        nodes: FloatArray = (self.begins[:, None] + half * (1 + _NODES)).ravel()
        return nodes

    @cached_property
    def weights(self) -> FloatArray:
        """The weights of the nodes."""
        weights: FloatArray = ((self.ends - self.begins)[:, None] / 2 * _WEIGHTS).ravel()
        return weights

    def series(self, values: FloatArray) -> FloatArray:
        """Legendre coefficients (..., panels, order) of functions with `values` at the nodes."""
        parts = values.reshape(*values.shape[:-1], self.count, _ORDER)
        coefficients: FloatArray = parts @ _SERIES.T
        return coefficients

    def integral_above(self, values: FloatArray, bounds: FloatArray) -> FloatArray:
        """Integrals from a bound to the end, of functions (..., nodes) with a bound (...) each."""
        inside = np.clip(
            (bounds[..., None] - self.begins) / (self.ends - self.begins) * 2 - 1, -1.0, 1.0
        )
        legendre = legvander(inside, _ORDER)  # (..., panels, order + 1)
        # The integral of P_n from x to 1 is (P_(n-1)(x) - P_(n+1)(x)) / (2 n + 1).
        first = 1 - inside
        rest = (legendre[..., :-2] - legendre[..., 2:]) / (2 * np.arange(1, _ORDER) + 1)
        parts = np.concatenate([first[..., None], rest], axis=-1)
        half = (self.ends - self.begins) / 2
        integral: FloatArray = np.einsum("...pn,...pn,p->...", self.series(values), parts, half)
        return integral

    def refined(self, density: FloatArray, tolerance: float, least: float) -> Panels:
        """Split the panels in which a density is not resolved; leave out where it is nothing.

        A panel is split if the last two coefficients of its series, times its width, exceed the
        tolerance, relative to the whole integral. A panel goes if it and its neighbours hold less
        than `least` of the whole.
        """
        whole = float(density @ self.weights)
        widths = self.ends - self.begins
        rest = np.abs(self.series(density)[:, -2:]).sum(axis=1) * widths / whole
        mass = (density * self.weights).reshape(self.count, _ORDER).sum(axis=1) / whole
        held = mass >= least
        kept = held | np.append(held[1:], False) | np.insert(held[:-1], 0, False)
        return self._split((rest > tolerance) & kept, kept)

    def _split(self, split: BoolArray, kept: BoolArray) -> Panels:
        middle = (self.begins + self.ends) / 2
        begins = np.concatenate([self.begins[kept], middle[split]])
        ends = np.concatenate([np.where(split, middle, self.ends)[kept], self.ends[split]])
        order = np.argsort(begins)
        return Panels(begins[order], ends[order])
