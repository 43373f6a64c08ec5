"""The documents' tables of conditions: style, marks and verdict.

Garcia, Molina, Lozano and Herrera (2009), Tables 1, 3 and 4. The runs behind them were not
published, so the printed p-values are put in, and what is checked is what is made of them.
"""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evenkeel.runs._conditions import Conditions, ConditionTest, _conclude, conditions
from runs_examples import make_runs

_FILE = Path(__file__).parent / "garcia2009_cec_conditions.csv"
with _FILE.open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
FUNCTIONS = tuple(f"f{i}" for i in range(1, 26))
#: Printed (.05) without a star: the p-value was above 0.05 and was rounded down to it.
JUST_ABOVE = 0.0501


def pvalues(test):
    rows = [row for row in ROWS if row["test"] == test]
    printed = np.array([[float(row[f].strip("* ()")) for f in FUNCTIONS] for row in rows])
    return np.where(printed == 0.05, JUST_ABOVE, printed)


@pytest.fixture(scope="module")
def study() -> Conditions:
    """The conditions of the study, from its printed p-values."""
    algorithms = ("BLX-GL50", "BLX-MA")
    blank = conditions(make_runs({(a, "f1"): [1.0, 2.0, 4.0] for a in algorithms}))
    normality = {
        name: ConditionTest(name, name, np.zeros((25, 2)), pvalues(name).T, FUNCTIONS, algorithms)
        for name in ("lilliefors", "dagostino-pearson")
    }
    levene = ConditionTest("levene", "LEVENE", np.zeros(25), pvalues("levene")[0], FUNCTIONS)
    variances = {"levene": levene}
    return replace(
        blank, algorithms=algorithms, problems=FUNCTIONS, normality=normality, variances=variances
    )


@pytest.mark.parametrize("test", ["lilliefors", "dagostino-pearson"])
def test_normality_is_printed_as_in_the_study(study, test):
    expected = [(row["row"], *(row[f] for f in FUNCTIONS)) for row in ROWS if row["test"] == test]
    assert list(study.report().table(f"conditions-{test}").rows) == expected


def test_variances_are_printed_as_in_the_study(study):
    row = next(row for row in ROWS if row["test"] == "levene")
    assert study.report().table("conditions-variances").rows == (
        ("LEVENE", *(row[f] for f in FUNCTIONS)),
    )


def test_the_studys_conclusion(study):
    # "Conditions needed for the application of parametric tests are not fulfilled".
    variances = {"brown-forsythe": study.variances["levene"]}
    verdict, reason = _conclude(None, study.normality, variances, 0.05)
    assert verdict == "not fulfilled"
    assert "Not fulfilled: normality, equality of variances" in reason
    stars = sum(
        row[f].startswith("*") for row in ROWS for f in FUNCTIONS if row["test"] == "lilliefors"
    )
    assert f"{stars} of 50 cells by lilliefors" in reason
