"""The saddle-point p-values of signed ranks beside their exact law, near where they take over."""

import itertools

import numpy as np
import pytest
from scipy import stats

from evenkeel import wilcoxon_all
from evenkeel.numerics.sums import condensed, saddle_point_tails
from evenkeel.numerics.tails import by_alternative
from evenkeel.pairwise.signed_rank_law import equal_tails, lower_tail, saddle_tails

_RNG = np.random.default_rng(28)


def saddle_point_pvalues(ranks, excess, alternative):
    return by_alternative(saddle_tails(np.sort(ranks), excess), alternative)


def ranks_of(differences):
    ranks = stats.rankdata(np.abs(differences))
    return np.where(differences == 0, 0.0, ranks)


def beside_the_exact_law(ranks):
    """Sums R+ - R- with p-values from 1 down to 1e-12, and these p-values, exactly."""
    doubled = np.rint(2 * ranks[ranks > 0]).astype(int)
    tail = lower_tail(doubled, doubled.sum() // 2)
    sums = np.unique(np.searchsorted(tail, np.geomspace(1e-12, 0.45, 60)))
    attained = sums[np.diff(tail, prepend=0.0)[sums] > 0]
    return doubled.sum() / 2 - attained, 2 * tail[attained]


@pytest.mark.parametrize(
    ("ranks", "bound"),
    [
        (np.arange(1.0, 102), 1e-4),
        (ranks_of(_RNG.normal(size=130).round(1)), 1e-4),
        (ranks_of(np.append(_RNG.normal(size=110), np.zeros(80))), 1e-4),
        (ranks_of(np.ceil(_RNG.exponential(7, size=101))), 5e-4),
        pytest.param(np.arange(1.0, 1002), 1e-6, marks=pytest.mark.slow),
        pytest.param(ranks_of(_RNG.normal(size=1100).round(1)), 1e-6, marks=pytest.mark.slow),
    ],
    ids=["untied", "one decimal", "zeros", "20 sizes", "1001 untied", "1100 of one decimal"],
)
def test_the_error_is_within_what_the_documentation_says(ranks, bound):
    excess, exact = beside_the_exact_law(ranks)
    rows = np.broadcast_to(ranks, (excess.size, ranks.size))
    assert saddle_point_pvalues(rows, excess, "two-sided") == pytest.approx(exact, rel=bound)
    assert saddle_point_pvalues(rows, excess, "better") == pytest.approx(exact / 2, rel=bound)
    assert saddle_point_pvalues(rows, -excess, "worse") == pytest.approx(exact / 2, rel=bound)
    # P(S >= s) = 1 - P(S > s), and the next sum is one step on
    above = 1 - saddle_point_pvalues(rows, -excess, "better")
    step = float(np.gcd.reduce(np.rint(2 * ranks).astype(int)))
    assert above == pytest.approx(
        saddle_point_pvalues(rows, excess + step, "better"), rel=1e-6, abs=1e-15
    )


def test_a_sum_at_the_centre_has_p_1():
    ranks = np.arange(1.0, 104)
    assert saddle_point_pvalues(ranks, np.array([0.0]), "two-sided").tolist() == [1.0]


@pytest.mark.parametrize("alternative", ["two-sided", "better", "worse"])
def test_every_sum_that_signs_can_give_has_its_tail(alternative):
    """The least sum, too, beyond whose mirror image no pattern of signs lies."""
    ranks = np.arange(1.0, 13)
    sums = np.array(list(itertools.product([-1, 1], repeat=12))) @ ranks
    sign = {"two-sided": np.abs, "better": np.positive, "worse": np.negative}[alternative]
    values = np.unique(sums)
    exact = (sign(sums) >= sign(values)[:, None]).mean(axis=1)
    found = saddle_point_pvalues(np.tile(ranks, (values.size, 1)), values, alternative)
    assert found == pytest.approx(exact, rel=0.1)
    assert found[exact == 1].tolist() == [1.0] * np.count_nonzero(exact == 1)


@pytest.mark.parametrize(("alternative", "p"), [("better", 0.0), ("worse", 1.0)])
def test_a_column_that_always_wins_among_many_problems(alternative, p):
    always = np.column_stack([np.zeros(20_000), np.arange(1.0, 20_001) ** 2])
    tests = wilcoxon_all(always, better="lower", alternative=alternative)
    assert tests.pvalue == pytest.approx(p, abs=1e-300)


def test_few_sizes_stand_for_many():
    ranks = np.arange(1.0, 20_002)
    deviation = np.sqrt(np.square(ranks).sum())
    values = np.array([0.5, 2, 5, 10, 30, 36]) * deviation
    values = 2 * np.rint(values / 2) + ranks.sum() % 2
    step = np.full(values.size, 2.0)
    expected = saddle_point_tails(ranks, np.ones(1), values, step)
    sizes, counts = condensed(ranks)
    assert sizes.size <= 512
    assert counts.sum() == pytest.approx(ranks.size)
    assert counts @ sizes**3 == pytest.approx((ranks**3).sum())
    assert saddle_point_tails(sizes, counts, values, step) == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("alternative", ["two-sided", "better", "worse"])
def test_equal_ranks_are_the_sign_test(alternative):
    plus, count = np.array([0, 3, 150, 199, 300]), np.full(5, 300)
    word = {"better": "greater", "worse": "less", "two-sided": "two-sided"}[alternative]
    expected = [stats.binomtest(wins, 300, alternative=word).pvalue for wins in plus.tolist()]
    found = by_alternative(equal_tails(plus, count), alternative)
    assert found == pytest.approx(expected, rel=1e-11)


def test_zeros_and_ones_are_exact_for_any_number_of_problems():
    table = _RNG.integers(0, 2, size=(5000, 2)).astype(float)
    wins, losses = ((table[:, 0] < table[:, 1]).sum(), (table[:, 0] > table[:, 1]).sum())
    tests = wilcoxon_all(table, better="lower")
    assert tests.method == ("exact",)
    assert tests.pvalue == pytest.approx(stats.binomtest(wins, wins + losses).pvalue, rel=1e-11)


def test_a_far_tail_is_exact_where_that_is_little_work():
    differences = np.append(np.arange(1.0, 400).repeat(2), [-1.0])
    tests = wilcoxon_all(np.column_stack([differences, np.zeros(799)]), better="higher")
    doubled = np.rint(2 * ranks_of(differences)).astype(int)
    small = round(2 * float(tests.r_minus[0]))
    assert tests.method == ("exact",)
    assert tests.pvalue == pytest.approx(2 * lower_tail(doubled, small)[-1], rel=1e-12)
