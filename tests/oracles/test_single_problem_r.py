"""per_problem() against the stored output of R; the script lies in oracles/r."""

from __future__ import annotations

from functools import cache

import pytest

from evenkeel.runs._per_problem import PerProblem, per_problem
from runs_examples import r_rows, r_runs

K_SAMPLES = r_rows("runs_k_samples")[1]
PAIRS = r_rows("runs_pairs")[1]


@cache
def analysed(name: str, test: str) -> PerProblem:
    return per_problem(r_runs(name), test=test, adjust=None)


def label(row):
    return "-".join(row[key] for key in ("set", "problem", "first", "second", "test") if key in row)


@pytest.mark.slow
@pytest.mark.parametrize("row", PAIRS, ids=label)
def test_two_samples(row):
    analysis = analysed(row["set"], row["test"])
    # R compares in the order of its data, evenkeel in the natural order of the names.
    names = (row["first"], row["second"])
    turned = names not in analysis.family.hypotheses
    pair = analysis.family.hypotheses.index(names[::-1] if turned else names)
    where = analysis.problems.index(row["problem"]), pair
    statistic = float(row["statistic"])
    if row["test"] == "mann-whitney":
        # R's W counts the pairs in which the first is larger; lower is better here.
        first, second = analysis.moments.count[where[0]][analysis.family.pairs[pair]]
        statistic = statistic if turned else first * second - statistic
    elif turned:
        statistic = -statistic
    assert analysis.tests.statistic[where] == pytest.approx(statistic, abs=1e-12)
    assert analysis.pvalue[where] == pytest.approx(float(row["pvalue"]), rel=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("row", K_SAMPLES, ids=label)
def test_k_samples(row):
    analysis = analysed(row["set"], row["test"])
    tests, where = analysis.k_sample, analysis.problems.index(row["problem"])
    assert tests.statistic[where] == pytest.approx(float(row["statistic"]))
    assert tests.df_between[where] == float(row["df1"])
    if row["df2"]:
        assert tests.df_within[where] == pytest.approx(float(row["df2"]))
    assert tests.pvalue[where] == pytest.approx(float(row["pvalue"]), rel=1e-9)
