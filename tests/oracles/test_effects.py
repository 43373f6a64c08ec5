"""Effect sizes against brute force, rational arithmetic, scipy and published examples."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from scipy.special import nctdtr

import evenkeel
from evenkeel.effects.kendall import _without_each, centred_ranks, mean_correlations
from evenkeel.effects.rank_sizes import share_moments
from evenkeel.effects.registry import EFFECTS
from evenkeel.effects.superiority import WinShares, newcombe_interval, win_shares
from evenkeel.effects.typical_differences import hedges_factor
from evenkeel.numerics.moments import weighted_medians
from evenkeel.numerics.resampling import (
    joint_level,
    left_out_weights,
    resampled_rows,
    resampled_weights,
)
from evenkeel.numerics.tails import noncentral_t_cdf, noncentralities

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

PAIRS = [entry for entry in EFFECTS if entry.kernel is not None]
TABLES = {
    "normal": np.random.default_rng(1).normal(5, 1, size=(13, 4)),
    "tied": np.random.default_rng(2).integers(1, 5, size=(12, 4)).astype(float),
    "skewed": np.random.default_rng(3).lognormal(0, 2, size=(9, 4)),
}


def results(name: str, better: str = "higher") -> evenkeel.Results:
    return evenkeel.Results(TABLES[name], better=better)


def walsh(differences: np.ndarray) -> list[Fraction]:
    exact = [Fraction(d).limit_denominator(10**12) for d in differences.tolist()]
    return sorted((a + b) / 2 for i, a in enumerate(exact) for b in exact[i:])


def middle(ordered: list) -> Fraction:
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def by_hand(size: str, x: np.ndarray, y: np.ndarray, table: np.ndarray, a: int, b: int) -> float:
    """The size of two columns from its definition; higher is better."""
    n = len(x)
    if size == "hodges-lehmann":
        return float(middle(walsh(x - y)))
    if size == "superiority":
        return sum((p > q) + (p == q) / 2 for p, q in zip(x, y, strict=True)) / n
    if size == "a12":
        return float(sum(Fraction(int(p > q)) + Fraction(int(p == q), 2) for p in x for q in y)) / (
            n * n
        )
    if size == "cliff-delta":
        return sum(np.sign(p - q) for p in x for q in y) / (n * n)
    if size == "median-ratio":
        ratios = np.sort(x / y)
        return float(np.sqrt(ratios[(n - 1) // 2] * ratios[n // 2]))
    if size == "standardised-mean":
        d = x - y
        return float((1 - 3 / (4 * (n - 1) - 1)) * d.mean() / d.std(ddof=1))
    if size == "rank-difference":
        ranks = stats.rankdata(-table, axis=1)
        return float(ranks[:, b].mean() - ranks[:, a].mean())
    assert size == "rank-biserial"
    d = (x - y).round(9)
    if (d == 0).sum() % 2:
        d = np.delete(d, np.flatnonzero(d == 0)[0])
    ranks = stats.rankdata(np.abs(d).round(9))
    return float((ranks * np.sign(d)).sum() / ranks.sum())


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("entry", PAIRS, ids=lambda entry: entry.name)
def test_every_size_is_that_of_its_definition(entry, name):
    values = TABLES[name]
    found = evenkeel.effect_sizes(results(name), size=entry.name, resamples=9)
    # the factor by hand is Hedges' approximation of the exact one
    tolerance = 1e-3 if entry.name == "standardised-mean" else 1e-9
    for (a, b), estimate in zip(found.family.pairs, found.estimate, strict=True):
        expected = by_hand(entry.name, values[:, a], values[:, b], values, a, b)
        assert estimate == pytest.approx(expected, rel=tolerance, abs=1e-12)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("entry", PAIRS, ids=lambda entry: entry.name)
def test_weights_are_repeated_problems(entry, name):
    values = TABLES[name]
    pairs = np.array(list(combinations(range(4), 2)))
    sample, _ = entry.sample(values, pairs, "higher")
    rows = next(resampled_rows(len(values), 20, np.random.default_rng(0)))
    weights = next(resampled_weights(len(values), 20, np.random.default_rng(0)))
    found = entry.kernel(sample, weights)
    for row, estimates in zip(rows, found, strict=True):
        drawn = entry.kernel(sample[..., row], np.ones((1, len(row))))[0]
        assert estimates == pytest.approx(drawn, rel=1e-9, abs=1e-12)
    without = np.concatenate(list(left_out_weights(len(values))))
    for left_out, estimates in enumerate(entry.kernel(sample, without)):
        rest = np.delete(sample, left_out, axis=-1)
        expected = entry.kernel(rest, np.ones((1, rest.shape[-1])))[0]
        assert estimates == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_exact_intervals_are_those_of_r():
    # tests/oracles/r/pairwise.csv has wilcox.test(conf.int = TRUE) of each pair; one of them here
    # by the function for all pairs, whose level for 36 pairs is that of 0.95 for each
    table = evenkeel.load("cec2005")
    found = evenkeel.effect_sizes(table, simultaneous=False)
    one = evenkeel.pairwise.hodges_lehmann(table, "SaDE", "PSO")
    assert found.versus("SaDE", "PSO") == (one.estimate, one.low, one.high)
    assert found.attained == pytest.approx(np.full(36, one.attained))


@pytest.mark.parametrize("size", ["superiority", "standardised-mean", "a12", "rank-difference"])
def test_a_bootstrap_is_that_of_scipy(size):
    values = TABLES["normal"][:, :2]
    entry = EFFECTS.lookup(size)
    sample, _ = entry.sample(values, np.array([[0, 1]]), "higher")

    def statistic(*columns, axis):
        rows = np.moveaxis(np.stack(columns), axis, -1)
        flat = rows.reshape(len(columns), -1, rows.shape[-1])
        data = flat if sample.ndim == 3 else flat[0]
        return entry.kernel(data, np.ones((1, rows.shape[-1])))[0].reshape(rows.shape[1:-1])

    columns = tuple(sample[:, 0]) if sample.ndim == 3 else (sample[0],)
    theirs = stats.bootstrap(
        columns, statistic, paired=True, n_resamples=4000, rng=np.random.default_rng(7)
    )
    from evenkeel.numerics.resampling import bootstrap_interval

    replicates = np.concatenate(
        [entry.kernel(sample, w) for w in resampled_weights(13, 4000, np.random.default_rng(7))]
    )
    jackknife = np.concatenate([entry.kernel(sample, w) for w in left_out_weights(13)])
    estimate = entry.kernel(sample, np.ones((1, 13)))[0]
    low, high = bootstrap_interval(estimate, replicates, 0.95, jackknife=jackknife)
    interval = theirs.confidence_interval
    assert (low[0], high[0]) == pytest.approx((interval.low, interval.high), rel=0.05, abs=0.03)


def test_superiority_without_ties_has_the_interval_of_the_binomial():
    table = evenkeel.load("cec2005").select(["SaDE", "PSO"])
    estimate, low, high = evenkeel.effect_sizes(table, size="superiority").versus("SaDE", "PSO")
    test = stats.binomtest(20, 25).proportion_ci(0.95, method="exact")  # Table 5: 20 of 25
    assert (estimate, low, high) == pytest.approx((0.8, test.low, test.high), rel=1e-10)
    wins = np.column_stack([np.ones(8), np.zeros(8)])
    found = evenkeel.effect_sizes(wins, size="superiority", better="higher")
    assert (found.low[0], found.high[0]) == pytest.approx((0.025 ** (1 / 8), 1.0))


def test_the_median_ratio_has_the_interval_of_order_statistics():
    values = np.exp(np.random.default_rng(0).normal(size=(20, 2)))
    found = evenkeel.effect_sizes(values, size="median-ratio", better="lower")
    ratios = np.sort(values[:, 0] / values[:, 1])
    # P(X <= 5) = 0.0207 for 20 fair coins, P(X <= 6) = 0.0577: from the 6th to the 15th
    assert (found.low[0], found.high[0]) == (ratios[5], ratios[14])
    assert found.attained[0] == pytest.approx(1 - 2 * stats.binom.cdf(5, 20, 0.5))


def test_second_against_first_mirrors_first_against_second():
    for entry in PAIRS:
        table = results("skewed")
        found = evenkeel.effect_sizes(table, size=entry.name, resamples=199)
        turned = evenkeel.effect_sizes(
            table.select(["A2", "A1", "A3", "A4"]), size=entry.name, resamples=199
        )
        assert found.versus("A2", "A1") == pytest.approx(turned.versus("A2", "A1"), rel=1e-9)


def test_the_direction_of_the_table_turns_what_speaks_for_the_first():
    for entry in PAIRS:
        lower = evenkeel.effect_sizes(results("skewed", "lower"), size=entry.name, resamples=99)
        higher = evenkeel.effect_sizes(results("skewed"), size=entry.name, resamples=99)
        expected = entry.mirrored(higher.estimate) if entry.turned else higher.estimate
        assert lower.estimate == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_a12_is_formula_14_of_vargha_and_delaney():
    # A = (R1 / m - (m + 1) / 2) / n with the rank sum R1 of the first sample, ties averaged
    first = np.array([[4, 4, 5, 3, 3, 5, 4]], dtype=float)
    second = np.array([[3, 3, 4, 2, 2, 4, 3, 3, 5]], dtype=float)
    rank_sum = stats.rankdata([*first[0], *second[0]])[:7].sum()
    found = win_shares(-first, -second, np.array([7]), np.array([9]))  # higher is better
    assert found.share[0] == pytest.approx((rank_sum / 7 - (7 + 1) / 2) / 9, rel=1e-14)


@pytest.mark.parametrize("n", [(3, 7), (10, 10), (2, 30)])
def test_shares_of_wins_and_delongs_variance_by_brute_force(n):
    rng = np.random.default_rng(sum(n))
    first, second = (rng.integers(0, 9, (4, size)).astype(float) for size in n)
    found = win_shares(first, second, *(np.full(4, size) for size in n))
    for i in range(4):
        wins = (first[i][:, None] < second[i]) + (first[i][:, None] == second[i]) / 2
        assert found.share[i] == pytest.approx(wins.mean(), rel=1e-12)
        expected = wins.mean(axis=1).var(ddof=1) / n[0] + wins.mean(axis=0).var(ddof=1) / n[1]
        assert found.variance[i] == pytest.approx(expected, rel=1e-9, abs=1e-15)


def test_newcombes_interval_solves_its_equation():
    share = np.array([0.78, 0.5, 0.999, 1.0, 0.0])
    n1, n2 = np.array([20, 5, 40, 10, 10]), np.array([30, 5, 12, 10, 10])
    low, high = newcombe_interval(WinShares(share, np.zeros(5), n1, n2), 0.95)
    z = stats.norm.ppf(0.975)

    def error(t):
        shape = (1 - t) / (2 - t) + t / (1 + t)
        return z * np.sqrt(t * (1 - t) * (1 + ((n1 + n2) / 2 - 1) * shape) / (n1 * n2))

    inside = share > 0
    assert (low + error(low))[inside] == pytest.approx(share[inside], rel=1e-10)
    inside = share < 1
    assert (high - error(high))[inside] == pytest.approx(share[inside], abs=1e-10)
    assert (low[4], high[3]) == (0, 1)
    assert low[3] == pytest.approx(1 - high[4], rel=1e-9)


def test_newcombes_interval_is_wider_where_the_data_vary_more():
    ten, half = np.array([10]), np.array([0.5])
    usual = newcombe_interval(WinShares(half, np.array([0.0]), ten, ten), 0.95)
    wider = newcombe_interval(WinShares(half, np.array([0.05]), ten, ten), 0.95)
    assert wider[0] < usual[0] < usual[1] < wider[1]


def test_moments_of_the_rank_sum_by_simulation():
    rng = np.random.default_rng(5)
    for shift in (0.0, 0.7, -1.5):
        drawn = rng.normal(shift, 1, (40_000, 12))
        ranks = stats.rankdata(np.abs(drawn), axis=1)
        shares = (ranks * (drawn > 0)).sum(axis=1) / 78
        mean, variance = share_moments(np.array([shift]), 12)
        assert mean[0] == pytest.approx(shares.mean(), abs=4 * shares.std() / 200)
        assert variance[0] == pytest.approx(shares.var(), rel=0.05)


@pytest.mark.parametrize("df", [1, 2, 9, 49])
def test_noncentral_t_against_scipy(df):
    t, c = np.array([0.3, 2.0, 11.0, -1.0]), np.array([0.5, 2.5, 8.0, 0.4])
    assert noncentral_t_cdf(t, df, c) == pytest.approx(nctdtr(df, c, t), rel=1e-11)
    low, high = noncentralities(t, df, 0.9)
    assert nctdtr(df, low, t) == pytest.approx(0.95, rel=1e-9)
    assert nctdtr(df, high, t) == pytest.approx(0.05, rel=1e-9)


def test_noncentral_t_far_out():
    # T / c is 1 / S beyond any normal variable: the quantiles of the chi law
    low, high = noncentralities(np.array([1e9]), 9, 0.95)
    expected = 1e9 * np.sqrt(stats.chi2.ppf([0.025, 0.975], 9) / 9)
    assert (low[0], high[0]) == pytest.approx(expected, rel=1e-6)


def test_hedges_factor():
    # gamma(m/2) / (sqrt(m/2) gamma((m-1)/2)) in closed form: 1 / sqrt(pi), and for m = 10
    # 4! / (sqrt(5) 105/16 sqrt(pi)); with one degree of freedom nothing can be corrected
    expected = [1.0, 1 / np.sqrt(np.pi), 24 * 16 / (105 * np.sqrt(5 * np.pi))]
    assert hedges_factor(np.array([1.0, 2.0, 10.0])) == pytest.approx(expected, rel=1e-12)


def test_the_standardised_mean_is_that_of_the_t_test():
    table = evenkeel.load("demsar2006")
    found = evenkeel.effect_sizes(table, size="standardised-mean", simultaneous=False)
    t = evenkeel.pairwise.t_test(table, "C4.5m", "C4.5").statistic
    estimate, low, high = found.versus("C4.5m", "C4.5")
    assert estimate == pytest.approx(float(hedges_factor(13)) * t / np.sqrt(14))
    assert nctdtr(13, low * np.sqrt(14), t) == pytest.approx(0.975, abs=1e-8)
    assert nctdtr(13, high * np.sqrt(14), t) == pytest.approx(0.025, abs=1e-8)


def test_weighted_medians_by_repetition():
    rng = np.random.default_rng(0)
    values = rng.integers(0, 6, (5, 8)).astype(float)
    values[4, 3:] = np.nan
    weights = rng.integers(0, 3, (30, 8)).astype(float)
    low, high = weighted_medians(values, weights)
    for b, counts in enumerate(weights.astype(int)):
        for j, row in enumerate(values):
            there = ~np.isnan(row)
            drawn = np.repeat(row[there], counts[there])
            expected = np.median(drawn) if drawn.size else np.nan
            assert (low[b, j] + high[b, j]) / 2 == pytest.approx(expected, nan_ok=True)


def test_weighted_medians_of_many_values_lie_in_the_middle_or_not():
    rng = np.random.default_rng(1)
    n = 900
    values = rng.normal(size=(3, n)).round(2)
    values[2, rng.random(n) < 0.4] = np.nan
    weights = rng.multinomial(n, np.full(n, 1 / n), size=60).astype(float)
    lowest, highest = np.argsort(values[0])[:400], np.argsort(values[0])[500:]
    weights[0, lowest] = weights[1, highest] = 0.0  # far from the middle of the first sample
    weights[2] = 0.0
    low, high = weighted_medians(values, weights)
    for b, counts in enumerate(weights.astype(int)):
        for j, row in enumerate(values):
            there = ~np.isnan(row)
            drawn = np.sort(np.repeat(row[there], counts[there]))
            expected = drawn[[(drawn.size - 1) // 2, drawn.size // 2]] if drawn.size else np.nan
            np.testing.assert_array_equal([low[b, j], high[b, j]], np.broadcast_to(expected, 2))


def test_a_joint_level_holds_the_share_of_the_resamples():
    rng = np.random.default_rng(0)
    common = rng.normal(size=(4000, 1))
    for spread, between in ((0.01, (0.94, 0.97)), (100.0, (0.985, 0.9975))):
        replicates = common + spread * rng.normal(size=(4000, 8))
        level = joint_level(replicates, 0.95)
        assert between[0] <= level <= between[1]
        low, high = np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2], axis=0)
        held = ((low <= replicates) & (replicates <= high)).all(axis=1).mean()
        assert held == pytest.approx(0.95, abs=0.005)


def test_a_joint_level_of_resamples_that_are_alike_is_0_and_no_less():
    assert joint_level(np.ones((99, 3)), 0.95) == 0
    mostly = np.repeat([[0.0], [1.0]], [3, 97], axis=0)  # 0.97 of them have tails of 1 and 0.97
    assert joint_level(mostly, 0.95) == 0


def test_kendalls_w_is_that_of_friedmans_test():
    for case in ("garcia2008", "cec2005", "demsar2006"):
        table = evenkeel.load(case)
        found = evenkeel.effects.kendall_w(table, resamples=199)
        assert found.estimate == pytest.approx(evenkeel.friedman(table).kendall_w, rel=1e-12)
        assert found.low < found.estimate < found.high
        ranks = stats.rankdata(table.losses, axis=1)
        pairs = combinations(ranks - ranks.mean(axis=1, keepdims=True), 2)
        mean = np.mean([one @ other for one, other in pairs])
        own = np.mean([row @ row for row in ranks - ranks.mean(axis=1, keepdims=True)])
        assert found.correlation == pytest.approx(mean / own, rel=1e-10)


@pytest.mark.parametrize("table", ["normal", "tied"])
def test_correlations_of_resamples_and_without_each_problem_by_all_pairs_of_problems(table):
    ranks = centred_ranks(TABLES[table])
    rows = next(resampled_rows(len(ranks), 15, np.random.default_rng(2)))
    weights = next(resampled_weights(len(ranks), 15, np.random.default_rng(2)))
    without = [np.delete(np.arange(len(ranks)), left_out) for left_out in range(len(ranks))]
    for found, drawn in (
        (mean_correlations(ranks, weights)[:, 0], rows),
        (_without_each(ranks)[:, 0], without),
    ):
        for value, held in zip(found, drawn, strict=True):
            different = [(a, b) for a, b in combinations(held, 2) if a != b]
            mean = np.mean([ranks[a] @ ranks[b] for a, b in different])
            own = np.mean([ranks[a] @ ranks[a] for a in held])
            assert value == pytest.approx(mean / own, rel=1e-10)


def test_contrasts_of_resamples_are_contrasts_of_the_tables_drawn():
    from evenkeel.effects.contrasts import resampled_effects

    holes = TABLES["normal"].copy()
    holes[[0, 3, 5, 7], [1, 2, 0, 1]] = np.nan
    for values in (TABLES["normal"], TABLES["tied"], holes):
        rows = next(resampled_rows(len(values), 15, np.random.default_rng(2)))
        weights = next(resampled_weights(len(values), 15, np.random.default_rng(2)))
        found, connected = resampled_effects(values, weights)
        for row, effects, comparable in zip(rows, found, connected, strict=True):
            drawn = evenkeel.Results(values[row], better="higher", missing="keep")
            expected = evenkeel.contrast_estimation(drawn, confidence=None).effects
            assert comparable
            assert effects - effects.mean() == pytest.approx(
                expected - expected.mean(), rel=1e-9, abs=1e-12
            )


@pytest.mark.parametrize("n", [2, 3, 13, 40])
@pytest.mark.parametrize("decimals", [0, 8])
def test_sizes_without_each_problem_are_those_of_the_other_problems(n, decimals):
    from evenkeel.effects.rank_sizes import rank_biserials, rank_biserials_left_out
    from evenkeel.effects.superiority import stochastic_superiorities, superiorities_left_out

    sample = np.random.default_rng(n).normal(size=(2, 4, n)).round(decimals)
    others = [np.delete(sample, i, axis=2) for i in range(n)]
    ones = np.ones((1, n - 1))
    for left_out, kernel, of in (
        (superiorities_left_out, stochastic_superiorities, lambda columns: columns),
        (rank_biserials_left_out, rank_biserials, lambda columns: columns[0]),
    ):
        expected = np.concatenate([kernel(of(columns), ones) for columns in others])
        assert left_out(of(sample)) == pytest.approx(expected, rel=1e-12, abs=1e-12)
