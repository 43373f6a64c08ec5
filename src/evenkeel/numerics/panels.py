"""Gauss-Legendre rules on panels of an interval, which are split where a density needs it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial.legendre import leggauss, legvander

from evenkeel._types import BoolArray, FloatArray
from evenkeel.numerics.equality import ByValue

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
