"""The range of normal variables against closed forms, scipy and stored output of R."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from scipy.special import erfc, owens_t

from evenkeel.adjustments import adjust
from evenkeel.numerics.studentised_range import studentised_range_isf, studentised_range_sf

FAR = np.array([0, 1e-6, 0.01, 0.3, 1, 2, 3.3, 5, 8, 12, 20, 30, 40, 50])
MANY = np.linspace(0, 52, 5000)  # so many are interpolated


@pytest.mark.parametrize("q", [FAR, MANY], ids=["few", "many"])
def test_two_variables(q: np.ndarray) -> None:
    """The difference of two normal variables: sf(q) = erfc(q / 2)."""
    np.testing.assert_allclose(studentised_range_sf(q, 2), erfc(q / 2), rtol=5e-13)


@pytest.mark.parametrize("q", [FAR, MANY], ids=["few", "many"])
def test_three_variables(q: np.ndarray) -> None:
    """Three variables less their mean live in a plane, and the range is below q in a hexagon.

    The hexagon has the apothem q / sqrt(2); each of its twelve right-angled triangles leaves out
    Owen's T(q / sqrt(2), tan 30 degrees).
    """
    expected = 12 * owens_t(q / np.sqrt(2), 1 / np.sqrt(3))
    np.testing.assert_allclose(studentised_range_sf(q, 3), expected, rtol=1e-12)


@pytest.mark.parametrize("k", [9, 100, 1414])
def test_many_and_few_agree(k: int) -> None:
    many = studentised_range_sf(MANY, k)
    np.testing.assert_allclose(many[::50], studentised_range_sf(MANY[::50], k), rtol=1e-12)


@pytest.mark.parametrize("k", [4, 9, 40, 400])
def test_far_tail_approaches_the_sum_over_pairs(k: int) -> None:
    """Far out one pair exceeds q at a time: sf is m erfc(q / 2) to ever smaller fractions."""
    pairs = k * (k - 1) / 2 * erfc(FAR / 2)
    sf = studentised_range_sf(FAR, k)
    assert (sf <= pairs * (1 + 1e-12)).all()
    np.testing.assert_allclose(sf[-2:], pairs[-2:], rtol=1e-10)


@pytest.mark.parametrize("k", [2, 3, 5, 9, 20, 100])
def test_scipy(k: int) -> None:
    q = np.array([0.5, 1, 2, 3, 4, 6])
    expected = stats.studentized_range.sf(q, k, np.inf)
    np.testing.assert_allclose(studentised_range_sf(q, k), expected, rtol=1e-9, atol=1e-12)


def test_r() -> None:
    path = Path(__file__).parent / "r" / "studentised_range.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# R version 4.2.2 Patched (2022-11-10 r83330)"
    rows = list(csv.DictReader(lines[1:]))
    assert len(rows) == 42
    for row in rows:  # ptukey has about six digits for k = 50
        ours = studentised_range_sf(float(row["q"]), int(row["k"]))
        assert ours == pytest.approx(float(row["sf"]), rel=5e-7)


@pytest.mark.parametrize("k", [2, 3, 9, 50])
def test_critical_values_invert(k: int) -> None:
    alpha = np.array([1e-290, 1e-30, 1e-5, 0.001, 0.01, 0.05, 0.5, 0.99])
    q = studentised_range_isf(alpha, k)
    np.testing.assert_allclose(studentised_range_sf(q, k), alpha, rtol=1e-12)
    np.testing.assert_allclose(q[3:], stats.studentized_range.isf(alpha[3:], k, np.inf), rtol=1e-6)


def test_nemenyi_range_by_simulation() -> None:
    """All pairs of 5 equal algorithms: some APV is <= 0.05 in 5% of the families."""
    rng = np.random.default_rng(7)
    x = rng.standard_normal((20_000, 5))
    first, second = np.triu_indices(5, 1)
    p = erfc(np.abs(x[:, first] - x[:, second]) / 2)
    rate = (adjust(p, "nemenyi-range").min(axis=-1) <= 0.05).mean()
    assert rate == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / 20_000))
