"""Tests of tables with holes against printed figures."""

from __future__ import annotations

import pytest

from evenkeel.omnibus import durbin, skillings_mack
from published import half_unit
from tables_with_holes import ASSEMBLY, ICE_CREAM, METRONOME, SPARSE, kept


@pytest.mark.parametrize(
    ("values", "statistic", "df", "pvalue"),
    [
        (ASSEMBLY, "15.493049", 3, "0.001440296302"),  # Skillings.Mack 1.10
        (METRONOME, "13.28095", 2, "0.001306405"),  # PMCMRplus
        (SPARSE, "12.53551", 4, "0.01378318"),  # PMCMRplus, through tlsfuzzer
    ],
    ids=["assembly", "metronome", "sparse"],
)
def test_skillings_mack_agrees_with_the_r_packages(
    values: object, statistic: str, df: int, pvalue: str
) -> None:
    result = skillings_mack(kept(values))
    assert result.statistic == pytest.approx(float(statistic), abs=half_unit(statistic), rel=0)
    assert result.pvalue == pytest.approx(float(pvalue), abs=half_unit(pvalue), rel=0)
    assert result.df == (df,)


def test_durbin_agrees_with_conovers_ice_cream() -> None:
    """Conover (1999), Section 5.9: T1 = 12 with 6 degrees of freedom, p between 0.05 and 0.1."""
    result = durbin(kept(ICE_CREAM))
    assert result.statistic == pytest.approx(12, rel=1e-12)
    assert result.df == (6,)
    assert result.pvalue == pytest.approx(0.06197, abs=5e-6)  # R 4, PMCMRplus::durbinTest
