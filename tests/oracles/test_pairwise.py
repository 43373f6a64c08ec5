"""Pairwise tests against scipy, brute force over all signs, and whole-number counts."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy import stats

from evenkeel.pairwise._wilcoxon import wilcoxon, wilcoxon_critical
from evenkeel.pairwise._wilcoxon_all import wilcoxon_all
from evenkeel.pairwise.pair import win_tie_loss
from evenkeel.pairwise.sign import sign_test, sign_test_critical
from evenkeel.pairwise.signed_rank_law import lower_tail, untied_tail
from evenkeel.pairwise.ttest import t_test
from evenkeel.pairwise.walsh import hodges_lehmann

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

ALTERNATIVES = {"two-sided": "two-sided", "better": "greater", "worse": "less"}
TREATMENTS = ("split", "pratt", "drop")


def pair(differences: object) -> np.ndarray:
    """Two columns, higher better, of which the first leads by the differences."""
    values = np.asarray(differences, dtype=float)
    return np.column_stack([values, np.zeros_like(values)])


def ranks_and_share(
    differences: np.ndarray, treatment: str
) -> tuple[np.ndarray, np.ndarray, float]:
    """Signed differences that are not zero, their ranks, and what the zeros add to both sums."""
    if treatment == "drop":
        differences = differences[differences != 0]
    elif treatment == "split" and (differences == 0).sum() % 2:
        differences = np.delete(differences, np.flatnonzero(differences == 0)[0])
    ranks = stats.rankdata(np.abs(differences))
    zero = differences == 0
    share = ranks[zero].sum() / 2 if treatment == "split" else 0.0
    return differences[~zero], ranks[~zero], share


def brute_force(differences: np.ndarray, treatment: str) -> dict[str, float]:
    """R+, R- and the p-values, from all assignments of signs."""
    kept, ranks, share = ranks_and_share(differences, treatment)
    plus = ranks[kept > 0].sum()
    sums = np.array(list(product((0, 1), repeat=len(ranks)))) @ ranks if len(ranks) else np.zeros(1)
    better, worse = (sums >= plus - 1e-9).mean(), (sums <= plus + 1e-9).mean()
    return {
        "plus": plus + share,
        "minus": ranks.sum() - plus + share,
        "better": better,
        "worse": worse,
        "two-sided": min(1.0, 2 * min(better, worse)),
    }


SAMPLES = [
    [1, 2, 3, -4, 5],
    [0.1, 0.2, -0.1, 0.2, 0.3, -0.2, 0.1],
    [0, 0, 1, -1, 2, 3, 3],
    [0, 1, -2, 2, 2, -5, 6, 7],
    [0, 0, 0, 0, 0, 1],
    [0, 0, 0],
    [-1, -1, -1, -1, 1, 1, 1, 1],
    [3, 3],
    [0, -0.5, 0.5, 1.5, -1.5, 2.5, 2.5, 0, 0, 7, 8],
]


@pytest.mark.parametrize("treatment", TREATMENTS)
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_wilcoxon_with_ties_and_zeros_against_all_signs(sample, treatment, alternative):
    expected = brute_force(np.array(sample, dtype=float), treatment)
    test = wilcoxon(pair(sample), zeros=treatment, alternative=alternative, better="higher")
    assert test.method == "exact"
    assert test.pvalue == pytest.approx(expected[alternative], rel=1e-12)
    assert (test.r_plus, test.r_minus) == (expected["plus"], expected["minus"])
    assert test.statistic == min(test.r_plus, test.r_minus)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [3, 8, 25, 60])
def test_exact_against_scipy(n, alternative):
    differences = np.random.default_rng(n).normal(0.3, 1, size=n)
    test = wilcoxon(pair(differences), alternative=alternative, better="higher")
    expected = stats.wilcoxon(differences, alternative=ALTERNATIVES[alternative], method="exact")
    assert test.pvalue == pytest.approx(expected.pvalue, rel=1e-10)


@pytest.mark.parametrize("continuity", [False, True])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("treatment", "scipys"), [("pratt", "pratt"), ("drop", "wilcox")])
@pytest.mark.parametrize("decimals", [0, 1, 6])
def test_normal_against_scipy(decimals, treatment, scipys, alternative, continuity):
    differences = np.random.default_rng(3).normal(0.2, 2, size=60).round(decimals)
    test = wilcoxon(
        pair(differences),
        zeros=treatment,
        method="normal",
        alternative=alternative,
        continuity=continuity,
        better="higher",
    )
    expected = stats.wilcoxon(
        differences,
        zero_method=scipys,
        correction=continuity,
        alternative=ALTERNATIVES[alternative],
        method="asymptotic",
    )
    assert (test.method, test.continuity) == ("normal", continuity)
    assert test.pvalue == pytest.approx(expected.pvalue, rel=1e-10)
    z = -abs(test.z) if alternative == "two-sided" else test.z  # scipy standardises T
    assert z == pytest.approx(expected.zstatistic, rel=1e-10)


@pytest.mark.parametrize("zeros", [0, 2, 4])
def test_split_and_pratt_have_one_pvalue_for_even_zeros(zeros):
    # scipy's "zsplit" sums the ranks as "split" does, but its variance counts the fixed ranks of
    # the zeros as if they were random; the law given the ranks is that of Pratt.
    differences = np.append(np.zeros(zeros), np.random.default_rng(1).integers(-4, 7, 20) + 0.5)
    for method in ("exact", "normal"):
        split, pratt = (
            wilcoxon(pair(differences), zeros=z, method=method, better="higher")
            for z in ("split", "pratt")
        )
        assert split.pvalue == pytest.approx(pratt.pvalue, rel=1e-12)
    expected = stats.wilcoxon(differences, zero_method="zsplit", method="asymptotic")
    assert split.statistic == expected.statistic


def tail_counts(n: int) -> list[int]:
    """Number of sign patterns of the ranks 1..n with each sum, in whole numbers."""
    counts = [1]
    for rank in range(1, n + 1):
        longer = counts + [0] * rank
        for s, count in enumerate(counts):
            longer[s + rank] += count
        counts = longer
    return counts


@pytest.mark.parametrize("n", [1, 2, 10, 53, 100])
def test_law_in_relative_terms(n):
    counts = tail_counts(n)
    tail = untied_tail(1, n)
    cumulative = 0
    for s in range(tail.size):
        cumulative += counts[s]
        assert abs(Fraction(float(tail[s])) * 2**n / cumulative - 1) < Fraction(1, 10**13)


@pytest.mark.parametrize(("n", "exponent"), [(100, -99), (1000, -999)])
def test_one_sided_data_have_the_smallest_pvalue(n, exponent):
    test = wilcoxon(pair(np.arange(1, n + 1)), better="higher")
    assert test.pvalue == 2.0**exponent
    assert wilcoxon(pair(np.ones(n)), better="higher").pvalue == 2.0**exponent
    assert sign_test(pair(np.ones(n)), better="higher").pvalue == 2.0**exponent


def test_law_beyond_the_range_of_doubles():
    # More than a thousand ranks: the counts are rescaled on the way.
    ones = np.ones(1500, dtype=np.int64)
    tail = lower_tail(ones, 750)
    expected = stats.binom.cdf([600, 650, 700, 749, 750], 1500, 0.5)
    np.testing.assert_allclose(tail[[600, 650, 700, 749, 750]], expected, rtol=1e-10)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [2, 5, 26, 400, 1500])
def test_sign_test_against_scipy(n, alternative):
    signs = np.sign(np.random.default_rng(n).normal(0.2, 1, size=n))
    test = sign_test(pair(signs), alternative=alternative, better="higher")
    wins = int((signs > 0).sum())
    expected = stats.binomtest(wins, n, alternative=ALTERNATIVES[alternative])
    assert (test.wins, test.losses, test.counted) == (wins, n - wins, n)
    assert test.pvalue == pytest.approx(expected.pvalue, rel=1e-10)
    z = (wins - n / 2) / (np.sqrt(n) / 2)
    assert test.z == pytest.approx(z)
    tail = {"two-sided": 2 * stats.norm.sf(abs(z)), "better": stats.norm.sf(z)}
    assert test.normal_pvalue == pytest.approx(tail.get(alternative, stats.norm.cdf(z)), rel=1e-12)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("wins", "losses", "ties"), [(8, 0, 20), (9, 3, 5), (2, 2, 3), (1, 0, 9)])
def test_sign_test_without_its_ties_is_exact(wins, losses, ties, alternative):
    signs = np.repeat([1.0, -1.0, 0.0], [wins, losses, ties])
    test = sign_test(pair(signs), ties="drop", alternative=alternative, better="higher")
    expected = stats.binomtest(wins, wins + losses, alternative=ALTERNATIVES[alternative])
    assert test.pvalue == pytest.approx(expected.pvalue, rel=1e-12)
    assert (test.statistic, test.counted, test.ties) == (wins, wins + losses, ties)
    assert (test.method, test.tie_treatment) == ("exact", "drop")
    assert test.z == pytest.approx((wins - losses) / np.sqrt(wins + losses))


def test_split_ties_are_labelled():
    # It was called exact: p = 0.1849, while the exact one given the ties is 2 / 2^8.
    signs = np.repeat([1.0, 0.0], [8, 20])
    split = sign_test(pair(signs), better="higher")
    assert round(split.pvalue, 4) == 0.1849
    assert split.pvalue == pytest.approx(stats.binomtest(18, 28).pvalue, rel=1e-12)
    assert (split.method, split.tie_treatment) == ("ties split", "split")
    assert split.notes == (
        "20 of 28 problems are tied; the ties are split evenly, as in the documents, so that the "
        "p-value is not exact; ties='drop' leaves them out and is",
    )
    dropped = sign_test(pair(signs), ties="drop", better="higher")
    assert dropped.pvalue == 2 / 2**8
    assert dropped.notes == (
        "20 of 28 problems are tied and left out; the p-value is exact given the ties",
    )


def test_a_single_tie_is_left_out_either_way():
    signs = np.repeat([1.0, -1.0, 0.0], [9, 2, 1])
    split, dropped = (sign_test(pair(signs), ties=t, better="higher") for t in ("split", "drop"))
    assert split.pvalue == dropped.pvalue == pytest.approx(stats.binomtest(9, 11).pvalue)
    assert split.method == dropped.method == "exact"
    assert split.notes == dropped.notes
    assert split.notes[0].startswith("1 of 12 problems is tied and left out")


def test_nothing_but_ties_is_no_evidence():
    for ties in ("split", "drop"):
        test = sign_test(pair(np.zeros(5)), ties=ties, better="higher")
        assert (test.pvalue, test.z, test.normal_pvalue) == (1.0, 0.0, 1.0)
        assert test.notes == ("the algorithms are equal on every problem",)


@pytest.mark.slow
@pytest.mark.parametrize("alternative", ["two-sided", "one-sided"])
@pytest.mark.parametrize("alpha", [0.1, 0.05, 0.0625, 0.01])
@pytest.mark.parametrize("n", [4, 7, 30, 1200])
def test_critical_wins_against_scipy(n, alpha, alternative):
    doubled = 2 if alternative == "two-sided" else 1
    enough = [
        wins
        for wins in range((n + 1) // 2, n + 1)
        if doubled * stats.binom.sf(wins - 1, n, 0.5) <= alpha * (1 + 1e-12)
    ]
    expected = min(enough) if enough else None
    assert sign_test_critical(n, alpha, alternative=alternative) == expected


@pytest.mark.parametrize("alpha", [0.1, 0.05, 0.01])
@pytest.mark.parametrize("n", [4, 9, 40])
def test_critical_t_is_where_the_pvalue_crosses_alpha(n, alpha):
    counts = np.cumsum(np.array(tail_counts(n), dtype=float)) / 2.0**n
    within = np.flatnonzero(2 * counts[: counts.size // 2] <= alpha)
    assert wilcoxon_critical(n, alpha) == (int(within[-1]) if within.size else None)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("better", ["higher", "lower"])
def test_t_test_against_scipy(better, alternative):
    first, second = np.random.default_rng(11).normal([0.4, 0], 1, size=(18, 2)).T
    side = ALTERNATIVES[alternative]
    if better == "lower":  # a smaller mean is the better one
        side = {"greater": "less", "less": "greater"}.get(side, side)
    expected = stats.ttest_rel(first, second, alternative=side)
    test = t_test(np.column_stack([first, second]), alternative=alternative, better=better)
    assert test.statistic == pytest.approx(expected.statistic, rel=1e-9)
    assert test.pvalue == pytest.approx(expected.pvalue, rel=1e-9)
    assert test.df == expected.df
    interval = stats.ttest_rel(first, second).confidence_interval(0.9)
    narrow = t_test(np.column_stack([first, second]), confidence=0.9, better=better)
    assert (narrow.low, narrow.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
    assert narrow.mean_difference == pytest.approx((first - second).mean(), rel=1e-9)


def test_t_test_far_in_the_tail():
    differences = 100 + np.random.default_rng(2).normal(size=60)
    test = t_test(pair(differences), better="higher")
    assert test.pvalue == pytest.approx(2 * stats.t.sf(test.statistic, 59), rel=1e-8)
    assert 0 < test.pvalue < 1e-100


@pytest.mark.parametrize("n", [2, 3, 6, 20, 45])
def test_hodges_lehmann_against_all_walsh_averages(n):
    differences = np.random.default_rng(n).normal(size=n)
    averages = np.sort(((differences[:, None] + differences) / 2)[np.triu_indices(n)])
    test = hodges_lehmann(pair(differences), confidence=0.9, better="higher")
    assert test.estimate == pytest.approx(np.median(averages), rel=1e-12)
    place = int(np.searchsorted(averages, test.low - 1e-12))
    assert (test.low, test.high) == pytest.approx((averages[place], averages[-1 - place]))
    # Outside the interval the test rejects, inside it does not.
    assert test.attained == pytest.approx(1 - 2 * sum(tail_counts(n)[: place + 1]) / 2**n)
    if test.attained >= 0.9:
        assert 1 - 2 * sum(tail_counts(n)[: place + 2]) / 2**n < 0.9


def all_walsh_sums(differences):
    return np.sort((differences[:, None] + differences)[np.triu_indices(differences.size)])


@pytest.mark.parametrize(
    "differences",
    [
        np.random.default_rng(4).normal(1, 3, size=301),
        np.random.default_rng(4).normal(1, 3, size=301).round(1),  # many sums are equal
        np.random.default_rng(4).lognormal(0, 4, size=450),
        np.random.default_rng(4).integers(0, 2, size=300).astype(float),
        np.full(250, 0.1),
        np.zeros(250),
    ],
    ids=["normal", "tied", "skewed", "two values", "constant", "zero"],
)
def test_sums_of_many_differences_against_all_of_them(differences):
    from evenkeel.pairwise.walsh import ordered_walsh_sums

    ordered, expected = np.sort(differences), all_walsh_sums(np.sort(differences))
    positions = [0, 1, 77, expected.size // 3, expected.size // 2, expected.size - 1]
    found = ordered_walsh_sums(np.array([ordered, -ordered[::-1]]), positions)
    assert found[0].tolist() == expected[positions].tolist()
    assert found[1].tolist() == (-expected[::-1])[positions].tolist()


@pytest.mark.parametrize(
    "differences",
    [
        np.random.default_rng(5).normal(size=3000),
        np.exp(8 * np.random.default_rng(5).normal(size=3000)),
        np.random.default_rng(5).standard_cauchy(size=3000).round(2),
        np.random.default_rng(5).normal(size=3000) * 1e-3 + 100 * np.arange(3000) % 2,
        np.append(np.random.default_rng(5).normal(size=2990), [1e20, -1e20] * 5),
    ],
    ids=["normal", "heavy tail", "cauchy of two decimals", "two clusters", "outliers"],
)
@pytest.mark.parametrize("held", [1 << 19, 500])
@pytest.mark.slow
def test_sums_of_thousands_of_differences(monkeypatch, differences, held):
    from evenkeel.pairwise import walsh as walsh_sums

    monkeypatch.setattr(walsh_sums, "_HELD", held)
    monkeypatch.setattr(walsh_sums, "_SAMPLE", held)
    ordered, expected = np.sort(differences), all_walsh_sums(np.sort(differences))
    middle = expected.size // 2
    positions = [0, 1000, middle - 100_000, middle, middle + 1, expected.size - 1]
    found = walsh_sums.ordered_walsh_sums(ordered[None], positions)
    assert found[0].tolist() == expected[positions].tolist()


@pytest.mark.slow
def test_hodges_lehmann_normal_law():
    differences = np.random.default_rng(4).normal(size=1200)
    test = hodges_lehmann(pair(differences), better="higher")
    averages = np.sort(((differences[:, None] + differences) / 2)[np.triu_indices(1200)])
    place = int(np.searchsorted(averages, test.low - 1e-12))
    exact = lower_tail(np.arange(1, 1201), place)[place]
    assert test.method == "normal"
    assert test.attained == pytest.approx(1 - 2 * exact, abs=1e-4)
    assert test.attained >= 0.95


@pytest.mark.parametrize("decimals", [1, 8])
def test_all_pairs_against_scipy(decimals):
    values = np.random.default_rng(9).normal(size=(40, 6)).round(decimals)
    tests = wilcoxon_all(values, zeros="drop", method="normal", better="higher")
    for (a, b), pvalue in zip(tests.family.pairs, tests.pvalue, strict=True):
        expected = stats.wilcoxon(
            (values[:, a] - values[:, b]).round(decimals), correction=False, method="asymptotic"
        )
        assert pvalue == pytest.approx(expected.pvalue, rel=1e-10)


def test_wins_against_plain_counts():
    values = np.random.default_rng(1).integers(0, 4, size=(30, 5)).astype(float)
    counts = win_tie_loss(values, better="higher")
    for a in range(5):
        for b in range(5):
            wins = sum(x > y for x, y in zip(values[:, a], values[:, b], strict=True))
            ties = sum(x == y for x, y in zip(values[:, a], values[:, b], strict=True))
            assert (counts.wins[a, b], counts.ties[a, b]) == (wins, ties)
            assert counts.losses[a, b] == 30 - wins - ties
