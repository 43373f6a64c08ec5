"""Tests of tables with holes against printed figures."""

from __future__ import annotations

import math

import pytest

from evenkeel.omnibus import durbin, skillings_mack
from published import half_unit
from tables_with_holes import ASSEMBLY, ICE_CREAM, METRONOME, SPARSE, kept


@pytest.mark.parametrize(
    ("values", "statistic", "df", "pvalue"),
    [
        (ASSEMBLY, "15.493049", 3, "0.001440296302"),  # README of ZacWarham/Skillings.Mack
        (METRONOME, "13.28095", 2, "0.001306405"),  # PMCMRplus, as the tests of tlsfuzzer quote it
        (SPARSE, "12.53551", 4, "0.01378318"),  # the tests of tlsfuzzer
    ],
    ids=["assembly", "metronome", "sparse"],
)
def test_skillings_mack_agrees_with_the_output_of_other_programs(
    values: object, statistic: str, df: int, pvalue: str
) -> None:
    result = skillings_mack(kept(values), ties="uncorrected")
    assert result.statistic == pytest.approx(float(statistic), abs=half_unit(statistic), rel=0)
    assert result.pvalue == pytest.approx(float(pvalue), abs=half_unit(pvalue), rel=0)
    assert result.df == (df,)


def test_durbins_statistic_of_the_ice_cream_is_12() -> None:
    """By hand: the totals are 8, 9, 4, 3, 5, 6, 7, their mean is 6, D = 72 / 168 * 28 = 12."""
    result = durbin(kept(ICE_CREAM))
    assert result.statistic == pytest.approx(12, rel=1e-12)
    assert result.df == (6,)
    # P(chi-square of 6 degrees > 12) = exp(-6) (1 + 6 + 6^2 / 2)
    assert result.pvalue == pytest.approx(25 * math.exp(-6), rel=1e-12)
