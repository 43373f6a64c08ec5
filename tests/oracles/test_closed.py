"""The closed tests by permutation against their definitions, by brute force."""

from __future__ import annotations

import numpy as np
import pytest

import closed_oracle as oracle
from evenkeel.adjustments import group_law as kernel
from evenkeel.adjustments.closed import (
    _RANGE,
    _TO_CONTROL,
    _largest_over_partitions,
    closed_test_of_control,
    closed_test_of_pairs,
)
from evenkeel.adjustments.group_law import group_law
from evenkeel.errors import InputError
from evenkeel.ranks.kernels import rank_rows, whole_scores
from evenkeel.ranks.named import compute_ranks
from evenkeel.ranks.registry import RANKINGS
from evenkeel.tables.results import Results

SHAPES = [(2, 2), (5, 2), (2, 3), (4, 3), (2, 4), (3, 4), (2, 5)]


def rows_of(ranks: np.ndarray) -> list[tuple[int, ...]]:
    return [tuple(row) for row in whole_scores(ranks)[0].tolist()]


def small_ranks() -> list[np.ndarray]:
    rng = np.random.default_rng(4)
    tables = []
    for number, shape in enumerate([*SHAPES, *SHAPES]):
        values = rng.integers(0, 7, shape) + rng.integers(0, 3) * np.arange(shape[1])
        table = Results(values.astype(float), better="lower")
        tables.append(compute_ranks(table, RANKINGS.names[number % 3]).ranks)
    return tables


@pytest.mark.slow
def test_all_pairs_over_all_partitions_and_permutations():
    for ranks in small_ranks():
        result = closed_test_of_pairs(ranks, resamples=100_000)
        expected = [float(p) for p in oracle.closed_test(rows_of(ranks))]
        np.testing.assert_allclose(result.adjusted, expected, rtol=1e-9)
        assert result.resamples is None
        assert not result.standard_error.any()


def test_a_control_over_all_sets_and_permutations():
    for ranks in small_ranks():
        k = ranks.shape[1]
        control = ranks.size % k
        order = [control, *(j for j in range(k) if j != control)]
        result = closed_test_of_control(ranks, control, resamples=100_000)
        expected = [float(p) for p in oracle.control_test(rows_of(ranks[:, order]))]
        np.testing.assert_allclose(result.adjusted, expected, rtol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3, 4, 5, 6, 7])
def test_the_worst_partition_from_sampled_laws(k):
    rng = np.random.default_rng(k)
    for effect in (0.0, 0.3, 1.0):
        ranks = rank_rows(np.round(rng.normal(size=(18, k)) + effect * np.arange(k), 1))
        scores, _ = whole_scores(ranks)
        law = group_law(scores, _RANGE, resamples=200, seed=k)
        assert law.sampled
        expected = oracle.closed_test_from(
            dict(enumerate(law.below)), scores.sum(axis=0).tolist(), law.levels.tolist()
        )
        np.testing.assert_allclose(_largest_over_partitions(law, k), expected, rtol=1e-12)


@pytest.mark.parametrize("statistic", [_RANGE, _TO_CONTROL])
def test_sampled_laws_beside_complete_ones(statistic, monkeypatch):
    """All groups of four algorithms on three problems: within five standard errors."""
    scores, _ = whole_scores(rank_rows(np.random.default_rng(1).normal(size=(3, 4))))
    complete = group_law(scores, statistic, resamples=20_000, seed=0)
    assert not complete.sampled
    monkeypatch.setattr(kernel, "_all_arrangements", lambda *_: None)
    sampled = group_law(scores, statistic, resamples=20_000, seed=0)
    assert sampled.sampled
    error = np.sqrt(complete.below * (1 - complete.below) / 20_000)
    assert (np.abs(sampled.below - complete.below) <= 5 * error + 1e-4).all()


def test_groups_without_a_common_member_are_independent():
    """The joint law of two disjoint groups is the product of theirs, sample by sample."""
    scores = np.array([[0, 1, 2, 3], [0, 1, 2, 3], [0, 2, 1, 3]])
    generator = np.random.default_rng(8)
    totals = dict(kernel._random_totals(scores, 40_000, generator, True))
    one, other = (totals[mask][0] for mask in (0b0101, 0b1010))
    both = np.histogram2d(one, other, bins=(np.unique(one).size, np.unique(other).size))[0]
    expected = np.outer(both.sum(axis=1), both.sum(axis=0)) / both.sum()
    chi_square = (np.square(both - expected) / expected).sum()
    freedom = (both.shape[0] - 1) * (both.shape[1] - 1)
    assert chi_square < freedom + 4 * np.sqrt(2 * freedom)


def test_seed_and_blocks():
    ranks = rank_rows(np.random.default_rng(2).normal(size=(25, 4)))
    first = closed_test_of_pairs(ranks, resamples=3000, seed=5)
    assert np.array_equal(
        first.adjusted, closed_test_of_pairs(ranks, resamples=3000, seed=5).adjusted
    )
    assert first.resamples == 3000
    p = first.adjusted
    np.testing.assert_allclose(first.standard_error, np.sqrt(p * (1 - p) / 3000), rtol=1e-12)
    assert (p >= 1 / 3001).all()


def test_equal_algorithms_are_not_separated():
    flat = np.full((6, 3), 2.0)
    assert closed_test_of_pairs(flat).adjusted.tolist() == [1.0] * 3
    assert closed_test_of_control(flat, 1).adjusted.tolist() == [1.0] * 2
    half = np.array([[1.5, 1.5, 3.0]] * 20)
    assert closed_test_of_pairs(half, resamples=500, seed=1).adjusted[0] == 1


def test_too_many_algorithms_and_no_resamples():
    ranks = rank_rows(np.random.default_rng(0).normal(size=(3, 17)))
    with pytest.raises(InputError, match="goes up to 12 algorithms, not 13; compare fewer"):
        closed_test_of_pairs(ranks[:, :13])
    with pytest.raises(InputError, match="goes up to 16 algorithms, not 17; compare fewer"):
        closed_test_of_control(ranks, 0)
    with pytest.raises(InputError, match="resamples is 0; give a whole number of at least 1"):
        closed_test_of_pairs(ranks[:, :3], resamples=0)
