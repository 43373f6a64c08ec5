"""repeated_measures_anova() against statsmodels, stored output of R, and scipy."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, stats
from statsmodels.stats.anova import AnovaRM

import evenkeel
from evenkeel.numerics.studentised_range import dunnett_sf, equal_loads, tukey_sf
from evenkeel.runs.repeated_measures import repeated_measures_anova
from runs_examples import r_rows, random_runs

VERSION, OMNIBUS = r_rows("repeated_measures")
TUKEY = r_rows("repeated_measures_tukey")[1]
CASES = ("cec2005", "demsar2006", "dietterich2000", "garcia2008", "garcia2010", "motivation")


def case(name):
    if name == "two":
        demsar = evenkeel.load("demsar2006")
        return demsar.select(demsar.algorithms[:2])
    return evenkeel.load(name)


def test_version_is_recorded():
    assert VERSION.startswith("# R version 4")


@pytest.mark.parametrize("row", OMNIBUS, ids=lambda r: r["table"])
def test_f_epsilons_and_mauchly_are_those_of_r(row):
    answer = repeated_measures_anova(case(row["table"]))
    expected = {key: float(value) for key, value in row.items() if key != "table"}
    assert answer.statistic == pytest.approx(expected["f"])
    assert answer.df == (expected["df1"], expected["df2"])
    assert answer.pvalue == pytest.approx(expected["p"], rel=1e-8)
    assert answer.mean_square_error == pytest.approx(expected["mse"])
    sphericity = answer.sphericity
    assert sphericity.greenhouse_geisser == pytest.approx(expected["gg"])
    assert sphericity.huynh_feldt == pytest.approx(min(expected["hf"], 1))
    assert answer.pvalue_greenhouse_geisser == pytest.approx(expected["p_gg"], rel=1e-8)
    assert answer.pvalue_huynh_feldt == pytest.approx(expected["p_hf"], rel=1e-8)
    assert sphericity.mauchly_w == pytest.approx(expected["mauchly_w"], rel=1e-6)
    assert sphericity.pvalue == pytest.approx(expected["mauchly_p"], rel=1e-8, abs=1e-200)


@pytest.mark.parametrize("name", CASES)
def test_f_is_that_of_statsmodels(name):
    table = case(name)
    long = table.to_pandas().rename_axis("problem").reset_index()
    long = long.melt("problem", var_name="algorithm", value_name="value")
    line = AnovaRM(long, "value", "problem", within=["algorithm"]).fit().anova_table.iloc[0]
    answer = repeated_measures_anova(table)
    assert answer.statistic == pytest.approx(line["F Value"])
    assert answer.df == (line["Num DF"], line["Den DF"])
    assert answer.pvalue == pytest.approx(line["Pr > F"], rel=1e-8)


@pytest.mark.parametrize("name", sorted({row["table"] for row in TUKEY}))
def test_tukey_is_that_of_r(name):
    tukey = repeated_measures_anova(case(name)).tukey
    rows = [row for row in TUKEY if row["table"] == name]
    assert list(tukey.family.hypotheses) == [(row["first"], row["second"]) for row in rows]
    assert tukey.difference == pytest.approx([float(row["difference"]) for row in rows], rel=1e-9)
    # R's ptukey is good to some eight digits of 1 - p.
    assert tukey.adjusted == pytest.approx([float(row["adjusted"]) for row in rows], abs=1e-8)


def test_two_algorithms_are_the_paired_t_test():
    table = case("two")
    expected = stats.ttest_rel(table.values[:, 0], table.values[:, 1])
    answer = repeated_measures_anova(table, control=table.algorithms[0])
    for pvalue in (
        answer.pvalue,
        answer.pvalue_greenhouse_geisser,
        answer.pvalue_huynh_feldt,
        answer.tukey.adjusted[0],
        answer.dunnett.adjusted[0],
    ):
        assert pvalue == pytest.approx(expected.pvalue, rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["demsar2006", "garcia2008"])
def test_dunnett_by_the_multivariate_t_of_scipy(name):
    table = case(name)
    answer = repeated_measures_anova(table, control=table.algorithms[0])
    m, df = table.k - 1, answer.df[1]
    means = table.values.mean(axis=0)
    t = np.abs(means[0] - means[1:]) / np.sqrt(2 * answer.mean_square_error / table.n)
    assert answer.dunnett.statistic == pytest.approx(t)
    law = stats.multivariate_t(shape=0.5 + 0.5 * np.eye(m), df=df, seed=1)
    expected = [1 - law.cdf([x] * m, lower_limit=[-x] * m, maxpts=100_000) for x in t]
    assert answer.dunnett.adjusted == pytest.approx(expected, abs=2e-4)


@pytest.mark.slow
@pytest.mark.parametrize("df", [2, 5, 39, 500])
@pytest.mark.parametrize("k", [3, 9])
def test_tukeys_tail_is_that_of_scipy(k, df):
    q = np.array([0.5, 2.0, 3.5, 6.0])
    assert tukey_sf(q, k, df) == pytest.approx(stats.studentized_range.sf(q, k, df), abs=1e-10)


@pytest.mark.parametrize("df", [1, 4, 30, 116, 5000])
def test_tails_of_one_comparison_are_those_of_t(df):
    t = np.array([0.1, 1.0, 2.5, 6.0, 20.0, 70.0])
    expected = 2 * stats.t.sf(t, df)
    kept = expected > 1e-290
    assert dunnett_sf(t, equal_loads(1), df)[kept] == pytest.approx(expected[kept], rel=1e-11)
    assert tukey_sf(t * np.sqrt(2), 2, df)[kept] == pytest.approx(expected[kept], rel=1e-11)


@pytest.mark.slow
@pytest.mark.parametrize(("m", "df", "t"), [(2, 10, 2.0), (5, 39, 3.1), (8, 7, 4.0)])
def test_dunnetts_tail_by_plain_double_integration(m, df, t):
    def inside(z, s):
        between = stats.norm.cdf(z + np.sqrt(2) * t * s) - stats.norm.cdf(z - np.sqrt(2) * t * s)
        chi = stats.chi.pdf(s * np.sqrt(df), df) * np.sqrt(df)
        return stats.norm.pdf(z) * between**m * chi

    z, s = np.linspace(-9, 9, 721), np.linspace(1e-9, 5, 2001)
    grid = inside(z[None], s[:, None])
    probability = integrate.simpson(integrate.simpson(grid, x=z, axis=1), x=s)
    assert dunnett_sf(np.array([t]), equal_loads(m), df)[0] == pytest.approx(
        1 - probability, abs=1e-8
    )


def test_runs_are_averaged_first():
    runs = random_runs(7, 8, 3, (2, 9))
    means = [[runs.cell(a, p).mean() for a in runs.algorithms] for p in runs.problems]
    long = pd.DataFrame(
        [(p, a, means[p][a]) for p in range(8) for a in range(3)], columns=["p", "a", "y"]
    )
    line = AnovaRM(long, "y", "p", within=["a"]).fit().anova_table.iloc[0]
    assert repeated_measures_anova(runs).statistic == pytest.approx(line["F Value"])


def test_the_nonparametric_answer_stands_beside():
    table = case("garcia2010")
    answer = repeated_measures_anova(table)
    ranks = stats.friedmanchisquare(*table.values.T)
    corrected = evenkeel.friedman(table, ties="corrected")
    assert corrected.statistic == pytest.approx(ranks.statistic)
    assert answer.friedman.average_ranks == pytest.approx(corrected.average_ranks)
    assert answer.iman_davenport.df == answer.df
