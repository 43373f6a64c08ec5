"""Hommel's procedure for long families, where the convex hull replaces the table of all j."""

from __future__ import annotations

import numpy as np
import pytest

from evenkeel.adjustments import adjust, adjusted_alphas


def from_the_definition(p: np.ndarray) -> np.ndarray:
    """APV_i = max{min(S_j, j p_i) : j}, S_j Simes' p-value of the j largest: order m^2."""
    m, ordered = p.size, np.sort(p)
    adjusted = np.zeros(m)
    for j in range(1, m + 1):
        simes = (ordered[m - j :] * j / np.arange(1, j + 1)).min()
        adjusted = np.maximum(adjusted, np.minimum(j * p, simes))
    return adjusted


m = 700
i = np.arange(1, m + 1)
rng = np.random.default_rng(11)
SHAPES = {
    "uniform": rng.random(m),
    "signals": np.where(rng.random(m) < 0.2, rng.random(m) ** 8, rng.random(m)),
    "all small": rng.random(m) * 1e-5,
    "discrete": rng.integers(0, 7, m) / 6,
    "convex": (i / m) ** 2,
    "concave": np.sqrt(i / m),
    "geometric": 0.97 ** i[::-1],
    "steep": 2.0 ** (-i[::-1]),
    "convex, then flat": np.minimum((i / m) ** 2, 0.25),
    "convex, then 1": np.where(i < 600, (i / m) ** 3, 1.0),
    "straight": i / m,
    "negative zeros": np.where(i < 300, -0.0, i / m),
    "zeros": np.where(i < 300, 0.0, i / m),
    "all zero": np.zeros(m),
    "all equal": np.full(m, 0.3),
    "one small": np.where(i == 1, 1e-9, 1.0),
    "tiny": np.where(i < 300, 5e-324 * i, i / m),
    "on a line through t": np.clip((i - 100) / 1000, 0, 1),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_definition(shape: str) -> None:
    p = np.random.default_rng(5).permutation(SHAPES[shape])
    smallest = 5e-324  # one digit of the tiny ones
    np.testing.assert_allclose(
        adjust(p, "hommel"), from_the_definition(p), rtol=1e-13, atol=smallest
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_decision(shape: str) -> None:
    p = SHAPES[shape]
    adjusted = adjust(p, "hommel")
    for alpha in {1e-6, 0.01, 0.05, 0.2, *adjusted[::37].tolist()}:
        if 0 < alpha < 1:
            decision = adjusted_alphas(p, "hommel", alpha)
            np.testing.assert_array_equal(decision.rejected, adjusted <= alpha)


@pytest.mark.slow
@pytest.mark.parametrize("power", [3, 6, 20])
def test_many_small_pvalues(power: int) -> None:
    p = np.random.default_rng(14).random(6000) ** power
    np.testing.assert_allclose(adjust(p, "hommel"), from_the_definition(p), rtol=1e-13, atol=0)


def test_several_long_families() -> None:
    p = np.random.default_rng(13).random((3, 300)) ** 2
    for together, family in zip(adjust(p, "hommel"), p, strict=True):
        np.testing.assert_allclose(together, from_the_definition(family), rtol=1e-13, atol=0)
