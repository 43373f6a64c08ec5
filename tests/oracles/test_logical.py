"""The logically related procedures against their definitions, by brute force."""

from __future__ import annotations

import numpy as np
import pytest

import logical_oracle as oracle
from evenkeel import Family
from evenkeel.adjustments.bergmann import bergmann_hommel, bergmann_on_line
from evenkeel.adjustments.exhaustive import (
    bergmann_by_sets,
    bergmann_by_subsets,
    dynamic_by_sets,
    dynamic_by_subsets,
    exhaustive_sets,
    set_partitions,
)
from evenkeel.adjustments.shaffer import shaffer_counts, shaffer_dynamic, shaffer_static

BELL = [1, 1, 2, 5, 15, 52, 203, 877, 4140, 21147]  # OEIS A000110
SETS = {k: oracle.exhaustive(k) for k in range(2, 9)}
MEMBERS = {k: oracle.membership(sets, k * (k - 1) // 2) for k, sets in SETS.items()}
ALPHAS = (0.001, 0.01, 0.05, 0.1, 0.3)


def arbitrary_p(rng: np.random.Generator, k: int) -> np.ndarray:
    p = rng.random(k * (k - 1) // 2) ** rng.integers(1, 5)
    return np.ceil(p * 8) / 80 if rng.random() < 0.5 else p  # half of the cases full of ties


@pytest.mark.slow
@pytest.mark.parametrize("k", range(2, 10))
def test_exhaustive_sets_are_the_partitions(k):
    ours = exhaustive_sets(k)
    assert len(ours) == len(set(ours)) == BELL[k] - 1
    partitions = {
        tuple(sorted(tuple(sorted(group)) for group in partition))
        for partition in oracle.partitions(range(k))
    }
    assert {one.groups for one in ours} == partitions - {tuple((a,) for a in range(k))}
    for one in ours[:: max(1, len(ours) // 200)]:
        assert len(one) == len(one.pairs)
        assert all(any({a, b} <= set(group) for group in one.groups) for a, b in one.pairs)


@pytest.mark.parametrize("k", range(2, 10))
def test_set_partitions(k):
    rows = set_partitions(k).tolist()
    assert len(rows) == len({tuple(row) for row in rows}) == BELL[k]
    for row in rows[:: max(1, len(rows) // 200)]:
        assert [row.index(group) for group in range(max(row) + 1)] == sorted(
            row.index(group) for group in set(row)
        )


@pytest.mark.parametrize("k", range(2, 9))
def test_shaffer_counts(k):
    m = k * (k - 1) // 2
    possible = {0} | {len(one) for one in SETS[k]}
    largest = [max(x for x in possible if x <= m - false) for false in range(m)]
    assert shaffer_counts(k).tolist() == largest


@pytest.mark.slow
@pytest.mark.parametrize("k", range(2, 9))
def test_arbitrary_p_against_the_definitions(k):
    rng = np.random.default_rng(k)
    for _ in range(60 if k < 7 else 12):
        p = arbitrary_p(rng, k)
        family = Family.of_size(k)
        bergmann, dynamic = bergmann_hommel(p, family), shaffer_dynamic(p, family)
        np.testing.assert_allclose(bergmann, oracle.bergmann(p, MEMBERS[k]), rtol=1e-13)
        np.testing.assert_allclose(bergmann_by_subsets(p, k).clip(max=1), bergmann, rtol=1e-13)
        for alpha in ALPHAS:
            retained = oracle.retained(p, MEMBERS[k], alpha)
            assert (bergmann > alpha).tolist() == retained.tolist()
            rejected = oracle.dynamic_rejections(p, SETS[k], alpha)
            assert set(np.flatnonzero(dynamic <= alpha)) == rejected


@pytest.mark.slow
def test_subsets_against_all_sets_of_nine():
    rng = np.random.default_rng(9)
    p = np.array([arbitrary_p(rng, 9) / rng.choice([1, 40]) for _ in range(40)])
    by_sets = bergmann_by_sets(p, 9).clip(max=1), dynamic_by_sets(p, 9).clip(max=1)
    for row, bergmann, dynamic in zip(p, *by_sets, strict=True):
        np.testing.assert_allclose(bergmann_by_subsets(row, 9).clip(max=1), bergmann, rtol=1e-13)
        np.testing.assert_allclose(dynamic_by_subsets(row, 9).clip(max=1), dynamic, rtol=1e-13)


@pytest.mark.slow
def test_subsets_of_ten_against_a_plain_recursion():
    rng = np.random.default_rng(10)
    p = np.ceil(rng.random(45) * 12) / 600  # twelve levels, none of which reaches 1
    expected = oracle.bergmann_by_recursion(p.tolist(), 10)
    assert expected.max() < 1
    np.testing.assert_allclose(bergmann_by_subsets(p, 10), expected, rtol=1e-13)


def test_ties_are_rejected_in_any_order():
    # Shaffer's dynamic procedure, step by step, on the same p-values in different orders.
    rng = np.random.default_rng(3)
    for _ in range(40):
        p = arbitrary_p(rng, 5)
        shuffled = rng.permutation(10)
        sets = [frozenset(int(np.argmax(shuffled == i)) for i in one) for one in SETS[5]]
        for alpha in ALPHAS:
            moved = oracle.dynamic_rejections(p[shuffled], sets, alpha)
            assert {int(shuffled[i]) for i in moved} == oracle.dynamic_rejections(p, SETS[5], alpha)


@pytest.mark.parametrize(("k", "cases"), [(3, 30), (4, 30), (5, 6)])
def test_bergmann_is_the_closed_test(k, cases):
    rng = np.random.default_rng(k)
    for _ in range(cases):
        p = arbitrary_p(rng, k)
        expected = oracle.closed_test(p, k)
        np.testing.assert_allclose(bergmann_hommel(p, Family.of_size(k)), expected, rtol=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("k", "cases"), [(2, 5), (3, 60), (4, 90), (5, 120), (6, 120), (7, 90), (8, 40)]
)
def test_points_on_a_line_against_all_exhaustive_sets(k, cases):
    rng = np.random.default_rng(100 + k)
    for _ in range(cases):
        x = oracle.random_points(rng, k)
        p = oracle.decreasing_p(rng, x)
        on_line = bergmann_on_line(p, x).clip(max=1)
        np.testing.assert_allclose(on_line, oracle.bergmann(p, MEMBERS[k]), rtol=1e-11)


@pytest.mark.slow
@pytest.mark.parametrize(("k", "cases"), [(5, 60), (6, 60), (7, 60), (8, 30)])
def test_largest_sets_at_every_distance(k, cases):
    """M_ab(d) itself: p is 1 / m up to the distance d and 0 beyond, so that m APV = M_ab(d)."""
    rng = np.random.default_rng(200 + k)
    m = k * (k - 1) // 2
    first, second = np.triu_indices(k, 1)
    for _ in range(cases):
        x = oracle.random_points(rng, k)
        distance = np.abs(x[first] - x[second])
        d = rng.choice(distance)
        p = np.where(distance <= d, 1 / m, 0.0)
        members = MEMBERS[k][~MEMBERS[k][:, distance > d].any(axis=1)]
        largest = (members * members.sum(axis=1, keepdims=True)).max(axis=0, initial=0)
        np.testing.assert_allclose(m * bergmann_on_line(p, x), largest, rtol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("k", [10, 11, 12])
def test_points_on_a_line_against_subsets(k):
    """Here the form with both points apart occurs, which needs ten of them."""
    rng = np.random.default_rng(300 + k)
    family = Family.of_size(k)
    for _ in range(25):
        x = oracle.random_points(rng, k)
        p = oracle.decreasing_p(rng, x)
        expected = bergmann_by_subsets(p, k).clip(max=1)
        np.testing.assert_allclose(bergmann_hommel(p, family, x), expected, rtol=1e-11)
        np.testing.assert_allclose(
            shaffer_dynamic(p, family, x), shaffer_dynamic(p, family), rtol=1e-11
        )


@pytest.mark.slow
def test_both_points_apart():
    """Ten points whose best partition has form 4 of docs/bergmann_hommel.md, by brute force."""
    x = np.array([0, 0, 0, 1, 1.5, 3.5, 4, 5, 5, 5])
    first, second = np.triu_indices(10, 1)
    p = np.where(x[second] - x[first] <= 3, 1 / 45, 0.0)
    best = max(
        sum(len(group) * (len(group) - 1) // 2 for group in partition)
        for partition in oracle.partitions(range(10))
        if any({3, 6} <= set(group) for group in partition)
        and all(x[max(group)] - x[min(group)] <= 3 for group in partition)
    )
    assert best == 13
    apart = (first == 3) & (second == 6)
    assert 45 * bergmann_on_line(p, x)[apart] == pytest.approx([13])
    assert 45 * bergmann_by_subsets(p, 10)[apart] == pytest.approx([13])


@pytest.mark.parametrize(
    ("x", "pair", "largest"),
    [
        # two points beside a, one beside b, nothing between: 10 + 6 + 1
        ([0, 0, 0, 1, 1.4, 1.5, 3.5, 4, 5, 5, 5], (3, 7), 17),
        ([0, 0, 0, 1, 1.5, 3.5, 3.6, 4, 5, 5, 5], (3, 7), 17),
        # one point of their own between a and b: 10 + 10 + 3
        ([0, 0, 0, 0, 1.7, 2, 3.1, 4.2, 4.5, 6.2, 6.2, 6.2, 6.2], (4, 8), 23),
        # points between a and b that both neighbours could have: the left one takes them
        ([0, 0, 0, 0.5, 0.5, 1, 2.5, 2.5, 3.3, 4, 4.7, 4.7, 4.9], (5, 9), 28),
        # or the right one does
        ([0, 0, 0.2, 0.5, 1, 3, 3.4, 3.7, 4, 5, 5, 5, 5], (3, 6), 28),
    ],
)
def test_both_points_apart_among_more(x, pair, largest):
    x = np.array(x)
    k = len(x)
    first, second = np.triu_indices(k, 1)
    p = np.where(x[second] - x[first] <= 3, 1 / len(first), 0.0)
    apart = (first == pair[0]) & (second == pair[1])
    assert len(p) * bergmann_by_subsets(p, k)[apart] == pytest.approx([largest])
    np.testing.assert_allclose(bergmann_on_line(p, x), bergmann_by_subsets(p, k), rtol=1e-12)


@pytest.mark.parametrize("k", [3, 6, 8])
def test_shaffer_static_step_by_step(k):
    rng = np.random.default_rng(k)
    possible = sorted({len(one) for one in SETS[k]})
    for _ in range(30):
        p = arbitrary_p(rng, k)
        adjusted = shaffer_static(p, Family.of_size(k))
        for alpha in ALPHAS:
            rejected: list[int] = []
            for i in np.argsort(p, kind="stable"):
                count = max(x for x in possible if x <= len(p) - len(rejected))
                if p[i] > alpha / count:
                    break
                rejected.append(int(i))
            assert set(np.flatnonzero(adjusted <= alpha)) == set(rejected)
