"""Sorting with positions against numpy's stable argsort."""

from __future__ import annotations

import numpy as np
import pytest

from evenkeel.numerics.arrays import order_long, sort_rows
from evenkeel.numerics.calculus import solve_increasing

SIZE = 50_000
rng = np.random.default_rng(0)
VALUES = {
    "uniform": rng.random(SIZE),
    "both signs": rng.standard_normal(SIZE),
    "few values": rng.integers(-5, 5, SIZE) / 7,
    "agree in their leading bits": 1 + rng.random(SIZE) * 1e-13,
    "agree, with ties": 1 + rng.integers(0, 3, SIZE) * 2.3e-16,
    "constant": np.full(SIZE, 0.3),
    "wide": np.exp(rng.uniform(-700, 700, SIZE)),
    "with infinities": np.where(rng.random(SIZE) < 0.1, np.inf, rng.standard_normal(SIZE)),
    "sorted": np.sort(rng.random(SIZE)),
    "downwards": np.sort(rng.random(SIZE))[::-1].copy(),
}


@pytest.mark.parametrize("kind", VALUES)
def test_order_long(kind: str) -> None:
    values = VALUES[kind]
    order, new = order_long(values)
    expected = np.argsort(values, kind="stable")
    np.testing.assert_array_equal(order, expected)
    ordered = values[expected]
    np.testing.assert_array_equal(new, np.append(True, ordered[1:] != ordered[:-1]))


def test_zeros_of_both_signs() -> None:
    values = np.where(rng.random(SIZE) < 0.5, 0.0, -0.0)
    values[::7] = rng.standard_normal(values[::7].size)
    order, new = order_long(values)
    np.testing.assert_array_equal(values[order], np.sort(values))
    np.testing.assert_array_equal(np.sort(order), np.arange(SIZE))
    assert np.count_nonzero(new) == np.unique(values).size


@pytest.mark.parametrize("size", [1, 2, 9, 4095, 4096, 4097])
@pytest.mark.parametrize("rows", [1, 3])
def test_sort_rows(rows: int, size: int) -> None:
    values = np.random.default_rng(size).random((rows, size))
    ordered, source = sort_rows(values)
    np.testing.assert_array_equal(ordered, np.sort(values, axis=1))
    np.testing.assert_array_equal(values.ravel()[source], ordered.ravel())


def test_roots() -> None:
    """Cube roots, a root at either bound, and none between the bounds."""
    target = np.array([8.0, 1e-12, 0.0, 27.0, 1000.0, -5.0])
    roots = solve_increasing(
        lambda x, which: x**3 - target[which], np.zeros(6), np.array([5.0, 5, 5, 3, 5, 5])
    )
    np.testing.assert_allclose(roots, [2, 1e-4, 0, 3, 5, 0], rtol=1e-13)
