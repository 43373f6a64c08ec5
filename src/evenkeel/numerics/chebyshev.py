"""Chebyshev interpolation on [-1, 1], of several functions at once."""

from __future__ import annotations

from numpy.polynomial.chebyshev import chebpts1, chebvander

from evenkeel._types import FloatArray


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
