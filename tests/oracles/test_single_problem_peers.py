"""per_problem() against scipy and statsmodels, problem by problem and pair by pair."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.oneway import anova_oneway

from evenkeel.runs._per_problem import per_problem
from evenkeel.runs.two_samples import mann_whitney
from runs_examples import random_runs

UNPAIRED = {
    "few": random_runs(1, 4, 4, (3, 12)),
    "tied": random_runs(2, 4, 4, (3, 12), digits=0, better="higher"),
    "many": random_runs(3, 3, 3, (55, 60), better="higher"),
}
PAIRED = {
    "paired": random_runs(4, 4, 4, (20, 20)),
    "paired and tied": random_runs(5, 4, 3, (30, 30), digits=1, better="higher"),
}
ALL = UNPAIRED | PAIRED


def cells_of(runs, problem):
    values = runs.values_by_cell()
    return [values[algorithm, problem] for algorithm in runs.algorithms]


def pairs_of(runs):
    for row, problem in enumerate(runs.problems):
        pairs = itertools.combinations(cells_of(runs, problem), 2)
        for column, (x, y) in enumerate(pairs):
            yield (row, column), x, y


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(("test", "equal"), [("t", True), ("welch", False)])
def test_unpaired_t(name, test, equal):
    found = per_problem(ALL[name], test=test).tests
    for where, x, y in pairs_of(ALL[name]):
        expected = stats.ttest_ind(x, y, equal_var=equal)
        assert found.statistic[where] == pytest.approx(expected.statistic)
        assert found.pvalue[where] == pytest.approx(expected.pvalue, rel=1e-9)
        higher = ALL[name].better == "higher"
        assert found.direction[where] == (1 if (expected.statistic > 0) == higher else -1)
        assert found.method[where] == "t"


@pytest.mark.parametrize("name", ALL)
def test_mann_whitney(name):
    runs = ALL[name]
    found = per_problem(runs, test="mann-whitney").tests
    for where, x, y in pairs_of(runs):
        if runs.better == "lower":
            x, y = -x, -y
        tied = np.unique(np.concatenate([x, y])).size < x.size + y.size
        method = "exact" if max(x.size, y.size) < 50 and not tied else "normal"
        scipys = "exact" if method == "exact" else "asymptotic"
        expected = stats.mannwhitneyu(x, y, method=scipys)
        assert found.method[where] == method
        assert found.statistic[where] == expected.statistic
        assert found.pvalue[where] == pytest.approx(expected.pvalue, rel=1e-10)


@pytest.mark.parametrize("name", PAIRED)
def test_paired_t(name):
    found = per_problem(PAIRED[name], test="paired-t").tests
    for where, x, y in pairs_of(PAIRED[name]):
        expected = stats.ttest_rel(x, y)
        assert found.statistic[where] == pytest.approx(expected.statistic)
        assert found.pvalue[where] == pytest.approx(expected.pvalue, rel=1e-9)


def test_wilcoxon():
    runs = PAIRED["paired"]
    found = per_problem(runs, test="wilcoxon").tests
    for where, x, y in pairs_of(runs):
        expected = stats.wilcoxon(x, y, method="exact")
        assert found.statistic[where] == expected.statistic
        assert found.pvalue[where] == pytest.approx(expected.pvalue)
        assert found.method[where] == "exact"


@pytest.mark.parametrize("name", ALL)
def test_k_samples_unpaired(name):
    runs = ALL[name]
    anova = per_problem(runs, test="t").k_sample
    welch = per_problem(runs, test="welch").k_sample
    kruskal = per_problem(runs, test="mann-whitney").k_sample
    for row, problem in enumerate(runs.problems):
        cells = cells_of(runs, problem)
        expected = stats.f_oneway(*cells)
        assert anova.statistic[row] == pytest.approx(expected.statistic)
        assert anova.pvalue[row] == pytest.approx(expected.pvalue, rel=1e-9)
        expected = stats.kruskal(*cells)
        assert kruskal.statistic[row] == pytest.approx(expected.statistic)
        assert kruskal.pvalue[row] == pytest.approx(expected.pvalue, rel=1e-9)
        expected = anova_oneway(cells, use_var="unequal", welch_correction=True)
        assert welch.statistic[row] == pytest.approx(expected.statistic)
        assert welch.df_within[row] == pytest.approx(expected.df[1])
        assert welch.pvalue[row] == pytest.approx(expected.pvalue, rel=1e-9)


@pytest.mark.parametrize("name", PAIRED)
def test_k_samples_paired(name):
    import pandas as pd

    runs = PAIRED[name]
    friedman = per_problem(runs, test="wilcoxon").k_sample
    repeated = per_problem(runs, test="paired-t").k_sample
    for row, problem in enumerate(runs.problems):
        cells = cells_of(runs, problem)
        expected = stats.friedmanchisquare(*cells)
        assert friedman.statistic[row] == pytest.approx(expected.statistic)
        assert friedman.pvalue[row] == pytest.approx(expected.pvalue, rel=1e-9)
        long = pd.DataFrame(
            [(a, r, v) for a, cell in enumerate(cells) for r, v in enumerate(cell)],
            columns=["algorithm", "run", "value"],
        )
        line = AnovaRM(long, "value", "run", within=["algorithm"]).fit().anova_table.iloc[0]
        assert repeated.statistic[row] == pytest.approx(line["F Value"])
        assert repeated.df_within[row] == line["Den DF"]
        assert repeated.pvalue[row] == pytest.approx(line["Pr > F"], rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(("ours", "theirs"), [("holm", "holm"), ("benjamini-hochberg", "fdr_bh")])
def test_adjustment_over_the_problems(ours, theirs):
    analysis = per_problem(UNPAIRED["few"], adjust=ours)
    for column in range(analysis.family.m):
        expected = multipletests(analysis.pvalue[:, column], method=theirs)[1]
        assert analysis.adjusted[:, column] == pytest.approx(expected)
    expected = multipletests(analysis.k_sample.pvalue, method=theirs)[1]
    assert analysis.k_sample_adjusted == pytest.approx(expected)


@pytest.mark.parametrize(("n1", "n2"), [(1, 1), (1, 7), (4, 3), (5, 5), (6, 2)])
def test_exact_mann_whitney_by_all_arrangements(n1, n2):
    """Every way to deal the ranks to the two samples."""
    ranks = range(1, n1 + n2 + 1)
    samples = list(itertools.combinations(ranks, n1))
    wins = np.array([sum(y > x for x in s for y in set(ranks) - set(s)) for s in samples])
    first = np.array(samples, dtype=float)
    second = np.array([sorted(set(ranks) - set(s)) for s in samples], dtype=float)
    size = len(samples)
    found = mann_whitney(first, second, np.full(size, n1), np.full(size, n2))
    tails = [2 * np.mean(np.minimum(wins, n1 * n2 - wins) <= min(w, n1 * n2 - w)) / 2 for w in wins]
    assert found.wins.tolist() == wins.tolist()
    assert found.exact.all()
    assert found.pvalue == pytest.approx(np.minimum(tails, 1.0))


def test_exact_mann_whitney_far_in_the_tail():
    # 49 against 49, all of the first better: 2 of the C(98, 49) arrangements.
    first, second = np.arange(49.0)[None], np.arange(49.0, 98.0)[None]
    found = mann_whitney(first, second, np.array([49]), np.array([49]))
    from math import comb

    assert found.pvalue[0] == pytest.approx(2 / comb(98, 49), rel=1e-12)
