"""What must hold of the three rankings for every table."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import rankdata

from evenkeel.ranks.kernels import rank_aligned, rank_ranges, rank_rows
from evenkeel.ranks.named import compute_ranks
from evenkeel.ranks.registry import RANKINGS
from evenkeel.tables.results import Results

shapes = st.tuples(st.integers(2, 7), st.integers(2, 6))


@st.composite
def tables(draw: st.DrawFn) -> np.ndarray:
    """Whole numbers, few enough for ties."""
    top = draw(st.integers(1, 30))
    return draw(hnp.arrays(np.int64, draw(shapes), elements=st.integers(-top, top))).astype(float)


@st.composite
def decimal_tables(draw: st.DrawFn) -> tuple[np.ndarray, list[list[Fraction]]]:
    """A table of decimals as doubles, and as exact fractions; some problems of another size."""
    n, k = draw(shapes)
    decimals = draw(st.integers(1, 6))
    whole = draw(hnp.arrays(np.int64, (n, k), elements=st.integers(-3000, 3000)))
    powers = [draw(st.sampled_from([0, 0, 0, 2, 5, -4])) for _ in range(n)]
    exact = [
        [Fraction(int(v)) * Fraction(10) ** (power - decimals) for v in row]
        for row, power in zip(whole, powers, strict=True)
    ]
    return np.array([[float(v) for v in row] for row in exact]), exact


@st.composite
def mixed_tables(draw: st.DrawFn) -> np.ndarray:
    """Small whole numbers in units from 1e-20 to 1e20, some upon a large common value."""
    n, k = draw(st.tuples(st.integers(2, 5), st.integers(2, 4)))
    whole = draw(hnp.arrays(np.int64, (n, k), elements=st.integers(-9, 9)))
    powers = st.sampled_from([-20, -6, -6, -3, 0, 0, 2, 20])
    unit = np.array([[10.0 ** draw(powers)] for _ in range(n)])
    offset = np.array([[draw(st.sampled_from([0.0, 0.0, 0.1, 1e3, 1e10, 1e17]))] for _ in range(n)])
    values = whole * unit + offset
    if draw(st.booleans()):
        values[0, 0] = draw(st.sampled_from([1e10, -1e20, 1e300]))
    return values


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS.names)
@given(values=tables(), data=st.data())
def test_permuted_columns_permute_the_ranks(ranking: str, values: np.ndarray, data) -> None:
    order = data.draw(st.permutations(range(values.shape[1])))
    ranks = compute_ranks(Results(values, better="lower"), ranking)
    permuted = compute_ranks(Results(values[:, order], better="lower"), ranking)
    assert np.array_equal(permuted.ranks, ranks.ranks[:, order])
    assert permuted.tied == ranks.tied


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS.names)
@given(values=tables())
def test_direction_of_negated_values(ranking: str, values: np.ndarray) -> None:
    ranks = compute_ranks(Results(values, better="lower"), ranking)
    flipped = compute_ranks(Results(-values, better="higher"), ranking)
    assert np.array_equal(ranks.ranks, flipped.ranks)


@pytest.mark.slow
@given(values=tables(), data=st.data())
def test_increasing_transforms_leave_friedman_ranks_alone(values: np.ndarray, data) -> None:
    transforms = (lambda x: x**3, lambda x: np.exp(x / 10), lambda x: 7 * x - 100, np.arctan)
    chosen = [data.draw(st.sampled_from(transforms)) for _ in values]
    moved = np.array([f(row) for f, row in zip(chosen, values, strict=True)])
    assert np.array_equal(rank_rows(values), rank_rows(moved))


@pytest.mark.slow
@given(values=tables())
def test_friedman_ranks_are_those_of_scipy(values: np.ndarray) -> None:
    assert np.array_equal(rank_rows(values), rankdata(values, axis=1))
    tied = compute_ranks(Results(values, better="lower"), "friedman").tied
    assert tied == sum(
        int(c[c > 1].sum()) for c in (np.unique(r, return_counts=True)[1] for r in values)
    )


@pytest.mark.slow
@given(table=decimal_tables())
@settings(max_examples=200)
def test_aligned_ranks_are_those_of_exact_arithmetic(
    table: tuple[np.ndarray, list[list[Fraction]]],
) -> None:
    """Whatever the binary rounding of decimals: equal differences are tied, others are not."""
    values, exact = table
    aligned = [value - sum(row) / len(row) for row in exact for value in row]
    places = {value: place for place, value in enumerate(sorted(set(aligned)))}
    expected = rankdata([places[value] for value in aligned]).reshape(values.shape)
    assert np.array_equal(rank_aligned(values), expected)


@pytest.mark.slow
@given(values=mixed_tables())
@settings(max_examples=300)
def test_aligned_ranks_of_mixed_magnitudes(values: np.ndarray) -> None:
    """What is equal is tied, no order is reversed, and only rounding errors tie what differs."""
    n, k = values.shape
    exact = [[Fraction(value) for value in row] for row in values.tolist()]
    aligned = [k * value - sum(row) for row in exact for value in row]
    unit = [max(map(abs, row)) * Fraction(3 * k, 2**53) for row in exact for _ in row]
    problem = np.repeat(np.arange(n), k).tolist()
    ranks = rank_aligned(values).ravel().tolist()
    for a, b in itertools.combinations(range(n * k), 2):
        if aligned[a] == aligned[b]:
            assert ranks[a] == ranks[b]
        elif ranks[a] == ranks[b]:
            assert problem[a] != problem[b]
            assert abs(aligned[a] - aligned[b]) <= unit[a] + unit[b]
        else:
            assert (aligned[a] < aligned[b]) == (ranks[a] < ranks[b])
    assert sum(ranks) == n * k * (n * k + 1) / 2
    tied = compute_ranks(Results(values, better="lower"), "aligned").tied
    assert tied == sum(ranks.count(rank) > 1 for rank in ranks)


def test_a_large_problem_does_not_tie_the_values_of_a_small_one() -> None:
    # Row 2 was [2, 4, 4]. By the doubles, 2e-6 is a little less than the mean of its row.
    values = np.array([[1e10, 1e10 + 1, 1e10 - 1], [1e-6, 2e-6, 3e-6]])
    assert rank_aligned(values).tolist() == [[4, 6, 1], [2, 3, 5]]


def test_a_large_problem_does_not_tie_those_of_two_small_ones() -> None:
    # 1e17 is at most 16 off, and so is its aligned value 0; 1 and 2 are not.
    values = np.array([[10**17, 10**17 + 64, 10**17 - 64], [0, -8, 2], [-4, 5, 5]])
    whole = 3 * values - values.sum(axis=1, keepdims=True)
    assert rank_aligned(values.astype(float)).ravel().tolist() == rankdata(whole).tolist()


def test_a_constant_problem_has_no_rounding_errors() -> None:
    values = np.array([[1e10, 1e10, 1e10], [1e-6, 2e-6, 4e-6]])
    assert rank_aligned(values).tolist() == [[4, 4, 4], [1, 2, 6]]


@pytest.mark.slow
@given(table=decimal_tables())
def test_weights_of_quade_are_those_of_exact_arithmetic(
    table: tuple[np.ndarray, list[list[Fraction]]],
) -> None:
    values, exact = table
    ranges = [max(row) - min(row) for row in exact]
    places = {value: place for place, value in enumerate(sorted(set(ranges)))}
    expected = rankdata([places[value] for value in ranges])
    assert np.array_equal(rank_ranges(values), expected)


@pytest.mark.slow
@given(values=tables(), data=st.data())
def test_a_shift_of_a_problem_leaves_aligned_and_quade_alone(values: np.ndarray, data) -> None:
    shifts = np.array([data.draw(st.integers(-1000, 1000)) for _ in values], dtype=float)
    moved = values + shifts[:, None]
    assert np.array_equal(rank_aligned(values), rank_aligned(moved))
    assert np.array_equal(rank_ranges(values), rank_ranges(moved))


@pytest.mark.parametrize("scale", [1e-280, 1e-25, 1e-9, 1e3, 1e40, 2.0**1000])
def test_scale_of_the_table_does_not_matter(scale: float) -> None:
    values = np.random.default_rng(0).normal(size=(8, 5)).round(3)
    assert np.array_equal(rank_aligned(values), rank_aligned(values * scale))
    assert np.array_equal(rank_ranges(values), rank_ranges(values * scale))


@pytest.mark.slow
@given(values=tables())
def test_sums_of_the_ranks(values: np.ndarray) -> None:
    n, k = values.shape
    results = Results(values, better="higher")
    assert (compute_ranks(results, "friedman").ranks.sum(axis=1) == k * (k + 1) / 2).all()
    assert compute_ranks(results, "aligned").ranks.sum() == n * k * (n * k + 1) / 2
    quade = compute_ranks(results, "quade")
    assert quade.weights.sum() == n * (n + 1) / 2
    assert quade.average.sum() == pytest.approx(k * (k + 1) / 2)
    assert np.allclose(quade.centred.sum(axis=1), 0)


def test_order_within_a_problem_survives_a_huge_neighbour() -> None:
    """0 < 7.956e-9 < 8.391e-9 beside 1416000: their differences drown in the mean."""
    values = np.array([[0.0, 7.956e-9, 8.391e-9, 1416000.0], [1.0, 2.0, 3.0, 4.0]])
    assert rank_aligned(values).tolist() == [[1, 2, 3, 8], [4, 5, 6, 7]]


@pytest.mark.parametrize("values", [np.random.default_rng(1).normal(size=(300, 40)).round(2)])
def test_long_and_short_vectors_are_ranked_alike(values: np.ndarray) -> None:
    """12,000 aligned values take the way of long vectors; scipy ranks them too."""
    whole = np.rint(values * 100) * values.shape[1]
    aligned = whole - whole.mean(axis=1, keepdims=True)
    expected = rankdata(np.rint(aligned)).reshape(values.shape)
    assert np.array_equal(rank_aligned(values), expected)


@pytest.mark.slow
@pytest.mark.parametrize("n", [5, 2000])
def test_doubtful_ties_of_some_tables_of_a_batch(n: int) -> None:
    """Beside 1e17, whose aligned value 0 is 100 off, short vectors and long ones."""
    whole = np.random.default_rng(3).integers(-40, 40, size=(4, n, 3))
    whole[1::2, 0] = 10**17 + np.array([0, 1024, -1024])
    expected = 3 * whole - whole.sum(axis=-1, keepdims=True)
    ranks = rank_aligned(whole.astype(float))
    for table, exact in zip(ranks, expected, strict=True):
        assert np.array_equal(table.ravel(), rankdata(exact))
