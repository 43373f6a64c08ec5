"""conditions() against the stored output of R (nortest, car); the script lies in oracles/r."""

from __future__ import annotations

from functools import cache

import pytest

from evenkeel.runs._conditions import Conditions, conditions
from runs_examples import r_rows, r_runs

VERSION, NORMALITY = r_rows("runs_normality")
VARIANCES = r_rows("runs_variances")[1]


@cache
def checked_set(name: str) -> Conditions:
    return conditions(r_runs(name))


def test_version_is_recorded():
    assert VERSION.startswith("# R version 4")
    assert "nortest" in VERSION


@pytest.mark.parametrize(
    "row", NORMALITY, ids=lambda r: f"{r['set']}-{r['algorithm']}-{r['problem']}"
)
def test_normality(row):
    checked = checked_set(row["set"])
    where = checked.problems.index(row["problem"]), checked.algorithms.index(row["algorithm"])
    shapiro, lilliefors = checked.normality["shapiro-wilk"], checked.normality["lilliefors"]
    assert shapiro.statistic[where] == pytest.approx(float(row["shapiro"]), rel=1e-9)
    assert shapiro.pvalue[where] == pytest.approx(float(row["shapiro_p"]), rel=1e-7)
    assert lilliefors.statistic[where] == pytest.approx(float(row["lilliefors"]), rel=1e-9)
    # R approximates by formulas of 1986.
    p = min(max(float(row["lilliefors_p"]), 0.001), 0.99)
    assert lilliefors.pvalue[where] == pytest.approx(p, rel=0.1, abs=0.001)


@pytest.mark.parametrize("row", VARIANCES, ids=lambda r: f"{r['set']}-{r['problem']}")
def test_equal_variances(row):
    checked = checked_set(row["set"])
    where = checked.problems.index(row["problem"])
    for test, column in (("levene", "levene"), ("brown-forsythe", "brown_forsythe")):
        assert checked.variances[test].statistic[where] == pytest.approx(float(row[column]))
        assert checked.variances[test].pvalue[where] == pytest.approx(
            float(row[f"{column}_p"]), rel=1e-9
        )
