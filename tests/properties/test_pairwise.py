"""What must hold for the pairwise tests whatever the data."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from evenkeel.effects.contrasts import contrast_estimation
from evenkeel.pairwise._wilcoxon import wilcoxon
from evenkeel.pairwise._wilcoxon_all import wilcoxon_all
from evenkeel.pairwise.multiple_sign import multiple_sign_test
from evenkeel.pairwise.pair import win_tie_loss
from evenkeel.pairwise.sign import sign_test
from evenkeel.pairwise.ttest import t_test
from evenkeel.pairwise.walsh import hodges_lehmann

TREATMENTS = ("split", "pratt", "drop")
# Decimals with few digits, so that ties and zeros abound.
decimal = st.integers(-30, 30).map(lambda whole: whole / 10)


def tables(columns: int | st.SearchStrategy[int]) -> st.SearchStrategy[np.ndarray]:
    width = st.just(columns) if isinstance(columns, int) else columns
    return st.tuples(st.integers(2, 12), width).flatmap(
        lambda shape: arrays(np.float64, shape, elements=decimal)
    )


@pytest.mark.slow
@given(tables(2), st.sampled_from(TREATMENTS))
def test_swapping_the_algorithms_swaps_the_sums(values, zeros):
    one = wilcoxon(values, "A1", "A2", zeros=zeros, better="lower")
    other = wilcoxon(values, "A2", "A1", zeros=zeros, better="lower")
    assert (one.r_plus, one.r_minus) == (other.r_minus, other.r_plus)
    assert (one.z, one.pvalue, one.statistic) == (-other.z, other.pvalue, other.statistic)
    better = wilcoxon(values, "A1", "A2", zeros=zeros, alternative="better", better="lower")
    worse = wilcoxon(values, "A2", "A1", zeros=zeros, alternative="worse", better="lower")
    assert better.pvalue == worse.pvalue
    won, lost = (
        sign_test(values, *names, better="lower") for names in (("A1", "A2"), ("A2", "A1"))
    )
    assert (won.wins, won.losses, won.pvalue) == (lost.losses, lost.wins, lost.pvalue)


@pytest.mark.slow
@given(tables(2), st.sampled_from(["two-sided", "better", "worse"]))
def test_direction_of_negated_values(values, alternative):
    for test in (wilcoxon, sign_test, t_test):
        low = test(values, alternative=alternative, better="lower")
        high = test(-values, alternative=alternative, better="higher")
        assert low.pvalue == pytest.approx(high.pvalue, rel=1e-12)
    low, high = wilcoxon(values, better="lower"), wilcoxon(-values, better="higher")
    assert (low.r_plus, low.z) == (high.r_plus, high.z)
    estimate = hodges_lehmann(values, better="lower").estimate
    assert hodges_lehmann(-values, better="higher").estimate == -estimate


@pytest.mark.slow
@given(tables(2), st.sampled_from(TREATMENTS), st.randoms(use_true_random=False))
def test_order_and_unit_of_the_problems_do_not_matter(values, zeros, random):
    rows = list(range(len(values)))
    random.shuffle(rows)
    one = wilcoxon(values, zeros=zeros, better="lower")
    # Errors near 1e-25 are as good as any.
    for other in (values[rows], values * 2.0**-80):
        again = wilcoxon(other, zeros=zeros, better="lower")
        assert (again.r_plus, again.r_minus, again.pvalue) == (one.r_plus, one.r_minus, one.pvalue)


@pytest.mark.slow
@given(tables(2))
def test_sums_add_up(values):
    for zeros in ("split", "drop"):
        test = wilcoxon(values, zeros=zeros, better="lower")
        assert test.r_plus + test.r_minus == test.ranked * (test.ranked + 1) / 2
    pratt = wilcoxon(values, zeros="pratt", better="lower")
    lost = pratt.zeros * (pratt.zeros + 1) / 2
    assert pratt.r_plus + pratt.r_minus == pratt.n * (pratt.n + 1) / 2 - lost
    assert 0 < pratt.pvalue <= 1


@pytest.mark.slow
@given(
    tables(st.integers(2, 5)),
    st.sampled_from(TREATMENTS),
    st.sampled_from(["two-sided", "better", "worse"]),
    st.sampled_from(["auto", "normal"]),
    st.booleans(),
)
def test_all_pairs_are_the_single_tests(values, zeros, alternative, method, continuity):
    options = {"zeros": zeros, "alternative": alternative, "method": method, "better": "higher"}
    options["continuity"] = continuity
    tests = wilcoxon_all(values, **options)
    for position, (first, second) in enumerate(tests.family.hypotheses):
        single = wilcoxon(values, first, second, **options)
        for name in ("r_plus", "r_minus", "statistic", "z", "pvalue", "zeros", "tied"):
            assert getattr(tests, name)[position] == getattr(single, name), name
        assert tests.method[position] == single.method


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 4), min_size=2, max_size=8),
    st.sampled_from(TREATMENTS),
    st.sampled_from(["two-sided", "better", "worse"]),
)
@settings(max_examples=40)
def test_exact_pvalues_are_valid_given_the_absolute_differences(sizes, zeros, alternative):
    # All sign patterns are equally likely under H0: at most a share p may have a p-value <= p.
    patterns = np.array(list(product((-1.0, 1.0), repeat=len(sizes)))) * sizes
    columns = np.column_stack([np.zeros(len(sizes)), patterns.T])
    tests = wilcoxon_all(
        columns, control="A1", zeros=zeros, alternative=alternative, better="lower"
    )
    assert set(tests.method) == {"exact"}
    ordered = np.sort(tests.pvalue)
    share = np.searchsorted(ordered, ordered, side="right") / ordered.size
    assert (share <= ordered * (1 + 1e-12)).all()


@pytest.mark.slow
@pytest.mark.parametrize("decimals", [0, 1, 8])
def test_exact_pvalues_are_superuniform_under_a_simulated_null(decimals):
    noise = np.random.default_rng(20).normal(size=(14, 1500)).round(decimals)
    tests = wilcoxon_all(
        np.column_stack([np.zeros(14), noise]), control="A1", better="lower", method="exact"
    )
    for alpha in (0.01, 0.05, 0.1, 0.3):
        share = (tests.pvalue <= alpha).mean()
        assert share <= alpha + 4 * np.sqrt(alpha * (1 - alpha) / 1500)


@pytest.mark.slow
@given(tables(2))
def test_hodges_lehmann_interval(values):
    test = hodges_lehmann(values, confidence=0.8, better="lower")
    assert test.low <= test.estimate <= test.high
    mirrored = hodges_lehmann(values, "A2", "A1", confidence=0.8, better="lower")
    assert (mirrored.low, mirrored.high) == (-test.high, -test.low)


def test_hodges_lehmann_interval_inverts_the_test():
    differences = np.random.default_rng(8).normal(size=17)
    test = hodges_lehmann(np.column_stack([differences, 0 * differences]), better="lower")
    for bound, outward in ((test.low, -1e-9), (test.high, 1e-9)):
        outside = wilcoxon(
            np.column_stack([differences - bound - outward, 0 * differences]), better="lower"
        )
        assert outside.pvalue == pytest.approx(1 - test.attained, rel=1e-9)


@pytest.mark.slow
@given(tables(st.integers(2, 6)))
def test_wins_ties_losses(values):
    counts = win_tie_loss(values, better="lower")
    np.testing.assert_array_equal(counts.wins + counts.ties + counts.losses, len(values))
    np.testing.assert_array_equal(counts.losses, counts.wins.T)
    np.testing.assert_array_equal(counts.ties, counts.ties.T)
    flipped = win_tie_loss(-values, better="higher")
    np.testing.assert_array_equal(counts.wins, flipped.wins)


@pytest.mark.slow
@given(tables(st.integers(2, 6)), st.integers(0, 1))
def test_contrasts(values, column):
    contrasts = contrast_estimation(values, better="lower")
    np.testing.assert_array_equal(contrasts.medians, -contrasts.medians.T)
    np.testing.assert_allclose(contrasts.effects.sum(), 0, atol=1e-12)
    moved = values.copy()
    moved[:, column] += 1
    shifted = contrast_estimation(moved, better="lower").estimates
    expected = contrasts.estimates.copy()
    expected[column] += 1
    expected[:, column] -= 1
    np.testing.assert_allclose(shifted, expected, atol=1e-12)


@pytest.mark.slow
@given(tables(st.integers(2, 5)), st.sampled_from(["control-better", "control-worse", "two-sided"]))
@settings(max_examples=40)
def test_multiple_sign_test(values, alternative):
    test = multiple_sign_test(values, control="A1", alternative=alternative, better="lower")
    np.testing.assert_array_equal(test.rejected, test.adjusted <= test.alpha)
    np.testing.assert_array_equal(test.plus + test.minus + test.ties, len(values))
    flipped = multiple_sign_test(-values, control="A1", alternative=alternative, better="higher")
    np.testing.assert_array_equal(test.counted, flipped.counted)
    np.testing.assert_array_equal(test.plus, flipped.minus)
    turned = {"control-better": "control-worse", "control-worse": "control-better"}
    reverse = multiple_sign_test(
        values, control="A1", alternative=turned.get(alternative, alternative), better="higher"
    )
    np.testing.assert_array_equal(test.counted, reverse.counted)
    # The family-wise p-value is no smaller than that of one algorithm alone.
    for position, name in enumerate(test.algorithms):
        alone = multiple_sign_test(
            values[:, [0, int(name[1:]) - 1]], control="A1", alternative=alternative, better="lower"
        )
        assert alone.adjusted[0] <= test.adjusted[position] * (1 + 1e-12)
