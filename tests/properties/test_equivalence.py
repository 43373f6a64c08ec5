"""What holds for tests of equivalence of any table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

import evenkeel
from evenkeel.posthocs.laws import LAWS
from evenkeel.posthocs.rank_statistics import posthoc_statistics
from evenkeel.studies.models import MODELS

pytestmark = pytest.mark.slow

TESTS = ("wilcoxon", "sign")
SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.tuples(st.integers(2, 15), st.integers(2, 5))
MARGINS = st.floats(0.05, 3)
ALPHAS = st.sampled_from([0.01, 0.05, 0.1, 0.25])


def continuous(seed: int, size: tuple[int, int]) -> evenkeel.Results:
    values = np.random.default_rng(seed).normal(size=size)
    return evenkeel.Results(values, better="lower")


def discrete(seed: int, size: tuple[int, int]) -> evenkeel.Results:
    values = np.random.default_rng(seed).integers(0, 5, size)
    return evenkeel.Results(values, better="lower")


@given(SEEDS, SIZES, MARGINS, ALPHAS, st.sampled_from(TESTS))
def test_without_ties_p_is_small_if_and_only_if_the_interval_lies_within(
    seed, size, margin, alpha, test
):
    tests = evenkeel.equivalence(continuous(seed, size), margin, test=test, alpha=alpha)
    within = (tests.low > -margin) & (tests.high < margin)
    enough = tests.attained >= tests.confidence - 1e-12
    assert ((tests.pvalue <= alpha) == (within & enough)).all()


@given(SEEDS, SIZES, st.integers(1, 4), ALPHAS)
def test_with_ties_too_for_the_sign_test(seed, size, margin, alpha):
    tests = evenkeel.equivalence(discrete(seed, size), margin, test="sign", alpha=alpha)
    within = (tests.low > -margin) & (tests.high < margin)
    enough = tests.attained >= tests.confidence - 1e-12
    assert ((tests.pvalue <= alpha) == (within & enough)).all()


@given(SEEDS, SIZES, st.integers(1, 4), st.sampled_from(["value", "percent"]))
def test_the_order_of_the_algorithms_plays_no_part(seed, size, margin, unit):
    table = discrete(seed, size)
    table = replace(table, values=table.values + 1)
    turned = table.select(table.algorithms[::-1])
    for test in TESTS:
        one, other = (
            evenkeel.equivalence(t, margin, unit=unit, test=test) for t in (table, turned)
        )
        for first, second in one.family.hypotheses:
            assert one.verdict(first, second) == other.verdict(first, second)
        back = [other.family.hypotheses.index((b, a)) for a, b in one.family.hypotheses]
        assert one.adjusted == pytest.approx(other.adjusted[back], rel=1e-12)
        assert one.difference == pytest.approx(-other.difference[back], rel=1e-9, abs=1e-12)
        assert one.leaders == tuple(other.leaders[i] for i in back)


@given(SEEDS, SIZES, MARGINS)
def test_a_larger_margin_shows_no_less(seed, size, margin):
    for test in TESTS:
        for table in (continuous(seed, size), discrete(seed, size)):
            small, large = (
                evenkeel.equivalence(table, m, test=test) for m in (margin, 1.25 * margin)
            )
            assert (large.pvalue <= small.pvalue * (1 + 1e-12)).all()
            assert (large.difference_pvalue == small.difference_pvalue).all()


@given(SEEDS, SIZES, st.floats(1, 60), st.integers(-300, 300))
def test_per_cent_know_no_unit_and_each_problem_may_have_its_own(seed, size, margin, power):
    values = np.exp(np.random.default_rng(seed).normal(size=size) * 0.3)
    factors = np.ldexp(1.0, np.random.default_rng(seed).integers(-50, 50, (size[0], 1)) + power)
    for control in (None, "A1"):
        plain, scaled = (
            evenkeel.equivalence(v, margin, unit="percent", control=control, better="lower")
            for v in (values, values * factors)
        )
        for name in ("pvalue_low", "pvalue_high", "difference_pvalue"):
            assert getattr(plain, name) == pytest.approx(getattr(scaled, name), rel=1e-12)


@given(SEEDS, SIZES)
def test_differences_are_tested_as_everywhere_else(seed, size):
    table = discrete(seed, size)
    for test in TESTS:
        found = evenkeel.equivalence(table, 1, test=test)
        expected = posthoc_statistics(table, method=LAWS.lookup(test).name)
        assert found.difference_pvalue == pytest.approx(expected.pvalue, rel=1e-12)


@given(SEEDS, SIZES)
def test_a_difference_that_equals_the_margin_in_decimals_counts_against(seed, size):
    """Multiples of 0.1 that binary fractions cannot write: the same p-values as of integers."""
    table = discrete(seed, size)
    tenths = replace(
        table, values=np.array([[float(f"0.{int(v)}") for v in row] for row in table.values])
    )
    for test in TESTS:
        whole = evenkeel.equivalence(table, 2, test=test)
        decimal = evenkeel.equivalence(tenths, 0.2, test=test)
        for name in ("pvalue_low", "pvalue_high", "difference_pvalue"):
            assert getattr(decimal, name).tolist() == getattr(whole, name).tolist()


@given(SEEDS, st.integers(2, 12))
def test_exact_ratios_in_decimals_are_ties_with_the_margin(seed, n):
    """Values of 95, 100 and 105 per cent of the control, on scales of their own."""
    rng = np.random.default_rng(seed)
    control = rng.choice([0.1, 3.0, 7.0, 1e5, 0.003], n)
    share = rng.choice([0.95, 1.0, 1.05], n)
    table = evenkeel.Results(
        np.column_stack(
            [control, [float(f"{c * s:.12g}") for c, s in zip(control, share, strict=True)]]
        ),
        better="lower",
    )
    tests = evenkeel.equivalence(table, 5, unit="percent", control="A1", test="sign")
    for found, count in (
        (tests.pvalue_low[0], (share < 1.05).sum()),
        (tests.pvalue_high[0], (share > 0.95).sum()),
    ):
        assert found == pytest.approx(binom.sf(count - 1, n, 0.5), rel=1e-12)


@given(SEEDS, st.sampled_from(["normal", "tied"]))
def test_pairs_of_a_table_with_holes_are_those_of_their_common_problems(seed, distribution):
    rng = np.random.default_rng(seed)
    values = MODELS[distribution].draw(rng, 1, 12, np.zeros(4))[0]
    values[rng.random(values.shape) < 0.2] = np.nan
    values[:2] = 1.0  # so that every pair has two problems
    table = evenkeel.Results(values, better="lower", missing="keep")
    for test in TESTS:
        tests = evenkeel.equivalence(table, 0.5, test=test)
        for i, names in enumerate(tests.family.hypotheses):
            alone = evenkeel.equivalence(table.select(names).drop_incomplete(), 0.5, test=test)
            for name in ("pvalue", "difference_pvalue", "difference", "low", "high", "attained"):
                assert getattr(tests, name)[i] == getattr(alone, name)[0]
            if tests.common is not None:
                assert tests.common[i] == alone.n
