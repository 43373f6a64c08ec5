"""Tests of single problems that follow the design, against scipy, statsmodels and definitions."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar

import evenkeel
from evenkeel.numerics.studentised_range import dunnett_sf
from runs_examples import make_runs, r_runs, random_runs

UNEVEN = random_runs(5, 2, 4, (5, 12))
SETS = {"uneven": UNEVEN, "chickwts": r_runs("chickwts"), "sprays": r_runs("sprays")}


def samples(runs: evenkeel.Runs, problem: str) -> list[np.ndarray]:
    cells = runs.values_by_cell()
    return [cells[algorithm, problem] for algorithm in runs.algorithms]


@pytest.mark.parametrize("name", SETS)
def test_tukey_is_that_of_scipy(name: str) -> None:
    runs = SETS[name]
    found = evenkeel.per_problem(runs, test="tukey", adjust=None)
    for i, problem in enumerate(runs.problems):
        expected = stats.tukey_hsd(*samples(runs, problem)).pvalue
        for m, (a, b) in enumerate(found.family.pairs.tolist()):
            assert found.pvalue[i, m] == pytest.approx(expected[a, b], abs=1e-8)
        assert found.k_sample.pvalue[i] == pytest.approx(
            stats.f_oneway(*samples(runs, problem)).pvalue
        )


@pytest.mark.parametrize("name", SETS)
def test_dunnett_is_that_of_scipy(name: str) -> None:
    runs = SETS[name]
    found = evenkeel.per_problem(runs, test="dunnett", control=runs.algorithms[0], adjust=None)
    for i, problem in enumerate(runs.problems):
        control, *others = samples(runs, problem)
        expected = stats.dunnett(*others, control=control, rng=1)
        assert found.tests.statistic[i] == pytest.approx(-expected.statistic)
        assert found.pvalue[i] == pytest.approx(expected.pvalue, abs=2e-4)  # scipy's is simulated


@pytest.mark.parametrize("counts", [(3, 30), (40, 2), (1, 400)])
def test_dunnett_of_very_uneven_runs_is_the_bivariate_integral(counts: tuple[int, int]) -> None:
    """Two t with correlation l1 l2: the normal law as a double integral, df many."""
    loads = np.sqrt(np.array(counts) / (np.array(counts) + 10.0))
    bound = 1.7
    law = stats.multivariate_normal(cov=[[1, loads.prod()], [loads.prod(), 1]])
    inside = law.cdf([bound, bound], lower_limit=[-bound, -bound])
    assert dunnett_sf(np.array([bound]), loads, 10**7)[0] == pytest.approx(1 - inside, abs=2e-6)


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("control", [False, True])
def test_tamhane_is_welch_with_sidak(name: str, control: bool) -> None:
    runs = SETS[name]
    found = evenkeel.per_problem(
        runs, test="tamhane", control=runs.algorithms[0] if control else None, adjust=None
    )
    k = len(runs.algorithms)
    pairs = [(0, j) for j in range(1, k)] if control else list(itertools.combinations(range(k), 2))
    for i, problem in enumerate(runs.problems):
        cells = samples(runs, problem)
        for m, (a, b) in enumerate(pairs):
            welch = stats.ttest_ind(cells[a], cells[b], equal_var=False)
            assert found.tests.statistic[i, m] == pytest.approx(welch.statistic)
            assert found.pvalue[i, m] == pytest.approx(1 - (1 - welch.pvalue) ** len(pairs))


def ten(seed: int) -> evenkeel.Runs:
    rng = np.random.default_rng(seed)
    return make_runs(
        {
            (f"A{j}", f"P{i}"): rng.normal(0.8 + 0.05 * j, 0.03, 10)
            for j in range(3)
            for i in range(4)
        },
        "higher",
    )


def test_five_by_two_by_its_definition() -> None:
    runs = ten(1)
    t = evenkeel.per_problem(runs, test="five-by-two-t", adjust=None)
    f = evenkeel.per_problem(runs, design="5x2", adjust=None)
    assert f.test == "five-by-two-f"
    assert t.k_sample is t.effects is f.k_sample is f.effects is None
    for i, problem in enumerate(runs.problems):
        cells = samples(runs, problem)
        for m, (a, b) in enumerate(t.family.pairs.tolist()):
            p = (cells[a] - cells[b]).reshape(5, 2)
            variance = [np.var(pair, ddof=1) * 1.0 for pair in p]  # (p1 - p2)^2 / 2
            expected = p[0, 0] / math.sqrt(sum(variance) / 5)
            assert t.tests.statistic[i, m] == pytest.approx(expected)
            assert t.pvalue[i, m] == pytest.approx(2 * stats.t.sf(abs(expected), 5))
            assert t.tests.direction[i, m] == np.sign(p[0, 0])
            expected = (p**2).sum() / (2 * sum(variance))
            assert f.tests.statistic[i, m] == pytest.approx(expected)
            assert f.pvalue[i, m] == pytest.approx(stats.f.sf(expected, 10, 5))
            assert f.tests.direction[i, m] == np.sign(p.mean())


@pytest.mark.parametrize(("share", "ratio"), [(None, 1 / 9), (0.1, 1 / 9), (0.3, 3 / 7)])
def test_the_corrected_t_by_its_definition(share: float | None, ratio: float) -> None:
    runs = ten(2)
    found = evenkeel.per_problem(runs, design="k-fold", test_share=share, adjust=None)
    assert found.test == "corrected-resampled-t"
    for i, problem in enumerate(runs.problems):
        cells = samples(runs, problem)
        for m, (a, b) in enumerate(found.family.pairs.tolist()):
            d = cells[a] - cells[b]
            expected = d.mean() / math.sqrt((1 / 10 + ratio) * d.var(ddof=1))
            assert found.tests.statistic[i, m] == pytest.approx(expected)
            assert found.pvalue[i, m] == pytest.approx(2 * stats.t.sf(abs(expected), 9))


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_mcnemar_and_cochran_are_those_of_statsmodels(better: str) -> None:
    rng = np.random.default_rng(3)
    right = {(f"A{j}", f"P{i}"): rng.random(40) < 0.5 + 0.2 * j for j in range(3) for i in range(3)}
    runs = make_runs({c: v if better == "higher" else ~v for c, v in right.items()}, better)
    found = evenkeel.per_problem(runs, design="predictions", adjust=None)
    assert found.test == "mcnemar"
    for i, problem in enumerate(runs.problems):
        columns = [right[a, problem] for a in runs.algorithms]
        q = cochrans_q(np.array(columns).T.astype(int))
        assert found.k_sample.statistic[i] == pytest.approx(q.statistic)
        assert found.k_sample.pvalue[i] == pytest.approx(q.pvalue)
        for m, (a, b) in enumerate(found.family.pairs.tolist()):
            x, y = columns[a], columns[b]
            table = [[(x & y).sum(), (x & ~y).sum()], [(~x & y).sum(), (~x & ~y).sum()]]
            assert found.pvalue[i, m] == pytest.approx(mcnemar(table, exact=True).pvalue)
            assert found.tests.direction[i, m] == np.sign(int(x.sum()) - int(y.sum()))


def test_folds_of_one_data_set_hold_the_level_only_with_the_correction() -> None:
    """Nadeau and Bengio: ten differences with the correlation 1/10, as their model has it."""
    rng = np.random.default_rng(4)
    n, correlation = 4000, 0.1
    differences = math.sqrt(correlation) * rng.normal(size=(n, 1)) + math.sqrt(
        1 - correlation
    ) * rng.normal(size=(n, 10))
    cells = {("A", f"P{i}"): row for i, row in enumerate(differences)}
    runs = make_runs(cells | {("B", f"P{i}"): np.zeros(10) for i in range(n)})
    corrected = evenkeel.per_problem(runs, design="k-fold", adjust=None).pvalue
    plain = stats.ttest_1samp(differences, 0, axis=1).pvalue
    error = 3 * math.sqrt(0.05 * 0.95 / n)
    assert abs((corrected <= 0.05).mean() - 0.05) < error
    assert (plain <= 0.05).mean() > 0.1
