"""The law of the multiple sign test against walks in whole numbers, rankings and simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import comb

import numpy as np
import pytest

from evenkeel.pairwise import sign_counts as control_law
from evenkeel.pairwise.multiple_sign import multiple_sign_critical, multiple_sign_test
from evenkeel.pairwise.sign import sign_test
from evenkeel.pairwise.sign_counts import familywise_level
from sign_counts_oracle import walk


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "m", "c"),
    [
        *((5, 2, c) for c in range(5)),
        *((6, 7, 0), (6, 8, 0), (7, 6, 0), (7, 7, 0)),
        *((9, 6, 1), (10, 5, 1), (12, 3, 2), (13, 5, 2), (14, 4, 3), (25, 2, 8)),
    ],
)
def test_against_whole_numbers(n, m, c):
    assert familywise_level(n, m, [c], "one-sided") == pytest.approx(
        float(walk(n, m, c)), rel=1e-12
    )


@pytest.mark.parametrize(("n", "m"), [(3, 2), (2, 3)])
@pytest.mark.parametrize("sides", ["one-sided", "two-sided"])
def test_against_all_rankings(n, m, sides):
    rankings = list(permutations(range(m + 1)))
    hits = np.zeros(n + 1, dtype=int)
    for table in product(rankings, repeat=n):
        counts = np.array([[place < row[0] for place in row[1:]] for row in table]).sum(axis=0)
        if sides == "two-sided":
            counts = np.minimum(counts, n - counts)
        hits[counts.min() :] += 1
    expected = hits / len(rankings) ** n
    np.testing.assert_allclose(familywise_level(n, m, range(n + 1), sides), expected, rtol=1e-12)


@pytest.mark.parametrize(("n", "m"), [(8, 1), (20, 4), (40, 12), (100, 30)])
def test_no_sign_at_all(n, m):
    # Inclusion and exclusion: s algorithms never beat the control with chance (1/(s + 1))^n.
    expected = sum(Fraction((-1) ** (s + 1) * comb(m, s), (s + 1) ** n) for s in range(1, m + 1))
    assert familywise_level(n, m, [0], "one-sided") == pytest.approx(float(expected), rel=1e-10)


@pytest.mark.parametrize("n", range(1, 18))
def test_critical_values_of_one_algorithm_at_their_own_levels(n):
    """One algorithm is the sign test: a level that equals alpha is not above it."""
    # multiple_sign_critical(4, 1, 0.0625) was None: 2^-4 came out a rounding above 0.0625.
    for c in range((n - 1) // 2):
        alpha = sum(comb(n, s) for s in range(c + 1)) / 2**n
        assert multiple_sign_critical(n, 1, alpha) == c
        assert multiple_sign_critical(n, 1, 2 * alpha, alternative="two-sided") == c


@pytest.mark.parametrize(("n", "m"), [(3, 4), (5, 4), (4, 9), (6, 3), (9, 2)])
def test_critical_values_at_their_own_levels(n, m):
    for c in range(2):
        alpha = float(f"{float(walk(n, m, c)):.13g}")
        if alpha < 1:
            assert multiple_sign_critical(n, m, alpha) == c
            assert multiple_sign_critical(n, m, alpha * (1 - 1e-12)) == (c - 1 if c else None)


@pytest.mark.slow
def test_decisions_follow_from_the_adjusted_pvalues():
    rng = np.random.default_rng(4)
    for n, m in ((4, 1), (6, 1), (8, 3), (12, 5), (25, 8)):
        values = rng.normal(size=(n, m + 1)) + np.append(-1, np.zeros(m))
        adjusted = multiple_sign_test(values, control="A1", better="lower").adjusted
        for alpha in {0.05, *adjusted.tolist()} - {1.0}:
            test = multiple_sign_test(values, control="A1", alpha=alpha, better="lower")
            assert test.rejected.tolist() == (test.adjusted <= alpha).tolist()


def test_one_algorithm_is_the_sign_test():
    values = np.random.default_rng(5).normal(size=(30, 2))
    for alternative, of_control in (
        ("control-better", "better"),
        ("control-worse", "worse"),
        ("two-sided", "two-sided"),
    ):
        many = multiple_sign_test(values, control="A1", alternative=alternative, better="lower")
        one = sign_test(values, alternative=of_control, better="lower")
        assert many.adjusted[0] == pytest.approx(one.pvalue, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("sides", ["one-sided", "two-sided"])
def test_against_simulation(sides):
    n, m, tables = 25, 8, 40_000
    values = np.random.default_rng(7).random((tables, n, m + 1))
    counts = (values[..., 1:] < values[..., :1]).sum(axis=1)
    if sides == "two-sided":
        counts = np.minimum(counts, n - counts)
    level = familywise_level(n, m, range(10), sides)
    share = (counts.min(axis=1)[:, None] <= np.arange(10)).mean(axis=0)
    error = np.sqrt(level * (1 - level) / tables)
    assert (np.abs(share - level) < 4.5 * error + 1e-9).all()


@pytest.mark.slow
def test_fewer_nodes_where_the_exact_number_is_too_dear(monkeypatch):
    # Fifty algorithms would need 26 nodes; one more than were affordable changes next to nothing.
    for n, m, counts in ((10, 50, [0, 1]), (25, 50, [3, 5]), (50, 20, [13]), (150, 30, [60])):
        nodes, exact = control_law.node_count(n, m)
        assert not exact
        level = familywise_level(n, m, counts, "one-sided")
        with monkeypatch.context() as patch:
            patch.setattr(control_law, "node_count", lambda n, m, nodes=nodes: (nodes + 1, False))
            finer = familywise_level(n, m, counts, "one-sided")
        np.testing.assert_allclose(level, finer, rtol=3e-4)


def test_two_sided_critical_values_are_smaller():
    for n, m in ((12, 3), (25, 8), (60, 4)):
        one = multiple_sign_critical(n, m)
        two = multiple_sign_critical(n, m, alternative="two-sided")
        assert two <= one
        level = familywise_level(n, m, [two, two + 1], "two-sided")
        assert level[0] <= 0.05 < level[1]
