"""Tiny and huge values, and small differences upon a large common value.

Expected values come from scipy and statsmodels on harmless data, from enumeration, or from
rational arithmetic.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.oneway import anova_oneway

import evenkeel
from evenkeel.numerics.arrays import by_largest, in_range, unscaled
from evenkeel.numerics.moments import moments_of
from runs_examples import make_runs

THREE = np.array([[1.0, 2.0], [1.0, 4.0], [3.0, 4.0]])


@pytest.mark.parametrize("factor", [1e-300, 1e-163, 1.0, 1e154, 4e307])
def test_paired_t(factor):
    # At 1e-163 the squares vanished: t was -inf, p 0. At 1e154 they overflowed: p was 1.
    expected = stats.ttest_rel(*THREE.T)
    found = evenkeel.pairwise.t_test(THREE * factor, better="lower")
    assert (found.statistic, found.pvalue) == pytest.approx((expected.statistic, expected.pvalue))
    assert round(found.pvalue, 4) == 0.1296
    assert found.mean_difference == pytest.approx(-5 / 3 * factor, rel=1e-13, abs=0)
    assert found.notes == ()


@pytest.mark.parametrize("test", ["wilcoxon", "wilcoxon_all"])
def test_wilcoxon_of_differences_beyond_the_largest_double(test):
    # The differences overflowed and were counted as ties or zeros (p = 1). Given six of one
    # sign, two of the 2^6 assignments of signs are as extreme.
    high = np.array([1.7e308, 1.6e308, 1.5e308, 1.4e308, 1.3e308, 1.2e308])
    found = getattr(evenkeel.pairwise, test)(
        np.column_stack([high, -1e308 - high / 4]), better="higher"
    )
    assert np.ravel(found.pvalue)[0] == 2 / 2**6
    assert np.ravel(found.r_plus)[0] == 21.0
    assert np.ravel(found.zeros)[0] == np.ravel(found.tied)[0] == 0


def test_the_size_of_a_difference_beyond_the_largest_double():
    high = np.array([1.5, 1.25, 1.0, 0.75])
    found = evenkeel.pairwise.hodges_lehmann(
        np.column_stack([high, -high / 4]) * 2.0**1023, better="lower"
    )
    assert (found.low, found.high) == (0.9375 * 2.0**1023, 1.875 * 2.0**1023)
    contrast = evenkeel.contrast_estimation(
        np.column_stack([high, -high]) * 2.0**1023, better="lower"
    )
    assert contrast.estimates.tolist() == [[0.0, math.inf], [-math.inf, 0.0]]


@pytest.mark.parametrize("power", [-1000, -540, 540, 1000])
def test_description(power):
    table = evenkeel.load("demsar2006")
    values = table.values
    found = evenkeel.compare(
        np.ldexp(values, power), better="higher", control="A1", always=True
    ).description
    for ours, expected in (
        (found.mean, values.mean(axis=0)),
        (found.median, np.median(values, axis=0)),
        (found.sd, values.std(axis=0, ddof=1)),
    ):
        assert ours == pytest.approx(np.ldexp(expected, power), rel=1e-13, abs=0)


def test_moments_of_the_largest_doubles():
    largest = np.finfo(np.float64).max
    found = moments_of(np.array([[largest, -largest], [largest, largest]]), np.array([2, 2]))
    assert found.mean.tolist() == [0.0, largest]
    assert found.sd.tolist() == [math.inf, 0.0]  # sqrt(2) times the largest double, and none


def exact_t(first, second, *, welch):
    """Student's or Welch's t of two samples in rational arithmetic, up to its square root."""
    samples = [[Fraction(value) for value in values] for values in (first, second)]
    means = [sum(values) / len(values) for values in samples]
    squares = [
        sum((value - mean) ** 2 for value in values)
        for values, mean in zip(samples, means, strict=True)
    ]
    n1, n2 = map(len, samples)
    if welch:
        error = squares[0] / (n1 - 1) / n1 + squares[1] / (n2 - 1) / n2
    else:
        error = sum(squares) / (n1 + n2 - 2) * (Fraction(1, n1) + Fraction(1, n2))
    difference = means[0] - means[1]
    return math.copysign(math.sqrt(difference**2 / error), difference)


@pytest.mark.parametrize("offset", [1e6, 1e9, 1e12])
@pytest.mark.parametrize("test", ["t", "welch"])
def test_small_differences_upon_a_large_common_value(offset, test):
    # The means were rounded before they were subtracted: t was off by 4e-4 at 1e9.
    rng = np.random.default_rng(9)
    cells = {(name, "p"): offset + rng.normal(0.0, 1e-3, 12) for name in ("A", "B", "C")}
    found = evenkeel.per_problem(make_runs(cells), test=test)
    expected = [
        exact_t(cells[a, "p"], cells[b, "p"], welch=test == "welch")
        for a, b in (("A", "B"), ("A", "C"), ("B", "C"))
    ]
    assert found.tests.statistic[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("offset", [0.0, 1e6, 1e9])
def test_analysis_of_variance_upon_a_large_common_value(offset):
    rng = np.random.default_rng(10)
    values = np.round(rng.normal(0.0, 2.0**-10, (3, 12)) * 2.0**22) / 2.0**22  # exact at 1e9
    cells = {(name, "p"): offset + row for name, row in zip("ABC", values, strict=True)}
    f = stats.f_oneway(*values)
    welch = anova_oneway(list(values), use_var="unequal")
    found = evenkeel.per_problem(make_runs(cells), test="t").k_sample
    assert (found.statistic[0], found.pvalue[0]) == pytest.approx((f.statistic, f.pvalue))
    found = evenkeel.per_problem(make_runs(cells), test="welch").k_sample
    assert (found.statistic[0], found.pvalue[0]) == pytest.approx((welch.statistic, welch.pvalue))


def test_welch_beside_a_far_and_noisy_algorithm():
    # B and C differ by little, A is far away: their difference must not drown in A's distance.
    rng = np.random.default_rng(11)
    near = np.round(rng.normal(0.0, 1.0, (2, 10)) * 2.0**20) / 2.0**40
    far = np.round(rng.normal(1e9, 1e9, 10))
    values = {("A", "p"): far, ("B", "p"): near[0], ("C", "p"): near[1]}
    expected = anova_oneway([far, *near], use_var="unequal")
    for name in ("ABC", "CBA"):
        cells = {(letter, "p"): values[letter, "p"] for letter in name}
        found = evenkeel.per_problem(make_runs(cells), test="welch").k_sample
        assert found.statistic[0] == pytest.approx(expected.statistic, rel=1e-9)


def test_powers_of_two():
    values = np.array([[3.0, -5.0], [0.25, np.nan]])
    same, power = in_range(values)
    assert same is values
    assert power == 0
    for extreme in (2.0**1000, 2.0**-1000):
        scaled, power = in_range(values * extreme)
        assert np.array_equal(unscaled(scaled, power), values * extreme, equal_nan=True)
        assert 2.0**-500 < np.nanmax(np.abs(scaled)) < 2.0**960
    scaled, powers = by_largest(values, axis=-1)
    assert powers.tolist() == [[3], [-1]]
    assert np.array_equal(scaled, [[0.375, -0.625], [0.5, np.nan]], equal_nan=True)
    assert np.array_equal(by_largest(np.zeros((2, 2)))[0], np.zeros((2, 2)))
