"""z and p of the post-hoc comparisons against the tables of the documents."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evenkeel.posthocs.rank_statistics import posthoc_statistics, standard_error
from permutations import untied_law
from published import half_unit, published


def near(printed: str) -> object:
    return pytest.approx(float(printed), abs=half_unit(printed), rel=0)


def two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))


def test_standard_error_of_aligned_ranks() -> None:
    """Erratum 1: equation (13) prints sqrt(k (n + 1) / 6), which gives 2e-24 for 2.33e-7."""
    totals = {"PDFC": 703.5, "NNEP": 1121.5, "IS-CHC+1NN": 1129.5, "FH-GBML": 1701.5}
    printed = next(
        row
        for row in published("garcia2010_apv_control_pdfc")
        if row["ranking"] == "aligned" and row["procedure"] == "unadjusted"
    )
    error = standard_error("aligned", 24, 4)
    assert error == pytest.approx(math.sqrt(4 * (4 * 24 + 1) / 6))
    for name in ("NNEP", "IS-CHC+1NN", "FH-GBML"):
        pvalue = two_sided((totals[name] - totals["PDFC"]) / 24 / error)
        assert pvalue == near(printed[name])
    wrong = two_sided((totals["FH-GBML"] - totals["PDFC"]) / 24 / math.sqrt(4 * 25 / 6))
    assert wrong == pytest.approx(2e-24, rel=0.2)


def test_garcia2010_quade() -> None:
    """From the printed S_j; the unadjusted p of FH-GBML is 6.43747e-5, not e-4."""
    error = standard_error("quade", 24, 4)
    totals = {"NNEP": 11, "IS-CHC+1NN": 27.5, "FH-GBML": 293.5}
    pvalues = {name: two_sided((s + 332) / 300 / error) for name, s in totals.items()}
    assert pvalues["FH-GBML"] == near("6.43747e-5")
    assert pvalues["IS-CHC+1NN"] == near("0.02163")
    assert pvalues["NNEP"] == near("0.02843")


def test_cec_study() -> None:
    """Erratum 25: CoEVO's z = 5.43662 needs the average rank 8.44, not 6.44."""
    for row in published("garcia2009_cec_gcmaes_control"):
        z = (float(row["rank"]) - 3.34) / standard_error("friedman", 25, 11)
        # The printed p of BLX-GL50 belongs to z = 2.08937; its printed z is a misprint.
        assert z == near("2.08937" if row["z"] == "2.08947" else row["z"])
        assert two_sided(z) == near(row["unadjusted"])
    assert (6.44 - 3.34) / standard_error("friedman", 25, 11) < 3.5


def test_exact_law_of_eisinga() -> None:
    """Eisinga et al. (2017), the supplement's example: d = k = n = 100 has p = 0.8085251."""
    law = untied_law("friedman", 100, 100)
    assert float(law.pvalue(100.0)) == near("0.8085251")


def test_z_of_thirty() -> None:
    """No underflow to 0 far in the tail: erfc(30 / sqrt(2)) is 9.8e-198."""
    n = 1000
    values = np.tile([0.0, 1.0], (n, 1))
    result = posthoc_statistics(values, better="lower")
    assert result.z[0] == pytest.approx(math.sqrt(n))
    assert result.pvalue[0] == pytest.approx(math.erfc(math.sqrt(n / 2)), rel=1e-12)
    assert 1e-220 < result.pvalue[0] < 1e-215
